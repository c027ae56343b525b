/// \file Running graphs and programs on small tensors, for tests.
#pragma once

#include <random>
#include <string>
#include <vector>

#include <weft/codegen/loop/lower.h>

#include "element.h"

namespace weft::codegen::test {

/// A dense tensor.
struct Array {
  DType dtype = DType::kFloat32;
  std::vector<std::int64_t> sizes;
  std::vector<Element> elements;
};

Array make_array(const ir::TensorMeta& meta);
/// Floats in [-2, 2), integers in [-3, 3] (unsigned ones in [0, 3]), bool.
Array random_array(const ir::TensorMeta& meta, std::mt19937& random);

/// Values for the inputs and the weights of a graph, by placeholder and by path.
struct Inputs {
  std::vector<Array> placeholders;
  std::vector<std::pair<std::string, Array>> weights;
};
Inputs random_inputs(const ir::GraphModule& module, unsigned seed);

/// Runs a core graph operator by operator from the operators' own tensor expressions.
std::vector<Array> run_graph(const ir::GraphModule& module, const Inputs& inputs);

/// Runs a program twice, the second time without the kernels that depend on weights only, and gives
/// the second results. Parallel and vector loops run backwards. Reading memory that was not
/// written, or has been written for another buffer since, is a Violation, and so is leaving a
/// buffer, and writing to one that is no output, arena or scratch memory.
std::vector<Array> run_program(const Program& program, const Inputs& inputs);

/// Empty where all is equal up to a relative error of `tolerance`, else the first difference.
std::string difference(const std::vector<Array>& expected, const std::vector<Array>& actual,
                       double tolerance = 1e-5);

}  // namespace weft::codegen::test
