#include <weft/runtime/eager/plan.h>

#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

using ir::ScalarOp;

/// Appends the nodes of expressions to a list of instructions, each node once.
class Compiler {
 public:
  Compiler(const IndexScope& scope, const std::vector<ir::TensorHandle>& inputs,
           std::vector<Instruction>& out)
      : scope_(scope), inputs_(inputs), out_(out) {}

  int add(const ir::ScalarExpr& root) {
    ir::for_each_node(root, [&](const ir::ScalarExpr& node) {
      if (!slots_.count(node.get())) slots_[node.get()] = append(*node);
    });
    return slots_.at(root.get());
  }

 private:
  int append(const ir::ScalarNode& node) {
    Instruction instruction{node.op, node.type, {}, node.constant, node.input, {}};
    for (const ir::ScalarExpr& operand : node.operands) {
      instruction.operands.push_back(slots_.at(operand.get()));
    }
    if (node.op == ScalarOp::kLoad) {
      const TensorImpl& tensor = *inputs_.at(static_cast<std::size_t>(node.input));
      ir::IntExpr offset = 0;
      for (std::size_t d = 0; d < node.indices.size(); ++d) {
        offset += node.indices[d] * ir::IntExpr(tensor.strides[d]);
      }
      instruction.index = IndexFunction(offset, scope_);
    } else if (!node.indices.empty()) {
      instruction.index = IndexFunction(node.indices[0], scope_);
    }
    out_.push_back(std::move(instruction));
    return static_cast<int>(out_.size()) - 1;
  }

  const IndexScope& scope_;
  const std::vector<ir::TensorHandle>& inputs_;
  std::vector<Instruction>& out_;
  std::unordered_map<const ir::ScalarNode*, int> slots_;
};

void append_extents(const std::vector<ir::IntExpr>& sizes, std::vector<std::int64_t>& extents) {
  for (const ir::IntExpr& size : sizes) extents.push_back(size.value());
}

/// True if walking the outer loop is walking on in the inner one, for this index.
bool continues(const IndexFunction& index, std::size_t outer, std::size_t inner,
               std::int64_t inner_extent) {
  if (index.coefficients().empty()) return true;
  if (index.bends(outer) || index.bends(inner)) return false;
  return index.coefficients()[outer] == index.coefficients()[inner] * inner_extent;
}

}  // namespace

Plan make_plan(const ir::Compute& compute, const std::vector<ir::TensorHandle>& inputs) {
  Plan plan;
  plan.scope.loops = compute.vars;
  plan.scope.loops.insert(plan.scope.loops.end(), compute.reduce_vars.begin(),
                          compute.reduce_vars.end());
  append_extents(compute.sizes, plan.extents);
  append_extents(compute.reduce_sizes, plan.extents);
  plan.result_loops = compute.vars.size();
  if (compute.vars.empty()) {
    // A result without dimensions takes one turn of a loop, so that there is always one to run.
    plan.scope.loops.insert(plan.scope.loops.begin(), ir::make_symbol("once", 0, 0));
    plan.extents.insert(plan.extents.begin(), 1);
    plan.result_loops = 1;
  }
  if (compute.combine != ir::Combine::kNone && compute.reduce_vars.empty()) {
    plan.scope.loops.push_back(ir::make_symbol("once", 0, 0));
    plan.extents.push_back(1);
  }
  for (const ir::IndirectIndex& index : compute.indirect) {
    plan.scope.indirect.push_back(index.symbol);
  }
  Compiler compiler(plan.scope, inputs, plan.instructions);
  for (const ir::IndirectIndex& index : compute.indirect) {
    plan.indirect_slots.push_back(compiler.add(index.value));
  }
  plan.body = compiler.add(compute.body);
  if (compute.finalize) {
    Compiler finish(plan.scope, inputs, plan.finish);
    plan.finish_root = finish.add(compute.finalize);
  }
  return plan;
}

void merge_loops(Plan& plan) {
  if (plan.result_loops == 0) return;
  std::size_t inner = plan.result_loops - 1;
  for (std::size_t outer = inner; outer-- > 0;) {
    if (plan.extents[outer] == 1) continue;
    bool merges = plan.extents[inner] != 1;
    for (const std::vector<Instruction>* list : {&plan.instructions, &plan.finish}) {
      for (const Instruction& instruction : *list) {
        merges = merges && continues(instruction.index, outer, inner, plan.extents[inner]);
      }
    }
    if (merges) {
      plan.extents[inner] *= plan.extents[outer];
      plan.extents[outer] = 1;
    } else {
      inner = outer;
    }
  }
}

}  // namespace weft::eager
