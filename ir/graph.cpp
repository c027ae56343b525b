/// \file Making, erasing, ordering and copying the nodes of a graph.
#include <weft/ir/graph.h>

#include <algorithm>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {

Graph::Graph() = default;
Graph::~Graph() = default;

Graph::Graph(Graph&& other) noexcept { *this = std::move(other); }

Graph& Graph::operator=(Graph&& other) noexcept {
  if (this == &other) return *this;
  nodes_ = std::move(other.nodes_);
  targets_ = std::move(other.targets_);
  functions_ = std::move(other.functions_);
  first_ = std::exchange(other.first_, nullptr);
  last_ = std::exchange(other.last_, nullptr);
  insert_before_ = std::exchange(other.insert_before_, nullptr);
  size_ = std::exchange(other.size_, 0);
  by_name_ = std::move(other.by_name_);
  create_hooks_ = std::move(other.create_hooks_);
  erase_hooks_ = std::move(other.erase_hooks_);
  next_hook_ = other.next_hook_;
  other.nodes_ = NodePool();
  other.targets_.clear();
  other.functions_.clear();
  other.by_name_.clear();
  other.create_hooks_.clear();
  other.erase_hooks_.clear();
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) nodes_.at(i)->graph_ = this;
  return *this;
}

Node* Graph::new_node(OpCode opcode, std::string target, std::vector<Argument> args,
                      KeywordArguments kwargs, const Operator* op, std::string_view name) {
  Node* node = nodes_.make();
  node->opcode_ = opcode;
  node->erased_ = true;  // until it is in the list
  node->graph_ = this;
  const auto* function =
      opcode == OpCode::kCallFunction && op == nullptr ? keep_function(target) : nullptr;
  node->target_ = function != nullptr ? &function->first : keep_target(std::move(target));
  node->replace_arguments(std::move(args), std::move(kwargs));
  if (function != nullptr) op = function->second.op;
  try {
    node->op_ = op;
    if (op == nullptr) node->resolve_operator();
  } catch (...) {
    node->replace_arguments({}, {});
    throw;
  }
  if (!name.empty()) {
    take_name(node, name);
  } else if (function != nullptr) {
    take_identifier(node, function->second.node_name);
  } else {
    take_name(node, snake_case(node->op_ != nullptr && opcode == OpCode::kCallFunction
                                   ? node->op_->schema.name
                                   : *node->target_));
  }
  link_before(node, insert_before_);
  node->erased_ = false;
  ++size_;
  try {
    for (std::size_t i = 0; i < create_hooks_.size(); ++i) create_hooks_[i].second(node);
  } catch (...) {
    take_out(node);
    throw;
  }
  return node;
}

const std::string* Graph::keep_target(std::string target) {
  const auto function = functions_.find(target);
  if (function != functions_.end()) return &function->first;
  return &*targets_.insert(std::move(target)).first;
}

const std::pair<const std::string, Graph::Function>* Graph::keep_function(std::string& target) {
  const auto known = functions_.find(target);
  if (known != functions_.end()) return &*known;
  const Operator* op = find_operator(target);
  if (op == nullptr) return nullptr;
  Function function{op, identifier(snake_case(op->schema.name))};
  return &*functions_.emplace(std::move(target), std::move(function)).first;
}

Node* Graph::create_node(OpCode opcode, std::string target, std::vector<Argument> args,
                         KeywordArguments kwargs, std::string_view name) {
  return new_node(opcode, std::move(target), std::move(args), std::move(kwargs), nullptr, name);
}

Node* Graph::placeholder(std::string_view name, std::optional<Argument> default_value) {
  std::vector<Argument> args;
  if (default_value) args.push_back(std::move(*default_value));
  return create_node(OpCode::kPlaceholder, std::string(name), std::move(args));
}

Node* Graph::get_attr(std::string_view path) {
  return create_node(OpCode::kGetAttr, std::string(path));
}

Node* Graph::call_function(std::string_view target, std::vector<Argument> args,
                           KeywordArguments kwargs) {
  return create_node(OpCode::kCallFunction, std::string(target), std::move(args),
                     std::move(kwargs));
}

Node* Graph::call_module(std::string_view path, std::vector<Argument> args,
                         KeywordArguments kwargs) {
  return create_node(OpCode::kCallModule, std::string(path), std::move(args), std::move(kwargs));
}

Node* Graph::call_method(std::string_view method, std::vector<Argument> args,
                         KeywordArguments kwargs) {
  return create_node(OpCode::kCallMethod, std::string(method), std::move(args), std::move(kwargs));
}

Node* Graph::output(Argument value) {
  std::vector<Argument> args;
  args.push_back(std::move(value));
  return create_node(OpCode::kOutput, "output", std::move(args));
}

Node* Graph::node_copy(const Node* node, const std::function<Argument(Node*)>& map) {
  std::vector<Argument> args = node->args_;
  KeywordArguments kwargs = node->kwargs();
  if (map) {
    for (Argument& a : args) a = map_nodes(a, map);
    for (auto& [key, value] : kwargs) value = map_nodes(value, map);
  }
  Node* copy = new_node(node->opcode_, *node->target_, std::move(args), std::move(kwargs),
                        node->op_, node->name_);
  copy->meta = node->meta;
  return copy;
}

