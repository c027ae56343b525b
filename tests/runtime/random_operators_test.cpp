// Eager execution against the oracle on random shapes, strides and element types.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <weft/runtime/tensor/tensor_impl.h>

#include "runtime_testing.h"
#include "tests/oracle/golden_file.h"
#include "tests/oracle/oracle.h"

namespace weft {
namespace {

using weft_oracle::Kind;
using weft_oracle::OracleArguments;
using weft_oracle::OracleTensor;
using weft_oracle::OracleValue;
using weft_oracle::Sizes;

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}
  std::int64_t below(std::int64_t n) {
    return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random_);
  }
  template <typename T>
  T of(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<std::int64_t>(choices.size()))];
  }
  std::int64_t extent() { return of<std::int64_t>({0, 1, 2, 3, 5, 7, 8, 9}); }
  Sizes sizes(std::int64_t rank) {
    Sizes result;
    for (std::int64_t d = 0; d < rank; ++d) result.push_back(extent());
    return result;
  }
  /// Multiples of 1/8 around 0, so that there are equal ones; sometimes special values.
  OracleTensor tensor(Kind kind, const Sizes& sizes, bool special = false) {
    OracleTensor result(kind, sizes);
    for (std::int64_t i = 0; i < result.numel(); ++i) {
      if (weft_oracle::is_integral(kind)) {
        result.set_integer(i, below(21) - (kind == Kind::kU8 ? 0 : 10));
      } else if (special && below(8) == 0) {
        result.set(i, of<double>({0.0, -0.0, INFINITY, -INFINITY, NAN}));
      } else {
        result.set(i, static_cast<double>(below(65) - 32) / 8);
      }
    }
    return result;
  }
  OracleTensor index(const Sizes& sizes, std::int64_t bound) {
    OracleTensor result(Kind::kI64, sizes);
    for (std::int64_t i = 0; i < result.numel(); ++i) result.set_integer(i, below(bound));
    return result;
  }
  /// A tensor with the same elements whose dimensions lie in another order, with gaps.
  ir::TensorHandle scattered(const ir::TensorHandle& tensor) {
    std::vector<std::size_t> order(tensor->sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random_);
    std::vector<std::int64_t> outer;
    const std::int64_t step = 1 + below(3);
    for (const std::size_t d : order) outer.push_back(tensor->sizes[d] * step + 1);
    const ir::TensorHandle storage = make_tensor(tensor->dtype, outer);
    std::vector<std::int64_t> strides(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) strides[order[k]] = storage->strides[k] * step;
    const ir::TensorHandle view = make_view(storage, tensor->sizes, strides, 0);
    Tensor(view).copy_(Tensor(tensor));
    return view;
  }

 private:
  std::mt19937 random_;
};

/// Compares both; `exact` demands equal bits.
void compare(const std::string& op, const OracleArguments& arguments, Draw& draw,
             double rtol = 2e-6, double atol = 2e-6) {
  const auto prepare = [&](ir::TensorHandle tensor) {
    return draw.below(2) == 0 ? tensor : draw.scattered(tensor);
  };
  const auto got = testing::run_operator(op, arguments, prepare);
  const auto result = weft_oracle::compare(got, weft_oracle::oracle(op, arguments), rtol, atol);
  std::string shapes;
  for (const auto& [name, value] : arguments) {
    if (value.is_tensor()) {
      shapes += " " + name + ": " + weft_oracle::describe(std::get<OracleTensor>(value.held));
    }
  }
  EXPECT_TRUE(result.agrees()) << op << shapes << ": " << result.difference;
}

constexpr int kRounds = 60;

Kind any_kind(Draw& draw) {
  return draw.of<Kind>({Kind::kU8, Kind::kI8, Kind::kI32, Kind::kI64, Kind::kF16, Kind::kBF16,
                        Kind::kF32, Kind::kF32, Kind::kF64});
}
Kind float_kind(Draw& draw) { return draw.of<Kind>({Kind::kF32, Kind::kF32, Kind::kF64}); }

TEST(RandomOperators, Pointwise) {
  Draw draw(1);
  for (int round = 0; round < kRounds; ++round) {
    const OracleTensor x = draw.tensor(any_kind(draw), draw.sizes(draw.below(5)), true);
    for (const char* op : {"neg", "abs", "sign", "square", "isnan", "logical_not"}) {
      compare(op, {{"input", x}}, draw, 0, 0);
    }
    const OracleTensor y = draw.tensor(float_kind(draw), x.sizes);
    for (const char* op : {"sigmoid", "tanh", "exp", "gelu", "silu", "relu", "floor"}) {
      compare(op, {{"input", y}}, draw);
    }
  }
}

