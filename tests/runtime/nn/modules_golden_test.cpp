/// \file Modules against the results of PyTorch's (tests/golden/modules.safetensors), with its
/// weights.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <torch/torch.h>

#include "../runtime_testing.h"

namespace weft {
namespace {

namespace nn = torch::nn;
namespace F = torch::nn::functional;
using testing::expect_error;
using testing::values_of;

const NamedTensors& golden() {
  static const NamedTensors tensors =
      load_tensors(std::string(WEFT_SOURCE_DIR) + "/tests/golden/modules.safetensors");
  return tensors;
}

/// One case of the file.
class Case {
 public:
  explicit Case(std::string name) : name_(std::move(name)) {}

  Tensor input(int k) const { return find("input", k); }
  /// The module in eval mode with the case's weights.
  template <typename Holder>
  Holder loaded(Holder module) const {
    NamedTensors state;
    const std::string prefix = name_ + ".state.";
    for (const auto& [name, tensor] : golden()) {
      if (name.starts_with(prefix)) state.emplace_back(name.substr(prefix.size()), tensor);
    }
    nn::load_state_dict(*module, state);
    module->eval();
    return module;
  }
  void expect(const std::vector<Tensor>& results) const {
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Tensor want = find("output", static_cast<int>(k));
      ASSERT_EQ(results[k].sizes(), want.sizes()) << name_ << " result " << k;
      EXPECT_EQ(results[k].dtype(), want.dtype()) << name_;
      const std::vector<double> got = values_of(results[k]), wanted = values_of(want);
      for (std::size_t i = 0; i < got.size(); ++i) {
        if (got[i] == wanted[i]) continue;
        ASSERT_NEAR(got[i], wanted[i], 2e-6 + 1e-5 * std::abs(wanted[i]))
            << name_ << " result " << k << " element " << i;
      }
    }
    EXPECT_FALSE(exists("output", static_cast<int>(results.size()))) << name_;
  }
  void expect(const Tensor& result) const { expect(std::vector<Tensor>{result}); }

