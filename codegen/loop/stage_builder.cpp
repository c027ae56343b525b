/// \file From a core graph to stages.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/library_parameters.h>
#include <weft/codegen/loop/names.h>
#include <weft/codegen/loop/stage.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/reshape.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::Node;
using ir::ScalarExpr;
using ir::Symbol;
using ir::TensorMeta;

/// A tensor of the graph: element `vars` is element `index` of a value.
struct Access {
  const Node* node = nullptr;  ///< that gives it
  ValueId value = 0;
  std::vector<Symbol> vars;
  std::vector<IntExpr> sizes;
  std::vector<IntExpr> index;
};

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

Substitution pairwise(const std::vector<Symbol>& from, const std::vector<IntExpr>& to) {
  Substitution result;
  for (std::size_t d = 0; d < from.size(); ++d) result.emplace_back(from[d], to[d]);
  return result;
}

std::vector<IntExpr> index_at(const Access& access, const std::vector<IntExpr>& at) {
  return substitute(access.index, pairwise(access.vars, at));
}

bool is_number(const ir::ValueMeta& meta) { return meta.number() != nullptr; }

/// A number that is known only at run time is a tensor without dimensions of its widest type.
TensorMeta number_meta(const ir::UnknownNumber& number) {
  return ir::dense(number.category == DTypeCategory::kFloating ? DType::kFloat64
                                                               : ir::default_dtype(number.category),
                   {});
}

class StageBuilder {
 public:
  StageBuilder(const ir::GraphModule& module, const LowerOptions& options)
      : module_(module), options_(options) {}

  StageGraph build() {
    graph_.name = module_.name;
    for (const Node* node : module_.graph) add_node(*node);
    remove_unused();
    return std::move(graph_);
  }

 private:
  void add_node(const Node& node);
  void add_input(const Node& node);
  void add_weight(const Node& node);
  void add_call(const Node& node);
  void add_computes(const Node& node, const ir::Call& call);
  void add_views(const Node& node, const ir::Call& call);
  void add_item(const Node& node);
  void add_library_call(const Node& node, const ir::Call& call);
  void add_outputs(const Node& node);
  void remove_unused();

  ValueId add_value(const Node& node, DType dtype, std::vector<IntExpr> sizes, Value::Origin origin,
                    const std::string& name);
  Access whole(ValueId value) const;
  std::vector<Access> operands(const Node& node, const ir::Call& call) const;
  std::vector<IntExpr> constant_sizes(const Node& node, const std::vector<IntExpr>& sizes) const;
  Stage make_stage(const Node& node, const ir::Compute& compute,
                   const std::vector<Access>& operands, std::vector<Axis>* reduce_dims) const;
  void split_gather(Stage& stage, const std::vector<Axis>& reduce_dims);
  ValueId finish_stage(Stage stage, DType dtype, std::vector<IntExpr> sizes,
                       const std::string& name);
  ValueId copy(const Access& access, const std::string& name);
  void recognise(Stage& stage, const ir::Compute& compute, const ir::Call& call,
                 std::vector<Access>& operands);
  void check_symbols(const Stage& stage) const;
  std::optional<ValueId> dense_value(const Access& access) const;

  const ir::GraphModule& module_;
  const LowerOptions& options_;
  StageGraph graph_;
  std::unordered_map<const Node*, std::vector<Access>> tensors_;
  std::unordered_map<std::string, ValueId> weights_;
  NameTable names_;
};

