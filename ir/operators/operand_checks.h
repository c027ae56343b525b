/// \file Demands on operands that several families of rows share. Each has the form of an
/// OperandCheck: `type` is the type after promotion.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// \error W1208 where the type is bool
void refuse_bool(const Call& call, DType type);
/// \error W1208 unless the type is floating
void need_floating(const Call& call, DType type);
/// \error W1208 for floating types (bitwise operators)
void refuse_floating(const Call& call, DType type);
/// \error W1208 unless the type is an integer type, bool not included (shifts)
void need_integers(const Call& call, DType type);

/// The constant number at position `i` must have a value in `type`; anything else there passes.
/// \error W1209
void need_fitting_number(const Call& call, std::size_t i, DType type);
/// Integer division by a constant zero is refused before anything runs.
/// \error W1211
void refuse_zero_divisor(const Call& call, std::size_t i, DType type);
/// \error W1207 where the argument is a tensor with dimensions
void need_single_value(const Call& call, std::size_t i);
/// \error W1208 unless the tensor is bool, or uint8, which stands for bool in old code
void need_mask(const Call& call, std::size_t i);

/// \error W1208 unless both are tensors of one type
void need_same_type(const Call& call, std::size_t i, std::size_t k);
/// \error W1207 unless both are tensors of as many dimensions
void need_same_rank(const Call& call, std::size_t i, std::size_t k);

/// Category of the number or tensor at position `i`.
DTypeCategory category_of_argument(const Call& call, std::size_t i);

}  // namespace weft::ir
