/// \file Verification: lint, metas against operators, facts.
#include <weft/ir/passes/verify.h>

#include <fmt/format.h>

#include <optional>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/normalize.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// How closely a recorded meta has to match the inferred one.
struct Closeness {
  bool exact = false;    ///< symbolic extents have to be the same expression
  bool strides = false;  ///< strides count
};

bool fits(const IntExpr& recorded, const IntExpr& inferred, const Closeness& closeness) {
  if (recorded == inferred) return true;
  if (closeness.exact) return false;
  // Two expressions contradict each other where their difference is a number.
  return !(recorded - inferred).is_constant();
}

bool fits(const std::vector<IntExpr>& recorded, const std::vector<IntExpr>& inferred,
          const Closeness& closeness) {
  if (recorded.size() != inferred.size()) return false;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    if (!fits(recorded[i], inferred[i], closeness)) return false;
  }
  return true;
}

bool fits(const ValueMeta& recorded, const ValueMeta& inferred, const Closeness& closeness) {
  if (!inferred.known()) return true;
  if (!recorded.known()) return !closeness.exact;
  if (const TensorMeta* want = inferred.tensor()) {
    const TensorMeta* have = recorded.tensor();
    return have != nullptr && have->dtype == want->dtype &&
           fits(have->sizes, want->sizes, closeness) &&
           (!closeness.strides || fits(have->strides, want->strides, closeness));
  }
  if (const ValueMetaList* want = inferred.list()) {
    const ValueMetaList* have = recorded.list();
    if (have == nullptr || have->size() != want->size()) return false;
    for (std::size_t i = 0; i < want->size(); ++i) {
      if (!fits((*have)[i], (*want)[i], closeness)) return false;
    }
    return true;
  }
  if (const IntExpr* want = inferred.integer()) {
    const IntExpr* have = recorded.integer();
    return have == nullptr ? recorded.number() != nullptr : fits(*have, *want, closeness);
  }
  return true;
}

std::string strides_str(const ValueMeta& meta) {
  const TensorMeta* tensor = meta.tensor();
  return tensor == nullptr
             ? meta.str()
             : fmt::format("{} with strides {}", meta.str(), shape_str(tensor->strides));
}

// What is wrong with the node's meta; nothing if it fits.
std::optional<std::string> meta_fault(const Node& node, const Closeness& closeness) {
  const std::optional<Call> call = call_of_node(node);
  if (!call) return std::nullopt;
  const ValueMeta inferred = infer(*call);
  const ValueMeta& recorded = node.meta.value;
  if (fits(recorded, inferred, closeness)) return std::nullopt;
  // Extents that depend on data are new symbols each time they are asked for.
  const bool repeatable = infer(*call) == inferred;
  if (!repeatable && fits(recorded, inferred, {false, closeness.strides})) return std::nullopt;
  if (!recorded.known()) {
    return fmt::format("it has no meta, and `{}` gives {}", node.target(), inferred.str());
  }
  const bool same_text = recorded.str() == inferred.str();
  return fmt::format("its meta says {}, and `{}` gives {}",
                     same_text ? strides_str(recorded) : recorded.str(), node.target(),
                     same_text ? strides_str(inferred) : inferred.str());
}

bool is_normalised(const Node& node) {
  if (node.op() == nullptr) return true;
  if (node.opcode() != OpCode::kCallFunction) return false;
  std::vector<Argument> args;
  KeywordArguments kwargs;
  const Schema& schema = node.op()->schema;
  split_bound_arguments(
      schema, bind_arguments(schema, node.args(), node.kwargs(), node.meta.location), args, kwargs);
  return args == node.args() && kwargs == node.kwargs();
}

[[noreturn]] void blame(const std::string& pass, const Node& node, const std::string& what,
                        const std::string& hint) {
  fail(diag::PassLeftWrongNode, node.meta.location, {pass, node.name(), what, hint});
}

void check_metas(const GraphModule& module, const std::string& pass, const Closeness& closeness) {
  for (const Node* node : module.graph) {
    std::optional<std::string> fault;
    try {
      fault = meta_fault(*node, closeness);
    } catch (const Error& e) {
      // The operator does not take what the pass gave it.
      blame(pass, *node, e.diagnostic().message, "");
    }
    if (fault) {
      blame(pass, *node, *fault,
            "set the meta with infer_meta, or clear it and run shape_propagation after the pass");
    }
  }
}

}  // namespace

bool metas_agree(const GraphModule& module) {
  for (const Node* node : module.graph) {
    try {
      if (meta_fault(*node, {})) return false;
    } catch (const Error&) {
      return false;
    }
  }
  return true;
}

void verify(const GraphModule& module, const std::string& pass, const FactSet& facts, bool metas) {
  try {
    module.lint();
  } catch (const Error& e) {
    fail(diag::PassFailed, e.diagnostic().location, {pass, e.diagnostic().message});
  }
  const bool shapes = facts.count(fact::kShapes) != 0;
  if (metas || shapes) {
    check_metas(module, pass, {.exact = shapes, .strides = facts.count(fact::kStrides) != 0});
  }
  const bool normalised = facts.count(fact::kNormalised) != 0;
  const bool functional = facts.count(fact::kFunctional) != 0;
  if (!normalised && !functional) return;
  for (const Node* node : module.graph) {
    if (functional && may_write(module, *node)) {
      blame(pass, *node, "it may write into a tensor, and the graph was functional", "");
    }
    if (normalised && !is_normalised(*node)) {
      blame(pass, *node, "its call is not in the form that normalize gives", "");
    }
  }
}

}  // namespace weft::ir
