/// \file A reader of Python's pickles that runs nothing.
///
/// A pickle is a small program that builds values and may ask for any function by name. This reader
/// builds plain values only. Functions and classes stay names with arguments, and their names have
/// to be among those that PyTorch's own files use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace weft::weights {

/// One value of a pickle. Values are shared and may contain themselves: a walk needs a bound.
struct PickleValue {
  enum class Kind {
    kNone,
    kBool,
    kInteger,
    kNumber,
    kText,
    kTuple,
    kList,
    kDict,        ///< keys and values alternate in `items`
    kName,        ///< a function or class, "module.name" in `text`
    kObject,      ///< `of` called with, or made from, `items`; may have a `state`
    kPersistent,  ///< stands for something outside of the pickle, described by `of`
  };

  Kind kind = Kind::kNone;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  std::string text;
  std::vector<const PickleValue*> items;
  const PickleValue* of = nullptr;
  const PickleValue* state = nullptr;

  bool is(Kind wanted) const { return kind == wanted; }
};

/// The values of a pickle; `root` is the one that it stands for.
class Pickle {
 public:
  const PickleValue& root() const { return *root_; }
  /// All values, in the order in which they were made.
  const std::deque<PickleValue>& values() const { return values_; }
  /// Bytes of the pickle, up to its end: others may follow.
  std::size_t size() const { return size_; }

 private:
  friend class PickleReader;
  std::deque<PickleValue> values_;
  const PickleValue* root_ = nullptr;
  std::size_t size_ = 0;
};

/// What is wrong with a pickle, and where.
class PickleError : public std::runtime_error {
 public:
  PickleError(std::size_t byte, const std::string& what) : std::runtime_error(what), byte_(byte) {}
  std::size_t byte() const { return byte_; }

 private:
  std::size_t byte_;
};

/// A pickle that asks for a function or class that no weights file needs.
class PickleNameRefused : public PickleError {
 public:
  using PickleError::PickleError;  ///< `what` is the name
};

/// True for the functions and classes that PyTorch's own files name. None is run; the others are
/// refused so that a file which means to run something is told of.
bool is_allowed_name(std::string_view name);

/// Reads a pickle of protocol 2 to 5. Time and memory are linear in its bytes.
/// \throws PickleError, PickleNameRefused
Pickle read_pickle(std::span<const std::byte> bytes);

}  // namespace weft::weights
