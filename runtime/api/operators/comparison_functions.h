/// \file Free functions of the operators in comparison_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// input == other.
/// \source eq(Tensor input, Tensor|Scalar other) -> Tensor
Tensor eq(TensorArg input, TensorArg other);
Tensor eq(TensorArg input, const Scalar& other);
/// input == other. The result is written into the first tensor.
/// \source eq_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor eq_(TensorArg input, TensorArg other);
Tensor eq_(TensorArg input, const Scalar& other);
/// input != other.
/// \source ne(Tensor input, Tensor|Scalar other) -> Tensor
Tensor ne(TensorArg input, TensorArg other);
Tensor ne(TensorArg input, const Scalar& other);
/// input != other. The result is written into the first tensor.
/// \source ne_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor ne_(TensorArg input, TensorArg other);
Tensor ne_(TensorArg input, const Scalar& other);
/// input < other.
/// \source lt(Tensor input, Tensor|Scalar other) -> Tensor
Tensor lt(TensorArg input, TensorArg other);
Tensor lt(TensorArg input, const Scalar& other);
/// input < other. The result is written into the first tensor.
/// \source lt_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor lt_(TensorArg input, TensorArg other);
Tensor lt_(TensorArg input, const Scalar& other);
/// input <= other.
/// \source le(Tensor input, Tensor|Scalar other) -> Tensor
Tensor le(TensorArg input, TensorArg other);
Tensor le(TensorArg input, const Scalar& other);
/// input <= other. The result is written into the first tensor.
/// \source le_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor le_(TensorArg input, TensorArg other);
Tensor le_(TensorArg input, const Scalar& other);
/// input > other.
/// \source gt(Tensor input, Tensor|Scalar other) -> Tensor
Tensor gt(TensorArg input, TensorArg other);
Tensor gt(TensorArg input, const Scalar& other);
/// input > other. The result is written into the first tensor.
/// \source gt_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor gt_(TensorArg input, TensorArg other);
Tensor gt_(TensorArg input, const Scalar& other);
/// input >= other.
/// \source ge(Tensor input, Tensor|Scalar other) -> Tensor
Tensor ge(TensorArg input, TensorArg other);
Tensor ge(TensorArg input, const Scalar& other);
/// input >= other. The result is written into the first tensor.
/// \source ge_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor ge_(TensorArg input, TensorArg other);
Tensor ge_(TensorArg input, const Scalar& other);
/// input > other.
/// \source greater(Tensor input, Tensor|Scalar other) -> Tensor
Tensor greater(TensorArg input, TensorArg other);
Tensor greater(TensorArg input, const Scalar& other);
/// input > other. The result is written into the first tensor.
/// \source greater_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor greater_(TensorArg input, TensorArg other);
Tensor greater_(TensorArg input, const Scalar& other);
/// input < other.
/// \source less(Tensor input, Tensor|Scalar other) -> Tensor
Tensor less(TensorArg input, TensorArg other);
Tensor less(TensorArg input, const Scalar& other);
/// input < other. The result is written into the first tensor.
/// \source less_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor less_(TensorArg input, TensorArg other);
Tensor less_(TensorArg input, const Scalar& other);
/// input >= other.
/// \source greater_equal(Tensor input, Tensor|Scalar other) -> Tensor
Tensor greater_equal(TensorArg input, TensorArg other);
Tensor greater_equal(TensorArg input, const Scalar& other);
/// input >= other. The result is written into the first tensor.
/// \source greater_equal_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor greater_equal_(TensorArg input, TensorArg other);
Tensor greater_equal_(TensorArg input, const Scalar& other);
/// input <= other.
/// \source less_equal(Tensor input, Tensor|Scalar other) -> Tensor
Tensor less_equal(TensorArg input, TensorArg other);
Tensor less_equal(TensorArg input, const Scalar& other);
/// input <= other. The result is written into the first tensor.
/// \source less_equal_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor less_equal_(TensorArg input, TensorArg other);
Tensor less_equal_(TensorArg input, const Scalar& other);
/// input != other.
/// \source not_equal(Tensor input, Tensor|Scalar other) -> Tensor
Tensor not_equal(TensorArg input, TensorArg other);
Tensor not_equal(TensorArg input, const Scalar& other);
/// input != other. The result is written into the first tensor.
/// \source not_equal_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor not_equal_(TensorArg input, TensorArg other);
Tensor not_equal_(TensorArg input, const Scalar& other);
/// True where |input - other| <= atol + rtol * |other|, or both are equal.
/// \source isclose(Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor
Tensor isclose(TensorArg input, TensorArg other, double rtol = 1e-05, double atol = 1e-08, bool equal_nan = false);
/// True where both elements are not 0.
/// \source logical_and(Tensor input, Tensor other) -> Tensor
Tensor logical_and(TensorArg input, TensorArg other);
/// True where both elements are not 0. The result is written into the first tensor.
/// \source logical_and_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor logical_and_(TensorArg input, TensorArg other);
/// True where an element is not 0.
/// \source logical_or(Tensor input, Tensor other) -> Tensor
Tensor logical_or(TensorArg input, TensorArg other);
/// True where an element is not 0. The result is written into the first tensor.
/// \source logical_or_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor logical_or_(TensorArg input, TensorArg other);
/// True where exactly one element is not 0.
/// \source logical_xor(Tensor input, Tensor other) -> Tensor
Tensor logical_xor(TensorArg input, TensorArg other);
/// True where exactly one element is not 0. The result is written into the first tensor.
/// \source logical_xor_(Tensor(a!) input, Tensor other) -> Tensor(a!)
Tensor logical_xor_(TensorArg input, TensorArg other);
/// Bits, or bools, set in both.
/// \source bitwise_and(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_and(TensorArg input, TensorArg other);
Tensor bitwise_and(TensorArg input, const Scalar& other);
/// Bits, or bools, set in both. The result is written into the first tensor.
/// \source bitwise_and_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_and_(TensorArg input, TensorArg other);
Tensor bitwise_and_(TensorArg input, const Scalar& other);
/// Bits, or bools, set in either.
/// \source bitwise_or(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_or(TensorArg input, TensorArg other);
Tensor bitwise_or(TensorArg input, const Scalar& other);
/// Bits, or bools, set in either. The result is written into the first tensor.
/// \source bitwise_or_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_or_(TensorArg input, TensorArg other);
Tensor bitwise_or_(TensorArg input, const Scalar& other);
/// Bits, or bools, set in one.
/// \source bitwise_xor(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_xor(TensorArg input, TensorArg other);
Tensor bitwise_xor(TensorArg input, const Scalar& other);
/// Bits, or bools, set in one. The result is written into the first tensor.
/// \source bitwise_xor_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_xor_(TensorArg input, TensorArg other);
Tensor bitwise_xor_(TensorArg input, const Scalar& other);
/// The bits of each integer moved up.
/// \source bitwise_left_shift(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_left_shift(TensorArg input, TensorArg other);
Tensor bitwise_left_shift(TensorArg input, const Scalar& other);
/// The bits of each integer moved up. The result is written into the first tensor.
/// \source bitwise_left_shift_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_left_shift_(TensorArg input, TensorArg other);
Tensor bitwise_left_shift_(TensorArg input, const Scalar& other);
/// The bits of each integer moved down; the sign stays.
/// \source bitwise_right_shift(Tensor input, Tensor|Scalar other) -> Tensor
Tensor bitwise_right_shift(TensorArg input, TensorArg other);
Tensor bitwise_right_shift(TensorArg input, const Scalar& other);
/// The bits of each integer moved down; the sign stays. The result is written into the first tensor.
/// \source bitwise_right_shift_(Tensor(a!) input, Tensor|Scalar other) -> Tensor(a!)
Tensor bitwise_right_shift_(TensorArg input, TensorArg other);
Tensor bitwise_right_shift_(TensorArg input, const Scalar& other);

}  // namespace weft

