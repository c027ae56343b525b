//! model: Denoiser
//! input: noisy: f32[2,4,8,8]
//! breaks: 0
#include <torch/torch.h>

// A small U-Net that is told the time, called several times by a sampling loop: group norm and SiLU, transposed
// convolutions, attention by chunk and permute, constants by full.
struct TimedBlockImpl : torch::nn::Module {
  TimedBlockImpl(int64_t in, int64_t out, int64_t time)
      : norm1(2, in), norm2(torch::nn::GroupNormOptions(2, out)), project(time, out),
        conv1(torch::nn::Conv2dOptions(in, out, 3).padding(1)), conv2(torch::nn::Conv2dOptions(out, out, 3).padding(1)) {
    register_module("norm1", norm1);
    register_module("norm2", norm2);
    register_module("project", project);
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    if (in != out) shortcut = register_module("shortcut", torch::nn::Conv2d(in, out, 1));
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor time) {
    auto h = conv1->forward(torch::silu(norm1->forward(x)));
    h = h + project->forward(torch::silu(time)).unsqueeze(-1).unsqueeze(-1);
    h = conv2->forward(torch::silu(norm2->forward(h)));
    return h + (shortcut.is_empty() ? x : shortcut->forward(x));
  }
  torch::nn::GroupNorm norm1, norm2;
  torch::nn::Linear project;
  torch::nn::Conv2d conv1, conv2, shortcut{nullptr};
};
TORCH_MODULE(TimedBlock);

struct PixelAttentionImpl : torch::nn::Module {
  explicit PixelAttentionImpl(int64_t channels) : qkv(channels, channels * 3, 1), out(channels, channels, 1) {
    register_module("qkv", qkv);
    register_module("out", out);
  }
  torch::Tensor forward(torch::Tensor x) {
    const int64_t b = x.size(0), c = x.size(1), h = x.size(2), w = x.size(3);
    auto parts = qkv->forward(x).reshape({b, 3 * c, h * w}).permute({0, 2, 1}).chunk(3, 2);
    auto weights = torch::bmm(parts[0], parts[1].permute({0, 2, 1})).mul(1.0 / std::sqrt(static_cast<double>(c)));
    auto y = torch::bmm(weights.softmax(-1), parts[2]).permute({0, 2, 1}).reshape({b, c, h, w});
    return x + out->forward(y);
  }
  torch::nn::Conv2d qkv, out;
};
TORCH_MODULE(PixelAttention);

struct DenoiserImpl : torch::nn::Module {
  DenoiserImpl() : down(4, 8, 6), middle(8), up(16, 4, 6) {
    register_module("down", down);
    register_module("middle", middle);
    shrink = register_module("shrink", torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 8, 3).stride(2).padding(1)));
    grow = register_module("grow", torch::nn::ConvTranspose2d(torch::nn::ConvTranspose2dOptions(8, 8, 4).stride(2).padding(1)));
    register_module("up", up);
  }
  torch::Tensor embedding(torch::Tensor time, int64_t width) {
    auto rates = torch::exp(torch::arange(width / 2, torch::kFloat) * (-std::log(100.0) / (width / 2 - 1)));
    auto angles = time.to(torch::kFloat).unsqueeze(1) * rates.unsqueeze(0);
    return torch::cat({torch::sin(angles), torch::cos(angles)}, /*dim=*/-1);
  }
  torch::Tensor predict(torch::Tensor x, torch::Tensor time) {
    auto t = embedding(time, 6);
    auto skip = down->forward(x, t);
    auto h = middle->forward(shrink->forward(skip));
    h = torch::cat({grow->forward(h), skip}, 1);
    return up->forward(h, t);
  }
  torch::Tensor forward(torch::Tensor x) {
    const std::vector<float> share = {0.9f, 0.8f};
    for (int step = 1; step >= 0; --step) {
      auto time = torch::full({x.size(0)}, step, torch::kLong);
      auto noise = predict(x, time).detach();
      x = (x - noise * std::sqrt(1 - share[step])) / std::sqrt(share[step]);
      x = torch::clamp(x, -3, 3);
    }
    return x;
  }
  TimedBlock down;
  PixelAttention middle;
  TimedBlock up;
  torch::nn::Conv2d shrink{nullptr};
  torch::nn::ConvTranspose2d grow{nullptr};
};
TORCH_MODULE(Denoiser);
