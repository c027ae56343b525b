/// \file Rows of the questions about extents, and of arithmetic on integers.
#include <fmt/format.h>

#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/view_map.h>

namespace weft::ir {
namespace {

ValueMeta list_of(const std::vector<IntExpr>& values) {
  ValueMetaList list;
  list.reserve(values.size());
  for (const IntExpr& value : values) list.push_back({value});
  return {std::move(list)};
}

std::size_t dimension_argument(const Call& call) {
  const std::size_t rank = call.tensor(0).rank();
  const std::int64_t dim = call.constant_integer(1);
  // Unlike other operators, these refuse every dimension of a tensor without dimensions.
  if (rank == 0) call.fail(diag::DimensionOutOfRange, {fmt::format("{}", dim), "0"});
  return static_cast<std::size_t>(call.dimension(dim, rank));
}

ValueMeta size(const Call& call) { return list_of(call.tensor(0).sizes); }
ValueMeta size_of_dimension(const Call& call) {
  return {call.tensor(0).sizes[dimension_argument(call)]};
}
ValueMeta stride(const Call& call) { return list_of(call.tensor(0).strides); }
ValueMeta stride_of_dimension(const Call& call) {
  return {call.tensor(0).strides[dimension_argument(call)]};
}
ValueMeta dim(const Call& call) {
  return {IntExpr(static_cast<std::int64_t>(call.tensor(0).rank()))};
}
ValueMeta numel(const Call& call) { return {call.tensor(0).numel()}; }

ValueMeta item(const Call& call) {
  const TensorMeta& input = call.tensor(0);
  const IntExpr count = input.numel();
  if (count.is_constant() && !count.is(1)) {
    call.fail(diag::ShapeMismatch, {fmt::format("shape {} holds {} elements, and one is needed",
                                                shape_str(input.sizes), count.str())});
  }
  return {UnknownNumber{category_of(input.dtype)}};
}

ValueMeta meta_of(const CallArgument& argument) {
  if (const auto* tensor = std::get_if<TensorMeta>(&argument.value)) return {*tensor};
  if (const auto* integer = std::get_if<IntExpr>(&argument.value)) return {*integer};
  if (const auto* unknown = std::get_if<UnknownNumber>(&argument.value)) return {*unknown};
  if (const auto* number = std::get_if<Number>(&argument.value)) {
    if (number->is_integer()) return {IntExpr(number->as_int())};
    return {UnknownNumber{number->category()}};
  }
  if (const auto* list = std::get_if<std::vector<CallArgument>>(&argument.value)) {
    ValueMetaList metas;
    for (const CallArgument& item : *list) metas.push_back(meta_of(item));
    return {std::move(metas)};
  }
  return {};
}

ValueMeta getitem(const Call& call) {
  const auto* list = std::get_if<std::vector<CallArgument>>(&call.argument(0).value);
  if (!list) {
    call.fail(diag::OperatorUnsupported, {"the element of a value that is no list"});
  }
  const std::int64_t index = call.constant_integer(1);
  const auto size = static_cast<std::int64_t>(list->size());
  if (index < -size || index >= size) {
    call.fail(diag::IndexOutOfRange, {fmt::format("{}", index), fmt::format("{}", size)});
  }
  return meta_of((*list)[static_cast<std::size_t>(index < 0 ? index + size : index)]);
}

// Integers. One that is read from a tensor makes the result unknown.

using Binary = IntExpr (*)(const IntExpr& a, const IntExpr& b);

template <Binary combine>
ValueMeta binary_integer(const Call& call) {
  for (const std::size_t i : {0, 1}) {
    if (std::holds_alternative<UnknownNumber>(call.argument(i).value)) {
      return {UnknownNumber{DTypeCategory::kIntegral}};
    }
  }
  return {combine(call.integer(0), call.integer(1))};
}

template <Binary divide>
ValueMeta integer_division(const Call& call) {
  const auto* divisor = std::get_if<Number>(&call.argument(1).value);
  const auto* expression = std::get_if<IntExpr>(&call.argument(1).value);
  if ((divisor && divisor->as_int() == 0) || (expression && expression->is(0))) {
    call.fail(diag::IntegerDivisionByZero, {});
  }
  return binary_integer<divide>(call);
}

IntExpr add(const IntExpr& a, const IntExpr& b) { return a + b; }
IntExpr subtract(const IntExpr& a, const IntExpr& b) { return a - b; }
IntExpr multiply(const IntExpr& a, const IntExpr& b) { return a * b; }
IntExpr smaller(const IntExpr& a, const IntExpr& b) { return min(a, b); }
IntExpr larger(const IntExpr& a, const IntExpr& b) { return max(a, b); }
IntExpr quotient(const IntExpr& a, const IntExpr& b) { return floor_div(a, b); }
IntExpr rest(const IntExpr& a, const IntExpr& b) { return mod(a, b); }

ValueMeta negated(const Call& call) {
  if (std::holds_alternative<UnknownNumber>(call.argument(0).value)) {
    return {UnknownNumber{DTypeCategory::kIntegral}};
  }
  return {IntExpr(0) - call.integer(0)};
}

constexpr OperatorRow kRows[] = {
    {"size(Tensor input) -> int[]", "The extents.", ShapeQuery{size}, kMethod},
    {"size.int(Tensor input, int dim) -> int", "The extent of a dimension.",
     ShapeQuery{size_of_dimension}, kMethod},
    {"stride(Tensor input) -> int[]", "The strides in elements.", ShapeQuery{stride}, kMethod},
    {"stride.int(Tensor input, int dim) -> int", "The stride of a dimension in elements.",
     ShapeQuery{stride_of_dimension}, kMethod},
    {"dim(Tensor input) -> int", "The number of dimensions.", ShapeQuery{dim}, kMethod},
    {"numel(Tensor input) -> int", "The number of elements.", ShapeQuery{numel}},
    {"item(Tensor input) -> Scalar", "The only element as a number of the host.", ShapeQuery{item},
     kMethod},
    {"getitem(index[] input, int index) -> Tensor", "An element of a list of results.",
     ShapeQuery{getitem}, 0},
    {"sym_add(int input, int other) -> int", "Sum of two integers.",
     ShapeQuery{binary_integer<add>}, 0},
    {"sym_sub(int input, int other) -> int", "Difference of two integers.",
     ShapeQuery{binary_integer<subtract>}, 0},
    {"sym_mul(int input, int other) -> int", "Product of two integers.",
     ShapeQuery{binary_integer<multiply>}, 0},
    {"sym_floordiv(int input, int other) -> int",
     "Quotient of two integers, rounded towards minus infinity.",
     ShapeQuery{integer_division<quotient>}, 0},
    {"sym_mod(int input, int other) -> int",
     "Remainder of two integers, with the sign of the divisor.", ShapeQuery{integer_division<rest>},
     0},
    {"sym_neg(int input) -> int", "An integer with its sign changed.", ShapeQuery{negated}, 0},
    {"sym_min(int input, int other) -> int", "The smaller of two integers.",
     ShapeQuery{binary_integer<smaller>}, 0},
    {"sym_max(int input, int other) -> int", "The larger of two integers.",
     ShapeQuery{binary_integer<larger>}, 0},
    {"sym_float(Tensor input) -> Scalar",
     "The only element as a number that operators take; it was computed from extents.",
     ShapeQuery{item}, 0},
};

}  // namespace

std::span<const OperatorRow> shape_query_rows() { return kRows; }

}  // namespace weft::ir
