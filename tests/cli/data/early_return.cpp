#include <torch/torch.h>

// Leaves a loop as soon as one of its heads is confident.
struct Cascade : torch::nn::Module {
  Cascade() {
    for (int i = 0; i < 3; ++i) {
      stages->push_back(torch::nn::Linear(i == 0 ? 10 : 16, 16));
      heads->push_back(torch::nn::Linear(16, 4));
    }
    register_module("stages", stages);
    register_module("heads", heads);
  }
  std::tuple<torch::Tensor, int64_t, double> forward(torch::Tensor x) {
    if ((x.abs().max() < 0.05).item<bool>()) return {torch::zeros({x.size(0), 4}), 0, 0.0};
    for (int64_t i = 0; i < 3; ++i) {
      x = torch::relu(stages[i]->as<torch::nn::Linear>()->forward(x));
      auto p = torch::softmax(heads[i]->as<torch::nn::Linear>()->forward(x), 1);
      if ((std::get<0>(p.max(1)).min() > 0.29).item<bool>()) return {p.log(), i + 1, 0.5};
      x = torch::layer_norm(x, {16});
    }
    return {x.slice(1, 0, 4), 4, 1.5};
  }
  torch::nn::ModuleList stages, heads;
};
