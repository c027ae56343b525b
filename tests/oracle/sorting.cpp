/// \file sort, argsort, topk, kthvalue and median.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

using Members = std::vector<int64_t>;

/// Indices along a dimension in sorted order. NaN counts as larger than every number; equal
/// elements keep their order.
std::vector<size_t> sorted_order(const OracleTensor& x, const Members& members, bool descending) {
  auto before = [&](size_t i, size_t j) {
    int64_t a = members[descending ? j : i], b = members[descending ? i : j];
    if (x.integral()) return x.integer(a) < x.integer(b);
    return !std::isnan(x.real(a)) && (std::isnan(x.real(b)) || x.real(a) < x.real(b));
  };
  std::vector<size_t> order(members.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), before);
  return order;
}

Results sort(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  bool descending = reader.flag("descending", false);
  reader.ignore("stable");
  OracleTensor values(x.kind, x.sizes), indices(Kind::kI64, x.sizes);
  for (const Members& members : groups_along(x, reader.integer("dim", -1), false).members) {
    std::vector<size_t> order = sorted_order(x, members, descending);
    for (size_t k = 0; k < order.size(); ++k) {
      values.set_from(members[k], x, members[order[k]]);
      indices.set_integer(members[k], static_cast<int64_t>(order[k]));
    }
  }
  return {values, indices};
}

/// Of equal elements the first ones are taken, where PyTorch leaves the choice open. Sorted,
/// whatever `sorted` says.
Results topk(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  int64_t k = reader.integer("k"), dim = normal_dim(reader.integer("dim", -1), x.rank());
  bool largest = reader.flag("largest", true);
  reader.ignore("sorted");
  int64_t extent = x.rank() ? x.sizes[static_cast<size_t>(dim)] : 1;
  if (k < 0 || k > extent) throw OracleError("topk: k is out of range");
  Sizes sizes = x.sizes;
  if (x.rank()) sizes[static_cast<size_t>(dim)] = k;
  OracleTensor values(x.kind, sizes), indices(Kind::kI64, sizes);
  Groups from = groups_along(x, dim, false), to = groups_along(values, dim, false);
  for (size_t g = 0; g < from.members.size(); ++g) {
    std::vector<size_t> order = sorted_order(x, from.members[g], largest);
    for (size_t i = 0; i < static_cast<size_t>(k); ++i) {
      values.set_from(to.members[g][i], x, from.members[g][order[i]]);
      indices.set_integer(to.members[g][i], static_cast<int64_t>(order[i]));
    }
  }
  return {values, indices};
}

/// The element at a place of the sorted order, with its index.
Results at_place(const Reader& reader, const std::function<size_t(const Members&)>& place_of) {
  const OracleTensor& x = reader.tensor("input");
  Groups groups = groups_along(x, reader.integer("dim", -1), reader.flag("keepdim", false));
  OracleTensor values(x.kind, groups.sizes), indices(Kind::kI64, groups.sizes);
  for (size_t g = 0; g < groups.members.size(); ++g) {
    const Members& members = groups.members[g];
    if (members.empty()) throw OracleError("an element of nothing");
    std::vector<size_t> order = sorted_order(x, members, false);
    size_t found = order[place_of(members)];
    values.set_from(static_cast<int64_t>(g), x, members[found]);
    indices.set_integer(static_cast<int64_t>(g), static_cast<int64_t>(found));
  }
  return {values, indices};
}

Results kthvalue(const Reader& reader) {
  int64_t k = reader.integer("k");
  return at_place(reader, [k](const Members& members) {
    if (k < 1 || k > static_cast<int64_t>(members.size()))
      throw OracleError("kthvalue: k is out of range");
    return static_cast<size_t>(k - 1);
  });
}

/// The lower one of two middle elements; the first NaN if there is one.
Results median(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  auto middle = [&](const Members& members) {
    auto nan = [&](int64_t m) { return std::isnan(x.real(m)); };
    auto numbers =
        static_cast<size_t>(std::count_if(members.begin(), members.end(), std::not_fn(nan)));
    return numbers < members.size() ? numbers : (members.size() - 1) / 2;
  };
  if (reader.has("dim")) return at_place(reader, middle);
  if (x.numel() == 0) throw OracleError("median of nothing");
  return {oracle("median", {{"input", x.with_sizes({x.numel()})}, {"dim", 0}})[0]};
}

}  // namespace

void add_sorting(Registry& registry) {
  registry["sort"] = sort;
  registry["argsort"] = [](const Reader& r) -> Results { return {sort(r)[1]}; };
  registry["topk"] = topk;
  registry["kthvalue"] = kthvalue;
  registry["median"] = median;
}

}  // namespace weft_oracle
