/// \file Running sums, products and extremes along a dimension.
#include <cmath>

#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

using Members = std::vector<int64_t>;

Results running_total(const Reader& reader, bool product) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor input = given.cast(reader.kind("dtype", given.integral() ? Kind::kI64 : given.kind));
  Groups groups = groups_along(input, reader.integer("dim"), false);
  OracleTensor result(input.kind, input.sizes);
  for (const Members& members : groups.members) {
    Sum real = product;
    uint64_t whole = product;
    for (int64_t m : members) {
      if (input.integral()) {
        auto value = static_cast<uint64_t>(input.integer(m));
        whole = product ? whole * value : whole + value;
        result.set_integer(m, static_cast<int64_t>(whole));
      } else {
        real = product ? real * input.real(m) : real + input.real(m);
        result.set(m, static_cast<double>(real));
      }
    }
  }
  return {result};
}

/// Values and indices of the largest (smallest) element so far; the last one of equals, and NaN
/// stays once it is met.
Results running_extreme(const Reader& reader, bool largest) {
  const OracleTensor& input = reader.tensor("input");
  int64_t dim = normal_dim(reader.integer("dim"), input.rank());
  Groups groups = groups_along(input, dim, false);
  OracleTensor values(input.kind, input.sizes), indices(Kind::kI64, input.sizes);
  for (const Members& members : groups.members) {
    size_t best = 0;
    for (size_t k = 0; k < members.size(); ++k) {
      // A challenger that the holder does not beat takes over; NaN beats everything but is not
      // beaten by NaN.
      bool nan_held = std::isnan(input.real(members[best])) && !std::isnan(input.real(members[k]));
      if (!nan_held && !beats(input, members[best], members[k], largest)) best = k;
      values.set_from(members[k], input, members[best]);
      indices.set_integer(members[k], static_cast<int64_t>(best));
    }
  }
  return {values, indices};
}

Results logcumsumexp(const Reader& reader) {
  const OracleTensor& input = reader.tensor("input");
  refuse_integral("logcumsumexp", input.kind);
  OracleTensor result(input.kind, input.sizes);
  for (const Members& members : groups_along(input, reader.integer("dim"), false).members) {
    Sum so_far = -INFINITY;
    for (int64_t m : members) {
      Sum x = input.real(m);
      if (std::isnan(so_far) || std::isnan(x)) {
        so_far = NAN;
      } else if (!(std::isinf(so_far) && so_far == x)) {
        so_far = std::fmax(so_far, x) + std::log1p(std::exp(-std::fabs(so_far - x)));
      }
      result.set(m, static_cast<double>(so_far));
    }
  }
  return {result};
}

}  // namespace

void add_scans(Registry& registry) {
  registry["cumsum"] = [](const Reader& r) { return running_total(r, false); };
  registry["cumprod"] = [](const Reader& r) { return running_total(r, true); };
  registry["cummax"] = [](const Reader& r) { return running_extreme(r, true); };
  registry["cummin"] = [](const Reader& r) { return running_extreme(r, false); };
  registry["logcumsumexp"] = logcumsumexp;
}

}  // namespace weft_oracle
