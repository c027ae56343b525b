/// \file Bodies that rows of several operands share.
#pragma once

#include <cstddef>
#include <variant>

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// The two operands under one scalar operation.
template <ScalarOp op>
ScalarExpr apply(Body& b) {
  return binary(op, b.in(0), b.in(1));
}

/// Operand `i` times the number at position `alpha`; no multiplication where that is 1.
inline ScalarExpr scaled(Body& b, std::size_t i, std::size_t alpha) {
  const auto* number = std::get_if<Number>(&b.call().argument(alpha).value);
  if (number && number->as_double() == 1.0) return b.in(i);
  return b.number_argument(alpha) * b.in(i);
}

}  // namespace weft::ir
