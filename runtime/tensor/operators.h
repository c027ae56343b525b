/// \file C++ operators on tensors.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

#define WEFT_TENSOR_OPERATOR(op)                          \
  Tensor operator op(TensorArg a, TensorArg b);           \
  Tensor operator op(TensorArg a, const Scalar& b);       \
  Tensor operator op(const Scalar& a, TensorArg b)
// Arithmetic; `/` is true division, `%` has the sign of the divisor.
WEFT_TENSOR_OPERATOR(+);
WEFT_TENSOR_OPERATOR(-);
WEFT_TENSOR_OPERATOR(*);
WEFT_TENSOR_OPERATOR(/);
WEFT_TENSOR_OPERATOR(%);
// Comparisons give bool tensors.
WEFT_TENSOR_OPERATOR(==);
WEFT_TENSOR_OPERATOR(!=);
WEFT_TENSOR_OPERATOR(<);
WEFT_TENSOR_OPERATOR(<=);
WEFT_TENSOR_OPERATOR(>);
WEFT_TENSOR_OPERATOR(>=);
// Bitwise on integers, logical on bool.
WEFT_TENSOR_OPERATOR(&);
WEFT_TENSOR_OPERATOR(|);
WEFT_TENSOR_OPERATOR(^);
#undef WEFT_TENSOR_OPERATOR

Tensor operator-(TensorArg a);
Tensor operator~(TensorArg a);
Tensor operator!(TensorArg a);

}  // namespace weft
