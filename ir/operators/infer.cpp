/// \file Dtype and extents of the results of a call, for every kind of meaning.
#include <fmt/format.h>

#include <utility>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute.h>
#include <weft/ir/operators/memory_order.h>
#include <weft/ir/operators/promotion.h>
#include <weft/ir/operators/view_map.h>

namespace weft::ir {
namespace {

/// One value where the schema names one result, else a list.
ValueMeta pack(const Operator& op, ValueMetaList results) {
  const auto& declared = op.schema.results;
  if (declared.size() == 1 && !declared[0].list && results.size() == 1) {
    return std::move(results.front());
  }
  return {std::move(results)};
}

/// zeros_like and its kin, whose results lie in memory as their operand does.
bool is_like_another(const Schema& schema) { return schema.name.ends_with("_like"); }

ValueMeta infer_compute(const Call& call, ComputeRule rule) {
  ValueMetaList results;
  for (Compute& compute : rule(call)) {
    TensorMeta meta = dense(compute.dtype, std::move(compute.sizes));
    if (is_like_another(call.op().schema)) meta.strides = copy_strides(call);
    results.push_back({std::move(meta)});
  }
  return pack(call.op(), std::move(results));
}

TensorMeta view_meta(const Call& call, const View& meaning, ViewMap map) {
  const TensorMeta& input = call.tensor(0);
  TensorMeta meta;
  meta.dtype = input.dtype;
  if (meaning.dense) {
    meta.strides = copy_strides(call);
    if (has_strides(input, meta.strides)) meta.strides = input.strides;
  } else if (auto layout = layout_of(map, input.sizes, input.strides)) {
    meta.strides = std::move(layout->strides);
  } else if (meaning.may_copy) {
    meta.strides = contiguous_strides(map.sizes);
  } else {
    call.fail(diag::ViewNotPossible,
              {shape_str(input.sizes), shape_str(input.strides), shape_str(map.sizes)});
  }
  meta.sizes = std::move(map.sizes);
  return meta;
}

ValueMeta infer_view(const Call& call, const View& meaning) {
  ValueMetaList results;
  for (ViewMap& map : meaning.rule(call)) {
    results.push_back({view_meta(call, meaning, std::move(map))});
  }
  return pack(call.op(), std::move(results));
}

/// The argument for a decomposition in a graph of its own: what is no constant becomes an input.
Argument scratch_argument(Graph& graph, const CallArgument& argument) {
  struct Visitor {
    Graph& graph;
    bool is_slice;
    Argument input(ValueMeta meta) const {
      Node* node = graph.placeholder("input");
      node->meta.value = std::move(meta);
      return node;
    }
    Argument operator()(std::monostate) const { return {}; }
    Argument operator()(const TensorMeta& v) const { return input({v}); }
    Argument operator()(const Number& v) const { return v; }
    Argument operator()(const UnknownNumber& v) const { return input({v}); }
    Argument operator()(const IntExpr& v) const {
      if (const auto constant = v.maybe_value()) return *constant;
      return input({v});
    }
    Argument operator()(const std::string& v) const { return v; }
    Argument operator()(DType v) const { return v; }
    Argument operator()(const Device& v) const { return v; }
    Argument operator()(const EnumValue& v) const { return v; }
    Argument operator()(EllipsisArgument v) const { return v; }
    Argument operator()(const std::vector<CallArgument>& v) const {
      std::vector<Argument> items;
      items.reserve(v.size());
      for (const CallArgument& item : v) items.push_back(scratch_argument(graph, item));
      if (!is_slice) return items;
      return SliceArgument(std::move(items));
    }
  };
  return std::visit(Visitor{graph, argument.is_slice}, argument.value);
}

ValueMeta infer_decomposed(const Call& call) {
  Graph graph;
  std::vector<Argument> arguments;
  arguments.reserve(call.size());
  for (std::size_t i = 0; i < call.size(); ++i) {
    arguments.push_back(scratch_argument(graph, call.argument(i)));
  }
  ValueMetaList results;
  for (const Node* node : decompose(graph, call, std::move(arguments))) {
    results.push_back(node->meta.value);
  }
  return pack(call.op(), std::move(results));
}

ValueMeta infer_pointwise(const Call& call, const Pointwise& pointwise) {
  TensorMeta meta = pointwise_meta(call, pointwise);
  if (gives_operand(call, pointwise)) return {call.tensor(0)};
  return {std::move(meta)};
}

ValueMeta infer_functional(const Call& call) {
  const Meaning& meaning = call.op().meaning();
  if (const auto* pointwise = std::get_if<Pointwise>(&meaning)) {
    return infer_pointwise(call, *pointwise);
  }
  if (const auto* reduction = std::get_if<Reduction>(&meaning)) {
    return {reduction_meta(call, *reduction)};
  }
  if (const auto* view = std::get_if<View>(&meaning)) return infer_view(call, *view);
  if (const auto* query = std::get_if<ShapeQuery>(&meaning)) return query->rule(call);
  if (const auto* compute = std::get_if<ComputeRule>(&meaning))
    return infer_compute(call, *compute);
  if (const auto* structured = std::get_if<Structured>(&meaning)) {
    return pack(call.op(), structured->rule(call));
  }
  return infer_decomposed(call);
}

/// The result of an in-place form is its first argument, which must be able to hold it.
ValueMeta infer_in_place(const Call& call) {
  const ValueMeta result = infer_functional(call);
  const TensorMeta& target = call.tensor(0);
  const TensorMeta* source = result.tensor();
  if (source) {
    if (source->sizes != target.sizes) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("the result has shape {}, and the tensor that is written has {}",
                             shape_str(source->sizes), shape_str(target.sizes))});
    }
    if (!can_cast(source->dtype, target.dtype)) {
      call.fail(diag::DTypeMismatch,
                {fmt::format("the result is {}, and cannot be written into a tensor of {}",
                             dtype_name(source->dtype), dtype_name(target.dtype))});
    }
  }
  return {target};
}

}  // namespace

ValueMeta infer(const Call& call) {
  return call.op().functional ? infer_in_place(call) : infer_functional(call);
}

std::vector<ViewMap> view_of(const Call& call) {
  const auto* view = std::get_if<View>(&call.op().meaning());
  if (!view) {
    fail(diag::InternalError, call.location(),
         {fmt::format("{} is no view", call.op().full_name())});
  }
  return view->rule(call);
}

}  // namespace weft::ir
