// Wrote the files cpp_*.pt of this folder, with libtorch 2.4.1.
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    fc1 = register_module("fc1", torch::nn::Linear(3, 4));
    norm = register_module("norm", torch::nn::BatchNorm1d(4));
    fc2 = register_module("fc2", torch::nn::Linear(4, 2));
    scale = register_buffer("scale", torch::full({1}, 1.5));
  }
  torch::nn::Linear fc1{nullptr}, fc2{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  torch::Tensor scale;
};
TORCH_MODULE(Net);

int main() {
  Net net;
  torch::NoGradGuard guard;
  int k = 0;
  for (auto& item : net->named_parameters()) {
    torch::Tensor& p = item.value();
    p.copy_(torch::arange(p.numel()).reshape(p.sizes()) * 0.25 + k++);
  }
  torch::save(net, "cpp_module.pt");
  torch::save(torch::arange(6).reshape({2, 3}), "cpp_tensor.pt");
  torch::save(std::vector<torch::Tensor>{torch::ones(2), torch::zeros({1, 2})}, "cpp_tensors.pt");
}
