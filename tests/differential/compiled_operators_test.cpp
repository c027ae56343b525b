// Operators with kernels of their own in all modes: random draws, numbers of results that the data
// decides, writes at positions.
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <cmath>

#include "tests/differential/all_modes.h"

namespace weft::differential {
namespace {

using torch::indexing::None;
using torch::indexing::Slice;

void expect_agreement(AllModes& modes) {
  modes.build();
  for (std::size_t k = 0; k < modes.size(); ++k) EXPECT_EQ(modes.disagreement(k), "");
}

Tensor counting(IntArrayRef sizes) {
  int64_t count = 1;
  for (const auto& size : sizes) count *= size;
  return torch::arange(count, torch::kFloat32).reshape(sizes) - 5;
}

TEST(CompiledOperators, NumbersOfResultsThatTheDataDecides) {
  AllModes modes;
  const Tensor x = counting({3, 4});
  const Tensor gaps = x.masked_fill(x.remainder(3) == 0, 0.0);
  modes.add("nonzero", [](Tensor t) { return torch::nonzero(t); }, {gaps});
  modes.add("nonzero of a vector", [](Tensor t) { return t.nonzero().squeeze(1) * 2; }, {gaps[1]});
  modes.add("nonzero of a number", [](Tensor t) { return t.nonzero(); }, {gaps[0][1]});
  modes.add("nothing found", [](Tensor t) { return t.nonzero(); }, {torch::zeros({2, 3})});
  modes.add("no elements", [](Tensor t) { return t.nonzero(); }, {torch::zeros({0, 3})});
  modes.add("of halves", [](Tensor t) { return t.nonzero(); }, {gaps.to(torch::kHalf)});
  modes.add("transposed", [](Tensor t) { return t.nonzero(); }, {gaps.t()});
  modes.add("masked_select", [](Tensor t) { return t.masked_select(t > 0); }, {x});
  modes.add("masked_select of a row mask",
            [](Tensor t, Tensor m) { return torch::masked_select(t, m > 0); }, {x, x[1]});
  modes.add("masked_select with a larger mask",
            [](Tensor t, Tensor m) { return torch::masked_select(t, m > 0); }, {x[1], x});
  modes.add("masked_select of a number", [](Tensor t) { return t.masked_select(t < 0); },
            {x[0][0]});
  modes.add("used", [](Tensor t) { return (t.masked_select(t > 0) * 2 + 1).sum(); }, {x});
  modes.add("row of means", [](Tensor t) { return t.index({t.select(1, 0) > -3}).mean(0) + t[0]; },
            {x});
  modes.add("rows", [](Tensor t) { return t.index({t.select(1, 0) > -3}); }, {x});
  modes.add("columns", [](Tensor t) { return t.index({Slice(), t[1] > 0}); }, {x});
  modes.add("product of found rows",
            [](Tensor t) {
              const Tensor rows = t.index({t.select(1, 0) > -3});
              return torch::matmul(rows, rows.t());
            },
            {x});
  modes.add(
      "two numbers",
      [](Tensor t) { return torch::cat({t.masked_select(t > 0), t.masked_select(t < -2)}, 0); },
      {x});
  modes.add("softmax of found", [](Tensor t) { return torch::relu(t.masked_select(t > -4)).exp(); },
            {x});
  modes.add("two results",
            [](Tensor t) {
              const Tensor at = t.nonzero();
              return std::make_tuple(at, at.sum(0), t + 1);
            },
            {gaps});
  modes.build();
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const bool sums = modes.name(k) == "product of found rows" || modes.name(k) == "row of means";
    EXPECT_EQ(modes.disagreement(k, !sums), "");
  }
}

// In loops over single elements, where a bool that an operator of C++ gives is an int.
TEST(CompiledOperators, BoolsOfOperatorsAreChosenFrom) {
  AllModes modes;
  const Tensor x = counting({2, 9}).remainder(2);
  const Tensor y = counting({2, 9}).remainder(3);
  for (const auto& [name, function] :
       {std::pair{"xor",
                  +[](const Tensor& a, const Tensor& b) { return torch::logical_xor(a, b); }},
        std::pair{"or", +[](const Tensor& a, const Tensor& b) { return torch::logical_or(a, b); }},
        std::pair{"and",
                  +[](const Tensor& a, const Tensor& b) { return torch::logical_and(a, b); }}}) {
    modes.add(
        name,
        [f = function](Tensor a, Tensor b) { return torch::constant_pad_nd(f(a, b), {1, 2}, 1); },
        {x, y});
  }
  expect_agreement(modes);
}

// Everything about these is known when they are compiled.
TEST(CompiledOperators, ChoicesAmongNumbersByPosition) {
  AllModes modes;
  for (const auto type : {torch::kLong, torch::kDouble, torch::kInt, torch::kFloat}) {
    const Tensor x = torch::ones({3, 4}, type);
    modes.add(
        "cat",
        [](Tensor t) { return torch::cat({torch::full_like(t, 3), torch::zeros_like(t)}, 1); },
        {x});
    modes.add("pad",
              [](Tensor t) { return torch::constant_pad_nd(torch::full_like(t, 2), {3, 5}, 7); },
              {x});
    modes.add("triangle", [](Tensor t) { return torch::full_like(t, 5).tril(); }, {x});
    modes.add("sum", [](Tensor t) { return torch::full_like(t, 5).tril().sum(1); }, {x});
  }
  expect_agreement(modes);
}

TEST(CompiledOperators, DistinctElementsAndSlices) {
  AllModes modes;
  const Tensor x =
      torch::tensor({{2.f, 1.f, 2.f, 1.f}, {2.f, 1.f, 2.f, 0.f}, {2.f, 1.f, 2.f, 1.f}});
  const Tensor special = torch::tensor({NAN, 1.f, NAN, -0.f, 0.f, INFINITY});
  const Tensor runs = torch::tensor({3, 3, 1, 1, 1, 3, 2});
  for (const Tensor& t : {x, x.t(), special, torch::zeros({0}), x[0][0]}) {
    modes.add("all", [](Tensor a) { return torch::_unique2(a, true, true, true); }, {t});
  }
  modes.add("halves", [](Tensor a) { return torch::_unique2(a, true, true, true); },
            {x.to(torch::kHalf)});
  modes.add("bools", [](Tensor a) { return torch::_unique2(a > 1, true, true, true); }, {x});
  modes.add("values only", [](Tensor a) { return torch::_unique2(a); }, {x});
  modes.add("rows", [](Tensor a) { return torch::unique_dim(a, 0, true, true, true); }, {x});
  modes.add("columns", [](Tensor a) { return torch::unique_dim(a, 1, true, true, true); }, {x});
  modes.add("runs", [](Tensor a) { return torch::unique_consecutive(a, true, true); }, {runs});
  modes.add("runs of rows", [](Tensor a) { return torch::unique_consecutive(a, true, true, 0); },
            {x});
  modes.add("used",
            [](Tensor a) {
              const auto found = torch::_unique2(a, true, true, true);
              return (std::get<0>(found) * std::get<2>(found)).sum();
            },
            {x});
  modes.add("repeated rows",
            [](Tensor a) { return a.repeat_interleave(torch::tensor({2, 0, 3}), 0, 5); }, {x});
  expect_agreement(modes);
  const auto [values, inverse, counts] = torch::_unique2(runs, true, true, true);
  EXPECT_TRUE(values.equal(torch::tensor({1, 2, 3})));
  EXPECT_TRUE(inverse.equal(torch::tensor({2, 2, 0, 0, 0, 2, 1})));
  EXPECT_TRUE(counts.equal(torch::tensor({3, 1, 3})));
  const auto [rows, row_of, times] = torch::unique_dim(x, 0, true, true, true);
  EXPECT_TRUE(rows.equal(torch::tensor({{2.f, 1.f, 2.f, 0.f}, {2.f, 1.f, 2.f, 1.f}})));
  EXPECT_TRUE(row_of.equal(torch::tensor({1, 0, 1})));
  EXPECT_TRUE(times.equal(torch::tensor({1, 2})));
  const auto [each, run_of, lengths] = torch::unique_consecutive(runs, true, true);
  EXPECT_TRUE(each.equal(torch::tensor({3, 1, 3, 2})));
  EXPECT_TRUE(run_of.equal(torch::tensor({0, 0, 1, 1, 1, 2, 3})));
  EXPECT_TRUE(lengths.equal(torch::tensor({2, 3, 1, 1})));
  EXPECT_EQ(std::get<0>(torch::_unique2(special)).numel(), 5) << "every NaN is its own";
  EXPECT_TRUE(torch::tensor({7, 8})
                  .repeat_interleave(torch::tensor({1, 3}))
                  .equal(torch::tensor({7, 8, 8, 8})));
  EXPECT_TRUE(torch::repeat_interleave(torch::tensor({1, 2})).equal(torch::tensor({0, 1, 1})));
  EXPECT_TRUE(
      torch::repeat_interleave(torch::tensor({7, 8}), 2).equal(torch::tensor({7, 7, 8, 8})));
  EXPECT_TRUE(x[0].repeat_interleave(torch::tensor({2})).equal(x[0].repeat_interleave(2)));
}

TEST(CompiledOperators, CountsOfNumbers) {
  AllModes modes;
  const Tensor numbers = torch::tensor({4, 3, 6, 3, 4});
  const Tensor weights = torch::linspace(0, 1, 5);
  auto count = [](Tensor a) { return torch::bincount(a, {}, 7); };
  for (const Tensor& t : {numbers, torch::tensor({0}), torch::zeros({0}, torch::kLong)}) {
    modes.add("counts", count, {t});
    modes.add("counts of bytes", [](Tensor a) { return torch::bincount(a); }, {t.to(torch::kByte)});
    modes.add("counts of i32", count, {t.to(torch::kInt)});
  }
  modes.add("strided", count, {torch::stack({numbers, numbers}, 1).select(1, 0)});
  for (const auto type : {torch::kFloat, torch::kDouble, torch::kHalf, torch::kInt}) {
    modes.add("weights", [](Tensor a, Tensor w) { return torch::bincount(a, w, 8); },
              {numbers, weights.to(type)});
  }
  modes.add("used",
            [](Tensor a) {
              const Tensor all = torch::bincount(a, {}, 7);
              return all / all.sum();
            },
            {numbers});
  expect_agreement(modes);
  EXPECT_TRUE(torch::bincount(numbers).equal(torch::tensor({0, 0, 0, 2, 2, 0, 1})));
  EXPECT_TRUE(numbers.bincount(weights).equal(torch::tensor({0.f, 0.f, 0.f, 1.f, 1.f, 0.f, 0.5f})));
  EXPECT_EQ(numbers.bincount(weights).dtype(), torch::kFloat);
  EXPECT_EQ(numbers.bincount(weights.to(torch::kHalf)).dtype(), torch::kDouble);
  EXPECT_EQ(torch::bincount(numbers, {}, 9).numel(), 9);
  EXPECT_TRUE(torch::bincount(torch::zeros({0}, torch::kLong), {}, 2).equal(torch::tensor({0, 0})));
}

TEST(CompiledOperators, LinearAlgebra) {
  AllModes modes;
  const Tensor x = counting({3, 4}).t().matmul(counting({3, 4})) * 0.01 + torch::eye(4);
  const Tensor many = torch::stack({x, x + torch::eye(4)});
  for (const Tensor& t : {x, many, many.to(torch::kDouble), torch::ones({2, 0, 0})}) {
    modes.add("inverse", [](Tensor a) { return torch::inverse(a) * 2; }, {t});
    modes.add("determinants", [](Tensor a) { return torch::det(a) + torch::logdet(a); }, {t});
    modes.add("factors", [](Tensor a) { return torch::cholesky(a, true) + torch::cholesky(a); },
              {t});
    modes.add("qr", [](Tensor a) { return torch::qr(a); }, {t});
  }
  modes.add("upper only", [](Tensor a) { return std::get<1>(torch::linalg::qr(a, "r")); }, {many});
  modes.add("solutions",
            [](Tensor a, Tensor b) {
              return torch::linalg::solve(a, b, true) +
                     torch::linalg::solve_triangular(a, b, true, true, false);
            },
            {many, x});
  modes.add("from the right",
            [](Tensor a, Tensor b) { return torch::linalg::solve(a.t(), b, false); }, {x, many});
  expect_agreement(modes);
}

TEST(CompiledOperators, TakesAlongADimensionWithTheOthersBroadcast) {
  AllModes modes;
  const Tensor x = torch::arange(12, torch::kFloat32).reshape({3, 4});
  const auto take = [](Tensor t) {
    return std::vector<Tensor>{
        torch::take_along_dim(t, torch::tensor({{3, 0}}), 1),
        torch::take_along_dim(t, torch::tensor({{2, 0, 1, 1}}), 0),
        torch::take_along_dim(t.slice(0, 0, 1), torch::tensor({{2}, {0}, {1}}), -1),
        t.take_along_dim(torch::tensor({{3, 0}}))};
  };
  modes.add("take", take, {x});
  expect_agreement(modes);
  const std::vector<Tensor> got = take(x);
  EXPECT_TRUE(got[0].equal(torch::tensor({{3.f, 0.f}, {7.f, 4.f}, {11.f, 8.f}})));
  EXPECT_TRUE(got[1].equal(torch::tensor({{8.f, 1.f, 6.f, 7.f}})));
  EXPECT_TRUE(got[2].equal(torch::tensor({{2.f}, {0.f}, {1.f}})));
  EXPECT_TRUE(got[3].equal(torch::tensor({3.f, 0.f})));
}

TEST(CompiledOperators, ViewsAtAnyStrides) {
  AllModes modes;
  const Tensor x = counting({3, 4});
  modes.add("windows", [](Tensor t) { return t.as_strided({4, 3}, {2, 1}) * 1; }, {x});
  modes.add("written through",
            [](Tensor t) {
              Tensor held = t.clone();
              held.as_strided({3}, {5}).fill_(9);
              return held;
            },
            {x});
  const auto write = [&](const char* name, auto part) {
    modes.add(name,
              [part](Tensor t) {
                part(t).mul_(2).add_(1);
                return t * 1;
              },
              {counting({3, 8})});
  };
  write("corners", [](Tensor t) { return t.as_strided({2, 2}, {16, 7}); });
  write("columns first", [](Tensor t) { return t.as_strided({3, 2}, {1, 8}); });
  write("one element", [](Tensor t) { return t.as_strided({1, 1}, {0, 0}); });
  write("apart", [](Tensor t) { return t.unfold(1, 2, 3); });
  write("side by side", [](Tensor t) { return t.unfold(1, 4, 4).select(1, 1); });
  write("of a part", [](Tensor t) { return t.slice(0, 1, 3).as_strided({2, 2}, {5, 2}); });
  expect_agreement(modes);
  Tensor held = x.clone();
  held.as_strided({3}, {5}).zero_();
  EXPECT_EQ(held[1][1].item<float>(), 0) << "a view";
}

TEST(CompiledOperators, ConversionsThatChangeNothingGiveTheTensorItself) {
  AllModes modes;
  const Tensor x = counting({3, 4});
  const auto add = [&](const char* name, auto same) {
    modes.add(name,
              [same](Tensor t) {
                Tensor held = t.clone();
                same(held).add_(1);
                return held;
              },
              {x});
  };
  add("to", [](Tensor t) { return t.to(torch::kFloat32); });
  add("to as", [](Tensor t) { return t.to(t); });
  add("type_as", [](Tensor t) { return t.type_as(t); });
  add("contiguous", [](Tensor t) { return t.contiguous(); });
  add("reshape", [](Tensor t) { return t.reshape({4, 3}); });
  add("flatten", [](Tensor t) { return t.flatten(); });
  add("float", [](Tensor t) { return t.toType(torch::kFloat32); });
  add("expand", [](Tensor t) { return t.expand({3, 4}); });
  expect_agreement(modes);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    EXPECT_TRUE(Tensor(modes.run(k).front().results[0]).equal(x + 1)) << modes.name(k);
  }
  AllModes copies;
  copies.add("contiguous",
             [](Tensor t) {
               Tensor held = t.clone();
               held.t().contiguous().add_(1);
               held.to(torch::kFloat64).add_(1);
               held.to(torch::kFloat32, false, true).add_(1);
               return held;
             },
             {x});
  copies.build();
  EXPECT_EQ(copies.disagreement(0), "");
  EXPECT_TRUE(Tensor(copies.run(0).front().results[0]).equal(x));
}

