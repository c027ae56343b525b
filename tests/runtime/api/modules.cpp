// Every module of torch::nn that weft has: made in the documented way, and run once.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {
namespace {

namespace nn = torch::nn;

torch::Tensor rand(torch::IntArrayRef sizes) { return torch::rand(sizes); }

void linear_and_convolution() {
  nn::Linear linear(4, 3);
  TORCH_CHECK(linear->forward(rand({2, 4})).size(1) == 3 && linear(rand({2, 4})).size(1) == 3);
  TORCH_CHECK(linear->weight.size(0) == 3 && linear->bias.defined() && linear->options.bias());
  nn::Linear no_bias(nn::LinearOptions(4, 3).bias(false));
  TORCH_CHECK(!no_bias->bias.defined() && no_bias->options.in_features() == 4);
  nn::Bilinear bilinear(4, 4, 2);
  TORCH_CHECK(bilinear(rand({2, 4}), rand({2, 4})).size(1) == 2);
  TORCH_CHECK(nn::Identity()(rand({2})).numel() == 2 && nn::Flatten()(rand({2, 3, 4})).dim() == 2);
  TORCH_CHECK(nn::Unflatten(nn::UnflattenOptions(1, {2, 2}))(rand({3, 4})).dim() == 3);

  nn::Conv1d conv1(2, 3, 3);
  nn::Conv2d conv2(nn::Conv2dOptions(2, 4, 3).stride(1).padding(1).bias(false).groups(2));
  nn::Conv3d conv3(nn::Conv3dOptions(2, 3, {1, 2, 2}).dilation({1, 1, 1}));
  TORCH_CHECK(conv1(rand({1, 2, 5})).size(2) == 3 && conv2(rand({1, 2, 5, 5})).size(2) == 5);
  TORCH_CHECK(conv3(rand({1, 2, 3, 4, 4})).size(4) == 3 && conv2->weight.size(1) == 1);
  nn::Conv2d same(nn::Conv2dOptions(2, 2, 3).padding(torch::kSame).padding_mode(torch::kReflect));
  TORCH_CHECK(same(rand({1, 2, 5, 5})).size(3) == 5 && same->options.stride()->at(0) == 1);
  nn::ConvTranspose1d up1(2, 3, 2);
  nn::ConvTranspose2d up2(nn::ConvTranspose2dOptions(2, 3, 2).stride(2).output_padding(0));
  nn::ConvTranspose3d up3(nn::ConvTranspose3dOptions(2, 3, 2).stride(2).bias(false));
  TORCH_CHECK(up1(rand({1, 2, 4})).size(2) == 5 && up2(rand({1, 2, 4, 4})).size(2) == 8);
  TORCH_CHECK(up3(rand({1, 2, 2, 2, 2})).size(4) == 4);
}

void normalization() {
  nn::BatchNorm1d batch1(3);
  nn::BatchNorm2d batch2(nn::BatchNorm2dOptions(3).eps(1e-3).momentum(0.1).affine(true));
  nn::BatchNorm3d batch3(nn::BatchNorm3dOptions(3).track_running_stats(true));
  batch1->eval(), batch2->eval(), batch3->eval();
  TORCH_CHECK(batch1(rand({2, 3})).numel() == 6 && batch2(rand({2, 3, 2, 2})).numel() == 24);
  TORCH_CHECK(batch3(rand({2, 3, 2, 2, 2})).numel() == 48 && batch2->running_mean.numel() == 3);
  nn::LayerNorm layer(nn::LayerNormOptions({4}).eps(1e-6).elementwise_affine(true));
  nn::LayerNorm two(nn::LayerNormOptions(std::vector<int64_t>{2, 4}));
  nn::GroupNorm group(2, 4);
  nn::GroupNorm grouped(nn::GroupNormOptions(2, 4).eps(1e-6).affine(false));
  TORCH_CHECK(layer(rand({2, 4})).numel() == 8 && two(rand({2, 4})).numel() == 8);
  TORCH_CHECK(group(rand({1, 4, 3})).numel() == 12 && grouped(rand({1, 4, 3})).numel() == 12);
  nn::InstanceNorm1d instance1(3);
  nn::InstanceNorm2d instance2(nn::InstanceNorm2dOptions(3).affine(true));
  nn::InstanceNorm3d instance3(3);
  TORCH_CHECK(instance1(rand({1, 3, 4})).numel() == 12);
  TORCH_CHECK(instance2(rand({1, 3, 2, 2})).numel() == 12);
  TORCH_CHECK(instance3(rand({1, 3, 2, 2, 2})).numel() == 24);
  TORCH_CHECK(nn::LocalResponseNorm(nn::LocalResponseNormOptions(2))(rand({1, 3, 4})).defined());
}

void pooling_and_padding() {
  const torch::Tensor x1 = rand({1, 2, 8}), x2 = rand({1, 2, 8, 8}), x3 = rand({1, 2, 4, 4, 4});
  TORCH_CHECK(nn::MaxPool1d(2)(x1).size(2) == 4 && nn::MaxPool2d(2)(x2).size(3) == 4);
  TORCH_CHECK(nn::MaxPool3d(nn::MaxPool3dOptions(2).stride(1).padding(1))(x3).defined());
  TORCH_CHECK(
      nn::MaxPool2d(nn::MaxPool2dOptions({3, 3}).stride({2, 2}).padding(1).ceil_mode(true))(x2)
          .size(2) == 5);
  auto [pooled, indices] = nn::MaxPool2d(2)->forward_with_indices(x2);
  TORCH_CHECK(nn::MaxUnpool2d(2)(pooled, indices).sizes() == x2.sizes());
  TORCH_CHECK(nn::MaxUnpool2d(nn::MaxUnpool2dOptions(2))
                  ->forward(pooled, indices, std::vector<int64_t>{1, 2, 8, 8})
                  .numel() == 128);
  auto [row, places] = nn::MaxPool1d(2)->forward_with_indices(x1);
  TORCH_CHECK(nn::MaxUnpool1d(2)(row, places).sizes() == x1.sizes());
  auto [volume, cells] = nn::MaxPool3d(2)->forward_with_indices(x3);
  TORCH_CHECK(nn::MaxUnpool3d(2)(volume, cells).sizes() == x3.sizes());
  TORCH_CHECK(nn::AvgPool1d(2)(x1).defined() && nn::AvgPool3d(2)(x3).defined());
  TORCH_CHECK(nn::AvgPool2d(nn::AvgPool2dOptions(2).count_include_pad(false))(x2).defined());
  TORCH_CHECK(nn::AdaptiveAvgPool1d(1)(x1).size(2) == 1);
  TORCH_CHECK(nn::AdaptiveAvgPool2d(nn::AdaptiveAvgPool2dOptions({1, 1}))(x2).numel() == 2);
  TORCH_CHECK(nn::AdaptiveAvgPool2d(3)(x2).size(2) == 3);
  nn::AdaptiveAvgPool2d rows(nn::AdaptiveAvgPool2dOptions({2, torch::nullopt}));
  TORCH_CHECK(rows(x2).size(2) == 2 && rows(x2).size(3) == x2.size(3));
  TORCH_CHECK(!rows->options.output_size()->at(1) && *rows->options.output_size()->at(0) == 2);
  nn::AdaptiveMaxPool2d columns(nn::AdaptiveMaxPool2dOptions({c10::nullopt, 1}));
  TORCH_CHECK(columns(x2).equal(std::get<0>(x2.max(3, /*keepdim=*/true))));
  TORCH_CHECK(nn::AdaptiveAvgPool3d(nn::AdaptiveAvgPool3dOptions({1, 1, 1}))(x3).numel() == 2);
  TORCH_CHECK(nn::AdaptiveMaxPool1d(1)(x1).numel() == 2 && nn::AdaptiveMaxPool3d(1)(x3).defined());
  TORCH_CHECK(nn::AdaptiveMaxPool2d(nn::AdaptiveMaxPool2dOptions({2, 2}))(x2).size(2) == 2);
  TORCH_CHECK(nn::LPPool1d(2, 2)(x1).defined());
  TORCH_CHECK(nn::LPPool2d(nn::LPPool2dOptions(2, 2).stride(2))(x2).size(2) == 4);

  TORCH_CHECK(nn::ReflectionPad1d(1)(x1).size(2) == 10);
  TORCH_CHECK(nn::ReflectionPad2d(nn::ReflectionPad2dOptions({1, 1, 2, 0}))(x2).size(2) == 10);
  TORCH_CHECK(nn::ReflectionPad3d(1)(x3).size(2) == 6 && nn::ReplicationPad1d(1)(x1).defined());
  TORCH_CHECK(nn::ReplicationPad2d(1)(x2).defined() && nn::ReplicationPad3d(1)(x3).defined());
  TORCH_CHECK(nn::ZeroPad2d(1)(x2).size(2) == 10);
  TORCH_CHECK(nn::ConstantPad1d(1, 3.5)(x1).size(2) == 10);
  TORCH_CHECK(nn::ConstantPad2d(nn::ConstantPad2dOptions({1, 0, 0, 1}, 2))(x2).size(2) == 9);
  TORCH_CHECK(nn::ConstantPad3d(1, 0)(x3).size(2) == 6);
}

void activations() {
  const torch::Tensor x = torch::randn({2, 4});
  nn::ReLU()(x), nn::ReLU(nn::ReLUOptions().inplace(true))(x.clone()), nn::ReLU(true)(x.clone());
  nn::ReLU6()(x), nn::SiLU()(x), nn::Mish()(x), nn::SELU()(x), nn::CELU()(x), nn::ELU()(x),
      nn::GELU()(x);
  nn::ELU(nn::ELUOptions().alpha(0.5))(x), nn::CELU(nn::CELUOptions().alpha(2))(x), nn::GLU(1)(x);
  nn::GELU(nn::GELUOptions().approximate("tanh"))(x), nn::GLU(nn::GLUOptions(1))(x), nn::PReLU()(x);
  nn::LeakyReLU()(x), nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2).inplace(false))(x);
  nn::PReLU(nn::PReLUOptions().num_parameters(4).init(0.3))(x), nn::RReLU()->eval(),
      nn::Hardtanh()(x);
  nn::Hardtanh(nn::HardtanhOptions().min_val(-2).max_val(2))(x), nn::Hardshrink()(x),
      nn::Softshrink()(x);
  nn::Hardshrink(nn::HardshrinkOptions().lambda(0.2))(x), nn::Tanhshrink()(x), nn::Softplus()(x);
  nn::Softplus(nn::SoftplusOptions().beta(2).threshold(10))(x), nn::Softsign()(x),
      nn::LogSigmoid()(x);
  nn::Threshold(0.1, 20)(x), nn::Sigmoid()(x), nn::Tanh()(x), nn::Softmax(1)(x),
      nn::LogSoftmax(1)(x);
  nn::Softmax(nn::SoftmaxOptions(-1))(x), nn::Softmin(1)(x), nn::Softmax2d()(rand({1, 2, 3, 3}));
  nn::Dropout dropout(0.5);
  nn::Dropout2d dropout2(nn::Dropout2dOptions().p(0.2));
  nn::Dropout3d dropout3;
  nn::AlphaDropout alpha(nn::AlphaDropoutOptions().p(0.1));
  nn::FeatureAlphaDropout feature;
  dropout->eval(), dropout2->eval(), dropout3->eval(), alpha->eval(), feature->eval();
  TORCH_CHECK(dropout(x).equal(x) && dropout2(rand({1, 2, 3, 3})).numel() == 18);
  TORCH_CHECK(dropout3(rand({1, 2, 1, 3, 3})).defined() && alpha(x).equal(x) &&
              feature(x).equal(x));
}

