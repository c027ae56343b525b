#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <stdexcept>

#include <weft/ir/diagnostics.h>
#include <weft/ir/int_expr.h>

namespace weft::ir {
namespace {

IntExpr index(const char* name, std::int64_t extent) { return make_index(name, IntExpr(extent)); }

TEST(IntExpr, ConstantsFold) {
  EXPECT_TRUE((IntExpr(2) * 3 + 4).is(10));
  EXPECT_TRUE(floor_div(-7, 2).is(-4));
  EXPECT_TRUE(floor_div(7, -2).is(-4));
  EXPECT_TRUE(mod(-7, 2).is(1));
  EXPECT_TRUE(mod(7, -2).is(-1));
  EXPECT_TRUE(ceil_div(7, 2).is(4));
  EXPECT_TRUE(ceil_div(-7, 2).is(-3));
  EXPECT_TRUE(min(3, 4).is(3));
  EXPECT_TRUE(max(3, 4).is(4));
  EXPECT_TRUE(product({}).is(1));
  EXPECT_TRUE(product({2, 3, 4}).is(24));
}

TEST(IntExpr, PolynomialsAreCanonical) {
  const IntExpr n = make_symbol("N");
  const IntExpr m = make_symbol("M");
  EXPECT_EQ(n + m, m + n);
  EXPECT_EQ((n + 1) * (n - 1), n * n - 1);
  EXPECT_EQ((n + m) * (n + m), n * n + 2 * n * m + m * m);
  EXPECT_TRUE((n - n).is(0));
  EXPECT_TRUE((0 * n).is_constant());
  EXPECT_TRUE((n * m - m * n).is(0));
  EXPECT_FALSE(n == m);
  EXPECT_EQ((n * m + 3).hash(), (3 + m * n).hash());
}

TEST(IntExpr, SymbolsAreEqualByIdentityOnly) {
  EXPECT_FALSE(IntExpr(make_symbol("N")) == IntExpr(make_symbol("N")));
}

TEST(IntExpr, Prints) {
  const IntExpr n = make_symbol("N");
  const IntExpr m = make_symbol("M");
  EXPECT_EQ(IntExpr(0).str(), "0");
  EXPECT_EQ(IntExpr(INT64_MIN).str(), "-9223372036854775808");
  EXPECT_EQ((2 * n + 1).str(), "2*N + 1");
  EXPECT_EQ((1 - n).str(), "-N + 1");
  EXPECT_EQ((n - 3 * m - 2).str(), "N - 3*M - 2");
  EXPECT_EQ((n * m * 3).str(), "3*N*M");
  EXPECT_EQ(floor_div(n, 2).str(), "floordiv(N, 2)");
  EXPECT_EQ(mod(n + m, 4).str(), "mod(N + M, 4)");
  EXPECT_EQ(min(n, 4).str(), "min(4, N)");
  EXPECT_EQ(shape_str({}), "[]");
  EXPECT_EQ(shape_str({2, n, 3 * m}), "[2, N, 3*M]");
}

TEST(IntExpr, DivisionTakesOutWhatItDivides) {
  const IntExpr n = make_symbol("N");
  EXPECT_EQ(floor_div(4 * n, 4), n);
  EXPECT_EQ(floor_div(n, 1), n);
  EXPECT_TRUE(mod(n, 1).is(0));
  EXPECT_TRUE(mod(4 * n, 4).is(0));
  EXPECT_EQ(floor_div(n, -1), 0 - n);
  EXPECT_EQ(floor_div(4 * n + 6, 4), n + 1);
  EXPECT_TRUE(mod(4 * n + 6, 4).is(2));
  EXPECT_EQ(floor_div(6 * n, 4), floor_div(3 * n, 2));
  EXPECT_EQ(mod(6 * n, 4), 2 * mod(3 * n, 2));
  EXPECT_EQ(floor_div(n - 1, 2) + 1, floor_div(n + 1, 2));
  EXPECT_EQ(floor_div(floor_div(n, 3), 4), floor_div(n, 12));
}

TEST(IntExpr, DivisionUsesBounds) {
  const IntExpr i = index("i", 8);
  const IntExpr j = index("j", 4);
  EXPECT_EQ(floor_div(4 * i + j, 4), i);
  EXPECT_EQ(mod(4 * i + j, 4), j);
  EXPECT_EQ(floor_div(4 * i + j, 8), floor_div(i, 2));
  EXPECT_EQ(mod(4 * i + j, 8), 4 * mod(i, 2) + j);
  EXPECT_TRUE(floor_div(j, 4).is(0));
  EXPECT_TRUE(floor_div(j - 4, 4).is(-1));
  EXPECT_EQ(mod(j - 4, 4), j);
  EXPECT_EQ(mod(i, 8), i);
  EXPECT_EQ(floor_div(mod(i, 8), 2), floor_div(i, 2));
  EXPECT_EQ(mod(mod(make_symbol("N"), 12), 4).str(), "mod(N, 4)");
}

TEST(IntExpr, DelinearisedIndexIsPutTogetherAgain) {
  const IntExpr x = make_symbol("x");
  EXPECT_EQ(4 * floor_div(x, 4) + mod(x, 4), x);
  EXPECT_EQ(mod(x, 4) + 4 * floor_div(x, 4), x);
  // [24] -> [2, 3, 4] -> [24]
  const IntExpr a = floor_div(x, 12);
  const IntExpr b = mod(floor_div(x, 4), 3);
  const IntExpr c = mod(x, 4);
  EXPECT_EQ(12 * a + 4 * b + c, x);
  EXPECT_EQ(c + 4 * b + 12 * a, x);
  EXPECT_EQ(4 * b + c, mod(x, 12));
  // Another stride does not match.
  EXPECT_EQ((5 * floor_div(x, 4) + mod(x, 4)).terms().size(), 2u);
}

TEST(IntExpr, ReshapeOfSeveralDimensionsComposes) {
  // [6, 4] viewed as [2, 3, 4], element (i, j, k); through the linear index.
  const IntExpr i = index("i", 2);
  const IntExpr j = index("j", 3);
  const IntExpr k = index("k", 4);
  const IntExpr linear = (i * 3 + j) * 4 + k;
  EXPECT_EQ(floor_div(linear, 4), 3 * i + j);
  EXPECT_EQ(mod(linear, 4), k);
  EXPECT_EQ(floor_div(linear, 12), i);
  EXPECT_EQ(mod(floor_div(linear, 4), 3), j);
}

TEST(IntExpr, SymbolicDivisorsCancel) {
  const IntExpr n = make_symbol("N", 1);
  const IntExpr m = make_symbol("M", 1);
  const IntExpr i = make_symbol("i");
  EXPECT_EQ(floor_div(n * m, m), n);
  EXPECT_TRUE(floor_div(n, n).is(1));
  EXPECT_TRUE(mod(n * m, m).is(0));
  EXPECT_EQ(floor_div(n * i, n * m), floor_div(i, m));
  EXPECT_EQ(floor_div(6 * n, 4 * m), floor_div(3 * n, 2 * m));
  EXPECT_EQ(floor_div((n + 1) * m, n + 1), m);
  EXPECT_TRUE(mod((n + 1) * m, n + 1).is(0));
}

TEST(IntExpr, IndicesOfSymbolicExtentStayBelowIt) {
  const IntExpr b = make_symbol("B", 1);
  const IntExpr t = make_symbol("T", 1);
  const IntExpr i = make_index("i", b);
  const IntExpr j = make_index("j", t);
  const IntExpr h = index("h", 8);
  const IntExpr d = index("d", 64);
  const IntExpr linear = ((i * t + j) * 8 + h) * 64 + d;
  EXPECT_EQ(floor_div(i * t + j, t), i);
  EXPECT_EQ(mod(i * t + j, t), j);
  EXPECT_EQ(floor_div(linear, t * 512), i);
  EXPECT_EQ(mod(floor_div(linear, 512), t), j);
  EXPECT_EQ(mod(floor_div(linear, 64), 8), h);
  EXPECT_EQ(mod(linear, 64), d);
}

TEST(IntExpr, MinAndMaxAreDecidedByBounds) {
  const IntExpr n = make_symbol("N", 1, 10);
  const IntExpr m = make_symbol("M", 0);
  EXPECT_EQ(min(n, 10), n);
  EXPECT_TRUE(min(n, 1).is(1));
  EXPECT_EQ(max(n, 1), n);
  EXPECT_EQ(max(m, 0), m);
  EXPECT_EQ(min(n, n + m), n);
  EXPECT_EQ(max(n, n + m), n + m);
  EXPECT_EQ(min(m, n), min(n, m));
  EXPECT_EQ(min(min(m, 4), 3), min(m, 3));
}

TEST(IntExpr, Bounds) {
  const IntExpr n = make_symbol("N", 1, 10);
  const IntExpr m = make_symbol("M");
  using P = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ((2 * n + 1).bounds(), P(3, 21));
  EXPECT_EQ((1 - n).bounds(), P(-9, 0));
  EXPECT_EQ((n * n).bounds(), P(1, 100));
  EXPECT_EQ((m + 1).bounds(), P(1, INT64_MAX));
  EXPECT_EQ((n - m).bounds(), P(INT64_MIN, 10));
  EXPECT_EQ(floor_div(n + m, 4).bounds(), P(0, INT64_MAX));
  EXPECT_EQ(mod(m, 7).bounds(), P(0, 6));
  EXPECT_EQ(mod(0 - m, n).bounds(), P(0, 9));
  EXPECT_EQ((m * 4611686018427387904).bounds().second, INT64_MAX);
}

TEST(IntExpr, Coefficient) {
  const Symbol i = make_symbol("i");
  const IntExpr n = make_symbol("N");
  EXPECT_EQ((4 * IntExpr(i) + n).coefficient(i), IntExpr(4));
  EXPECT_EQ((n * i + i + 3).coefficient(i), n + 1);
  EXPECT_EQ(n.coefficient(i), IntExpr(0));
  EXPECT_FALSE((IntExpr(i) * i).coefficient(i).has_value());
  EXPECT_FALSE(floor_div(i, 2).coefficient(i).has_value());
  EXPECT_FALSE((n * mod(i, 2)).coefficient(i).has_value());
}

TEST(IntExpr, SubstituteIsSimultaneous) {
  const Symbol i = make_symbol("i");
  const Symbol j = make_symbol("j");
  const IntExpr e = 2 * IntExpr(i) + j;
  EXPECT_EQ(e.substitute({{i, j}, {j, i}}), 2 * IntExpr(j) + i);
  EXPECT_TRUE(floor_div(i, 4).substitute({{i, 9}}).is(2));
  EXPECT_EQ(floor_div(i, 4).substitute({{i, 4 * IntExpr(j)}}), IntExpr(j));
}

TEST(IntExpr, SymbolsInOrderOfCreation) {
  const Symbol a = make_symbol("a");
  const Symbol b = make_symbol("b");
  const IntExpr e = floor_div(IntExpr(b) * a + b, 3) + a;
  ASSERT_EQ(e.symbols().size(), 2u);
  EXPECT_EQ(e.symbols()[0], a);
  EXPECT_EQ(e.symbols()[1], b);
  EXPECT_TRUE(e.depends_on(a));
  EXPECT_EQ(IntExpr(a).as_symbol(), a);
  EXPECT_EQ((IntExpr(a) + 1).as_symbol(), nullptr);
  EXPECT_EQ((2 * IntExpr(a)).as_symbol(), nullptr);
  EXPECT_EQ(floor_div(a, 2).as_symbol(), nullptr);
}

void expect_internal_error(const std::function<void()>& action) {
  try {
    action();
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.id(), "W1000");
  }
}

TEST(IntExpr, OverflowAndDivisionByZeroAreErrors) {
  const IntExpr big = INT64_MAX;
  const IntExpr n = make_symbol("N");
  expect_internal_error([&] { (void)(big + 1); });
  expect_internal_error([&] { (void)(big * 2); });
  expect_internal_error([&] { (void)(n * INT64_MAX * 2); });
  expect_internal_error([&] { (void)floor_div(n, 0); });
  expect_internal_error([&] { (void)mod(3, 0); });
  expect_internal_error([&] { (void)n.value(); });
  expect_internal_error(
      [&] { (void)floor_div(1, n).evaluate([](const SymbolInfo&) { return 0; }); });
}

// Builds random expressions in two ways at once: canonical, and as a value for one assignment.
class RandomExpression {
 public:
  explicit RandomExpression(unsigned seed) : random_(seed) {
    symbols_ = {make_symbol("N", 1, 9), make_symbol("i", 0, 7), make_symbol("j", -3, 3)};
    symbols_.push_back(make_index("k", symbols_[0]));
    values_ = {draw(1, 9), draw(0, 7), draw(-3, 3), 0};
    values_[3] = draw(0, values_[0] - 1);
  }

