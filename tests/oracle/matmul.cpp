/// \file Matrix products.
#include "tests/oracle/matmul.h"

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

/// The sum of products of a row and a column, starting at `at_a` and `at_b`.
void set_product(OracleTensor& out, int64_t at, const OracleTensor& a, int64_t at_a,
                 const OracleTensor& b, int64_t at_b, int64_t length, int64_t stride_b) {
  if (out.integral()) {
    uint64_t total = 0;
    for (int64_t k = 0; k < length; ++k) {
      total += static_cast<uint64_t>(a.integer(at_a + k)) *
               static_cast<uint64_t>(b.integer(at_b + k * stride_b));
    }
    out.set_integer(at, static_cast<int64_t>(total));
    return;
  }
  Sum total = 0;
  for (int64_t k = 0; k < length; ++k)
    total += static_cast<Sum>(a.real(at_a + k)) * b.real(at_b + k * stride_b);
  out.set(at, static_cast<double>(total));
}

}  // namespace

OracleTensor matrix_product(const OracleTensor& given_a, const OracleTensor& given_b, bool wide) {
  if (given_a.kind != given_b.kind) throw OracleError("matmul: kinds differ");
  refuse_bool("matmul", given_a.kind);
  if (given_a.rank() == 0 || given_b.rank() == 0)
    throw OracleError("matmul of a tensor without dimensions");
  bool vector_a = given_a.rank() == 1, vector_b = given_b.rank() == 1;
  OracleTensor a = vector_a ? given_a.with_sizes({1, given_a.sizes[0]}) : given_a;
  OracleTensor b = vector_b ? given_b.with_sizes({given_b.sizes[0], 1}) : given_b;
  int64_t rows = a.sizes[a.sizes.size() - 2], inner = a.sizes.back(), columns = b.sizes.back();
  if (b.sizes[b.sizes.size() - 2] != inner)
    throw OracleError("matmul: " + describe(given_a) + " by " + describe(given_b));
  Sizes batch = broadcast_sizes(Sizes(a.sizes.begin(), a.sizes.end() - 2),
                                Sizes(b.sizes.begin(), b.sizes.end() - 2));
  auto with = [&](int64_t m, int64_t n) {
    Sizes sizes = batch;
    sizes.insert(sizes.end(), {m, n});
    return sizes;
  };
  a = broadcast_to(a, with(rows, inner));
  b = broadcast_to(b, with(inner, columns));
  OracleTensor out(wide && is_float(a.kind) ? Kind::kF64 : a.kind, with(rows, columns));
  for (int64_t at = 0; at < out.numel(); ++at) {
    int64_t column = at % columns, row = at / columns % rows, matrix = at / columns / rows;
    set_product(out, at, a, (matrix * rows + row) * inner, b, matrix * inner * columns + column,
                inner, columns);
  }
  Sizes sizes = batch;
  if (!vector_a) sizes.push_back(rows);
  if (!vector_b) sizes.push_back(columns);
  return out.with_sizes(sizes);
}

