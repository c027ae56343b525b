#include <weft/runtime/nn/distance.h>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/nn/operator_call.h>

namespace weft::nn {

namespace functional {

Tensor cosine_similarity(TensorArg x1, TensorArg x2, const CosineSimilarityFuncOptions& options) {
  return weft::cosine_similarity(x1, x2, options.dim(), options.eps());
}

Tensor pairwise_distance(TensorArg x1, TensorArg x2, const PairwiseDistanceFuncOptions& options) {
  const SourceLocation where = x1.where();
  const Tensor difference = sub(x1, x2);
  const Tensor moved = add(TensorArg(difference, where), options.eps());
  return moved.norm(Scalar(options.p()), SizeList({-1}), options.keepdim(), where);
}

Tensor unfold(TensorArg input, const UnfoldFuncOptions& options) {
  return operators::call_on("unfold_im2col", input,
                         {{"kernel_size", operators::array_value(options.kernel_size())},
                          {"dilation", operators::array_value(options.dilation())},
                          {"padding", operators::array_value(options.padding())},
                          {"stride", operators::array_value(options.stride())}});
}

Tensor fold(TensorArg input, const FoldFuncOptions& options) {
  return operators::call_on("fold_col2im", input,
                         {{"output_size", operators::array_value(options.output_size())},
                          {"kernel_size", operators::array_value(options.kernel_size())},
                          {"dilation", operators::array_value(options.dilation())},
                          {"padding", operators::array_value(options.padding())},
                          {"stride", operators::array_value(options.stride())}});
}

}  // namespace functional

Tensor CosineSimilarityImpl::forward(TensorArg input1, TensorArg input2) {
  return run({input1.get().handle(), input2.get().handle()}, input1.where(),
             [&] { return functional::cosine_similarity(input1, input2, options); });
}

Tensor PairwiseDistanceImpl::forward(TensorArg input1, TensorArg input2) {
  return run({input1.get().handle(), input2.get().handle()}, input1.where(),
             [&] { return functional::pairwise_distance(input1, input2, options); });
}

Tensor UnfoldImpl::forward(TensorArg input) {
  return run(input, [&] { return functional::unfold(input, options); });
}

Tensor FoldImpl::forward(TensorArg input) {
  return run(input, [&] { return functional::fold(input, options); });
}

}  // namespace weft::nn
