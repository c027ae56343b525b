/// \file Index lists: `x.index({Slice(0, 2), None, Ellipsis, 3, mask})`.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include <weft/runtime/tensor/tensor.h>

namespace weft {

namespace indexing {

struct NoneType {};
inline constexpr NoneType None{};

struct EllipsisType {};
inline constexpr EllipsisType Ellipsis{};

/// `start:stop:step`; a missing bound is None.
class Slice {
 public:
  Slice() = default;
  /// One part of a slice: a number, a symbolic integer or None.
  class Part {
   public:
    Part() = default;
    Part(NoneType) {}          // NOLINT(google-explicit-constructor)
    Part(std::nullopt_t) {}    // NOLINT(google-explicit-constructor)
    template <std::integral T>
    Part(T value) : value_(SymInt(value)) {}          // NOLINT(google-explicit-constructor)
    Part(const SymInt& value) : value_(value) {}      // NOLINT(google-explicit-constructor)
    Part(std::optional<std::int64_t> value) {         // NOLINT(google-explicit-constructor)
      if (value) value_ = SymInt(*value);
    }
    const std::optional<SymInt>& get() const { return value_; }

   private:
    std::optional<SymInt> value_;
  };
  Slice(Part start, Part stop = {}, Part step = {})  // NOLINT(google-explicit-constructor)
      : start_(std::move(start)), stop_(std::move(stop)), step_(std::move(step)) {}
  const std::optional<SymInt>& start() const { return start_.get(); }
  const std::optional<SymInt>& stop() const { return stop_.get(); }
  const std::optional<SymInt>& step() const { return step_.get(); }

 private:
  Part start_, stop_, step_;
};

}  // namespace indexing

/// One entry of an index list.
class IndexItem {
 public:
  IndexItem(indexing::NoneType value) : value_(value) {}          // NOLINT
  IndexItem(std::nullopt_t) : value_(indexing::NoneType{}) {}     // NOLINT
  IndexItem(indexing::EllipsisType value) : value_(value) {}      // NOLINT
  IndexItem(const char* dots);                                    // NOLINT  "..."
  IndexItem(indexing::Slice value) : value_(std::move(value)) {}  // NOLINT
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  IndexItem(T value) : value_(SymInt(value)) {}                   // NOLINT
  IndexItem(const SymInt& value) : value_(value) {}               // NOLINT
  IndexItem(bool value) : value_(value) {}                        // NOLINT
  IndexItem(const Tensor& value) : value_(value) {}               // NOLINT
  using Variant = std::variant<indexing::NoneType, indexing::EllipsisType, indexing::Slice, SymInt,
                               bool, Tensor>;
  const Variant& get() const { return value_; }

 private:
  Variant value_;
};

using TensorIndex = IndexItem;
namespace indexing {
using TensorIndex = IndexItem;
}  // namespace indexing

}  // namespace weft
