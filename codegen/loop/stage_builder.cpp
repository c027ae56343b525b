/// \file From the nodes of a core graph to stages.
#include <weft/codegen/loop/stage_builder.h>

#include <fmt/format.h>

#include <algorithm>

#include <weft/codegen/diagnostics.h>
#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/register_operator.h>
#include <weft/ir/operators/reshape.h>
#include <weft/ir/passes/functionalize.h>

namespace weft::codegen {

using ir::IntExpr;
using ir::Symbol;
using ir::TensorMeta;

namespace {

bool is_number(const ir::ValueMeta& meta) { return meta.number() != nullptr; }

}  // namespace

TensorMeta number_meta(const ir::UnknownNumber& number) {
  return ir::dense(number.category == DTypeCategory::kFloating ? DType::kFloat64
                                                               : ir::default_dtype(number.category),
                   {});
}

std::vector<IntExpr> as_expressions(const std::vector<Symbol>& symbols) {
  return std::vector<IntExpr>(symbols.begin(), symbols.end());
}

std::vector<Symbol> fresh_vars(const std::vector<IntExpr>& sizes, const char* letter) {
  std::vector<Symbol> vars;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    vars.push_back(ir::make_index(fmt::format("{}{}", letter, d), sizes[d]));
  }
  return vars;
}

std::vector<IntExpr> TensorAccess::at(const std::vector<IntExpr>& point) const {
  Substitution replacements;
  for (std::size_t d = 0; d < vars.size(); ++d) replacements.emplace_back(vars[d], point[d]);
  return substitute(index, replacements);
}

StageGraph StageBuilder::build() {
  graph_.name = module_.name;
  for (const Node* node : module_.graph) {
    if (node->opcode() != ir::OpCode::kPlaceholder) continue;
    input_positions_.push_back(static_cast<int>(graph_.inputs.size()));
    add_input(*node);
  }
  std::vector<std::vector<IntExpr>> sizes;
  std::vector<std::string> names;
  for (const ValueId input : graph_.inputs) {
    sizes.push_back(graph_.values[input].sizes);
    names.push_back(graph_.values[input].node->name());
  }
  graph_.extents = find_extents(sizes, names);
  for (const Node* node : module_.graph) add_node(*node);
  remove_unused();
  mark_constants(graph_);
  return std::move(graph_);
}

void StageBuilder::add_node(const Node& node) {
  switch (node.opcode()) {
    case ir::OpCode::kPlaceholder:
      return;  // has been added
    case ir::OpCode::kGetAttr:
      return add_weight(node);
    case ir::OpCode::kCallFunction:
      return add_call(node);
    case ir::OpCode::kOutput:
      return add_outputs(node);
    case ir::OpCode::kCallModule:
    case ir::OpCode::kCallMethod:
      fail(diag::NotCoreLevel, node.meta.location,
           {node.name(), fmt::format("it is a {}", ir::opcode_name(node.opcode()))});
  }
}

const std::vector<IntExpr>& StageBuilder::decided_sizes(const Node& node,
                                                        const std::vector<IntExpr>& sizes) {
  for (const IntExpr& size : sizes) {
    if (size.is_constant()) continue;
    for (const Symbol& symbol : size.symbols()) {
      if (is_extent(symbol)) continue;
      fail(diag::ExtentNotConstant, node.meta.location,
           {node.name(), symbol->name, ir::shape_str(sizes)});
    }
    demand(node, size);
  }
  return sizes;
}

ValueId StageBuilder::add_value(const Node& node, DType dtype, std::vector<IntExpr> sizes,
                                Value::Origin origin, const std::string& name) {
  Value value;
  value.origin = origin;
  value.node = &node;
  value.name = names_.unique(name);
  value.dtype = dtype;
  value.sizes = origin == Value::Origin::kInput ? std::move(sizes) : decided_sizes(node, sizes);
  graph_.values.push_back(std::move(value));
  return static_cast<ValueId>(graph_.values.size()) - 1;
}

TensorAccess StageBuilder::whole(ValueId value) const {
  Access access;
  access.node = graph_.values[value].node;
  access.value = value;
  access.sizes = graph_.values[value].sizes;
  access.vars = fresh_vars(access.sizes, "v");
  access.index = as_expressions(access.vars);
  return access;
}

void StageBuilder::add_input(const Node& node) {
  const ir::ValueMeta& meta = node.meta.value;
  if (meta.integer() != nullptr) return;  // an extent, which the shapes hold already
  if (!meta.known()) {
    if (node.users().empty()) return;
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "its type is not known"});
  }
  const TensorMeta* tensor = meta.tensor();
  if (tensor == nullptr && !is_number(meta)) {
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "it is no tensor"});
  }
  const TensorMeta seen = tensor != nullptr ? *tensor : number_meta(*meta.number());
  const ValueId value = add_value(node, seen.dtype, seen.sizes, Value::Origin::kInput, node.name());
  graph_.inputs.push_back(value);
  tensors_[&node] = {whole(value)};
}

