/// \file From operators with a kernel in the support library to stages.
#include <fmt/format.h>

#include <algorithm>

#include <weft/codegen/diagnostics.h>
#include <weft/codegen/loop/library_operands.h>
#include <weft/codegen/loop/library_parameters.h>
#include <weft/codegen/loop/stage_builder.h>
#include <weft/ir/operators/index_list.h>
#include <weft/ir/operators/random_rules.h>
#include <weft/ir/operators/register_operator.h>

namespace weft::codegen {

using ir::IntExpr;
using ir::Symbol;
using ir::TensorMeta;

// A tensor as it is read where it is broadcast to `sizes`. Extents that may differ must not.
TensorAccess StageBuilder::stretched(const Node& node, const Access& access,
                                     const std::vector<IntExpr>& sizes) {
  Access result = access;
  result.sizes = sizes;
  result.vars = fresh_vars(sizes, "v");
  std::vector<IntExpr> point;
  const std::size_t skip = sizes.size() - access.sizes.size();
  for (std::size_t d = 0; d < access.sizes.size(); ++d) {
    const IntExpr& own = access.sizes[d];
    if (own.is(1)) {
      point.emplace_back(0);
      continue;
    }
    demand(node, own - sizes[skip + d]);
    demand(node, sizes[skip + d] - own);
    point.emplace_back(result.vars[skip + d]);
  }
  result.index = access.at(point);
  return result;
}

// The tensors as the kernel gets them, before their types are changed.
std::vector<TensorAccess> StageBuilder::library_operands(const Node& node, const ir::Call& call) {
  std::vector<Access> accesses = operands(node, call);
  const std::string name = call.op().full_name();
  if (name == "index_add" || name == "index_copy") {
    // As a scatter: the index stands for every element of its slice of the source.
    const Access& source = accesses[2];
    const auto dim =
        static_cast<std::size_t>(call.dimension(call.constant_integer(1), call.tensor(0).rank()));
    Access index = accesses[1];
    std::vector<IntExpr> at;
    if (!index.sizes.empty()) at.push_back(source.vars[dim]);
    index.index = index.at(at);
    index.vars = source.vars;
    index.sizes = source.sizes;
    accesses[1] = std::move(index);
  } else if (name == "index_put.Tensor") {
    // As a scatter along one dimension that holds all elements.
    const ir::Compute positions = ir::written_positions(call);
    const ValueId value = finish_stage(make_stage(node, positions, accesses), positions.dtype,
                                       positions.sizes, node.name() + "_positions");
    accesses = {accesses.front(), whole(value), stretched(node, accesses.back(), positions.sizes)};
  } else if (name == "masked_scatter") {
    const std::vector<IntExpr>& sizes = node.meta.value.tensor()->sizes;
    accesses[0] = stretched(node, accesses[0], sizes);
    accesses[1] = stretched(node, accesses[1], sizes);
  }
  return accesses;
}

std::vector<ValueId> StageBuilder::library_inputs(const Node& node, const ir::Call& call) {
  const auto types = library_operand_types(call);
  if (!types) fail(diag::NoLowering, node.meta.location, {call.op().full_name()});
  if (types->empty()) return {};
  const std::vector<Access> accesses = library_operands(node, call);
  std::vector<ValueId> result;
  for (std::size_t k = 0; k < accesses.size(); ++k) {
    const Access& operand = accesses[k];
    const Value& source = graph_.values[operand.value];
    const bool scaled = call.op().full_name() == "index_add" && k == 2;
    const ir::Number factor = scaled ? call.number(4) : ir::Number(1);
    const std::vector<DType>& wanted = types->at(k);
    const bool converts =
        !(factor == ir::Number(1)) ||
        std::any_of(wanted.begin(), wanted.end(), [&](DType type) { return type != source.dtype; });
    const auto dense = dense_value(operand);
    if (converts) {
      result.push_back(converted(operand, wanted, source.name + "_converted", factor));
    } else if (dense && source.sizes == operand.sizes) {
      result.push_back(*dense);
    } else {
      result.push_back(copy(operand, source.name + "_dense"));
    }
  }
  return result;
}

// An extent of the results that nothing has decided yet is what the kernel finds.
void StageBuilder::find_in_data(LibraryStage& library, const ir::Call& call,
                                const std::vector<const TensorMeta*>& results) {
  for (const TensorMeta* meta : results) {
    for (const IntExpr& size : meta->sizes) {
      const Symbol symbol = size.as_symbol();
      if (!symbol || is_extent(symbol)) continue;
      const auto most = most_results(call);
      if (!most) fail(diag::DataDependentShape, call.location(), {library.operator_name});
      Extent extent;
      extent.symbol = symbol;
      extent.name = symbol->name;
      extent.input = kFoundInData;
      extent.most = at_most(*most, graph_.extents);
      extent.found_by = static_cast<int>(graph_.stages.size());
      graph_.extents.push_back(std::move(extent));
      library.found = symbol;
    }
  }
}

void StageBuilder::draw(LibraryStage& library, const TensorMeta& result) {
  library.first_draw = graph_.draws.value_or(0);
  const IntExpr count = ir::product(result.sizes);
  const bool permutes = library.operator_name == "randperm";
  graph_.draws = library.first_draw + (permutes ? ir::max(count - 1, 0) : count);
  library.parameters.emplace_back("digits", ir::significant_digits(result.dtype));
  library.parameters.emplace_back("floating", ir::is_floating(result.dtype) ? 1 : 0);
}

void StageBuilder::add_library_call(const Node& node, const ir::Call& call) {
  LibraryStage library;
  library.operator_name = call.op().full_name();
  if (call.op().definition) {
    check_custom_call(call);
    library.custom = &call.op();
  }
  library.inputs = library_inputs(node, call);
  library.parameters = library_parameters(call);
  const ir::ValueMeta& meta = node.meta.value;
  std::vector<const TensorMeta*> metas;
  if (meta.tensor() != nullptr) metas.push_back(meta.tensor());
  if (meta.list() != nullptr) {
    for (const ir::ValueMeta& part : *meta.list()) metas.push_back(part.tensor());
  }
  const bool tensors =
      std::none_of(metas.begin(), metas.end(), [](const TensorMeta* m) { return m == nullptr; });
  if (metas.empty() || !tensors) {
    fail(diag::NoLowering, node.meta.location, {call.op().full_name()});
  }
  find_in_data(library, call, metas);
  if (call.op().row->effect == ir::Effect::kRandom) draw(library, *metas[0]);
  Stage stage;
  stage.node = &node;
  stage.nodes = {&node};
  std::vector<Access> results;
  for (std::size_t k = 0; k < metas.size(); ++k) {
    const std::string name = metas.size() == 1 ? node.name() : fmt::format("{}_{}", node.name(), k);
    const ValueId value = add_value(node, ir::compute_type(metas[k]->dtype), metas[k]->sizes,
                                    Value::Origin::kStage, name);
    graph_.values[value].stage = static_cast<int>(graph_.stages.size());
    library.outputs.push_back(value);
    results.push_back(whole(value));
  }
  stage.output = library.outputs[0];
  stage.library_call = std::move(library);
  graph_.stages.push_back(std::move(stage));
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (!ir::is_half(metas[k]->dtype)) continue;
    results[k] =
        whole(converted(results[k], {metas[k]->dtype}, results[k].node->name() + "_rounded"));
  }
  tensors_[&node] = std::move(results);
}

}  // namespace weft::codegen
