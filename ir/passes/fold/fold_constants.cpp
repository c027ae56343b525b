/// \file Pass: what is computed from weights alone is computed now.
#include <weft/ir/passes/fold/fold_constants.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <weft/ir/interpreter.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

constexpr std::int64_t kPage = 4096;

std::optional<std::int64_t> bytes_of(const Node& node) {
  const TensorMeta* meta = node.meta.value.tensor();
  if (meta == nullptr) return std::nullopt;
  const std::optional<std::int64_t> count = meta->numel().maybe_value();
  if (!count) return std::nullopt;
  return *count * static_cast<std::int64_t>(size_of(meta->dtype));
}

bool is_known(const ValueMeta& meta) {
  if (const TensorMeta* tensor = meta.tensor()) return tensor->numel().is_constant();
  const ValueMetaList* list = meta.list();
  return list != nullptr && std::all_of(list->begin(), list->end(), is_known);
}

class Folder {
 public:
  Folder(GraphModule& module, Executor& executor) : module_(module), executor_(executor) {}

  bool run() {
    find_constants();
    std::vector<Node*> roots;
    for (Node* node : module_.graph) {
      if (is_root(*node)) roots.push_back(node);
    }
    for (Node* root : roots) replace(root);
    return !roots.empty();
  }

 private:
  void find_constants() {
    for (const Node* node : module_.graph) {
      if (node->opcode() == OpCode::kGetAttr) {
        const GraphModule::Attribute* attribute = module_.find_attribute(node->target());
        if (attribute != nullptr && attribute->value.tensor() != nullptr) constant_.insert(node);
        continue;
      }
      const Operator* op = node->op();
      if (node->opcode() != OpCode::kCallFunction || op == nullptr || node->is_impure() ||
          op->definition != nullptr || op->row->effect != Effect::kPure ||
          !is_known(node->meta.value)) {
        continue;
      }
      const NodeList& inputs = node->all_input_nodes();
      const bool all = std::all_of(inputs.begin(), inputs.end(),
                                   [&](const Node* n) { return constant_.count(n) != 0; });
      if (!all || inputs.begin() == inputs.end()) continue;
      constant_.insert(node);
      const bool passes_on = op->is_view() || op->schema.name == "getitem";
      const bool view = passes_on && std::all_of(inputs.begin(), inputs.end(), [&](const Node* n) {
                          return n->opcode() == OpCode::kGetAttr || views_.count(n) != 0;
                        });
      if (view) views_.insert(node);
    }
  }

  // Weights that a constant is made of.
  void collect(const Node* node, std::unordered_set<const Node*>& seen, std::int64_t& bytes) const {
    if (!seen.insert(node).second) return;
    if (node->opcode() == OpCode::kGetAttr) bytes += bytes_of(*node).value_or(0);
    for (const Node* input : node->all_input_nodes()) collect(input, seen, bytes);
  }

  bool is_root(const Node& node) const {
    if (constant_.count(&node) == 0 || node.opcode() == OpCode::kGetAttr) return false;
    if (views_.count(&node) != 0 || !bytes_of(node)) return false;
    const UserList& users = node.users();
    const bool used = std::any_of(users.begin(), users.end(), [&](const Node* user) {
      // What a graph returns has to be a tensor of its own each time.
      return constant_.count(user) == 0 && user->opcode() != OpCode::kOutput;
    });
    const bool returned = std::any_of(users.begin(), users.end(), [](const Node* user) {
      return user->opcode() == OpCode::kOutput;
    });
    if (!used || returned) return false;
    std::unordered_set<const Node*> seen;
    std::int64_t bytes = kPage;
    collect(&node, seen, bytes);
    return *bytes_of(node) <= bytes;
  }

  Value compute(const Node* root) const {
    GraphModule part;
    std::unordered_map<const Node*, Node*> copies;
    std::unordered_set<const Node*> wanted;
    std::int64_t bytes = 0;
    collect(root, wanted, bytes);
    for (const Node* node : module_.graph) {
      if (wanted.count(node) == 0) continue;
      if (node->opcode() == OpCode::kGetAttr) {
        const GraphModule::Attribute* attribute = module_.find_attribute(node->target());
        part.set_attribute(attribute->path, attribute->value, attribute->meta);
      }
      copies[node] = part.graph.node_copy(node, [&](Node* n) { return Argument(copies.at(n)); });
      if (node == root) break;
    }
    part.graph.output(copies.at(root));
    return Interpreter(part, executor_).run({});
  }

  std::string free_path(const std::string& wanted) const {
    std::string path = wanted;
    for (int k = 1; module_.find_attribute(path) != nullptr || module_.find_module(path) != nullptr;
         ++k) {
      path = wanted + "_" + std::to_string(k);
    }
    return path;
  }

  void replace(Node* root) {
    Value value = compute(root);
    TensorMeta meta = *root->meta.value.tensor();
    meta.strides = contiguous_strides(meta.sizes);
    const std::string path = free_path(root->name() + "_folded");
    module_.set_attribute(path, std::move(value), meta);
    const auto scope = InsertionScope::before(root);
    Node* weight = module_.graph.get_attr(path);
    weight->meta.value = std::move(meta);
    copy_origin(*root, *weight);
    replace_node(root, weight, false);
  }

  GraphModule& module_;
  Executor& executor_;
  std::unordered_set<const Node*> constant_;
  std::unordered_set<const Node*> views_;  // of weights alone
};

}  // namespace

bool fold_constants(GraphModule& module, PassContext& context) {
  if (context.executor == nullptr) return false;
  for (const Node* node : module.graph) {
    if (may_change_memory(module, *node)) return false;
  }
  return Folder(module, *context.executor).run();
}

}  // namespace weft::ir