void StageBuilder::add_weight(const Node& node) {
  if (const auto it = weights_.find(node.target()); it != weights_.end()) {
    tensors_[&node] = {whole(it->second)};
    return;
  }
  const TensorMeta* meta = node.meta.value.tensor();
  if (meta == nullptr) {
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "its type is not known"});
  }
  const ValueId value =
      add_value(node, meta->dtype, meta->sizes, Value::Origin::kWeight, node.target());
  graph_.weights.push_back(value);
  weights_.emplace(node.target(), value);
  tensors_[&node] = {whole(value)};
}

void StageBuilder::add_call(const Node& node) {
  if (node.meta.value.integer() != nullptr) return;
  if (node.target() == "getitem") return add_item(node);
  const ir::Operator* op = node.op();
  if (op == nullptr) {
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "its operator is not known"});
  }
  if (op->functional != nullptr || op->writes()) {
    fail(diag::NotCoreLevel, node.meta.location,
         {node.name(), fmt::format("`{}` writes into its argument", op->full_name())});
  }
  const std::optional<ir::Call> call = ir::call_of_node(node);
  if (!call) fail(diag::NotCoreLevel, node.meta.location, {node.name(), "an operand has no meta"});
  const ir::Meaning& meaning = op->meaning();
  // The shapes of the inputs, which the entry checks, say this already.
  if (op->full_name() == "check_argument") {
    const auto expected = node.args()[1].number();
    const Node* size = node.args()[0].node();
    const auto given = node.args()[0].number();
    const bool same = size == nullptr ? given == expected
                                      : expected && size->meta.value.integer() &&
                                            size->meta.value.integer()->is(expected->as_int());
    if (expected && same) return;
  }
  if (op->full_name() == "check_extent") {
    return demand(node, call->integer(0), call->text(1));
  }
  // Host code that a user registered has no kernel unless there is C++ source for it.
  const bool host_code =
      op->definition && std::holds_alternative<ir::Structured>(meaning) && !op->definition->cpp;
  if (op->row->effect == ir::Effect::kHost || host_code) {
    fail(diag::NoLowering, node.meta.location, {op->full_name()});
  }
  if (op->full_name() == "sym_float") {
    const Access number = operands(node, *call).at(0);
    const DType wide = DType::kFloat64;
    const bool is_wide = graph_.values[number.value].dtype == wide;
    tensors_[&node] = {is_wide ? number : whole(converted(number, {wide}, node.name(), 1))};
    return;
  }
  if (op->full_name() == "item") return add_element(node, operands(node, *call).at(0));
  if (std::holds_alternative<ir::ShapeQuery>(meaning)) return;  // the shapes hold the answer
  if (std::holds_alternative<ir::DecomposeRule>(meaning)) {
    fail(diag::NotCoreLevel, node.meta.location,
         {node.name(), fmt::format("`{}` has to be decomposed", op->full_name())});
  }
  const ir::AssumptionScope scope;
  if (std::holds_alternative<ir::View>(meaning)) {
    add_views(node, *call);
  } else if (std::holds_alternative<ir::Structured>(meaning)) {
    ir::infer(*call);  // for what its rule assumes
    add_library_call(node, *call);
  } else {
    add_computes(node, *call);
  }
  for (const IntExpr& assumption : scope.assumptions()) demand(node, assumption);
}

std::vector<TensorAccess> StageBuilder::operands(const Node& node, const ir::Call& call) const {
  std::vector<Access> result;
  const auto bound =
      ir::bind_arguments(call.op().schema, node.args(), node.kwargs(), node.meta.location);
  for (const ir::Argument& argument : bound) {
    ir::for_each_node(argument, [&](const Node* operand) {
      const auto it = tensors_.find(operand);
      if (it != tensors_.end()) result.insert(result.end(), it->second.begin(), it->second.end());
    });
  }
  if (result.size() != call.inputs().size()) {
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "an operand is no tensor"});
  }
  return result;
}

void StageBuilder::add_views(const Node& node, const ir::Call& call) {
  const Access base = operands(node, call).at(0);
  std::vector<Access> views;
  for (const ir::ViewMap& map : ir::view_of(call)) {
    Access access;
    access.node = &node;
    access.value = base.value;
    access.sizes = decided_sizes(node, map.sizes);
    access.vars = map.vars;
    access.index = base.at(map.index);
    views.push_back(std::move(access));
  }
  tensors_[&node] = std::move(views);
}

