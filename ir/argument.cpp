/// \file Aggregates, comparison and mapping of arguments.
#include <weft/ir/argument.h>

#include <algorithm>

#include <weft/ir/diagnostics.h>
#include <weft/ir/print_internal.h>

namespace weft::ir {

namespace {

template <typename Items>
const Items& or_empty(const Shared<Items>& items) {
  static const Items kEmpty;
  return items ? *items : kEmpty;
}

}  // namespace

const std::string& Text::str() const { return or_empty(text_); }

ArgumentList::ArgumentList(std::vector<Argument> items) {
  if (!items.empty()) items_ = Shared(std::move(items));
}
const std::vector<Argument>& ArgumentList::items() const { return or_empty(items_); }
std::size_t ArgumentList::size() const { return items().size(); }
const Argument& ArgumentList::operator[](std::size_t i) const { return items().at(i); }

ArgumentDict::ArgumentDict(std::vector<ArgumentItem> items) {
  if (!items.empty()) items_ = Shared(std::move(items));
}
const std::vector<ArgumentItem>& ArgumentDict::items() const { return or_empty(items_); }
const Argument* ArgumentDict::find(std::string_view key) const {
  for (const ArgumentItem& item : items()) {
    if (item.key == key) return &item.value;
  }
  return nullptr;
}

SliceArgument::SliceArgument(std::vector<Argument> start_stop_step) {
  start_stop_step.resize(3);
  parts = Shared(std::move(start_stop_step));
}

Argument::Argument(Node* node) {
  if (node != nullptr) value_ = node;
}

Argument::Argument(const Number& v) {
  if (v.is_bool()) {
    value_ = v.as_bool();
  } else if (v.is_integer()) {
    value_ = v.as_int();
  } else {
    value_ = v.as_double();
  }
}

void Argument::refuse_integer(std::uint64_t v) {
  fail(diag::GraphFileValue, {}, {std::to_string(v) + ", which is beyond the range of int64_t"});
}

Argument Argument::ints(const std::vector<std::int64_t>& values) {
  return Argument(std::vector<Argument>(values.begin(), values.end()));
}

Node* Argument::node() const {
  Node* const* n = std::get_if<Node*>(&value_);
  return n != nullptr ? *n : nullptr;
}

const std::string* Argument::text() const {
  const Text* text = std::get_if<Text>(&value_);
  return text != nullptr ? &text->str() : nullptr;
}

std::optional<Number> Argument::number() const {
  if (const bool* b = std::get_if<bool>(&value_)) return Number(*b);
  if (const std::int64_t* i = std::get_if<std::int64_t>(&value_)) return Number(*i);
  if (const double* d = std::get_if<double>(&value_)) return Number(*d);
  return std::nullopt;
}

bool operator==(const Argument& a, const Argument& b) {
  if (a.value_.index() != b.value_.index()) return false;
  return std::visit(
      [&b](const auto& x) -> bool {
        using T = std::decay_t<decltype(x)>;
        const T& y = std::get<T>(b.value_);
        if constexpr (std::is_same_v<T, double>) {
          return Number(x) == Number(y);
        } else if constexpr (std::is_same_v<T, SliceArgument>) {
          return x.parts.get() == y.parts.get() || *x.parts == *y.parts;
        } else if constexpr (std::is_same_v<T, ArgumentList>) {
          return &x.items() == &y.items() || x.items() == y.items();
        } else if constexpr (std::is_same_v<T, ArgumentDict>) {
          return std::equal(x.items().begin(), x.items().end(), y.items().begin(), y.items().end(),
                            [](const ArgumentItem& p, const ArgumentItem& q) {
                              return p.key == q.key && p.value == q.value;
                            });
        } else {
          return x == y;
        }
      },
      a.value_);
}

std::string Argument::str() const { return format_argument(*this, ArgumentStyle::kPlain); }

void for_each_node(const Argument& argument, const std::function<void(Node*)>& visit) {
  const auto& v = argument.variant();
  if (Node* const* node = std::get_if<Node*>(&v)) {
    visit(*node);
  } else if (const auto* list = std::get_if<ArgumentList>(&v)) {
    for (const Argument& item : list->items()) for_each_node(item, visit);
  } else if (const auto* dict = std::get_if<ArgumentDict>(&v)) {
    for (const ArgumentItem& item : dict->items()) for_each_node(item.value, visit);
  } else if (const auto* slice = std::get_if<SliceArgument>(&v)) {
    for (const Argument& part : *slice->parts) for_each_node(part, visit);
  }
}

namespace {

using Map = std::function<Argument(Node*)>;

// Puts the mapped argument into `out` and returns true, or returns false where nothing changes.
bool map_into(const Argument& argument, const Map& map, Argument& out);

bool map_items(const std::vector<Argument>& items, const Map& map, std::vector<Argument>& out) {
  bool changed = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Argument mapped;
    if (!map_into(items[i], map, mapped)) continue;
    if (!changed) out = items;
    changed = true;
    out[i] = std::move(mapped);
  }
  return changed;
}

bool map_into(const Argument& argument, const Map& map, Argument& out) {
  const auto& v = argument.variant();
  if (Node* const* node = std::get_if<Node*>(&v)) {
    out = map(*node);
    return out.node() != *node;
  }
  std::vector<Argument> items;
  if (const auto* list = std::get_if<ArgumentList>(&v)) {
    if (!map_items(list->items(), map, items)) return false;
    out = Argument(std::move(items));
    return true;
  }
  if (const auto* slice = std::get_if<SliceArgument>(&v)) {
    if (!map_items(*slice->parts, map, items)) return false;
    out = SliceArgument(std::move(items));
    return true;
  }
  if (const auto* dict = std::get_if<ArgumentDict>(&v)) {
    std::vector<ArgumentItem> entries = dict->items();
    bool changed = false;
    for (ArgumentItem& entry : entries) {
      Argument mapped;
      if (!map_into(entry.value, map, mapped)) continue;
      entry.value = std::move(mapped);
      changed = true;
    }
    if (!changed) return false;
    out = ArgumentDict(std::move(entries));
    return true;
  }
  return false;
}

}  // namespace

Argument map_nodes(const Argument& argument, const std::function<Argument(Node*)>& map) {
  Argument mapped;
  return map_into(argument, map, mapped) ? mapped : argument;
}

}  // namespace weft::ir