void StageBuilder::add_node(const Node& node) {
  switch (node.opcode()) {
    case ir::OpCode::kPlaceholder:
      return add_input(node);
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

std::vector<IntExpr> StageBuilder::constant_sizes(const Node& node,
                                                  const std::vector<IntExpr>& sizes) const {
  for (const IntExpr& size : sizes) {
    if (size.is_constant()) continue;
    fail(diag::ExtentNotConstant, node.meta.location,
         {node.name(), size.str(), ir::shape_str(sizes)});
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
  value.sizes = constant_sizes(node, sizes);
  graph_.values.push_back(std::move(value));
  return static_cast<ValueId>(graph_.values.size()) - 1;
}

Access StageBuilder::whole(ValueId value) const {
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
  if (op->row->effect == ir::Effect::kRandom) {
    fail(diag::RandomNotCompiled, node.meta.location, {op->full_name()});
  }
  const std::optional<ir::Call> call = ir::call_of_node(node);
  if (!call) fail(diag::NotCoreLevel, node.meta.location, {node.name(), "an operand has no meta"});
  const ir::Meaning& meaning = op->meaning();
  if (op->row->effect == ir::Effect::kHost || std::holds_alternative<ir::ShapeQuery>(meaning)) {
    fail(diag::NoLowering, node.meta.location, {op->full_name()});
  }
  if (std::holds_alternative<ir::DecomposeRule>(meaning)) {
    fail(diag::NotCoreLevel, node.meta.location,
         {node.name(), fmt::format("`{}` has to be decomposed", op->full_name())});
  }
  if (std::holds_alternative<ir::View>(meaning)) return add_views(node, *call);
  if (std::holds_alternative<ir::Structured>(meaning)) return add_library_call(node, *call);
  add_computes(node, *call);
}

std::vector<Access> StageBuilder::operands(const Node& node, const ir::Call& call) const {
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
    access.sizes = constant_sizes(node, map.sizes);
    access.vars = map.vars;
    access.index = index_at(base, map.index);
    views.push_back(std::move(access));
  }
  tensors_[&node] = std::move(views);
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

Stage StageBuilder::make_stage(const Node& node, const ir::Compute& compute,
                               const std::vector<Access>& operands,
                               std::vector<Axis>* reduce_dims) const {
  Stage stage;
  stage.node = &node;
  stage.nodes = {&node};
  stage.kind = compute.kind;
  stage.combine = compute.combine;
  Substitution vars;
  const auto make_axes = [&](const std::vector<Symbol>& symbols, const std::vector<IntExpr>& sizes,
                             std::vector<Axis>& axes) {
    for (std::size_t d = 0; d < symbols.size(); ++d) {
      if (sizes[d].is(1)) {
        vars.emplace_back(symbols[d], 0);
        continue;
      }
      axes.push_back({ir::make_index(symbols[d]->name, sizes[d]), sizes[d]});
      vars.emplace_back(symbols[d], axes.back().var);
    }
  };
  make_axes(compute.vars, constant_sizes(node, compute.sizes), stage.axes);
  make_axes(compute.reduce_vars, constant_sizes(node, compute.reduce_sizes), stage.reduce);
  if (reduce_dims != nullptr) *reduce_dims = stage.reduce;
  stage.store_index = substitute(as_expressions(compute.vars), vars);

  // A symbol of its own for each data-dependent index: the operator may use one for several calls.
  for (const ir::IndirectIndex& index : compute.indirect) {
    const Symbol own =
        ir::make_symbol(index.symbol->name, index.symbol->lower, index.symbol->upper);
    stage.indirect.push_back({own, ScalarExpr()});
    vars.emplace_back(index.symbol, own);
  }
  const auto load_operand = [&](const ir::ScalarNode& load) -> ScalarExpr {
    const Access& access = operands.at(static_cast<std::size_t>(load.input));
    std::vector<IntExpr> index = index_at(access, load.indices);
    if (load.operands.empty()) return ir::load(load.type, access.value, std::move(index));
    return ir::load_if(load.type, access.value, std::move(index), load.operands[0],
                       load.operands[1]);
  };
  const auto rewrite = [&](const ScalarExpr& expression) {
    return fold_constants(rewrite_loads(substitute(expression, vars), load_operand));
  };
  for (std::size_t k = 0; k < compute.indirect.size(); ++k) {
    stage.indirect[k].value = rewrite(compute.indirect[k].value);
  }
  stage.body = rewrite(compute.body);
  stage.finalize = rewrite(compute.finalize);
  return stage;
}

void StageBuilder::check_symbols(const Stage& stage) const {
  std::set<std::uint64_t> known;
  for (const Axis& axis : stage.axes) known.insert(axis.var->id);
  for (const Axis& axis : stage.reduce) known.insert(axis.var->id);
  for (const ir::IndirectIndex& index : stage.indirect) known.insert(index.symbol->id);
  const auto check = [&](const IntExpr& e) {
    for (const Symbol& symbol : e.symbols()) {
      if (known.count(symbol->id) != 0) continue;
      fail(diag::ExtentNotConstant, stage.node->meta.location,
           {stage.node->name(), symbol->name, "the computation"});
    }
  };
  for (const ir::IndirectIndex& index : stage.indirect) for_each_index(index.value, check);
  for_each_index(stage.body, check);
  for_each_index(stage.finalize, check);
}

// A reduction whose data-dependent indices move with the reduced dimensions gathers first: a Reduce
// has no place for them.
void StageBuilder::split_gather(Stage& stage, const std::vector<Axis>& reduce_dims) {
  const bool moves =
      std::any_of(stage.indirect.begin(), stage.indirect.end(), [&](const ir::IndirectIndex& i) {
        return std::any_of(reduce_dims.begin(), reduce_dims.end(),
                           [&](const Axis& axis) { return depends_on(i.value, axis.var); });
      });
  if (!moves) return;
  Stage gather = stage;
  gather.kind = ir::ComputeKind::kGather;
  gather.combine = ir::Combine::kNone;
  gather.finalize = {};
  gather.reduce.clear();
  std::vector<IntExpr> sizes;
  gather.store_index.clear();
  gather.axes.insert(gather.axes.end(), reduce_dims.begin(), reduce_dims.end());
  for (const Axis& axis : gather.axes) {
    sizes.push_back(axis.extent);
    gather.store_index.emplace_back(axis.var);
  }
  const DType dtype = gather.body.type();
  const std::vector<IntExpr> index = gather.store_index;
  const ValueId gathered =
      finish_stage(std::move(gather), dtype, std::move(sizes), stage.node->name() + "_gathered");

  // The two stages have different symbols, as any two stages do.
  Substitution own;
  const auto renew = [&](std::vector<Axis>& axes) {
    for (Axis& axis : axes) {
      const Symbol symbol = ir::make_index(axis.var->name, axis.extent);
      own.emplace_back(axis.var, symbol);
      axis.var = symbol;
    }
  };
  renew(stage.axes);
  renew(stage.reduce);
  stage.indirect.clear();
  stage.body = ir::load(dtype, gathered, index);
  substitute(stage, own);
}

ValueId StageBuilder::finish_stage(Stage stage, DType dtype, std::vector<IntExpr> sizes,
                                   const std::string& name) {
  check_symbols(stage);
  const ValueId value =
      add_value(*stage.node, dtype, std::move(sizes), Value::Origin::kStage, name);
  graph_.values[value].stage = static_cast<int>(graph_.stages.size());
  stage.output = value;
  graph_.stages.push_back(std::move(stage));
  return value;
}

ValueId StageBuilder::copy(const Access& access, const std::string& name) {
  ir::Compute compute;
  compute.kind = ir::ComputeKind::kMove;
  compute.dtype = graph_.values[access.value].dtype;
  compute.sizes = access.sizes;
  compute.vars = fresh_vars(access.sizes, "i");
  compute.body = ir::load(compute.dtype, 0, as_expressions(compute.vars));
  return finish_stage(make_stage(*access.node, compute, {access}, nullptr), compute.dtype,
                      access.sizes, name);
}

void StageBuilder::recognise(Stage& stage, const ir::Compute& compute, const ir::Call& call,
                             std::vector<Access>& operands) {
  const bool convolution = compute.kind == ir::ComputeKind::kConvolution;
  if (!options_.contractions || (!convolution && compute.kind != ir::ComputeKind::kMatmul)) return;
  // At most one attempt for each operand that has to be copied.
  for (int attempt = 0; attempt < 3; ++attempt) {
    Recognition found;
    if (convolution) {
      if (operands.size() < 2) return;
      ConvolutionProbe probe;
      const auto fill = [&](const Access& access, std::vector<Symbol>& vars,
                            ContractionOperand& operand) {
        vars = access.vars;
        operand = {access.value, ir::linearise(access.index, graph_.values[access.value].sizes)};
      };
      fill(operands[0], probe.input_vars, probe.input);
      fill(operands[1], probe.weight_vars, probe.weight);
      found = recognise_convolution(graph_, stage, call, probe);
    } else {
      found = recognise_matmul(graph_, stage);
    }
    if (found.contraction) stage.contraction = std::move(found.contraction);
    if (!found.copy_operand) return;
    Access& operand = operands[static_cast<std::size_t>(*found.copy_operand)];
    const Value& source = graph_.values[operand.value];
    operand = whole(copy(operand, source.name + "_packed"));
    stage = make_stage(*stage.node, compute, operands, nullptr);
  }
}

void StageBuilder::add_computes(const Node& node, const ir::Call& call) {
  std::vector<Access> inputs = operands(node, call);
  const std::vector<ir::Compute> computes = ir::compute_of(call);
  std::vector<Access> results;
  for (std::size_t k = 0; k < computes.size(); ++k) {
    const ir::Compute& compute = computes[k];
    std::vector<Axis> reduce_dims;
    Stage stage = make_stage(node, compute, inputs, &reduce_dims);
    recognise(stage, compute, call, inputs);
    if (!stage.contraction) split_gather(stage, reduce_dims);
    const std::string name =
        computes.size() == 1 ? node.name() : fmt::format("{}_{}", node.name(), k);
    results.push_back(whole(finish_stage(std::move(stage), compute.dtype, compute.sizes, name)));
  }
  tensors_[&node] = std::move(results);
}

// The value of which an access is all elements in row-major order.
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

void StageBuilder::add_library_call(const Node& node, const ir::Call& call) {
  LibraryStage library;
  for (const Access& operand : operands(node, call)) {
    const auto dense = dense_value(operand);
    const Value& source = graph_.values[operand.value];
    library.inputs.push_back(
        dense && source.sizes == operand.sizes ? *dense : copy(operand, source.name + "_dense"));
  }
  library.parameters = library_parameters(call);
  const ir::ValueMeta& meta = node.meta.value;
  std::vector<const TensorMeta*> metas;
  if (meta.tensor() != nullptr) metas.push_back(meta.tensor());
  if (meta.list() != nullptr) {
    for (const ir::ValueMeta& part : *meta.list()) metas.push_back(part.tensor());
  }
  Stage stage;
  stage.node = &node;
  stage.nodes = {&node};
  std::vector<Access> results;
  for (std::size_t k = 0; k < metas.size(); ++k) {
    if (metas[k] == nullptr) fail(diag::NoLowering, node.meta.location, {call.op().full_name()});
    const std::string name = metas.size() == 1 ? node.name() : fmt::format("{}_{}", node.name(), k);
    const ValueId value =
        add_value(node, metas[k]->dtype, metas[k]->sizes, Value::Origin::kStage, name);
    graph_.values[value].stage = static_cast<int>(graph_.stages.size());
    library.outputs.push_back(value);
    results.push_back(whole(value));
  }
  if (results.empty()) fail(diag::NoLowering, node.meta.location, {call.op().full_name()});
  stage.output = library.outputs[0];
  stage.library = std::move(library);
  graph_.stages.push_back(std::move(stage));
  tensors_[&node] = std::move(results);
}

void StageBuilder::add_outputs(const Node& node) {
  if (node.args().empty()) return;
  ir::for_each_node(node.args()[0], [&](const Node* result) {
    if (result->meta.value.integer() != nullptr) return;  // an extent: no code computes it
    const auto it = tensors_.find(result);
    if (it == tensors_.end()) {
      fail(diag::ResultNotTensor, result->meta.location, {result->name()});
    }
    for (const Access& access : it->second) {
      const auto dense = dense_value(access);
      ValueId value = access.value;
      if (!dense || graph_.values[value].origin != Value::Origin::kStage ||
          graph_.values[value].output >= 0) {
        value = copy(access, result->name() + "_out");
      }
      graph_.values[value].output = static_cast<int>(graph_.outputs.size());
      graph_.outputs.push_back(value);
      graph_.output_metas.push_back(ir::dense(graph_.values[value].dtype, access.sizes));
    }
  });
}

void StageBuilder::remove_unused() {
  std::vector<bool> used(graph_.values.size(), false);
  for (const ValueId value : graph_.outputs) used[value] = true;
  for (std::size_t k = graph_.stages.size(); k-- > 0;) {
    Stage& stage = graph_.stages[k];
    stage.removed = !used[stage.output];
    if (stage.library) {
      stage.removed = std::none_of(stage.library->outputs.begin(), stage.library->outputs.end(),
                                   [&](ValueId v) { return used[v]; });
    }
    if (stage.removed) continue;
    for (const ValueId value : values_read(stage)) used[value] = true;
  }
}

}  // namespace

StageGraph build_stages(const ir::GraphModule& module, const LowerOptions& options) {
  return StageBuilder(module, options).build();
}

}  // namespace weft::codegen
