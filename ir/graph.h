/// \file Graph: an ordered list of nodes in the six-opcode form.
#pragma once

#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <weft/ir/name_table.h>
#include <weft/ir/node.h>
#include <weft/ir/node_pool.h>

namespace weft::ir {

using NodeMap = std::unordered_map<const Node*, Node*>;

/// Owner of nodes, kept in execution order. New nodes go to the insertion point: the end of the
/// graph unless an InsertionScope is open.
///
/// Making, erasing, moving and naming a node take amortised constant time.
class Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;  // copying is spelled out: see clone and graph_copy
  Graph& operator=(const Graph&) = delete;
  Graph(Graph&& other) noexcept;
  Graph& operator=(Graph&& other) noexcept;

  // Making nodes. Operands of another graph are refused (W1001).
  Node* create_node(OpCode opcode, std::string target, std::vector<Argument> args = {},
                    KeywordArguments kwargs = {}, std::string_view name = {});
  /// An input; with a default value (None too) it may be left out.
  Node* placeholder(std::string_view name, std::optional<Argument> default_value = {});
  Node* get_attr(std::string_view path);
  /// `target` is the full name of an operator ("add", "max.dim"); unknown ones are refused (W1201).
  Node* call_function(std::string_view target, std::vector<Argument> args = {},
                      KeywordArguments kwargs = {});
  Node* call_module(std::string_view path, std::vector<Argument> args = {},
                    KeywordArguments kwargs = {});
  Node* call_method(std::string_view method, std::vector<Argument> args = {},
                    KeywordArguments kwargs = {});
  Node* output(Argument value);

  /// Copies a node of any graph; its arguments go through `map`, or stay as they are without one.
  /// Meta is copied.
  Node* node_copy(const Node* node, const std::function<Argument(Node*)>& map = nullptr);
  /// Copies all nodes of `other` but its output to the insertion point. `values` maps nodes of
  /// `other` to nodes here; nodes that it holds already are not copied (inlining). Returns what the
  /// output of `other` maps to.
  Argument graph_copy(const Graph& other, NodeMap& values);
  /// A deep copy with the same names.
  Graph clone() const;

  /// Erases a node without users (W1002 otherwise). The object stays alive until the graph dies, so
  /// that iterators over it skip it.
  void erase_node(Node* node);

  // Walking. Iteration follows the live list: nodes inserted ahead are visited, erased ones
  // skipped.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Node*;
    using difference_type = std::ptrdiff_t;
    using pointer = Node* const*;
    using reference = Node*;
    Iterator() = default;
    explicit Iterator(Node* node) : node_(node) {}
    Node* operator*() const { return node_; }
    Iterator& operator++();
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.node_ == b.node_; }

   private:
    Node* node_ = nullptr;
  };
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(nullptr); }
  Node* first() const { return first_; }
  Node* last() const { return last_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::vector<Node*> placeholders() const;
  /// The output node; null while there is none.
  Node* output_node() const;
  /// The nodes with this opcode and target (any target if empty), in graph order.
  std::vector<Node*> find_nodes(OpCode opcode, std::string_view target = {}) const;
  Node* find_by_name(std::string_view name) const;
  /// True if `a` comes before `b` in the list.
  bool comes_before(const Node* a, const Node* b) const;

  /// Everything that must hold: operands precede their users and belong here, names are unique,
  /// placeholders come first, exactly one output comes last, uses and users agree.
  /// \error W1003 with the first rule that is broken and the node
  void lint() const;

  /// Removes nodes without users that are not impure; returns whether any was removed.
  bool eliminate_dead_code(const std::function<bool(const Node*)>& is_impure = nullptr);

  // Printing.
  /// One line a node, `%x : [num_users=1] = placeholder[target=x]`.
  std::string str() const;
  /// Columns opcode, name, target, args, kwargs.
  std::string tabular() const;
  /// Readable C++-like code of the whole graph. It is for people: it shows what happens in the
  /// words of the tensor API, but types and includes are left out.
  std::string code(std::string_view function_name = "forward") const;

  /// Hash of the structure: opcodes, targets, arguments and their wiring. Names of nodes and of
  /// placeholders, the order of keyword arguments, and meta do not count.
  std::uint64_t structural_hash() const;
  friend bool structurally_equal(const Graph& a, const Graph& b);

  /// Called after a node was made, before a node is erased. Returns a token for `remove_hook`. What
  /// a hook throws leaves the graph as it was: without the node, or with it.
  using Hook = std::function<void(Node*)>;
  std::uint64_t add_create_hook(Hook hook);
  std::uint64_t add_erase_hook(Hook hook);
  void remove_hook(std::uint64_t token);

 private:
  friend class Node;
  friend class InsertionScope;

  Node* new_node(OpCode opcode, std::string target, std::vector<Argument> args,
                 KeywordArguments kwargs, const Operator* op, std::string_view name);
  void link_before(Node* node, Node* anchor);  // anchor null: at the end
  void unlink(Node* node);
  void take_out(Node* node);
  void take_name(Node* node, std::string_view wanted);
  void take_identifier(Node* node, std::string_view wanted);
  void release_name(const Node* node);
  const std::string* keep_target(std::string target);
  // What all calls of one function have in common.
  struct Function {
    const Operator* op = nullptr;
    std::string node_name;  // an identifier
  };
  // Null for an unknown operator.
  const std::pair<const std::string, Function>* keep_function(std::string& target);
  void number(Node* node);     // a position between those of its neighbours
  void make_room(Node* node);  // renumbers around a node that found none
  static std::string snake_case(std::string_view text);
  static std::string identifier(std::string_view wanted);  // as near to `wanted` as there is

  NodePool nodes_;
  std::unordered_set<std::string> targets_;
  std::unordered_map<std::string, Function>
      functions_;  // targets of call_function: few, used often
  Node* first_ = nullptr;
  Node* last_ = nullptr;
  Node* insert_before_ = nullptr;  // null: at the end
  std::size_t size_ = 0;
  NameTable by_name_;
  std::vector<std::pair<std::uint64_t, Hook>> create_hooks_;
  std::vector<std::pair<std::uint64_t, Hook>> erase_hooks_;
  std::uint64_t next_hook_ = 1;
};

/// Nodes made while the scope is open go before (or directly after) a node, in source order.
/// \error W1001 for a node that is erased
class InsertionScope {
 public:
  static InsertionScope before(Node* node);
  static InsertionScope after(Node* node);
  ~InsertionScope();
  InsertionScope(const InsertionScope&) = delete;
  InsertionScope& operator=(const InsertionScope&) = delete;

 private:
  InsertionScope(Graph& graph, Node* insert_before);
  Graph& graph_;
  Node* saved_;
};

}  // namespace weft::ir
