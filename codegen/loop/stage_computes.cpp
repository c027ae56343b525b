/// \file From tensor expressions of operators to stages.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/stage_builder.h>
#include <weft/ir/operators/reshape.h>

namespace weft::codegen {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::Symbol;

Stage StageBuilder::make_stage(const Node& node, const ir::Compute& compute,
                               const std::vector<Access>& operands) {
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
  make_axes(compute.vars, decided_sizes(node, compute.sizes), stage.axes);
  make_axes(compute.reduce_vars, decided_sizes(node, compute.reduce_sizes), stage.reduce);
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
    std::vector<IntExpr> index = access.at(load.indices);
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
  demand_loads_in_range(stage);
  return stage;
}

void StageBuilder::check_symbols(const Stage& stage) const {
  std::set<std::uint64_t> known;
  for (const Axis& axis : stage.axes) known.insert(axis.var->id);
  for (const Axis& axis : stage.reduce) known.insert(axis.var->id);
  for (const ir::IndirectIndex& index : stage.indirect) known.insert(index.symbol->id);
  const auto check = [&](const IntExpr& e) {
    for (const Symbol& symbol : e.symbols()) {
      if (known.count(symbol->id) != 0 || is_extent(symbol)) continue;
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
void StageBuilder::split_gather(Stage& stage) {
  const bool moves =
      std::any_of(stage.indirect.begin(), stage.indirect.end(), [&](const ir::IndirectIndex& i) {
        return std::any_of(stage.reduce.begin(), stage.reduce.end(),
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
  gather.axes.insert(gather.axes.end(), stage.reduce.begin(), stage.reduce.end());
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
  return finish_stage(make_stage(*access.node, compute, {access}), compute.dtype, access.sizes,
                      name);
}

ValueId StageBuilder::converted(const Access& access, const std::vector<DType>& types,
                                const std::string& name, const ir::Number& factor) {
  ir::Compute compute;
  compute.kind = ir::ComputeKind::kPointwise;
  compute.dtype = types.back();
  compute.sizes = access.sizes;
  compute.vars = fresh_vars(access.sizes, "i");
  compute.body = ir::load(graph_.values[access.value].dtype, 0, as_expressions(compute.vars));
  for (const DType type : types) compute.body = ir::cast(compute.body, type);
  if (!(factor == ir::Number(1))) {
    compute.body = compute.body * ir::constant(compute.dtype, factor);
  }
  return finish_stage(make_stage(*access.node, compute, {access}), compute.dtype, access.sizes,
                      name);
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
    stage = make_stage(*stage.node, compute, operands);
  }
}

void StageBuilder::add_computes(const Node& node, const ir::Call& call) {
  std::vector<Access> inputs = operands(node, call);
  const std::vector<ir::Compute> computes = ir::compute_of(call);
  std::vector<Access> results;
  for (std::size_t k = 0; k < computes.size(); ++k) {
    const ir::Compute& compute = computes[k];
    Stage stage = make_stage(node, compute, inputs);
    recognise(stage, compute, call, inputs);
    if (!stage.contraction) split_gather(stage);
    const std::string name =
        computes.size() == 1 ? node.name() : fmt::format("{}_{}", node.name(), k);
    results.push_back(whole(finish_stage(std::move(stage), compute.dtype, compute.sizes, name)));
  }
  tensors_[&node] = std::move(results);
}

// The value of which an access is all elements in row-major order.
}  // namespace weft::codegen
