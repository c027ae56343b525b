/// \file Node: one step of the six-opcode graph.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/ir/argument.h>
#include <weft/ir/node_list.h>
#include <weft/ir/node_meta.h>
#include <weft/ir/shared.h>
#include <weft/ir/user_list.h>

namespace weft::ir {

class Graph;
struct Operator;

/// The six kinds of node.
///
/// | opcode        | target                          | args                                     |
/// |---------------|---------------------------------|------------------------------------------|
/// | placeholder   | name of the input               | none, or one: the default                |
/// | get_attr      | path of a parameter or buffer   | none                                     |
/// | call_function | full name of an operator        | its arguments                            |
/// | call_module   | path of a module                | the arguments of its forward             |
/// | call_method   | name of a Tensor method         | first the tensor, then the arguments     |
/// | output        | "output"                        | one: the value that the graph returns    |
enum class OpCode : std::uint8_t {
  kPlaceholder,
  kGetAttr,
  kCallFunction,
  kCallModule,
  kCallMethod,
  kOutput,
};

std::string_view opcode_name(OpCode opcode);

using KeywordArguments = std::vector<std::pair<std::string, Argument>>;

/// A node belongs to one graph for its whole life and is made by it. Its users are kept up to date
/// by every change of arguments.
class Node {
 public:
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  OpCode opcode() const { return opcode_; }
  const std::string& name() const { return name_; }
  const std::string& target() const { return *target_; }
  /// The operator that a call_function or call_method means; null for other nodes, and for methods
  /// whose overload the arguments do not tell.
  const Operator* op() const { return op_; }
  const std::vector<Argument>& args() const { return args_; }
  const KeywordArguments& kwargs() const { return kwargs_ ? *kwargs_ : no_kwargs(); }
  Graph& graph() const { return *graph_; }
  bool erased() const { return erased_; }

  // Changing arguments.
  /// \error W1001 for operands of another graph or erased ones, W1006 for a position that there is
  /// not; `insert_arg` also takes the position after the last argument
  void set_args(std::vector<Argument> args);
  void set_kwargs(KeywordArguments kwargs);
  void set_arg(std::size_t index, Argument value);
  void set_kwarg(std::string_view name, Argument value);
  void insert_arg(std::size_t index, Argument value);
  void set_target(std::string target);
  /// Asks the graph for a free name like `name` and takes it.
  void rename(std::string_view name);

  /// Nodes that use this one, each once, in the order in which they began to.
  const UserList& users() const { return users_; }
  /// Nodes that this one uses, each once, in argument order.
  const NodeList& all_input_nodes() const { return inputs_; }

  /// Makes every user of this node use `replacement`, except users for which `keep` is true.
  /// Returns the users that were changed. Uses inside `replacement` itself are replaced too.
  std::vector<Node*> replace_all_uses_with(Node* replacement,
                                           const std::function<bool(Node*)>& keep = nullptr);
  void replace_input_with(Node* old_input, Node* new_input);

  Node* next() const { return next_; }  ///< null after the last node
  Node* prev() const { return prev_; }  ///< null before the first node
  /// Moves `node` directly before or after this one. Moving a node next to itself does nothing.
  void prepend(Node* node);
  void append(Node* node);

  /// True if the node must stay although nothing uses it: output, placeholder, an operator that
  /// writes, draws random numbers or has an effect on the host, a method that no operator is known
  /// for, or a module call. (Only a GraphModule knows which modules are pure, see
  /// GraphModule::is_impure.)
  bool is_impure() const;

  /// "%add : [num_users=1] = call_function[target=add](args = (%x, 1), kwargs = {})".
  std::string format() const;

  NodeMeta meta;

 private:
  void refuse_if_erased() const;  // W1001
  friend class Graph;
  friend class NodePool;
  friend class NameTable;
  Node() = default;

  /// Refuses operands of another graph or erased ones (W1001), then takes over the uses.
  void replace_arguments(std::vector<Argument> args, KeywordArguments kwargs);
  void resolve_operator();
  void store_kwargs(KeywordArguments kwargs);
  static const KeywordArguments& no_kwargs();

  OpCode opcode_ = OpCode::kPlaceholder;
  bool erased_ = false;
  std::uint32_t ordinal_ = 0;  ///< in the graph's pool
  std::string name_;
  const std::string* target_ = nullptr;  ///< kept by the graph
  const Operator* op_ = nullptr;
  std::vector<Argument> args_;
  Shared<KeywordArguments> kwargs_;  ///< none, or shared with others that have equal ones
  UserList users_;
  NodeList inputs_;
  Graph* graph_ = nullptr;
  Node* next_ = nullptr;
  Node* prev_ = nullptr;
  std::uint64_t position_ = 0;  ///< increases along the list; gaps are renumbered when they run out
};

}  // namespace weft::ir
