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
/// 1 less the cosine for pairs of one kind, the cosine above `margin` for others.
/// \source cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str reduction='mean') -> Tensor
Tensor cosine_embedding_loss(TensorArg input1, TensorArg input2, TensorArg target, double margin = 0.0, const ReductionArg& reduction = "mean");
/// Distances of pairs of one kind, what is missing to `margin` for others.
/// \source hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, str reduction='mean') -> Tensor
Tensor hinge_embedding_loss(TensorArg input, TensorArg target, double margin = 1.0, const ReductionArg& reduction = "mean");
/// What the difference lacks to `margin`, with the sign of the target.
/// \source margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str reduction='mean') -> Tensor
Tensor margin_ranking_loss(TensorArg input1, TensorArg input2, TensorArg target, double margin = 0.0, const ReductionArg& reduction = "mean");
/// What the target class lacks to `margin` above the other classes.
/// \source multi_margin_loss(Tensor input, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, str reduction='mean') -> Tensor
Tensor multi_margin_loss(TensorArg input, TensorArg target, const Scalar& p = 1, const Scalar& margin = 1, const OptionalTensor& weight = no_tensor(), const ReductionArg& reduction = "mean");
/// Minus the log likelihood of counts.
/// \source poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, str reduction='mean') -> Tensor
Tensor poisson_nll_loss(TensorArg input, TensorArg target, bool log_input, bool full, double eps, const ReductionArg& reduction = "mean");
/// log(1 + exp(-target * input)).
/// \source soft_margin_loss(Tensor input, Tensor target, str reduction='mean') -> Tensor
Tensor soft_margin_loss(TensorArg input, TensorArg target, const ReductionArg& reduction = "mean");
/// What the negative lacks to be `margin` farther than the positive.
/// \source triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2.0, float eps=1e-06, bool swap=False, str reduction='mean') -> Tensor
Tensor triplet_margin_loss(TensorArg anchor, TensorArg positive, TensorArg negative, double margin = 1.0, double p = 2.0, double eps = 1e-06, bool swap = false, const ReductionArg& reduction = "mean");
/// p-norm of x1 - x2 + eps over the last dimension.
/// \source pairwise_distance(Tensor x1, Tensor x2, float p=2.0, float eps=1e-06, bool keepdim=False) -> Tensor
Tensor pairwise_distance(TensorArg x1, TensorArg x2, double p = 2.0, double eps = 1e-06, bool keepdim = false);

}  // namespace weft

namespace weft::functional {

/// Cross entropy of the softmax of `input` with target classes or probabilities.
/// \source cross_entropy(Tensor input, Tensor target, Tensor? weight=None, int ignore_index=-100, str reduction='mean', float label_smoothing=0.0) -> Tensor
Tensor cross_entropy(TensorArg input, TensorArg target, const OptionalTensor& weight = no_tensor(), std::int64_t ignore_index = -100, const ReductionArg& reduction = "mean", double label_smoothing = 0.0);
/// Mean over the classes of the cross entropy of two classes.
/// \source multilabel_soft_margin_loss(Tensor input, Tensor target, Tensor? weight=None, str reduction='mean') -> Tensor
Tensor multilabel_soft_margin_loss(TensorArg input, TensorArg target, const OptionalTensor& weight = no_tensor(), const ReductionArg& reduction = "mean");

}  // namespace weft::functional

