//! model: Seq2Seq
//! input: source: f32[5,2,8]
//! input: start: f32[1,2,8]
//! breaks: 0
#include <torch/torch.h>

// An encoder and a decoder that is run step by step, with the steps written into a tensor by index assignment, masks
// by triu, and a vector of tensors as the state.
struct StepDecoderImpl : torch::nn::Module {
  StepDecoderImpl() {
    for (int k = 0; k < 2; ++k) {
      cells.push_back(register_module("cell" + std::to_string(k), torch::nn::GRUCell(8, 8)));
    }
    out = register_module("out", torch::nn::Linear(8, 8));
  }
  std::vector<torch::Tensor> initial(const torch::Tensor& memory) {
    return std::vector<torch::Tensor>(cells.size(), memory.mean(0));
  }
  torch::Tensor forward(torch::Tensor x, std::vector<torch::Tensor>& state) {
    for (size_t k = 0; k < cells.size(); ++k) {
      state[k] = cells[k]->forward(x, state[k]);
      x = state[k];
    }
    return out->forward(x);
  }
  std::vector<torch::nn::GRUCell> cells;
  torch::nn::Linear out{nullptr};
};
TORCH_MODULE(StepDecoder);

struct Seq2SeqImpl : torch::nn::Module {
  Seq2SeqImpl()
      : encoder(torch::nn::TransformerEncoderOptions(
            torch::nn::TransformerEncoderLayerOptions(8, 2).dim_feedforward(12).dropout(0.1), 1)) {
    register_module("encoder", encoder);
    register_module("decoder", decoder);
  }
  torch::Tensor mask(int64_t n) {
    auto upper = torch::triu(torch::ones({n, n}), /*diagonal=*/1);
    return upper.masked_fill(upper == 1, -std::numeric_limits<double>::infinity());
  }
  torch::Tensor forward(torch::Tensor source, torch::Tensor start) {
    auto memory = encoder->forward(source, mask(source.size(0)));
    auto state = decoder->initial(memory);
    auto steps = torch::zeros({3, source.size(1), source.size(2)});
    auto x = start[0];
    for (int64_t t = 0; t < steps.size(0); ++t) {
      x = decoder->forward(x, state);
      steps[t] = x;
      steps.index_put_({t, 0, 0}, 1.0);
    }
    steps.slice(2, 0, 2) *= 2;
    steps.select(1, 1)[0] = state[0][1];
    return torch::cat({steps, memory.mean(0, true).repeat({1, 1, 1})}, 0);
  }
  torch::nn::TransformerEncoder encoder;
  StepDecoder decoder;
};
TORCH_MODULE(Seq2Seq);
