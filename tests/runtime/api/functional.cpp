// torch::nn::functional with its options.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace F = torch::nn::functional;

namespace api {
namespace {

void activations() {
  const torch::Tensor x = torch::randn({2, 4});
  F::relu(x), F::relu(x.clone(), F::ReLUFuncOptions().inplace(true)), F::relu6(x), F::silu(x),
      F::mish(x);
  F::leaky_relu(x, F::LeakyReLUFuncOptions().negative_slope(0.2)), F::elu(x), F::selu(x),
      F::celu(x);
  F::elu(x, F::ELUFuncOptions().alpha(0.5)), F::gelu(x),
      F::gelu(x, F::GELUFuncOptions().approximate("tanh"));
  F::glu(x, F::GLUFuncOptions(1)), F::hardtanh(x), F::hardshrink(x), F::softshrink(x),
      F::tanhshrink(x);
  F::softplus(x, F::SoftplusFuncOptions().beta(2)), F::softsign(x), F::logsigmoid(x);
  F::rrelu(x), F::rrelu(x, F::RReLUFuncOptions().lower(0.1).upper(0.3).training(false));
  F::threshold(x, F::ThresholdFuncOptions(0.1, 2)), F::prelu(x, torch::full({1}, 0.2)), F::celu(x);
  F::softmax(x, 1), F::softmax(x, F::SoftmaxFuncOptions(-1)), F::log_softmax(x, 1),
      F::softmin(x, 1);
  F::log_softmax(x, F::LogSoftmaxFuncOptions(1).dtype(torch::kDouble)), F::dropout(x);
  F::dropout(x, F::DropoutFuncOptions().p(0.5).training(false));
  F::dropout2d(torch::rand({1, 2, 3, 3}), F::Dropout2dFuncOptions().p(0.1).training(false));
  F::alpha_dropout(x, F::AlphaDropoutFuncOptions().p(0.1).training(false));
}

void layers() {
  const torch::Tensor x1 = torch::rand({1, 2, 8}), x2 = torch::rand({1, 2, 8, 8});
  const torch::Tensor x3 = torch::rand({1, 2, 4, 4, 4});
  F::linear(torch::rand({2, 4}), torch::rand({3, 4}), torch::rand({3})),
      F::linear(x1, torch::rand({3, 8}));
  F::bilinear(torch::rand({2, 3}), torch::rand({2, 3}), torch::rand({4, 3, 3}), torch::Tensor());
  F::conv1d(x1, torch::rand({3, 2, 3}), F::Conv1dFuncOptions().stride(1).padding(1));
  F::conv2d(x2, torch::rand({3, 2, 3, 3}),
            F::Conv2dFuncOptions().bias(torch::rand({3})).padding({1, 1}));
  F::conv2d(x2, torch::rand({3, 2, 3, 3})), F::conv3d(x3, torch::rand({3, 2, 2, 2, 2}));
  F::conv_transpose1d(x1, torch::rand({2, 3, 2}));
  F::conv_transpose2d(x2, torch::rand({2, 3, 2, 2}), F::ConvTranspose2dFuncOptions().stride(2));
  F::conv_transpose3d(x3, torch::rand({2, 3, 2, 2, 2}));
  F::max_pool1d(x1, F::MaxPool1dFuncOptions(2)),
      F::max_pool2d(x2, F::MaxPool2dFuncOptions(2).stride(2));
  F::max_pool3d(x3, F::MaxPool3dFuncOptions(2)), F::avg_pool1d(x1, F::AvgPool1dFuncOptions(2));
  F::avg_pool2d(x2, F::AvgPool2dFuncOptions({2, 2})), F::avg_pool3d(x3, F::AvgPool3dFuncOptions(2));
  F::adaptive_avg_pool1d(x1, F::AdaptiveAvgPool1dFuncOptions(1));
  F::adaptive_avg_pool2d(x2, F::AdaptiveAvgPool2dFuncOptions({1, 1}));
  F::adaptive_avg_pool2d(x2, F::AdaptiveAvgPool2dFuncOptions({torch::nullopt, 1}));
  F::adaptive_avg_pool3d(x3, F::AdaptiveAvgPool3dFuncOptions(1));
  F::adaptive_max_pool1d(x1, F::AdaptiveMaxPool1dFuncOptions(1));
  F::adaptive_max_pool2d(x2, F::AdaptiveMaxPool2dFuncOptions({1, 1}));
  F::adaptive_max_pool3d(x3, F::AdaptiveMaxPool3dFuncOptions(1));
  F::lp_pool1d(x1, F::LPPool1dFuncOptions(2, 2)), F::lp_pool2d(x2, F::LPPool2dFuncOptions(2, 2));
  auto [pooled, indices] = F::max_pool2d_with_indices(x2, F::MaxPool2dFuncOptions(2));
  F::max_unpool2d(pooled, indices,
                  F::MaxUnpool2dFuncOptions(2).output_size(std::vector<int64_t>{8, 8}));
  F::layer_norm(x1, F::LayerNormFuncOptions({8}).eps(1e-6)),
      F::group_norm(x1, F::GroupNormFuncOptions(2));
  F::batch_norm(x2, torch::zeros({2}), torch::ones({2}), F::BatchNormFuncOptions().training(false));
  F::instance_norm(x2), F::instance_norm(x2, F::InstanceNormFuncOptions().eps(1e-4));
  F::local_response_norm(x2, F::LocalResponseNormFuncOptions(2));
  F::normalize(x1, F::NormalizeFuncOptions().p(2).dim(1)), F::normalize(x1);
  F::embedding(torch::tensor({1, 2}), torch::rand({4, 3}));
  F::embedding(torch::tensor({1, 2}), torch::rand({4, 3}),
               F::EmbeddingFuncOptions().padding_idx(0));
  F::embedding_bag(torch::tensor({1, 2}), torch::rand({4, 3}),
                   F::EmbeddingBagFuncOptions().offsets(torch::tensor({0, 1})).mode(torch::kMax));
  F::one_hot(torch::tensor({0, 2}), 3);
  F::pad(x2, F::PadFuncOptions({1, 1})),
      F::pad(x2, F::PadFuncOptions({1, 1, 2, 2}).mode(torch::kReflect));
  F::pad(x2, F::PadFuncOptions({1, 1}).mode(torch::kConstant).value(3));
  F::interpolate(
      x2,
      F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2}).mode(torch::kNearest));
  F::interpolate(x2, F::InterpolateFuncOptions()
                         .size(std::vector<int64_t>{5, 5})
                         .mode(torch::kBilinear)
                         .align_corners(true));
  F::grid_sample(x2, torch::rand({1, 3, 3, 2}),
                 F::GridSampleFuncOptions()
                     .mode(torch::kBilinear)
                     .padding_mode(torch::kBorder)
                     .align_corners(false));
  F::pixel_shuffle(torch::rand({1, 4, 2, 2}), F::PixelShuffleFuncOptions(2));
  F::pixel_unshuffle(torch::rand({1, 1, 4, 4}), F::PixelUnshuffleFuncOptions(2));
  F::fold(F::unfold(x2, F::UnfoldFuncOptions({2, 2})), F::FoldFuncOptions({8, 8}, {2, 2}));
  F::cosine_similarity(x1, x1, F::CosineSimilarityFuncOptions().dim(1)),
      F::pairwise_distance(x1, x1);
}

