/// \file Conversions between C++ arguments and the values that dispatch takes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft::api {

/// A tensor that must be defined (W2001).
ir::Value to_value(const TensorArg& tensor);
ir::Value to_value(const OptionalTensor& tensor);  ///< none for an undefined tensor
ir::Value to_value(const TensorList& tensors);
inline ir::Value to_value(const Scalar& number) { return number.to_value(); }
inline ir::Value to_value(const SizeItem& size) { return size.get().to_value(); }
inline ir::Value to_value(const SizeList& sizes) { return sizes.to_value(); }
/// A single extent stands for `count` equal ones.
ir::Value to_value(const SizeList& sizes, int count);
ir::Value to_value(const OptionalSizeList& sizes);
ir::Value to_value(const OptionalSizeList& sizes, int count);
inline ir::Value to_value(std::int64_t value) { return value; }
inline ir::Value to_value(double value) { return value; }
inline ir::Value to_value(bool value) { return value; }
inline ir::Value to_value(DType value) { return value; }
inline ir::Value to_value(const SymInt& value) { return value.to_value(); }
inline ir::Value to_value(const TextArg& value) { return std::string(value.get()); }
inline ir::Value to_value(const ReductionArg& value) { return std::string(value.get()); }

/// The tensor that a method is called on, which must be defined (W2001).
ir::Value self_value(const Tensor& self, std::string_view method, SourceLocation where);
/// The dtype of the options, or none.
/// \error W2004 for a device other than the CPU
ir::Value dtype_value(const TensorOptions& options, SourceLocation where);
/// The memory format that the options or the argument ask for.
/// \error W2010 where both do
std::optional<MemoryFormat> one_format(const TensorOptions& options,
                                       std::optional<MemoryFormat> format, SourceLocation where);

template <typename T>
ir::Value to_value(const std::vector<T>& values) {
  std::vector<ir::Value> result;
  result.reserve(values.size());
  for (const T& value : values) result.push_back(to_value(value));
  return result;
}

template <typename T>
ir::Value to_value(const std::optional<T>& value) {
  return value ? to_value(*value) : ir::Value();
}

/// What an in-place method returns once the call is done: the tensor that it was called on.
inline Tensor& written(const Tensor& self, const ir::Value&) { return const_cast<Tensor&>(self); }

Tensor to_tensor(const ir::Value& value);
std::vector<Tensor> to_tensors(const ir::Value& value);

template <std::size_t N, std::size_t... I>
auto to_tuple_of(const std::vector<Tensor>& tensors, std::index_sequence<I...>) {
  return std::make_tuple(tensors.at(I)...);
}

/// N results as a tuple.
template <std::size_t N>
auto to_tuple(const ir::Value& value) {
  return to_tuple_of<N>(to_tensors(value), std::make_index_sequence<N>());
}

}  // namespace weft::api
