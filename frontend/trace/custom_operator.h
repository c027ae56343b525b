/// \file Operators of the user's own as typed C++ functions.
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <weft/frontend/trace/proxy.h>
#include <weft/ir/operators/register_operator.h>
#include <weft/runtime/nn/forward_signature.h>
#include <weft/runtime/nn/struct_conversion.h>

namespace weft {

/// What an operator of the user's declares besides its schema and function.
struct OperatorOptions {
  std::string doc = {};
  /// Dtype and extents of the results; without it nothing is known about them during capture.
  std::function<std::vector<ir::ValueMeta>(const ir::Call&)> shape = {};
  ir::Effect effect = ir::Effect::kPure;
  /// Source for generated code, see ir::CppSource; needs a shape rule.
  std::optional<ir::CppSource> cpp = {};
  /// The same for GPUs, see ir::CudaSource.
  std::optional<ir::CudaSource> cuda = {};
};

/// A shape rule: the result is a dense tensor like argument `i`.
std::function<std::vector<ir::ValueMeta>(const ir::Call&)> like_argument(std::size_t i);

namespace detail {

/// Types of C++ as they are compared with a schema.
struct SignatureTypes {
  std::vector<ValueKind> parameters;
  std::vector<std::string> parameter_names;
  std::vector<ValueKind> results;
  std::vector<std::string> result_names;
};

/// \error W4107 unless the C++ types are those of the schema
void check_signature(const ir::Schema& schema, const SignatureTypes& types, SourceLocation where);
/// Calls an operator; missing arguments at the end take the schema's defaults.
ir::Value call_typed(const ir::Operator& op, std::vector<ir::Value> arguments,
                     SourceLocation where);
/// Bound arguments of a decomposition as values: nodes become proxies.
std::vector<ir::Value> proxies_of(ir::Decomposition& d);
/// The nodes of the leaves of a decomposition's result.
std::vector<ir::Node*> nodes_of(ir::Decomposition& d, const ir::Value& result);

template <typename T>
using CallParameter = std::conditional_t<std::is_same_v<std::remove_cvref_t<T>, Tensor>, TensorArg,
                                         const std::remove_cvref_t<T>&>;

template <typename T>
ir::Value call_value(const T& argument) {
  if constexpr (std::is_same_v<T, TensorArg>) {
    return ValueConversion<Tensor>::flatten(argument.get());
  } else {
    return ValueConversion<T>::flatten(argument);
  }
}

/// The types of one result, or of each element of a result of fixed length; a list of any length
/// counts as one result.
template <typename R>
struct ResultTypes {
  static void add(SignatureTypes& types) {
    types.results.push_back(ValueConversion<R>::kKind);
    types.result_names.push_back(type_name<R>());
  }
};
template <>
struct ResultTypes<void> {
  static void add(SignatureTypes&) {}
};
template <typename... T>
struct ResultTypes<std::tuple<T...>> {
  static void add(SignatureTypes& types) { (ResultTypes<T>::add(types), ...); }
};
template <typename A, typename B>
struct ResultTypes<std::pair<A, B>> : ResultTypes<std::tuple<A, B>> {};
template <typename T, std::size_t N>
struct ResultTypes<std::array<T, N>> {
  static void add(SignatureTypes& types) {
    for (std::size_t i = 0; i < N; ++i) ResultTypes<T>::add(types);
  }
};

template <typename R, typename... Args>
SignatureTypes signature_types() {
  SignatureTypes types{{ValueConversion<std::remove_cvref_t<Args>>::kKind...},
                       {type_name<std::remove_cvref_t<Args>>()...},
                       {},
                       {}};
  ResultTypes<R>::add(types);
  return types;
}

/// Several results as the list that they are; one result alone.
template <typename R>
std::vector<ir::Value> result_values(const R& result) {
  const ir::Value value = ValueConversion<R>::flatten(result);
  if (value.list() || value.dict()) return elements_of(value, type_name<R>());
  return {value};
}

/// One call operator for every number of arguments, so that defaults can be left out.
template <typename Self, typename R, typename Given, typename... Rest>
struct CallForms;

template <typename Self, typename R, typename... Given>
struct CallForms<Self, R, std::tuple<Given...>> {
  R operator()(CallParameter<Given>... args,
               where_t where = std::source_location::current()) const {
    return static_cast<const Self&>(*this).call({call_value(args)...}, where);
  }
};

template <typename Self, typename R, typename... Given, typename Next, typename... Rest>
struct CallForms<Self, R, std::tuple<Given...>, Next, Rest...>
    : CallForms<Self, R, std::tuple<Given..., Next>, Rest...> {
  using CallForms<Self, R, std::tuple<Given..., Next>, Rest...>::operator();
  R operator()(CallParameter<Given>... args,
               where_t where = std::source_location::current()) const {
    return static_cast<const Self&>(*this).call({call_value(args)...}, where);
  }
};

template <typename R, typename... Args, typename F>
R call_with_values(const F& function, const std::vector<ir::Value>& values) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> R {
    return function(ValueConversion<std::remove_cvref_t<Args>>::build(values.at(I))...);
  }(std::index_sequence_for<Args...>());
}

}  // namespace detail

