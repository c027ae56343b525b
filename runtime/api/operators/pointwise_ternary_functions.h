/// \file Free functions of the operators in pointwise_ternary_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// input where the condition holds, other elsewhere.
/// \source where(Tensor condition, Tensor|Scalar input, Tensor|Scalar other) -> Tensor
Tensor where(TensorArg condition, TensorArg input, TensorArg other);
Tensor where(TensorArg condition, TensorArg input, const Scalar& other);
Tensor where(TensorArg condition, const Scalar& input, TensorArg other);
Tensor where(TensorArg condition, const Scalar& input, const Scalar& other);
/// value where the mask is set, input elsewhere.
/// \source masked_fill(Tensor input, Tensor mask, Tensor|Scalar value) -> Tensor
Tensor masked_fill(TensorArg input, TensorArg mask, TensorArg value);
Tensor masked_fill(TensorArg input, TensorArg mask, const Scalar& value);
/// value where the mask is set, input elsewhere. The result is written into the first tensor.
/// \source masked_fill_(Tensor(a!) input, Tensor mask, Tensor|Scalar value) -> Tensor(a!)
Tensor masked_fill_(TensorArg input, TensorArg mask, TensorArg value);
Tensor masked_fill_(TensorArg input, TensorArg mask, const Scalar& value);
/// input + weight * (end - input).
/// \source lerp(Tensor input, Tensor end, Tensor|Scalar weight) -> Tensor
Tensor lerp(TensorArg input, TensorArg end, TensorArg weight);
Tensor lerp(TensorArg input, TensorArg end, const Scalar& weight);
/// input + weight * (end - input). The result is written into the first tensor.
/// \source lerp_(Tensor(a!) input, Tensor end, Tensor|Scalar weight) -> Tensor(a!)
Tensor lerp_(TensorArg input, TensorArg end, TensorArg weight);
Tensor lerp_(TensorArg input, TensorArg end, const Scalar& weight);
/// input + value * tensor1 * tensor2.
/// \source addcmul(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
Tensor addcmul(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);
/// input + value * tensor1 * tensor2. The result is written into the first tensor.
/// \source addcmul_(Tensor(a!) input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)
Tensor addcmul_(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);
/// input + value * tensor1 / tensor2.
/// \source addcdiv(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
Tensor addcdiv(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);
/// input + value * tensor1 / tensor2. The result is written into the first tensor.
/// \source addcdiv_(Tensor(a!) input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)
Tensor addcdiv_(TensorArg input, TensorArg tensor1, TensorArg tensor2, const Scalar& value = 1);

}  // namespace weft