void losses() {
  const torch::Tensor x = torch::rand({2, 3}), y = torch::rand({2, 3}),
                      label = torch::tensor({0, 2});
  const torch::Tensor sign = torch::ones({2, 3});
  F::l1_loss(x, y), F::mse_loss(x, y), F::mse_loss(x, y, F::MSELossFuncOptions(torch::kSum));
  F::smooth_l1_loss(x, y), F::smooth_l1_loss(x, y, F::SmoothL1LossFuncOptions(torch::kNone)),
      F::huber_loss(x, y, F::HuberLossFuncOptions(torch::kSum)), F::huber_loss(x, y),
      F::binary_cross_entropy(x, y), F::nll_loss(x, label);
  F::binary_cross_entropy_with_logits(x, y), F::kl_div(x, y), F::cross_entropy(x, label);
  F::kl_div(x, y, F::KLDivFuncOptions(torch::kBatchMean).log_target(true));
  F::cross_entropy(x, label,
                   F::CrossEntropyFuncOptions().ignore_index(-100).reduction(torch::kSum));
  F::cross_entropy(x, y), F::nll_loss(x, label, F::NLLLossFuncOptions().reduction(torch::kNone));
  F::cosine_embedding_loss(x, y, torch::ones({2})), F::hinge_embedding_loss(x, sign);
  F::margin_ranking_loss(x, y, sign), F::multi_margin_loss(x, label), F::soft_margin_loss(x, sign);
  F::multilabel_soft_margin_loss(x, sign), F::poisson_nll_loss(x, y),
      F::triplet_margin_loss(x, y, x);
}

}  // namespace

void functional() {
  activations();
  layers();
  losses();
}

}  // namespace api
