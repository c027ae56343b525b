#include <torch/torch.h>

// Attention over x with a mask, and what makes guards: related extents, a multiple, an element.
struct Guarded : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask, torch::Tensor y) {
    auto batch = x.size(0);
    auto scores = torch::matmul(x.transpose(1, 2), x);
    scores = torch::softmax(scores.masked_fill(mask.squeeze(1), -1.0), -1);
    auto mixed = torch::matmul(scores, x.transpose(1, 2)) + x.select(2, 3).unsqueeze(1);
    return mixed + y.view({batch, 2}).sum(1).view({batch, 1, 1});
  }
};
