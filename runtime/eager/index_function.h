/// \file IndexFunction: an IntExpr compiled for evaluation at many points of a loop nest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <weft/ir/int_expr.h>

namespace weft::eager {

/// Positions of the symbols of an expression: loop variables first, then data-dependent indices.
struct IndexScope {
  std::vector<ir::Symbol> loops;
  std::vector<ir::Symbol> indirect;
};

/// `base + sum of coefficient * variable`, plus terms of any other form.
class IndexFunction {
 public:
  IndexFunction() = default;
  IndexFunction(const ir::IntExpr& expression, const IndexScope& scope);

  /// `values` holds the loop variables, then the indirect indices.
  std::int64_t operator()(const std::int64_t* values) const;
  bool is_affine() const { return general_.empty(); }
  std::int64_t base() const { return base_; }
  /// Coefficients per loop variable, then per indirect index; only the linear terms.
  std::vector<std::int64_t>& coefficients() { return coefficients_; }
  const std::vector<std::int64_t>& coefficients() const { return coefficients_; }
  /// True if any term that is not linear depends on the variable.
  bool bends(std::size_t variable) const { return !general_.empty() && bent_[variable]; }
  bool uses_indirect() const { return uses_indirect_; }
  bool depends_on(std::size_t variable) const {
    return !coefficients_.empty() && (coefficients_[variable] != 0 || bends(variable));
  }

  /// Evaluates at `count` values, at most a block, of a loop variable from its value in `values` on. `indirect` has the
  /// values of each data-dependent index there, null for those that nothing uses.
  void evaluate(const std::int64_t* values, std::size_t variable, std::size_t count,
                const std::vector<const std::int64_t*>& indirect, std::int64_t* out) const;

 private:
  struct Atom {
    ir::IntExpr::AtomKind kind;
    std::size_t variable = 0;
    std::vector<IndexFunction> operands;  // two, for divisions and the like
  };
  struct Term {
    std::int64_t coefficient;
    std::vector<Atom> atoms;
    bool depends_on(std::size_t variable) const;
  };
  std::int64_t base_ = 0;
  std::vector<std::int64_t> coefficients_;
  std::vector<Term> general_;
  std::size_t loops_ = 0;
  std::vector<bool> bent_;  ///< per variable
  bool uses_indirect_ = false;
};

}  // namespace weft::eager
