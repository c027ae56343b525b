/// \file Operators that look for elements: the unique family, isin, searchsorted, bucketize,
/// argwhere.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

bool goes_before(const OracleTensor& x, int64_t a, int64_t b) {
  return x.integral() ? x.integer(a) < x.integer(b) : x.real(a) < x.real(b);
}

/// Positions of one slice of a tensor each, row-major inside; one element each without `dim`.
std::vector<std::vector<int64_t>> slices(const OracleTensor& x, const OracleValue* dim) {
  if (!dim) {
    std::vector<std::vector<int64_t>> all;
    for (int64_t i = 0; i < x.numel(); ++i) all.push_back({i});
    return all;
  }
  const auto d = static_cast<size_t>(normal_dim(integer_of(*dim), x.rank()));
  std::vector<std::vector<int64_t>> all(static_cast<size_t>(x.sizes[d]));
  each_index(x.sizes, [&](const Index& index, int64_t at) {
    all[static_cast<size_t>(index[d])].push_back(at);
  });
  return all;
}

/// The distinct slices in order (ascending, or that of the tensor where only neighbours count), for
/// every slice the one that it is equal to, and how often each occurs.
Results unique(const Reader& reader, bool neighbours) {
  const OracleTensor& x = reader.tensor("input");
  reader.ignore("sorted");
  const bool return_inverse = reader.flag("return_inverse", false);
  const bool return_counts = reader.flag("return_counts", false);
  const OracleValue* dim = reader.find("dim");
  const auto all = slices(x, dim);
  const auto less = [&](const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
    for (size_t k = 0; k < a.size(); ++k) {
      if (goes_before(x, a[k], b[k])) return true;
      if (goes_before(x, b[k], a[k])) return false;
    }
    return false;
  };
  std::vector<size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  if (!neighbours) {
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return less(all[a], all[b]); });
  }
  std::vector<size_t> kept;
  std::vector<int64_t> counts;
  OracleTensor inverse(Kind::kI64, dim ? Sizes{static_cast<int64_t>(all.size())} : x.sizes);
  for (const size_t k : order) {
    const bool fresh =
        kept.empty() || less(all[kept.back()], all[k]) || less(all[k], all[kept.back()]);
    if (fresh) {
      kept.push_back(k);
      counts.push_back(0);
    }
    ++counts.back();
    inverse.set_integer(static_cast<int64_t>(k), static_cast<int64_t>(kept.size()) - 1);
  }
  const auto count = static_cast<int64_t>(kept.size());
  OracleTensor found(x.kind, {count});
  if (dim) {
    const auto d = static_cast<size_t>(normal_dim(integer_of(*dim), x.rank()));
    Sizes sizes = x.sizes;
    sizes[d] = count;
    found = pick(x, sizes, [&](const Index& index) {
      Index origin = index;
      origin[d] = static_cast<int64_t>(kept[static_cast<size_t>(index[d])]);
      return origin;
    });
  } else {
    for (int64_t k = 0; k < count; ++k) {
      found.set_from(k, x, static_cast<int64_t>(kept[static_cast<size_t>(k)]));
    }
  }
  const OracleTensor nothing(Kind::kI64, {0});
  return {found, return_inverse ? inverse : nothing,
          return_counts ? tensor_of_integers(Kind::kI64, {count}, counts) : nothing};
}

Results isin(const Reader& reader) {
  const Kind kind = result_kind({&reader.value("elements"), &reader.value("test_elements")});
  const bool invert = reader.flag("invert", false);
  reader.ignore("assume_unique");
  const OracleTensor x = reader.tensor("elements").cast(kind);
  const OracleTensor among = reader.tensor("test_elements").cast(kind);
  OracleTensor result(Kind::kBool, x.sizes);
  for (int64_t i = 0; i < x.numel(); ++i) {
    bool found = false;
    for (int64_t k = 0; k < among.numel(); ++k) {
      found =
          found || (x.integral() ? x.integer(i) == among.integer(k) : x.real(i) == among.real(k));
    }
    result.set_integer(i, found != invert);
  }
  return {result};
}

