/// \file Rounding: which values of a random graph may differ in their last digits between modes.
#pragma once

#include <set>
#include <string>
#include <unordered_set>
#include <variant>

#include <weft/ir/operators/operator.h>
#include <weft/ir/tensor_meta.h>

namespace weft::differential {

/// Elementary functions may differ in the last digit between modes, and so does what is computed
/// from them.
class Rounding {
 public:
  /// Called for every node with a meta, in graph order.
  void note(const ir::Node* node) {
    static const std::set<std::string> same_everywhere = {
        "neg",  "abs",     "relu",    "mul",  "add",    "sub",        "rsub",
        "div",  "maximum", "minimum", "sqrt", "square", "reciprocal", "floor",
        "ceil", "trunc",   "round",   "frac", "sign",   "clamp",      "where"};
    const ir::Operator& op = *node->op();
    const ir::TensorMeta* meta = node->meta.value.tensor();
    bool rounded = std::holds_alternative<ir::Pointwise>(op.meaning()) && meta != nullptr &&
                   ir::is_floating(meta->dtype) && same_everywhere.count(op.schema.name) == 0;
    for (const ir::Node* operand : node->all_input_nodes()) {
      rounded = rounded || rounded_.count(operand) != 0;
    }
    if (rounded) rounded_.insert(node);
  }
  bool is_rounded(const ir::Node* node) const { return rounded_.count(node) != 0; }
  /// Operators whose result a last digit of an operand may change altogether.
  static bool decides(const std::string& name) {
    static const std::set<std::string> names = {
        "eq",        "ne",          "lt",           "le",          "gt",          "ge",
        "isclose",   "logical_and", "logical_or",   "logical_xor", "logical_not", "sign",
        "sgn",       "floor",       "ceil",         "trunc",       "round",       "frac",
        "fmod",      "remainder",   "floor_divide", "heaviside",   "signbit",     "nextafter",
        "threshold", "hardshrink",  "xlogy"};
    return names.count(name) != 0;
  }
  /// A difference of rounded values: it may leave nothing but their last digits.
  bool is_difference(const ir::Node* node) const {
    static const std::set<std::string> differences = {"add",  "sub",     "rsub",
                                                      "lerp", "addcmul", "addcdiv"};
    return node->op() != nullptr && rounded_.count(node) != 0 &&
           differences.count(node->op()->schema.name) != 0;
  }

 private:
  std::unordered_set<const ir::Node*> rounded_;
};

}  // namespace weft::differential
