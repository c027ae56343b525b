/// \file Sums of products over labelled dimensions.
#include <weft/ir/operators/contraction.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

std::map<int, IntExpr> extents_of_labels(const Call& call, const std::vector<Factor>& factors) {
  std::map<int, IntExpr> extents;
  for (const Factor& factor : factors) {
    for (std::size_t d = 0; d < factor.labels.size(); ++d) {
      const IntExpr& n = factor.meta->sizes[d];
      const auto [it, fresh] = extents.try_emplace(factor.labels[d], n);
      if (fresh || n.is(1) || it->second == n) continue;
      if (!it->second.is(1)) {
        call.fail(diag::ShapeMismatch,
                  {fmt::format("dimensions that are multiplied have extents {} and {}",
                               it->second.str(), n.str())});
      }
      it->second = n;
    }
  }
  return extents;
}

DType common_type(const Call& call, const std::vector<Factor>& factors) {
  const DType type = factors.front().meta->dtype;
  for (const Factor& factor : factors) {
    if (factor.meta->dtype != type) {
      call.fail(diag::DTypeMismatch,
                {fmt::format("the operands need one dtype, got {} and {}", dtype_name(type),
                             dtype_name(factor.meta->dtype))});
    }
  }
  if (type == DType::kBool) call.fail(diag::DTypeMismatch, {"products of bool are not defined"});
  return type;
}

}  // namespace

Compute contract(const Call& call, const std::vector<Factor>& factors,
                 const std::vector<int>& output) {
  const DType type = common_type(call, factors);
  const std::map<int, IntExpr> extents = extents_of_labels(call, factors);

  Compute result;
  result.dtype = type;
  for (const int label : output) result.sizes.push_back(extents.at(label));
  result.vars = index_variables(result.sizes);
  std::map<int, Symbol> variables;
  for (std::size_t d = 0; d < output.size(); ++d) variables[output[d]] = result.vars[d];
  for (const Factor& factor : factors) {
    for (const int label : factor.labels) {
      if (variables.count(label) != 0) continue;
      const Symbol var =
          make_index(fmt::format("r{}", result.reduce_vars.size()), extents.at(label));
      result.reduce_vars.push_back(var);
      result.reduce_sizes.push_back(extents.at(label));
      variables[label] = var;
    }
  }

  const DType compute = compute_type(type);
  for (const Factor& factor : factors) {
    std::vector<IntExpr> index;
    for (std::size_t d = 0; d < factor.labels.size(); ++d) {
      const bool stretched = factor.meta->sizes[d].is(1) && !extents.at(factor.labels[d]).is(1);
      index.push_back(stretched ? IntExpr(0) : IntExpr(variables.at(factor.labels[d])));
    }
    ScalarExpr value = cast(load(type, factor.input, std::move(index)), compute);
    result.body = result.body ? result.body * value : value;
  }
  if (result.reduce_vars.empty()) {
    result.kind = factors.size() == 1 ? ComputeKind::kMove : ComputeKind::kPointwise;
    result.body = cast(result.body, type);
    return result;
  }
  result.kind = factors.size() == 2 ? ComputeKind::kMatmul : ComputeKind::kReduction;
  result.combine = Combine::kSum;
  if (compute != type) result.finalize = cast(accumulator(compute), type);
  return result;
}

}  // namespace weft::ir