void sequences() {
  nn::RNN rnn(nn::RNNOptions(3, 4).num_layers(2).nonlinearity(torch::kTanh).batch_first(true));
  nn::LSTM lstm(nn::LSTMOptions(3, 4).bidirectional(true).dropout(0).batch_first(true));
  nn::GRU gru(3, 4);
  rnn->eval(), lstm->eval(), gru->eval(), lstm->flatten_parameters();
  auto [y, h] = rnn(rand({2, 5, 3}));
  TORCH_CHECK(y.size(2) == 4 && h.size(0) == 2);
  auto [z, state] = lstm->forward(rand({2, 5, 3}));
  auto [h0, c0] = state;
  TORCH_CHECK(z.size(2) == 8 && h0.size(0) == 2 && c0.size(2) == 4);
  auto again = lstm->forward(rand({2, 5, 3}), std::make_tuple(h0, c0));
  TORCH_CHECK(std::get<0>(std::get<1>(again)).size(0) == 2 && lstm->options.hidden_size() == 4);
  std::tie(y, h) = gru(rand({5, 2, 3}), torch::zeros({1, 2, 4}));
  TORCH_CHECK(y.size(2) == 4);
  nn::LSTMCell cell(3, 4);
  nn::GRUCell gru_cell(nn::GRUCellOptions(3, 4).bias(true));
  nn::RNNCell rnn_cell(3, 4);
  auto [h1, c1] = cell(rand({2, 3}), std::make_tuple(torch::zeros({2, 4}), torch::zeros({2, 4})));
  TORCH_CHECK(gru_cell(rand({2, 3}), h1).size(1) == 4 && rnn_cell(rand({2, 3})).size(1) == 4);
  TORCH_CHECK(c1.size(1) == 4);

  nn::Embedding table(10, 4);
  nn::Embedding padded(nn::EmbeddingOptions(10, 4).padding_idx(0));
  const torch::Tensor words = torch::tensor({{1, 2}, {3, 4}});
  TORCH_CHECK(table(words).size(2) == 4 && padded(words).size(2) == 4);
  nn::EmbeddingBag bag(nn::EmbeddingBagOptions(10, 4).mode(torch::kSum));
  TORCH_CHECK(bag(words).size(1) == 4);
  TORCH_CHECK(bag(torch::tensor({1, 2, 3}), torch::tensor({0, 2})).size(0) == 2);
  TORCH_CHECK(nn::EmbeddingBag(10, 4)->forward(words).size(0) == 2);

  nn::MultiheadAttention attention(nn::MultiheadAttentionOptions(4, 2).dropout(0));
  attention->eval();
  auto [context, weights] = attention(rand({3, 1, 4}), rand({3, 1, 4}), rand({3, 1, 4}));
  TORCH_CHECK(context.size(2) == 4 && weights.size(1) == 3);
  nn::TransformerEncoderLayer layer(
      nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(8).dropout(0.0).activation(
          torch::kGELU));
  nn::TransformerEncoder encoder(nn::TransformerEncoderOptions(layer, 2));
  nn::TransformerDecoderLayer back(nn::TransformerDecoderLayerOptions(4, 2).dim_feedforward(8));
  nn::TransformerDecoder decoder(nn::TransformerDecoderOptions(back, 1));
  nn::Transformer transformer(nn::TransformerOptions(4, 2, 1, 1).dim_feedforward(8));
  encoder->eval(), decoder->eval(), transformer->eval();
  TORCH_CHECK(encoder(rand({3, 1, 4})).size(2) == 4);
  TORCH_CHECK(decoder(rand({3, 1, 4}), rand({3, 1, 4})).size(2) == 4);
  TORCH_CHECK(transformer(rand({3, 1, 4}), rand({2, 1, 4})).size(0) == 2);
}

