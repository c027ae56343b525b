/// \file Decompositions of softmax and its relatives.
#include <weft/ir/operators/softmax.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/decompose_steps.h>
#include <weft/ir/operators/operand_checks.h>

namespace weft::ir {
namespace {

struct Shifted {
  DType result;  ///< type of the final result
  Node* values;  ///< x - max(x), in the compute type
  Argument dim;
};

Shifted shift_by_maximum(Decomposition& d, bool negate) {
  const Call& call = d.call();
  Argument x = d.argument(0);
  call.dimension(call.constant_integer(1), d.meta(x).rank());
  const DType result = call.dtype(2).value_or(d.meta(x).dtype);
  need_floating(call, result);
  x = converted(d, converted(d, x, result), compute_type(result));
  if (negate) x = d.op("neg", {x});
  const Argument& dim = d.argument(1);
  Node* largest = d.op("_max_or_lowest", {x, dim, true});
  return {result, d.op("sub", {x, largest}), dim};
}

std::vector<Node*> softmax(Decomposition& d, bool negate) {
  const Shifted x = shift_by_maximum(d, negate);
  Node* exponentials = d.op("exp", {x.values});
  Node* sum = d.op("sum.dim", {exponentials, x.dim, true});
  return {converted_node(d, d.op("div", {exponentials, sum}), x.result)};
}

}  // namespace

std::vector<Node*> softmax_rule(Decomposition& d) { return softmax(d, false); }
std::vector<Node*> softmin_rule(Decomposition& d) { return softmax(d, true); }

std::vector<Node*> log_softmax_rule(Decomposition& d) {
  const Shifted x = shift_by_maximum(d, false);
  // Not x - (max + log(sum)): next to a large maximum the logarithm would be lost.
  Node* sum = d.op("sum.dim", {d.op("exp", {x.values}), x.dim, true});
  return {converted_node(d, d.op("sub", {x.values, d.op("log", {sum})}), x.result)};
}

std::vector<Node*> logsumexp_rule(Decomposition& d) {
  const DType given = d.meta(d.argument(0)).dtype;
  const DType result = is_floating(given) ? given : DType::kFloat32;
  const Argument x = converted(d, d.argument(0), compute_type(result));
  const Argument& dim = d.argument(1);
  const bool keep = d.call().boolean(2);
  Node* largest = d.op("_max_or_lowest", {x, dim, true});
  // An infinite maximum would give infinity - infinity.
  Node* shift = d.op("masked_fill", {largest, d.op("isinf", {largest}), 0.0});
  Node* exponentials = d.op("exp", {d.op("sub", {x, shift})});
  Node* sum = d.op("sum.dim", {exponentials, dim, true});
  Node* value = d.op("add", {d.op("log", {sum}), shift});
  if (!keep) value = without_reduced(d, value);
  return {converted_node(d, value, result)};
}

}  // namespace weft::ir
