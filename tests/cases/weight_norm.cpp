//! model: Tcn
//! input: x: f32[2,3,9]
//! breaks: 0
#include <torch/torch.h>

// Causal convolutions whose weight is normalised at every call, gates, a masked attention over time, and parameters
// that the constructor writes in place.
struct NormedConvImpl : torch::nn::Module {
  NormedConvImpl(int64_t in, int64_t out, int64_t kernel, int64_t dilation)
      : padding_((kernel - 1) * dilation), dilation_(dilation) {
    direction = register_parameter("direction", torch::randn({out, in, kernel}));
    length = register_parameter("length", torch::ones({out, 1, 1}));
    bias = register_parameter("bias", torch::empty({out}));
    torch::NoGradGuard no_grad;
    direction.div_(direction.norm(2, {1, 2}, /*keepdim=*/true));
    bias.zero_().add_(0.1);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto weight = direction * (length / direction.norm(2, {1, 2}, true));
    x = torch::constant_pad_nd(x, {padding_, 0}, 0);
    namespace F = torch::nn::functional;
    return F::conv1d(x, weight, F::Conv1dFuncOptions().bias(bias).dilation(dilation_));
  }
  int64_t padding_, dilation_;
  torch::Tensor direction, length, bias;
};
TORCH_MODULE(NormedConv);

struct TcnImpl : torch::nn::Module {
  TcnImpl() : first(3, 8, 3, 1), second(4, 8, 2, 2), key(4, 4), value(4, 4) {
    register_module("first", first);
    register_module("second", second);
    register_module("key", key);
    register_module("value", value);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = torch::glu(first->forward(x), 1);
    x = torch::elu(x + torch::glu(second->forward(x), 1));
    x = x.transpose(1, 2);
    const auto n = x.size(1);
    auto scores = torch::bmm(key->forward(x), x.transpose(1, 2));
    auto future = torch::triu(torch::ones({n, n}, torch::kBool), 1);
    scores = scores.masked_fill(future, -1e9).div_(std::sqrt(4.0));
    auto y = torch::bmm(torch::softmax(scores, 2), value->forward(x));
    return torch::cat({x, torch::pad(y, {1, 1})}, 2);
  }
  NormedConv first, second;
  torch::nn::Linear key, value;
};
TORCH_MODULE(Tcn);
