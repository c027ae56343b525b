/// \file Transformer: copying by default, origins and metas of what overrides make.
#include <weft/ir/transformer.h>

#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// True if every operand of the copy has the meta that the original's has, in order.
bool same_operand_metas(const Node& copy, const Node& original) {
  const auto& a = copy.all_input_nodes();
  const auto& b = original.all_input_nodes();
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i]->meta.value == b[i]->meta.value)) return false;
  }
  return true;
}

}  // namespace

GraphModule Transformer::transform() {
  result_ = source_.clone();
  result_.graph = Graph();
  values_.clear();
  values_.reserve(source_.graph.size());
  for (const Node* node : source_.graph) {
    Node* before = graph().last();
    values_.insert_or_assign(node, run_node(*node));
    finish_nodes(*node, before == nullptr ? graph().first() : before->next());
  }
  gather_placeholders();
  return std::move(result_);
}

// An override of `placeholder` may make calls, which then stand before the next placeholder.
void Transformer::gather_placeholders() {
  Node* first_other = graph().first();
  while (first_other != nullptr && first_other->opcode() == OpCode::kPlaceholder) {
    first_other = first_other->next();
  }
  if (first_other == nullptr) return;
  for (Node* node : graph().placeholders()) {
    if (graph().comes_before(first_other, node)) first_other->prepend(node);
  }
}

void Transformer::finish_nodes(const Node& origin, Node* first) {
  for (Node* node = first; node != nullptr; node = node->next()) {
    copy_origin(origin, *node);
    if (node->opcode() == OpCode::kGetAttr) {
      const GraphModule::Attribute* attribute = result_.find_attribute(node->target());
      if (attribute != nullptr) node->meta.value = {attribute->meta};
      continue;
    }
    if (call_of_node(*node)) {
      infer_meta(*node);
      continue;
    }
    const bool copied = node->opcode() == origin.opcode() && node->target() == origin.target();
    if (!copied || !same_operand_metas(*node, origin)) node->meta.value = {};
  }
}

Argument Transformer::run_node(const Node& node) {
  const auto mapped = [&](auto member) {
    std::vector<Argument> args;
    args.reserve(node.args().size());
    for (const Argument& a : node.args()) args.push_back(map(a));
    KeywordArguments kwargs;
    for (const auto& [key, value] : node.kwargs()) kwargs.emplace_back(key, map(value));
    return (this->*member)(node, std::move(args), std::move(kwargs));
  };
  switch (node.opcode()) {
    case OpCode::kPlaceholder:
      return placeholder(node);
    case OpCode::kGetAttr:
      return get_attr(node);
    case OpCode::kCallFunction:
      return mapped(&Transformer::call_function);
    case OpCode::kCallModule:
      return mapped(&Transformer::call_module);
    case OpCode::kCallMethod:
      return mapped(&Transformer::call_method);
    case OpCode::kOutput:
      return output(node, node.args().empty() ? Argument() : map(node.args()[0]));
  }
  return {};
}

Argument Transformer::placeholder(const Node& node) { return copy(node, node.args(), {}); }
Argument Transformer::get_attr(const Node& node) { return copy(node, {}, {}); }

Argument Transformer::call_function(const Node& node, std::vector<Argument> args,
                                    KeywordArguments kwargs) {
  return copy(node, std::move(args), std::move(kwargs));
}

Argument Transformer::call_module(const Node& node, std::vector<Argument> args,
                                  KeywordArguments kwargs) {
  return copy(node, std::move(args), std::move(kwargs));
}

Argument Transformer::call_method(const Node& node, std::vector<Argument> args,
                                  KeywordArguments kwargs) {
  return copy(node, std::move(args), std::move(kwargs));
}

Argument Transformer::output(const Node& node, Argument value) {
  Node* made = graph().output(std::move(value));
  made->meta = node.meta;
  return made;
}

Node* Transformer::copy(const Node& node, std::vector<Argument> args, KeywordArguments kwargs) {
  Node* made = graph().create_node(node.opcode(), node.target(), std::move(args), std::move(kwargs),
                                   node.name());
  made->meta = node.meta;
  return made;
}

Argument Transformer::map(const Argument& argument) const {
  return map_nodes(argument, [this](Node* node) {
    const auto it = values_.find(node);
    if (it == values_.end()) fail(diag::NodeOfOtherGraph, node->meta.location, {node->name()});
    return it->second;
  });
}

}  // namespace weft::ir
