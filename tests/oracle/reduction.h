/// \file Which elements a reduction brings together, from the arguments `dim` and `keepdim`.
#pragma once

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"

namespace weft_oracle {

/// Sums are kept in this type, which is wider than double on x86-64.
using Sum = long double;

/// The groups of one call. No `dim` (or an empty list) reduces everything; then `keepdim` keeps
/// every dimension as 1.
Groups groups_of(const Reader& reader, const OracleTensor& input,
                 const std::string& dims_name = "dim");
/// The groups along a single dimension.
Groups groups_along(const OracleTensor& input, int64_t dim, bool keepdim);

/// Fills a result with `reduce` of the members of each group.
OracleTensor reduce(const Groups& groups, Kind kind,
                    const std::function<double(const std::vector<int64_t>&)>& reduce);
OracleTensor reduce_integers(const Groups& groups, Kind kind,
                             const std::function<int64_t(const std::vector<int64_t>&)>& reduce);

/// Whether an element goes before another one in search of the largest (or smallest): NaN goes
/// before everything.
bool beats(const OracleTensor& tensor, int64_t challenger, int64_t holder, bool largest);
/// Position of the first extreme element; an error for an empty group.
int64_t first_extreme(const OracleTensor& tensor, const std::vector<int64_t>& members,
                      bool largest);

}  // namespace weft_oracle
