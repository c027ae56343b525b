// What model files use around tensors: guards, array references, optionals, checks, printing.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {
namespace {

int64_t product(torch::IntArrayRef sizes) {
  int64_t result = 1;
  for (const int64_t n : sizes) result *= n;
  return result;
}

torch::Tensor maybe(const torch::Tensor& x, torch::optional<torch::Tensor> mask = torch::nullopt,
                    c10::optional<int64_t> dim = c10::nullopt) {
  if (mask.has_value()) return x * mask.value();
  return dim ? x.sum(*dim) : x;
}

}  // namespace

void surroundings() {
  {
    torch::NoGradGuard no_grad;
    torch::AutoGradMode mode(false);
    at::NoGradGuard another;
    TORCH_CHECK(!torch::GradMode::is_enabled());
  }
  {
    torch::InferenceMode guard;
    c10::InferenceMode again(true);
    TORCH_CHECK(torch::ones({2}).sum().item<float>() == 2);
  }
  torch::manual_seed(0);
  torch::set_num_threads(torch::get_num_threads());
  TORCH_CHECK(torch::cuda::is_available() == (torch::cuda::device_count() > 0));
  torch::Device device = torch::cuda::is_available() ? torch::Device(torch::kCUDA) : torch::kCPU;
  TORCH_CHECK(torch::ones({2}).to(device).device() == device);
  if (torch::cuda::is_available()) torch::cuda::synchronize();

  TORCH_CHECK(product({2, 3}) == 6 && product(4) == 4 && product(std::vector<int64_t>{2, 2}) == 4);
  const std::array<int64_t, 2> fixed = {3, 3};
  const torch::IntArrayRef reference(fixed);
  TORCH_CHECK(reference.size() == 2 && reference[0] == 3 && reference.vec().back() == 3);
  TORCH_CHECK(reference.front() == 3 && !reference.empty() && reference.slice(1).size() == 1);
  TORCH_CHECK(product(torch::zeros({2, 5}).sizes()) == 10 &&
              at::IntArrayRef({1, 2}).equals({1, 2}));
  TORCH_CHECK(reference == torch::IntArrayRef({3, 3}) && product(reference) == 9);
  TORCH_CHECK(product({fixed.data(), fixed.data() + 1}) == 3 && *reference.rbegin() == 3);
  TORCH_CHECK(c10::multiply_integers(reference) == 9 && reference.cend() == reference.end());
  TORCH_CHECK(maybe(torch::ones({2})).numel() == 2 && maybe(torch::ones({2}), {}, 0).dim() == 0);
  TORCH_CHECK(maybe(torch::ones({2}), torch::zeros({2})).sum().item<float>() == 0);
  TORCH_CHECK(!c10::optional<torch::Tensor>().has_value());
  TORCH_CHECK(torch::make_optional(3).value() == 3 && c10::make_optional(2.5).has_value());
  const at::Scalar scalar = 2.5;
  TORCH_CHECK(scalar.toFloat() == 2.5f && scalar.isFloatingPoint() &&
              torch::Scalar(3).toLong() == 3);
  TORCH_CHECK((torch::ones({2}) * scalar).sum().item().to<double>() == 5.0);
  TORCH_CHECK_EQ(2, 2);
  AT_ASSERT(true);
  TORCH_INTERNAL_ASSERT(true, "never ", 1);
  TORCH_WARN_ONCE("a warning of ", "two parts");
  try {
    TORCH_CHECK(false, "expected ", 3, " but got ", 4);
  } catch (const c10::Error& error) {
    TORCH_CHECK(std::string(error.what()).find("expected 3 but got 4") != std::string::npos);
  }
  try {
    torch::ones({2, 3}).matmul(torch::ones({2, 3}));
    TORCH_CHECK(false, "not reached");
  } catch (const std::exception& error) {
    TORCH_CHECK(std::string(error.what()).find("not reached") == std::string::npos);
  }

  std::stringstream text;
  text << torch::ones({2, 2}) << torch::ones({2}).sizes() << torch::kFloat << torch::Device("cpu");
  text << torch::tensor(3).item() << torch::nn::Linear(2, 2);
  TORCH_CHECK(text.str().find("[ CPUFloatType{2,2} ]") != std::string::npos);

  float data[] = {1, 2, 3, 4};
  torch::Tensor borrowed = torch::from_blob(data, {2, 2});
  TORCH_CHECK(borrowed[1][0].item<float>() == 3 && borrowed.data_ptr<float>() == data);
  TORCH_CHECK(torch::from_blob(data, {2, 2}, torch::kFloat).clone().data_ptr<float>() != data);
  TORCH_CHECK(torch::from_blob(data, {2}, {2}, torch::TensorOptions(torch::kFloat)).numel() == 2);
  bool freed = false;
  torch::from_blob(data, {4}, [&](void*) { freed = true; });
  TORCH_CHECK(freed);
  std::map<std::string, torch::Tensor> by_name = {{"a", borrowed}};
  std::unordered_map<std::string, torch::Tensor> unordered = {{"a", borrowed}};
  std::array<torch::Tensor, 2> pair = {borrowed, torch::Tensor()};
  TORCH_CHECK(by_name["a"].defined() && unordered.at("a").defined() && !pair[1].defined());
}

}  // namespace api