  struct Pair {
    IntExpr expr;
    std::int64_t value;
  };

  Pair make(int depth) {
    if (depth == 0 || draw(0, 5) == 0) return leaf();
    const Pair a = make(depth - 1);
    switch (draw(0, 7)) {
      case 0:
      case 1: {
        const Pair b = make(depth - 1);
        return {a.expr + b.expr, a.value + b.value};
      }
      case 2: {
        const Pair b = make(depth - 1);
        return {a.expr - b.expr, a.value - b.value};
      }
      case 3: {
        const Pair b = leaf();
        return {a.expr * b.expr, a.value * b.value};
      }
      case 4: {
        const Pair b = divisor();
        return {floor_div(a.expr, b.expr), floor_divide(a.value, b.value)};
      }
      case 5: {
        const Pair b = divisor();
        return {mod(a.expr, b.expr), a.value - b.value * floor_divide(a.value, b.value)};
      }
      case 6: {
        const Pair b = make(depth - 1);
        return {min(a.expr, b.expr), std::min(a.value, b.value)};
      }
      default: {
        const Pair b = make(depth - 1);
        return {max(a.expr, b.expr), std::max(a.value, b.value)};
      }
    }
  }

  std::int64_t lookup(const SymbolInfo& info) const {
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      if (symbols_[i]->id == info.id) return values_[i];
    }
    throw std::logic_error("unknown symbol");
  }
  std::vector<std::pair<Symbol, IntExpr>> assignment() const {
    std::vector<std::pair<Symbol, IntExpr>> result;
    for (std::size_t i = 0; i < symbols_.size(); ++i) result.emplace_back(symbols_[i], values_[i]);
    return result;
  }

