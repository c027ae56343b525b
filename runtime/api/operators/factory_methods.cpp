// Written by weft_generate_api from the operator table; change the table, not this file.
#include <weft/runtime/tensor/tensor.h>

#include <weft/runtime/api/conversions.h>

namespace weft {

using namespace weft::api;  // NOLINT(google-build-using-namespace)

Tensor Tensor::new_zeros(const SizeList& size, const TensorOptions& options, where_t where) const {
  static const ir::Operator& op = ir::get_operator("new_zeros");
  return to_tensor(dispatch(op, {self_value(*this, "new_zeros", where), to_value(size), dtype_value(options, where), ir::Value()}, CallStyle::kMethod, where));
}
Tensor Tensor::new_ones(const SizeList& size, const TensorOptions& options, where_t where) const {
  static const ir::Operator& op = ir::get_operator("new_ones");
  return to_tensor(dispatch(op, {self_value(*this, "new_ones", where), to_value(size), dtype_value(options, where), ir::Value()}, CallStyle::kMethod, where));
}
Tensor Tensor::new_empty(const SizeList& size, const TensorOptions& options, where_t where) const {
  static const ir::Operator& op = ir::get_operator("new_empty");
  return to_tensor(dispatch(op, {self_value(*this, "new_empty", where), to_value(size), dtype_value(options, where), ir::Value()}, CallStyle::kMethod, where));
}
Tensor Tensor::new_full(const SizeList& size, const Scalar& fill_value, const TensorOptions& options, where_t where) const {
  static const ir::Operator& op = ir::get_operator("new_full");
  return to_tensor(dispatch(op, {self_value(*this, "new_full", where), to_value(size), to_value(fill_value), dtype_value(options, where), ir::Value()}, CallStyle::kMethod, where));
}
Tensor Tensor::bernoulli(where_t where) const {
  static const ir::Operator& op = ir::get_operator("bernoulli");
  return to_tensor(dispatch(op, {self_value(*this, "bernoulli", where)}, CallStyle::kMethod, where));
}
Tensor Tensor::bernoulli(double p, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bernoulli.p");
  return to_tensor(dispatch(op, {self_value(*this, "bernoulli", where), to_value(p)}, CallStyle::kMethod, where));
}
Tensor& Tensor::bernoulli_(double p, where_t where) const {
  static const ir::Operator& op = ir::get_operator("bernoulli_.p");
  return written(*this, dispatch(op, {self_value(*this, "bernoulli_", where), to_value(p)}, CallStyle::kMethod, where));
}
Tensor Tensor::multinomial(const SizeItem& num_samples, bool replacement, where_t where) const {
  static const ir::Operator& op = ir::get_operator("multinomial");
  return to_tensor(dispatch(op, {self_value(*this, "multinomial", where), to_value(num_samples), to_value(replacement)}, CallStyle::kMethod, where));
}
Tensor& Tensor::uniform_(double from, double to, where_t where) const {
  static const ir::Operator& op = ir::get_operator("uniform_");
  return written(*this, dispatch(op, {self_value(*this, "uniform_", where), to_value(from), to_value(to)}, CallStyle::kMethod, where));
}
Tensor& Tensor::normal_(double mean, double std, where_t where) const {
  static const ir::Operator& op = ir::get_operator("normal_.like");
  return written(*this, dispatch(op, {self_value(*this, "normal_", where), to_value(mean), to_value(std)}, CallStyle::kMethod, where));
}
Tensor& Tensor::exponential_(double lambd, where_t where) const {
  static const ir::Operator& op = ir::get_operator("exponential_");
  return written(*this, dispatch(op, {self_value(*this, "exponential_", where), to_value(lambd)}, CallStyle::kMethod, where));
}
Tensor& Tensor::random_(where_t where) const {
  static const ir::Operator& op = ir::get_operator("random_");
  return written(*this, dispatch(op, {self_value(*this, "random_", where)}, CallStyle::kMethod, where));
}
Tensor& Tensor::random_(const SizeItem& to, where_t where) const {
  static const ir::Operator& op = ir::get_operator("random_.to");
  return written(*this, dispatch(op, {self_value(*this, "random_", where), to_value(to)}, CallStyle::kMethod, where));
}
Tensor& Tensor::random_(const SizeItem& from, const std::optional<SizeItem>& to, where_t where) const {
  static const ir::Operator& op = ir::get_operator("random_.from");
  return written(*this, dispatch(op, {self_value(*this, "random_", where), to_value(from), to_value(to)}, CallStyle::kMethod, where));
}

}  // namespace weft

