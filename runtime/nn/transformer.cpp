#include <weft/runtime/nn/transformer.h>

#include <limits>
#include <utility>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

namespace {

Tensor activate(const TransformerActivation& activation, const Tensor& x, SourceLocation where) {
  if (std::holds_alternative<enumtype::kGELU>(activation)) return gelu(TensorArg(x, where));
  if (const auto* function = std::get_if<2>(&activation)) return (*function)(x);
  return relu(TensorArg(x, where));
}

/// Weights of a new stack: matrices as Glorot and Bengio have it, vectors as they are.
void initialise(Module& module) {
  for (Tensor& parameter : module.parameters()) {
    if (parameter.dim() > 1) init::xavier_uniform_(parameter);
  }
}

template <typename Layer>
ModuleList copies_of(const Layer& layer, std::int64_t count) {
  ModuleList list;
  for (std::int64_t i = 0; i < count; ++i) list->push_back(layer->clone());
  return list;
}

/// An empty norm is no module.
template <typename Owner>
void take_norm(Owner& owner, const AnyModule& given) {
  if (given.is_empty()) return;
  owner.norm = given.clone();
  owner.register_module("norm", owner.norm.ptr());
}

Tensor after(AnyModule& norm, const Tensor& x, SourceLocation where) {
  if (norm.is_empty()) return x;
  return ValueConversion<Tensor>::build(norm.call({ValueConversion<Tensor>::flatten(x)}, where));
}

}  // namespace

TransformerEncoderLayerImpl::TransformerEncoderLayerImpl(TransformerEncoderLayerOptions options_)
    : options(std::move(options_)) {
  reset();
}

void TransformerEncoderLayerImpl::reset() {
  const std::int64_t d = options.d_model(), wide = options.dim_feedforward();
  self_attn = register_module(
      "self_attn",
      MultiheadAttention(MultiheadAttentionOptions(d, options.nhead()).dropout(options.dropout())));
  linear1 = register_module("linear1", Linear(d, wide));
  dropout = register_module("dropout", Dropout(options.dropout()));
  linear2 = register_module("linear2", Linear(wide, d));
  norm1 = register_module("norm1", LayerNorm(LayerNormOptions({d})));
  norm2 = register_module("norm2", LayerNorm(LayerNormOptions({d})));
  dropout1 = register_module("dropout1", Dropout(options.dropout()));
  dropout2 = register_module("dropout2", Dropout(options.dropout()));
}

Tensor TransformerEncoderLayerImpl::forward(TensorArg src, const Tensor& src_mask,
                                            const Tensor& src_key_padding_mask) {
  const SourceLocation where = src.where();
  const ModuleCallScope scope(*this);
  const auto at = [&](const Tensor& tensor) { return TensorArg(tensor, where); };
  const Tensor x = src.get();
  const Tensor attended = std::get<0>(
      self_attn->forward(src, x, x, src_key_padding_mask, /*need_weights=*/false, src_mask));
  const Tensor kept = dropout1->forward(at(attended));
  const Tensor sum = add(src, kept);
  const Tensor normal = norm1->forward(at(sum));
  const Tensor wide = linear1->forward(at(normal));
  const Tensor active = activate(options.activation(), wide, where);
  const Tensor narrow = linear2->forward(at(dropout->forward(at(active))));
  const Tensor total = add(at(normal), dropout2->forward(at(narrow)));
  return norm2->forward(at(total));
}

TransformerDecoderLayerImpl::TransformerDecoderLayerImpl(TransformerDecoderLayerOptions options_)
    : options(std::move(options_)) {
  reset();
}

void TransformerDecoderLayerImpl::reset() {
  const std::int64_t d = options.d_model(), wide = options.dim_feedforward();
  const auto attention = [&] {
    return MultiheadAttention(
        MultiheadAttentionOptions(d, options.nhead()).dropout(options.dropout()));
  };
  self_attn = register_module("self_attn", attention());
  multihead_attn = register_module("multihead_attn", attention());
  linear1 = register_module("linear1", Linear(d, wide));
  dropout = register_module("dropout", Dropout(options.dropout()));
  linear2 = register_module("linear2", Linear(wide, d));
  norm1 = register_module("norm1", LayerNorm(LayerNormOptions({d})));
  norm2 = register_module("norm2", LayerNorm(LayerNormOptions({d})));
  norm3 = register_module("norm3", LayerNorm(LayerNormOptions({d})));
  dropout1 = register_module("dropout1", Dropout(options.dropout()));
  dropout2 = register_module("dropout2", Dropout(options.dropout()));
  dropout3 = register_module("dropout3", Dropout(options.dropout()));
}