void images_and_distances() {
  nn::Upsample up(nn::UpsampleOptions()
                      .scale_factor(std::vector<double>{2, 2})
                      .mode(torch::kBilinear)
                      .align_corners(false));
  nn::Upsample sized(nn::UpsampleOptions().size(std::vector<int64_t>{5, 5}).mode(torch::kNearest));
  TORCH_CHECK(up(rand({1, 1, 2, 2})).size(2) == 4 && sized(rand({1, 1, 2, 2})).size(2) == 5);
  TORCH_CHECK(nn::PixelShuffle(2)(rand({1, 4, 2, 2})).size(1) == 1);
  TORCH_CHECK(nn::PixelUnshuffle(2)(rand({1, 1, 4, 4})).size(1) == 4);
  nn::Unfold unfold(nn::UnfoldOptions({2, 2}).padding(0).stride(1));
  nn::Fold fold(nn::FoldOptions({3, 3}, {2, 2}));
  TORCH_CHECK(fold(unfold(rand({1, 1, 3, 3}))).size(2) == 3);
  nn::CosineSimilarity cosine(nn::CosineSimilarityOptions().dim(1).eps(1e-8));
  nn::PairwiseDistance distance(nn::PairwiseDistanceOptions().p(2).keepdim(true));
  TORCH_CHECK(cosine(rand({2, 3}), rand({2, 3})).numel() == 2);
  TORCH_CHECK(distance(rand({2, 3}), rand({2, 3})).dim() == 2);
}

