/// \file StorageTracker: which values of a graph share storage, and what they hold after writes.
#include <weft/ir/passes/storage_tracker.h>

#include <fmt/format.h>

#include <algorithm>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/memory_order.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/view_map.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

enum class Sharing { kNever, kAlways, kUnknown };

bool all_constant(const TensorMeta& meta) {
  const auto constant = [](const IntExpr& e) { return e.is_constant(); };
  return std::all_of(meta.sizes.begin(), meta.sizes.end(), constant) &&
         std::all_of(meta.strides.begin(), meta.strides.end(), constant);
}

/// True if no extents within their bounds give the tensor these strides, but for tensors without
/// elements, of which nobody can tell whether they share storage.
bool never_has_strides(const TensorMeta& meta, const std::vector<IntExpr>& strides) {
  for (std::size_t d = 0; d < meta.sizes.size(); ++d) {
    const auto [least, most] = (meta.strides[d] - strides[d]).bounds();
    if (meta.sizes[d].bounds().first >= 2 && (least > 0 || most < 0)) return true;
  }
  return false;
}

Sharing sharing_of_view(const Call& call, const View& view) {
  const TensorMeta& input = call.tensor(0);
  if (!view.may_copy) return Sharing::kAlways;
  // With symbolic extents, strides that are not found may still exist for some values.
  const Sharing otherwise = all_constant(input) ? Sharing::kNever : Sharing::kUnknown;
  if (view.dense) {
    const auto wanted = copy_strides(call);
    if (has_strides(input, wanted)) return Sharing::kAlways;
    return never_has_strides(input, wanted) ? Sharing::kNever : otherwise;
  }
  for (const ViewMap& map : view_of(call)) {
    const bool constant = std::all_of(map.sizes.begin(), map.sizes.end(),
                                      [](const IntExpr& e) { return e.is_constant(); });
    if (!layout_of(map, input.sizes, input.strides)) {
      return constant ? otherwise : Sharing::kUnknown;
    }
  }
  return Sharing::kAlways;
}

// Operators that give their operand back where there is nothing to convert.
Sharing sharing_of_conversion(const Node& node, const Call& call) {
  const Operator& op = call.op();
  const TensorMeta* result = node.meta.value.tensor();
  if (result == nullptr || !call.is_tensor(0)) return Sharing::kUnknown;
  if (result->dtype != call.tensor(0).dtype) return Sharing::kNever;
  const auto copy = op.schema.find("copy");
  if (copy && call.has(*copy) && call.boolean(*copy)) return Sharing::kNever;
  const auto format = op.schema.find("memory_format");
  if (format && call.has(*format)) return Sharing::kUnknown;
  return op.schema.name == "to" || op.schema.name == "type_as" ? Sharing::kAlways
                                                               : Sharing::kUnknown;
}

Sharing sharing_with_first_operand(const Node& node) {
  const Operator& op = *node.op();
  const bool aliased = !op.schema.results.empty() && op.schema.results[0].aliased;
  if (!op.is_view() && !aliased) return Sharing::kNever;
  const std::optional<Call> call = call_of_node(node);
  if (!call) return Sharing::kUnknown;
  if (const auto* view = std::get_if<View>(&op.meaning())) return sharing_of_view(*call, *view);
  return sharing_of_conversion(node, *call);
}

bool is_getitem(const Node& node) {
  return node.op() != nullptr && node.op()->schema.name == "getitem";
}

std::optional<std::int64_t> element_index(const Node& getitem, const Node& list) {
  if (getitem.args().size() < 2) return std::nullopt;
  const auto index = getitem.args()[1].number();
  if (!index || !index->is_integer()) return std::nullopt;
  if (index->as_int() >= 0) return index->as_int();
  const ValueMetaList* metas = list.meta.value.list();
  if (metas == nullptr) return std::nullopt;
  return index->as_int() + static_cast<std::int64_t>(metas->size());
}

}  // namespace

