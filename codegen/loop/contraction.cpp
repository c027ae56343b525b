/// \file Recognising matrix products and convolutions that have a statement of their own.
#include <weft/codegen/loop/contraction.h>

#include <algorithm>
#include <string_view>

#include <weft/codegen/loop/stage.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/reshape.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::ScalarNode;
using ir::ScalarOp;

/// Steps of an offset along axes; nothing where it is not affine in them with steps that are the
/// same everywhere.
std::optional<std::vector<IntExpr>> steps(const IntExpr& offset, const std::vector<Axis>& axes) {
  std::vector<IntExpr> result;
  for (const Axis& axis : axes) {
    const auto c = offset.coefficient(axis.var);
    if (!c) return std::nullopt;
    const bool varies = std::any_of(axes.begin(), axes.end(),
                                    [&](const Axis& other) { return c->depends_on(other.var); });
    if (varies) return std::nullopt;
    result.push_back(*c);
  }
  return result;
}

/// Splits `axes` into a prefix that stays a loop and the longest suffix that is one loop in every
/// one of `strides`.
std::size_t mergeable_suffix(const std::vector<Axis>& axes,
                             const std::vector<std::vector<IntExpr>>& strides) {
  std::size_t first = axes.empty() ? 0 : axes.size() - 1;
  while (first > 0) {
    const IntExpr& inner = axes[first].extent;
    const bool contiguous = std::all_of(strides.begin(), strides.end(), [&](const auto& s) {
      return s[first - 1] == s[first] * inner;
    });
    if (!contiguous) break;
    --first;
  }
  return first;
}

const ScalarNode* plain_load(const ScalarExpr& e, DType type) {
  if (e->op != ScalarOp::kLoad || e->type != type || !e->operands.empty()) return nullptr;
  return e.get();
}

ContractionOperand operand_of(const StageGraph& graph, const ScalarNode& load) {
  return {load.input, ir::linearise(load.indices, graph.values[load.input].sizes)};
}

/// An axis with its step in the two operands.
struct Classified {
  std::vector<Axis> axes;
  std::vector<IntExpr> a, b;
  void add(const Axis& axis, const IntExpr& step_a, const IntExpr& step_b) {
    axes.push_back(axis);
    a.push_back(step_a);
    b.push_back(step_b);
  }
};

/// Moves what cannot be one loop from `part` to the batch loops.
void keep_mergeable(Classified& part, const std::vector<std::vector<IntExpr>>& strides,
                    std::vector<Axis>& batch) {
  const auto first = static_cast<std::ptrdiff_t>(mergeable_suffix(part.axes, strides));
  batch.insert(batch.end(), part.axes.begin(), part.axes.begin() + first);
  part.axes.erase(part.axes.begin(), part.axes.begin() + first);
}

}  // namespace

Recognition recognise_matmul(const StageGraph& graph, const Stage& stage) {
  Recognition none;
  if (stage.combine != ir::Combine::kSum || !stage.indirect.empty()) return none;
  const DType type = stage.body.type();
  if (type != DType::kFloat32 && type != DType::kFloat64) return none;
  if (stage.body->op != ScalarOp::kMul) return none;
  const ScalarNode* left = plain_load(stage.body->operands[0], type);
  const ScalarNode* right = plain_load(stage.body->operands[1], type);
  if (left == nullptr || right == nullptr) return none;
  if (points(stage.axes).is(0) || points(stage.reduce).is(0)) return none;

  MatmulPlan plan;
  plan.a = operand_of(graph, *left);
  plan.b = operand_of(graph, *right);
  std::vector<Axis> all = stage.axes;
  all.insert(all.end(), stage.reduce.begin(), stage.reduce.end());
  const auto a = steps(plan.a.offset, all);
  const auto b = steps(plan.b.offset, all);
  if (!a || !b) {
    none.copy_operand = a ? 1 : 0;
    return none;
  }

  Classified rows;
  Classified columns;
  for (std::size_t d = 0; d < stage.axes.size(); ++d) {
    if (!(*a)[d].is(0) && (*b)[d].is(0)) {
      rows.add(all[d], (*a)[d], 0);
    } else if ((*a)[d].is(0) && !(*b)[d].is(0)) {
      columns.add(all[d], 0, (*b)[d]);
    } else {
      plan.batch.push_back(all[d]);
    }
  }
  if (rows.axes.empty() && columns.axes.empty()) return none;  // dot products are reductions
  Classified depth;
  for (std::size_t d = stage.axes.size(); d < all.size(); ++d) {
    depth.add(all[d], (*a)[d], (*b)[d]);
  }
  if (mergeable_suffix(depth.axes, {depth.a, depth.b}) != 0) return none;
  keep_mergeable(rows, {rows.a}, plan.batch);
  keep_mergeable(columns, {columns.b}, plan.batch);
  // Batch loops run in the order of the result's dimensions.
  std::vector<Axis> batch;
  for (const Axis& axis : stage.axes) {
    const bool is_batch = std::any_of(plan.batch.begin(), plan.batch.end(),
                                      [&](const Axis& x) { return x.var == axis.var; });
    if (is_batch) batch.push_back(axis);
  }
  plan.batch = std::move(batch);
  plan.rows = std::move(rows.axes);
  plan.columns = std::move(columns.axes);
  plan.depth = std::move(depth.axes);
  Recognition found;
  found.contraction = Contraction{std::move(plan)};
  return found;
}

