/// \file Products and distances of vectors: inner, vdot, cross, trace, addr, dist, cdist.
#include <cmath>

#include "tests/oracle/layout.h"
#include "tests/oracle/matmul.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

/// Sums of products over the last dimensions.
Results inner(const Reader& reader) {
  const OracleTensor& a = reader.tensor("input");
  const OracleTensor& b = reader.tensor("other");
  if (a.rank() == 0 || b.rank() == 0) return oracle("mul", {{"input", a}, {"other", b}});
  const int64_t depth = a.sizes.back();
  if (a.kind != b.kind || depth != b.sizes.back()) throw OracleError("inner: rows differ");
  Sizes sizes(a.sizes.begin(), a.sizes.end() - 1);
  sizes.insert(sizes.end(), b.sizes.begin(), b.sizes.end() - 1);
  OracleTensor result(a.kind, sizes);
  const int64_t columns = depth == 0 ? 1 : b.numel() / depth;
  for (int64_t at = 0; at < result.numel(); ++at) {
    const int64_t row = at / columns * depth, column = at % columns * depth;
    Sum total = 0;
    uint64_t whole = 0;
    for (int64_t k = 0; k < depth; ++k) {
      if (a.integral()) {
        whole += static_cast<uint64_t>(a.integer(row + k)) *
                 static_cast<uint64_t>(b.integer(column + k));
      } else {
        total += static_cast<Sum>(a.real(row + k)) * b.real(column + k);
      }
    }
    if (a.integral()) {
      result.set_integer(at, static_cast<int64_t>(whole));
    } else {
      result.set(at, static_cast<double>(total));
    }
  }
  return {result};
}

Results trace(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  if (x.rank() != 2) throw OracleError("trace of a matrix");
  return oracle("sum", {{"input", oracle("diag", {{"input", x}})[0]}});
}

/// The p-norm of differences: a maximum for infinity, a count of those that are not 0 for 0.
double norm_of(const std::vector<double>& differences, double p) {
  Sum total = 0;
  for (const double d : differences) {
    const double size = std::fabs(d);
    if (std::isnan(size)) return size;
    if (std::isinf(p)) {
      if (size > static_cast<double>(total)) total = size;
    } else if (p == 0) {
      total += size != 0;
    } else {
      total += std::pow(static_cast<Sum>(size), static_cast<Sum>(p));
    }
  }
  if (std::isinf(p) || p == 0) return static_cast<double>(total);
  return static_cast<double>(std::pow(total, 1 / static_cast<Sum>(p)));
}

Results dist(const Reader& reader) {
  const Operands both = bring_together(reader, {"input", "other"});
  refuse_integral("dist", both.kind);
  const double p = reader.real("p", 2);
  OracleTensor result(both.kind, {});
  std::vector<double> differences;
  for (int64_t i = 0; i < both.tensors[0].numel(); ++i) {
    differences.push_back(round_to(both.kind, both.tensors[0].real(i) - both.tensors[1].real(i)));
  }
  result.set(0, norm_of(differences, p));
  return {result};
}

Results cdist(const Reader& reader) {
  const OracleTensor& a = reader.tensor("x1");
  const OracleTensor& b = reader.tensor("x2");
  const double p = reader.real("p", 2);
  reader.ignore("compute_mode");
  if (a.rank() < 2 || b.rank() < 2 || a.sizes.back() != b.sizes.back())
    throw OracleError("cdist: rows differ");
  const int64_t depth = a.sizes.back();
  const Sizes batch =
      broadcast_sizes({a.sizes.begin(), a.sizes.end() - 2}, {b.sizes.begin(), b.sizes.end() - 2});
  const auto spread = [&](const OracleTensor& x) {
    Sizes sizes = batch;
    sizes.insert(sizes.end(), x.sizes.end() - 2, x.sizes.end());
    return broadcast_to(x, sizes);
  };
  const OracleTensor left = spread(a), right = spread(b);
  const int64_t rows = a.sizes[a.sizes.size() - 2], columns = b.sizes[b.sizes.size() - 2];
  Sizes sizes = batch;
  sizes.push_back(rows);
  sizes.push_back(columns);
  OracleTensor result(a.kind, sizes);
  for (int64_t at = 0; at < result.numel(); ++at) {
    const int64_t block = at / (rows * columns);
    const int64_t row = block * rows + at / columns % rows;
    const int64_t column = block * columns + at % columns;
    std::vector<double> differences;
    for (int64_t k = 0; k < depth; ++k) {
      differences.push_back(left.real(row * depth + k) - right.real(column * depth + k));
    }
    result.set(at, norm_of(differences, p));
  }
  return {result};
}

/// Along a dimension of three: each the product of the next two, less the product the other way.
Results cross(const Reader& reader) {
  const Operands both = bring_together(reader, {"input", "other"});
  const Sizes& own = reader.tensor("input").sizes;
  size_t dim = 0;
  if (reader.has("dim")) {
    dim = static_cast<size_t>(normal_dim(reader.integer("dim"), static_cast<int64_t>(own.size())));
  } else {
    while (dim < own.size() && own[dim] != 3) ++dim;
  }
  if (dim >= own.size() || own[dim] != 3) throw OracleError("cross: a dimension of three");
  const OracleTensor &a = both.tensors[0], &b = both.tensors[1];
  OracleTensor result(both.kind, both.sizes);
  each_index(both.sizes, [&](const Index& index, int64_t at) {
    const auto place = [&](int64_t by) {
      Index other = index;
      other[dim] = (index[dim] + by) % 3;
      return position(both.sizes, other);
    };
    if (a.integral()) {
      result.set_integer(at, a.integer(place(1)) * b.integer(place(2)) -
                                 a.integer(place(2)) * b.integer(place(1)));
    } else {
      result.set(at, a.real(place(1)) * b.real(place(2)) - a.real(place(2)) * b.real(place(1)));
    }
  });
  return {result};
}

Results addr(const Reader& reader) {
  const OracleTensor& a = reader.tensor("vec1");
  const OracleTensor& b = reader.tensor("vec2");
  const Sizes sizes = {a.numel(), b.numel()};
  const OracleTensor base = broadcast_to(reader.tensor("input"), sizes);
  refuse_integral("addr", base.kind);
  const double beta = reader.real("beta", 1), alpha = reader.real("alpha", 1);
  OracleTensor result(base.kind, sizes);
  for (int64_t at = 0; at < result.numel(); ++at) {
    const double product = a.real(at / b.numel()) * b.real(at % b.numel());
    result.set(at, (beta == 0 ? 0 : beta * base.real(at)) + alpha * product);
  }
  return {result};
}

}  // namespace

void add_distances(Registry& registry) {
  registry["inner"] = inner;
  registry["vdot"] = [](const Reader& r) -> Results {
    return {matrix_product(r.tensor("input"), r.tensor("other"))};
  };
  registry["trace"] = trace;
  registry["dist"] = dist;
  registry["cdist"] = cdist;
  registry["cross"] = cross;
  registry["addr"] = addr;
}

}  // namespace weft_oracle
