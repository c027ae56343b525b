/// \file StorageTracker: which values of a graph share storage, and what they hold after writes.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

/// Follows a graph in execution order. Nodes are entered as they come; `read` gives the node that
/// holds a value's present contents, `write` replaces them.
///
/// A node that stands for a storage or a view has the meta of the node that it stands for, strides
/// included, so that later nodes are judged as the user's program would run.
class StorageTracker {
 public:
  explicit StorageTracker(Graph& graph) : graph_(graph) {}

  /// Enters a node whose arguments have gone through `read` already. `operands` are its tensor
  /// operands as they were before that, which say what it is a view of.
  void enter(Node* node, const std::vector<Argument>& original_args);
  /// Enters the result of an in-place operator, which is its first operand.
  void enter_written(const Node* node, const Node* target);

  /// The node that holds what `node` shows now; views are taken again at the insertion point.
  /// \error W1301 if a write may or may not have changed it
  Node* read(Node* node);

  /// True if something has been written into the storage of the node.
  bool was_written(const Node* node) const;

  /// Makes `value` the contents of `target`, and thereby of everything that shares its storage.
  /// `by` is the node that writes, for messages.
  /// \error W1301
  void write(Node* target, Node* value, const Node& by);

 private:
  /// A storage. What is known to share it points to it.
  struct Storage {
    const Node* origin = nullptr;      ///< the node that made it
    int version = 0;                   ///< number of writes
    bool uncertain = false;            ///< it may be the storage of an operand of `origin`
    std::vector<Storage*> perhaps;     ///< uncertain storages that may be this one
    const Node* spoiled_by = nullptr;  ///< a write to a storage that this one may be
  };
  /// One value that lies in a storage.
  struct Place {
    Storage* storage = nullptr;
    Node* parent = nullptr;  ///< what it is a view of; null for the whole storage
    const Node* view =
        nullptr;      ///< the node that takes the view; null where it is the parent itself
    int version = 0;  ///< of the storage, when `value` held
    Node* value = nullptr;
  };

  Place& fresh(Node* node);
  void alias(Node* node, Node* parent, const Node* view);
  void perhaps_alias(Node* node, const std::vector<Node*>& operands);
  void enter_element(Node* node, Node* list);
  void enter_element(Node* node, const ArgumentList* list);
  Place* find(const Node* node);
  Node* take_view(const Node& view, Node* whole);
  [[noreturn]] void refuse(const Node& by, const std::string& what) const;
  void check_writable(const Storage& storage, const Node& by) const;
  void spoil(Storage& storage, const Node& by);

  Graph& graph_;
  std::vector<std::unique_ptr<Storage>> storages_;
  std::unordered_map<const Node*, Place> places_;
  // The first node that took element `i` of a list of new tensors.
  std::unordered_map<const Node*, std::unordered_map<std::int64_t, Node*>> elements_;
};

/// Appends nodes that give `whole` with the part that `view` shows replaced by `part`; null where
/// that cannot be expressed. `element` is the position in the view's list of results.
Node* put_back(Graph& graph, const Node& view, std::size_t element, Node* whole, Node* part);

}  // namespace weft::ir
