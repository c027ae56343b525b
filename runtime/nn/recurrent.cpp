#include <weft/runtime/nn/recurrent.h>

#include <cmath>
#include <functional>

#include <fmt/format.h>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/nn/operator_call.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

namespace {

using recurrent::RecurrentState;
using recurrent::RecurrentWeights;

Tensor joined(const char* op, const std::vector<Tensor>& tensors, std::int64_t dim,
              SourceLocation where) {
  std::vector<ir::Value> list;
  for (const Tensor& tensor : tensors) list.emplace_back(tensor.handle());
  return api::to_tensor(api::call_named(op, {{"tensors", std::move(list)}, {"dim", dim}},
                                        CallStyle::kFunction, where));
}

Tensor hidden_product(const Tensor& h, const RecurrentWeights& weights, SourceLocation where) {
  return linear(TensorArg(h, where), weights.weight_hh, weights.bias_hh);
}

std::vector<Tensor> gates_of(const Tensor& values, std::int64_t count, SourceLocation where) {
  return values.chunk(count, -1, where);
}

RecurrentState tanh_step(const Tensor& projected, const RecurrentState& state,
                         const RecurrentWeights& weights, SourceLocation where) {
  const Tensor sum = add(TensorArg(projected, where), hidden_product(state.h, weights, where));
  return {tanh(TensorArg(sum, where)), {}};
}

RecurrentState relu_step(const Tensor& projected, const RecurrentState& state,
                         const RecurrentWeights& weights, SourceLocation where) {
  const Tensor sum = add(TensorArg(projected, where), hidden_product(state.h, weights, where));
  return {relu(TensorArg(sum, where)), {}};
}

/// Gates i, f, g, o: c' = f c + i g, h' = o tanh(c').
RecurrentState lstm_step(const Tensor& projected, const RecurrentState& state,
                         const RecurrentWeights& weights, SourceLocation where) {
  const Tensor sum = add(TensorArg(projected, where), hidden_product(state.h, weights, where));
  const std::vector<Tensor> gates = gates_of(sum, 4, where);
  const auto at = [&](const Tensor& tensor) { return TensorArg(tensor, where); };
  const Tensor i = sigmoid(at(gates[0])), f = sigmoid(at(gates[1]));
  const Tensor g = tanh(at(gates[2])), o = sigmoid(at(gates[3]));
  const Tensor kept = mul(at(f), state.c), added = mul(at(i), g);
  const Tensor c = add(at(kept), added);
  const Tensor bounded = tanh(at(c));
  Tensor h = mul(at(o), bounded);
  if (weights.weight_hr.defined()) h = linear(at(h), weights.weight_hr);
  return {h, c};
}

/// Gates r, z, n: n = tanh(x_n + r h_n), h' = (h - n) z + n.
RecurrentState gru_step(const Tensor& projected, const RecurrentState& state,
                        const RecurrentWeights& weights, SourceLocation where) {
  const Tensor hidden = hidden_product(state.h, weights, where);
  const std::vector<Tensor> x = gates_of(projected, 3, where), h = gates_of(hidden, 3, where);
  const auto at = [&](const Tensor& tensor) { return TensorArg(tensor, where); };
  const Tensor r_sum = add(at(x[0]), h[0]), z_sum = add(at(x[1]), h[1]);
  const Tensor r = sigmoid(at(r_sum)), z = sigmoid(at(z_sum));
  const Tensor reset = mul(at(r), h[2]);
  const Tensor n_sum = add(at(x[2]), reset);
  const Tensor n = tanh(at(n_sum));
  const Tensor difference = sub(at(state.h), n);
  const Tensor scaled = mul(at(difference), z);
  return {add(at(scaled), n), {}};
}

/// The name of a step as the operator of whole sequences has it.
const char* cell_of(recurrent::RecurrentStep step) {
  if (step == lstm_step) return "lstm";
  if (step == gru_step) return "gru";
  return step == tanh_step ? "tanh" : "relu";
}

/// True for a length that the capture leaves to each call.
bool is_open(const SymInt& length) {
  if (!length.is_symbolic() || !length.proxy()->node) return false;
  const ir::IntExpr* known = length.proxy()->node->meta.value.integer();
  return known && !known->is_constant();
}

recurrent::RecurrentStep simple_step(const RNNNonlinearity& nonlinearity) {
  return std::holds_alternative<enumtype::kReLU>(nonlinearity) ? relu_step : tanh_step;
}

template <typename Options>
RNNOptionsBase base_of(const Options& options) {
  return RNNOptionsBase(options.input_size(), options.hidden_size())
      .num_layers(options.num_layers())
      .bias(options.bias())
      .batch_first(options.batch_first())
      .dropout(options.dropout())
      .bidirectional(options.bidirectional());
}

/// The states of layer and direction `index`.
RecurrentState part_of(const RecurrentState& state, std::int64_t index, SourceLocation where) {
  RecurrentState part{state.h.select(0, index, where), {}};
  if (state.c.defined()) part.c = state.c.select(0, index, where);
  return part;
}

}  // namespace

