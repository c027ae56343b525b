/// \file Free functions of the operators in loss_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Squares of the differences.
/// \source mse_loss(Tensor input, Tensor target, str reduction='mean') -> Tensor
Tensor mse_loss(TensorArg input, TensorArg target, const ReductionArg& reduction = "mean");
/// Absolute values of the differences.
/// \source l1_loss(Tensor input, Tensor target, str reduction='mean') -> Tensor
Tensor l1_loss(TensorArg input, TensorArg target, const ReductionArg& reduction = "mean");
/// Absolute values of the differences, squares where they are below `beta`.
/// \source smooth_l1_loss(Tensor input, Tensor target, str reduction='mean', float beta=1.0) -> Tensor
Tensor smooth_l1_loss(TensorArg input, TensorArg target, const ReductionArg& reduction = "mean", double beta = 1.0);
/// Half the squares of the differences, lines where they are above `delta`.
/// \source huber_loss(Tensor input, Tensor target, str reduction='mean', float delta=1.0) -> Tensor
Tensor huber_loss(TensorArg input, TensorArg target, const ReductionArg& reduction = "mean", double delta = 1.0);
/// Cross entropy of probabilities of two classes.
/// \source binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean') -> Tensor
Tensor binary_cross_entropy(TensorArg input, TensorArg target, const OptionalTensor& weight = no_tensor(), const ReductionArg& reduction = "mean");
/// Cross entropy of two classes, of the logits of the probabilities.
/// \source binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, str reduction='mean') -> Tensor
Tensor binary_cross_entropy_with_logits(TensorArg input, TensorArg target, const OptionalTensor& weight = no_tensor(), const OptionalTensor& pos_weight = no_tensor(), const ReductionArg& reduction = "mean");
/// Divergence of log probabilities from probabilities.
/// \source kl_div(Tensor input, Tensor target, str reduction='mean', *, bool log_target=False) -> Tensor
Tensor kl_div(TensorArg input, TensorArg target, const ReductionArg& reduction = "mean", bool log_target = false);
/// Minus the log probabilities of the target classes.
/// \source nll_loss(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean', int ignore_index=-100) -> Tensor
Tensor nll_loss(TensorArg input, TensorArg target, const OptionalTensor& weight = no_tensor(), const ReductionArg& reduction = "mean", std::int64_t ignore_index = -100);
/// Cross entropy of the softmax of `input` with target classes or probabilities.
/// \source cross_entropy_loss(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean', int ignore_index=-100, float label_smoothing=0.0) -> Tensor
Tensor cross_entropy_loss(TensorArg input, TensorArg target, const OptionalTensor& weight = no_tensor(), const ReductionArg& reduction = "mean", std::int64_t ignore_index = -100, double label_smoothing = 0.0);

}  // namespace weft

namespace weft::functional {

/// Cross entropy of the softmax of `input` with target classes or probabilities.
/// \source cross_entropy(Tensor input, Tensor target, Tensor? weight=None, int ignore_index=-100, str reduction='mean', float label_smoothing=0.0) -> Tensor
Tensor cross_entropy(TensorArg input, TensorArg target, const OptionalTensor& weight = no_tensor(), std::int64_t ignore_index = -100, const ReductionArg& reduction = "mean", double label_smoothing = 0.0);

}  // namespace weft::functional

