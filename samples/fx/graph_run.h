/// \file Running a captured graph on tensors, eagerly.
#pragma once

#include <torch/torch.h>

#include <weft/ir/interpreter.h>
#include <weft/runtime/dispatch.h>

inline torch::Tensor run_graph(const weft::ir::GraphModule& module, const torch::Tensor& x) {
  weft::ir::Interpreter interpreter(module, weft::eager_executor());
  return torch::Tensor(*interpreter.run({x.handle()}).tensor());
}
