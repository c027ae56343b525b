/// \file Extents that a call decides: where they come from, what they have to satisfy, and what
/// they are taken for where a choice has to be made without knowing them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <weft/ir/int_expr.h>
#include <weft/ir/source_location.h>

namespace weft::codegen {

/// Extent::input of a number of results that a kernel finds in its data.
inline constexpr int kFoundInData = -1;

/// A symbol of the input specs. Its value is `(size of dimension - offset) / factor` of one input;
/// the other dimensions in which it occurs are compared with it. Or a number of results that a
/// kernel finds: until that kernel has run, `most` stands for it.
struct Extent {
  ir::Symbol symbol;
  std::string name;          ///< as declared
  std::int64_t divisor = 1;  ///< the symbol is the declared extent divided by this
  int input = 0;             ///< position among the program's inputs, or kFoundInData
  int dimension = 0;
  std::int64_t factor = 1;
  std::int64_t offset = 0;
  ir::IntExpr most;   ///< kFoundInData: no more than that, over the extents of inputs
  int found_by = -1;  ///< kFoundInData: the stage that finds it

  bool is_found() const { return input == kFoundInData; }
};

/// The expression with the most for every number that is found in data.
ir::IntExpr at_most(const ir::IntExpr& e, const std::vector<Extent>& extents);
/// True if a number that is found in data occurs.
bool depends_on_data(const ir::IntExpr& e, const std::vector<Extent>& extents);

/// A demand on extents that the types of the inputs do not say. It holds where `value >= 0`.
struct Condition {
  ir::IntExpr value;
  std::string text;    ///< "N - 3 >= 0"
  std::string reason;  ///< "select(x, 0, 3)": what needs it
  SourceLocation where;
};

/// Where each symbol of the inputs' sizes is read, in order of first use. A dimension decides a
/// symbol if it is linear in it and in nothing else.
/// \error W5002 where no dimension decides a symbol
std::vector<Extent> find_extents(const std::vector<std::vector<ir::IntExpr>>& input_sizes,
                                 const std::vector<std::string>& input_names);

/// The value of a constant, the upper bound where there is one, else the value for typical extents.
/// For choices only: nothing may rely on it.
double expected_value(const ir::IntExpr& e);

/// Where the expression is affine in `var` with a factor of known sign: its largest (or smallest)
/// value over 0 <= var < extent, which is attained if extent > 0. Else nothing.
std::optional<ir::IntExpr> extreme_over(const ir::IntExpr& e, const ir::Symbol& var,
                                        const ir::IntExpr& extent, bool largest);

}  // namespace weft::codegen
