/// \file trace: capture a model or a function as a graph module.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <weft/frontend/trace/model_entry.h>
#include <weft/frontend/trace/trace_input.h>
#include <weft/frontend/trace/tracer.h>
#include <weft/ir/graph_module.h>

namespace weft {

struct TraceOptions {
  /// Captures twice and compares, so that host code which is not repeatable is noticed (W4101).
  bool check_repeatable = true;
  /// Where forward decides on tensor data (`if (x.item<bool>())`), it is captured along every path,
  /// and the result has conditionals (see join_paths). At most so many paths; with 1, such a
  /// decision is a graph break (W4001).
  int max_paths = 64;
  /// Where set, gets the extents that the capture is for one number of.
  std::vector<Specialisation>* specialisations = nullptr;
  /// Makes the tracer; derive from Tracer to change what is a leaf.
  std::function<std::unique_ptr<Tracer>()> make_tracer = {};
  /// Sets Tracer::record_stack_traces.
  bool record_stack_traces = false;
};

/// A function of values with what it takes.
struct TraceFunction {
  std::function<ir::Value(const std::vector<ir::Value>&)> call;
  std::vector<ValueKind> parameters;
  std::vector<std::string> parameter_types;
  std::string result_type = {};
};

/// Captures a function; parameters and buffers of `root`, where there is one, have their paths.
/// Missing inputs at the end are tensors of which nothing is known.
/// \error W41xx for arguments that do not fit, W40xx for graph breaks, with the user's line
ir::GraphModule trace_function(nn::Module* root, const TraceFunction& function,
                               std::vector<TraceInput> inputs, const TraceOptions& options = {},
                               SourceLocation where = {});

/// Captures any model through its entry. `inputs` has one element per parameter of forward.
ir::GraphModule trace_entry(nn::Module& model, const ModelEntry& entry,
                            const std::vector<TraceInput>& inputs,
                            const TraceOptions& options = {});

/// Captures a captured graph again, with another tracer for example.
ir::GraphModule trace(const ir::GraphModule& module, const TraceOptions& options = {});

namespace detail {

/// A tensor argument for a function that wants it with a line: what it calls has lines of its own.
template <typename T>
decltype(auto) pass_argument(ArgumentType<T>& value) {
  if constexpr (std::is_same_v<std::remove_cvref_t<T>, TensorArg>) {
    return TensorArg(value, SourceLocation());
  } else if constexpr (std::is_lvalue_reference_v<T>) {
    return static_cast<ArgumentType<T>&>(value);
  } else {
    return static_cast<ArgumentType<T>&&>(value);
  }
}

template <typename F, typename... Args>
using FunctionResult = std::remove_cvref_t<decltype(std::declval<const F&>()(
    pass_argument<Args>(std::declval<ArgumentType<Args>&>())...))>;

template <typename... Args, typename F>
TraceFunction make_trace_function(F function) {
  static_assert((ConvertibleValue<ArgumentType<Args>> && ...),
                "a parameter's type cannot be captured: register the struct with "
                "WEFT_REGISTER_STRUCT, or bind the argument with a lambda");
  static_assert(ConvertibleValue<FunctionResult<F, Args...>>,
                "the result's type cannot be captured: register the struct with "
                "WEFT_REGISTER_STRUCT, or return a tensor, number, string or container of them");
  TraceFunction result;
  result.call = [function](const std::vector<ir::Value>& values) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::tuple<ArgumentType<Args>...> arguments{
          ValueConversion<ArgumentType<Args>>::build(values.at(I))...};
      using Result = FunctionResult<F, Args...>;
      return ir::Value(ValueConversion<Result>::flatten(
          function(pass_argument<Args>(std::get<I>(arguments))...)));
    }(std::index_sequence_for<Args...>());
  };
  result.parameters = {ValueConversion<ArgumentType<Args>>::kKind...};
  result.parameter_types = {type_name<ArgumentType<Args>>()...};
  result.result_type = type_name<FunctionResult<F, Args...>>();
  return result;
}

