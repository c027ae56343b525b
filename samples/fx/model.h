/// \file The model of these samples, as it would be written against libtorch.
#pragma once

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    conv1 =
        register_module("conv1", torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 4, 3).padding(1)));
    bn1 = register_module("bn1", torch::nn::BatchNorm2d(4));
    conv2 =
        register_module("conv2", torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 4, 3).padding(1)));
    bn2 = register_module("bn2", torch::nn::BatchNorm2d(4));
    fc = register_module("fc", torch::nn::Linear(4, 3));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(bn1(conv1(x)));
    x = torch::relu(bn2(conv2(x)));
    return fc(x.mean({2, 3}));
  }
  torch::nn::Conv2d conv1{nullptr}, conv2{nullptr};
  torch::nn::BatchNorm2d bn1{nullptr}, bn2{nullptr};
  torch::nn::Linear fc{nullptr};
};

/// The model in eval mode, with running statistics that make batch norm do something.
inline std::shared_ptr<Net> make_net() {
  torch::manual_seed(1);
  auto net = std::make_shared<Net>();
  for (auto& buffer : net->named_buffers()) {
    if (buffer.key().find("running_mean") != std::string::npos) buffer.value().fill_(0.1);
    if (buffer.key().find("running_var") != std::string::npos) buffer.value().fill_(2.0);
  }
  net->eval();
  return net;
}
