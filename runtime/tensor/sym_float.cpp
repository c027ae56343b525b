#include <weft/runtime/tensor/sym_float.h>

#include <string>
#include <vector>

#include <weft/runtime/api/named_call.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/sym_int.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

template <typename T>
constexpr DType kTypeOf = std::is_same_v<T, float> ? DType::kFloat32 : DType::kFloat64;

SourceLocation line_of(const ir::TensorHandle& proxy) {
  return proxy->node ? proxy->node->meta.location : SourceLocation();
}

ir::TensorHandle record(const char* name, const std::vector<api::NamedValue>& arguments,
                        SourceLocation where) {
  return *api::call_named(name, arguments, CallStyle::kFunction, where).tensor();
}

/// A number as a tensor without dimensions.
ir::TensorHandle filled(ir::Value number, DType type, SourceLocation where) {
  return record(
      "full",
      {{"size", std::vector<ir::Value>()}, {"fill_value", std::move(number)}, {"dtype", type}},
      where);
}

}  // namespace

// An extent that is a number needs nothing symbolic; the capture notes that its number was used.
template <PlainFloat T>
SymFloat<T>::SymFloat(const SymInt& value) {
  const ir::TensorHandle& proxy = value.proxy();
  const ir::IntExpr* known = proxy && proxy->node ? proxy->node->meta.value.integer() : nullptr;
  if (!proxy || (known && known->is_constant())) {
    value_ = static_cast<T>(value.value());
    return;
  }
  proxy_ = filled(value.to_value(), kTypeOf<T>, line_of(proxy));
  origin_ = proxy;
}

template <PlainFloat T>
SymFloat<T> SymFloat<T>::of_element(ir::TensorHandle number) {
  const ir::Node* const tensor = number->node->args().at(0).node();
  const ir::TensorMeta* const meta = tensor ? tensor->meta.value.tensor() : nullptr;
  if (kTypeOf<T> == DType::kFloat32 && (meta == nullptr || meta->dtype == DType::kFloat64)) {
    static_cast<void>(number->handler->require_float(*number, {}));  // refuses
  }
  ir::TensorHandle proxy = filled(number, kTypeOf<T>, line_of(number));
  return SymFloat(std::move(proxy), std::move(number));
}

template <PlainFloat T>
bool SymFloat<T>::is_data() const {
  return origin_ && origin_->node->meta.value.integer() == nullptr;
}

template <PlainFloat T>
template <PlainFloat U>
  requires(!std::same_as<T, U>)
SymFloat<T>::SymFloat(const SymFloat<U>& value) : origin_(value.origin()) {
  if (!value.is_symbolic()) {
    value_ = static_cast<T>(value.value());
    return;
  }
  proxy_ =
      record("to.dtype", {{"input", value.proxy()}, {"dtype", kTypeOf<T>}}, line_of(value.proxy()));
}

template <PlainFloat T>
ir::Value SymFloat<T>::to_value() const {
  if (!proxy_) return static_cast<double>(value_);
  const SymFloat<double> wide(*this);
  return record("sym_float", {{"input", wide.proxy()}}, line_of(proxy_));
}

template <PlainFloat T>
T SymFloat<T>::require() const {
  // Refuses at the line, or captures once more.
  if (is_data()) return static_cast<T>(origin_->handler->require_float(*origin_, {}));
  static_cast<void>(SymInt(origin_).value());
  return static_cast<T>(proxy_->handler->require_float(*proxy_, {}));
}

template <PlainFloat T>
SymFloat<T> SymFloat<T>::apply(FloatFunction function, const SymFloat& a) {
  constexpr const char* kNames[] = {"neg", "abs", "sqrt", "exp", "log", "log2", "floor", "ceil"};
  return SymFloat(
      record(kNames[static_cast<std::size_t>(function)], {{"input", a.proxy_}}, line_of(a.proxy_)),
      a.origin_);
}

template <PlainFloat T>
bool SymFloat<T>::compare(Relation relation, const SymFloat& a, const SymFloat& b) {
  constexpr const char* kNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  const SourceLocation where = line_of(a.proxy_ ? a.proxy_ : b.proxy_);
  const ir::TensorHandle truth =
      record(kNames[static_cast<std::size_t>(relation)],
             {{"input", a.as_tensor(where)}, {"other", b.as_tensor(where)}}, where);
  const ir::TensorHandle read = record("item", {{"input", truth}}, where);
  return truth->handler->require_bool(*read, where);
}

template <PlainFloat T>
ir::TensorHandle SymFloat<T>::as_tensor(SourceLocation where) const {
  return proxy_ ? proxy_ : filled(static_cast<double>(value_), kTypeOf<T>, where);
}

template <PlainFloat T>
SymFloat<T> SymFloat<T>::combine(FloatOperation operation, const SymFloat& a, const SymFloat& b) {
  constexpr const char* kNames[] = {"add", "sub", "mul", "div", "pow"};
  const SourceLocation where = line_of(a.proxy_ ? a.proxy_ : b.proxy_);
  const ir::TensorHandle x = a.as_tensor(where), y = b.as_tensor(where);
  const ir::TensorHandle origin = a.is_data() || !b.origin_ ? a.origin_ : b.origin_;
  if (operation == FloatOperation::kMin || operation == FloatOperation::kMax) {
    // As the library's: what is not ordered gives the first operand.
    const bool least = operation == FloatOperation::kMin;
    const ir::TensorHandle second =
        record("lt", {{"input", least ? y : x}, {"other", least ? x : y}}, where);
    return SymFloat(record("where", {{"condition", second}, {"input", y}, {"other", x}}, where),
                    origin);
  }
  const char* const second = operation == FloatOperation::kPow ? "exponent" : "other";
  return SymFloat(
      record(kNames[static_cast<std::size_t>(operation)], {{"input", x}, {second, y}}, where),
      origin);
}

template class SymFloat<float>;
template class SymFloat<double>;
template SymFloat<float>::SymFloat(const SymFloat<double>&);
template SymFloat<double>::SymFloat(const SymFloat<float>&);

}  // namespace weft