// The only element of a tensor, as the number that operators take it for.
void StageBuilder::add_element(const Node& node, const Access& tensor) {
  const ir::UnknownNumber* number = node.meta.value.number();
  if (number == nullptr) {
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "its type is not known"});
  }
  demand(node, ir::product(tensor.sizes) - 1);
  demand(node, IntExpr(1) - ir::product(tensor.sizes));
  Access element;
  element.node = &node;
  element.value = tensor.value;
  element.index = tensor.at(std::vector<IntExpr>(tensor.sizes.size(), 0));
  const DType type = number_meta(*number).dtype;
  const bool is_same = graph_.values[element.value].dtype == type;
  tensors_[&node] = {is_same ? element : whole(converted(element, {type}, node.name(), 1))};
}

void StageBuilder::add_item(const Node& node) {
  const Node* tuple = node.args().empty() ? nullptr : node.args()[0].node();
  const auto it = tensors_.find(tuple);
  const auto position = node.args().size() > 1 ? node.args()[1].number() : std::nullopt;
  if (it == tensors_.end() || !position) {
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "it does not pick a result"});
  }
  const auto count = static_cast<std::int64_t>(it->second.size());
  std::int64_t k = position->as_int();
  if (k < 0) k += count;
  if (k < 0 || k >= count) {
    fail(diag::NotCoreLevel, node.meta.location, {node.name(), "there is no such result"});
  }
  tensors_[&node] = {it->second[static_cast<std::size_t>(k)]};
}

std::optional<ValueId> StageBuilder::dense_value(const Access& access) const {
  const Value& value = graph_.values[access.value];
  if (!(ir::product(access.sizes) == ir::product(value.sizes))) return std::nullopt;
  if (ir::product(value.sizes).is(0)) return access.value;
  Substitution unit;
  for (std::size_t d = 0; d < access.sizes.size(); ++d) {
    if (access.sizes[d].is(1)) unit.emplace_back(access.vars[d], 0);
  }
  const IntExpr there = ir::linearise(access.index, value.sizes).substitute(unit);
  const IntExpr here = ir::linearise(as_expressions(access.vars), access.sizes).substitute(unit);
  if (there == here) return access.value;
  return std::nullopt;
}

void StageBuilder::add_outputs(const Node& node) {
  if (node.args().empty()) return;
  std::vector<const Node*> results;
  ir::for_each_node(node.args()[0], [&](const Node* result) { results.push_back(result); });
  const std::vector<std::size_t> written = ir::written_inputs(module_.graph);
  const std::size_t own = results.size() - written.size();
  for (std::size_t k = 0; k < own; ++k) {
    if (results[k]->meta.value.integer() != nullptr) continue;  // an extent: no code computes it
    for (const Access& access : result_accesses(*results[k])) add_output(*results[k], access);
  }
  for (std::size_t k = own; k < results.size(); ++k) {
    add_written(*results[k], result_accesses(*results[k]).at(0), written[k - own]);
  }
}

const std::vector<TensorAccess>& StageBuilder::result_accesses(const Node& result) const {
  const auto it = tensors_.find(&result);
  if (it == tensors_.end()) fail(diag::ResultNotTensor, result.meta.location, {result.name()});
  return it->second;
}

void StageBuilder::add_output(const Node& result, const Access& access) {
  const auto dense = dense_value(access);
  ValueId value = access.value;
  if (!dense || graph_.values[value].origin != Value::Origin::kStage ||
      graph_.values[value].output >= 0) {
    value = copy(access, result.name() + "_out");
  }
  graph_.values[value].output = static_cast<int>(graph_.outputs.size());
  graph_.outputs.push_back(value);
  graph_.output_metas.push_back(ir::dense(graph_.values[value].dtype, access.sizes));
}

void StageBuilder::add_written(const Node& result, const Access& access, std::size_t input) {
  ValueId value = access.value;
  // Inputs are written one after the other, so none may hold what another gets.
  if (!dense_value(access) || graph_.values[value].origin != Value::Origin::kStage) {
    value = copy(access, result.name() + "_written");
  }
  graph_.values[value].written = true;
  graph_.written.emplace_back(input_positions_.at(input), value);
}

void StageBuilder::remove_unused() {
  std::vector<bool> used(graph_.values.size(), false);
  for (const ValueId value : graph_.outputs) used[value] = true;
  for (const auto& [input, value] : graph_.written) used[value] = true;
  for (std::size_t k = graph_.stages.size(); k-- > 0;) {
    Stage& stage = graph_.stages[k];
    // What finds a number is kept: shapes may depend on it.
    stage.removed = !used[stage.output] && !(stage.library_call && stage.library_call->found);
    if (stage.library_call && !stage.library_call->found) {
      stage.removed =
          std::none_of(stage.library_call->outputs.begin(), stage.library_call->outputs.end(),
                       [&](ValueId v) { return used[v]; });
    }
    if (stage.removed) continue;
    for (const ValueId value : values_read(stage)) used[value] = true;
  }
}

StageGraph build_stages(const ir::GraphModule& module, const LowerOptions& options) {
  return StageBuilder(module, options).build();
}

}  // namespace weft::codegen
