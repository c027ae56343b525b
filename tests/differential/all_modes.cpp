#include "tests/differential/all_modes.h"

#include <set>

#include <fmt/format.h>

#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/result_tensors.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor_impl.h>

#include "tests/differential/agreement.h"

namespace weft::differential {

namespace {

std::string text_of(const std::exception& error) {
  const auto* own = dynamic_cast<const Error*>(&error);
  return own ? std::string(own->id()) : error.what();
}

/// Passes without which the graph is still a core graph.
const std::set<std::string, std::less<>>& optional_passes() {
  static const std::set<std::string, std::less<>> names = {
      "constant_fold_shapes",  "identity_removal",   "common_subexpression_elimination",
      "dead_code_elimination", "element_forwarding", "regular_gather",
      "repeated_operations"};
  return names;
}

}  // namespace

Tensors tensors_in(const ir::Value& value) {
  Tensors result;
  if (const ir::TensorHandle* tensor = value.tensor()) result.push_back(*tensor);
  if (const std::vector<ir::Value>* list = value.list()) {
    for (const ir::Value& item : *list) {
      for (const ir::TensorHandle& tensor : tensors_in(item)) result.push_back(tensor);
    }
  }
  return result;
}

std::vector<ir::Value> AllModes::handles(const std::vector<Tensor>& tensors) {
  std::vector<ir::Value> values;
  for (const Tensor& tensor : tensors) values.emplace_back(tensor.handle());
  return values;
}

std::size_t AllModes::add(std::string name, const Capture& capture, Call call,
                          std::vector<Tensor> inputs) {
  Program program;
  program.name = std::move(name);
  program.call = std::move(call);
  for (const Tensor& tensor : inputs) program.inputs.push_back(tensor.handle());
  try {
    prepare(program, capture());
  } catch (const std::exception& error) {
    program.refused.emplace_back("capture", text_of(error));
  }
  programs_.push_back(std::move(program));
  return programs_.size() - 1;
}

std::size_t AllModes::add_graph(std::string name, ir::GraphModule module, Tensors inputs) {
  Program program;
  program.name = std::move(name);
  program.inputs = std::move(inputs);
  prepare(program, std::move(module));
  programs_.push_back(std::move(program));
  return programs_.size() - 1;
}

void AllModes::prepare(Program& program, ir::GraphModule captured) {
  const auto lower = [&](const std::string& mode, const std::string& without) {
    try {
      ir::GraphModule core = inline_modules(captured);
      ir::PassContext context;
      context.strict = true;
      if (!without.empty()) context.disabled.insert(without);
      ir::lower_to_core(core, context);
      if (without.empty()) {
        program.position = batch_.add(core);
        program.compiled = true;
      }
      program.graphs.emplace_back(mode, std::move(core));
    } catch (const std::exception& error) {
      program.refused.emplace_back(without.empty() ? "bundle" : mode, text_of(error));
    }
  };
  lower("core", "");
  for (const std::string& pass : optional_passes()) lower("core without " + pass, pass);
  program.graphs.emplace(program.graphs.begin(), "graph", std::move(captured));
}

void AllModes::build() { batch_.build(); }

std::vector<AllModes::Outcome> AllModes::run(std::size_t position, std::uint64_t seed) const {
  const Program& program = programs_[position];
  std::vector<Outcome> outcomes;
  const auto run_mode = [&](const std::string& mode, auto function) {
    Outcome outcome;
    outcome.mode = mode;
    outcome.inputs = copies_with_strides(program.inputs);
    manual_seed(seed);
    try {
      outcome.results = function(outcome.inputs);
    } catch (const std::exception& error) {
      outcome.refused = text_of(error);
    }
    outcomes.push_back(std::move(outcome));
  };
  if (program.call) {
    run_mode("eager", [&](const Tensors& inputs) {
      return program.call(std::vector<Tensor>(inputs.begin(), inputs.end()));
    });
  }
  for (const auto& [mode, graph] : program.graphs) {
    run_mode(mode, [&graph = graph](const Tensors& inputs) {
      ir::Interpreter interpreter(graph, eager_executor());
      Tensors results =
          tensors_in(interpreter.run(std::vector<ir::Value>(inputs.begin(), inputs.end())));
      write_back(graph.graph, inputs, results);
      return results;
    });
  }
  if (program.compiled) {
    run_mode("bundle",
             [&](const Tensors& inputs) { return batch_.run(program.position, inputs, seed); });
  }
  for (const auto& [mode, id] : program.refused) outcomes.push_back({mode, {}, {}, id});
  return outcomes;
}

std::string AllModes::disagreement(std::size_t program, bool exact) const {
  const std::vector<Outcome> outcomes = run(program);
  const Outcome& first = outcomes.front();
  if (!first.refused.empty()) return first.mode + " refused: " + first.refused;
  for (const Outcome& outcome : outcomes) {
    std::string problem = outcome.refused.empty() ? "" : "refused: " + outcome.refused;
    if (problem.empty()) {
      problem = difference(outcome.results, first.results,
                           std::vector<bool>(first.results.size(), exact));
    }
    if (problem.empty() && !outcome.inputs.empty()) {
      problem =
          difference(outcome.inputs, first.inputs, std::vector<bool>(first.inputs.size(), true));
    }
    if (!problem.empty()) return fmt::format("{}, {}: {}", name(program), outcome.mode, problem);
  }
  return {};
}

}  // namespace weft::differential
