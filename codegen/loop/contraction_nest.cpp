/// \file The statements of a contraction group.
#include <weft/codegen/loop/contraction_nest.h>

#include <algorithm>
#include <map>

#include <weft/codegen/loop/schedule.h>
#include <weft/codegen/loop/statement.h>
#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/reshape.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::ScalarNode;

/// A product with more operations than this is worth several threads by itself.
constexpr double kLargeProduct = 4e6;

/// One loop in the place of several, and what these are in terms of it.
Axis joined_axis(const char* name, const std::vector<Axis>& axes, Substitution& parts) {
  IntExpr extent = 1;
  std::vector<IntExpr> extents;
  for (const Axis& axis : axes) {
    extent *= axis.extent;
    extents.push_back(axis.extent);
  }
  const Axis one{ir::make_index(name, extent), extent};
  const std::vector<IntExpr> index = ir::delinearise(one.var, extents);
  for (std::size_t k = 0; k < axes.size(); ++k) parts.emplace_back(axes[k].var, index[k]);
  return one;
}

/// Step along the innermost of the axes; 0 for none.
IntExpr step(const IntExpr& offset, const std::vector<Axis>& axes) {
  return axes.empty() ? IntExpr(0) : offset.coefficient(axes.back().var).value();
}

/// The offset with the given axes at 0.
IntExpr start(const IntExpr& offset, const std::vector<std::vector<Axis>>& all) {
  Substitution zero;
  for (const std::vector<Axis>& axes : all) {
    for (const Axis& axis : axes) zero.emplace_back(axis.var, 0);
  }
  return offset.substitute(zero);
}

class ContractionNest {
 public:
  ContractionNest(const StageGraph& graph, const Group& group,
                  const std::vector<std::vector<int>>& users, BufferTable& buffers)
      : graph_(graph), group_(group), users_(users), buffers_(buffers) {}

  std::vector<Statement> build() {
    const Stage& stage = contraction();
    const auto* plan = std::get_if<MatmulPlan>(&stage.contraction->plan);
    return plan != nullptr ? matmul(stage, *plan)
                           : convolution(stage, std::get<ConvolutionPlan>(stage.contraction->plan));
  }

 private:
  const Stage& contraction() const {
    for (const int id : group_.stages) {
      if (graph_.stages[id].contraction) return graph_.stages[id];
    }
    fail(diag::InternalError, {}, {"a contraction group without contraction"});
  }
  std::vector<Statement> matmul(const Stage& stage, const MatmulPlan& plan);
  std::vector<Statement> convolution(const Stage& stage, const ConvolutionPlan& plan);
  std::vector<Store> epilogue(const Substitution& parts);
  ScalarExpr resolve(const ScalarExpr& expression, const std::map<ValueId, ScalarExpr>& values);
  bool escapes(const Stage& stage) const;
  std::vector<Statement> batched(const std::vector<Axis>& batch, std::vector<Statement> body);

  const StageGraph& graph_;
  const Group& group_;
  const std::vector<std::vector<int>>& users_;
  BufferTable& buffers_;
};

bool ContractionNest::escapes(const Stage& stage) const {
  if (graph_.values[stage.output].stays()) return true;
  const std::vector<int>& users = users_[stage.output];
  return std::any_of(users.begin(), users.end(), [&](int user) {
    return !std::binary_search(group_.stages.begin(), group_.stages.end(), user);
  });
}

ScalarExpr ContractionNest::resolve(const ScalarExpr& expression,
                                    const std::map<ValueId, ScalarExpr>& values) {
  return rewrite_loads(expression, [&](const ScalarNode& load) -> ScalarExpr {
    if (const auto it = values.find(load.input); it != values.end()) {
      if (load.operands.empty()) return it->second;
      return ir::select(load.operands[0], it->second, load.operands[1]);
    }
    const IntExpr offset = ir::linearise(load.indices, graph_.values[load.input].sizes);
    const BufferId buffer = buffers_.of(load.input);
    if (load.operands.empty()) return ir::load(load.type, buffer, {offset});
    return ir::load_if(load.type, buffer, {offset}, load.operands[0], load.operands[1]);
  });
}

