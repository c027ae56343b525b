/// \file Calls of operators from modules and nn::functional, with options as values.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/nn/options.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft::nn::operators {

/// The operator on `input` with further arguments by name.
Tensor call_on(std::string_view op, const TensorArg& input,
               std::vector<api::NamedValue> arguments = {});

/// None for an undefined tensor.
inline ir::Value tensor_value(const Tensor& tensor) {
  return tensor.defined() ? ir::Value(tensor.handle()) : ir::Value();
}

template <std::size_t D, typename T>
ir::Value array_value(const ExpandingArray<D, T>& array) {
  std::vector<ir::Value> result;
  for (std::size_t d = 0; d < D; ++d) result.emplace_back(array[d]);
  return result;
}

template <typename T>
ir::Value list_value(const std::vector<T>& items) {
  std::vector<ir::Value> result;
  for (const T& item : items) result.emplace_back(item);
  return result;
}

/// None for nothing.
template <typename T>
ir::Value optional_value(const std::optional<T>& item) {
  return item ? ir::Value(*item) : ir::Value();
}
template <typename T>
ir::Value optional_value(const std::optional<std::vector<T>>& items) {
  return items ? list_value(*items) : ir::Value();
}

/// "leaky_relu_" where the option says in place.
inline std::string in_place(const char* op, bool inplace) {
  return inplace ? std::string(op) + "_" : op;
}

}  // namespace weft::nn::operators
