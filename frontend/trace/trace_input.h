/// \file TraceInput: what a capture is told about one argument.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weft/frontend/trace/input_spec.h>
#include <weft/ir/argument.h>
#include <weft/runtime/nn/struct_conversion.h>

namespace weft {

/// One argument of a capture: an input with or without a known meta, a constant, or a structure.
struct TraceInput {
  std::string name;
  ir::ValueMeta meta;    ///< empty: nothing known
  ir::Value constant;    ///< not none: a value instead of an input of the graph
  bool absent = false;   ///< nothing is passed: an undefined tensor or an empty optional
  bool checked = false;  ///< the constant or absent input stays a parameter of the graph
  std::optional<ir::Argument> default_value;  ///< of the placeholder
  bool structure = false;                     ///< `items` are its parts
  std::vector<TraceInput> items;
  std::vector<std::string> keys;  ///< of a mapping or struct, one per item
  /// What extents are taken to be where forward needs a number.
  std::vector<std::pair<ir::Symbol, std::int64_t>> typical_extents;

  TraceInput(std::string input_name) : name(std::move(input_name)) {}  // NOLINT
  TraceInput(const TensorSpec& spec)                                   // NOLINT
      : name(spec.name), meta{spec.meta()}, typical_extents(spec.typical_extents) {}
  TraceInput(const ScalarSpec& spec);  // NOLINT(google-explicit-constructor)
  /// An example: its dtype and extents become the input's.
  TraceInput(const Tensor& example) : meta(example.handle()->meta()) {}  // NOLINT

  /// An argument that is always this value, and no parameter of the graph.
  static TraceInput constant_value(std::string input_name, ir::Value value) {
    TraceInput input(std::move(input_name));
    input.constant = std::move(value);
    return input;
  }
  /// An argument that is never there: an undefined tensor or an empty optional.
  static TraceInput absent_value(std::string input_name) {
    TraceInput input(std::move(input_name));
    input.absent = true;
    return input;
  }

  TraceInput& named(std::string input_name) {
    name = std::move(input_name);
    return *this;
  }
  /// The value of the placeholder where a call of the graph leaves the argument out.
  TraceInput& default_to(ir::Argument value) {
    default_value = std::move(value);
    return *this;
  }

  /// A value that picks branches during capture; the argument stays a parameter of the graph, which
  /// refuses every other value when it runs (W2102). See `concrete`.
  static TraceInput concrete_value(ir::Value value);
  /// The structure of a value: tensors become inputs, everything else is concrete. See `example`.
  static TraceInput structure_of(const ir::Value& value);
};

/// The argument has this value in the capture: a bool, number, enumerator, string, or nullopt.
/// \source torch.fx.Tracer.trace(concrete_args)
template <ConvertibleValue T>
TraceInput concrete(const T& value, std::string name = {}) {
  return TraceInput::concrete_value(ValueConversion<T>::flatten(value)).named(std::move(name));
}
inline TraceInput concrete(const char* value, std::string name = {}) {
  return concrete(std::string(value), std::move(name));
}
inline TraceInput concrete(std::nullopt_t, std::string name = {}) {
  return TraceInput::concrete_value({}).named(std::move(name));
}

/// An argument of the structure of `value`: each tensor in it is one input of the graph.
template <ConvertibleValue T>
TraceInput example(const T& value, std::string name = {}) {
  return TraceInput::structure_of(ValueConversion<T>::flatten(value)).named(std::move(name));
}

}  // namespace weft
