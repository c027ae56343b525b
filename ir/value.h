/// \file A concrete value that flows through an interpreted graph.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <weft/ir/dtype.h>

namespace weft {

/// Storage, sizes and strides of a tensor; defined in runtime/, opaque here.
class TensorImpl;

namespace ir {

using TensorHandle = std::shared_ptr<TensorImpl>;

struct ValueDict;

/// A tensor, a number, a string, a dtype, a list or mapping of values, or nothing.
struct Value {
  std::variant<std::monostate, TensorHandle, bool, std::int64_t, double, std::string, DType,
               std::vector<Value>, std::shared_ptr<const ValueDict>>
      value;

  Value() = default;
  template <typename T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, Value>)
  Value(T&& v) : value(std::forward<T>(v)) {  // NOLINT(google-explicit-constructor)
    if constexpr (std::is_same_v<std::remove_cvref_t<T>, TensorHandle>) {
      // An undefined tensor is nothing, so that nobody has to look into a handle.
      if (!std::get<TensorHandle>(value)) value = std::monostate();
    }
  }

  bool is_none() const { return value.index() == 0; }
  const TensorHandle* tensor() const { return std::get_if<TensorHandle>(&value); }
  const std::vector<Value>* list() const { return std::get_if<std::vector<Value>>(&value); }
  /// Null where the value is no mapping.
  const ValueDict* dict() const {
    const auto* found = std::get_if<std::shared_ptr<const ValueDict>>(&value);
    return found ? found->get() : nullptr;
  }
};

/// A mapping in insertion order.
struct ValueDict {
  std::vector<std::pair<std::string, Value>> items;
};

}  // namespace ir
}  // namespace weft
