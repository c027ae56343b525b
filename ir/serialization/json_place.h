/// \file JsonPlace: a value of a JSON file and where it is.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include <weft/ir/diagnostics.h>

namespace weft::ir::serialization {

/// A value with the way to it, for messages: "nodes[3].args[0]".
class JsonPlace {
 public:
  explicit JsonPlace(const nlohmann::json& value) : value_(value) {}

  const nlohmann::json& json() const { return value_; }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  bool is_array() const { return value_.is_array(); }

  [[noreturn]] void expected(std::string_view what) const {
    fail(diag::GraphJsonDamaged, {}, {path(), std::string(what)});
  }

  JsonPlace operator[](const char* key) const {
    if (!has(key)) expected("an object with `" + std::string(key) + "`");
    return JsonPlace(value_[key], this, key, 0);
  }
  /// The items of an array, of a certain number where `size` is not 0.
  template <typename Each>
  void each(const Each& each, std::size_t size = 0) const {
    if (!value_.is_array()) expected("an array");
    if (size != 0 && value_.size() != size) {
      expected("an array of " + std::to_string(size) + " items");
    }
    for (std::size_t i = 0; i < value_.size(); ++i) each(JsonPlace(value_[i], this, nullptr, i));
  }
  JsonPlace item(std::size_t i, std::size_t size) const {
    if (!value_.is_array() || value_.size() != size) {
      expected("an array of " + std::to_string(size) + " items");
    }
    return JsonPlace(value_[i], this, nullptr, i);
  }

  std::int64_t integer() const {
    const bool too_large =
        value_.is_number_unsigned() && value_.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
    if (!value_.is_number_integer() || too_large) expected("an integer of 64 bits");
    return value_.get<std::int64_t>();
  }
  int small_integer() const {
    const std::int64_t v = integer();
    if (v != static_cast<int>(v)) expected("an integer of 32 bits");
    return static_cast<int>(v);
  }
  /// A string, or bytes in hexadecimal.
  std::string text() const {
    if (value_.is_string()) return value_.get<std::string>();
    if (!has("bytes")) expected("a text");
    const JsonPlace place = (*this)["bytes"];
    if (!place.value_.is_string()) place.expected("a text");
    const std::string digits = place.value_.get<std::string>();
    std::string result;
    if (digits.size() % 2 != 0 ||
        digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
      place.expected("pairs of hexadecimal digits");
    }
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      result += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
    }
    return result;
  }

 private:
  JsonPlace(const nlohmann::json& value, const JsonPlace* parent, const char* key,
            std::size_t index)
      : value_(value), parent_(parent), key_(key), index_(index) {}

  std::string path() const {
    if (parent_ == nullptr) return "the whole";
    std::string before = parent_->parent_ == nullptr ? "" : parent_->path();
    if (key_ == nullptr) return before + "[" + std::to_string(index_) + "]";
    return before + (before.empty() ? "" : ".") + key_;
  }

  const nlohmann::json& value_;
  const JsonPlace* parent_ = nullptr;
  const char* key_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace weft::ir::serialization
