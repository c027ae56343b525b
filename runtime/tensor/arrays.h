/// \file Lists of extents as users pass them: braces, vectors, arrays, single integers.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <weft/runtime/tensor/sym_int.h>

namespace weft {

/// A non-owning view of consecutive elements; it must not outlive what it was made from.
template <typename T>
class ArrayRef {
 public:
  using value_type = T;
  using const_iterator = const T*;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T* data, std::size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T* begin, const T* end)
      : data_(begin), size_(static_cast<std::size_t>(end - begin)) {}
  ArrayRef(const std::vector<T>& v) : data_(v.data()), size_(v.size()) {}  // NOLINT
  template <std::size_t N>
  constexpr ArrayRef(const std::array<T, N>& a) : data_(a.data()), size_(N) {}  // NOLINT
  template <std::size_t N>
  constexpr ArrayRef(const T (&a)[N]) : data_(a), size_(N) {}  // NOLINT
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"  // it is made for arguments only
#endif
  ArrayRef(std::initializer_list<T> l) : data_(l.begin()), size_(l.size()) {}  // NOLINT
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}  // NOLINT

  constexpr const T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T* cbegin() const { return begin(); }
  constexpr const T* cend() const { return end(); }
  constexpr const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  constexpr const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  constexpr const T& operator[](std::size_t i) const { return data_[i]; }
  const T& at(std::size_t i) const;
  constexpr const T& front() const { return data_[0]; }
  constexpr const T& back() const { return data_[size_ - 1]; }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  ArrayRef slice(std::size_t from, std::size_t count) const { return {data_ + from, count}; }
  ArrayRef slice(std::size_t from) const { return {data_ + from, size_ - from}; }
  bool equals(ArrayRef o) const;
  friend bool operator==(ArrayRef a, ArrayRef b) { return a.equals(b); }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

using IntArrayRef = ArrayRef<std::int64_t>;
class Sizes;

/// One entry of a list of extents: a number, or a symbolic integer under capture. Unlike SymInt it
/// is made of plain integers without a word.
class SizeItem : public SymInt {
 public:
  SizeItem() = default;
  template <std::integral T>
  SizeItem(T value) : SymInt(value) {}              // NOLINT(google-explicit-constructor)
  SizeItem(const SymInt& value) : SymInt(value) {}  // NOLINT(google-explicit-constructor)
  const SymInt& get() const { return *this; }
};

/// Extents that own themselves: `x.sizes().vec()`. Existing code may take it for a vector of
/// numbers, which under capture asks for them.
class SizeVector : public std::vector<SizeItem> {
 public:
  using std::vector<SizeItem>::vector;
  operator std::vector<std::int64_t>() const {  // NOLINT(google-explicit-constructor)
    return std::vector<std::int64_t>(begin(), end());
  }
  /// A view of the numbers, valid as long as this vector and until the next conversion.
  operator IntArrayRef() const {  // NOLINT(google-explicit-constructor)
    return numbers_ = std::vector<std::int64_t>(begin(), end());
  }
  friend bool operator==(const SizeVector& a, const std::vector<std::int64_t>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  mutable std::vector<std::int64_t> numbers_;
};

/// A list of extents as an argument: `{x.size(0), -1}`, a vector, an IntArrayRef, one integer.
class SizeList {
 public:
  SizeList() = default;
  SizeList(std::initializer_list<SizeItem> items) {
    items_.reserve(items.size());
    for (const SizeItem& item : items) items_.push_back(item.get());
  }
  template <std::integral T>
  SizeList(T one) : items_{SymInt(one)} {}          // NOLINT(google-explicit-constructor)
  SizeList(const SymInt& one) : items_{one} {}      // NOLINT(google-explicit-constructor)
  SizeList(IntArrayRef values) { assign(values); }  // NOLINT(google-explicit-constructor)
  SizeList(const Sizes& values);                    // NOLINT(google-explicit-constructor)
  SizeList(const std::vector<SizeItem>& values) {   // NOLINT(google-explicit-constructor)
    items_.assign(values.begin(), values.end());
  }
  template <std::integral T>
  SizeList(const std::vector<T>& values) {  // NOLINT(google-explicit-constructor)
    assign(values);
  }
  template <std::integral T, std::size_t N>
  SizeList(const std::array<T, N>& values) {  // NOLINT(google-explicit-constructor)
    assign(values);
  }
  SizeList(std::vector<SymInt> values) : items_(std::move(values)) {}  // NOLINT

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const SymInt& operator[](std::size_t i) const { return items_[i]; }
  const std::vector<SymInt>& items() const { return items_; }
  /// The extents as numbers; symbolic ones are asked of the capture.
  std::vector<std::int64_t> values() const;
  ir::Value to_value() const;

 private:
  template <typename Range>
  void assign(const Range& values) {
    items_.reserve(values.size());
    for (auto v : values) items_.emplace_back(v);
  }
  std::vector<SymInt> items_;
};

/// `int[]?`: a list of extents or nothing.
class OptionalSizeList {
 public:
  OptionalSizeList() = default;
  OptionalSizeList(std::nullopt_t) {}  // NOLINT
  OptionalSizeList(std::initializer_list<SizeItem> items) : list_(SizeList(items)) {}
  template <typename T>
    requires std::is_convertible_v<const T&, SizeList>
  OptionalSizeList(const T& list) : list_(SizeList(list)) {}  // NOLINT
  template <typename T>
    requires std::is_convertible_v<const T&, SizeList>
  OptionalSizeList(const std::optional<T>& list) {  // NOLINT
    if (list) list_ = SizeList(*list);
  }
  bool has_value() const { return list_.has_value(); }
  const SizeList& value() const { return *list_; }

 private:
  std::optional<SizeList> list_;
};

}  // namespace weft
