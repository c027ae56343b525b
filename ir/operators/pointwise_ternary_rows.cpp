/// \file Rows of choices, combinations of three operands, and what in-place writes give.
#include <fmt/format.h>

#include <utility>

#include <weft/ir/operators/binary_body.h>
#include <weft/ir/operators/operand_checks.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

// Choices.

ScalarExpr chosen_by(Body& b, std::size_t mask, ScalarExpr then, ScalarExpr otherwise) {
  return select(cast(b.raw(mask), DType::kBool), std::move(then), std::move(otherwise));
}

ScalarExpr where(Body& b) { return chosen_by(b, 0, b.in(1), b.in(2)); }
void check_where(const Call& call, DType) { need_mask(call, 0); }

ScalarExpr masked_fill(Body& b) { return chosen_by(b, 1, b.in(2), b.in(0)); }
void check_masked_fill(const Call& call, DType type) {
  need_mask(call, 1);
  need_single_value(call, 2);
  need_fitting_number(call, 2, type);
}

// Combinations of three.

ScalarExpr lerp(Body& b) {
  ScalarExpr start = b.in(0);
  ScalarExpr end = b.in(1);
  ScalarExpr weight = b.in(2);
  // From the nearer end, so that weights 0 and 1 give the ends exactly.
  return select(unary(ScalarOp::kAbs, weight) < b.number(0.5), start + weight * (end - start),
                end - (end - start) * (b.number(1) - weight));
}

void check_lerp(const Call& call, DType type) {
  for (const std::size_t i : {1, 2}) {
    if (call.is_tensor(i) && call.tensor(i).dtype != type) {
      call.fail(diag::DTypeMismatch,
                {fmt::format("`{}` is {}, and the tensor {}", call.op().schema.parameters[i].name,
                             dtype_name(call.tensor(i).dtype), dtype_name(type))});
    }
  }
}

ScalarExpr addcmul(Body& b) { return b.in(0) + scaled(b, 1, 3) * b.in(2); }
ScalarExpr addcdiv(Body& b) { return b.in(0) + scaled(b, 1, 3) / b.in(2); }

void check_addcdiv(const Call& call, DType) {
  if (is_floating(call.tensor(1).dtype) || is_floating(call.tensor(2).dtype)) return;
  call.fail(diag::DTypeMismatch, {"the division of two integer tensors has no integer result"});
}

// Writes. Their functional forms exist for graphs without mutation.

ScalarExpr copy(Body& b) { return b.raw(1); }
ScalarExpr fill(Body& b) { return b.in(1); }
ScalarExpr zero(Body& b) { return b.number(0); }

void check_copy(const Call& call, DType) {
  const auto& target = call.tensor(0).sizes;
  const auto& source = call.tensor(1).sizes;
  bool fits = source.size() <= target.size();
  for (std::size_t d = 0; fits && d < source.size(); ++d) {
    fits = source[d].is(1) || source[d] == target[target.size() - source.size() + d];
  }
  if (fits) return;
  call.fail(diag::ShapeMismatch, {fmt::format("shape {} cannot be copied into shape {}",
                                              shape_str(source), shape_str(target))});
}

void check_fill(const Call& call, DType type) {
  need_single_value(call, 1);
  need_fitting_number(call, 1, type);
}

constexpr OperatorRow kRows[] = {
    {"where(Tensor condition, Tensor|Scalar input, Tensor|Scalar other) -> Tensor",
     "input where the condition holds, other elsewhere.",
     Pointwise{TypeRule::kPromote, where, check_where}, kFunction},
    {"masked_fill(Tensor input, Tensor mask, Tensor|Scalar value) -> Tensor",
     "value where the mask is set, input elsewhere.",
     Pointwise{TypeRule::kInput, masked_fill, check_masked_fill}, kAllSpellings},
    {"lerp(Tensor input, Tensor end, Tensor|Scalar weight) -> Tensor",
     "input + weight * (end - input).", Pointwise{TypeRule::kFloatOnly, lerp, check_lerp},
     kAllSpellings},
    {"addcmul(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
     "input + value * tensor1 * tensor2.", Pointwise{TypeRule::kPromote, addcmul, refuse_bool},
     kAllSpellings},
    {"addcdiv(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
     "input + value * tensor1 / tensor2.", Pointwise{TypeRule::kPromote, addcdiv, check_addcdiv},
     kAllSpellings},

    {"copy(Tensor input, Tensor src, bool non_blocking=False) -> Tensor",
     "src in the type and shape of input.", Pointwise{TypeRule::kInput, copy, check_copy},
     kInPlace},
    {"fill(Tensor input, Tensor|Scalar value) -> Tensor", "value in the type and shape of input.",
     Pointwise{TypeRule::kInput, fill, check_fill}, kInPlace},
    {"zero(Tensor input) -> Tensor", "0 in the type and shape of input.",
     Pointwise{TypeRule::kInput, zero}, kInPlace},
};

}  // namespace

std::span<const OperatorRow> pointwise_ternary_rows() { return kRows; }

}  // namespace weft::ir
