#include <weft/runtime/tensor/scalar.h>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

Scalar::Scalar(const SymInt& value)
    : number_(value.is_symbolic() ? std::int64_t{0} : value.value()), proxy_(value.proxy()) {}

ir::Value Scalar::to_value() const {
  if (proxy_) return proxy_;
  if (number_.is_bool()) return number_.as_bool();
  if (number_.is_integer()) return number_.as_int();
  return number_.as_double();
}

SymInt Scalar::of_element() const {
  const ir::UnknownNumber* number = proxy_->node->meta.value.number();
  if (number == nullptr || number->category != DTypeCategory::kIntegral) return SymInt(to_int());
  return SymInt(proxy_);
}

bool Scalar::to_bool() const {
  return proxy_ ? proxy_->handler->require_bool(*proxy_, {}) : number_.as_bool();
}

double Scalar::to_double() const {
  return proxy_ ? proxy_->handler->require_float(*proxy_, {}) : number_.as_double();
}

std::int64_t Scalar::to_int() const {
  return proxy_ ? proxy_->handler->require_int(*proxy_, {}) : number_.as_int();
}

}  // namespace weft