namespace {

void need_rank(const std::string& op, const OracleTensor& x, int64_t rank) {
  if (x.rank() != rank)
    throw OracleError(op + " needs rank " + std::to_string(rank) + ", got " + describe(x));
}

/// A product of two named operands of fixed ranks.
Function product(const std::string& op, const std::string& second, int64_t rank_a, int64_t rank_b) {
  return [op, second, rank_a, rank_b](const Reader& reader) -> Results {
    const OracleTensor& a = reader.tensor("input");
    const OracleTensor& b = reader.tensor(second);
    need_rank(op, a, rank_a);
    need_rank(op, b, rank_b);
    if (rank_a == 3 && a.sizes[0] != b.sizes[0]) throw OracleError(op + ": batches differ");
    return {matrix_product(a, b)};
  };
}

/// beta * input + alpha * (a @ b), rounded once. With beta = 0 the input has no say, not even its
/// NaN.
OracleTensor scaled_sum(const Reader& reader, const OracleTensor& a, const OracleTensor& b) {
  OracleTensor product = matrix_product(a, b, true);
  const OracleTensor& input = reader.tensor("input");
  if (input.kind != a.kind) throw OracleError("kinds differ");
  OracleTensor addend = broadcast_to(input, product.sizes);
  OracleTensor result(a.kind, product.sizes);
  if (result.integral()) {
    auto beta = static_cast<uint64_t>(reader.integer("beta", 1)),
         alpha = static_cast<uint64_t>(reader.integer("alpha", 1));
    for (int64_t i = 0; i < result.numel(); ++i) {
      result.set_integer(i,
                         static_cast<int64_t>(beta * static_cast<uint64_t>(addend.integer(i)) +
                                              alpha * static_cast<uint64_t>(product.integer(i))));
    }
    return result;
  }
  double beta = reader.real("beta", 1), alpha = reader.real("alpha", 1);
  for (int64_t i = 0; i < result.numel(); ++i) {
    result.set(i, (beta == 0 ? 0 : beta * addend.real(i)) + alpha * product.real(i));
  }
  return result;
}

Function scaled(const std::string& op, const std::string& first, const std::string& second,
                int64_t rank_a, int64_t rank_b) {
  return [op, first, second, rank_a, rank_b](const Reader& reader) -> Results {
    const OracleTensor& a = reader.tensor(first);
    const OracleTensor& b = reader.tensor(second);
    need_rank(op, a, rank_a);
    need_rank(op, b, rank_b);
    if (rank_a == 3 && a.sizes[0] != b.sizes[0]) throw OracleError(op + ": batches differ");
    return {scaled_sum(reader, a, b)};
  };
}

/// input @ weight^T + bias.
Results linear(const Reader& reader) {
  const OracleTensor& weight = reader.tensor("weight");
  OracleTensor turned = weight.rank() == 2 ? permuted(weight, {1, 0}) : weight;
  OracleTensor product = matrix_product(reader.tensor("input"), turned, true);
  const OracleTensor* bias = reader.optional_tensor("bias");
  if (!bias) return {product.cast(weight.kind)};
  if (bias->kind != weight.kind) throw OracleError("linear: kinds differ");
  OracleTensor addend = broadcast_to(*bias, product.sizes);
  OracleTensor result(weight.kind, product.sizes);
  for (int64_t i = 0; i < result.numel(); ++i) {
    if (result.integral()) {
      result.set_integer(i, static_cast<int64_t>(static_cast<uint64_t>(product.integer(i)) +
                                                 static_cast<uint64_t>(addend.integer(i))));
    } else {
      result.set(i, product.real(i) + addend.real(i));
    }
  }
  return {result};
}

/// Every element of one vector by every element of another, with promotion.
Results outer(const Reader& reader) {
  const OracleTensor& a = reader.tensor("input");
  const OracleTensor& b = reader.tensor("vec2");
  need_rank("outer", a, 1);
  need_rank("outer", b, 1);
  return oracle("mul", {{"input", a.with_sizes({a.numel(), 1})}, {"other", b}});
}

}  // namespace

void add_matmul(Registry& registry) {
  registry["matmul"] = [](const Reader& r) -> Results {
    return {matrix_product(r.tensor("input"), r.tensor("other"))};
  };
  registry["mm"] = product("mm", "mat2", 2, 2);
  registry["mv"] = product("mv", "vec", 2, 1);
  registry["bmm"] = product("bmm", "mat2", 3, 3);
  registry["dot"] = [](const Reader& r) {
    return product("dot", r.has("other") ? "other" : "tensor", 1, 1)(r);
  };
  registry["addmm"] = scaled("addmm", "mat1", "mat2", 2, 2);
  registry["addmv"] = scaled("addmv", "mat", "vec", 2, 1);
  registry["baddbmm"] = scaled("baddbmm", "batch1", "batch2", 3, 3);
  registry["linear"] = linear;
  registry["outer"] = registry["ger"] = outer;
}

}  // namespace weft_oracle
