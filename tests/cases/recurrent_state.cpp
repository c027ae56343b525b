//! model: LanguageModel
//! input: words: i64[2,4] in [0,11)
//! input: h: f32[1,2,6]
//! input: c: f32[1,2,6]
//! breaks: 0
#include <torch/torch.h>

// An LSTM whose state comes in and goes out as a tuple, with the output layer tied to the embedding.
using State = std::tuple<torch::Tensor, torch::Tensor>;

struct LanguageModelImpl : torch::nn::Module {
  LanguageModelImpl()
      : embed(register_module("embed", torch::nn::Embedding(11, 6))),
        lstm(register_module("lstm", torch::nn::LSTM(torch::nn::LSTMOptions(6, 6).num_layers(1).batch_first(true)))),
        decoder(register_module("decoder", torch::nn::Linear(6, 11))) {
    decoder->weight = embed->weight;
  }

  std::tuple<torch::Tensor, State> forward(torch::Tensor words, torch::Tensor h, torch::Tensor c) {
    auto x = embed->forward(words);
    State state;
    torch::Tensor out;
    std::tie(out, state) = lstm->forward(x, std::make_tuple(h.detach(), c.detach()));
    out = out.reshape({out.size(0) * out.size(1), out.size(2)});
    return {decoder->forward(out), state};
  }

  torch::nn::Embedding embed;
  torch::nn::LSTM lstm;
  torch::nn::Linear decoder;
};
TORCH_MODULE(LanguageModel);
