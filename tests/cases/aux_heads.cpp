//! model: Classifier
//! input: images: f32[2,3,8,8]
//! breaks: 0
#include <torch/torch.h>

// Branches joined by cat, an auxiliary head that only training runs, the input normalised channel by channel behind a
// flag, and a struct as the result.
struct Prediction {
  torch::Tensor logits;
  torch::Tensor features;
};

struct BranchesImpl : torch::nn::Module {
  BranchesImpl(int64_t in, int64_t each)
      : one(register_module("one", torch::nn::Conv2d(in, each, 1))),
        three(register_module("three", torch::nn::Conv2d(torch::nn::Conv2dOptions(in, each, 3).padding(1)))),
        pooled(register_module("pooled", torch::nn::Conv2d(in, each, 1))) {}
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> parts;
    parts.push_back(one(x));
    parts.push_back(three(x));
    parts.push_back(pooled(torch::avg_pool2d(x, 3, 1, 1)));
    return torch::cat(parts, 1);
  }
  torch::nn::Conv2d one, three, pooled;
};
TORCH_MODULE(Branches);

struct ClassifierImpl : torch::nn::Module {
  explicit ClassifierImpl(bool aux_logits = true, bool transform_input = true)
      : aux_logits_(aux_logits), transform_input_(transform_input) {
    first = register_module("first", Branches(3, 4));
    second = register_module("second", Branches(12, 4));
    if (aux_logits_) aux = register_module("aux", torch::nn::Linear(12, 5));
    fc = register_module("fc", torch::nn::Linear(12, 5));
  }

  torch::Tensor standardised(torch::Tensor x) {
    if (!transform_input_) return x;
    const std::array<double, 3> mean = {0.485, 0.456, 0.406}, deviation = {0.229, 0.224, 0.225};
    std::array<torch::Tensor, 3> channels;
    for (size_t k = 0; k < channels.size(); ++k) {
      channels[k] = torch::unsqueeze(x.select(1, k), 1) * (deviation[k] / 0.5) + (mean[k] - 0.5) / 0.5;
    }
    return torch::cat({channels[0], channels[1], channels[2]}, 1);
  }

  Prediction forward(torch::Tensor x) {
    x = first(standardised(x));
    torch::Tensor side;
    if (is_training() && aux_logits_) side = aux(torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
    x = torch::relu(second(torch::relu(x)));
    x = torch::adaptive_avg_pool2d(x, {1, 1}).view({x.size(0), -1});
    auto logits = fc(x);
    if (side.defined()) logits = logits + 0.3 * side;
    return {logits, x};
  }

  bool aux_logits_, transform_input_;
  Branches first{nullptr}, second{nullptr};
  torch::nn::Linear aux{nullptr}, fc{nullptr};
};
TORCH_MODULE(Classifier);