namespace recurrent {

void RecurrentLayers::make_parameters(
    const std::function<Tensor(const std::string&, Tensor)>& add) {
  weights_.clear();
  const std::int64_t hidden = options_.hidden_size(), rows = gates_ * hidden;
  const double bound = hidden > 0 ? 1.0 / std::sqrt(static_cast<double>(hidden)) : 0.0;
  const auto make = [&](const std::string& name, const std::vector<std::int64_t>& sizes) {
    return add(name, init::uniform_(weft::empty(SizeList(sizes)), -bound, bound));
  };
  for (std::int64_t layer = 0; layer < options_.num_layers(); ++layer) {
    const std::int64_t inputs = layer == 0 ? options_.input_size() : state_size() * directions();
    for (std::int64_t direction = 0; direction < directions(); ++direction) {
      const std::string suffix = fmt::format("_l{}{}", layer, direction == 1 ? "_reverse" : "");
      RecurrentWeights weights;
      weights.weight_ih = make("weight_ih" + suffix, {rows, inputs});
      weights.weight_hh = make("weight_hh" + suffix, {rows, state_size()});
      if (options_.bias()) {
        weights.bias_ih = make("bias_ih" + suffix, {rows});
        weights.bias_hh = make("bias_hh" + suffix, {rows});
      }
      if (options_.proj_size() > 0) {
        weights.weight_hr = make("weight_hr" + suffix, {options_.proj_size(), hidden});
      }
      weights_.push_back(weights);
    }
  }
}

std::vector<Tensor> RecurrentLayers::all_weights() const {
  std::vector<Tensor> result;
  for (const RecurrentWeights& w : weights_) {
    for (const Tensor& tensor : {w.weight_ih, w.weight_hh, w.bias_ih, w.bias_hh, w.weight_hr}) {
      if (tensor.defined()) result.push_back(tensor);
    }
  }
  return result;
}

void RecurrentLayers::check(const Tensor& input, const RecurrentState& initial, bool has_cell,
                            SourceLocation where) const {
  const auto refuse = [&](const std::string& what) {
    fail(diag::RecurrentInputWrong, where, {name_, what});
  };
  if (input.dim(where) != 3) {
    refuse(fmt::format("the input has {} dimensions and should have 3", input.dim(where)));
  }
  const auto count = options_.num_layers() * directions();
  const auto check_state = [&](const char* state_name, const Tensor& state) {
    if (!state.defined() || state.dim(where) == 3) return;
    refuse(fmt::format("{} has {} dimensions and should have 3: [{}, batch, size]", state_name,
                       state.dim(where), count));
  };
  check_state("h", initial.h);
  check_state("c", initial.c);
  if (has_cell && initial.h.defined() != initial.c.defined()) refuse("h and c come together");
}

RecurrentState RecurrentLayers::zeros_like_batch(const Tensor& sequence, bool has_cell,
                                                 SourceLocation where) const {
  const std::int64_t count = options_.num_layers() * directions();
  const SymInt batch = sequence.size(1, where);
  RecurrentState state{zeros({count, batch, state_size()}, sequence.options(where), where), {}};
  if (has_cell) {
    state.c = zeros({count, batch, options_.hidden_size()}, sequence.options(where), where);
  }
  return state;
}

std::tuple<Tensor, RecurrentState> RecurrentLayers::run_direction(const Tensor& input,
                                                                  RecurrentState state,
                                                                  const RecurrentWeights& weights,
                                                                  bool reverse,
                                                                  SourceLocation where) const {
  const Tensor projected = linear(TensorArg(input, where), weights.weight_ih, weights.bias_ih);
  const SymInt length = input.size(0, where);
  const DType type = input.scalar_type(where);
  const bool is_plain = type == DType::kFloat32 || type == DType::kFloat64;
  if (is_open(length) && is_plain && !weights.weight_hr.defined()) {
    const Tensor& bias = weights.bias_hh;
    const Tensor& c = state.c.defined() ? state.c : state.h;
    const std::vector<Tensor> results = api::to_tensors(api::call_named(
        "recurrent",
        {{"projected", projected.handle()},
         {"h", state.h.handle()},
         {"c", c.handle()},
         {"weight_hh", weights.weight_hh.handle()},
         {"bias_hh",
          (bias.defined() ? bias
                          : zeros({weights.weight_hh.size(0, where)}, input.options(where), where))
              .handle()},
         {"cell", std::string(cell_of(step_))},
         {"reverse", reverse}},
        CallStyle::kFunction, where));
    return {results[0], {results[1], state.c.defined() ? results[2] : Tensor()}};
  }
  const std::int64_t steps = length.value();
  std::vector<Tensor> outputs(static_cast<std::size_t>(steps));
  for (std::int64_t k = 0; k < steps; ++k) {
    const std::int64_t t = reverse ? steps - 1 - k : k;
    state = step_(projected.select(0, t, where), state, weights, where);
    outputs[static_cast<std::size_t>(t)] = state.h;
  }
  return {joined("stack", outputs, 0, where), state};
}

std::tuple<Tensor, RecurrentState> RecurrentLayers::run(TensorArg input_arg,
                                                        const RecurrentState& initial,
                                                        bool has_cell, bool training) const {
  const SourceLocation where = input_arg.where();
  check(input_arg.get(), initial, has_cell, where);
  Tensor sequence = input_arg.get();
  if (options_.batch_first()) sequence = sequence.transpose(0, 1, where);
  const RecurrentState first =
      initial.h.defined() ? initial : zeros_like_batch(sequence, has_cell, where);
  std::vector<Tensor> last_h, last_c;
  for (std::int64_t layer = 0; layer < options_.num_layers(); ++layer) {
    std::vector<Tensor> outputs;
    for (std::int64_t direction = 0; direction < directions(); ++direction) {
      const std::int64_t index = layer * directions() + direction;
      const auto [output, last] =
          run_direction(sequence, part_of(first, index, where),
                        weights_[static_cast<std::size_t>(index)], direction == 1, where);
      outputs.push_back(output);
      last_h.push_back(last.h);
      if (has_cell) last_c.push_back(last.c);
    }
    sequence = outputs.size() == 1 ? outputs[0] : joined("cat", outputs, -1, where);
    if (options_.dropout() > 0 && training && layer + 1 < options_.num_layers()) {
      sequence = dropout(TensorArg(sequence, where), options_.dropout(), true);
    }
  }
  RecurrentState last{joined("stack", last_h, 0, where), {}};
  if (has_cell) last.c = joined("stack", last_c, 0, where);
  if (options_.batch_first()) sequence = sequence.transpose(0, 1, where);
  return {sequence, last};
}

}  // namespace recurrent

