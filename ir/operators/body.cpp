/// \file Body: the operands of a pointwise operator or reduction as scalar expressions.
#include <fmt/format.h>

#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/promotion.h>

namespace weft::ir {
namespace {

const CallArgument& element_of(const Call& call, std::size_t i, std::size_t element) {
  const CallArgument& argument = call.argument(i);
  const auto* list = std::get_if<std::vector<CallArgument>>(&argument.value);
  return list ? (*list)[element] : argument;
}

}  // namespace

Body::Body(const Call& call, DType compute, const std::vector<Symbol>& vars,
           const std::vector<IntExpr>& sizes)
    : call_(call), compute_(compute), vars_(vars), sizes_(sizes) {}

ScalarExpr Body::raw(std::size_t i, std::size_t element) const {
  const CallArgument& argument = element_of(call_, i, element);
  if (const auto* tensor = std::get_if<TensorMeta>(&argument.value)) {
    return load(tensor->dtype, call_.input_ordinal(i, element),
                broadcast_index(as_expressions(vars_), sizes_, tensor->sizes));
  }
  if (const auto* number = std::get_if<Number>(&argument.value)) {
    const DType type = number->is_float() ? DType::kFloat64 : default_dtype(number->category());
    return constant(type, *number);
  }
  if (const auto* expression = std::get_if<IntExpr>(&argument.value)) {
    return index_value(*expression);
  }
  if (const auto* unknown = std::get_if<UnknownNumber>(&argument.value)) {
    const bool floating = unknown->category == DTypeCategory::kFloating;
    const DType type = floating ? DType::kFloat64 : default_dtype(unknown->category);
    return load(type, call_.input_ordinal(i, element), {});
  }
  call_.tensor(i);  // refuses what a graph was given for an operand
  fail(diag::InternalError, call_.location(),
       {fmt::format("{}: argument {} is no operand", call_.op().full_name(), i)});
}

ScalarExpr Body::in(std::size_t i, std::size_t element) const {
  const CallArgument& argument = element_of(call_, i, element);
  if (const auto* value = std::get_if<Number>(&argument.value)) {
    return constant(compute_, convert_number(*value, compute_));
  }
  return cast(raw(i, element), compute_);
}

ScalarExpr Body::number_argument(std::size_t i) const { return in(i); }

}  // namespace weft::ir