namespace {

// Maps nodes through `values`. An unmapped operand is left as it is, and making the copy refuses it
// by name.
std::function<Argument(Node*)> mapper(const NodeMap& values) {
  return [&values](Node* node) -> Argument {
    const auto it = values.find(node);
    return it != values.end() ? it->second : node;
  };
}

// "1 user: `sin`", "9 users: `sin`, `cos`, `tan`, ..."
std::string users_text(const Node* node) {
  constexpr std::size_t kMostNames = 4;
  const std::size_t count = node->users().size();
  std::string text = std::to_string(count) + (count == 1 ? " user: " : " users: ");
  std::size_t named = 0;
  for (const Node* user : node->users()) {
    if (named > 0) text += ", ";
    if (named++ == kMostNames) return text + "...";
    text += "`" + user->name() + "`";
  }
  return text;
}

void refuse_if_used(const Node* node) {
  if (node->users().empty()) return;
  fail(diag::EraseUsedNode, node->meta.location, {node->name(), users_text(node)});
}

}  // namespace

Argument Graph::graph_copy(const Graph& other, NodeMap& values) {
  const auto map = mapper(values);
  // The list is taken first: a graph may be copied into itself.
  const std::vector<Node*> nodes(other.begin(), other.end());
  for (Node* node : nodes) {
    if (node->opcode() == OpCode::kOutput) return map_nodes(node->args().at(0), map);
    if (values.count(node) != 0) continue;
    values.emplace(node, node_copy(node, map));
  }
  return {};
}

Graph Graph::clone() const {
  Graph copy;
  NodeMap values;
  values.reserve(size_);
  const auto map = mapper(values);
  for (Node* node : *this) values.emplace(node, copy.node_copy(node, map));
  return copy;
}

void Graph::erase_node(Node* node) {
  if (node->graph_ != this || node->erased_) {
    fail(diag::NodeOfOtherGraph, node->meta.location, {node->name_});
  }
  refuse_if_used(node);
  for (std::size_t i = 0; i < erase_hooks_.size(); ++i) erase_hooks_[i].second(node);
  if (node->erased_) return;  // a hook erased it
  refuse_if_used(node);       // or gave it a user
  take_out(node);
}

void Graph::take_out(Node* node) {
  node->replace_arguments({}, {});
  release_name(node);
  if (insert_before_ == node) insert_before_ = node->next_;
  unlink(node);
  node->erased_ = true;
  --size_;
}

Graph::Iterator& Graph::Iterator::operator++() {
  node_ = node_->next_;
  // An erased node keeps its link, so the chain leads back into the live list.
  while (node_ != nullptr && node_->erased_) node_ = node_->next_;
  return *this;
}

std::vector<Node*> Graph::placeholders() const { return find_nodes(OpCode::kPlaceholder); }

Node* Graph::output_node() const {
  // The output is last in a well-formed graph; one under construction may have it elsewhere.
  for (Node* node = last_; node != nullptr; node = node->prev_) {
    if (node->opcode_ == OpCode::kOutput) return node;
  }
  return nullptr;
}

std::vector<Node*> Graph::find_nodes(OpCode opcode, std::string_view target) const {
  std::vector<Node*> found;
  for (Node* node : *this) {
    if (node->opcode_ == opcode && (target.empty() || *node->target_ == target)) {
      found.push_back(node);
    }
  }
  return found;
}

bool Graph::comes_before(const Node* a, const Node* b) const { return a->position_ < b->position_; }

bool Graph::eliminate_dead_code(const std::function<bool(const Node*)>& is_impure) {
  bool changed = false;
  // Backwards, so that a node's users are gone before it is looked at.
  for (Node* node = last_; node != nullptr;) {
    Node* before = node->prev_;
    const bool keep = !node->users_.empty() || node->opcode_ == OpCode::kPlaceholder ||
                      node->opcode_ == OpCode::kOutput ||
                      (is_impure ? is_impure(node) : node->is_impure());
    if (!keep) {
      erase_node(node);
      changed = true;
    }
    node = before;
  }
  return changed;
}

std::uint64_t Graph::add_create_hook(Hook hook) {
  create_hooks_.emplace_back(next_hook_, std::move(hook));
  return next_hook_++;
}

std::uint64_t Graph::add_erase_hook(Hook hook) {
  erase_hooks_.emplace_back(next_hook_, std::move(hook));
  return next_hook_++;
}

void Graph::remove_hook(std::uint64_t token) {
  const auto matches = [token](const auto& entry) { return entry.first == token; };
  std::erase_if(create_hooks_, matches);
  std::erase_if(erase_hooks_, matches);
}

InsertionScope::InsertionScope(Graph& graph, Node* insert_before)
    : graph_(graph), saved_(graph.insert_before_) {
  graph.insert_before_ = insert_before;
}

InsertionScope::~InsertionScope() {
  while (saved_ != nullptr && saved_->erased()) saved_ = saved_->next();
  graph_.insert_before_ = saved_;
}

namespace {

// An erased node has no place in the list.
Node* in_list(Node* node) {
  if (node == nullptr) fail(diag::NodeOfOtherGraph, {}, {"(null)"});
  if (node->erased()) fail(diag::NodeOfOtherGraph, node->meta.location, {node->name()});
  return node;
}

}  // namespace

InsertionScope InsertionScope::before(Node* node) {
  return InsertionScope(in_list(node)->graph(), node);
}
InsertionScope InsertionScope::after(Node* node) {
  const Node* place = in_list(node);
  return InsertionScope(place->graph(), place->next());
}

}  // namespace weft::ir
