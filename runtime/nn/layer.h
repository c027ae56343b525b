/// \file Layer: what the modules of the library have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/nn/cloneable.h>
#include <weft/runtime/nn/value_conversion.h>

namespace weft::nn {

/// Base of a library module. Under capture its forward is one call_module node, unless the tracer
/// opens it. Forward takes one to three tensors.
template <typename Derived>
class Layer : public Cloneable<Derived> {
 public:
  bool is_library_module() const override { return true; }
  ir::Value call_forward(const std::vector<ir::Value>& arguments) override {
    auto& self = static_cast<Derived&>(*this);
    if constexpr (requires(const Tensor& t) { self.forward(t, t, t); }) {
      return self
          .forward(ValueConversion<Tensor>::build(arguments.at(0)),
                   ValueConversion<Tensor>::build(arguments.at(1)),
                   ValueConversion<Tensor>::build(arguments.at(2)))
          .handle();
    } else if constexpr (requires(const Tensor& t) { self.forward(t, t); }) {
      return self
          .forward(ValueConversion<Tensor>::build(arguments.at(0)),
                   ValueConversion<Tensor>::build(arguments.at(1)))
          .handle();
    } else {
      return self.forward(ValueConversion<Tensor>::build(arguments.at(0))).handle();
    }
  }

 protected:
  /// Runs `body`, or lets the capture record the module instead.
  template <typename Body>
  Tensor run(const TensorArg& input, Body body) {
    return run({input.get().handle()}, input.where(), body);
  }
  template <typename Body>
  Tensor run(const std::vector<ir::Value>& inputs, SourceLocation where, Body body) {
    if (OperatorHandler* handler = current_handler()) {
      ir::Value result;
      if (handler->call_module(*this, inputs, where, result)) {
        return Tensor(*result.tensor());
      }
      const ModuleCallScope scope(*this);
      return body();
    }
    return body();
  }
};

}  // namespace weft::nn
