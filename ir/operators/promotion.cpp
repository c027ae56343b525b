/// \file PyTorch's type promotion.
#include <weft/ir/operators/promotion.h>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace weft::ir {
namespace {

struct IntegerRange {
  std::int64_t lowest;
  std::int64_t highest;
};

IntegerRange range_of(DType type) {
  switch (type) {
    case DType::kUInt8:
      return {0, 255};
    case DType::kInt8:
      return {-128, 127};
    case DType::kInt16:
      return {-32768, 32767};
    case DType::kInt32:
      return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
    default:
      return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  }
}

/// The lower level decides only where its category is higher, or where there is nothing above it.
std::optional<DType> combine(std::optional<DType> higher, std::optional<DType> lower) {
  if (!higher) return lower;
  if (!lower || is_floating(*higher)) return higher;
  if (*higher == DType::kBool || is_floating(*lower)) return promote_types(*higher, *lower);
  return higher;
}

[[noreturn]] void refuse(const Call& call, DType type, std::string_view wanted) {
  call.fail(diag::DTypeMismatch,
            {fmt::format("the type is {}, and the operator takes {}", dtype_name(type), wanted)});
}

std::optional<DType> dtype_argument(const Call& call) {
  const std::optional<std::size_t> i = call.op().schema.find("dtype");
  return i ? call.dtype(*i) : std::nullopt;
}

}  // namespace

void ResultType::add(Level level, DType type) {
  std::optional<DType>& t = types_[level];
  t = t ? promote_types(*t, type) : type;
}

DType ResultType::get() const {
  const auto type = combine(types_[kDimensions], combine(types_[kNoDimensions], types_[kNumbers]));
  if (!type) fail(diag::InternalError, {}, {"type promotion without operands"});
  return *type;
}

DType promoted_type(const Call& call) {
  ResultType result;
  const auto add = [&result](const CallArgument& argument) {
    if (const auto* tensor = std::get_if<TensorMeta>(&argument.value)) {
      result.add_tensor(tensor->dtype, tensor->rank());
    } else if (const auto* number = std::get_if<Number>(&argument.value)) {
      result.add_number(number->category());
    } else if (const auto* unknown = std::get_if<UnknownNumber>(&argument.value)) {
      result.add_number(unknown->category);
    } else if (std::holds_alternative<IntExpr>(argument.value)) {
      result.add_number(DTypeCategory::kIntegral);
    }
  };
  const auto& parameters = call.op().schema.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const SchemaType type = parameters[i].type;
    const bool takes_part = type == SchemaType::kTensor || type == SchemaType::kTensorOrNumber ||
                            (i == 0 && type == SchemaType::kNumber);
    const std::string& name = parameters[i].name;
    if (!takes_part || name == "condition" || name == "mask") continue;
    const CallArgument& argument = call.argument(i);
    if (const auto* list = std::get_if<std::vector<CallArgument>>(&argument.value)) {
      for (const CallArgument& item : *list) add(item);
    } else {
      add(argument);
    }
  }
  return result.get();
}

bool can_cast(DType from, DType to) {
  if (is_floating(from) && is_integral(to)) return false;
  return from == DType::kBool || to != DType::kBool;
}

double largest_finite(DType type) {
  switch (type) {
    case DType::kFloat16:
      return 65504.0;
    case DType::kBFloat16:
      return 0x1.fep127;
    case DType::kFloat32:
      return std::numeric_limits<float>::max();
    default:
      return std::numeric_limits<double>::max();
  }
}

bool number_fits(const Number& value, DType type) {
  switch (category_of(type)) {
    case DTypeCategory::kBool:
      return true;
    case DTypeCategory::kIntegral: {
      const IntegerRange range = range_of(type);
      if (!value.is_float())
        return range.lowest <= value.as_int() && value.as_int() <= range.highest;
      // The bounds of int64 round to powers of two, of which the upper one is out of range.
      const double v = value.as_double();
      const double upper = static_cast<double>(range.highest);
      return v >= static_cast<double>(range.lowest) &&
             (type == DType::kInt64 ? v < upper : v <= upper);
    }
    case DTypeCategory::kFloating: {
      const double v = value.as_double();
      return !std::isfinite(v) || std::abs(v) <= largest_finite(type);
    }
  }
  return false;
}

