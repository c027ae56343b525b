// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/api/operators/factory_functions.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor logspace(const Scalar& start, const Scalar& end, const SizeItem& steps, double base, const TensorOptions& options, where_t where) {
  static const ir::Operator& op = ir::get_operator("logspace");
  return to_tensor(dispatch(op, {to_value(start), to_value(end), to_value(steps), to_value(base), dtype_value(options, where), ir::Value()}, CallStyle::kFunction, where));
}
Tensor randperm(const SizeItem& n, const TensorOptions& options, where_t where) {
  static const ir::Operator& op = ir::get_operator("randperm");
  return to_tensor(dispatch(op, {to_value(n), dtype_value(options, where), ir::Value()}, CallStyle::kFunction, where));
}
Tensor normal(double mean, double std, const SizeList& size, const TensorOptions& options, where_t where) {
  static const ir::Operator& op = ir::get_operator("normal");
  return to_tensor(dispatch(op, {to_value(mean), to_value(std), to_value(size), dtype_value(options, where), ir::Value()}, CallStyle::kFunction, where));
}
Tensor normal(TensorArg mean, double std) {
  static const ir::Operator& op = ir::get_operator("normal.Tensor_float");
  return to_tensor(dispatch(op, {to_value(mean), to_value(std)}, CallStyle::kFunction, mean.where()));
}
Tensor normal(TensorArg mean, TensorArg std) {
  static const ir::Operator& op = ir::get_operator("normal.Tensor_Tensor");
  return to_tensor(dispatch(op, {to_value(mean), to_value(std)}, CallStyle::kFunction, mean.where()));
}
Tensor randint_like(TensorArg input, const SizeItem& high, const TensorOptions& options) {
  static const ir::Operator& op = ir::get_operator("randint_like");
  return to_tensor(dispatch(op, {to_value(input), to_value(high), dtype_value(options, input.where()), ir::Value()}, CallStyle::kFunction, input.where()));
}
Tensor randint_like(TensorArg input, const SizeItem& low, const SizeItem& high, const TensorOptions& options) {
  static const ir::Operator& op = ir::get_operator("randint_like.low");
  return to_tensor(dispatch(op, {to_value(input), to_value(low), to_value(high), dtype_value(options, input.where()), ir::Value()}, CallStyle::kFunction, input.where()));
}
Tensor bernoulli(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("bernoulli");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor bernoulli(TensorArg input, double p) {
  static const ir::Operator& op = ir::get_operator("bernoulli.p");
  return to_tensor(dispatch(op, {to_value(input), to_value(p)}, CallStyle::kFunction, input.where()));
}
Tensor bernoulli_(TensorArg input, double p) {
  static const ir::Operator& op = ir::get_operator("bernoulli_.p");
  return to_tensor(dispatch(op, {to_value(input), to_value(p)}, CallStyle::kFunction, input.where()));
}
Tensor poisson(TensorArg input) {
  static const ir::Operator& op = ir::get_operator("poisson");
  return to_tensor(dispatch(op, {to_value(input)}, CallStyle::kFunction, input.where()));
}
Tensor multinomial(TensorArg input, const SizeItem& num_samples, bool replacement) {
  static const ir::Operator& op = ir::get_operator("multinomial");
  return to_tensor(dispatch(op, {to_value(input), to_value(num_samples), to_value(replacement)}, CallStyle::kFunction, input.where()));
}

}  // namespace weft

