/// \file A plain evaluator of operators over arrays of doubles: what a Compute, a view map or a
/// decomposition says, element by element, with every step rounded to its type.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <weft/ir/graph.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir::testing {

/// A dense tensor. Values are doubles, so integers beyond 2^53 do not occur.
struct Array {
  DType dtype = DType::kFloat32;
  std::vector<std::int64_t> sizes;
  std::vector<double> data;

  TensorMeta meta() const;
};

/// The elements 0, 1, 2, ... times `scale`.
Array counting(std::vector<std::int64_t> sizes, double scale = 1.0, DType dtype = DType::kFloat32);
Array vector_of(std::vector<double> data, DType dtype = DType::kFloat32);
Array integers(std::vector<double> data);

/// A value rounded, wrapped or truncated to what the type can hold.
double round_to(DType type, double value);

/// \error std::out_of_range for a load outside of an input, and for a checked index out of range
Array evaluate_compute(const Compute& compute, const std::vector<Array>& inputs);
Array evaluate_view(const ViewMap& view, const Array& input);

/// Thrown for a kernel of its own, which has no meaning that could be evaluated.
struct NoMeaning {};

using Nodes = const std::vector<Node*>&;
using List = std::vector<Argument>;
/// Builds the arguments of a call from the nodes of its tensors.
using Arguments = std::function<List(Nodes)>;
using NamedArguments = std::function<KeywordArguments(Nodes)>;

/// Runs one operator by its full name. Decompositions are followed, and the metas that the table
/// infers have to agree with what comes out.
/// \error NoMeaning for Structured operators
std::vector<Array> run(std::string_view full_name, const std::vector<Array>& tensors,
                       const Arguments& arguments);
/// The same for the first overload of a name that takes the arguments.
std::vector<Array> run_named(std::string_view name, const std::vector<Array>& tensors,
                             const NamedArguments& arguments);

/// What the table infers for a call by full name.
ValueMeta infer_call(std::string_view full_name, const std::vector<TensorMeta>& tensors,
                     const Arguments& arguments);
ValueMeta infer_named(std::string_view name, const std::vector<TensorMeta>& tensors,
                      const NamedArguments& arguments);
/// The id of the diagnostic that a call raises; empty where it raises none.
std::string error_of(std::string_view full_name, const std::vector<TensorMeta>& tensors,
                     const Arguments& arguments);

}  // namespace weft::ir::testing
