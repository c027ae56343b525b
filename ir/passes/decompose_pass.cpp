/// \file Pass: operators in terms of smaller ones.
#include <weft/ir/passes/decompose_pass.h>

#include <fmt/format.h>

#include <unordered_map>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// A decomposition nested deeper than this contains itself.
constexpr int kDeepest = 64;

// The element that a `getitem` asks for, wrapped; nothing where it is no constant in range.
std::optional<std::size_t> element_of(const Node& getitem, std::size_t count) {
  if (getitem.args().size() < 2) return std::nullopt;
  const std::optional<Number> index = getitem.args()[1].number();
  if (!index || !index->is_integer()) return std::nullopt;
  const auto n = static_cast<std::int64_t>(count);
  const std::int64_t i = index->as_int() < 0 ? index->as_int() + n : index->as_int();
  if (i < 0 || i >= n) return std::nullopt;
  return static_cast<std::size_t>(i);
}

bool is_getitem_of(const Node& user, const Node* node) {
  return user.op() != nullptr && user.op()->schema.name == "getitem" && !user.args().empty() &&
         user.args()[0].node() == node;
}

void replace_uses(Node* node, const std::vector<Node*>& results, bool several) {
  if (!several) {
    node->replace_all_uses_with(results.front());
    return;
  }
  const Argument all(std::vector<Argument>(results.begin(), results.end()));
  const std::vector<Node*> users = node->users();
  for (Node* user : users) {
    if (is_getitem_of(*user, node)) {
      if (const auto element = element_of(*user, results.size())) {
        user->replace_all_uses_with(results[*element]);
        user->graph().erase_node(user);
        continue;
      }
    }
    const auto map = [&](Node* n) { return n == node ? all : Argument(n); };
    map_arguments(user, map);
  }
}

bool is_several(const Operator& op) {
  return op.schema.results.size() != 1 || op.schema.results[0].list;
}

bool is_extent_of_operand(const Call& call, const Symbol& symbol) {
  for (const TensorMeta& operand : call.inputs()) {
    for (const IntExpr& size : operand.sizes) {
      if (size.depends_on(symbol)) return true;
    }
  }
  return false;
}

class Decomposer {
 public:
  explicit Decomposer(Graph& graph) : graph_(graph) {}

  bool run() {
    bool changed = false;
    for (Node* node = graph_.first(); node != nullptr;) {
      Node* before = node->prev();
      if (!replace(node)) {
        node = node->next();
        continue;
      }
      changed = true;
      // What was put in place of the node is looked at next.
      node = before != nullptr ? before->next() : graph_.first();
    }
    return changed;
  }

 private:
  bool replace(Node* node) {
    const Operator* op = node->op();
    if (op == nullptr || op->writes()) return false;
    if (!std::holds_alternative<DecomposeRule>(op->meaning())) return false;
    const std::optional<Call> call = call_of_node(*node);
    if (!call) return false;
    const auto found = depth_.find(node);
    const int depth = found == depth_.end() ? 1 : found->second + 1;
    // What the user called, for names in reports and generated code: the outermost operator.
    node->meta.custom.try_emplace("decomposed_operator", op->schema.name);
    node->meta.custom.try_emplace("decomposed_node", node->name());
    if (depth > kDeepest) {
      fail(diag::InternalError, node->meta.location,
           {fmt::format("the decomposition of `{}` does not end", op->full_name())});
    }
    std::vector<Argument> bound =
        bind_arguments(op->schema, node->args(), node->kwargs(), node->meta.location);
    const auto scope = InsertionScope::before(node);
    Node* before = node->prev();
    const std::vector<Node*> results = decompose(graph_, *call, std::move(bound));
    // Users know the number of results by the symbol of the node.
    const ValueMeta& known = node->meta.value;
    ExtentPairs extents;
    for (std::size_t k = 0; k < results.size(); ++k) {
      const bool listed = known.list() != nullptr && k < known.list()->size();
      const ExtentPairs found =
          differing_extents(results[k]->meta.value, listed ? (*known.list())[k] : known);
      // Extents of operands mean the same in both.
      for (const auto& pair : found) {
        if (!is_extent_of_operand(*call, pair.first)) extents.push_back(pair);
      }
    }
    bool fresh = false;
    for (Node* made = before != nullptr ? before->next() : graph_.first(); made != node;
         made = made->next()) {
      copy_origin(*node, *made);
      depth_.emplace(made, depth);
      if (!extents.empty()) made->meta.value = with_extents(made->meta.value, extents);
      fresh = fresh || (!results.empty() && made == results.front());
    }
    const bool several = is_several(*op);
    const std::string name = node->name();
    replace_uses(node, results, several);
    graph_.erase_node(node);
    if (fresh && !several) results.front()->rename(name);
    return true;
  }

  Graph& graph_;
  std::unordered_map<const Node*, int> depth_;
};

}  // namespace

bool decompose_operators(GraphModule& module, PassContext&) {
  return Decomposer(module.graph).run();
}

}  // namespace weft::ir
