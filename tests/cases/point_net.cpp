//! model: PointNet
//! input: points: f32[2,3,10]
//! breaks: 0
#include <torch/torch.h>

// Two transforms that a small network predicts, applied by bmm, and the largest value over all points.
struct TransformImpl : torch::nn::Module {
  explicit TransformImpl(int64_t k)
      : k_(k), conv1(torch::nn::Conv1dOptions(k, 8, 1)), conv2(torch::nn::Conv1dOptions(8, 16, 1)), norm1(8), norm2(16),
        fc(16, k * k) {
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    register_module("norm1", norm1);
    register_module("norm2", norm2);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) {
    const auto batch = x.size(0);
    x = torch::relu(norm1->forward(conv1->forward(x)));
    x = torch::relu(norm2->forward(conv2->forward(x)));
    x = std::get<0>(torch::max(x, 2, /*keepdim=*/true)).view({-1, 16});
    auto identity = torch::eye(k_).view({1, k_ * k_}).repeat({batch, 1}).to(x.device());
    return (fc->forward(x) + identity).view({-1, k_, k_});
  }
  int64_t k_;
  torch::nn::Conv1d conv1, conv2;
  torch::nn::BatchNorm1d norm1, norm2;
  torch::nn::Linear fc;
};
TORCH_MODULE(Transform);

struct PointNetImpl : torch::nn::Module {
  PointNetImpl() : input(3), feature(8), conv1(3, 8, 1), conv2(8, 16, 1), norm(8), fc(16, 4) {
    register_module("input", input);
    register_module("feature", feature);
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    register_module("norm", norm);
    register_module("fc", fc);
  }
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    const auto count = x.size(2);
    auto t1 = input->forward(x);
    x = torch::bmm(x.transpose(2, 1), t1).transpose(2, 1);
    x = torch::relu(norm->forward(conv1->forward(x)));
    auto t2 = feature->forward(x);
    x = torch::matmul(x.transpose(2, 1), t2).transpose(2, 1);
    auto local = x;
    x = torch::max_pool1d(conv2->forward(x), count).squeeze(-1);
    auto scores = torch::log_softmax(fc->forward(x), -1);
    auto all = torch::cat({x.unsqueeze(-1).repeat({1, 1, count}), local}, 1);
    return {scores, t2, all};
  }
  Transform input, feature;
  torch::nn::Conv1d conv1, conv2;
  torch::nn::BatchNorm1d norm;
  torch::nn::Linear fc;
};
TORCH_MODULE(PointNet);
