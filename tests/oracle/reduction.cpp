/// \file Sums, products, extremes, and their indices.
#include "tests/oracle/reduction.h"

#include <algorithm>
#include <cmath>

#include "tests/oracle/promotion.h"

namespace weft_oracle {

using Members = std::vector<int64_t>;

Groups groups_of(const Reader& reader, const OracleTensor& input, const std::string& dims_name) {
  Sizes dims = normal_dims(reader.integers(dims_name, {}), input.rank());
  return group_over(input.sizes, dims, reader.flag("keepdim", false));
}

Groups groups_along(const OracleTensor& input, int64_t dim, bool keepdim) {
  return group_over(input.sizes, {normal_dim(dim, input.rank())}, keepdim);
}

OracleTensor reduce(const Groups& groups, Kind kind,
                    const std::function<double(const Members&)>& reduce) {
  OracleTensor result(kind, groups.sizes);
  for (int64_t i = 0; i < result.numel(); ++i)
    result.set(i, reduce(groups.members[static_cast<size_t>(i)]));
  return result;
}

OracleTensor reduce_integers(const Groups& groups, Kind kind,
                             const std::function<int64_t(const Members&)>& reduce) {
  OracleTensor result(kind, groups.sizes);
  for (int64_t i = 0; i < result.numel(); ++i)
    result.set_integer(i, reduce(groups.members[static_cast<size_t>(i)]));
  return result;
}

bool beats(const OracleTensor& tensor, int64_t challenger, int64_t holder, bool largest) {
  if (tensor.integral()) {
    int64_t a = tensor.integer(challenger), b = tensor.integer(holder);
    return largest ? a > b : a < b;
  }
  double a = tensor.real(challenger), b = tensor.real(holder);
  if (std::isnan(b)) return false;
  return std::isnan(a) || (largest ? a > b : a < b);
}

int64_t first_extreme(const OracleTensor& tensor, const Members& members, bool largest) {
  if (members.empty()) throw OracleError("an extreme of no elements");
  int64_t best = members[0];
  for (int64_t m : members) {
    if (beats(tensor, m, best, largest)) best = m;
  }
  return best;
}

namespace {

/// Integers and bool add up in int64 unless `dtype` says otherwise.
Kind total_kind(const Reader& reader, Kind input) {
  return reader.kind("dtype", is_integral(input) ? Kind::kI64 : input);
}

/// Sum or product; the input is converted to the result's kind first.
Results total(const Reader& reader, bool product) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor input = given.cast(total_kind(reader, given.kind));
  Groups groups = groups_of(reader, input);
  if (input.integral()) {
    return {reduce_integers(groups, input.kind, [&](const Members& members) {
      uint64_t result = product;
      for (int64_t m : members) {
        auto value = static_cast<uint64_t>(input.integer(m));
        result = product ? result * value : result + value;
      }
      return static_cast<int64_t>(result);
    })};
  }
  return {reduce(groups, input.kind, [&](const Members& members) {
    Sum result = product;
    for (int64_t m : members) result = product ? result * input.real(m) : result + input.real(m);
    return static_cast<double>(result);
  })};
}

Results mean(const Reader& reader) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor input = given.cast(reader.kind("dtype", given.kind));
  refuse_integral("mean", input.kind);
  return {reduce(groups_of(reader, input), input.kind, [&](const Members& members) {
    Sum result = 0;
    for (int64_t m : members) result += input.real(m);
    return static_cast<double>(result / static_cast<Sum>(members.size()));
  })};
}

OracleTensor elements_at(const OracleTensor& input, const OracleTensor& positions) {
  OracleTensor result(input.kind, positions.sizes);
  for (int64_t i = 0; i < result.numel(); ++i) result.set_from(i, input, positions.integer(i));
  return result;
}

OracleTensor extreme_positions(const OracleTensor& input, const Groups& groups, bool largest) {
  return reduce_integers(groups, Kind::kI64,
                         [&](const Members& m) { return first_extreme(input, m, largest); });
}