 private:
  std::string key(const char* kind, int k) const {
    return name_ + "." + kind + "." + std::to_string(k);
  }
  bool exists(const char* kind, int k) const {
    for (const auto& [name, tensor] : golden()) {
      if (name == key(kind, k)) return true;
    }
    return false;
  }
  Tensor find(const char* kind, int k) const {
    for (const auto& [name, tensor] : golden()) {
      if (name == key(kind, k)) return tensor;
    }
    ADD_FAILURE() << "no " << key(kind, k);
    return Tensor();
  }
  std::string name_;
};

std::vector<Tensor> flat(const std::tuple<Tensor, Tensor>& pair) {
  return {std::get<0>(pair), std::get<1>(pair)};
}
std::vector<Tensor> flat(const std::tuple<Tensor, std::tuple<Tensor, Tensor>>& result) {
  return {std::get<0>(result), std::get<0>(std::get<1>(result)), std::get<1>(std::get<1>(result))};
}

TEST(ModulesGolden, RNN) {
  const Case tanh("rnn_tanh");
  tanh.expect(flat(tanh.loaded(nn::RNN(3, 4))(tanh.input(0))));
  const Case relu("rnn_relu");
  relu.expect(flat(relu.loaded(nn::RNN(
      nn::RNNOptions(3, 4).num_layers(2).nonlinearity(torch::kReLU).bias(false).batch_first(true)))(
      relu.input(0))));
}

TEST(ModulesGolden, LSTM) {
  const Case plain("lstm");
  plain.expect(flat(plain.loaded(nn::LSTM(3, 4))->forward(plain.input(0))));
  const Case two("lstm_two_ways");
  auto module = two.loaded(
      nn::LSTM(nn::LSTMOptions(3, 4).num_layers(2).batch_first(true).bidirectional(true)));
  two.expect(flat(module->forward(two.input(0), std::make_tuple(two.input(1), two.input(2)))));
  const Case projected("lstm_projected");
  projected.expect(flat(
      projected.loaded(nn::LSTM(nn::LSTMOptions(3, 5).proj_size(2)))->forward(projected.input(0))));
  EXPECT_EQ(module->all_weights().size(), 16U);
}

TEST(ModulesGolden, GRUAndCells) {
  const Case gru("gru");
  gru.expect(flat(gru.loaded(nn::GRU(nn::GRUOptions(3, 4).num_layers(2).bidirectional(true)))(
      gru.input(0), gru.input(1))));
  const Case rnn_cell("rnn_cell");
  rnn_cell.expect(rnn_cell.loaded(nn::RNNCell(3, 4))(rnn_cell.input(0)));
  const Case lstm_cell("lstm_cell");
  lstm_cell.expect(flat(
      lstm_cell.loaded(nn::LSTMCell(3, 4))
          ->forward(lstm_cell.input(0), std::make_tuple(lstm_cell.input(1), lstm_cell.input(2)))));
  const Case gru_cell("gru_cell");
  gru_cell.expect(gru_cell.loaded(nn::GRUCell(3, 4))(gru_cell.input(0)));
}

TEST(ModulesGolden, MultiheadAttention) {
  const Case own("attention");
  auto module = own.loaded(nn::MultiheadAttention(8, 2));
  const Tensor x = own.input(0);
  own.expect(flat(module(x, x, x)));
  const Case cross("attention_cross");
  cross.expect(flat(cross.loaded(
      nn::MultiheadAttention(nn::MultiheadAttentionOptions(8, 4).kdim(3).vdim(6).bias(false)))(
      cross.input(0), cross.input(1), cross.input(2))));
  const Case masked("attention_masked");
  const Tensor t = masked.input(0);
  masked.expect(flat(masked.loaded(nn::MultiheadAttention(8, 2))(
      t, t, t, masked.input(1), /*need_weights=*/true, masked.input(2),
      /*average_attn_weights=*/false)));
  const Case added("attention_added");
  const Tensor u = added.input(0);
  added.expect(flat(added.loaded(nn::MultiheadAttention(
      nn::MultiheadAttentionOptions(8, 2).add_bias_kv(true).add_zero_attn(true)))(
      u, u, u, Tensor(), true, added.input(2))));
}

TEST(ModulesGolden, Transformers) {
  const Case layer("encoder_layer");
  layer.expect(layer.loaded(nn::TransformerEncoderLayer(
      nn::TransformerEncoderLayerOptions(8, 2).dim_feedforward(16).activation(torch::kGELU)))(
      layer.input(0)));
  const Case encoder("encoder");
  auto small =
      nn::TransformerEncoderLayer(nn::TransformerEncoderLayerOptions(8, 2).dim_feedforward(16));
  encoder.expect(encoder.loaded(nn::TransformerEncoder(nn::TransformerEncoderOptions(small, 2).norm(
      nn::AnyModule(nn::LayerNorm(nn::LayerNormOptions({8}))))))(encoder.input(0),
                                                                 encoder.input(1)));
  const Case decoder("decoder_layer");
  decoder.expect(decoder.loaded(
      nn::TransformerDecoderLayer(nn::TransformerDecoderLayerOptions(8, 2).dim_feedforward(16)))(
      decoder.input(0), decoder.input(1)));
  const Case whole("transformer");
  whole.expect(whole.loaded(nn::Transformer(
      nn::TransformerOptions(8, 2, 1, 2).dim_feedforward(16)))(whole.input(0), whole.input(1)));
}

/// A module of one tensor against its case.
template <typename Holder>
void check(const std::string& name, Holder module) {
  const Case golden_case(name);
  golden_case.expect(golden_case.loaded(module)->forward(golden_case.input(0)));
}

/// A module of two tensors.
template <typename Holder>
void check_pair(const std::string& name, Holder module) {
  const Case golden_case(name);
  golden_case.expect(module->forward(golden_case.input(0), golden_case.input(1)));
}

TEST(ModulesGolden, Images) {
  using Sizes = std::vector<std::int64_t>;
  using Factors = std::vector<double>;
  check("upsample_nearest", nn::Upsample(nn::UpsampleOptions().scale_factor(Factors({2}))));
  check("upsample_bilinear",
        nn::Upsample(
            nn::UpsampleOptions().size(Sizes({7, 9})).mode(torch::kBilinear).align_corners(false)));
  check("upsample_corners", nn::Upsample(nn::UpsampleOptions()
                                             .scale_factor(Factors({1.5, 1.5}))
                                             .mode(torch::kBilinear)
                                             .align_corners(true)));
  const Case bicubic("interpolate_bicubic");
  bicubic.expect(F::interpolate(
      bicubic.input(0), F::InterpolateFuncOptions().size(Sizes({8, 4})).mode(torch::kBicubic)));
  check("pixel_shuffle", nn::PixelShuffle(2));
  check("pixel_unshuffle", nn::PixelUnshuffle(2));
  check("pad_reflect", nn::ReflectionPad2d(nn::ReflectionPad2dOptions({1, 2, 3, 0})));
  check("pad_replicate", nn::ReplicationPad1d(2));
  check("pad_zero", nn::ZeroPad2d(1));
  check("pad_constant", nn::ConstantPad1d(nn::ConstantPad1dOptions({1, 2}, 3.5)));
  check("instance_norm", nn::InstanceNorm2d(nn::InstanceNorm2dOptions(4).affine(true)));
  check("instance_norm_tracked",
        nn::InstanceNorm1d(nn::InstanceNorm1dOptions(3).track_running_stats(true)));
  check("local_response_norm",
        nn::LocalResponseNorm(nn::LocalResponseNormOptions(3).alpha(0.1).k(2.0)));
  check("max_pool3d", nn::MaxPool3d(2));
  check("avg_pool3d",
        nn::AvgPool3d(nn::AvgPool3dOptions(2).padding(1).divisor_override(std::int64_t{3})));
  const Case adaptive("adaptive_max_pool1d");
  adaptive.expect(flat(nn::AdaptiveMaxPool1d(3)->forward_with_indices(adaptive.input(0))));
  const Case pool("max_pool2d_indices");
  pool.expect(flat(nn::MaxPool2d(2)->forward_with_indices(pool.input(0))));
  check("lp_pool2d", nn::LPPool2d(2, 2));
  check("unfold", nn::Unfold(nn::UnfoldOptions(2).padding(1)));
  check("fold", nn::Fold(nn::FoldOptions({4, 5}, {2, 2})));
  check("unflatten", nn::Unflatten(nn::UnflattenOptions(1, {2, 2})));
  const Case normalize("normalize");
  normalize.expect(F::normalize(normalize.input(0), F::NormalizeFuncOptions().p(1.0).dim(2)));
  check_pair("cosine_similarity", nn::CosineSimilarity());
  check_pair("pairwise_distance",
             nn::PairwiseDistance(nn::PairwiseDistanceOptions().p(3.0).keepdim(true)));
}

TEST(ModulesGolden, Activations) {
  check("celu", nn::CELU(nn::CELUOptions().alpha(0.7)));
  check("selu", nn::SELU());
  check("hardshrink", nn::Hardshrink(1.0));
  check("softshrink", nn::Softshrink());
  check("threshold", nn::Threshold(0.5, -7.0));
  check("softmin", nn::Softmin(0));
  check("rrelu", nn::RReLU());
  check("prelu", nn::PReLU());
  check("softmax2d", nn::Softmax2d());
}

TEST(ModulesGolden, Losses) {
  check_pair("l1_loss", nn::L1Loss(torch::kSum));
  check_pair("mse_loss", nn::MSELoss());
  check_pair("smooth_l1_loss", nn::SmoothL1Loss(nn::SmoothL1LossOptions().beta(0.3)));
  check_pair("huber_loss",
             nn::HuberLoss(nn::HuberLossOptions().reduction(torch::kNone).delta(0.4)));
  check_pair("bce_loss", nn::BCELoss());
  const Tensor weight = torch::tensor({0.2f, 1.0f, 0.5f});
  check_pair("bce_with_logits_loss",
             nn::BCEWithLogitsLoss(nn::BCEWithLogitsLossOptions().pos_weight(weight)));
  check_pair("nll_loss", nn::NLLLoss(nn::NLLLossOptions().weight(weight)));
  check_pair(
      "cross_entropy_loss",
      nn::CrossEntropyLoss(nn::CrossEntropyLossOptions().ignore_index(1).label_smoothing(0.1)));
  check_pair("kl_div_loss", nn::KLDivLoss(nn::KLDivLossOptions().reduction(torch::kBatchMean)));
}

TEST(ModulesGolden, WrongShapesAreRefused) {
  const Tensor flat_input = torch::zeros({2, 3});
  expect_error("W3007", [&] { nn::LSTM(3, 4)->forward(flat_input); }, "LSTM: the input has 2");
  expect_error(
      "W3007", [&] { nn::GRU(3, 4)->forward(torch::zeros({2, 1, 3}), torch::zeros({1, 4})); },
      "h has 2 dimensions");
  expect_error("W3007", [&] { nn::RNNCell(3, 4)->forward(torch::zeros({1, 2, 3})); }, "1 or 2");
  const Tensor x = torch::zeros({5, 2, 7});
  expect_error("W3008", [&] { nn::MultiheadAttention(8, 2)(x, x, x); }, "has 7 features");
  expect_error("W3004", [&] { nn::MultiheadAttention(8, 3); }, "no multiple");
}

TEST(ModulesGolden, Containers) {
  nn::ModuleDict dict;
  dict->insert("conv", nn::Linear(2, 3));
  dict->insert("act", nn::ReLU());
  EXPECT_EQ(dict->keys(), (std::vector<std::string>{"conv", "act"}));
  EXPECT_EQ(dict->named_parameters().size(), 2U);
  EXPECT_TRUE(dict->contains("act"));
  dict->pop("act");
  EXPECT_EQ(dict->size(), 1U);
  nn::ParameterList list;
  list->append(torch::ones({2}));
  list->append(torch::zeros({3}));
  EXPECT_EQ(list->named_parameters()[1].key(), "1");
  nn::ParameterDict named;
  named->insert("w", torch::ones({2}));
  EXPECT_EQ(values_of(named["w"]), (std::vector<double>{1, 1}));

  nn::Sequential sequential(nn::Linear(2, 2), nn::ReLU());
  auto copy = std::dynamic_pointer_cast<nn::SequentialImpl>(sequential->clone());
  ASSERT_NE(copy, nullptr);
  const Tensor x = torch::ones({1, 2});
  EXPECT_EQ(values_of(copy->forward(x)), values_of(sequential->forward(x)));
  EXPECT_NE(copy->parameters()[0].data_ptr(), sequential->parameters()[0].data_ptr());
}

/// A module that writes into its input must not count as pure.
TEST(ModulesGolden, InPlaceActivationsAreNotPure) {
  EXPECT_FALSE(nn::LeakyReLU(nn::LeakyReLUOptions().inplace(true))->is_pure());
  EXPECT_FALSE(nn::ELU(nn::ELUOptions().inplace(true))->is_pure());
  EXPECT_FALSE(nn::Threshold(nn::ThresholdOptions(0.1, 0.2).inplace(true))->is_pure());
  EXPECT_TRUE(nn::LeakyReLU()->is_pure());
}

}  // namespace
}  // namespace weft