TEST(CompiledOperators, OperatorsUnderOtherNames) {
  AllModes modes;
  const Tensor x = counting({3, 3});
  modes.add("names",
            [](Tensor a) {
              return std::make_tuple(a.negative(), a.absolute(), a.sgn(), a.multiply(2),
                                     a.subtract(a), a.divide(3), a.greater(0), a.not_equal(1),
                                     a.trace(), a.inner(a), a.msort(), torch::dstack({a, a}),
                                     a.isclose(a + 1e-9), std::get<0>(a.kthvalue(2, 0)),
                                     a.index_put({torch::tensor({1})}, a[0]));
            },
            {x});
  modes.build();
  EXPECT_EQ(modes.disagreement(0, false), "");
  EXPECT_TRUE(x.trace().equal(torch::tensor(-3.f)));
  EXPECT_TRUE(std::get<1>(x.t().kthvalue(3, 1)).equal(torch::tensor({2, 2, 2})));
  EXPECT_FLOAT_EQ(x.dist(x + 2).item<float>(), 6);
}

TEST(CompiledOperators, WritesAtPositions) {
  AllModes modes;
  const Tensor x = counting({3, 4});
  const Tensor at = torch::tensor({2, 0, 2});
  modes.add("index_put rows", [](Tensor t, Tensor i) { return t.clone().index_put_({i}, t * 10); },
            {x, at});
  modes.add("accumulate",
            [](Tensor t, Tensor i) { return t.clone().index_put_({i}, torch::ones({3, 4}), true); },
            {x, at});
  modes.add("values broadcast",
            [](Tensor t, Tensor i) { return t.clone().index_put_({i}, t[1], true); }, {x, at});
  modes.add("columns",
            [](Tensor t, Tensor i) {
              return t.clone().index_put_({Slice(), i}, torch::zeros({3, 3}), false);
            },
            {x, at});
  modes.add(
      "pairs",
      [](Tensor t, Tensor i) { return t.clone().index_put_({i, i - 3}, t.select(1, 0), true); },
      {x, at});
  modes.add("bool accumulates",
            [](Tensor t, Tensor i) { return (t > 0).index_put_({i}, t < 0, true); }, {x, at});
  modes.add("halves", [](Tensor t, Tensor i) { return t.clone().index_put_({i}, t.neg(), true); },
            {x.to(torch::kHalf), at});
  modes.add("under a mask, one value for each",
            [](Tensor t) {
              return t.clone().index_put_({t > 2}, torch::tensor({9.f, 8.f, 7.f, 6.f}), false);
            },
            {x});
  modes.add("under a mask", [](Tensor t) { return t.masked_scatter(t > 0, t.flip({0})); }, {x});
  modes.add("under a row mask", [](Tensor t) { return t.masked_scatter(t[1] > 0, t.flip({0})); },
            {x});
  modes.add("index_fill", [](Tensor t, Tensor i) { return t.index_fill(1, i, 3.5); }, {x, at});
  modes.add("index_fill from the end", [](Tensor t, Tensor i) { return t.index_fill(0, i - 3, 2); },
            {x, at});
  expect_agreement(modes);
}