void losses() {
  const torch::Tensor x = rand({2, 3}), y = rand({2, 3}), label = torch::tensor({0, 2});
  nn::L1Loss()(x, y), nn::MSELoss()(x, y), nn::MSELoss(torch::kSum)(x, y), nn::SmoothL1Loss()(x, y);
  nn::MSELoss(nn::MSELossOptions(torch::kNone))(x, y), nn::HuberLoss()(x, y), nn::BCELoss()(x, y);
  nn::MSELoss(nn::MSELossOptions().reduction(torch::kMean))(x, y), nn::BCEWithLogitsLoss()(x, y);
  nn::NLLLoss()(x, label), nn::CrossEntropyLoss()(x, label), nn::KLDivLoss()(x, y);
  nn::CrossEntropyLoss(nn::CrossEntropyLossOptions().ignore_index(0).label_smoothing(0.1))(x,
                                                                                           label);
  nn::KLDivLoss(nn::KLDivLossOptions().reduction(torch::kBatchMean).log_target(true))(x, y);
  nn::CosineEmbeddingLoss(nn::CosineEmbeddingLossOptions().margin(0.2))(x, y, torch::ones({2}));
  nn::HingeEmbeddingLoss()(x, torch::ones({2, 3})), nn::SoftMarginLoss()(x, torch::ones({2, 3}));
  nn::MarginRankingLoss(nn::MarginRankingLossOptions().margin(0.1))(x, y, torch::ones({2, 3}));
  nn::MultiMarginLoss(nn::MultiMarginLossOptions().p(2).margin(0.5))(x, label);
  nn::MultiLabelSoftMarginLoss()(x, torch::ones({2, 3}));
  nn::PoissonNLLLoss(nn::PoissonNLLLossOptions().log_input(false).full(true))(x, y);
  nn::TripletMarginLoss(nn::TripletMarginLossOptions().margin(1.0).p(2).swap(true))(x, y, x);
}

}  // namespace

void modules() {
  torch::NoGradGuard no_grad;
  const torch::Tensor table = torch::arange(6).to(torch::kFloat).view({3, 2});
  auto words =
      nn::Embedding::from_pretrained(table, nn::EmbeddingFromPretrainedOptions().freeze(true));
  TORCH_CHECK(words(torch::tensor({2})).equal(table.slice(0, 2)) && !words->weight.requires_grad());
  TORCH_CHECK(words->named_parameters()["weight"].equal(table));
  nn::Linear line(2, 2);
  const torch::Tensor vector = torch::arange(6, torch::kFloat);
  nn::utils::vector_to_parameters(vector, line->parameters());
  TORCH_CHECK(line->weight.equal(vector.slice(0, 0, 4).view({2, 2})) && line->bias.numel() == 2);
  TORCH_CHECK(nn::utils::parameters_to_vector(line->parameters()).equal(vector));
  linear_and_convolution();
  normalization();
  pooling_and_padding();
  activations();
  sequences();
  images_and_distances();
  losses();
}

}  // namespace api
