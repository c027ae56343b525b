#include <weft/runtime/tensor/operators.h>

#include <utility>
#include <vector>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>

namespace weft {

namespace {

/// An operator on two operands; parameters beyond the second take their defaults.
Tensor binary(const ir::Operator& op, ir::Value a, ir::Value b, SourceLocation where) {
  const auto& parameters = op.schema.parameters;
  std::vector<ir::Value> values;
  values.reserve(parameters.size());
  values.push_back(std::move(a));
  values.push_back(std::move(b));
  for (std::size_t i = 2; i < parameters.size(); ++i) {
    const auto& constant = parameters[i].default_value;
    values.push_back(constant ? api::value_of_constant(*constant) : ir::Value());
  }
  return api::to_tensor(dispatch(op, std::move(values), CallStyle::kFunction, where));
}

Tensor binary(std::string_view name, ir::Value a, ir::Value b, SourceLocation where) {
  return binary(ir::get_operator(name), std::move(a), std::move(b), where);
}

/// `b mirrored a`, which is what `a op b` means.
Tensor swapped(std::string_view mirrored, const Scalar& a, TensorArg b) {
  return binary(mirrored, api::to_value(b), a.to_value(), b.where());
}

}  // namespace

#define WEFT_TENSOR_OPERATOR(op, name)                                 \
  Tensor operator op(TensorArg a, TensorArg b) {                       \
    static const ir::Operator& row = ir::get_operator(name);           \
    return binary(row, api::to_value(a), api::to_value(b), a.where()); \
  }                                                                    \
  Tensor operator op(TensorArg a, const Scalar& b) {                   \
    static const ir::Operator& row = ir::get_operator(name);           \
    return binary(row, api::to_value(a), b.to_value(), a.where());     \
  }
WEFT_TENSOR_OPERATOR(+, "add")
WEFT_TENSOR_OPERATOR(-, "sub")
WEFT_TENSOR_OPERATOR(*, "mul")
WEFT_TENSOR_OPERATOR(/, "div")
WEFT_TENSOR_OPERATOR(%, "remainder")
WEFT_TENSOR_OPERATOR(==, "eq")
WEFT_TENSOR_OPERATOR(!=, "ne")
WEFT_TENSOR_OPERATOR(<, "lt")
WEFT_TENSOR_OPERATOR(<=, "le")
WEFT_TENSOR_OPERATOR(>, "gt")
WEFT_TENSOR_OPERATOR(>=, "ge")
WEFT_TENSOR_OPERATOR(&, "bitwise_and")
WEFT_TENSOR_OPERATOR(|, "bitwise_or")
WEFT_TENSOR_OPERATOR(^, "bitwise_xor")
#undef WEFT_TENSOR_OPERATOR

// A number on the left: the commuted or mirrored operator.
Tensor operator+(const Scalar& a, TensorArg b) { return swapped("add", a, b); }
Tensor operator*(const Scalar& a, TensorArg b) { return swapped("mul", a, b); }
Tensor operator-(const Scalar& a, TensorArg b) { return swapped("rsub", a, b); }
Tensor operator==(const Scalar& a, TensorArg b) { return swapped("eq", a, b); }
Tensor operator!=(const Scalar& a, TensorArg b) { return swapped("ne", a, b); }
Tensor operator<(const Scalar& a, TensorArg b) { return swapped("gt", a, b); }
Tensor operator<=(const Scalar& a, TensorArg b) { return swapped("ge", a, b); }
Tensor operator>(const Scalar& a, TensorArg b) { return swapped("lt", a, b); }
Tensor operator>=(const Scalar& a, TensorArg b) { return swapped("le", a, b); }
Tensor operator&(const Scalar& a, TensorArg b) { return swapped("bitwise_and", a, b); }
Tensor operator|(const Scalar& a, TensorArg b) { return swapped("bitwise_or", a, b); }
Tensor operator^(const Scalar& a, TensorArg b) { return swapped("bitwise_xor", a, b); }

// \source libtorch computes number / tensor as reciprocal times number.
Tensor operator/(const Scalar& a, TensorArg b) {
  const ir::Value inverse =
      api::call_named("reciprocal", {{"input", api::to_value(b)}}, CallStyle::kFunction, b.where());
  return binary("mul", inverse, a.to_value(), b.where());
}

Tensor operator%(const Scalar& a, TensorArg b) {
  const ir::Value number =
      api::call_named("full", {{"size", std::vector<ir::Value>{}}, {"fill_value", a.to_value()}},
                      CallStyle::kFunction, b.where());
  return binary("remainder", number, api::to_value(b), b.where());
}

Tensor operator-(TensorArg a) {
  return api::to_tensor(
      api::call_named("neg", {{"input", api::to_value(a)}}, CallStyle::kFunction, a.where()));
}

Tensor operator~(TensorArg a) {
  return api::to_tensor(api::call_named("bitwise_not", {{"input", api::to_value(a)}},
                                        CallStyle::kFunction, a.where()));
}

Tensor operator!(TensorArg a) {
  return api::to_tensor(api::call_named("logical_not", {{"input", api::to_value(a)}},
                                        CallStyle::kFunction, a.where()));
}

}  // namespace weft
