// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/loss_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor mse_loss(TensorArg input, TensorArg target, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("mse_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor l1_loss(TensorArg input, TensorArg target, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("l1_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor smooth_l1_loss(TensorArg input, TensorArg target, const ReductionArg& reduction, double beta) {
  static const ir::Operator& op = ir::get_operator("smooth_l1_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(reduction), to_value(beta)}, CallStyle::kFunction, input.where()));
}
Tensor huber_loss(TensorArg input, TensorArg target, const ReductionArg& reduction, double delta) {
  static const ir::Operator& op = ir::get_operator("huber_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(reduction), to_value(delta)}, CallStyle::kFunction, input.where()));
}
Tensor binary_cross_entropy(TensorArg input, TensorArg target, const OptionalTensor& weight, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("binary_cross_entropy");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(weight), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor binary_cross_entropy_with_logits(TensorArg input, TensorArg target, const OptionalTensor& weight, const OptionalTensor& pos_weight, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("binary_cross_entropy_with_logits");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(weight), to_value(pos_weight), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor kl_div(TensorArg input, TensorArg target, const ReductionArg& reduction, bool log_target) {
  static const ir::Operator& op = ir::get_operator("kl_div");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(reduction), to_value(log_target)}, CallStyle::kFunction, input.where()));
}
Tensor nll_loss(TensorArg input, TensorArg target, const OptionalTensor& weight, const ReductionArg& reduction, std::int64_t ignore_index) {
  static const ir::Operator& op = ir::get_operator("nll_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(weight), to_value(reduction), to_value(ignore_index)}, CallStyle::kFunction, input.where()));
}
Tensor cross_entropy_loss(TensorArg input, TensorArg target, const OptionalTensor& weight, const ReductionArg& reduction, std::int64_t ignore_index, double label_smoothing) {
  static const ir::Operator& op = ir::get_operator("cross_entropy_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(weight), to_value(reduction), to_value(ignore_index), to_value(label_smoothing)}, CallStyle::kFunction, input.where()));
}
Tensor cosine_embedding_loss(TensorArg input1, TensorArg input2, TensorArg target, double margin, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("cosine_embedding_loss");
  return to_tensor(dispatch(op, {to_value(input1), to_value(input2), to_value(target), to_value(margin), to_value(reduction)}, CallStyle::kFunction, input1.where()));
}
Tensor hinge_embedding_loss(TensorArg input, TensorArg target, double margin, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("hinge_embedding_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(margin), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor margin_ranking_loss(TensorArg input1, TensorArg input2, TensorArg target, double margin, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("margin_ranking_loss");
  return to_tensor(dispatch(op, {to_value(input1), to_value(input2), to_value(target), to_value(margin), to_value(reduction)}, CallStyle::kFunction, input1.where()));
}
Tensor multi_margin_loss(TensorArg input, TensorArg target, const Scalar& p, const Scalar& margin, const OptionalTensor& weight, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("multi_margin_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(p), to_value(margin), to_value(weight), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor poisson_nll_loss(TensorArg input, TensorArg target, bool log_input, bool full, double eps, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("poisson_nll_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(log_input), to_value(full), to_value(eps), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor soft_margin_loss(TensorArg input, TensorArg target, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("soft_margin_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(reduction)}, CallStyle::kFunction, input.where()));
}
Tensor triplet_margin_loss(TensorArg anchor, TensorArg positive, TensorArg negative, double margin, double p, double eps, bool swap, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("triplet_margin_loss");
  return to_tensor(dispatch(op, {to_value(anchor), to_value(positive), to_value(negative), to_value(margin), to_value(p), to_value(eps), to_value(swap), to_value(reduction)}, CallStyle::kFunction, anchor.where()));
}
Tensor pairwise_distance(TensorArg x1, TensorArg x2, double p, double eps, bool keepdim) {
  static const ir::Operator& op = ir::get_operator("pairwise_distance");
  return to_tensor(dispatch(op, {to_value(x1), to_value(x2), to_value(p), to_value(eps), to_value(keepdim)}, CallStyle::kFunction, x1.where()));
}

}  // namespace weft

namespace weft::functional {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor cross_entropy(TensorArg input, TensorArg target, const OptionalTensor& weight, std::int64_t ignore_index, const ReductionArg& reduction, double label_smoothing) {
  static const ir::Operator& op = ir::get_operator("cross_entropy");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(weight), to_value(ignore_index), to_value(reduction), to_value(label_smoothing)}, CallStyle::kFunction, input.where()));
}
Tensor multilabel_soft_margin_loss(TensorArg input, TensorArg target, const OptionalTensor& weight, const ReductionArg& reduction) {
  static const ir::Operator& op = ir::get_operator("multilabel_soft_margin_loss");
  return to_tensor(dispatch(op, {to_value(input), to_value(target), to_value(weight), to_value(reduction)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft::functional

