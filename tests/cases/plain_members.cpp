//! model: Net
//! input: images: f32[3,1,12,12]
//! breaks: 0
#include <torch/torch.h>

// A plain struct without a holder: members by value, dropout in its functional form, sizes of the fully connected
// layer worked out by hand.
struct Net : torch::nn::Module {
  Net() : conv1(torch::nn::Conv2dOptions(1, 4, /*kernel_size=*/3)), conv2(4, 6, 3), fc1(6, 16), fc2(16, 5) {
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    register_module("conv2_drop", conv2_drop);
    register_module("fc1", fc1);
    register_module("fc2", fc2);
  }

  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(torch::max_pool2d(conv1->forward(x), 2));
    x = torch::relu(torch::max_pool2d(conv2_drop->forward(conv2->forward(x)), {2, 2}, {2, 2}));
    x = x.view({-1, 6});
    x = torch::relu(fc1->forward(x));
    x = torch::dropout(x, /*p=*/0.5, /*train=*/is_training());
    x = fc2->forward(x);
    return torch::log_softmax(x, /*dim=*/1);
  }

  torch::nn::Conv2d conv1, conv2;
  torch::nn::Dropout2d conv2_drop;
  torch::nn::Linear fc1, fc2;
};