StorageTracker::Place* StorageTracker::find(const Node* node) {
  const auto it = places_.find(node);
  return it == places_.end() ? nullptr : &it->second;
}

StorageTracker::Place& StorageTracker::fresh(Node* node) {
  storages_.push_back(std::make_unique<Storage>());
  storages_.back()->origin = node;
  Place& place = places_[node];
  place = {storages_.back().get(), nullptr, nullptr, 0, node};
  return place;
}

void StorageTracker::alias(Node* node, Node* parent, const Node* view) {
  Node* value = view != nullptr ? node : read(parent);
  Storage* storage = places_.at(parent).storage;
  places_[node] = {storage, parent, view, storage->version, value};
}

void StorageTracker::perhaps_alias(Node* node, const std::vector<Node*>& operands) {
  Storage* mine = fresh(node).storage;
  mine->uncertain = true;
  for (Node* operand : operands) {
    if (const Place* place = find(operand)) place->storage->perhaps.push_back(mine);
  }
}

void StorageTracker::enter_element(Node* node, Node* list) {
  const Place* place = find(list);
  const bool view_list = place != nullptr && (place->view != nullptr || place->parent != nullptr);
  if (view_list || (place != nullptr && list->op() == nullptr)) {
    alias(node, list, node);
    return;
  }
  // A list of new tensors: each is a storage, and taking it twice gives the same one.
  const auto index = element_index(*node, *list);
  if (!index) {
    perhaps_alias(node, {list});
    return;
  }
  const auto [it, first] = elements_[list].emplace(*index, node);
  if (first) {
    fresh(node);
  } else {
    alias(node, it->second, nullptr);
  }
}

void StorageTracker::enter_element(Node* node, const ArgumentList* list) {
  std::vector<Node*> items;
  if (list != nullptr) {
    for (const Argument& item : list->items()) {
      if (item.node() != nullptr) items.push_back(item.node());
    }
  }
  perhaps_alias(node, items);
}

void StorageTracker::enter(Node* node, const std::vector<Argument>& original_args) {
  Node* operand = original_args.empty() ? nullptr : original_args[0].node();
  // A module, and an operator that is not decomposed yet, may give any operand back.
  const bool opaque =
      node->opcode() == OpCode::kCallModule ||
      (node->op() != nullptr && std::holds_alternative<DecomposeRule>(node->op()->meaning()));
  if (opaque) {
    std::vector<Node*> operands;
    for (const Argument& a : original_args) {
      for_each_node(a, [&](Node* n) { operands.push_back(n); });
    }
    perhaps_alias(node, operands);
    return;
  }
  // Inputs and attributes are storages of their own.
  if (node->op() == nullptr) {
    fresh(node);
    return;
  }
  if (is_getitem(*node)) {
    if (operand != nullptr) return enter_element(node, operand);
    if (!original_args.empty()) return enter_element(node, original_args[0].list());
  }
  if (operand == nullptr || find(operand) == nullptr) {
    fresh(node);
    return;
  }
  switch (sharing_with_first_operand(*node)) {
    case Sharing::kNever:
      fresh(node);
      break;
    case Sharing::kAlways:
      alias(node, operand, node);
      break;
    case Sharing::kUnknown:
      perhaps_alias(node, {operand});
      break;
  }
}

void StorageTracker::enter_written(const Node* node, const Node* target) {
  const Place& place = places_.at(target);
  places_[node] = {place.storage, const_cast<Node*>(target), nullptr, place.version, place.value};
}

Node* StorageTracker::take_view(const Node& view, Node* whole) {
  const Node* first = view.args()[0].node();
  Node* copy = graph_.node_copy(&view, [&](Node* n) { return Argument(n == first ? whole : n); });
  drop_stride_promise(copy);
  return copy;
}

