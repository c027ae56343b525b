//! model: Pyramid
//! input: image: f32[1,3,16,16]
//! breaks: 0
#include <torch/torch.h>

// Features as a vector, a ModuleList walked with as<>, maps of modules and tensors, sizes taken from another tensor,
// and gates by multiplication. The layers are built from a configuration in strings.
class PyramidImpl : public torch::nn::Module {
 public:
  PyramidImpl() {
    const std::map<std::string, std::vector<int64_t>> config = {{"c1", {3, 4}}, {"c2", {4, 8}}, {"c3", {8, 8}}};
    for (const auto& [name, widths] : config) {
      torch::nn::Sequential stage;
      stage->push_back("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(widths[0], widths[1], 3).stride(2).padding(1)));
      stage->push_back("norm", torch::nn::GroupNorm(2, widths[1]));
      stage->push_back("act", torch::nn::ReLU(torch::nn::ReLUOptions().inplace(true)));
      stages.push_back(register_module(name, stage));
      lateral->push_back(torch::nn::Conv2d(widths[1], 6, 1));
    }
    register_module("lateral", lateral);
    gate = register_module("gate", torch::nn::Conv2d(6, 6, 1));
  }

  std::vector<torch::Tensor> forward(torch::Tensor x) {
    std::vector<torch::Tensor> features;
    for (auto& stage : stages) {
      x = stage->forward(x);
      features.push_back(x.clone());
    }
    std::unordered_map<std::string, torch::Tensor> levels;
    torch::Tensor top;
    for (int64_t i = static_cast<int64_t>(features.size()) - 1; i >= 0; --i) {
      auto side = lateral[i]->as<torch::nn::Conv2d>()->forward(features[i]);
      if (top.defined()) {
        const std::vector<int64_t> size = {side.size(2), side.size(3)};
        side = side + torch::nn::functional::interpolate(
                          top, torch::nn::functional::InterpolateFuncOptions()
                                   .size(size)
                                   .mode(torch::kBilinear)
                                   .align_corners(false));
      }
      side = side * torch::sigmoid(gate->forward(torch::adaptive_avg_pool2d(side, {1, 1})));
      levels["p" + std::to_string(i)] = side;
      top = side;
    }
    return {levels.at("p0"), levels["p1"], levels["p2"]};
  }

 private:
  std::vector<torch::nn::Sequential> stages;
  torch::nn::ModuleList lateral;
  torch::nn::Conv2d gate{nullptr};
};
TORCH_MODULE(Pyramid);