namespace {

/// A convolution's arguments by name.
struct ConvolutionArguments {
  const ir::Call& call;

  std::optional<std::size_t> find(std::string_view name) const {
    return call.op().schema.find(name);
  }
  std::vector<std::int64_t> integers(std::string_view name) const {
    const auto i = find(name);
    return i ? call.constant_integers(*i) : std::vector<std::int64_t>();
  }
  bool flag(std::string_view name) const {
    const auto i = find(name);
    return i && call.has(*i) && call.boolean(*i);
  }
};

/// True where the offset is that of a dense tensor of the given trailing extents, at any start.
bool dense_from(const IntExpr& offset, const std::vector<ir::Symbol>& vars,
                const std::vector<IntExpr>& extents, std::size_t first) {
  IntExpr stride = 1;
  for (std::size_t d = extents.size(); d-- > first;) {
    if (!extents[d].is(1)) {
      const auto c = offset.coefficient(vars[d]);
      if (!c || !(*c == stride)) return false;
    }
    stride *= extents[d];
  }
  return true;
}

/// [n, c, x] becomes [n, c, 1, x].
template <typename T>
std::vector<T> with_height(std::vector<T> values, std::size_t rank, const T& height) {
  if (values.size() == rank) values.insert(values.end() - 1, height);
  return values;
}

/// The stage's axis for dimension `d` of its result; none for an extent of 1.
std::vector<Axis> axis_of(const Stage& stage, std::size_t d) {
  for (const Axis& axis : stage.axes) {
    if (stage.store_index[d].as_symbol() == axis.var) return {axis};
  }
  return {};
}

}  // namespace

Recognition recognise_convolution(const StageGraph& graph, const Stage& stage, const ir::Call& call,
                                  const ConvolutionProbe& probe) {
  Recognition none;
  const ConvolutionArguments arguments{call};
  if (call.op().full_name() != "convolution" || arguments.flag("transposed")) return none;
  const std::size_t rank = stage.store_index.size();
  if (rank != 3 && rank != 4) return none;
  if (graph.values[probe.input.value].dtype != DType::kFloat32 ||
      graph.values[probe.weight.value].dtype != DType::kFloat32) {
    return none;
  }
  if (stage.combine != ir::Combine::kSum || stage.body.type() != DType::kFloat32) return none;
  if (!stage.indirect.empty()) return none;
  if (points(stage.axes).is(0) || points(stage.reduce).is(0)) return none;

  const std::vector<IntExpr>& input_extents = call.tensor(0).sizes;
  const std::vector<IntExpr>& weight_extents = call.tensor(1).sizes;
  if (!dense_from(probe.input.offset, probe.input_vars, input_extents, 1)) {
    none.copy_operand = 0;
    return none;
  }
  if (!dense_from(probe.weight.offset, probe.weight_vars, weight_extents, 0)) {
    none.copy_operand = 1;
    return none;
  }

  ConvolutionPlan plan;
  plan.input = probe.input;
  plan.weight = probe.weight;
  const auto spatial = [&](std::string_view name, std::int64_t height) {
    return with_height(arguments.integers(name), 1, height);
  };
  const auto stride = spatial("stride", 1);
  const auto padding = spatial("padding", 0);
  const auto dilation = spatial("dilation", 1);
  if (stride.size() != 2 || padding.size() != 2 || dilation.size() != 2) return none;
  const auto input = with_height<IntExpr>(input_extents, 3, 1);
  const auto weights = with_height<IntExpr>(weight_extents, 3, 1);
  for (const IntExpr& extent : {input[1], weights[0], weights[2], weights[3]}) {
    if (!extent.is_constant()) return none;
  }
  const auto groups = arguments.find("groups");
  Convolution& shape = plan.shape;
  shape.channels = input[1].value();
  shape.in_height = input[2];
  shape.in_width = input[3];
  shape.out_channels = weights[0].value();
  shape.kernel_h = weights[2].value();
  shape.kernel_w = weights[3].value();
  shape.groups = groups ? call.constant_integer(*groups) : 1;
  shape.stride_h = stride[0];
  shape.stride_w = stride[1];
  shape.pad_h = padding[0];
  shape.pad_w = padding[1];
  shape.dilation_h = dilation[0];
  shape.dilation_w = dilation[1];

  plan.batch = axis_of(stage, 0);
  plan.channel = axis_of(stage, 1);
  if (rank == 4) plan.row = axis_of(stage, 2);
  plan.column = axis_of(stage, rank - 1);
  const auto extent = [](const std::vector<Axis>& axes) {
    return axes.empty() ? IntExpr(1) : axes[0].extent;
  };
  shape.out_height = extent(plan.row);
  shape.out_width = extent(plan.column);

  // The operand's first dimension is the image, which is the stage's batch axis.
  Substitution image;
  for (std::size_t d = 0; d < probe.input_vars.size(); ++d) {
    image.emplace_back(probe.input_vars[d],
                       d == 0 && !plan.batch.empty() ? IntExpr(plan.batch[0].var) : IntExpr(0));
  }
  plan.input.offset = plan.input.offset.substitute(image);
  Substitution start;
  for (const ir::Symbol& var : probe.weight_vars) start.emplace_back(var, 0);
  plan.weight.offset = plan.weight.offset.substitute(start);
  Recognition found;
  found.contraction = Contraction{std::move(plan)};
  return found;
}

}  // namespace weft::codegen