TEST(RandomOperators, BinaryWithBroadcasting) {
  Draw draw(2);
  for (int round = 0; round < kRounds; ++round) {
    const Sizes sizes = draw.sizes(draw.below(5));
    Sizes other(sizes.begin() + draw.below(static_cast<std::int64_t>(sizes.size()) + 1),
                sizes.end());
    for (std::int64_t& size : other) {
      if (draw.below(3) == 0) size = 1;
    }
    const OracleTensor x = draw.tensor(any_kind(draw), sizes, true);
    const OracleTensor y = draw.tensor(any_kind(draw), other, true);
    for (const char* op : {"add", "sub", "mul", "maximum", "minimum", "eq", "lt", "logical_and"}) {
      compare(op, {{"input", x}, {"other", y}}, draw, 0, 0);
    }
    const OracleTensor condition = draw.tensor(Kind::kBool, sizes);
    compare("where", {{"condition", condition}, {"input", x}, {"other", x}}, draw, 0, 0);
  }
}

TEST(RandomOperators, Reductions) {
  Draw draw(3);
  for (int round = 0; round < kRounds; ++round) {
    const std::int64_t rank = 1 + draw.below(4);
    Sizes sizes = draw.sizes(rank);
    const std::int64_t dim = draw.below(rank);
    const OracleTensor x = draw.tensor(any_kind(draw), sizes, true);
    const bool keep = draw.below(2) == 0;
    const std::int64_t named = draw.below(2) == 0 ? dim : dim - rank;
    compare("sum", {{"input", x}, {"dim", weft_oracle::OracleList{named}}, {"keepdim", keep}}, draw);
    compare("any", {{"input", x}, {"dim", named}, {"keepdim", keep}}, draw, 0, 0);
    if (!x.integral()) {
      const OracleTensor plain = draw.tensor(x.kind, sizes);
      const double tolerance = x.kind == Kind::kF16 ? 1e-3 : x.kind == Kind::kBF16 ? 8e-3 : 2e-6;
      compare("mean", {{"input", plain}, {"dim", weft_oracle::OracleList{named}}}, draw, tolerance,
              tolerance);
    }
    if (sizes[static_cast<std::size_t>(dim)] == 0) continue;
    for (const char* op : {"amax", "amin"}) {
      compare(op, {{"input", x}, {"dim", weft_oracle::OracleList{named}}, {"keepdim", keep}}, draw,
              0, 0);
    }
    for (const char* op : {"max", "min", "argmax", "argmin"}) {
      compare(op, {{"input", x}, {"dim", named}, {"keepdim", keep}}, draw, 0, 0);
    }
  }
}

TEST(RandomOperators, LongRowsCrossBlocks) {
  Draw draw(4);
  for (const std::int64_t length : {255, 256, 257, 513, 1000}) {
    for (const Sizes& sizes : {Sizes{length}, Sizes{3, length}, Sizes{length, 3}}) {
      const OracleTensor x = draw.tensor(Kind::kF32, sizes);
      compare("neg", {{"input", x}}, draw, 0, 0);
      compare("sum", {{"input", x}, {"dim", weft_oracle::OracleList{0}}}, draw);
      compare("argmax", {{"input", x}, {"dim", -1}}, draw, 0, 0);
      compare("softmax", {{"input", x}, {"dim", 0}}, draw);
    }
  }
}

TEST(RandomOperators, Scans) {
  Draw draw(5);
  for (int round = 0; round < kRounds; ++round) {
    const std::int64_t rank = draw.below(4);
    const std::int64_t dim = rank == 0 ? 0 : draw.below(rank);
    const OracleTensor x = draw.tensor(any_kind(draw), draw.sizes(rank));
    const double tolerance = x.kind == Kind::kBF16 ? 8e-3 : x.kind == Kind::kF16 ? 1e-3 : 1e-6;
    compare("cumsum", {{"input", x}, {"dim", dim}}, draw, tolerance, tolerance);
    const OracleTensor special = draw.tensor(x.kind, x.sizes, true);
    compare("cummax", {{"input", special}, {"dim", dim}}, draw, 0, 0);
    compare("cummin", {{"input", special}, {"dim", dim}}, draw, 0, 0);
    if (x.kind == Kind::kF32 || x.kind == Kind::kF64) {
      compare("logcumsumexp", {{"input", special}, {"dim", dim}}, draw);
      compare("cumprod", {{"input", x}, {"dim", dim}}, draw, 1e-5);
    }
  }
}

