/// \file Arguments, uses and position of a node.
#include <weft/ir/node.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

// Up to this many operands a scan finds repeats quicker than a hash set.
constexpr std::size_t kScanLimit = 16;

// Membership in a vector of nodes that is quick for long vectors too.
class NodeSet {
 public:
  explicit NodeSet(const NodeList& nodes) : nodes_(nodes) {
    if (nodes.size() > kScanLimit) set_.insert(nodes.begin(), nodes.end());
  }
  bool contains(Node* node) const {
    if (nodes_.size() > kScanLimit) return set_.count(node) != 0;
    return std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end();
  }

 private:
  const NodeList& nodes_;
  std::unordered_set<Node*> set_;
};

// The nodes in the arguments, each once, in order.
NodeList operands_of(const std::vector<Argument>& args, const KeywordArguments& kwargs) {
  NodeList found;
  std::unordered_set<Node*> seen;
  const auto add = [&](Node* node) {
    if (found.size() < kScanLimit) {
      if (std::find(found.begin(), found.end(), node) != found.end()) return;
    } else {
      if (seen.empty()) seen.insert(found.begin(), found.end());
      if (!seen.insert(node).second) return;
    }
    found.push_back(node);
  };
  const std::function<void(Node*)> add_inside = add;
  const auto visit = [&](const Argument& a) {
    if (Node* node = a.node()) {
      add(node);
    } else {
      for_each_node(a, add_inside);
    }
  };
  for (const Argument& a : args) visit(a);
  for (const auto& [key, value] : kwargs) visit(value);
  return found;
}

}  // namespace

std::string_view opcode_name(OpCode opcode) {
  switch (opcode) {
    case OpCode::kPlaceholder:
      return "placeholder";
    case OpCode::kGetAttr:
      return "get_attr";
    case OpCode::kCallFunction:
      return "call_function";
    case OpCode::kCallModule:
      return "call_module";
    case OpCode::kCallMethod:
      return "call_method";
    case OpCode::kOutput:
      return "output";
  }
  return "?";
}

void Node::replace_arguments(std::vector<Argument> args, KeywordArguments kwargs) {
  NodeList operands = operands_of(args, kwargs);
  for (Node* operand : operands) {
    if (operand->graph_ != graph_ || operand->erased_) {
      fail(diag::NodeOfOtherGraph, meta.location, {operand->name_});
    }
  }
  const NodeSet old_operands(inputs_);
  const NodeSet new_operands(operands);
  for (Node* operand : inputs_) {
    if (!new_operands.contains(operand)) operand->users_.remove(this);
  }
  for (Node* operand : operands) {
    if (!old_operands.contains(operand)) operand->users_.add(this);
  }
  if (args.size() == args.capacity()) {
    args_ = std::move(args);
  } else {
    args_ = std::vector<Argument>(std::make_move_iterator(args.begin()),
                                  std::make_move_iterator(args.end()));
  }
  store_kwargs(std::move(kwargs));
  inputs_ = std::move(operands);
}

void Node::store_kwargs(KeywordArguments kwargs) {
  if (kwargs.empty()) {
    kwargs_ = {};
    return;
  }
  // A graph has few different lists of keyword arguments, most without operands.
  static thread_local std::array<Shared<KeywordArguments>, 4> recent;
  static thread_local std::size_t oldest = 0;
  for (const Shared<KeywordArguments>& known : recent) {
    if (known && *known == kwargs) {
      kwargs_ = known;
      return;
    }
  }
  bool has_operands = false;
  for (const auto& [key, value] : kwargs) {
    for_each_node(value, [&](Node*) { has_operands = true; });
  }
  kwargs_ = Shared(std::move(kwargs));
  if (has_operands) return;
  recent[oldest] = kwargs_;
  oldest = (oldest + 1) % recent.size();
}

const KeywordArguments& Node::no_kwargs() {
  static const KeywordArguments kNone;
  return kNone;
}

void Node::resolve_operator() {
  if (opcode_ == OpCode::kCallFunction) {
    const Operator* op = find_operator(*target_);
    if (op == nullptr) fail(diag::UnknownOperator, meta.location, {*target_});
    op_ = op;
  } else if (opcode_ == OpCode::kCallMethod) {
    op_ = resolve_overload(*target_, args_, kwargs());
  }
}

void Node::refuse_if_erased() const {
  if (erased_) fail(diag::NodeOfOtherGraph, meta.location, {name_});
}

