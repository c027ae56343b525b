#include <weft/runtime/tensor/sym_int.h>

#include <algorithm>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/arrays.h>
#include <weft/runtime/tensor/guards.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

SymInt record(const char* name, const SymInt& a, const SymInt& b) {
  ir::Value result =
      dispatch(ir::get_operator(name), {a.to_value(), b.to_value()}, CallStyle::kFunction, {});
  return SymInt(*result.tensor());
}

/// Of an integer of which nothing is known it is taken to hold: it is an extent or made of extents.
bool not_negative(const SymInt& value) {
  if (!value.is_symbolic()) return value.value() >= 0;
  if (!value.proxy()->node) return true;
  const ir::ValueMeta& meta = value.proxy()->node->meta.value;
  if (!meta.known()) return true;
  const ir::IntExpr* expression = meta.integer();
  if (expression && expression->bounds().first >= 0) return true;
  return value.proxy()->handler->decide(Relation::kGreaterEqual, value.to_value(),
                                        ir::Value(std::int64_t{0}), Assume::kTrue);
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

// C++ truncates and the graph rounds down: they agree where nothing is negative. That is asked of
// the capture where the extents do not say it.
SymInt SymInt::div(const SymInt& a, const SymInt& b) {
  if (!a.proxy_ && !b.proxy_) return SymInt(a.value_ / b.value_);
  if (!not_negative(a) || !not_negative(b)) return SymInt(a.value() / b.value());
  return record("sym_floordiv", a, b);
}

SymInt SymInt::mod(const SymInt& a, const SymInt& b) {
  if (!a.proxy_ && !b.proxy_) return SymInt(a.value_ % b.value_);
  if (!not_negative(a) || !not_negative(b)) return SymInt(a.value() % b.value());
  return record("sym_mod", a, b);
}

bool SymInt::compare(Relation relation, const SymInt& a, const SymInt& b) {
  const ir::TensorHandle& proxy = a.proxy_ ? a.proxy_ : b.proxy_;
  return proxy->handler->decide(relation, a.to_value(), b.to_value(),
                                detail::CheckScope::active() ? Assume::kTrue : Assume::kNothing);
}

namespace detail {

SymInt min_of(const SymInt& a, const SymInt& b) {
  if (a.is_symbolic() || b.is_symbolic()) return record("sym_min", a, b);
  return SymInt(std::min(a.value(), b.value()));
}

SymInt max_of(const SymInt& a, const SymInt& b) {
  if (a.is_symbolic() || b.is_symbolic()) return record("sym_max", a, b);
  return SymInt(std::max(a.value(), b.value()));
}

}  // namespace detail

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
