/// \file Recurrent modules: RNN, LSTM, GRU and their cells.
///
/// Under capture they are traced through: a sequence of T steps becomes T times the operators of a
/// cell, and the products with the input are one matrix product for the whole sequence.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <weft/runtime/nn/cloneable.h>
#include <weft/runtime/nn/enum_types.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

/// What the options of RNN, LSTM and GRU have in common.
struct RNNOptionsBase {
  RNNOptionsBase(std::int64_t input_size, std::int64_t hidden_size)
      : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCH_ARG(std::int64_t, input_size);
  TORCH_ARG(std::int64_t, hidden_size);
  TORCH_ARG(std::int64_t, num_layers) = 1;
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(bool, batch_first) = false;
  TORCH_ARG(double, dropout) = 0.0;  ///< between layers, in training mode
  TORCH_ARG(bool, bidirectional) = false;
  TORCH_ARG(std::int64_t, proj_size) = 0;  ///< LSTM only
};

using RNNNonlinearity = std::variant<enumtype::kTanh, enumtype::kReLU>;

/// \source torch::nn::RNNOptions
struct RNNOptions {
  RNNOptions(std::int64_t input_size, std::int64_t hidden_size)
      : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCH_ARG(std::int64_t, input_size);
  TORCH_ARG(std::int64_t, hidden_size);
  TORCH_ARG(std::int64_t, num_layers) = 1;
  TORCH_ARG(RNNNonlinearity, nonlinearity) = enumtype::kTanh();
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(bool, batch_first) = false;
  TORCH_ARG(double, dropout) = 0.0;
  TORCH_ARG(bool, bidirectional) = false;
};
/// \source torch::nn::LSTMOptions
struct LSTMOptions {
  LSTMOptions(std::int64_t input_size, std::int64_t hidden_size)
      : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCH_ARG(std::int64_t, input_size);
  TORCH_ARG(std::int64_t, hidden_size);
  TORCH_ARG(std::int64_t, num_layers) = 1;
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(bool, batch_first) = false;
  TORCH_ARG(double, dropout) = 0.0;
  TORCH_ARG(bool, bidirectional) = false;
  TORCH_ARG(std::int64_t, proj_size) = 0;
};
/// \source torch::nn::GRUOptions
struct GRUOptions {
  GRUOptions(std::int64_t input_size, std::int64_t hidden_size)
      : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCH_ARG(std::int64_t, input_size);
  TORCH_ARG(std::int64_t, hidden_size);
  TORCH_ARG(std::int64_t, num_layers) = 1;
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(bool, batch_first) = false;
  TORCH_ARG(double, dropout) = 0.0;
  TORCH_ARG(bool, bidirectional) = false;
};

namespace recurrent {

/// Weights of one layer in one direction. `bias_*` and `weight_hr` may be undefined.
struct RecurrentWeights {
  Tensor weight_ih, weight_hh, bias_ih, bias_hh, weight_hr;
};
/// The state between two steps: h, and c for an LSTM.
struct RecurrentState {
  Tensor h, c;
};
/// One step: `projected` is `x W_ih^T + b_ih`.
using RecurrentStep = RecurrentState (*)(const Tensor& projected, const RecurrentState& state,
                                         const RecurrentWeights& weights, SourceLocation where);

/// Holds the layers of RNN, LSTM and GRU and runs them over sequences.
class RecurrentLayers {
 public:
  RecurrentLayers(std::string name, RNNOptionsBase options, std::int64_t gates, RecurrentStep step)
      : name_(std::move(name)), options_(std::move(options)), gates_(gates), step_(step) {}

  /// Makes the parameters under libtorch's names: weight_ih_l0, weight_hh_l0, bias_ih_l0, ...,
  /// weight_ih_l0_reverse. Uniform in 1 / sqrt(hidden_size).
  void make_parameters(const std::function<Tensor(const std::string&, Tensor)>& add);
  const RNNOptionsBase& options() const { return options_; }
  std::vector<Tensor> all_weights() const;

  /// `input` is [T, N, input_size], or [N, T, input_size] if batch_first; h and c are
  /// [num_layers * directions, N, size] and may be undefined, which means zeros. Gives the output,
  /// of the shape of the input, and the last states.
  /// \error W3007 for other shapes
  std::tuple<Tensor, RecurrentState> run(TensorArg input, const RecurrentState& initial,
                                         bool has_cell, bool training) const;

 private:
  std::int64_t directions() const { return options_.bidirectional() ? 2 : 1; }
  std::int64_t state_size() const {
    return options_.proj_size() > 0 ? options_.proj_size() : options_.hidden_size();
  }
  void check(const Tensor& input, const RecurrentState& initial, bool has_cell,
             SourceLocation where) const;
  RecurrentState zeros_like_batch(const Tensor& sequence, bool has_cell,
                                  SourceLocation where) const;
  std::tuple<Tensor, RecurrentState> run_direction(const Tensor& input, RecurrentState state,
                                                   const RecurrentWeights& weights, bool reverse,
                                                   SourceLocation where) const;

  std::string name_;
  RNNOptionsBase options_;
  std::int64_t gates_;
  RecurrentStep step_;
  std::vector<RecurrentWeights> weights_;  ///< layer by layer, forward then reverse
};

}  // namespace recurrent

