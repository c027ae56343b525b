/// \file inline_submodules: puts the nodes of graph submodules in place of their calls.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph_submodule.h>
#include <weft/ir/partitioning/split_module.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

bool same_tensor(const Value& a, const Value& b) {
  const TensorHandle* x = a.tensor();
  const TensorHandle* y = b.tensor();
  return x != nullptr && y != nullptr && *x == *y;
}

// Brings what a node of the submodule refers to into the module, and returns its path there.
std::string adopt(GraphModule& module, const GraphModule& part, const Node& node,
                  const std::string& call_path) {
  const std::string& path = node.target();
  const std::string below = call_path + "." + path;
  if (node.opcode() == OpCode::kGetAttr) {
    const GraphModule::Attribute* attribute = part.find_attribute(path);
    if (attribute == nullptr) return path;
    const GraphModule::Attribute* there = module.find_attribute(path);
    if (there != nullptr && same_tensor(there->value, attribute->value)) return path;
    std::string free = there == nullptr ? path : below;
    for (int i = 1; (there = module.find_attribute(free)) != nullptr; ++i) {
      if (same_tensor(there->value, attribute->value)) return free;
      free = fmt::format("{}_{}", below, i);
    }
    module.set_attribute(free, attribute->value, attribute->meta);
    return free;
  }
  std::shared_ptr<ModuleInterface> called = part.find_module(path);
  if (called == nullptr || module.find_module(path) == called) return path;
  std::string free = module.find_module(path) == nullptr ? path : below;
  for (int i = 1; module.find_module(free) != nullptr; ++i) {
    if (module.find_module(free) == called) return free;
    free = fmt::format("{}_{}", below, i);
  }
  module.set_module(free, std::move(called));
  return free;
}

Argument copy_nodes(GraphModule& module, const GraphModule& part, const Node& call) {
  std::unordered_map<const Node*, Argument> values;
  const auto map = [&](Node* node) { return values.at(node); };
  const auto scope = InsertionScope::before(const_cast<Node*>(&call));
  if (!call.kwargs().empty()) {
    fail(diag::OperatorUnsupported, call.meta.location,
         {call.target(), "calling a module with keyword arguments"});
  }
  const std::size_t most = part.graph.placeholders().size();
  if (call.args().size() > most) {
    fail(diag::InterpreterArguments, call.meta.location,
         {std::to_string(most), std::to_string(call.args().size()),
          "those of `" + call.target() + "`"});
  }
  std::size_t next_argument = 0;
  for (const Node* node : part.graph) {
    switch (node->opcode()) {
      case OpCode::kPlaceholder: {
        const bool given = next_argument < call.args().size();
        if (!given && node->args().empty()) {
          fail(diag::InterpreterArguments, call.meta.location,
               {std::to_string(part.graph.placeholders().size()),
                std::to_string(call.args().size()), "those of `" + call.target() + "`"});
        }
        values.emplace(node, given ? call.args()[next_argument] : node->args()[0]);
        ++next_argument;
        break;
      }
      case OpCode::kOutput:
        return map_nodes(node->args().at(0), map);
      default: {
        Node* copy = module.graph.node_copy(node, map);
        if (node->opcode() == OpCode::kGetAttr || node->opcode() == OpCode::kCallModule) {
          const std::string path = adopt(module, part, *node, call.target());
          if (path != copy->target()) copy->set_target(path);
        }
        copy_origin(call, *copy);
        values.emplace(node, copy);
      }
    }
  }
  return {};
}

// Elements that users take from a list of results are the results themselves.
void connect_users(Node* call, const Argument& result) {
  const std::vector<Node*> users = call->users();
  for (Node* user : users) {
    const bool getitem = user->target() == "getitem" && user->args().size() == 2 &&
                         user->args()[0].node() == call && result.list() != nullptr;
    const std::int64_t* index =
        getitem ? std::get_if<std::int64_t>(&user->args()[1].variant()) : nullptr;
    if (index == nullptr || *index < 0 ||
        static_cast<std::size_t>(*index) >= result.list()->size()) {
      map_arguments(user, [&](Node* n) { return n == call ? result : Argument(n); });
      continue;
    }
    const Argument item = (*result.list())[static_cast<std::size_t>(*index)];
    const std::vector<Node*> takers = user->users();
    for (Node* taker : takers) {
      map_arguments(taker, [&](Node* n) { return n == user ? item : Argument(n); });
    }
    user->graph().erase_node(user);
  }
}

}  // namespace

bool inline_submodules(GraphModule& module) {
  bool any = false;
  for (Node* node = module.graph.first(); node != nullptr;) {
    GraphSubmodule* submodule = node->opcode() == OpCode::kCallModule
                                    ? find_graph_submodule(module, node->target())
                                    : nullptr;
    if (submodule == nullptr) {
      node = node->next();
      continue;
    }
    // What is put in place of the call may call submodules itself: it is looked at next.
    Node* before = node->prev();
    const Argument result = copy_nodes(module, submodule->graph_module(), *node);
    connect_users(node, result);
    module.graph.erase_node(node);
    any = true;
    node = before != nullptr ? before->next() : module.graph.first();
  }
  if (any) module.delete_unused_modules();
  return any;
}

}  // namespace weft::ir
