/// \file Demands on operands that several families of rows share.
#include <weft/ir/operators/operand_checks.h>

#include <fmt/format.h>

#include <weft/ir/operators/promotion.h>

namespace weft::ir {
namespace {

[[noreturn]] void refuse(const Call& call, DType type, std::string_view wanted) {
  call.fail(diag::DTypeMismatch, {fmt::format("the operands are {}, and the operator takes {}",
                                              dtype_name(type), wanted)});
}

std::string parameter_name(const Call& call, std::size_t i) {
  return call.op().schema.parameters[i].name;
}

}  // namespace

void refuse_bool(const Call& call, DType type) {
  if (type == DType::kBool) refuse(call, type, "integers and floats");
}

void need_floating(const Call& call, DType type) {
  if (!is_floating(type)) refuse(call, type, "floats");
}

void refuse_floating(const Call& call, DType type) {
  if (is_floating(type)) refuse(call, type, "integers and bool");
}

void need_integers(const Call& call, DType type) {
  if (!is_integral(type)) refuse(call, type, "integers");
}

void need_fitting_number(const Call& call, std::size_t i, DType type) {
  const auto* number = std::get_if<Number>(&call.argument(i).value);
  if (!number || number_fits(*number, type)) return;
  call.fail(diag::ValueOutOfDomain,
            {fmt::format("`{}` is {}, which {} cannot hold", parameter_name(call, i), number->str(),
                         dtype_name(type))});
}

void refuse_zero_divisor(const Call& call, std::size_t i, DType type) {
  if (is_floating(type)) return;
  const auto* number = std::get_if<Number>(&call.argument(i).value);
  if (number && !number->as_bool()) call.fail(diag::IntegerDivisionByZero, {});
}

void need_single_value(const Call& call, std::size_t i) {
  if (!call.is_tensor(i) || call.tensor(i).rank() == 0) return;
  call.fail(diag::ShapeMismatch,
            {fmt::format("`{}` is a tensor without dimensions, got shape {}",
                         parameter_name(call, i), shape_str(call.tensor(i).sizes))});
}

void need_mask(const Call& call, std::size_t i) {
  const DType type = call.tensor(i).dtype;
  if (type == DType::kBool || type == DType::kUInt8) return;
  call.fail(diag::DTypeMismatch,
            {fmt::format("`{}` is bool, got {}", parameter_name(call, i), dtype_name(type))});
}

void need_same_type(const Call& call, std::size_t i, std::size_t k) {
  const DType a = call.tensor(i).dtype;
  const DType b = call.tensor(k).dtype;
  if (a == b) return;
  call.fail(diag::DTypeMismatch,
            {fmt::format("`{}` and `{}` need one dtype, got {} and {}", parameter_name(call, i),
                         parameter_name(call, k), dtype_name(a), dtype_name(b))});
}

void need_same_rank(const Call& call, std::size_t i, std::size_t k) {
  const TensorMeta& a = call.tensor(i);
  const TensorMeta& b = call.tensor(k);
  if (a.rank() == b.rank()) return;
  call.fail(diag::ShapeMismatch,
            {fmt::format("`{}` and `{}` need as many dimensions, got shapes {} and {}",
                         parameter_name(call, i), parameter_name(call, k), shape_str(a.sizes),
                         shape_str(b.sizes))});
}

DTypeCategory category_of_argument(const Call& call, std::size_t i) {
  const auto& value = call.argument(i).value;
  if (const auto* tensor = std::get_if<TensorMeta>(&value)) return category_of(tensor->dtype);
  if (const auto* number = std::get_if<Number>(&value)) return number->category();
  if (const auto* unknown = std::get_if<UnknownNumber>(&value)) return unknown->category;
  return DTypeCategory::kIntegral;
}

}  // namespace weft::ir
