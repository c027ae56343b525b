// The smallest model: what is tested is the way from here to a linked program.
#include <torch/torch.h>

struct Shifted : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x) + 1; }
};