RNNImpl::RNNImpl(const RNNOptions& options_)
    : options(options_), layers_("RNN", base_of(options), 1, simple_step(options.nonlinearity())) {
  reset();
}

void RNNImpl::reset() {
  layers_.make_parameters([this](const std::string& name, Tensor tensor) {
    return register_parameter(name, std::move(tensor));
  });
}

std::tuple<Tensor, Tensor> RNNImpl::forward(TensorArg input, const Tensor& hx) {
  const auto [output, last] = layers_.run(input, {hx, {}}, /*has_cell=*/false, is_training());
  return {output, last.h};
}

LSTMImpl::LSTMImpl(const LSTMOptions& options_)
    : options(options_),
      layers_("LSTM", base_of(options).proj_size(options.proj_size()), 4, lstm_step) {
  reset();
}

void LSTMImpl::reset() {
  layers_.make_parameters([this](const std::string& name, Tensor tensor) {
    return register_parameter(name, std::move(tensor));
  });
}

std::tuple<Tensor, LSTMImpl::State> LSTMImpl::forward(TensorArg input,
                                                      const std::optional<State>& hx) {
  const RecurrentState initial =
      hx ? RecurrentState{std::get<0>(*hx), std::get<1>(*hx)} : RecurrentState{};
  const auto [output, last] = layers_.run(input, initial, /*has_cell=*/true, is_training());
  return {output, State{last.h, last.c}};
}

