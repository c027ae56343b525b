// Modules of the user's, holders, and modules that hold modules.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {
namespace {

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t width, double scale = 1.0)
      : fc(register_module("fc", torch::nn::Linear(width, width))), scale_(scale) {
    gain = register_parameter("gain", torch::ones({width}));
    frozen = register_parameter("frozen", torch::ones({1}), /*requires_grad=*/false);
    steps = register_buffer("steps", torch::zeros({1}, torch::kLong));
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x) * gain * scale_; }
  torch::nn::Linear fc;
  torch::Tensor gain, frozen, steps;
  double scale_;
};
TORCH_MODULE(Block);

struct CopiedImpl : torch::nn::Cloneable<CopiedImpl> {
  CopiedImpl() { reset(); }
  void reset() override { fc = register_module("fc", torch::nn::Linear(2, 2)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Copied);

struct Placed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t factor, torch::Device device) {
    return x.to(device) * factor;
  }
};

struct PairImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor a, torch::Tensor b) { return a + b; }
};
TORCH_MODULE(Pair);

struct ShapeOptions {
  ShapeOptions(int64_t size) : size_(size) {}
  TORCH_ARG(int64_t, size);
  TORCH_ARG(bool, open) = false;
};

torch::Tensor twice(const torch::Tensor& x) { return x * 2; }

void module() {
  Block block(4, 0.5), empty{nullptr};
  auto made = std::make_shared<BlockImpl>(4);
  Block wrapped(made);
  TORCH_CHECK(empty.is_empty() && !wrapped.is_empty() && wrapped.ptr() == made && block);
  empty = block;
  TORCH_CHECK(empty.get() == block.get() && (*block).scale_ == 0.5);
  TORCH_CHECK(block->forward(torch::ones({1, 4})).size(1) == 4 &&
              block(torch::ones({4})).dim() == 1);
  TORCH_CHECK(block->parameters().size() == 4 && block->buffers().size() == 1);
  TORCH_CHECK(block->named_parameters()["fc.weight"].size(0) == 4);
  TORCH_CHECK(block->named_parameters(/*recurse=*/false).size() == 2);
  TORCH_CHECK(block->named_buffers().contains("steps") && block->children().size() == 1);
  TORCH_CHECK(block->named_children()[0].key() == "fc" && block->modules().size() == 2);
  TORCH_CHECK(block->named_modules()[1].key() == "fc" && !block->frozen.requires_grad());
  for (const auto& item : block->named_parameters()) {
    TORCH_CHECK(!item.key().empty() && item.value().defined() && item->numel() > 0);
  }
  for (auto& pair : block->named_modules().pairs()) TORCH_CHECK(pair.second != nullptr);
  block->train(), block->train(false), block->eval();
  TORCH_CHECK(!block->is_training() && !block->fc->is_training());
  block->to(torch::kDouble), block->to(torch::kCPU), block->to(torch::Device("cpu"), torch::kFloat);
  TORCH_CHECK(block->gain.dtype() == torch::kFloat && block->as<BlockImpl>() != nullptr);
  TORCH_CHECK(block->as<Block>() == block.get() && block->as<PairImpl>() == nullptr);
  std::stringstream text;
  text << *block << block;
  TORCH_CHECK(text.str().find("fc") != std::string::npos);
  std::shared_ptr<torch::nn::Module> base = block.ptr();
  TORCH_CHECK(std::dynamic_pointer_cast<BlockImpl>(base) != nullptr);
  Copied copied;
  auto clone = std::dynamic_pointer_cast<CopiedImpl>(copied->clone());
  TORCH_CHECK(clone->fc->weight.equal(copied->fc->weight));
  TORCH_CHECK(!clone->fc->weight.is_same(copied->fc->weight));
  TORCH_CHECK(ShapeOptions(3).open(true).size() == 3);
  struct Named : torch::nn::Module {
    Named() : torch::nn::Module("given") {}
  };
  TORCH_CHECK(Named().name() == "given");
}

