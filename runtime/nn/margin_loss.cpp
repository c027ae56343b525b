#include <weft/runtime/nn/margin_loss.h>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/nn/operator_call.h>
#include <weft/runtime/nn/reduction_value.h>

namespace weft::nn {

namespace functional {

namespace {

using operators::call_on;
using operators::reduction_value;
using operators::tensor_value;

}  // namespace

Tensor hinge_embedding_loss(TensorArg input, TensorArg target,
                            const HingeEmbeddingLossFuncOptions& options) {
  return call_on("hinge_embedding_loss", input,
                 {{"target", target.get().handle()},
                  {"margin", options.margin()},
                  {"reduction", reduction_value(options.reduction())}});
}

Tensor multi_margin_loss(TensorArg input, TensorArg target,
                         const MultiMarginLossFuncOptions& options) {
  return call_on("multi_margin_loss", input,
                 {{"target", target.get().handle()},
                  {"p", options.p()},
                  {"margin", options.margin()},
                  {"weight", tensor_value(options.weight())},
                  {"reduction", reduction_value(options.reduction())}});
}

Tensor multilabel_soft_margin_loss(TensorArg input, TensorArg target,
                                   const MultilabelSoftMarginLossFuncOptions& options) {
  return call_on("multilabel_soft_margin_loss", input,
                 {{"target", target.get().handle()},
                  {"weight", tensor_value(options.weight())},
                  {"reduction", reduction_value(options.reduction())}});
}

Tensor poisson_nll_loss(TensorArg input, TensorArg target,
                        const PoissonNLLLossFuncOptions& options) {
  return call_on("poisson_nll_loss", input,
                 {{"target", target.get().handle()},
                  {"log_input", options.log_input()},
                  {"full", options.full()},
                  {"eps", options.eps()},
                  {"reduction", reduction_value(options.reduction())}});
}

Tensor soft_margin_loss(TensorArg input, TensorArg target,
                        const SoftMarginLossFuncOptions& options) {
  return call_on(
      "soft_margin_loss", input,
      {{"target", target.get().handle()}, {"reduction", reduction_value(options.reduction())}});
}

Tensor cosine_embedding_loss(TensorArg input1, TensorArg input2, TensorArg target,
                             const CosineEmbeddingLossFuncOptions& options) {
  return weft::cosine_embedding_loss(input1, input2, target, options.margin(),
                                     reduction_value(options.reduction()));
}

Tensor margin_ranking_loss(TensorArg input1, TensorArg input2, TensorArg target,
                           const MarginRankingLossFuncOptions& options) {
  return weft::margin_ranking_loss(input1, input2, target, options.margin(),
                                   reduction_value(options.reduction()));
}

Tensor triplet_margin_loss(TensorArg anchor, TensorArg positive, TensorArg negative,
                           const TripletMarginLossFuncOptions& options) {
  return weft::triplet_margin_loss(anchor, positive, negative, options.margin(), options.p(),
                                   options.eps(), options.swap(),
                                   reduction_value(options.reduction()));
}

}  // namespace functional

#define WEFT_FORWARD(Name, function)                                          \
  Tensor Name##Impl::forward(TensorArg input, TensorArg target) {             \
    return run({input.get().handle(), target.get().handle()}, input.where(),  \
               [&] { return functional::function(input, target, options); }); \
  }
WEFT_FORWARD(HingeEmbeddingLoss, hinge_embedding_loss)
WEFT_FORWARD(MultiMarginLoss, multi_margin_loss)
WEFT_FORWARD(MultiLabelSoftMarginLoss, multilabel_soft_margin_loss)
WEFT_FORWARD(PoissonNLLLoss, poisson_nll_loss)
WEFT_FORWARD(SoftMarginLoss, soft_margin_loss)
#undef WEFT_FORWARD

#define WEFT_FORWARD_OF_THREE(Name, function)                                                      \
  Tensor Name##Impl::forward(TensorArg first, TensorArg second, TensorArg third) {                 \
    return run({first.get().handle(), second.get().handle(), third.get().handle()}, first.where(), \
               [&] { return functional::function(first, second, third, options); });               \
  }
WEFT_FORWARD_OF_THREE(CosineEmbeddingLoss, cosine_embedding_loss)
WEFT_FORWARD_OF_THREE(MarginRankingLoss, margin_ranking_loss)
WEFT_FORWARD_OF_THREE(TripletMarginLoss, triplet_margin_loss)
#undef WEFT_FORWARD_OF_THREE

}  // namespace weft::nn
