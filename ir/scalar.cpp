/// \file Comparison and printing of constant numbers.
#include <weft/ir/scalar.h>

#include <fmt/format.h>

#include <cmath>

namespace weft::ir {

bool operator==(const Number& a, const Number& b) {
  if (a.value_.index() != b.value_.index()) return false;
  if (!a.is_float()) return a.value_ == b.value_;
  const double x = a.as_double();
  const double y = b.as_double();
  if (std::isnan(x) != std::isnan(y)) return false;
  return (std::isnan(x) || x == y) && std::signbit(x) == std::signbit(y);
}

std::string Number::str() const {
  if (is_bool()) return as_bool() ? "true" : "false";
  if (is_integer()) return fmt::format("{}", as_int());
  const double v = as_double();
  if (std::isnan(v)) return std::signbit(v) ? "-nan" : "nan";
  std::string text = fmt::format("{}", v);
  // A float always looks like one: 1.0, not 1.
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

}  // namespace weft::ir
