#include <weft/runtime/tensor/sym_int.h>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/arrays.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

SymInt record(const char* name, const SymInt& a, const SymInt& b) {
  ir::Value result = dispatch(ir::get_operator(name), {a.to_value(), b.to_value()},
                              CallStyle::kFunction, {});
  return SymInt(*result.tensor());
}

}  // namespace

SymInt SymInt::add(const SymInt& a, const SymInt& b) {
  if (a.proxy_ || b.proxy_) return record("sym_add", a, b);
  return SymInt(a.value_ + b.value_);
}

SymInt SymInt::sub(const SymInt& a, const SymInt& b) {
  if (a.proxy_ || b.proxy_) return record("sym_sub", a, b);
  return SymInt(a.value_ - b.value_);
}

SymInt SymInt::mul(const SymInt& a, const SymInt& b) {
  if (a.proxy_ || b.proxy_) return record("sym_mul", a, b);
  return SymInt(a.value_ * b.value_);
}

// Extents are not negative, where C++'s truncation and the graph's floor agree; a symbolic negative
// operand must become a number first.
SymInt SymInt::div(const SymInt& a, const SymInt& b) {
  const bool negative = (!a.proxy_ && a.value_ < 0) || (!b.proxy_ && b.value_ < 0);
  if ((a.proxy_ || b.proxy_) && !negative) return record("sym_floordiv", a, b);
  return SymInt(a.value() / b.value());
}

SymInt SymInt::mod(const SymInt& a, const SymInt& b) {
  const bool negative = (!a.proxy_ && a.value_ < 0) || (!b.proxy_ && b.value_ < 0);
  if ((a.proxy_ || b.proxy_) && !negative) return record("sym_mod", a, b);
  return SymInt(a.value() % b.value());
}

std::int64_t SymInt::require() const { return proxy_->handler->require_int(*proxy_, {}); }

std::vector<std::int64_t> SizeList::values() const {
  return std::vector<std::int64_t>(items_.begin(), items_.end());
}

ir::Value SizeList::to_value() const {
  std::vector<ir::Value> values;
  values.reserve(items_.size());
  for (const SymInt& item : items_) values.push_back(item.to_value());
  return values;
}

}  // namespace weft
