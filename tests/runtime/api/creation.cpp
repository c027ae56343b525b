// Functions that make tensors, and TensorOptions in all spellings, as libtorch documents them.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {

void creation() {
  TORCH_CHECK(torch::zeros({2, 3}).sum().item<float>() == 0);
  TORCH_CHECK(torch::zeros(4).dim() == 1);
  TORCH_CHECK(torch::ones({2, 3}).sum().item<float>() == 6);
  TORCH_CHECK(torch::empty({2, 3}).numel() == 6);
  TORCH_CHECK(torch::full({2, 2}, 7).dtype() == torch::kLong);
  TORCH_CHECK(torch::full({2}, 1.5, torch::kDouble).sum().item<double>() == 3);
  TORCH_CHECK(torch::eye(3).sum().item<float>() == 3 && torch::eye(2, 3).size(1) == 3);
  TORCH_CHECK(torch::arange(5).dtype() == torch::kLong);
  TORCH_CHECK(torch::arange(0, 5, 2).numel() == 3);
  TORCH_CHECK(torch::arange(1, 4, torch::kFloat).sum().item<float>() == 6);
  TORCH_CHECK(torch::arange(0.5, 2.0, 0.5).numel() == 3);
  TORCH_CHECK(torch::linspace(0, 1, 5)[1].item<float>() == 0.25f);
  TORCH_CHECK(torch::logspace(0, 2, 3)[2].item<float>() == 100);
  TORCH_CHECK(torch::scalar_tensor(3).dim() == 0);
  TORCH_CHECK(torch::tensor(3.5).dim() == 0 && torch::tensor(3.5).dtype() == torch::kFloat);
  TORCH_CHECK(torch::tensor({1, 2, 3}).numel() == 3);
  TORCH_CHECK(torch::tensor({{1.f, 2.f}, {3.f, 4.f}}).size(0) == 2);
  TORCH_CHECK(torch::tensor({true, false}).dtype() == torch::kBool);
  const std::vector<float> values = {1, 2, 3};
  TORCH_CHECK(torch::tensor(values).numel() == 3);
  TORCH_CHECK(torch::tensor(values, torch::dtype(torch::kFloat64)).dtype() == torch::kFloat64);
  TORCH_CHECK(torch::tensor(at::ArrayRef<float>(values)).numel() == 3);

  torch::manual_seed(1);
  TORCH_CHECK(torch::rand({2, 2}).numel() == 4 && torch::randn({2, 2}).numel() == 4);
  TORCH_CHECK(torch::randint(10, {3}).dtype() == torch::kLong);
  TORCH_CHECK(torch::randint(5, 10, {3}).min().item<int64_t>() >= 5);
  TORCH_CHECK(torch::randint(/*low=*/0, /*high=*/2, {3}, torch::kInt32).dtype() == torch::kInt);
  TORCH_CHECK(torch::randperm(5).sum().item<int64_t>() == 10);
  TORCH_CHECK(torch::normal(0.0, 1.0, {3}).numel() == 3);
  TORCH_CHECK(at::normal(torch::zeros({2}), torch::ones({2})).numel() == 2);
  TORCH_CHECK(at::normal(torch::zeros({2}), 0.5).numel() == 2);
  TORCH_CHECK(torch::poisson(torch::zeros({3})).sum().item<float>() == 0);
  TORCH_CHECK(torch::bernoulli(torch::ones({3})).sum().item<float>() == 3);
  TORCH_CHECK(torch::multinomial(torch::ones({4}), 2).numel() == 2);

  const torch::Tensor like = torch::ones({2, 3}, torch::kDouble);
  TORCH_CHECK(torch::zeros_like(like).dtype() == torch::kDouble);
  TORCH_CHECK(torch::ones_like(like, torch::kLong).dtype() == torch::kLong);
  TORCH_CHECK(torch::ones_like(like, torch::TensorOptions().dtype(torch::kInt)).size(1) == 3);
  TORCH_CHECK(torch::empty_like(like).numel() == 6 && torch::full_like(like, 2).numel() == 6);
  TORCH_CHECK(torch::rand_like(like).numel() == 6 && torch::randn_like(like).numel() == 6);
  TORCH_CHECK(torch::randint_like(like, 3).numel() == 6);
  TORCH_CHECK(like.new_zeros({2}).dtype() == torch::kDouble);
  TORCH_CHECK(like.new_ones({2}, torch::kInt).dtype() == torch::kInt);
  TORCH_CHECK(like.new_empty({2}).numel() == 2 && like.new_full({2}, 3.0).numel() == 2);
}

}  // namespace api
