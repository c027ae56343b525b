//! model: Network
//! input: x: f32[2,3,9,9]
//! breaks: 0
#include <torch/torch.h>

// A network over a block type: groups and dilation, an optional downsampling path that stays empty, a class derived
// from SequentialImpl, functions as modules, and weights initialised by walking over modules().
namespace model {

using torch::nn::Conv2dOptions;

struct ConvNormActImpl : torch::nn::SequentialImpl {
  ConvNormActImpl(int64_t in, int64_t out, int64_t kernel, int64_t stride = 1, int64_t groups = 1, int64_t dilation = 1)
      : torch::nn::SequentialImpl(
            torch::nn::Conv2d(Conv2dOptions(in, out, kernel)
                                  .stride(stride)
                                  .padding((kernel - 1) / 2 * dilation)
                                  .groups(groups)
                                  .dilation(dilation)
                                  .bias(false)),
            torch::nn::BatchNorm2d(out), torch::nn::Functional(torch::relu6)) {}

  torch::Tensor forward(torch::Tensor x) { return torch::nn::SequentialImpl::forward(x); }
};
TORCH_MODULE(ConvNormAct);

// A Sequential that can lie in another one, as it has a forward that is no template.
struct StageImpl : torch::nn::SequentialImpl {
  using SequentialImpl::SequentialImpl;
  torch::Tensor forward(torch::Tensor x) { return SequentialImpl::forward(x); }
};
TORCH_MODULE(Stage);

struct PlainBlock : torch::nn::Module {
  static constexpr int64_t expansion = 1;
  PlainBlock(int64_t in, int64_t width, int64_t stride, torch::nn::Sequential down)
      : body(ConvNormAct(in, width, 3, stride), ConvNormAct(width, width, 3, 1, /*groups=*/2, /*dilation=*/2)),
        downsample(down) {
    register_module("body", body);
    if (!downsample->is_empty()) register_module("downsample", downsample);
  }
  torch::Tensor forward(const torch::Tensor& x) {
    auto residual = x;
    auto out = body->forward(x);
    if (!downsample->is_empty()) residual = downsample->forward(x);
    out += residual;
    return torch::nn::functional::relu(out, torch::nn::functional::ReLUFuncOptions().inplace(true));
  }
  torch::nn::Sequential body, downsample;
};

template <typename Block>
struct NetworkOfImpl : torch::nn::Module {
  NetworkOfImpl(std::vector<int64_t> counts, int64_t classes) : stem(3, 8, 3), head(16 * Block::expansion, classes) {
    stages = torch::nn::Sequential();
    stages->push_back(stage(8, counts[0], 1));
    stages->push_back(stage(16, counts[1], 2));
    stages->push_back(torch::nn::Functional(torch::leaky_relu, /*slope=*/0.2));
    stages->push_back(torch::nn::AdaptiveAvgPool2d(1));
    stages->push_back(torch::nn::Functional([](const torch::Tensor& x) { return torch::flatten(x, 1); }));
    register_module("stem", stem);
    register_module("stages", stages);
    register_module("head", head);
    torch::NoGradGuard no_grad;
    for (auto& module : modules(/*include_self=*/false)) {
      if (auto* conv = dynamic_cast<torch::nn::Conv2dImpl*>(module.get())) {
        torch::nn::init::kaiming_normal_(conv->weight, /*a=*/0, torch::kFanOut, torch::kReLU);
      } else if (auto* norm = dynamic_cast<torch::nn::BatchNorm2dImpl*>(module.get())) {
        torch::nn::init::constant_(norm->weight, 1);
        torch::nn::init::constant_(norm->bias, 0);
      }
    }
  }

  Stage stage(int64_t width, int64_t count, int64_t stride) {
    Stage blocks;
    torch::nn::Sequential down;
    if (stride != 1 || channels != width) {
      down = torch::nn::Sequential(torch::nn::Conv2d(Conv2dOptions(channels, width, 1).stride(stride)),
                                   torch::nn::BatchNorm2d(width));
    }
    blocks->push_back(Block(channels, width, stride, down));
    channels = width * Block::expansion;
    for (int64_t i = 1; i < count; ++i) blocks->push_back(Block(channels, width, 1, torch::nn::Sequential()));
    return blocks;
  }

  torch::Tensor forward(torch::Tensor x) { return head->forward(stages->forward(stem->forward(x))); }

  int64_t channels = 8;
  ConvNormAct stem;
  torch::nn::Sequential stages{nullptr};
  torch::nn::Linear head;
};

}  // namespace model

struct NetworkImpl : model::NetworkOfImpl<model::PlainBlock> {
  NetworkImpl() : model::NetworkOfImpl<model::PlainBlock>({1, 2}, 4) {}
};
TORCH_MODULE(Network);