template <typename F, typename R, typename C, typename... Args>
TraceFunction function_of(F& function, R (C::*)(Args...) const) {
  return make_trace_function<Args...>(
      [&function](auto&&... args) { return function(std::forward<decltype(args)>(args)...); });
}
template <typename F, typename R, typename C, typename... Args>
TraceFunction function_of(F& function, R (C::*)(Args...)) {
  return make_trace_function<Args...>(
      [&function](auto&&... args) { return function(std::forward<decltype(args)>(args)...); });
}

template <typename M>
concept ModuleClassType = std::derived_from<M, nn::Module>;

/// False for generic lambdas and overloaded call operators.
template <typename F>
concept TellsItsArguments = requires { &F::operator(); };

}  // namespace detail

/// Captures a model's forward. Without `inputs` nothing is known about shapes and dtypes, and the
/// graph is recorded as it is called.
template <detail::ModuleClassType M>
ir::GraphModule trace(M& model, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {},
                      where_t where = std::source_location::current()) {
  const ModelEntry entry = make_model_entry<M>(model.name());
  return trace_function(
      &model,
      {[&](const std::vector<ir::Value>& values) { return entry.forward(model, values); },
       entry.parameters, entry.parameter_types, entry.result_type},
      std::move(inputs), options, where);
}

template <detail::ModuleClassType M>
ir::GraphModule trace(const std::shared_ptr<M>& model, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {},
                      where_t where = std::source_location::current()) {
  return trace(*model, std::move(inputs), options, where);
}

template <typename M>
ir::GraphModule trace(const nn::ModuleHolder<M>& model, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {},
                      where_t where = std::source_location::current()) {
  return trace(*model.ptr(), std::move(inputs), options, where);
}

/// Captures another method of a model: `trace(model, &Model::encode)`.
template <detail::ModuleClassType M, typename R, typename C, typename... Args>
ir::GraphModule trace(M& model, R (C::*method)(Args...), std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {},
                      where_t where = std::source_location::current()) {
  return trace_function(&model,
                        detail::make_trace_function<Args...>([&model, method](auto&&... args) {
                          return (model.*method)(std::forward<decltype(args)>(args)...);
                        }),
                        std::move(inputs), options, where);
}

/// Captures a callable around a model, whose parameters and modules keep their paths:
/// `trace(model, [&](const Tensor& x) { return torch::relu(model.forward(x)); })`.
template <detail::ModuleClassType M, typename F>
  requires requires { &F::operator(); }
ir::GraphModule trace(M& model, F function, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {},
                      where_t where = std::source_location::current()) {
  return trace_function(&model, detail::function_of(function, &F::operator()), std::move(inputs),
                        options, where);
}

/// Captures a free function or a lambda.
template <typename F>
  requires(
      !std::derived_from<F, nn::Module> && !std::derived_from<F, ir::GraphModule> &&
      std::is_class_v<F> && !requires { typename F::ContainedType; } && !requires(F f) { f.get(); })
ir::GraphModule trace(F function, std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {},
                      where_t where = std::source_location::current()) {
  static_assert(detail::TellsItsArguments<F>,
                "a generic lambda or an overloaded call operator does not say how many arguments "
                "there are: give the parameters types");
  return trace_function(nullptr, detail::function_of(function, &F::operator()), std::move(inputs),
                        options, where);
}

template <typename R, typename... Args>
ir::GraphModule trace(R (*function)(Args...), std::vector<TraceInput> inputs = {},
                      const TraceOptions& options = {},
                      where_t where = std::source_location::current()) {
  return trace_function(nullptr, detail::make_trace_function<Args...>([function](auto&&... args) {
                          return function(std::forward<decltype(args)>(args)...);
                        }),
                        std::move(inputs), options, where);
}

}  // namespace weft