 private:
  std::int64_t draw(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  static std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(
        std::floor(static_cast<long double>(a) / static_cast<long double>(b)));
  }
  Pair leaf() {
    if (draw(0, 2) == 0) {
      const std::int64_t c = draw(-6, 12);
      return {c, c};
    }
    const std::size_t s = static_cast<std::size_t>(draw(0, 3));
    return {symbols_[s], values_[s]};
  }
  Pair divisor() {
    switch (draw(0, 4)) {
      case 0:
        return {symbols_[0], values_[0]};
      case 1: {
        const std::int64_t c = draw(1, 4);
        return {symbols_[0] * IntExpr(c), values_[0] * c};
      }
      case 2:
        return {symbols_[0] + IntExpr(1), values_[0] + 1};
      default: {
        std::int64_t c = draw(-6, 12);
        if (c == 0) c = 4;
        return {c, c};
      }
    }
  }

  std::mt19937 random_;
  std::vector<Symbol> symbols_;
  std::vector<std::int64_t> values_;
};

TEST(IntExpr, RandomExpressionsKeepTheirValue) {
  for (unsigned seed = 0; seed < 30000; ++seed) {
    RandomExpression random(seed);
    const auto [expr, value] = random.make(5);
    const auto lookup = [&](const SymbolInfo& info) { return random.lookup(info); };
    ASSERT_EQ(expr.evaluate(lookup), value) << "seed " << seed << ": " << expr.str();
    ASSERT_TRUE(expr.substitute(random.assignment()).is(value)) << "seed " << seed;
    const auto [low, high] = expr.bounds();
    ASSERT_LE(low, value) << "seed " << seed << ": " << expr.str();
    ASSERT_GE(high, value) << "seed " << seed << ": " << expr.str();
  }
}