void sequential() {
  torch::nn::Sequential net(
      torch::nn::Linear(4, 3), torch::nn::ReLU(), Block(3), torch::nn::Functional(torch::tanh),
      torch::nn::Functional(twice),
      torch::nn::Functional(torch::elu, /*alpha=*/1, /*scale=*/1, /*input_scale=*/1));
  net->push_back(torch::nn::Functional([](torch::Tensor x) { return x + 1; }));
  net->push_back("last", torch::nn::Linear(3, 2));
  TORCH_CHECK(net->size() == 8 && net->forward(torch::rand({2, 4})).size(1) == 2);
  TORCH_CHECK(net->forward<torch::Tensor>(torch::rand({2, 4})).size(0) == 2 && !net->is_empty());
  TORCH_CHECK(net->at<torch::nn::LinearImpl>(0).weight.size(0) == 3);
  TORCH_CHECK(net->ptr<torch::nn::LinearImpl>(0)->bias.defined() && net[0] == net->ptr(0));
  for (auto& any : *net) TORCH_CHECK(any.ptr() != nullptr);
  torch::nn::Sequential named({{"fc", torch::nn::Linear(4, 3)}, {"act", torch::nn::Tanh()}});
  TORCH_CHECK(named->named_children()[0].key() == "fc" &&
              named->forward(torch::rand({4})).numel() == 3);
  torch::OrderedDict<std::string, torch::nn::AnyModule> ordered = {
      {"a", torch::nn::AnyModule(torch::nn::Linear(4, 4))},
      {"b", torch::nn::AnyModule(torch::nn::Sigmoid())}};
  torch::nn::Sequential from_dict(std::move(ordered));
  TORCH_CHECK(from_dict->size() == 2);
  torch::nn::Sequential later, none{nullptr};
  for (int i = 0; i < 3; ++i) later->push_back(torch::nn::Linear(2, 2));
  later->extend(*named);
  TORCH_CHECK(later->size() == 5 && none.is_empty());
  torch::nn::Sequential pair(Pair{}, torch::nn::ReLU());
  TORCH_CHECK(pair->forward(torch::ones({2}), torch::ones({2})).sum().item<float>() == 4);
  torch::nn::Sequential placed(Placed{}, torch::nn::ReLU());
  const torch::Device device = torch::kCPU;
  TORCH_CHECK(placed->forward(torch::ones({2}), 3, device).sum().item<float>() == 6);
  auto copy = std::dynamic_pointer_cast<torch::nn::SequentialImpl>(named->clone());
  TORCH_CHECK(copy->size() == 2);
}

void lists() {
  torch::nn::ModuleList list(torch::nn::Linear(2, 2), torch::nn::ReLU());
  list->push_back(torch::nn::Linear(2, 3));
  list->push_back(Block(3));
  torch::Tensor x = torch::rand({1, 2});
  for (const auto& module : *list) {
    if (auto* linear = module->as<torch::nn::Linear>()) x = linear->forward(x);
  }
  TORCH_CHECK(x.size(1) == 3 && list->size() == 4 && !list->is_empty());
  TORCH_CHECK(list[2]->as<torch::nn::Linear>()->forward(torch::rand({2})).numel() == 3);
  TORCH_CHECK(list->at<torch::nn::LinearImpl>(0).weight.dim() == 2);
  TORCH_CHECK(list->ptr<BlockImpl>(3)->scale_ == 1.0 && list->ptr(0) != nullptr);
  for (size_t i = 0; i < list->size(); ++i) TORCH_CHECK(list[i] != nullptr);
  torch::nn::ModuleList other;
  other->extend(*list), other->insert(0, torch::nn::Tanh());
  TORCH_CHECK(other->size() == 5 && other[0]->as<torch::nn::Tanh>() != nullptr);

  torch::nn::ModuleDict dict;
  dict->update(std::vector<std::pair<std::string, std::shared_ptr<torch::nn::Module>>>{
      {"a", torch::nn::Linear(2, 2).ptr()}, {"b", torch::nn::ReLU().ptr()}});
  TORCH_CHECK(dict->contains("a") && dict->size() == 2 && dict->keys()[1] == "b");
  TORCH_CHECK(dict["a"]->as<torch::nn::Linear>() != nullptr && dict->values().size() == 2);
  for (const auto& item : dict->items()) TORCH_CHECK(item.second != nullptr);

  torch::nn::ParameterList parameters(torch::ones({2}), torch::zeros({3}));
  parameters->append(torch::rand({1}));
  TORCH_CHECK(parameters->size() == 3 && (*parameters)[1].numel() == 3);
  torch::nn::ParameterDict by_name;
  by_name->insert("w", torch::ones({2}));
  TORCH_CHECK(by_name->contains("w") && by_name->get("w").numel() == 2);

  torch::nn::AnyModule any(torch::nn::Linear(2, 2)), unset;
  TORCH_CHECK(any.forward(torch::rand({2})).numel() == 2 && unset.is_empty());
  TORCH_CHECK(any.get<torch::nn::Linear>()->weight.numel() == 4 && any.ptr() != nullptr);
  unset = torch::nn::AnyModule(Pair{});
  TORCH_CHECK(unset.forward<torch::Tensor>(torch::ones({1}), torch::ones({1})).item<float>() == 2);
}

}  // namespace

void containers() {
  module();
  sequential();
  lists();
}

}  // namespace api