Number convert_number(const Number& value, DType type) {
  if (type == DType::kBool) return value.as_bool();
  if (is_floating(type)) return value.as_double();
  if (value.is_float() && !number_fits(value, DType::kInt64)) {
    fail(diag::InternalError, {}, {fmt::format("{} has no integer value", value.str())});
  }
  const std::int64_t v = value.as_int();
  switch (type) {
    case DType::kUInt8:
      return std::int64_t{static_cast<std::uint8_t>(v)};
    case DType::kInt8:
      return std::int64_t{static_cast<std::int8_t>(v)};
    case DType::kInt16:
      return std::int64_t{static_cast<std::int16_t>(v)};
    case DType::kInt32:
      return std::int64_t{static_cast<std::int32_t>(v)};
    default:
      return v;
  }
}

PointwiseTypes pointwise_types(const Call& call, TypeRule rule) {
  PointwiseTypes types{};
  switch (rule) {
    case TypeRule::kInput:
    case TypeRule::kFloatOnly:
      types.operand = call.tensor(0).dtype;
      break;
    default:
      types.operand = promoted_type(call);
      break;
  }
  types.compute = compute_type(types.operand);
  types.result = types.operand;
  switch (rule) {
    case TypeRule::kPromote:
    case TypeRule::kInput:
      break;
    case TypeRule::kPromoteInt:
      if (types.operand == DType::kBool) types.compute = types.result = DType::kInt64;
      break;
    case TypeRule::kPromoteFloat:
      if (!is_floating(types.operand)) types.compute = types.result = DType::kFloat32;
      break;
    case TypeRule::kFloatOnly:
      if (!is_floating(types.operand)) refuse(call, types.operand, "floating types");
      break;
    case TypeRule::kCompare:
      types.result = DType::kBool;
      break;
    case TypeRule::kLogical:
      types.compute = types.result = DType::kBool;
      break;
    case TypeRule::kSum:
    case TypeRule::kIndex:
    case TypeRule::kBool:
      fail(diag::InternalError, {}, {"type rule of a reduction in a pointwise operator"});
  }
  if (const auto dtype = dtype_argument(call)) types.result = *dtype;
  return types;
}

ReductionTypes reduction_types(const Call& call, TypeRule rule) {
  const DType input = call.tensor(0).dtype;
  ReductionTypes types{input, compute_type(input), input};
  const std::optional<DType> dtype = dtype_argument(call);
  switch (rule) {
    case TypeRule::kSum:
      types.result = dtype ? *dtype : is_floating(input) ? input : DType::kInt64;
      types.operand = types.result;
      types.compute = accumulate_type(types.result);
      break;
    case TypeRule::kFloatOnly:
      types.result = dtype.value_or(input);
      if (!is_floating(types.result)) {
        refuse(call, types.result, "floating types; give a floating dtype");
      }
      types.operand = types.result;
      types.compute = compute_type(types.result);
      break;
    case TypeRule::kPromoteFloat:
      if (!is_floating(input)) types.result = types.operand = types.compute = DType::kFloat32;
      break;
    case TypeRule::kInput:
      break;
    case TypeRule::kIndex:
      types.result = DType::kInt64;
      break;
    case TypeRule::kBool:
      // uint8 stands for bool in old code, and PyTorch keeps it.
      types.result = input == DType::kUInt8 ? DType::kUInt8 : DType::kBool;
      types.compute = DType::kBool;
      break;
    default:
      fail(diag::InternalError, {}, {"type rule of a pointwise operator in a reduction"});
  }
  return types;
}

}  // namespace weft::ir