TEST(CompiledOperators, WritesThatDoNotFitAreRefusedWhenTheyRun) {
  AllModes modes;
  const Tensor x = counting({3, 4});
  modes.add(
      "fewer values than places",
      [](Tensor t) { return t.clone().index_put_({t > 2}, torch::tensor({9.f, 8.f, 7.f}), false); },
      {x});
  modes.add("fewer sources than places",
            [](Tensor t) { return t.masked_scatter(t > 2, torch::ones({3})); }, {x});
  modes.add("position out of range",
            [](Tensor t) { return t.clone().index_put_({torch::tensor({3})}, t[0], false); }, {x});
  modes.build();
  for (std::size_t k = 0; k < modes.size(); ++k) {
    for (const AllModes::Outcome& outcome : modes.run(k)) {
      EXPECT_NE(outcome.refused, "") << modes.name(k) << ", " << outcome.mode;
    }
  }
}

TEST(CompiledOperators, RandomDrawsAreThoseOfEagerExecution) {
  AllModes modes;
  const Tensor x = counting({3, 21});
  const auto types = {torch::kFloat32, torch::kFloat64, torch::kHalf, torch::kBFloat16};
  for (const DType type : types) {
    modes.add("rand", [type](Tensor) { return torch::rand({3, 21}, type); }, {x});
    modes.add("randn", [type](Tensor) { return torch::randn({3, 21}, type); }, {x});
    modes.add("like", [](Tensor t) { return torch::rand_like(t) + torch::randn_like(t); },
              {x.to(type)});
    modes.add("filled",
              [](Tensor t) {
                return std::make_tuple(t.clone().uniform_(-2, 3), t.clone().normal_(1, 2),
                                       t.clone().exponential_(2), t.clone().bernoulli_(0.25),
                                       t.clone().random_());
              },
              {x.to(type)});
  }
  modes.add("in order",
            [](Tensor t) {
              const Tensor a = torch::rand({5});
              torch::rand({7});
              return std::make_tuple(a, torch::rand({5}), torch::dropout(t, 0.5, true),
                                     torch::rand({2}));
            },
            {x});
  modes.add("integers",
            [](Tensor) {
              return std::make_tuple(torch::randint(10, {31}), torch::randint(-5, 5, {31}),
                                     torch::randperm(33), torch::randperm(1));
            },
            {x});
  modes.add("narrow integers",
            [](Tensor t) {
              return std::make_tuple(t.clone().random_(), t.clone().random_(3),
                                     t.clone().random_(-2, 9), torch::randint_like(t, 7));
            },
            {x.to(torch::kInt8)});
  modes.add("bernoulli", [](Tensor t) { return torch::bernoulli(torch::sigmoid(t)); }, {x});
  modes.add("poisson", [](Tensor t) { return torch::poisson(t.exp() * 3); }, {x});
  modes.add("poisson", [](Tensor t) { return torch::poisson(t); }, {x.abs().to(torch::kHalf)});
  modes.add("multinomial",
            [](Tensor t) {
              return std::make_tuple(t.exp().multinomial(4, false), t.exp().multinomial(30, true),
                                     t.exp()[0].multinomial(3));
            },
            {x});
  modes.add("normal", [](Tensor t) { return torch::normal(t, 0.5); }, {x});
  modes.add("a number of draws that the data decides",
            [](Tensor t) {
              return std::make_tuple(torch::rand_like(t.masked_select(t > 0)), torch::rand({4}));
            },
            {x});
  expect_agreement(modes);
}

