/// \file One program in every way of running it: called, as captured graph, as core graph, as core
/// graph with each optional pass left out, and as generated code.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <weft/frontend/trace/trace.h>
#include <weft/runtime/tensor/tensor.h>

#include "tests/differential/compiled_batch.h"

namespace weft::differential {

using Tensors = std::vector<ir::TensorHandle>;

/// The tensors in a value, left to right.
Tensors tensors_in(const ir::Value& value);

/// Programs that are compiled together. Each draws its random numbers from the same seed in every
/// mode.
class AllModes {
 public:
  explicit AllModes(BatchOptions options = {}) : batch_(std::move(options)) {}

  /// What a program does in one mode, or the id or text of its refusal.
  struct Outcome {
    std::string mode;
    Tensors results;
    Tensors inputs;  ///< as they are afterwards
    std::string refused;
  };

  /// A function of tensors on these tensors.
  template <typename F>
  std::size_t add(std::string name, F function, std::vector<Tensor> inputs) {
    std::vector<TraceInput> specs(inputs.begin(), inputs.end());
    return add(
        std::move(name), [function, specs] { return trace(function, specs); },
        [function](const std::vector<Tensor>& tensors) { return call(function, tensors); },
        std::move(inputs));
  }
  /// A graph that is there already; its first mode is the interpreter.
  std::size_t add_graph(std::string name, ir::GraphModule module, Tensors inputs);

  void build();
  /// All modes of one program; the first is what the others have to agree with.
  std::vector<Outcome> run(std::size_t program, std::uint64_t seed = 7) const;
  /// What is wrong in any mode of a program; empty if all agree. `exact`: to the last bits.
  std::string disagreement(std::size_t program, bool exact = true) const;
  const std::string& name(std::size_t program) const { return programs_[program].name; }
  std::size_t size() const { return programs_.size(); }

 private:
  using Capture = std::function<ir::GraphModule()>;
  using Call = std::function<Tensors(const std::vector<Tensor>&)>;
  struct Program {
    std::string name;
    Call call;
    Tensors inputs;
    std::vector<std::pair<std::string, ir::GraphModule>> graphs;
    std::vector<std::pair<std::string, std::string>> refused;  ///< modes with their error
    std::size_t position = 0;
    bool compiled = false;
  };

  template <typename F>
  static Tensors call(const F& function, const std::vector<Tensor>& tensors) {
    using Made = decltype(detail::function_of(function, &F::operator()));
    const Made made = detail::function_of(function, &F::operator());
    return tensors_in(made.call(std::vector<ir::Value>(handles(tensors))));
  }
  static std::vector<ir::Value> handles(const std::vector<Tensor>& tensors);

  std::size_t add(std::string name, const Capture& capture, Call call, std::vector<Tensor> inputs);
  void prepare(Program& program, ir::GraphModule captured);

  std::vector<Program> programs_;
  CompiledBatch batch_;
};

}  // namespace weft::differential
