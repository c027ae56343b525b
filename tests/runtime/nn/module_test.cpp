/// \file Modules: names and order of their parameters, registration, holders, containers.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <torch/torch.h>

namespace digits {
#include "../../cases/digits_cnn.cpp"
}  // namespace digits
namespace resnet {
#include "../../cases/resnet_small.cpp"
}  // namespace resnet
namespace mobilenet {
#include "../../cases/mobilenet_se.cpp"
}  // namespace mobilenet
namespace encoder {
#include "../../cases/bert_encoder.cpp"
}  // namespace encoder

namespace weft {
namespace {

std::string error_id(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error.id());
  }
  return "none";
}

/// One line per parameter, then one per buffer: name, type, extents.
std::string listing(const nn::Module& model) {
  std::ostringstream out;
  const auto print = [&](const std::string& name, const Tensor& tensor) {
    out << name << ' ' << ir::dtype_short_name(tensor.scalar_type());
    for (const std::int64_t size : tensor.sizes()) out << ' ' << size;
    out << '\n';
  };
  for (const auto& item : model.named_parameters()) print(item.key(), item.value());
  for (const auto& item : model.named_buffers()) print(item.key(), item.value());
  return out.str();
}

std::string golden_listing(const std::string& name) {
  std::ifstream file(std::string(WEFT_SOURCE_DIR) + "/tests/golden/models/" + name +
                     ".params.txt");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Module, ParametersHaveTheNamesAndOrderOfLibtorch) {
  EXPECT_EQ(listing(digits::DigitsNet()), golden_listing("digits_cnn"));
  EXPECT_EQ(listing(resnet::ResNetSmall()), golden_listing("resnet_small"));
  EXPECT_EQ(listing(mobilenet::MobileNetSE()), golden_listing("mobilenet_se"));
  EXPECT_EQ(listing(encoder::BertModel()), golden_listing("bert_encoder"));
}

TEST(Module, NamesAreChecked) {
  nn::Module module;
  module.register_parameter("w", torch::ones({1}));
  EXPECT_EQ(error_id([&] { module.register_parameter("w", torch::ones({1})); }), "W3001");
  EXPECT_EQ(error_id([&] { module.register_buffer("", torch::ones({1})); }), "W3001");
  EXPECT_EQ(error_id([&] { module.register_module("a.b", nn::Linear(1, 1)); }), "W3001");
}

TEST(Module, EmptyHolderIsReported) {
  const nn::Linear empty{nullptr};
  EXPECT_FALSE(empty);
  EXPECT_EQ(error_id([&] { empty->forward(torch::ones({1})); }), "W3002");
}

TEST(Module, CloneCopiesOrIsRefused) {
  const nn::Linear linear(2, 3);
  const auto copy = std::dynamic_pointer_cast<nn::LinearImpl>(linear->clone());
  ASSERT_NE(copy, nullptr);
  EXPECT_FALSE(copy->weight.is_same(linear->weight));
  EXPECT_EQ(*copy->weight.data_ptr<float>(), *linear->weight.data_ptr<float>());
  EXPECT_EQ(error_id([] { digits::DigitsNet().clone(); }), "W3003");
}

TEST(Module, OptionsAreChecked) {
  EXPECT_EQ(error_id([] { nn::Dropout(1.5); }), "W3004");
  EXPECT_EQ(error_id([] { nn::Conv2d(nn::Conv2dOptions(3, 4, 1).groups(2)); }), "W3004");
  EXPECT_EQ(error_id([] { nn::Embedding(nn::EmbeddingOptions(4, 2).padding_idx(4)); }), "W3004");
  EXPECT_EQ(error_id([] { nn::Sequential()->forward(torch::ones({1})); }), "W3004");
}

TEST(Module, TrainAndEvalReachEveryModule) {
  resnet::ResNetSmall model;
  model.eval();
  for (const auto& module : model.named_children()) EXPECT_FALSE(module.value()->is_training());
  model.train();
  EXPECT_TRUE(model.is_training());
}

TEST(Module, ConversionKeepsTheTensorObjects) {
  nn::Linear linear(2, 2);
  const Tensor before = linear->weight;
  linear->to(torch::kFloat64);
  EXPECT_EQ(before.scalar_type(), torch::kFloat64);
  EXPECT_EQ(error_id([&] { linear->to(torch::Device("cuda:0")); }), "W2004");
}

TEST(Module, TrainingIsRefused) {
  nn::Linear linear(2, 2);
  EXPECT_EQ(error_id([&] { linear->zero_grad(); }), "W2006");
}

TEST(Sequential, RunsModulesFunctionsAndNestedSequences) {
  nn::Sequential inner(nn::Functional([](const Tensor& x) { return x * 2; }),
                       nn::Functional(torch::relu));
  nn::Sequential outer(inner, nn::Functional(torch::leaky_relu, 0.1), nn::Identity());
  const Tensor result = outer->forward(torch::tensor({-1.0f, 3.0f}));
  EXPECT_EQ(result.data_ptr<float>()[0], 0.0f);
  EXPECT_EQ(result.data_ptr<float>()[1], 6.0f);
  EXPECT_EQ(outer->size(), 3u);
}

TEST(Sequential, NamedEntries) {
  nn::Sequential named({{"first", nn::Linear(2, 3)}, {"second", nn::ReLU()}});
  EXPECT_TRUE(named->named_parameters().contains("first.weight"));
}

/// In the order of libtorch 2.4.1: parameters are initialised and stored in it.
TEST(Module, ADecoderLayerListsItsPartsAsLibtorchDoes) {
  nn::TransformerDecoderLayer layer(nn::TransformerDecoderLayerOptions(4, 2).dim_feedforward(8));
  std::vector<std::string> names;
  for (const auto& child : layer->named_children()) names.push_back(child.key());
  EXPECT_EQ(names, (std::vector<std::string>{"self_attn", "multihead_attn", "linear1", "dropout",
                                             "linear2", "norm1", "norm2", "norm3", "dropout1",
                                             "dropout2", "dropout3"}));
}

}  // namespace
}  // namespace weft
