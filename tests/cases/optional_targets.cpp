//! model: CausalModel
//! input: ids: i64[2,5] in [0,13)
//! keep: blocks.0.mask blocks.1.mask
//! breaks: 0
#include <torch/torch.h>

// A small causal model: the mask is a kept buffer that is sliced, targets are optional and give a loss.
struct CausalConfig {
  int64_t vocabulary = 13, width = 8, heads = 2, layers = 2;
  size_t context = 6;
};

struct CausalBlockImpl : torch::nn::Module {
  explicit CausalBlockImpl(const CausalConfig& config) : heads(config.heads) {
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({config.width})));
    attend = register_module("attend", torch::nn::Linear(config.width, 3 * config.width));
    merge = register_module("merge", torch::nn::Linear(config.width, config.width));
    const auto n = static_cast<int64_t>(config.context);
    mask = register_buffer("mask", torch::tril(torch::ones({n, n})).view({1, 1, n, n}));
  }
  torch::Tensor forward(torch::Tensor x) {
    const auto sizes = x.sizes();
    const int64_t batch = sizes[0], length = sizes[1], width = sizes[2];
    auto parts = attend->forward(norm->forward(x)).split(width, 2);
    for (size_t k = 0; k < parts.size(); ++k) {
      parts[k] = parts[k].view({batch, length, heads, width / heads}).transpose(1, 2);
    }
    auto scores = parts[0].matmul(parts[1].transpose(-2, -1)) / std::sqrt(width / heads);
    using torch::indexing::Slice;
    auto seen = mask.index({Slice(), Slice(), Slice(0, length), Slice(0, length)});
    scores = scores.masked_fill(seen == 0, -std::numeric_limits<float>::infinity());
    auto context = torch::softmax(scores, -1).matmul(parts[2]).transpose(1, 2).reshape({batch, length, width});
    return x + merge->forward(context);
  }
  int64_t heads;
  torch::nn::LayerNorm norm{nullptr};
  torch::nn::Linear attend{nullptr}, merge{nullptr};
  torch::Tensor mask;
};
TORCH_MODULE(CausalBlock);

struct CausalModelImpl : torch::nn::Module {
  CausalModelImpl() {
    const CausalConfig config;
    words = register_module("words", torch::nn::Embedding(config.vocabulary, config.width));
    places = register_module("places", torch::nn::Embedding(static_cast<int64_t>(config.context), config.width));
    for (int64_t k = 0; k < config.layers; ++k) blocks->push_back(CausalBlock(config));
    register_module("blocks", blocks);
    head = register_module("head", torch::nn::Linear(torch::nn::LinearOptions(config.width, config.vocabulary).bias(false)));
    apply([](torch::nn::Module& module) {
      if (auto* linear = module.as<torch::nn::Linear>()) {
        torch::NoGradGuard no_grad;
        linear->weight.normal_(0.0, 0.02);
      }
    });
  }

  std::pair<torch::Tensor, torch::optional<torch::Tensor>> run(torch::Tensor ids,
                                                               torch::optional<torch::Tensor> targets) {
    auto positions = torch::arange(0, ids.size(1), torch::TensorOptions().dtype(torch::kLong).device(ids.device()));
    auto x = words->forward(ids) + places->forward(positions).unsqueeze(0);
    for (const auto& block : *blocks) x = block->as<CausalBlock>()->forward(x);
    auto logits = head->forward(x);
    torch::optional<torch::Tensor> loss = torch::nullopt;
    if (targets.has_value()) {
      loss = torch::nn::functional::cross_entropy(logits.view({-1, logits.size(-1)}), targets.value().view(-1));
    }
    return {logits, loss};
  }

  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor ids) {
    auto [logits, none] = run(ids, torch::nullopt);
    TORCH_CHECK(!none.has_value(), "no targets were given");
    auto [again, loss] = run(ids.slice(1, 0, -1), ids.slice(1, 1).contiguous());
    return {logits, *loss};
  }

  torch::nn::Embedding words{nullptr}, places{nullptr};
  torch::nn::ModuleList blocks;
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(CausalModel);