/// \source torch.nn.RNN
class RNNImpl : public Cloneable<RNNImpl> {
 public:
  RNNImpl(std::int64_t input_size, std::int64_t hidden_size)
      : RNNImpl(RNNOptions(input_size, hidden_size)) {}
  explicit RNNImpl(const RNNOptions& options_);
  void reset() override;
  /// The output of every step and the last states; without `hx` the first states are zeros.
  std::tuple<Tensor, Tensor> forward(TensorArg input, const Tensor& hx = {});
  std::vector<Tensor> all_weights() const { return layers_.all_weights(); }
  void flatten_parameters() {}

  RNNOptions options;

 private:
  recurrent::RecurrentLayers layers_;
};
TORCH_MODULE(RNN);

/// \source torch.nn.LSTM
class LSTMImpl : public Cloneable<LSTMImpl> {
 public:
  using State = std::tuple<Tensor, Tensor>;
  LSTMImpl(std::int64_t input_size, std::int64_t hidden_size)
      : LSTMImpl(LSTMOptions(input_size, hidden_size)) {}
  explicit LSTMImpl(const LSTMOptions& options_);
  void reset() override;
  /// The output of every step and the last states (h, c); without `hx` the first are zeros.
  std::tuple<Tensor, State> forward(TensorArg input, const std::optional<State>& hx = std::nullopt);
  std::vector<Tensor> all_weights() const { return layers_.all_weights(); }
  void flatten_parameters() {}

  LSTMOptions options;

 private:
  recurrent::RecurrentLayers layers_;
};
TORCH_MODULE(LSTM);

/// \source torch.nn.GRU
class GRUImpl : public Cloneable<GRUImpl> {
 public:
  GRUImpl(std::int64_t input_size, std::int64_t hidden_size)
      : GRUImpl(GRUOptions(input_size, hidden_size)) {}
  explicit GRUImpl(const GRUOptions& options_);
  void reset() override;
  std::tuple<Tensor, Tensor> forward(TensorArg input, const Tensor& hx = {});
  std::vector<Tensor> all_weights() const { return layers_.all_weights(); }
  void flatten_parameters() {}

  GRUOptions options;

 private:
  recurrent::RecurrentLayers layers_;
};
TORCH_MODULE(GRU);

/// \source torch::nn::RNNCellOptions
struct RNNCellOptions {
  RNNCellOptions(std::int64_t input_size, std::int64_t hidden_size)
      : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCH_ARG(std::int64_t, input_size);
  TORCH_ARG(std::int64_t, hidden_size);
  TORCH_ARG(bool, bias) = true;
  TORCH_ARG(RNNNonlinearity, nonlinearity) = enumtype::kTanh();
};
/// \source torch::nn::LSTMCellOptions, GRUCellOptions
struct GatedCellOptions {
  GatedCellOptions(std::int64_t input_size, std::int64_t hidden_size)
      : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCH_ARG(std::int64_t, input_size);
  TORCH_ARG(std::int64_t, hidden_size);
  TORCH_ARG(bool, bias) = true;
};
using LSTMCellOptions = GatedCellOptions;
using GRUCellOptions = GatedCellOptions;

/// Parameters of a cell: weight_ih, weight_hh, bias_ih, bias_hh.
template <typename Derived>
class RNNCellImplBase : public Cloneable<Derived> {
 public:
  Tensor weight_ih;         ///< [gates * hidden_size, input_size]
  Tensor weight_hh;         ///< [gates * hidden_size, hidden_size]
  Tensor bias_ih, bias_hh;  ///< [gates * hidden_size]; undefined without bias

 protected:
  void make_parameters(std::int64_t input_size, std::int64_t hidden_size, bool bias,
                       std::int64_t gates);
  recurrent::RecurrentState step(TensorArg input, recurrent::RecurrentState state, bool has_cell,
                              std::int64_t hidden_size, recurrent::RecurrentStep function) const;
};

/// One step: [N, input_size] or [input_size] -> [N, hidden_size] or [hidden_size].
/// \source torch.nn.RNNCell
class RNNCellImpl : public RNNCellImplBase<RNNCellImpl> {
 public:
  RNNCellImpl(std::int64_t input_size, std::int64_t hidden_size)
      : RNNCellImpl(RNNCellOptions(input_size, hidden_size)) {}
  explicit RNNCellImpl(const RNNCellOptions& options_);
  void reset() override;
  Tensor forward(TensorArg input, const Tensor& hx = {});
  RNNCellOptions options;
};
TORCH_MODULE(RNNCell);

/// \source torch.nn.LSTMCell
class LSTMCellImpl : public RNNCellImplBase<LSTMCellImpl> {
 public:
  LSTMCellImpl(std::int64_t input_size, std::int64_t hidden_size)
      : LSTMCellImpl(LSTMCellOptions(input_size, hidden_size)) {}
  explicit LSTMCellImpl(const LSTMCellOptions& options_);
  void reset() override;
  std::tuple<Tensor, Tensor> forward(
      TensorArg input, const std::optional<std::tuple<Tensor, Tensor>>& hx = std::nullopt);
  LSTMCellOptions options;
};
TORCH_MODULE(LSTMCell);

/// \source torch.nn.GRUCell
class GRUCellImpl : public RNNCellImplBase<GRUCellImpl> {
 public:
  GRUCellImpl(std::int64_t input_size, std::int64_t hidden_size)
      : GRUCellImpl(GRUCellOptions(input_size, hidden_size)) {}
  explicit GRUCellImpl(const GRUCellOptions& options_);
  void reset() override;
  Tensor forward(TensorArg input, const Tensor& hx = {});
  GRUCellOptions options;
};
TORCH_MODULE(GRUCell);

}  // namespace weft::nn
