/// \file Immutable arguments of nodes.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <weft/ir/dtype.h>
#include <weft/ir/interned_text.h>
#include <weft/ir/scalar.h>
#include <weft/ir/shared.h>

namespace weft::ir {

class Node;
class Argument;
struct ArgumentItem;

/// A device as it occurs in arguments: "cpu", "cuda", "cuda:1".
struct Device {
  InternedText name = "cpu";
  friend bool operator==(const Device&, const Device&) = default;
};

/// Memory format, layout and similar enumerations, by PyTorch's name: "channels_last", "strided".
struct EnumValue {
  InternedText type;
  InternedText name;
  friend bool operator==(const EnumValue&, const EnumValue&) = default;
};

/// An immutable text; copies share it.
class Text {
 public:
  Text() = default;
  explicit Text(std::string text) : text_(std::move(text)) {}
  const std::string& str() const;
  operator const std::string&() const { return str(); }  // NOLINT(google-explicit-constructor)
  friend bool operator==(const Text& a, const Text& b) { return a.str() == b.str(); }

 private:
  Shared<std::string> text_;
};

/// An immutable sequence; copies share the elements. (`const` here is that of the elements: a list
/// is changed by making another and giving it to Node::set_arg, which keeps users up to date.)
class ArgumentList {
 public:
  ArgumentList() = default;
  explicit ArgumentList(std::vector<Argument> items);
  const std::vector<Argument>& items() const;
  std::size_t size() const;
  const Argument& operator[](std::size_t i) const;

 private:
  Shared<std::vector<Argument>> items_;
};

/// An immutable mapping in insertion order, with string keys.
class ArgumentDict {
 public:
  ArgumentDict() = default;
  explicit ArgumentDict(std::vector<ArgumentItem> items);
  const std::vector<ArgumentItem>& items() const;
  /// The value of a key; null if there is none.
  const Argument* find(std::string_view key) const;

 private:
  Shared<std::vector<ArgumentItem>> items_;
};

/// `start:stop:step`, each an integer, a node or none.
struct SliceArgument {
  explicit SliceArgument(std::vector<Argument> start_stop_step);
  Shared<std::vector<Argument>> parts;  ///< three
};

/// `...` in an index.
struct EllipsisArgument {
  friend bool operator==(const EllipsisArgument&, const EllipsisArgument&) = default;
};

/// One argument of a node: nothing, another node, a constant, or an immutable aggregate of them.
/// It takes 16 bytes; texts and aggregates are shared by copies.
class Argument {
 public:
  using Variant =
      std::variant<std::monostate, Node*, bool, std::int64_t, double, Text, DType, Device,
                   EnumValue, EllipsisArgument, SliceArgument, ArgumentList, ArgumentDict>;

  Argument() = default;
  Argument(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  Argument(Node* node);        ///< none for null            // NOLINT(google-explicit-constructor)
  Argument(bool v) : value_(v) {}               // NOLINT(google-explicit-constructor)
  Argument(int v) : value_(std::int64_t{v}) {}  // NOLINT(google-explicit-constructor)
  Argument(std::int64_t v) : value_(v) {}       // NOLINT(google-explicit-constructor)
  /// Every other integer type, `size_t` too.
  /// \error W1405 for a number that is too large for int64_t
  template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, int> && !std::same_as<T, std::int64_t> &&
             sizeof(T) > 1)
  Argument(T v) : value_(checked_integer(v)) {}            // NOLINT(google-explicit-constructor)
  Argument(double v) : value_(v) {}                        // NOLINT(google-explicit-constructor)
  Argument(const char* v) : Argument(std::string(v)) {}    // NOLINT(google-explicit-constructor)
  Argument(std::string v) : value_(Text(std::move(v))) {}  // NOLINT(google-explicit-constructor)
  Argument(DType v) : value_(v) {}                         // NOLINT(google-explicit-constructor)
  Argument(Device v) : value_(std::move(v)) {}             // NOLINT(google-explicit-constructor)
  Argument(EnumValue v) : value_(std::move(v)) {}          // NOLINT(google-explicit-constructor)
  Argument(EllipsisArgument v) : value_(v) {}              // NOLINT(google-explicit-constructor)
  Argument(SliceArgument v) : value_(std::move(v)) {}      // NOLINT(google-explicit-constructor)
  Argument(ArgumentList v) : value_(std::move(v)) {}       // NOLINT(google-explicit-constructor)
  Argument(ArgumentDict v) : value_(std::move(v)) {}       // NOLINT(google-explicit-constructor)
  Argument(std::vector<Argument> v) : value_(ArgumentList(std::move(v))) {}  // NOLINT
  Argument(const Number& v);  // NOLINT(google-explicit-constructor)
  static Argument ints(const std::vector<std::int64_t>& values);

  const Variant& variant() const { return value_; }
  bool is_none() const { return value_.index() == 0; }
  Node* node() const;  ///< null where the argument is no node
  const ArgumentList* list() const { return std::get_if<ArgumentList>(&value_); }
  const ArgumentDict* dict() const { return std::get_if<ArgumentDict>(&value_); }
  const std::string* text() const;  ///< null where the argument is no text
  /// The constant number, where it is one (bool, integer, float).
  std::optional<Number> number() const;

  /// Structural equality; nodes by identity, NaN equals NaN of the same sign.
  friend bool operator==(const Argument& a, const Argument& b);
  /// As printed in a graph: `relu_1`, `[2, size, -1]`, `'mean'`, `float32`, `None`.
  std::string str() const;

 private:
  template <typename T>
  static std::int64_t checked_integer(T v) {
    if (!std::in_range<std::int64_t>(v)) refuse_integer(static_cast<std::uint64_t>(v));
    return static_cast<std::int64_t>(v);
  }
  [[noreturn]] static void refuse_integer(std::uint64_t v);

  Variant value_;
};

static_assert(sizeof(Argument) == 16);

/// One entry of an ArgumentDict.
struct ArgumentItem {
  std::string key;
  Argument value;
};

/// Calls `visit` for every node in the argument, left to right, repeats included.
void for_each_node(const Argument& argument, const std::function<void(Node*)>& visit);
/// Rebuilds the argument with every node mapped; shares what does not change.
Argument map_nodes(const Argument& argument, const std::function<Argument(Node*)>& map);

}  // namespace weft::ir