/// How many of the boundaries lie before a value; with `right` those equal to it count too. NaN
/// lies after everything.
int64_t place_of(const std::vector<double>& boundaries, double value, bool right) {
  int64_t place = 0;
  for (const double b : boundaries) {
    const bool before = right ? !(value < b) : b < value || (std::isnan(value) && !std::isnan(b));
    place += before;
  }
  return place;
}

Results searchsorted(const Reader& reader, const char* sequence, const char* values) {
  const OracleTensor& boundaries = reader.tensor(sequence);
  const OracleValue& given = reader.value(values);
  const OracleTensor x = given.is_tensor() ? std::get<OracleTensor>(given.held)
                                           : tensor_of(Kind::kF64, {}, {number_of(given)});
  bool right = reader.flag("right", false);
  if (reader.has("side")) right = reader.text("side", "left") == "right";
  reader.ignore("sorter");
  const Kind kind = reader.flag("out_int32", false) ? Kind::kI32 : Kind::kI64;
  OracleTensor result(kind, x.sizes);
  const int64_t row = boundaries.rank() ? boundaries.sizes.back() : 1;
  const int64_t width = x.rank() ? x.sizes.back() : 1;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t first = boundaries.rank() > 1 ? i / width * row : 0;
    std::vector<double> among;
    for (int64_t k = 0; k < row; ++k) among.push_back(boundaries.real(first + k));
    result.set_integer(i, place_of(among, x.real(i), right));
  }
  return {result};
}

Results argwhere(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  std::vector<int64_t> found;
  int64_t count = 0;
  each_index(x.sizes, [&](const Index& index, int64_t at) {
    if (!x.truth(at)) return;
    ++count;
    found.insert(found.end(), index.begin(), index.end());
  });
  return {tensor_of_integers(Kind::kI64, {count, x.rank()}, found)};
}

Results bincount(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  int64_t bins = reader.integer("minlength", 0);
  for (int64_t i = 0; i < x.numel(); ++i) bins = std::max(bins, x.integer(i) + 1);
  const OracleTensor* weights = reader.optional_tensor("weights");
  if (weights == nullptr) {
    std::vector<int64_t> counts(static_cast<std::size_t>(bins));
    for (int64_t i = 0; i < x.numel(); ++i) ++counts[static_cast<std::size_t>(x.integer(i))];
    return {tensor_of_integers(Kind::kI64, {bins}, counts)};
  }
  std::vector<double> sums(static_cast<std::size_t>(bins));
  for (int64_t i = 0; i < x.numel(); ++i) {
    sums[static_cast<std::size_t>(x.integer(i))] += weights->real(i);
  }
  return {tensor_of(weights->kind == Kind::kF32 ? Kind::kF32 : Kind::kF64, {bins}, sums)};
}

/// |input - other| <= atol + rtol * |other|; equal infinities are close, NaN to NaN if wanted.
Results isclose(const Reader& reader) {
  Operands both = bring_together(reader, {"input", "other"});
  const double rtol = reader.real("rtol", 1e-5);
  const double atol = reader.real("atol", 1e-8);
  const bool equal_nan = reader.flag("equal_nan", false);
  return {map_reals(both, Kind::kBool, [&](const auto& v) {
    if (std::isnan(v[0]) && std::isnan(v[1])) return equal_nan ? 1.0 : 0.0;
    if (v[0] == v[1]) return 1.0;
    const double distance = std::fabs(v[0] - v[1]);
    return std::isfinite(distance) && distance <= atol + rtol * std::fabs(v[1]) ? 1.0 : 0.0;
  })};
}

}  // namespace

void add_selections(Registry& registry) {
  registry["_unique2"] = registry["unique_dim"] = [](const Reader& r) { return unique(r, false); };
  registry["unique_consecutive"] = [](const Reader& r) { return unique(r, true); };
  registry["bincount"] = bincount;
  registry["isin"] = isin;
  registry["searchsorted"] = [](const Reader& r) {
    return searchsorted(r, "sorted_sequence", "input");
  };
  registry["bucketize"] = [](const Reader& r) { return searchsorted(r, "boundaries", "input"); };
  registry["argwhere"] = argwhere;
  registry["isclose"] = isclose;
}

}  // namespace weft_oracle
