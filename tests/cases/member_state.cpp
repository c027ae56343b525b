//! model: Encoder
//! input: x: f32[4,6]
//! breaks: 0
#include <torch/torch.h>

// The class keeps what it computed in members: mean, variance and the latent value; forward gives a tuple.
struct EncoderImpl : torch::nn::Module {
  EncoderImpl() : hidden(6, 8), to_mean(8, 3), to_variance(8, 3), back(torch::nn::LinearOptions(3, 6).bias(false)) {
    register_module("hidden", hidden);
    register_module("to_mean", to_mean);
    register_module("to_variance", to_variance);
    register_module("back", back);
  }

  void encode(const torch::Tensor& x) {
    auto h = torch::leaky_relu(hidden->forward(x), 0.1);
    mean = to_mean->forward(h);
    variance = torch::softplus(to_variance->forward(h)).add_(1e-4);
  }

  torch::Tensor sample() {
    if (!is_training()) return mean;
    return mean + torch::randn_like(mean) * variance.sqrt();
  }

  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    encode(x);
    latent = sample();
    ++calls;
    auto divergence = 0.5 * (mean.pow(2) + variance - torch::log(variance) - 1).sum({1}, /*keepdim=*/true);
    return std::make_tuple(back->forward(latent), divergence, latent);
  }

  torch::Tensor mean, variance, latent;
  int calls = 0;
  torch::nn::Linear hidden, to_mean, to_variance, back;
};
TORCH_MODULE(Encoder);