GRUImpl::GRUImpl(const GRUOptions& options_)
    : options(options_), layers_("GRU", base_of(options), 3, gru_step) {
  reset();
}

void GRUImpl::reset() {
  layers_.make_parameters([this](const std::string& name, Tensor tensor) {
    return register_parameter(name, std::move(tensor));
  });
}

std::tuple<Tensor, Tensor> GRUImpl::forward(TensorArg input, const Tensor& hx) {
  const auto [output, last] = layers_.run(input, {hx, {}}, /*has_cell=*/false, is_training());
  return {output, last.h};
}

template <typename Derived>
void RNNCellImplBase<Derived>::make_parameters(std::int64_t input_size, std::int64_t hidden_size,
                                               bool bias, std::int64_t gates) {
  const double bound = hidden_size > 0 ? 1.0 / std::sqrt(static_cast<double>(hidden_size)) : 0.0;
  const auto make = [&](const char* name, const std::vector<std::int64_t>& sizes) {
    return this->register_parameter(name,
                                    init::uniform_(weft::empty(SizeList(sizes)), -bound, bound));
  };
  weight_ih = make("weight_ih", {gates * hidden_size, input_size});
  weight_hh = make("weight_hh", {gates * hidden_size, hidden_size});
  bias_ih =
      bias ? make("bias_ih", {gates * hidden_size}) : this->register_parameter("bias_ih", Tensor());
  bias_hh =
      bias ? make("bias_hh", {gates * hidden_size}) : this->register_parameter("bias_hh", Tensor());
}

template <typename Derived>
recurrent::RecurrentState RNNCellImplBase<Derived>::step(TensorArg input, RecurrentState state,
                                                         bool has_cell, std::int64_t hidden_size,
                                                         recurrent::RecurrentStep function) const {
  const SourceLocation where = input.where();
  const Tensor& x = input.get();
  const std::int64_t rank = x.dim(where);
  if (rank != 1 && rank != 2) {
    fail(diag::RecurrentInputWrong, where,
         {"a cell", fmt::format("the input has {} dimensions and should have 1 or 2", rank)});
  }
  const auto zero = [&] {
    return rank == 1 ? zeros({hidden_size}, x.options(where), where)
                     : zeros({x.size(0, where), hidden_size}, x.options(where), where);
  };
  if (!state.h.defined()) state.h = zero();
  if (has_cell && !state.c.defined()) state.c = zero();
  const RecurrentWeights weights{weight_ih, weight_hh, bias_ih, bias_hh, {}};
  return function(linear(input, weight_ih, bias_ih), state, weights, where);
}

RNNCellImpl::RNNCellImpl(const RNNCellOptions& options_) : options(options_) { reset(); }
void RNNCellImpl::reset() {
  make_parameters(options.input_size(), options.hidden_size(), options.bias(), 1);
}
Tensor RNNCellImpl::forward(TensorArg input, const Tensor& hx) {
  return step(input, {hx, {}}, false, options.hidden_size(), simple_step(options.nonlinearity())).h;
}

LSTMCellImpl::LSTMCellImpl(const LSTMCellOptions& options_) : options(options_) { reset(); }
void LSTMCellImpl::reset() {
  make_parameters(options.input_size(), options.hidden_size(), options.bias(), 4);
}
std::tuple<Tensor, Tensor> LSTMCellImpl::forward(
    TensorArg input, const std::optional<std::tuple<Tensor, Tensor>>& hx) {
  const RecurrentState initial =
      hx ? RecurrentState{std::get<0>(*hx), std::get<1>(*hx)} : RecurrentState{};
  const RecurrentState next = step(input, initial, true, options.hidden_size(), lstm_step);
  return {next.h, next.c};
}

GRUCellImpl::GRUCellImpl(const GRUCellOptions& options_) : options(options_) { reset(); }
void GRUCellImpl::reset() {
  make_parameters(options.input_size(), options.hidden_size(), options.bias(), 3);
}
Tensor GRUCellImpl::forward(TensorArg input, const Tensor& hx) {
  return step(input, {hx, {}}, false, options.hidden_size(), gru_step).h;
}

}  // namespace weft::nn
