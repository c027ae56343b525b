/// \file Pass: computations that give the elements of an earlier value in their places go away.
#include <weft/ir/passes/simplify/element_forwarding.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/rewrite.h>
#include <weft/ir/passes/simplify/exact_scalar.h>

namespace weft::ir {
namespace {

constexpr int kDeepest = 8;    // operators that are looked through
constexpr int kLargest = 200;  // nodes of an expression

// One result of a node.
struct Source {
  Node* node = nullptr;
  std::size_t result = 0;
  friend bool operator==(const Source&, const Source&) = default;
};

// What an element is made of: loads are of `sources`.
struct Meaning {
  std::vector<Symbol> vars;
  std::vector<IntExpr> sizes;
  DType dtype = DType::kFloat32;
  ScalarExpr body;
  std::vector<Source> sources;
  bool only_views = true;
};

bool may_be_looked_through(ScalarOp op) {
  switch (op) {
    case ScalarOp::kConstant:
    case ScalarOp::kLoad:
    case ScalarOp::kIndex:
    case ScalarOp::kCast:
    case ScalarOp::kSelect:
    case ScalarOp::kNeg:
    case ScalarOp::kNot:
    case ScalarOp::kBitNot:
    case ScalarOp::kAnd:
    case ScalarOp::kOr:
    case ScalarOp::kAdd:
    case ScalarOp::kSub:
    case ScalarOp::kMul:
    case ScalarOp::kDiv:
    case ScalarOp::kPow:
    case ScalarOp::kEq:
    case ScalarOp::kNe:
    case ScalarOp::kLt:
    case ScalarOp::kLe:
    case ScalarOp::kGt:
    case ScalarOp::kGe:
      return true;
    default:
      return false;
  }
}

bool is_small(const ScalarExpr& body) {
  int count = 0;
  bool known = true;
  for_each_node(body, [&](const ScalarExpr& e) {
    ++count;
    known = known && may_be_looked_through(e->op);
  });
  return known && count <= kLargest;
}

const TensorMeta* meta_of(const Source& source) {
  const ValueMeta& value = source.node->meta.value;
  if (const ValueMetaList* list = value.list()) {
    return source.result < list->size() ? (*list)[source.result].tensor() : nullptr;
  }
  return source.result == 0 ? value.tensor() : nullptr;
}

// The tensors that a call reads, by their ordinals; empty if one is not known.
std::vector<Source> operands_of(const Node& node, const Call& call) {
  const std::vector<Argument> bound =
      bind_arguments(node.op()->schema, node.args(), node.kwargs(), node.meta.location);
  std::vector<Source> sources(call.inputs().size());
  const auto enter = [&](std::size_t i, std::size_t element, Source source) {
    const auto ordinal = static_cast<std::size_t>(call.input_ordinal(i, element));
    if (ordinal < sources.size()) sources[ordinal] = source;
  };
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const auto* items = std::get_if<std::vector<CallArgument>>(&call.argument(i).value);
    if (items == nullptr) {
      if (call.is_tensor(i)) enter(i, 0, {bound[i].node(), 0});
      continue;
    }
    const bool tensors = !items->empty() && std::all_of(items->begin(), items->end(), [](auto& a) {
      return std::holds_alternative<TensorMeta>(a.value);
    });
    if (!tensors) continue;
    for (std::size_t e = 0; e < items->size(); ++e) {
      if (const ArgumentList* list = bound[i].list()) {
        enter(i, e, {(*list)[e].node(), 0});
      } else {
        enter(i, e, {bound[i].node(), e});
      }
    }
  }
  const bool all = std::all_of(sources.begin(), sources.end(),
                               [](const Source& source) { return source.node != nullptr; });
  return all ? sources : std::vector<Source>();
}

// `getitem` of a node with several results.
std::optional<Source> element_of(const Node& node) {
  if (node.op() == nullptr || node.op()->schema.name != "getitem" || node.args().size() != 2) {
    return std::nullopt;
  }
  Node* all = node.args()[0].node();
  const std::optional<Number> index = node.args()[1].number();
  if (all == nullptr || !index || all->meta.value.list() == nullptr) return std::nullopt;
  const auto count = static_cast<std::int64_t>(all->meta.value.list()->size());
  const std::int64_t k = index->as_int() < 0 ? index->as_int() + count : index->as_int();
  if (k < 0 || k >= count) return std::nullopt;
  return Source{all, static_cast<std::size_t>(k)};
}

// What one result means in terms of the operands; nothing where it is more than moving elements
// and a little arithmetic.
std::optional<Meaning> meaning_of(const Source& source) {
  if (const auto element = element_of(*source.node)) return meaning_of(*element);
  const Operator* op = source.node->op();
  if (op == nullptr || op->writes() || op->row->effect != Effect::kPure) return std::nullopt;
  const TensorMeta* meta = meta_of(source);
  const std::optional<Call> call = call_of_node(*source.node);
  if (meta == nullptr || !call) return std::nullopt;
  Meaning meaning;
  if (op->is_view()) {
    std::vector<ViewMap> maps = view_of(*call);
    if (source.result >= maps.size() || call->tensor(0).dtype != meta->dtype) return std::nullopt;
    ViewMap& map = maps[source.result];
    meaning.body = load(meta->dtype, 0, std::move(map.index));
    meaning.vars = std::move(map.vars);
    meaning.sizes = std::move(map.sizes);
    meaning.dtype = meta->dtype;
  } else if (std::holds_alternative<Pointwise>(op->meaning()) ||
             std::holds_alternative<ComputeRule>(op->meaning())) {
    const std::vector<Compute> computes = compute_of(*call);
    if (source.result >= computes.size()) return std::nullopt;
    const Compute& c = computes[source.result];
    if (c.combine != Combine::kNone || !c.indirect.empty() || c.finalize) return std::nullopt;
    meaning = {c.vars, c.sizes, c.dtype, c.body, {}, false};
  } else {
    return std::nullopt;
  }
  if (!is_small(meaning.body) || meaning.sizes != meta->sizes) return std::nullopt;
  meaning.sources = operands_of(*source.node, *call);
  if (meaning.sources.empty()) return std::nullopt;
  meaning.body = simplify_exactly(meaning.body);
  return meaning;
}

ScalarExpr at(const ScalarExpr& body, const std::vector<Symbol>& vars,
              const std::vector<IntExpr>& index, const std::vector<int>& inputs) {
  std::vector<std::pair<Symbol, IntExpr>> places;
  for (std::size_t d = 0; d < vars.size(); ++d) places.emplace_back(vars[d], index[d]);
  return transform(body, [&](const ScalarNode& node) -> ScalarExpr {
    if (node.indices.empty() && node.op != ScalarOp::kLoad) return {};
    ScalarNode copy = node;
    for (IntExpr& i : copy.indices) i = i.substitute(places);
    if (copy.op == ScalarOp::kLoad) copy.input = inputs[static_cast<std::size_t>(node.input)];
    return ScalarExpr(std::make_shared<const ScalarNode>(std::move(copy)));
  });
}

// Replaces loads of values that can be looked through by what those mean; whether there were any.
bool look_through(Meaning& meaning) {
  std::vector<std::optional<Meaning>> inner;
  for (const Source& source : meaning.sources) inner.push_back(meaning_of(source));
  std::vector<Source> sources;
  const auto place_of = [&](const Source& source) {
    const auto found = std::find(sources.begin(), sources.end(), source);
    if (found == sources.end()) sources.push_back(source);
    return static_cast<int>(std::find(sources.begin(), sources.end(), source) - sources.begin());
  };
  bool changed = false;
  meaning.body = transform(meaning.body, [&](const ScalarNode& node) -> ScalarExpr {
    if (node.op != ScalarOp::kLoad) return {};
    const auto input = static_cast<std::size_t>(node.input);
    const std::optional<Meaning>& below = inner[input];
    ScalarNode copy = node;
    if (!below || below->vars.size() != node.indices.size() || below->dtype != node.type) {
      copy.input = place_of(meaning.sources[input]);
      return ScalarExpr(std::make_shared<const ScalarNode>(std::move(copy)));
    }
    changed = true;
    meaning.only_views = meaning.only_views && below->only_views;
    std::vector<int> inputs;
    for (const Source& source : below->sources) inputs.push_back(place_of(source));
    const ScalarExpr element = at(below->body, below->vars, node.indices, inputs);
    return node.operands.empty() ? element : select(node.operands[0], element, node.operands[1]);
  });
  meaning.sources = std::move(sources);
  if (changed) meaning.body = simplify_exactly(meaning.body);
  return changed && is_small(meaning.body);
}

// The value whose elements these are, each in its place; null if there is none.
Node* forwarded(const Meaning& meaning) {
  const ScalarExpr& body = meaning.body;
  if (body->op != ScalarOp::kLoad || !body->operands.empty()) return nullptr;
  const Source& source = meaning.sources[static_cast<std::size_t>(body->input)];
  const TensorMeta* meta = source.node->meta.value.tensor();  // of a list, no single value
  if (meta == nullptr || meta->dtype != meaning.dtype || body->type != meaning.dtype ||
      meta->sizes != meaning.sizes || body->indices.size() != meaning.vars.size()) {
    return nullptr;
  }
  for (std::size_t d = 0; d < meaning.vars.size(); ++d) {
    if (meaning.sizes[d].is(1)) continue;  // one element has one place
    if (!(body->indices[d] == IntExpr(meaning.vars[d]))) return nullptr;
  }
  return source.node;
}

struct Found {
  Node* value = nullptr;
  bool only_views = false;
};

Found find_value(Node* node) {
  const AssumptionScope scope;
  std::optional<Meaning> meaning = meaning_of({node, 0});
  for (int depth = 0; meaning && depth < kDeepest; ++depth) {
    if (Node* value = forwarded(*meaning)) {
      // What the operators in between demand of the extents would be demanded no longer.
      if (!scope.assumptions().empty()) return {};
      return {value, meaning->only_views};
    }
    if (!look_through(*meaning)) break;
  }
  return {};
}

}  // namespace

bool element_forwarding(GraphModule& module, PassContext&) {
  for (const Node* node : module.graph) {
    if (may_change_memory(module, *node)) return false;
  }
  const std::unordered_set<const Node*> escaping = escaping_nodes(module.graph);
  bool changed = false;
  for (Node* node : module.graph) {
    // A removed move had given later views the strides that they promise to need.
    if (changed) drop_stride_promise(node);
    if (node->opcode() != OpCode::kCallFunction || node->is_impure() ||
        node->meta.value.tensor() == nullptr) {
      continue;
    }
    const Found found = find_value(node);
    if (found.value == nullptr) continue;
    const bool same_storage = found.only_views && found.value->meta.value == node->meta.value;
    if (escaping.count(node) != 0 && !same_storage) continue;
    replace_node(node, found.value, false);
    changed = true;
  }
  return changed;
}

}  // namespace weft::ir
