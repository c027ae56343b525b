/// \file Decompositions of variance and standard deviation.
#include <weft/ir/operators/variance.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute.h>
#include <weft/ir/operators/decompose_steps.h>
#include <weft/ir/operators/operand_checks.h>

namespace weft::ir {
namespace {

/// What is taken off the number of elements: the overloads say it in different ways.
std::int64_t correction_of(const Call& call) {
  const Schema& schema = call.op().schema;
  if (const auto i = schema.find("correction")) return call.has(*i) ? call.constant_integer(*i) : 1;
  return call.boolean(*schema.find("unbiased")) ? 1 : 0;
}

Argument dimensions(const Call& call) {
  const std::vector<bool> reduced = reduced_dimensions(call);
  std::vector<std::int64_t> dims;
  for (std::size_t d = 0; d < reduced.size(); ++d) {
    if (reduced[d]) dims.push_back(static_cast<std::int64_t>(d));
  }
  return Argument::ints(dims);
}

std::vector<Node*> moments(Decomposition& d, bool root, bool with_mean) {
  const Call& call = d.call();
  const DType result = d.meta(d.argument(0)).dtype;
  need_floating(call, result);
  const Argument x = converted(d, d.argument(0), compute_type(result));
  const Argument dim = dimensions(call);
  const bool keep = keeps_dimensions(call);
  Node* mean = d.op("mean.dim", {x, dim, true});
  Node* distance = d.op("sub", {x, mean});
  Node* square = d.op("mul", {distance, distance});
  Node* spread = d.op("_corrected_mean", {square, dim, correction_of(call), keep});
  if (root) spread = d.op("sqrt", {spread});
  std::vector<Node*> results = {converted_node(d, spread, result)};
  if (with_mean) {
    if (!keep) mean = without_reduced(d, mean);
    results.push_back(converted_node(d, mean, result));
  }
  return results;
}

}  // namespace

std::vector<Node*> var_rule(Decomposition& d) { return moments(d, false, false); }
std::vector<Node*> std_rule(Decomposition& d) { return moments(d, true, false); }
std::vector<Node*> var_mean_rule(Decomposition& d) { return moments(d, false, true); }
std::vector<Node*> std_mean_rule(Decomposition& d) { return moments(d, true, true); }

}  // namespace weft::ir
