// torch::nn::init, and walking over modules to initialise them.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {
namespace {

void initialise(torch::nn::Module& module) {
  torch::NoGradGuard no_grad;
  if (auto* linear = module.as<torch::nn::Linear>()) {
    torch::nn::init::xavier_normal_(linear->weight);
    torch::nn::init::constant_(linear->bias, 0.01);
  }
  if (auto* conv = dynamic_cast<torch::nn::Conv2dImpl*>(&module)) {
    torch::nn::init::kaiming_normal_(conv->weight, 0.0, torch::kFanOut, torch::kReLU);
  }
  if (typeid(module) == typeid(torch::nn::BatchNorm2dImpl)) {
    auto& norm = dynamic_cast<torch::nn::BatchNorm2dImpl&>(module);
    torch::nn::init::ones_(norm.weight);
    torch::nn::init::zeros_(norm.bias);
  }
}

}  // namespace

void initialisation() {
  namespace init = torch::nn::init;
  torch::NoGradGuard no_grad;
  torch::Tensor w = torch::empty({4, 3});
  init::constant_(w, 2), init::ones_(w), init::zeros_(w), init::uniform_(w),
      init::uniform_(w, -1, 1);
  init::normal_(w), init::normal_(w, 0.0, 0.02), init::xavier_uniform_(w),
      init::xavier_uniform_(w, 1.4);
  init::xavier_normal_(w), init::kaiming_uniform_(w), init::kaiming_normal_(w);
  init::kaiming_uniform_(w, std::sqrt(5), torch::kFanIn, torch::kLeakyReLU);
  init::eye_(w), init::orthogonal_(w), init::sparse_(w, 0.5);
  init::dirac_(torch::empty({2, 2, 3}));
  TORCH_CHECK(std::abs(init::calculate_gain(torch::kReLU) - std::sqrt(2.0)) < 1e-12);
  TORCH_CHECK(init::calculate_gain(torch::kTanh) == 5.0 / 3.0);
  TORCH_CHECK(init::calculate_gain(torch::kLeakyReLU, 1.0) == 1.0);

  torch::nn::Sequential net(torch::nn::Conv2d(1, 2, 3), torch::nn::BatchNorm2d(2),
                            torch::nn::ReLU(), torch::nn::Flatten(), torch::nn::Linear(8, 2));
  net->apply(initialise);
  net->apply([](torch::nn::Module& module) { initialise(module); });
  for (auto& module : net->modules(/*include_self=*/false)) {
    if (auto conv = std::dynamic_pointer_cast<torch::nn::Conv2dImpl>(module)) {
      init::constant_(conv->bias, 0);
    } else if (auto* linear = dynamic_cast<torch::nn::LinearImpl*>(module.get())) {
      linear->weight.normal_(0.0, 0.01);
      linear->bias.zero_();
    }
  }
  for (auto& parameter : net->parameters()) {
    if (parameter.dim() > 1) init::xavier_uniform_(parameter);
  }
  for (auto& item : net->named_parameters()) {
    if (item.key().find("bias") != std::string::npos) item.value().fill_(0.5);
  }
  const auto fans = torch::nn::init::_calculate_fan_in_and_fan_out(torch::ones({4, 3, 2, 2}));
  TORCH_CHECK(std::get<0>(fans) == 12 && std::get<1>(fans) == 16);
  net->eval();
  TORCH_CHECK(net->forward(torch::rand({1, 1, 4, 4})).size(1) == 2);
}

}  // namespace api
