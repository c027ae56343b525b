/// \file Layer: what the modules of the library have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/nn/cloneable.h>

namespace weft::nn {

/// Base of a library module whose forward takes one tensor. Under capture its forward is one
/// call_module node, unless the tracer opens it.
template <typename Derived>
class Layer : public Cloneable<Derived> {
 public:
  bool is_library_module() const override { return true; }
  ir::Value call_forward(const std::vector<ir::Value>& arguments) override {
    return static_cast<Derived*>(this)->forward(Tensor(*arguments.at(0).tensor())).handle();
  }

 protected:
  /// Runs `body`, or lets the capture record the module instead.
  template <typename Body>
  Tensor run(const TensorArg& input, Body body) {
    if (OperatorHandler* handler = current_handler()) {
      ir::Value result;
      if (handler->call_module(*this, {input.get().handle()}, input.where(), result)) {
        return Tensor(*result.tensor());
      }
      const ModuleCallScope scope(*this);
      return body();
    }
    return body();
  }
};

}  // namespace weft::nn
