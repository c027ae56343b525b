//! model: Habits
//! input: x: f32[4,6]
//! breaks: 0
#include <torch/torch.h>

// Habits of model files, each harmless by itself: the comma operator in a shape, size_t where a number is wanted,
// products of sizes, sizes compared, tensors in arrays and structs, an undefined tensor for "none", assignment to an
// rvalue slice, options through a copy of another tensor's.
struct Pieces {
  torch::Tensor left, right;
  std::array<torch::Tensor, 2> parts;
};

struct HabitsImpl : torch::nn::Module {
  HabitsImpl() {
    noise = register_buffer("noise", torch::randn((2, 6)));  // six numbers: the comma operator drops the 2
    layers.reserve(2);
    for (size_t k = 0; k < 2; ++k) {
      layers.emplace_back(torch::nn::LinearOptions(6, 6).bias(k == 0));
      register_module("layer" + std::to_string(k), layers[k]);
    }
  }

  Pieces pieces(const torch::Tensor& x) {
    Pieces result;
    result.parts[0] = x.slice(1, 0, x.size(1) / 2);
    result.parts[1] = x.slice(1, x.size(1) / 2);
    result.left = result.parts[0] * int64_t(2);
    result.right = result.parts[1].contiguous();
    return result;
  }

  torch::Tensor forward(torch::Tensor x) {
    using namespace torch::indexing;
    TORCH_CHECK(x.sizes() == torch::IntArrayRef({4, 6}), "expected [4, 6], got ", x.sizes());
    torch::Tensor none;
    for (auto& layer : layers) x = torch::tanh(layer->forward(x));
    x = x + noise;
    if (none.defined()) x = x + none;
    auto p = pieces(x);
    const size_t width = p.left.size(1);
    auto y = torch::zeros({x.size(0), static_cast<int64_t>(width) * 2}, x.options());
    y.slice(1, 0, width) = p.left;
    y.index({Slice(), Slice(width, None)}) = p.right;
    y.index_put_({0, Ellipsis}, x.index({-1}));
    y[1] = y[2] + y[3] * 0.5;
    auto count = x.numel() / x.size(0);
    y = y / static_cast<double>(count) + x.mean(1, true).expand_as(y);
    y = y.to(torch::kFloat32).to(x.device()).to(x.dtype());
    return torch::where(y > 0, y, torch::zeros_like(y) - 0.5f);
  }

  torch::Tensor noise;
  std::vector<torch::nn::Linear> layers;
};
TORCH_MODULE(Habits);