TEST(RandomOperators, Sorting) {
  Draw draw(6);
  for (int round = 0; round < kRounds; ++round) {
    const std::int64_t rank = draw.below(4);
    const std::int64_t dim = rank == 0 ? -1 : draw.below(rank);
    const OracleTensor x = draw.tensor(any_kind(draw), draw.sizes(rank), true);
    const bool descending = draw.below(2) == 0;
    compare("sort", {{"input", x}, {"dim", dim}, {"descending", descending}}, draw, 0, 0);
    compare("argsort", {{"input", x}, {"dim", dim}, {"descending", descending}}, draw, 0, 0);
    const std::int64_t k =
        rank == 0 ? 1 : draw.below(x.sizes[static_cast<std::size_t>(dim)] + 1);
    compare("topk", {{"input", x}, {"k", k}, {"dim", dim}, {"largest", descending}}, draw, 0, 0);
  }
}

TEST(RandomOperators, ScattersAndGathers) {
  Draw draw(7);
  for (int round = 0; round < kRounds; ++round) {
    const std::int64_t rank = 1 + draw.below(3);
    Sizes sizes;
    for (std::int64_t d = 0; d < rank; ++d) sizes.push_back(1 + draw.below(6));
    const std::int64_t dim = draw.below(rank);
    Sizes index_sizes = sizes;
    for (std::int64_t& size : index_sizes) size = 1 + draw.below(size);
    index_sizes[static_cast<std::size_t>(dim)] = draw.below(9);
    const OracleTensor x = draw.tensor(any_kind(draw), sizes);
    const OracleTensor index = draw.index(index_sizes, sizes[static_cast<std::size_t>(dim)]);
    const OracleTensor src = draw.tensor(x.kind, index_sizes);
    const double tolerance = x.kind == Kind::kBF16 ? 8e-3 : x.kind == Kind::kF16 ? 1e-3 : 1e-6;
    compare("gather", {{"input", x}, {"dim", dim}, {"index", index}}, draw, 0, 0);
    const OracleArguments arguments = {
        {"input", x}, {"dim", dim}, {"index", index}, {"src", src}};
    compare("scatter", arguments, draw, 0, 0);
    compare("scatter_add", arguments, draw, tolerance, tolerance);
    for (const char* reduce : {"sum", "prod", "mean", "amax", "amin"}) {
      OracleArguments with = arguments;
      with["reduce"] = reduce;
      with["include_self"] = draw.below(2) == 0;
      compare("scatter_reduce", with, draw, 1e-2, 1e-2);
    }
    Sizes vector = {draw.below(5)};
    Sizes source = sizes;
    source[static_cast<std::size_t>(dim)] = vector[0];
    const OracleTensor rows = draw.index(vector, sizes[static_cast<std::size_t>(dim)]);
    compare("index_select", {{"input", x}, {"dim", dim}, {"index", rows}}, draw, 0, 0);
    const OracleArguments slices = {{"input", x},
                                    {"dim", dim},
                                    {"index", rows},
                                    {"source", draw.tensor(x.kind, source)}};
    compare("index_add", slices, draw, tolerance, tolerance);
    compare("index_copy", slices, draw, 0, 0);
    compare("index_fill", {{"input", x}, {"dim", dim}, {"index", rows}, {"value", 3}}, draw, 0, 0);
  }
}

TEST(RandomOperators, Selections) {
  Draw draw(8);
  for (int round = 0; round < kRounds; ++round) {
    const Sizes sizes = draw.sizes(draw.below(4));
    const OracleTensor x = draw.tensor(any_kind(draw), sizes, true);
    const OracleTensor mask = draw.tensor(Kind::kBool, sizes);
    compare("nonzero", {{"input", x}}, draw, 0, 0);
    compare("masked_select", {{"input", x}, {"mask", mask}}, draw, 0, 0);
    compare("masked_scatter",
            {{"input", x}, {"mask", mask}, {"source", draw.tensor(x.kind, {x.numel()})}}, draw, 0,
            0);
  }
}

TEST(RandomOperators, IndexPut) {
  Draw draw(9);
  for (int round = 0; round < kRounds; ++round) {
    const Sizes sizes = {1 + draw.below(4), 1 + draw.below(4), 1 + draw.below(4)};
    const OracleTensor x = draw.tensor(draw.of<Kind>({Kind::kF32, Kind::kI64}), sizes);
    const std::int64_t count = draw.below(4);
    weft_oracle::OracleList indices;
    for (std::size_t d = 0; d < 3; ++d) {
      if (draw.below(2) == 0) {
        indices.emplace_back();
      } else {
        indices.emplace_back(draw.index({count}, sizes[d]));
      }
    }
    if (indices[0].is_none() && indices[1].is_none()) indices[1] = draw.index({count}, sizes[1]);
    compare("index.Tensor", {{"input", x}, {"indices", indices}}, draw, 0, 0);
    for (const bool accumulate : {false, true}) {
      compare("index_put.Tensor",
              {{"input", x},
               {"indices", indices},
               {"values", draw.tensor(x.kind, {})},
               {"accumulate", accumulate}},
              draw, 1e-6, 1e-6);
    }
  }
}

}  // namespace
}  // namespace weft
