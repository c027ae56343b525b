// A cascade of small classifiers: forward stops at the first stage that is sure of its answer.
#include <torch/torch.h>

#include <string>

struct EarlyExit : torch::nn::Module {
  EarlyExit() {
    for (int stage = 0; stage < kStages; ++stage) {
      stages->push_back(torch::nn::Linear(stage == 0 ? 16 : 64, 64));
      heads->push_back(torch::nn::Linear(64, 10));
    }
    register_module("stages", stages);
    register_module("heads", heads);
  }

  // The probabilities, and the number of stages that ran.
  std::tuple<torch::Tensor, int64_t> forward(torch::Tensor x) {
    torch::Tensor probabilities;
    int64_t stage = 0;
    while (stage < kStages) {
      x = torch::relu(stages[stage]->as<torch::nn::Linear>()->forward(x));
      probabilities = torch::softmax(heads[stage]->as<torch::nn::Linear>()->forward(x), 1);
      const float confidence = std::get<0>(probabilities.max(1)).min().item<float>();
      ++stage;
      note(stage, confidence);
      if (confidence > 0.5f) break;
      x = torch::layer_norm(x, {64});
    }
    return {probabilities, stage};
  }

  std::string log;

 private:
  // Host code between the segments: it runs as it is written.
  void note(int64_t stage, float confidence) {
    log += std::to_string(stage) + (confidence > 0.5f ? " sure; " : " unsure; ");
  }

  static constexpr int64_t kStages = 4;
  torch::nn::ModuleList stages, heads;
};
