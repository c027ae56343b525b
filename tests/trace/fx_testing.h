/// \file What the tests of captures share.
#pragma once

#include <gtest/gtest.h>

#include <torch/torch.h>

#include <string>
#include <vector>

#include <weft/frontend/trace/checks.h>
#include <weft/frontend/trace/custom_operator.h>
#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/structured_call.h>
#include <weft/frontend/trace/trace.h>
#include <weft/frontend/trace/wrap.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>

namespace weft::testing {

inline TensorSpec spec(const char* text) { return SpecParser().tensor(text); }

inline std::vector<float> floats(const Tensor& tensor) {
  const Tensor dense = tensor.to(kFloat).contiguous();
  const float* data = dense.data_ptr<float>();
  return std::vector<float>(data, data + dense.numel().value());
}

/// The error that `action` throws; a diagnostic without a kind if there is none.
template <typename F>
Diagnostic error_of(F action) {
  try {
    action();
  } catch (const Error& error) {
    return error.diagnostic();
  }
  ADD_FAILURE() << "no error";
  return {};
}

template <typename F>
std::string error_id(F action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error.id());
  }
  return "none";
}

/// Opcode and target of every node: "call_function add".
inline std::vector<std::string> steps(const ir::Graph& graph) {
  std::vector<std::string> result;
  for (const ir::Node* node : graph) {
    result.push_back(std::string(ir::opcode_name(node->opcode())) + " " + node->target());
  }
  return result;
}

inline std::size_t count(const ir::Graph& graph, ir::OpCode opcode, std::string_view target = {}) {
  return graph.find_nodes(opcode, target).size();
}

template <typename T>
TraceOptions with_tracer() {
  TraceOptions options;
  options.make_tracer = [] { return std::make_unique<T>(); };
  return options;
}

}  // namespace weft::testing