void Node::set_args(std::vector<Argument> args) {
  refuse_if_erased();
  replace_arguments(std::move(args), kwargs());
  if (opcode_ == OpCode::kCallMethod) resolve_operator();
}

void Node::set_kwargs(KeywordArguments kwargs) {
  refuse_if_erased();
  replace_arguments(args_, std::move(kwargs));
  if (opcode_ == OpCode::kCallMethod) resolve_operator();
}

void Node::set_arg(std::size_t index, Argument value) {
  std::vector<Argument> args = args_;
  if (index >= args.size()) {
    fail(diag::ArgumentIndex, meta.location,
         {name_, std::to_string(index), std::to_string(args.size())});
  }
  args[index] = std::move(value);
  set_args(std::move(args));
}

void Node::set_kwarg(std::string_view name, Argument value) {
  KeywordArguments kwargs = this->kwargs();
  const auto it = std::find_if(kwargs.begin(), kwargs.end(),
                               [&](const auto& entry) { return entry.first == name; });
  if (it != kwargs.end()) {
    it->second = std::move(value);
  } else {
    kwargs.emplace_back(std::string(name), std::move(value));
  }
  set_kwargs(std::move(kwargs));
}

void Node::insert_arg(std::size_t index, Argument value) {
  std::vector<Argument> args = args_;
  if (index > args.size()) {
    fail(diag::ArgumentIndex, meta.location,
         {name_, std::to_string(index), std::to_string(args.size())});
  }
  args.insert(args.begin() + static_cast<std::ptrdiff_t>(index), std::move(value));
  set_args(std::move(args));
}

void Node::set_target(std::string target) {
  const std::string* old = target_;
  target_ = graph_->keep_target(std::move(target));
  try {
    resolve_operator();
  } catch (...) {
    target_ = old;
    throw;
  }
}

void Node::rename(std::string_view name) {
  const std::string wanted(name);  // `name` may be a view of the old name
  graph_->release_name(this);
  graph_->take_name(this, wanted);
}

std::vector<Node*> Node::replace_all_uses_with(Node* replacement,
                                               const std::function<bool(Node*)>& keep) {
  if (replacement == nullptr) fail(diag::NodeOfOtherGraph, meta.location, {"(null)"});
  if (replacement->graph_ != graph_ || replacement->erased_) {
    fail(diag::NodeOfOtherGraph, replacement->meta.location, {replacement->name_});
  }
  std::vector<Node*> changed;
  if (replacement == this) return changed;
  const std::vector<Node*> users = users_;
  changed.reserve(users.size());
  for (Node* user : users) {
    if (keep && keep(user)) continue;
    user->replace_input_with(this, replacement);
    changed.push_back(user);
  }
  return changed;
}

void Node::replace_input_with(Node* old_input, Node* new_input) {
  const auto map = [&](Node* n) { return Argument(n == old_input ? new_input : n); };
  std::vector<Argument> args = args_;
  for (Argument& a : args) a = map_nodes(a, map);
  KeywordArguments kwargs = this->kwargs();
  for (auto& [key, value] : kwargs) value = map_nodes(value, map);
  replace_arguments(std::move(args), std::move(kwargs));
  if (opcode_ == OpCode::kCallMethod) resolve_operator();
}

void Node::prepend(Node* node) {
  if (node->graph_ != graph_ || node->erased_) {
    fail(diag::NodeOfOtherGraph, node->meta.location, {node->name_});
  }
  if (node == this || node->next_ == this) return;
  graph_->unlink(node);
  graph_->link_before(node, this);
}

void Node::append(Node* node) {
  if (node->graph_ != graph_ || node->erased_) {
    fail(diag::NodeOfOtherGraph, node->meta.location, {node->name_});
  }
  if (node == this || next_ == node) return;
  graph_->unlink(node);
  graph_->link_before(node, next_);
}

bool Node::is_impure() const {
  switch (opcode_) {
    case OpCode::kPlaceholder:
    case OpCode::kOutput:
    case OpCode::kCallModule:
      return true;
    case OpCode::kGetAttr:
      return false;
    case OpCode::kCallFunction:
    case OpCode::kCallMethod:
      // A method without a known operator may do anything.
      return op_ == nullptr || op_->writes() || op_->row->effect != Effect::kPure;
  }
  return true;
}

}  // namespace weft::ir