std::vector<Store> ContractionNest::epilogue(const Substitution& parts) {
  std::vector<Store> stores;
  std::map<ValueId, ScalarExpr> values;
  ExpressionPool pool;
  for (const int id : group_.stages) {
    const Stage& stage = graph_.stages[id];
    const ScalarExpr value =
        stage.contraction ? replace_accumulator(resolve(stage.finalize, values),
                                                accumulator_value(stage.body.type(), kHotTile))
                          : resolve(stage.body, values);
    values.emplace(stage.output, value);
    if (!escapes(stage)) continue;
    const IntExpr offset =
        ir::linearise(stage.store_index, graph_.values[stage.output].sizes).substitute(parts);
    stores.push_back({buffers_.of(stage.output), offset, pool.share(substitute(value, parts))});
  }
  return stores;
}

std::vector<Statement> ContractionNest::batched(const std::vector<Axis>& batch,
                                                std::vector<Statement> body) {
  const double one = operations(body);
  const double count = expected_points(batch);
  const bool parallel = count > 1 && one * count >= kParallelOperations &&
                        (one < kLargeProduct || count >= kParallelIterations);
  std::vector<Axis> loops = batch;
  if (parallel && batch.size() > 1) {
    Substitution parts;
    loops = {joined_axis("p", batch, parts)};
    substitute(body, parts);
  }
  for (std::size_t d = loops.size(); d-- > 0;) {
    Loop loop{loops[d].var, loops[d].extent,
              parallel && d == 0 ? LoopKind::kParallel : LoopKind::kSerial, std::move(body)};
    body = {};
    body.push_back({std::move(loop)});
  }
  number_variables(body);
  return body;
}

std::vector<Statement> ContractionNest::matmul(const Stage& stage, const MatmulPlan& plan) {
  Substitution parts;
  const Axis rows = joined_axis("m", plan.rows, parts);
  const Axis columns = joined_axis("n", plan.columns, parts);
  Matmul product;
  product.m = rows.var;
  product.n = columns.var;
  product.rows = rows.extent;
  product.columns = columns.extent;
  product.depth = points(plan.depth);
  product.a = buffers_.of(plan.a.value);
  product.b = buffers_.of(plan.b.value);
  product.a_offset = start(plan.a.offset, {plan.rows, plan.columns, plan.depth});
  product.a_stride_m = step(plan.a.offset, plan.rows);
  product.a_stride_k = step(plan.a.offset, plan.depth);
  product.b_offset = start(plan.b.offset, {plan.rows, plan.columns, plan.depth});
  product.b_stride_k = step(plan.b.offset, plan.depth);
  product.b_stride_n = step(plan.b.offset, plan.columns);
  product.dtype = stage.body.type();
  product.b_constant = graph_.values[plan.b.value].origin == Value::Origin::kWeight;
  product.epilogue = epilogue(parts);
  std::vector<Statement> body;
  body.push_back({std::move(product)});
  return batched(plan.batch, std::move(body));
}

std::vector<Statement> ContractionNest::convolution(const Stage&, const ConvolutionPlan& plan) {
  Substitution parts;
  std::vector<Axis> pixels = plan.row;
  pixels.insert(pixels.end(), plan.column.begin(), plan.column.end());
  Convolution result = plan.shape;
  result.channel = joined_axis("c", plan.channel, parts).var;
  result.pixel = joined_axis("p", pixels, parts).var;
  result.input = buffers_.of(plan.input.value);
  result.weight = buffers_.of(plan.weight.value);
  result.input_offset = plan.input.offset;
  result.weight_offset = plan.weight.offset;
  result.epilogue = epilogue(parts);
  std::vector<Statement> body;
  body.push_back({std::move(result)});
  return batched(plan.batch, std::move(body));
}

}  // namespace

std::vector<Statement> contraction_nest(const StageGraph& graph, const Group& group,
                                        const std::vector<std::vector<int>>& users,
                                        BufferTable& buffers) {
  return ContractionNest(graph, group, users, buffers).build();
}

}  // namespace weft::codegen
