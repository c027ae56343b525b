/// \file NodeMeta: what is known about a node besides its meaning.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/ir/argument.h>
#include <weft/ir/interned_text.h>
#include <weft/ir/shared.h>
#include <weft/ir/source_location.h>
#include <weft/ir/tensor_meta.h>

namespace weft::ir {

/// Path and type of a module that was being called when a node was made.
struct ModuleFrame {
  std::string path;
  std::string type;
  friend bool operator==(const ModuleFrame&, const ModuleFrame&) = default;
};

/// The modules around a node, outermost first. Copies share it, and so do equal stacks that are
/// made one after the other.
class ModuleStack {
 public:
  using Frames = std::vector<ModuleFrame>;
  using value_type = ModuleFrame;
  using const_iterator = Frames::const_iterator;

  ModuleStack() = default;
  ModuleStack(const Frames& frames);  // NOLINT(google-explicit-constructor)
  ModuleStack(std::initializer_list<ModuleFrame> frames) : ModuleStack(Frames(frames)) {}

  const Frames& frames() const;
  operator const Frames&() const { return frames(); }  // NOLINT(google-explicit-constructor)
  /// For changing it in place.
  operator Frames&() { return frames_.edit(); }  // NOLINT(google-explicit-constructor)
  const_iterator begin() const { return frames().begin(); }
  const_iterator end() const { return frames().end(); }
  std::size_t size() const { return frames().size(); }
  bool empty() const { return frames().empty(); }
  const ModuleFrame& operator[](std::size_t i) const { return frames()[i]; }
  const ModuleFrame& front() const { return frames().front(); }
  const ModuleFrame& back() const { return frames().back(); }
  friend bool operator==(const ModuleStack& a, const ModuleStack& b) {
    return a.frames_.get() == b.frames_.get() || a.frames() == b.frames();
  }

 private:
  Shared<Frames> frames_;
};

/// A ValueMeta that copies share; equal ones that are made shortly after one another share too.
class SharedMeta {
 public:
  SharedMeta() = default;
  SharedMeta(ValueMeta meta);  // NOLINT(google-explicit-constructor)
  SharedMeta(TensorMeta v) : SharedMeta(ValueMeta{std::move(v)}) {}     // NOLINT
  SharedMeta(IntExpr v) : SharedMeta(ValueMeta{std::move(v)}) {}        // NOLINT
  SharedMeta(UnknownNumber v) : SharedMeta(ValueMeta{v}) {}             // NOLINT
  SharedMeta(ValueMetaList v) : SharedMeta(ValueMeta{std::move(v)}) {}  // NOLINT

  const ValueMeta& get() const;
  operator const ValueMeta&() const { return get(); }  // NOLINT(google-explicit-constructor)
  bool known() const { return static_cast<bool>(meta_); }
  const TensorMeta* tensor() const { return get().tensor(); }
  const IntExpr* integer() const { return get().integer(); }
  const UnknownNumber* number() const { return get().number(); }
  const ValueMetaList* list() const { return get().list(); }
  std::string str() const { return get().str(); }
  friend bool operator==(const SharedMeta& a, const SharedMeta& b) {
    return a.meta_.get() == b.meta_.get() || a.get() == b.get();
  }
  friend bool operator==(const SharedMeta& a, const ValueMeta& b) { return a.get() == b; }

 private:
  Shared<ValueMeta> meta_;  // none: nothing is known
};

/// What passes and users attach to a node, under names: constants and aggregates of them, no nodes
/// (lint refuses them), so that attachments can be copied, compared, printed and stored.
/// Has the form of std::map, in the order of the names.
class Attachments {
 public:
  using value_type = std::pair<std::string, Argument>;
  using Entries = std::vector<value_type>;
  using const_iterator = Entries::const_iterator;

  const_iterator begin() const { return entries().begin(); }
  const_iterator end() const { return entries().end(); }
  std::size_t size() const { return entries().size(); }
  bool empty() const { return entries().empty(); }
  const_iterator find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != end(); }
  std::size_t count(std::string_view name) const { return contains(name) ? 1 : 0; }
  /// The value; std::out_of_range if there is none.
  const Argument& at(std::string_view name) const;
  /// The value for writing; none if it was not there.
  Argument& operator[](std::string_view name);
  /// Enters a value unless the name is taken; returns whether it did.
  bool try_emplace(std::string_view name, Argument value);
  template <typename Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) try_emplace(first->first, first->second);
  }
  std::size_t erase(std::string_view name);
  void clear() { entries_ = {}; }
  friend bool operator==(const Attachments& a, const Attachments& b) {
    return a.entries_.get() == b.entries_.get() || a.entries() == b.entries();
  }

 private:
  const Entries& entries() const;
  Shared<Entries> entries_;  // sorted by name
};

/// It survives copying, transformation and serialisation. A copy shares its parts.
struct NodeMeta {
  SourceLocation location;   ///< the user's line
  SharedMeta value;          ///< dtype and extents, or the integer's expression
  ModuleStack module_stack;  ///< outermost first
  Attachments custom;        ///< what a pass or a user attaches
  InternedText type;         ///< the user's spelled type, for placeholders
};

}  // namespace weft::ir