TEST(CompiledOperators, RandomDrawsGoOnAndDependOnTheSeed) {
  AllModes modes;
  const std::size_t rand =
      modes.add("rand", [](Tensor) { return torch::rand({5}); }, {torch::zeros({1})});
  modes.build();
  const auto first = modes.run(rand, 3).back();
  const auto other = modes.run(rand, 4).back();
  EXPECT_EQ(first.mode, "bundle");
  EXPECT_FALSE(Tensor(first.results[0]).equal(Tensor(other.results[0])));
}

TEST(CompiledOperators, ProbabilitiesOutOfRangeAreRefusedWhenTheyRun) {
  AllModes modes;
  const Tensor x = counting({7});
  modes.add("bernoulli", [](Tensor t) { return torch::bernoulli(t); }, {x});
  modes.add("poisson", [](Tensor t) { return torch::poisson(t); }, {-x});
  modes.add("multinomial", [](Tensor t) { return t.multinomial(2); }, {x});
  modes.add("weights of 0", [](Tensor t) { return (t * 0).multinomial(2); }, {x});
  modes.add("deviation below 0", [](Tensor t) { return t.clone().normal_(0, -1); }, {x});
  modes.add("empty range", [](Tensor t) { return t.clone().uniform_(2, 1); }, {x});
  modes.build();
  for (std::size_t k = 0; k < modes.size(); ++k) {
    for (const AllModes::Outcome& outcome : modes.run(k)) {
      EXPECT_NE(outcome.refused, "") << modes.name(k) << ", " << outcome.mode;
    }
  }
}

}  // namespace
}  // namespace weft::differential
