/// \file Shapes and types of random tensors.
#pragma once

#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// Significant binary digits of a type: integers up to 2^digits are exact.
int significant_digits(DType type);

/// Shape from the parameter `size`, type from `dtype` or float32. \error W1208 unless floating
std::vector<ValueMeta> random_float_rule(const Call& call);
/// Shape from the parameter `size`, type from `dtype` or int64. \error W1209 for an empty range
std::vector<ValueMeta> random_integer_rule(const Call& call);
std::vector<ValueMeta> random_permutation_rule(const Call& call);
/// Shape and type of `input`, or type `dtype`.
std::vector<ValueMeta> random_like_rule(const Call& call);
/// The same. \error W1208 unless floating
std::vector<ValueMeta> random_float_like_rule(const Call& call);
std::vector<ValueMeta> multinomial_rule(const Call& call);
/// mean + std * randn over the broadcast shape.
std::vector<Node*> normal_rule(Decomposition& d);

}  // namespace weft::ir