// Every reshape between shapes of equal size, forth and back, must give the index it began with.
TEST(IntExpr, RandomReshapesComposeToTheIdentity) {
  const std::vector<std::vector<std::int64_t>> shapes = {
      {24}, {2, 12}, {12, 2}, {2, 3, 4}, {4, 3, 2}, {6, 4}, {3, 8}, {2, 2, 2, 3}, {1, 24, 1}};
  const auto linearise = [](const std::vector<IntExpr>& index,
                            const std::vector<std::int64_t>& shape) {
    IntExpr linear = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) linear = linear * shape[d] + index[d];
    return linear;
  };
  const auto delinearise = [](const IntExpr& linear, const std::vector<std::int64_t>& shape) {
    std::vector<IntExpr> index(shape.size());
    std::int64_t stride = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
      index[d] = mod(floor_div(linear, stride), shape[d]);
      stride *= shape[d];
    }
    return index;
  };
  for (const auto& from : shapes) {
    std::vector<IntExpr> vars;
    for (const std::int64_t extent : from) vars.push_back(index("v", extent));
    for (const auto& through : shapes) {
      const auto middle = delinearise(linearise(vars, from), through);
      const auto back = delinearise(linearise(middle, through), from);
      for (std::size_t d = 0; d < from.size(); ++d) {
        // Indices of extent 1 are 0, but are symbols all the same.
        const IntExpr difference = back[d] - vars[d];
        EXPECT_EQ(difference.bounds(), (std::pair<std::int64_t, std::int64_t>(0, 0)))
            << back[d].str();
        if (from[0] != 1) {
          EXPECT_TRUE(difference.is(0)) << back[d].str();
        }
      }
    }
  }
}

}  // namespace
}  // namespace weft::ir