Node* StorageTracker::read(Node* node) {
  // From the node up to the first place that is current, then down again.
  std::vector<Node*> stale;
  Node* at = node;
  for (;;) {
    Place* place = find(at);
    if (place == nullptr) break;
    if (place->storage->spoiled_by != nullptr) {
      refuse(*place->storage->spoiled_by,
             fmt::format("a tensor that may or may not share storage with `{}`", node->name()));
    }
    if (place->version == place->storage->version) break;
    stale.push_back(at);
    at = place->parent;
  }
  const Place* current = find(at);
  Node* value = current != nullptr ? current->value : at;
  for (auto it = stale.rbegin(); it != stale.rend(); ++it) {
    const Node* view = places_.at(*it).view;
    if (view != nullptr) value = take_view(*view, value);
    Place& place = places_.at(*it);
    place.value = value;
    place.version = place.storage->version;
  }
  return value;
}

void StorageTracker::refuse(const Node& by, const std::string& what) const {
  const std::string name = by.op() != nullptr ? by.op()->schema.name : by.target();
  fail(diag::MutationNotFunctional, by.meta.location, {name, what});
}

void StorageTracker::check_writable(const Storage& storage, const Node& by) const {
  const Node& origin = *storage.origin;
  if (origin.opcode() == OpCode::kGetAttr) {
    refuse(by, fmt::format("parameter or buffer `{}`", origin.target()));
  }
  if (storage.uncertain) {
    refuse(by,
           fmt::format("the result of `{}`, which may or may not share storage with its operand",
                       origin.name()));
  }
  if (is_getitem(origin)) {
    const Node* list = origin.args()[0].node();
    for (const Node* user : list->users()) {
      if (!is_getitem(*user)) {
        refuse(by, fmt::format("an element of `{}`, which is also used whole", list->name()));
      }
    }
  }
}

void StorageTracker::spoil(Storage& storage, const Node& by) {
  std::vector<Storage*> todo = storage.perhaps;
  while (!todo.empty()) {
    Storage* s = todo.back();
    todo.pop_back();
    if (s->spoiled_by != nullptr || s == &storage) continue;
    s->spoiled_by = &by;
    todo.insert(todo.end(), s->perhaps.begin(), s->perhaps.end());
  }
}

bool StorageTracker::was_written(const Node* node) const {
  const auto it = places_.find(node);
  return it != places_.end() && it->second.storage->version > 0;
}

void StorageTracker::write(Node* target, Node* value, const Node& by) {
  const Place* place = find(target);
  if (place == nullptr) refuse(by, fmt::format("`{}`", target->name()));
  Storage& storage = *place->storage;
  check_writable(storage, by);
  spoil(storage, by);

  // Outwards from the part that is written to the whole.
  std::vector<std::pair<Node*, Node*>> holders;
  Node* at = target;
  Node* contents = value;
  for (;;) {
    contents->meta.value = at->meta.value;
    holders.emplace_back(at, contents);
    place = find(at);
    if (place->parent == nullptr) break;
    if (place->view != nullptr) {
      const Node* view = place->view;
      std::size_t element = 0;
      Node* whole = place->parent;
      if (is_getitem(*view) && find(whole)->view != nullptr) {
        const auto index = element_index(*view, *whole);
        if (!index) refuse(by, fmt::format("`{}` (an element of a list)", at->name()));
        element = static_cast<std::size_t>(*index);
        view = find(whole)->view;
        whole = find(whole)->parent;
      }
      Node* updated = put_back(graph_, *view, element, read(whole), contents);
      if (updated == nullptr) {
        refuse(by, fmt::format("`{}` (a view of `{}` by `{}`)", at->name(), whole->name(),
                               view->op() != nullptr ? view->op()->schema.name : view->target()));
      }
      contents = updated;
      at = whole;
    } else {
      at = place->parent;
    }
  }
  ++storage.version;
  for (const auto& [holder, holds] : holders) {
    Place& p = places_.at(holder);
    p.version = storage.version;
    p.value = holds;
  }
}

}  // namespace weft::ir
