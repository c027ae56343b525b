/// \file Numbers and bytes of the binary forms.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <weft/ir/diagnostics.h>

namespace weft::ir::serialization {

/// A growing row of bytes.
class Bytes {
 public:
  void byte(std::uint8_t v) { data_ += static_cast<char>(v); }
  void number(std::uint64_t v) {
    for (; v >= 0x80; v >>= 7) byte(static_cast<std::uint8_t>(v | 0x80));
    byte(static_cast<std::uint8_t>(v));
  }
  void signed_number(std::int64_t v) {
    number((static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63));
  }
  void real(double v) {
    const auto bits = std::bit_cast<std::uint64_t>(v);
    for (int i = 0; i < 8; ++i) byte(static_cast<std::uint8_t>(bits >> (8 * i)));
  }
  void append(std::string_view bytes) { data_ += bytes; }
  const std::string& data() const { return data_; }
  std::string take() { return std::exchange(data_, {}); }

 private:
  std::string data_;
};

/// Reads what Bytes writes. Every count and every number is checked before it is used.
class ByteReader {
 public:
  ByteReader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool at_end() const { return at_ == size_; }
  void rewind() { at_ = 0; }

  /// \error W1408 with the byte that has been reached
  [[noreturn]] void damaged(std::string what) const {
    fail(diag::GraphBinaryDamaged, {}, {std::to_string(at_), std::move(what)});
  }
  std::uint8_t byte() {
    if (at_ >= size_) damaged("it ends too early");
    return data_[at_++];
  }
  std::uint64_t number() {
    std::uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t b = byte();
      const std::uint64_t part = b & 0x7f;
      if (shift == 63 && part > 1) break;
      result |= part << shift;
      if ((b & 0x80) == 0) return result;
    }
    damaged("a number has more than 64 bits");
  }
  std::int64_t signed_number() {
    const std::uint64_t v = number();
    return static_cast<std::int64_t>((v >> 1) ^ (~(v & 1) + 1));
  }
  int small_number() {
    const std::int64_t v = signed_number();
    if (v != static_cast<int>(v)) damaged("a line or column has more than 32 bits");
    return static_cast<int>(v);
  }
  double real() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits |= std::uint64_t{byte()} << (8 * i);
    return std::bit_cast<double>(bits);
  }
  // Of things that take at least one byte each, so that a false count cannot ask for memory.
  std::uint64_t count() {
    const std::uint64_t n = number();
    if (n > size_ - at_) damaged("a count is larger than the data that follows");
    return n;
  }
  std::string_view bytes(std::uint64_t n) {
    if (n > size_ - at_) damaged("it ends too early");
    const char* begin = reinterpret_cast<const char*>(data_) + at_;
    at_ += n;
    return std::string_view(begin, n);
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

}  // namespace weft::ir::serialization