template <typename Signature>
class TypedOperator;

/// An operator of the table as a function: runs eagerly, is recorded under capture, and puts the
/// user's line on the node.
template <typename R, typename... Args>
class TypedOperator<R(Args...)>
    : public detail::CallForms<TypedOperator<R(Args...)>, R, std::tuple<>, Args...> {
 public:
  explicit TypedOperator(const ir::Operator& op,
                         SourceLocation where = std::source_location::current())
      : op_(&op) {
    detail::check_signature(op.schema, detail::signature_types<R, Args...>(), where);
  }
  const ir::Operator& op() const { return *op_; }
  R call(std::vector<ir::Value> arguments, SourceLocation where) const {
    ir::Value result = detail::call_typed(*op_, std::move(arguments), where);
    if constexpr (!std::is_void_v<R>) return ValueConversion<R>::build(result);
  }

 private:
  const ir::Operator* op_;
};

namespace detail {
template <typename Signature>
struct OperatorMaker;

template <typename R, typename... Args>
struct OperatorMaker<R(Args...)> {
  template <typename F>
  static auto run(F function) {
    return [function](const ir::Call&, const std::vector<ir::Value>& values) {
      if constexpr (std::is_void_v<R>) {
        call_with_values<R, Args...>(function, values);
        return std::vector<ir::Value>();
      } else {
        return result_values<R>(call_with_values<R, Args...>(function, values));
      }
    };
  }
  template <typename F>
  static auto decomposition(F function) {
    return [function](ir::Decomposition& d) {
      // Code of the user may keep a tensor; the graph goes when the operator has been composed.
      const ProxyScope scope(d.graph(), ProxyScope::Proxies::kEnded);
      return nodes_of(
          d, ValueConversion<R>::flatten(call_with_values<R, Args...>(function, proxies_of(d))));
    };
  }
  static TypedOperator<R(Args...)> finish(ir::OperatorDefinition definition, SourceLocation where) {
    // Refused before it is in the table, so that the name stays free.
    check_signature(ir::parse_schema(definition.schema, where), signature_types<R, Args...>(),
                    where);
    return TypedOperator<R(Args...)>(ir::register_operator(std::move(definition), where), where);
  }
};
}  // namespace detail

/// Registers an operator whose meaning is host code: `function` runs on tensors with storage. Code
/// is generated for it where `options.cpp` has the source (else W5001).
/// \source TORCH_LIBRARY, torch.library.custom_op
template <typename Signature, typename F>
TypedOperator<Signature> define_operator(std::string schema, F function,
                                         OperatorOptions options = {},
                                         SourceLocation where = std::source_location::current()) {
  using Maker = detail::OperatorMaker<Signature>;
  ir::OperatorDefinition definition;
  definition.schema = std::move(schema);
  definition.doc = std::move(options.doc);
  definition.shape = std::move(options.shape);
  definition.effect = options.effect;
  definition.cpp = std::move(options.cpp);
  definition.cuda = std::move(options.cuda);
  definition.run = Maker::run(std::move(function));
  return Maker::finish(std::move(definition), where);
}

/// Registers an operator that is composed of others: `function` is tensor code, which is recorded
/// where the operator is decomposed. Shapes, eager execution and generated code follow from it.
template <typename Signature, typename F>
TypedOperator<Signature> define_composite(std::string schema, F function, std::string doc = {},
                                          SourceLocation where = std::source_location::current()) {
  using Maker = detail::OperatorMaker<Signature>;
  ir::OperatorDefinition definition;
  definition.schema = std::move(schema);
  definition.doc = std::move(doc);
  definition.decomposition = Maker::decomposition(std::move(function));
  return Maker::finish(std::move(definition), where);
}

}  // namespace weft