/// Positions in the whole tensor turned into positions along one dimension.
OracleTensor along(const OracleTensor& input, const OracleTensor& positions, int64_t dim) {
  OracleTensor result = positions;
  for (int64_t i = 0; i < result.numel(); ++i) {
    Index index = index_at(input.sizes, positions.integer(i));
    result.set_integer(i, index.empty() ? 0 : index[static_cast<size_t>(dim)]);
  }
  return result;
}

Results amax(const Reader& reader, bool largest) {
  const OracleTensor& input = reader.tensor("input");
  return {elements_at(input, extreme_positions(input, groups_of(reader, input), largest))};
}

/// Without `dim` one value; with `dim` values and indices; with `other` elementwise.
Results max(const Reader& reader, bool largest) {
  if (reader.has("other"))
    return oracle(largest ? "maximum" : "minimum",
                  {{"input", reader.value("input")}, {"other", reader.value("other")}});
  const OracleTensor& input = reader.tensor("input");
  if (!reader.has("dim")) return amax(reader, largest);
  int64_t dim = normal_dim(reader.integer("dim"), input.rank());
  Groups groups = groups_along(input, dim, reader.flag("keepdim", false));
  OracleTensor positions = extreme_positions(input, groups, largest);
  return {elements_at(input, positions), along(input, positions, dim)};
}

/// The first index of an extreme; without `dim` in the flattened tensor, where `keepdim` says
/// nothing.
Results argmax(const Reader& reader, bool largest) {
  const OracleTensor& input = reader.tensor("input");
  refuse_bool("argmax", input.kind);
  bool keepdim = reader.flag("keepdim", false);
  if (!reader.has("dim")) {
    return {extreme_positions(input, group_over(input.sizes, normal_dims({}, input.rank()), false),
                              largest)};
  }
  int64_t dim = normal_dim(reader.integer("dim"), input.rank());
  return {along(input, extreme_positions(input, groups_along(input, dim, keepdim), largest), dim)};
}

/// `any` or `all`; uint8 tensors give uint8, everything else bool.
Results quantified(const Reader& reader, bool all) {
  const OracleTensor& input = reader.tensor("input");
  Kind kind = input.kind == Kind::kU8 ? Kind::kU8 : Kind::kBool;
  return {reduce_integers(groups_of(reader, input), kind, [&](const Members& members) {
    auto holds = [&](int64_t m) { return input.truth(m); };
    return all ? std::all_of(members.begin(), members.end(), holds)
               : std::any_of(members.begin(), members.end(), holds);
  })};
}

Results count_nonzero(const Reader& reader) {
  const OracleTensor& input = reader.tensor("input");
  return {reduce_integers(groups_of(reader, input), Kind::kI64, [&](const Members& members) {
    return std::count_if(members.begin(), members.end(), [&](int64_t m) { return input.truth(m); });
  })};
}

Results nansum(const Reader& reader) {
  const OracleTensor& given = reader.tensor("input");
  OracleTensor cleared = given;
  for (int64_t i = 0; i < cleared.numel(); ++i) {
    if (std::isnan(cleared.real(i))) cleared.set(i, 0);
  }
  OracleTensor input = cleared.cast(total_kind(reader, given.kind));
  OracleArguments sum = {{"input", input}};
  for (const char* name : {"dim", "keepdim"}) {
    if (reader.has(name)) sum[name] = reader.value(name);
  }
  return oracle("sum", sum);
}

}  // namespace

void add_reductions(Registry& registry) {
  registry["sum"] = [](const Reader& r) { return total(r, false); };
  registry["prod"] = [](const Reader& r) { return total(r, true); };
  registry["nansum"] = nansum;
  registry["mean"] = mean;
  registry["amax"] = [](const Reader& r) { return amax(r, true); };
  registry["amin"] = [](const Reader& r) { return amax(r, false); };
  registry["max"] = [](const Reader& r) { return max(r, true); };
  registry["min"] = [](const Reader& r) { return max(r, false); };
  registry["argmax"] = [](const Reader& r) { return argmax(r, true); };
  registry["argmin"] = [](const Reader& r) { return argmax(r, false); };
  registry["any"] = [](const Reader& r) { return quantified(r, false); };
  registry["all"] = [](const Reader& r) { return quantified(r, true); };
  registry["count_nonzero"] = count_nonzero;
}

}  // namespace weft_oracle
