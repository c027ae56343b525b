/// \file Options of modules: chained setters, and values that stand for one or several dimensions.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/tensor/arrays.h>

/// An option `name` with a chained setter and a getter, as in libtorch.
#define TORCH_ARG(T, name)                                \
 public:                                                  \
  inline auto name(const T& new_##name)->decltype(*this) { \
    this->name##_ = new_##name;                           \
    return *this;                                         \
  }                                                       \
  inline auto name(T&& new_##name)->decltype(*this) {      \
    this->name##_ = std::move(new_##name);                \
    return *this;                                         \
  }                                                       \
  inline const T& name() const noexcept { return this->name##_; } \
  inline T& name() noexcept { return this->name##_; }      \
                                                          \
 private:                                                 \
  T name##_ /* NOLINT */

namespace weft {

/// D numbers, or one number for all D.
template <std::size_t D, typename T = std::int64_t>
class ExpandingArray {
 public:
  ExpandingArray(std::initializer_list<T> values)  // NOLINT(google-explicit-constructor)
      : ExpandingArray(std::vector<T>(values)) {}
  ExpandingArray(const std::vector<T>& values) {  // NOLINT(google-explicit-constructor)
    for (std::size_t d = 0; d < D; ++d) values_[d] = values.size() == 1 ? values[0] : values.at(d);
  }
  template <typename U>
    requires std::convertible_to<U, T>
  ExpandingArray(U value) {  // NOLINT(google-explicit-constructor)
    values_.fill(static_cast<T>(value));
  }
  ExpandingArray(const std::array<T, D>& values) : values_(values) {}  // NOLINT
  const std::array<T, D>& operator*() const { return values_; }
  const std::array<T, D>* operator->() const { return &values_; }
  const T& operator[](std::size_t d) const { return values_[d]; }
  std::vector<T> vec() const { return {values_.begin(), values_.end()}; }
  operator SizeList() const { return SizeList(vec()); }  // NOLINT(google-explicit-constructor)

 private:
  std::array<T, D> values_{};
};

/// D numbers, or one number for all D, of which any may be left open: `{7, nullopt}`.
template <std::size_t D, typename T = std::int64_t>
class ExpandingArrayWithOptionalElem : public ExpandingArray<D, std::optional<T>> {
  using Base = ExpandingArray<D, std::optional<T>>;

 public:
  using Base::Base;
  ExpandingArrayWithOptionalElem(const ExpandingArray<D, T>& values)  // NOLINT
      : ExpandingArrayWithOptionalElem(*values) {}
  ExpandingArrayWithOptionalElem(const std::vector<T>& values)  // NOLINT
      : Base(std::vector<std::optional<T>>(values.begin(), values.end())) {}
  ExpandingArrayWithOptionalElem(const std::array<T, D>& values)  // NOLINT
      : Base(std::vector<std::optional<T>>(values.begin(), values.end())) {}
};

}  // namespace weft
