/// \file trace: capture a model or a function as a graph module.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <weft/frontend/trace/input_spec.h>
#include <weft/frontend/trace/model_entry.h>
#include <weft/frontend/trace/tracer.h>
#include <weft/ir/graph_module.h>

namespace weft {

/// One argument of a capture: a tensor input with or without a known meta, or a constant.
struct TraceInput {
  std::string name;
  ir::ValueMeta meta;     ///< empty: nothing known
  ir::Value constant;     ///< not none: a value instead of an input of the graph
  bool absent = false;    ///< nothing is passed: an undefined tensor or an empty optional

  TraceInput(std::string input_name) : name(std::move(input_name)) {}  // NOLINT
  TraceInput(const TensorSpec& spec) : name(spec.name), meta{spec.meta()} {}  // NOLINT
  TraceInput(const ScalarSpec& spec);  // NOLINT(google-explicit-constructor)
  /// An example: its dtype and extents become the input's.
  TraceInput(const Tensor& example) : meta(example.handle()->meta()) {}  // NOLINT
};

struct TraceOptions {
  /// Captures twice and compares, so that host code which is not repeatable is noticed (W4101).
  bool check_repeatable = true;
  /// Makes the tracer; derive from Tracer to change what is a leaf.
  std::function<std::unique_ptr<Tracer>()> make_tracer;
};

/// Captures any model through its entry. `inputs` has one element per parameter of forward.
/// \error W41xx for arguments that do not fit, W40xx for graph breaks, with the user's line
ir::GraphModule trace_entry(nn::Module& model, const ModelEntry& entry,
                            const std::vector<TraceInput>& inputs,
                            const TraceOptions& options = {});

/// Captures a model's forward. Without `inputs` nothing is known about shapes and dtypes, and the
/// graph is recorded as it is called.
template <std::derived_from<nn::Module> M>
ir::GraphModule trace(M& model, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {}) {
  const ModelEntry entry = make_model_entry<M>(model.name());
  while (inputs.size() < entry.parameters.size()) inputs.emplace_back(std::string());
  return trace_entry(model, entry, inputs, options);
}

template <std::derived_from<nn::Module> M>
ir::GraphModule trace(const std::shared_ptr<M>& model, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {}) {
  return trace(*model, std::move(inputs), options);
}

template <typename M>
ir::GraphModule trace(const nn::ModuleHolder<M>& model, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {}) {
  return trace(*model.ptr(), std::move(inputs), options);
}

/// Captures a function of values; used by the forms for callables.
ir::GraphModule trace_function(
    const std::function<ir::Value(const std::vector<ir::Value>&)>& function,
    const std::vector<TraceInput>& inputs, const TraceOptions& options = {});

namespace detail {
template <typename F, typename... Args>
ir::Value call_with_values(F& function, const std::vector<ir::Value>& values,
                           std::type_identity<std::tuple<Args...>>) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::tuple<ArgumentType<Args>...> arguments{
        ValueConversion<ArgumentType<Args>>::build(values.at(I))...};
    using Result = std::remove_cvref_t<decltype(function(std::get<I>(arguments)...))>;
    return ValueConversion<Result>::flatten(function(std::get<I>(arguments)...));
  }(std::index_sequence_for<Args...>());
}
template <typename R, typename... Args>
std::type_identity<std::tuple<Args...>> arguments_of(R (*)(Args...));
template <typename C, typename R, typename... Args>
std::type_identity<std::tuple<Args...>> arguments_of(R (C::*)(Args...) const);
template <typename C, typename R, typename... Args>
std::type_identity<std::tuple<Args...>> arguments_of(R (C::*)(Args...));
}  // namespace detail

/// Captures a free function or a lambda with tensor parameters.
template <typename F>
  requires(!std::derived_from<F, nn::Module>) && requires { &F::operator(); }
ir::GraphModule trace(F function, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {}) {
  using Arguments = decltype(detail::arguments_of(&F::operator()));
  while (inputs.size() < std::tuple_size_v<typename Arguments::type>) {
    inputs.emplace_back(std::string());
  }
  return trace_function(
      [&](const std::vector<ir::Value>& values) {
        return detail::call_with_values(function, values, Arguments{});
      },
      inputs, options);
}

template <typename R, typename... Args>
ir::GraphModule trace(R (*function)(Args...), std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {}) {
  return trace([function](Args... args) { return function(std::forward<Args>(args)...); },
               std::move(inputs), options);
}

}  // namespace weft
