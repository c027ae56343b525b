/// \file Sizes: what `Tensor::sizes` returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include <weft/ir/source_location.h>
#include <weft/runtime/tensor/arrays.h>

namespace weft {

/// The extents of a tensor. In eager code it is a view of them, which lives as long as the tensor.
/// Under capture its elements are symbolic where the extents are, and recorded at the line of the
/// call of `sizes` when they are asked for; a conversion to IntArrayRef needs them as numbers.
/// \source c10::IntArrayRef, c10::SymIntArrayRef
class Sizes {
 public:
  using value_type = SymInt;

  Sizes(IntArrayRef values) : values_(values), size_(values.size()) {}  // NOLINT
  /// Of a proxy whose rank is known.
  Sizes(ir::TensorHandle proxy, std::size_t rank, SourceLocation where)
      : size_(rank), proxy_(std::move(proxy)), where_(where) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  SymInt operator[](std::size_t i) const { return proxy_ ? recorded(i) : SymInt(values_[i]); }
  /// \error W1205 for an index out of range
  SymInt at(std::size_t i) const;
  SymInt front() const { return (*this)[0]; }
  SymInt back() const { return (*this)[size_ - 1]; }
  SizeVector vec() const { return SizeVector(begin(), end()); }
  Sizes slice(std::size_t from, std::size_t count) const;
  Sizes slice(std::size_t from) const { return slice(from, size_ - from); }
  /// The extents as numbers.
  const std::int64_t* data() const { return numbers().data(); }
  operator IntArrayRef() const { return numbers(); }  // NOLINT(google-explicit-constructor)
  bool equals(const Sizes& other) const;
  bool equals(std::initializer_list<SizeItem> other) const;
  bool equals(const std::vector<std::int64_t>& other) const { return equals(IntArrayRef(other)); }
  friend bool operator==(const Sizes& a, const Sizes& b) { return a.equals(b); }
  friend bool operator==(const Sizes& a, IntArrayRef b) { return a.equals(b); }
  friend bool operator==(const Sizes& a, const std::vector<std::int64_t>& b) {
    return a.equals(IntArrayRef(b));
  }

  /// Gives SymInts by value.
  class const_iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = SymInt;
    using difference_type = std::ptrdiff_t;
    using pointer = const SymInt*;
    using reference = SymInt;

    const_iterator() = default;
    const_iterator(const Sizes& sizes, std::size_t at)
        : values_(sizes.values_),
          proxy_(sizes.proxy_),
          first_(sizes.first_),
          where_(sizes.where_),
          at_(static_cast<difference_type>(at)) {}
    SymInt operator*() const { return (*this)[0]; }
    SymInt operator[](difference_type n) const;
    const_iterator& operator+=(difference_type n) {
      at_ += n;
      return *this;
    }
    const_iterator& operator-=(difference_type n) { return *this += -n; }
    const_iterator& operator++() { return *this += 1; }
    const_iterator& operator--() { return *this -= 1; }
    const_iterator operator++(int) { return std::exchange(*this, *this + 1); }
    const_iterator operator--(int) { return std::exchange(*this, *this - 1); }
    friend const_iterator operator+(const_iterator a, difference_type n) { return a += n; }
    friend const_iterator operator+(difference_type n, const_iterator a) { return a += n; }
    friend const_iterator operator-(const_iterator a, difference_type n) { return a -= n; }
    friend difference_type operator-(const const_iterator& a, const const_iterator& b) {
      return a.at_ - b.at_;
    }
    friend bool operator==(const const_iterator& a, const const_iterator& b) {
      return a.at_ == b.at_;
    }
    friend auto operator<=>(const const_iterator& a, const const_iterator& b) {
      return a.at_ <=> b.at_;
    }

   private:
    IntArrayRef values_;
    ir::TensorHandle proxy_;
    std::size_t first_ = 0;
    SourceLocation where_;
    difference_type at_ = 0;
  };
  const_iterator begin() const { return {*this, 0}; }
  const_iterator end() const { return {*this, size_}; }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

 private:
  SymInt recorded(std::size_t i) const;
  IntArrayRef numbers() const;

  IntArrayRef values_;     // eager
  std::size_t first_ = 0;  // of a proxy's extents
  std::size_t size_ = 0;
  ir::TensorHandle proxy_;
  SourceLocation where_;
};

}  // namespace weft
