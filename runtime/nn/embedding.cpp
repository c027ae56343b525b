#include <weft/runtime/nn/embedding.h>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

EmbeddingImpl::EmbeddingImpl(const EmbeddingOptions& options_) : options(options_) { reset(); }

void EmbeddingImpl::reset() {
  if (options.max_norm()) {
    fail(diag::ModuleOptionWrong, {}, {"Embedding", "max_norm is not supported"});
  }
  weight = register_parameter(
      "weight", init::normal_(empty({options.num_embeddings(), options.embedding_dim()})));
  if (!options.padding_idx()) return;
  const std::int64_t n = options.num_embeddings();
  const std::int64_t row = *options.padding_idx() + (*options.padding_idx() < 0 ? n : 0);
  if (row < 0 || row >= n) {
    fail(diag::ModuleOptionWrong, {},
         {"Embedding", "padding_idx " + std::to_string(*options.padding_idx()) +
                           " is outside the table of " + std::to_string(n) + " rows"});
  }
  init::zeros_(weight[row]);
}

Tensor EmbeddingImpl::forward(TensorArg indices) {
  return run(indices, [&] {
    return api::to_tensor(api::call_named(
        "embedding", {{"weight", weight.handle()}, {"input", indices.get().handle()}},
        CallStyle::kFunction, indices.where()));
  });
}

Embedding Embedding::from_pretrained(const Tensor& embeddings,
                                     const EmbeddingFromPretrainedOptions& options) {
  if (embeddings.dim() != 2) {
    fail(diag::ModuleOptionWrong, {},
         {"Embedding::from_pretrained",
          "needs a table of 2 dimensions, got " + std::to_string(embeddings.dim())});
  }
  Embedding result(EmbeddingOptions(embeddings.size(0), embeddings.size(1))
                       .padding_idx(options.padding_idx())
                       .max_norm(options.max_norm())
                       .norm_type(options.norm_type())
                       .scale_grad_by_freq(options.scale_grad_by_freq())
                       .sparse(options.sparse()));
  result->weight.set_data(embeddings);
  result->weight.requires_grad_(!options.freeze());
  return result;
}

}  // namespace weft::nn