Tensor TransformerDecoderLayerImpl::forward(TensorArg tgt, const Tensor& memory,
                                            const Tensor& tgt_mask, const Tensor& memory_mask,
                                            const Tensor& tgt_key_padding_mask,
                                            const Tensor& memory_key_padding_mask) {
  const SourceLocation where = tgt.where();
  const ModuleCallScope scope(*this);
  const auto at = [&](const Tensor& tensor) { return TensorArg(tensor, where); };
  const Tensor target = tgt.get();
  const Tensor own =
      std::get<0>(self_attn->forward(tgt, target, target, tgt_key_padding_mask, false, tgt_mask));
  const Tensor sum = add(tgt, dropout1->forward(at(own)));
  const Tensor x = norm1->forward(at(sum));
  const Tensor looked = std::get<0>(
      multihead_attn->forward(at(x), memory, memory, memory_key_padding_mask, false, memory_mask));
  const Tensor with_memory = add(at(x), dropout2->forward(at(looked)));
  const Tensor y = norm2->forward(at(with_memory));
  const Tensor active = activate(options.activation(), linear1->forward(at(y)), where);
  const Tensor narrow = linear2->forward(at(dropout->forward(at(active))));
  const Tensor total = add(at(y), dropout3->forward(at(narrow)));
  return norm3->forward(at(total));
}

TransformerEncoderImpl::TransformerEncoderImpl(TransformerEncoderOptions options_)
    : options(std::move(options_)) {
  reset();
}

void TransformerEncoderImpl::reset() {
  layers = register_module("layers", copies_of(options.encoder_layer(), options.num_layers()));
  take_norm(*this, options.norm());
}

Tensor TransformerEncoderImpl::forward(TensorArg src, const Tensor& src_mask,
                                       const Tensor& src_key_padding_mask) {
  const SourceLocation where = src.where();
  const ModuleCallScope scope(*this);
  Tensor x = src.get();
  for (std::size_t i = 0; i < layers->size(); ++i) {
    x = layers->at<TransformerEncoderLayerImpl>(i).forward(TensorArg(x, where), src_mask,
                                                           src_key_padding_mask);
  }
  return after(norm, x, where);
}

TransformerDecoderImpl::TransformerDecoderImpl(TransformerDecoderOptions options_)
    : options(std::move(options_)) {
  reset();
}

void TransformerDecoderImpl::reset() {
  layers = register_module("layers", copies_of(options.decoder_layer(), options.num_layers()));
  take_norm(*this, options.norm());
}

Tensor TransformerDecoderImpl::forward(TensorArg tgt, const Tensor& memory, const Tensor& tgt_mask,
                                       const Tensor& memory_mask,
                                       const Tensor& tgt_key_padding_mask,
                                       const Tensor& memory_key_padding_mask) {
  const SourceLocation where = tgt.where();
  const ModuleCallScope scope(*this);
  Tensor x = tgt.get();
  for (std::size_t i = 0; i < layers->size(); ++i) {
    x = layers->at<TransformerDecoderLayerImpl>(i).forward(TensorArg(x, where), memory, tgt_mask,
                                                           memory_mask, tgt_key_padding_mask,
                                                           memory_key_padding_mask);
  }
  return after(norm, x, where);
}

TransformerImpl::TransformerImpl(TransformerOptions options_) : options(std::move(options_)) {
  reset();
}

void TransformerImpl::reset() {
  const std::int64_t d = options.d_model();
  const TransformerLayerOptions layer = TransformerLayerOptions(d, options.nhead())
                                            .dim_feedforward(options.dim_feedforward())
                                            .dropout(options.dropout())
                                            .activation(options.activation());
  const auto norm = [&] { return AnyModule(LayerNorm(LayerNormOptions({d}))); };
  encoder = register_module(
      "encoder", TransformerEncoder(
                     TransformerEncoderOptions(layer, options.num_encoder_layers()).norm(norm())));
  decoder = register_module(
      "decoder", TransformerDecoder(
                     TransformerDecoderOptions(layer, options.num_decoder_layers()).norm(norm())));
  initialise(*this);
}

Tensor TransformerImpl::forward(TensorArg src, const Tensor& tgt, const Tensor& src_mask,
                                const Tensor& tgt_mask, const Tensor& memory_mask,
                                const Tensor& src_key_padding_mask,
                                const Tensor& tgt_key_padding_mask,
                                const Tensor& memory_key_padding_mask) {
  const SourceLocation where = src.where();
  const ModuleCallScope scope(*this);
  const Tensor memory = encoder->forward(src, src_mask, src_key_padding_mask);
  return decoder->forward(TensorArg(tgt, where), memory, tgt_mask, memory_mask,
                          tgt_key_padding_mask, memory_key_padding_mask);
}

Tensor TransformerImpl::generate_square_subsequent_mask(std::int64_t size) {
  return full({size, size}, -std::numeric_limits<double>::infinity()).triu(1);
}

}  // namespace weft::nn
