/// \file Parameters and buffers by path, and files of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <torch/torch.h>

#include "../runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;
using testing::values_of;

struct NetImpl : torch::nn::Module {
  NetImpl() {
    fc1 = register_module("fc1", torch::nn::Linear(3, 4));
    norm = register_module("norm", torch::nn::BatchNorm1d(4));
    fc2 = register_module("fc2", torch::nn::Linear(4, 2));
    scale = register_buffer("scale", torch::ones({1}));
  }
  torch::nn::Linear fc1{nullptr}, fc2{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  torch::Tensor scale;
};
TORCH_MODULE(Net);

std::string file(const std::string& name) {
  return std::string(WEFT_SOURCE_DIR) + "/tests/runtime/data/pytorch/" + name;
}

TEST(StateDict, LoadsWhatLibtorchSaved) {
  Net net;
  torch::load(net, file("cpp_module.pt"));
  EXPECT_EQ(values_of(net->fc2->bias), (std::vector<double>{5, 5.25}));
  EXPECT_EQ(values_of(net->scale), std::vector<double>{1.5});

  torch::Tensor one;
  torch::load(one, file("cpp_tensor.pt"));
  EXPECT_EQ(values_of(one), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  std::vector<torch::Tensor> two;
  torch::load(two, file("cpp_tensors.pt"));
  EXPECT_EQ(two.size(), 2U);
  expect_error("W3006", [&] { torch::load(one, file("cpp_tensors.pt")); }, "2 tensors");
}

TEST(StateDict, HoldsEveryParameterAndBufferUnderItsPath) {
  Net net;
  const NamedTensors tensors = nn::state_dict(*net);
  ASSERT_EQ(tensors.size(), 10U);
  Net other;
  nn::load_state_dict(*other, tensors);
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    EXPECT_EQ(nn::state_dict(*other)[k].first, tensors[k].first);
    EXPECT_EQ(values_of(nn::state_dict(*other)[k].second), values_of(tensors[k].second));
  }
}

TEST(StateDict, StrictNamesEverythingThatDoesNotFit) {
  Net net;
  const std::vector<double> before = values_of(net->fc1->weight);
  NamedTensors tensors = nn::state_dict(*net);
  tensors[1].second = torch::zeros({3, 4});  // fc1.weight is [4, 3]
  tensors[2].first = "fc1.bios";
  expect_error(
      "W3006", [&] { nn::load_state_dict(*net, tensors); },
      "tensor \"fc1.weight\" is f32[3, 4], and the model has f32[4, 3]");
  expect_error(
      "W3006", [&] { nn::load_state_dict(*net, tensors); }, "tensor \"fc1.bias\" is missing");
  expect_error(
      "W3006", [&] { nn::load_state_dict(*net, tensors); },
      "tensor \"fc1.bios\" is not in the module");
  EXPECT_EQ(values_of(net->fc1->weight), before);
}

TEST(StateDict, NotStrictLoadsWhatFitsAndNamesTheRest) {
  Net net;
  const nn::IncompatibleKeys keys = nn::load_state_dict(
      *net, {{"scale", torch::full({1}, 3.0)}, {"other", torch::ones({2})}}, /*strict=*/false);
  EXPECT_EQ(values_of(net->scale), std::vector<double>{3});
  EXPECT_EQ(keys.unexpected_keys, std::vector<std::string>{"other"});
  EXPECT_EQ(keys.missing_keys.size(), 9U);
  EXPECT_EQ(keys.missing_keys.front(), "fc1.weight");
  // A wrong shape is an error in any case, as in PyTorch.
  expect_error("W3006",
               [&] { nn::load_state_dict(*net, {{"scale", torch::ones({2})}}, /*strict=*/false); });
}

}  // namespace
}  // namespace weft
