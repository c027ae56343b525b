#include <weft/runtime/nn/loss.h>

#include <weft/runtime/nn/operator_call.h>
#include <weft/runtime/nn/reduction_value.h>

namespace weft::nn {

namespace {

using operators::reduction_value;
using operators::tensor_value;

/// The operator on an input, its target and further arguments.
template <typename Reduction>
Tensor loss(const char* op, const TensorArg& input, const TensorArg& target,
            const Reduction& reduction, std::vector<api::NamedValue> arguments = {}) {
  arguments.emplace_back("target", target.get().handle());
  arguments.emplace_back("reduction", reduction_value(reduction));
  return operators::call_on(op, input, std::move(arguments));
}

}  // namespace

namespace functional {

Tensor l1_loss(TensorArg input, TensorArg target, const L1LossFuncOptions& options) {
  return loss("l1_loss", input, target, options.reduction());
}

Tensor mse_loss(TensorArg input, TensorArg target, const MSELossFuncOptions& options) {
  return loss("mse_loss", input, target, options.reduction());
}

Tensor smooth_l1_loss(TensorArg input, TensorArg target, const SmoothL1LossFuncOptions& options) {
  return loss("smooth_l1_loss", input, target, options.reduction(),
              {{"beta", options.beta().value_or(1.0)}});
}

Tensor huber_loss(TensorArg input, TensorArg target, const HuberLossFuncOptions& options) {
  return loss("huber_loss", input, target, options.reduction(), {{"delta", options.delta()}});
}

Tensor binary_cross_entropy(TensorArg input, TensorArg target,
                            const BinaryCrossEntropyFuncOptions& options) {
  return loss("binary_cross_entropy", input, target, options.reduction(),
              {{"weight", tensor_value(options.weight())}});
}

Tensor binary_cross_entropy_with_logits(TensorArg input, TensorArg target,
                                        const BinaryCrossEntropyWithLogitsFuncOptions& options) {
  return loss("binary_cross_entropy_with_logits", input, target, options.reduction(),
              {{"weight", tensor_value(options.weight())},
               {"pos_weight", tensor_value(options.pos_weight())}});
}

Tensor nll_loss(TensorArg input, TensorArg target, const NLLLossFuncOptions& options) {
  return loss(
      "nll_loss", input, target, options.reduction(),
      {{"weight", tensor_value(options.weight())}, {"ignore_index", options.ignore_index()}});
}

Tensor cross_entropy(TensorArg input, TensorArg target, const CrossEntropyFuncOptions& options) {
  return loss("cross_entropy", input, target, options.reduction(),
              {{"weight", tensor_value(options.weight())},
               {"ignore_index", options.ignore_index()},
               {"label_smoothing", options.label_smoothing()}});
}

Tensor kl_div(TensorArg input, TensorArg target, const KLDivFuncOptions& options) {
  return loss("kl_div", input, target, options.reduction(), {{"log_target", options.log_target()}});
}

}  // namespace functional

#define WEFT_FORWARD(Name, function)                                          \
  Tensor Name##Impl::forward(TensorArg input, TensorArg target) {             \
    return run({input.get().handle(), target.get().handle()}, input.where(),  \
               [&] { return functional::function(input, target, options); }); \
  }
WEFT_FORWARD(L1Loss, l1_loss)
WEFT_FORWARD(MSELoss, mse_loss)
WEFT_FORWARD(SmoothL1Loss, smooth_l1_loss)
WEFT_FORWARD(HuberLoss, huber_loss)
WEFT_FORWARD(BCELoss, binary_cross_entropy)
WEFT_FORWARD(BCEWithLogitsLoss, binary_cross_entropy_with_logits)
WEFT_FORWARD(NLLLoss, nll_loss)
WEFT_FORWARD(CrossEntropyLoss, cross_entropy)
WEFT_FORWARD(KLDivLoss, kl_div)
#undef WEFT_FORWARD

}  // namespace weft::nn
