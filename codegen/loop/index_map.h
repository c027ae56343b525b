/// \file Inverting index maps: which loops visit an element of a tensor, and in which order.
#pragma once

#include <optional>
#include <vector>

#include <weft/codegen/loop/expression.h>
#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen {

/// The inverse of a map from loop axes to an element of a tensor.
struct Inverse {
  Substitution axes;       ///< the axes that the element decides, in terms of its position
  std::vector<Axis> rest;  ///< axes that it leaves open: whole ones, or fresh ones for a part
  bool splits = false;     ///< some axis is decided in part only
};

/// `index` (one per dimension of a tensor of shape `sizes`) runs over `axes`; the result says at
/// which point of the axes it is equal to `position`.
///
///   index [b*S + s, k] over (b, s, k) at [m, n]   ->  b = m / S, s = m % S, k = n
///   index [n, c / 4]   over (n, c)    at [i, j]   ->  n = i, c = 4*j + c', rest (c')
///
/// Nothing where some element of the tensor is not visited, or the map mixes axes in another way
/// than by splitting and joining them.
std::optional<Inverse> invert(const std::vector<ir::IntExpr>& index,
                              const std::vector<ir::IntExpr>& sizes, const std::vector<Axis>& axes,
                              const std::vector<ir::IntExpr>& position);

/// True where each element of the tensor is visited exactly once.
bool is_bijection(const std::vector<ir::IntExpr>& index, const std::vector<ir::IntExpr>& sizes,
                  const std::vector<Axis>& axes);

/// True where no division or modulo occurs.
bool is_polynomial(const ir::IntExpr& expression);
bool is_polynomial(const Substitution& replacements);

}  // namespace weft::codegen
