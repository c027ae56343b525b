//! model: PatchTransformer
//! input: images: f32[2,3,8,8]
//! breaks: 0
#include <torch/torch.h>

// A vision transformer written out: patches by a strided convolution, a class token and positions as parameters, one
// linear layer for query, key and value taken apart by chunk, heads by view and transpose.
struct AttentionImpl : torch::nn::Module {
  AttentionImpl(int64_t dim, int64_t heads) : heads_(heads), scale_(std::pow(dim / heads, -0.5)) {
    qkv = register_module("qkv", torch::nn::Linear(torch::nn::LinearOptions(dim, dim * 3).bias(false)));
    proj = register_module("proj", torch::nn::Linear(dim, dim));
  }
  torch::Tensor forward(torch::Tensor x) {
    const auto B = x.size(0), N = x.size(1), C = x.size(2);
    auto parts = qkv->forward(x).chunk(3, -1);
    for (auto& part : parts) part = part.view({B, N, heads_, C / heads_}).transpose(1, 2);
    auto weights = torch::matmul(parts[0], parts[1].transpose(-2, -1)) * scale_;
    weights = torch::softmax(weights, -1);
    return proj->forward(torch::matmul(weights, parts[2]).transpose(1, 2).contiguous().view({B, N, C}));
  }
  int64_t heads_;
  double scale_;
  torch::nn::Linear qkv{nullptr}, proj{nullptr};
};
TORCH_MODULE(Attention);

struct EncoderBlockImpl : torch::nn::Module {
  EncoderBlockImpl(int64_t dim, int64_t heads, float ratio)
      : norm1(torch::nn::LayerNormOptions({dim}).eps(1e-6)),
        norm2(torch::nn::LayerNormOptions({dim}).eps(1e-6)),
        attention(dim, heads),
        mlp(torch::nn::Linear(dim, static_cast<int64_t>(dim * ratio)), torch::nn::GELU(), torch::nn::Dropout(0.1),
            torch::nn::Linear(static_cast<int64_t>(dim * ratio), dim)) {
    register_module("norm1", norm1);
    register_module("norm2", norm2);
    register_module("attn", attention);
    register_module("mlp", mlp);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = x + attention(norm1(x));
    return x + mlp->forward(norm2(x));
  }
  torch::nn::LayerNorm norm1, norm2;
  Attention attention;
  torch::nn::Sequential mlp;
};
TORCH_MODULE(EncoderBlock);

struct PatchTransformerImpl : torch::nn::Module {
  PatchTransformerImpl() {
    patches = register_module("patches", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 16, 4).stride(4)));
    token = register_parameter("token", torch::zeros({1, 1, 16}));
    positions = register_parameter("positions", torch::randn({1, 5, 16}) * .02);
    for (int i = 0; i < 2; ++i) blocks->push_back(EncoderBlock(16, 4, 2.f));
    register_module("blocks", blocks);
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({16})));
    head = register_module("head", torch::nn::Linear(16, 3));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = patches->forward(x).flatten(2).transpose(1, 2);
    x = torch::cat({token.expand({x.size(0), -1, -1}), x}, 1) + positions;
    x = blocks->forward(x);
    return head->forward(norm->forward(x).index({torch::indexing::Slice(), 0}));
  }
  torch::nn::Conv2d patches{nullptr};
  torch::Tensor token, positions;
  torch::nn::Sequential blocks;
  torch::nn::LayerNorm norm{nullptr};
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(PatchTransformer);
