#include <weft/runtime/tensor/sym_int.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/runtime/api/named_call.h>
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

/// True for an integer that depends on elements of tensors.
bool is_data(const SymInt& value) {
  return value.is_symbolic() && value.proxy()->node && value.proxy()->node->target() == "item";
}

SourceLocation line_of(const SymInt& a, const SymInt& b) {
  return (is_data(a) ? a : b).proxy()->node->meta.location;
}

ir::TensorHandle call(const char* name, const std::vector<api::NamedValue>& arguments,
                      SourceLocation where) {
  return *api::call_named(name, arguments, CallStyle::kFunction, where).tensor();
}

/// An integer as a tensor without dimensions.
ir::TensorHandle as_tensor(const SymInt& value, SourceLocation where) {
  return call("full",
              {{"size", std::vector<ir::Value>()},
               {"fill_value", value.to_value()},
               {"dtype", DType::kInt64}},
              where);
}

ir::TensorHandle read(ir::TensorHandle tensor, SourceLocation where) {
  return call("item", {{"input", std::move(tensor)}}, where);
}

/// What C++ computes of two integers of which one is data.
SymInt compute(const char* name, const SymInt& a, const SymInt& b) {
  const SourceLocation where = line_of(a, b);
  std::vector<api::NamedValue> arguments = {{"input", as_tensor(a, where)},
                                            {"other", as_tensor(b, where)}};
  if (std::string_view(name) == "div.Tensor_mode") {
    arguments.push_back({"rounding_mode", std::string("trunc")});
  }
  return SymInt(read(call(name, arguments, where), where));
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
  if (is_data(a) || is_data(b)) return compute("add", a, b);
  if (a.proxy_ || b.proxy_) return record("sym_add", a, b);
  return SymInt(a.value_ + b.value_);
}

SymInt SymInt::sub(const SymInt& a, const SymInt& b) {
  if (is_data(a) || is_data(b)) return compute("sub", a, b);
  if (a.proxy_ || b.proxy_) return record("sym_sub", a, b);
  return SymInt(a.value_ - b.value_);
}

SymInt SymInt::mul(const SymInt& a, const SymInt& b) {
  if (is_data(a) || is_data(b)) return compute("mul", a, b);
  if (a.proxy_ || b.proxy_) return record("sym_mul", a, b);
  return SymInt(a.value_ * b.value_);
}

// C++ truncates and the graph rounds down: they agree where nothing is negative. That is asked of
// the capture where the extents do not say it.
SymInt SymInt::div(const SymInt& a, const SymInt& b) {
  if (!a.proxy_ && !b.proxy_) return SymInt(a.value_ / b.value_);
  if (is_data(a) || is_data(b)) return compute("div.Tensor_mode", a, b);
  if (!not_negative(a) || !not_negative(b)) return SymInt(a.value() / b.value());
  return record("sym_floordiv", a, b);
}

SymInt SymInt::mod(const SymInt& a, const SymInt& b) {
  if (!a.proxy_ && !b.proxy_) return SymInt(a.value_ % b.value_);
  if (is_data(a) || is_data(b)) return compute("fmod", a, b);
  if (!not_negative(a) || !not_negative(b)) return SymInt(a.value() % b.value());
  return record("sym_mod", a, b);
}

bool SymInt::compare(Relation relation, const SymInt& a, const SymInt& b) {
  if (is_data(a) || is_data(b)) {
    // What the library checks before it goes on has no other side.
    if (detail::CheckScope::active()) return holds(relation, a.value(), b.value());
    constexpr const char* kNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    const SourceLocation where = line_of(a, b);
    const ir::TensorHandle truth =
        call(kNames[static_cast<std::size_t>(relation)],
             {{"input", as_tensor(a, where)}, {"other", as_tensor(b, where)}}, where);
    return truth->handler->require_bool(*read(truth, where), where);
  }
  const ir::TensorHandle& proxy = a.proxy_ ? a.proxy_ : b.proxy_;
  return proxy->handler->decide(relation, a.to_value(), b.to_value(),
                                detail::CheckScope::active() ? Assume::kTrue : Assume::kNothing);
}

namespace detail {

SymInt min_of(const SymInt& a, const SymInt& b) {
  if (is_data(a) || is_data(b)) return compute("minimum", a, b);
  if (a.is_symbolic() || b.is_symbolic()) return record("sym_min", a, b);
  return SymInt(std::min(a.value(), b.value()));
}

SymInt max_of(const SymInt& a, const SymInt& b) {
  if (is_data(a) || is_data(b)) return compute("maximum", a, b);
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
