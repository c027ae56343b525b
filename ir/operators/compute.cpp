/// \file Meta and tensor expression of pointwise operators and reductions.
#include <weft/ir/operators/compute.h>

#include <fmt/format.h>

#include <utility>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/broadcast.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/memory_order.h>
#include <weft/ir/operators/promotion.h>

namespace weft::ir {
namespace {

void check_operands(const Call& call, OperandCheck check, DType type) {
  if (check) check(call, type);
}

void mark_dimension(const Call& call, std::int64_t dim, std::vector<bool>& reduced) {
  const std::int64_t d = call.dimension(dim, reduced.size());
  if (reduced.empty()) return;  // a tensor without dimensions is reduced to itself
  if (reduced[static_cast<std::size_t>(d)]) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("dimension {} is named twice", d)});
  }
  reduced[static_cast<std::size_t>(d)] = true;
}

void require_elements(const Call& call, const std::vector<bool>& reduced) {
  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (reduced[d]) assume(sizes[d] - 1);
    if (reduced[d] && sizes[d].is(0)) call.fail(diag::EmptyReduction, {});
  }
}

std::vector<IntExpr> reduced_sizes(const Call& call, const std::vector<bool>& reduced) {
  const bool keep = keeps_dimensions(call);
  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  std::vector<IntExpr> result;
  result.reserve(sizes.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (!reduced[d]) {
      result.push_back(sizes[d]);
    } else if (keep) {
      result.push_back(1);
    }
  }
  return result;
}

/// The type to which operands are converted as a whole, where an operator does so.
std::optional<DType> converted_before(const Pointwise& meaning, DType type) {
  switch (meaning.types) {
    case TypeRule::kPromote:
    case TypeRule::kPromoteInt:
    case TypeRule::kPromoteFloat:
    case TypeRule::kCompare:
      return type;
    default:
      return std::nullopt;
  }
}

bool gives_index(Combine combine) {
  return combine == Combine::kArgMin || combine == Combine::kArgMax;
}

}  // namespace

TensorMeta pointwise_meta(const Call& call, const Pointwise& meaning) {
  const PointwiseTypes types = pointwise_types(call, meaning.types);
  check_operands(call, meaning.check, types.operand);
  std::vector<IntExpr> sizes = broadcast_sizes(call);
  const bool copies = call.op().schema.find("memory_format").has_value();
  std::vector<IntExpr> strides =
      copies ? copy_strides(call)
             : pointwise_strides(call, sizes, converted_before(meaning, types.operand));
  return {types.result, std::move(sizes), std::move(strides)};
}

bool gives_operand(const Call& call, const Pointwise& meaning) {
  const Schema& schema = call.op().schema;
  const bool converts =
      !call.op().functional && schema.results.size() == 1 && schema.results[0].aliased;
  if (!converts) return false;
  const auto copy = schema.find("copy");
  if (copy && call.boolean(*copy)) return false;
  const TensorMeta& input = call.tensor(0);
  return pointwise_types(call, meaning.types).result == input.dtype && is_taken_for_format(call);
}

Compute pointwise_compute(const Call& call, const Pointwise& meaning) {
  const PointwiseTypes types = pointwise_types(call, meaning.types);
  check_operands(call, meaning.check, types.operand);
  Compute compute;
  compute.kind = ComputeKind::kPointwise;
  compute.dtype = types.result;
  compute.sizes = broadcast_sizes(call);
  compute.vars = index_variables(compute.sizes);
  Body body(call, types.compute, compute.vars, compute.sizes);
  compute.body = cast(meaning.body(body), types.result);
  return compute;
}

bool keeps_dimensions(const Call& call) {
  const std::optional<std::size_t> keepdim = call.op().schema.find("keepdim");
  return keepdim && call.boolean(*keepdim);
}

std::vector<bool> reduced_dimensions(const Call& call) {
  std::vector<bool> reduced(call.tensor(0).rank(), false);
  const std::optional<std::size_t> dim = call.op().schema.find("dim");
  bool named = false;
  if (dim && call.has(*dim)) {
    for (const std::int64_t d : call.constant_integers(*dim)) {
      mark_dimension(call, d, reduced);
      named = true;
    }
  }
  if (!named) reduced.assign(reduced.size(), true);
  return reduced;
}

TensorMeta reduction_meta(const Call& call, const Reduction& meaning) {
  const ReductionTypes types = reduction_types(call, meaning.types);
  check_operands(call, meaning.check, types.operand);
  const std::vector<bool> reduced = reduced_dimensions(call);
  if (meaning.needs_elements) require_elements(call, reduced);
  return dense(types.result, reduced_sizes(call, reduced));
}

Compute reduction_compute(const Call& call, const Reduction& meaning) {
  const ReductionTypes types = reduction_types(call, meaning.types);
  check_operands(call, meaning.check, types.operand);
  const std::vector<bool> reduced = reduced_dimensions(call);
  if (meaning.needs_elements) require_elements(call, reduced);

  Compute compute;
  compute.kind = ComputeKind::kReduction;
  compute.dtype = types.result;
  compute.combine = meaning.combine;
  compute.sizes = reduced_sizes(call, reduced);
  compute.vars = index_variables(compute.sizes);

  const std::vector<IntExpr>& sizes = call.tensor(0).sizes;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (reduced[d]) compute.reduce_sizes.push_back(sizes[d]);
  }
  compute.reduce_vars = index_variables(compute.reduce_sizes, "r");
  const bool keep = keeps_dimensions(call);
  std::vector<Symbol> vars;  // one per dimension of the input
  std::size_t next_var = 0;
  std::size_t next_reduced = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (!reduced[d]) {
      vars.push_back(compute.vars[next_var++]);
    } else {
      vars.push_back(compute.reduce_vars[next_reduced++]);
      if (keep) ++next_var;
    }
  }

  Body body(call, types.compute, vars, sizes);
  ScalarExpr element = cast(cast(body.raw(0), types.operand), types.compute);
  compute.body = meaning.map ? meaning.map(body, std::move(element)) : std::move(element);

  const DType accumulated = gives_index(meaning.combine) ? DType::kInt64 : compute.body.type();
  ScalarExpr result = accumulator(accumulated);
  if (meaning.finalize) {
    const IntExpr count = product(compute.reduce_sizes);
    result = meaning.finalize(body, result, cast(index_value(count), accumulated));
  }
  result = cast(std::move(result), types.result);
  if (result->op != ScalarOp::kAccumulator) compute.finalize = std::move(result);
  return compute;
}

std::vector<Compute> compute_of(const Call& call) {
  const Meaning& meaning = call.op().meaning();
  if (const auto* pointwise = std::get_if<Pointwise>(&meaning)) {
    return {pointwise_compute(call, *pointwise)};
  }
  if (const auto* reduction = std::get_if<Reduction>(&meaning)) {
    return {reduction_compute(call, *reduction)};
  }
  if (const auto* rule = std::get_if<ComputeRule>(&meaning)) return (*rule)(call);
  fail(diag::InternalError, call.location(),
       {fmt::format("{} is no tensor expression", call.op().full_name())});
}

}  // namespace weft::ir
