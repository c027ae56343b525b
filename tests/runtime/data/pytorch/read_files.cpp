// Reads the files weft_*.pt of this folder, which weft wrote, with libtorch 2.4.1. Run it in the folder: it
// prints "read" where everything is as tests/runtime/nn/archive_test.cpp says.
#include <torch/torch.h>

#include <iostream>

namespace nn = torch::nn;

struct BlockImpl : nn::Module {
  BlockImpl() {
    conv = register_module("conv", nn::Conv1d(nn::Conv1dOptions(2, 3, 1).bias(false)));
    layers = register_module(
        "layers", nn::Sequential(nn::Linear(3, 3), nn::ReLU(), nn::Functional(torch::tanh)));
    again = register_module("again", layers->ptr<nn::LinearImpl>(0));
    table = register_parameter("table", torch::zeros({2, 3}));
    same = register_parameter("same", table);
    turned = register_buffer("turned", torch::zeros({3, 2}));
    flags = register_buffer("flags", torch::tensor({0, 0}).to(torch::kBool));
    count = register_buffer("count", torch::tensor(0));
  }
  nn::Conv1d conv{nullptr};
  nn::Sequential layers{nullptr};
  std::shared_ptr<nn::LinearImpl> again;
  torch::Tensor table, same, turned, flags, count;
};
TORCH_MODULE(Block);

/// The last value that was written into a tensor: a tied one has two.
torch::Tensor filled(at::IntArrayRef sizes, int k) {
  return torch::arange(c10::multiply_integers(sizes), torch::kFloat).reshape(sizes) * 0.5 + k;
}

int main() {
  Block block;
  torch::load(block, "weft_module.pt");
  const bool is_module =
      torch::equal(block->table, filled({2, 3}, 1)) && torch::equal(block->same, block->table) &&
      torch::equal(block->turned, block->table.t()) &&
      torch::equal(block->conv->weight, filled({3, 2, 1}, 2)) &&
      torch::equal(block->again->weight, filled({3, 3}, 5)) &&
      torch::equal(block->again->bias, filled({3}, 6)) &&
      torch::equal(block->layers->ptr<nn::LinearImpl>(0)->bias, block->again->bias) &&
      torch::equal(block->flags, torch::tensor({1, 0}).to(torch::kBool)) &&
      block->count.item<int64_t>() == 7;
  std::vector<torch::Tensor> tensors;
  torch::load(tensors, "weft_tensors.pt");
  const bool are_tensors =
      tensors.size() == 4 && torch::equal(tensors[0], filled({2, 3}, 0).t() * 2) &&
      tensors[0].stride(0) == 1 && tensors[1].item<float>() == 2.5f && tensors[2].numel() == 0 &&
      tensors[2].size(1) == 3 && torch::equal(tensors[3], torch::full({2}, -3, torch::kChar));
  std::cout << (is_module && are_tensors ? "read" : "wrong") << "\n";
  return is_module && are_tensors ? 0 : 1;
}
