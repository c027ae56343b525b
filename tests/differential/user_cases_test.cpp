// Failures that users of other compilers reported, replayed in all modes: called, as captured
// graph, as core graph with and without each pass, and as generated code.
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/differential/agreement.h"
#include "tests/differential/all_modes.h"

namespace weft::differential {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

using torch::indexing::Slice;

class UserCases : public testing::Test {
 protected:
  struct Expected {
    std::vector<Tensor> results;
    std::vector<Tensor> inputs;  ///< as the caller sees them afterwards; none: not asked
    std::string core_refusal;    ///< what core graphs and generated code say instead
    bool exact = true;
  };

  template <typename F>
  void add(const std::string& name, F function, std::vector<Tensor> inputs, Expected expected) {
    modes_.add(name, function, std::move(inputs));
    expected_.push_back(std::move(expected));
  }

  void TearDown() override {
    modes_.build();
    for (std::size_t k = 0; k < modes_.size(); ++k) check(k);
  }

 private:
  static Tensors handles(const std::vector<Tensor>& tensors) {
    Tensors result;
    for (const Tensor& tensor : tensors) result.push_back(tensor.handle());
    return result;
  }

  void check(std::size_t k) const {
    const Expected& expected = expected_[k];
    std::size_t compared = 0;
    for (const AllModes::Outcome& outcome : modes_.run(k)) {
      const std::string where = modes_.name(k) + ", " + outcome.mode;
      const bool lowered = outcome.mode != "eager" && outcome.mode != "graph";
      if (lowered && !expected.core_refusal.empty()) {
        EXPECT_EQ(outcome.refused, expected.core_refusal) << where;
        continue;
      }
      ASSERT_EQ(outcome.refused, "") << where;
      const std::vector<bool> exact(expected.results.size(), expected.exact);
      EXPECT_EQ(difference(outcome.results, handles(expected.results), exact), "") << where;
      if (!expected.inputs.empty() && !outcome.inputs.empty()) {
        EXPECT_EQ(difference(outcome.inputs, handles(expected.inputs),
                             std::vector<bool>(expected.inputs.size(), true)),
                  "")
            << where;
      }
      ++compared;
    }
    EXPECT_GE(compared, expected.core_refusal.empty() ? 6u : 2u) << modes_.name(k);
  }

  AllModes modes_;
  std::vector<Expected> expected_;
};

TEST_F(UserCases, U02_TensorsMadeInForwardAreFreshInEveryCall) {
  // Every mode runs once here, and the graph modes share nothing: the pair in one call shows that
  // the tensor is made twice.
  const auto step = [](Tensor x) {
    Tensor a = torch::ones({1});
    return a.add_(x);
  };
  add("once", step, {torch::ones({1})}, {{torch::full({1}, 2.f)}, {}, {}, true});
  add("three times", [step](Tensor x) { return std::make_tuple(step(x), step(x), step(x)); },
      {torch::ones({1})},
      {{torch::full({1}, 2.f), torch::full({1}, 2.f), torch::full({1}, 2.f)}, {}, {}, true});
}

TEST(UserCasesRepeated, U02_ThreeRunsOfOneGraph) {
  AllModes modes;
  modes.add("ones",
            [](Tensor x) {
              Tensor a = torch::ones({1});
              return a.add_(x);
            },
            {torch::ones({1})});
  modes.build();
  for (int run = 0; run < 3; ++run) {
    for (const AllModes::Outcome& outcome : modes.run(0)) {
      ASSERT_EQ(outcome.refused, "") << outcome.mode;
      EXPECT_EQ(Tensor(outcome.results[0]).item<float>(), 2) << outcome.mode << ", run " << run;
    }
  }
}

// A tensor that outlives the calls: eager mode writes into it, and no graph holds a copy in its
// place.
TEST(UserCasesRefused, U02_WritesIntoATensorOfTheWholeProgram) {
  static const Tensor kept = torch::ones({1});
  AllModes modes;
  modes.add("kept", [](Tensor x) { return kept.add_(x) * 1; }, {torch::ones({1})});
  modes.build();
  float sum = 1;
  for (int run = 0; run < 3; ++run) {
    for (const AllModes::Outcome& outcome : modes.run(0)) {
      if (outcome.mode != "eager") {
        EXPECT_EQ(outcome.refused, "W4006") << outcome.mode;
        continue;
      }
      ASSERT_EQ(outcome.refused, "");
      EXPECT_EQ(Tensor(outcome.results[0]).item<float>(), sum += 1);
    }
  }
}

TEST_F(UserCases, U06_ExtentOneBroadcasts) {
  const auto sum = [](const Tensor& x, const Tensor& y) { return (x + y).sum(1); };
  add("one row", sum, {torch::ones({1, 3}), torch::ones({1, 3})},
      {{torch::full({1}, 6.f)}, {}, {}, true});
  add("four rows", sum, {torch::ones({4, 3}), torch::ones({4, 3})},
      {{torch::full({4}, 6.f)}, {}, {}, true});
  add("four rows and one", sum, {torch::ones({4, 3}), torch::ones({1, 3})},
      {{torch::full({4}, 6.f)}, {}, {}, true});
}

TEST_F(UserCases, U07_ReductionsOfNothing) {
  add("variance and mean", [](Tensor x) { return torch::var_mean(x); }, {torch::zeros({0})},
      {{torch::full({}, kNaN), torch::full({}, kNaN)}, {}, {}, true});
  add("rows",
      [](Tensor x) { return std::make_tuple(x.mean(1), x.sum(1), x.prod(1), x.softmax(1)); },
      {torch::zeros({2, 0})},
      {{torch::full({2}, kNaN), torch::zeros({2}), torch::ones({2}), torch::zeros({2, 0})},
       {},
       {},
       true});
  add("argmin", [](Tensor x) { return x.argmin(1).view({0, 3}); }, {torch::zeros({0, 3})},
      {{torch::zeros({0, 3}, torch::kInt64)}, {}, {}, true});
}

TEST(UserCasesRefused, U07_NoLargestElementOfNothing) {
  AllModes modes;
  modes.add("amax", [](Tensor x) { return x.amax(1); }, {torch::zeros({2, 0})});
  modes.build();
  for (const AllModes::Outcome& outcome : modes.run(0)) {
    EXPECT_EQ(outcome.refused, "W1210") << outcome.mode;
  }
}

TEST_F(UserCases, U08_ReadsAndWritesOfOneTensorDoNotMix) {
  for (const std::int64_t n : {3, 4, 5, 8, 17, 1000003}) {
    const Tensor a = torch::arange(n, torch::kFloat32) + 1;
    const std::string size = std::to_string(n);
    // The caller's tensor is written.
    add("flip " + size, [](Tensor x) { return x.copy_(x.flip({0})); }, {a},
        {{a.flip({0})}, {a.flip({0})}, {}, true});
    add("flip a copy " + size,
        [](Tensor x) {
          Tensor y = x.clone();
          y.copy_(y.flip({0}));
          return y;
        },
        {a}, {{a.flip({0})}, {a}, {}, true});
    add("roll " + size, [](Tensor x) { return x.copy_(x.roll(1)); }, {a},
        {{a.roll(1)}, {a.roll(1)}, {}, true});
    add("roll a copy " + size,
        [](Tensor x) {
          Tensor y = x * 1;
          y.copy_(y.roll(1));
          return y;
        },
        {a}, {{a.roll(1)}, {a}, {}, true});
  }
  const Tensor m = torch::arange(25, torch::kFloat32).reshape({5, 5});
  add("transpose", [](Tensor x) { return x.copy_(x.t()); }, {m}, {{m.t()}, {m.t()}, {}, true});
  add("transpose a copy",
      [](Tensor x) {
        Tensor y = x.clone();
        y.copy_(y.t());
        return y;
      },
      {m}, {{m.t()}, {m}, {}, true});
}

TEST_F(UserCases, U09_ReadsBeforeALaterWrite) {
  add("plain",
      [](Tensor x) {
        Tensor held = x.clone();
        Tensor y = held.view({-1}) * 2;
        held.zero_();
        return y;
      },
      {torch::tensor({1.f, 2.f, 3.f})}, {{torch::tensor({2.f, 4.f, 6.f})}, {}, {}, true});
  add("part",
      [](Tensor x) {
        Tensor held = x.clone();
        Tensor y = held * 2;
        y.sub_(-4);
        held.slice(0, 1, 3).fill_(9);
        return std::make_tuple(y, held);
      },
      {torch::tensor({1, 2, 3, 4})},
      {{torch::tensor({6, 8, 10, 12}), torch::tensor({1, 9, 9, 4})}, {}, {}, true});
}

// The case as it was reported reads the elements as others of half the size, which no mode does.
TEST(UserCasesRefused, U09_ViewsAsAnotherDtype) {
  AllModes modes;
  modes.add("view",
            [](Tensor x) {
              Tensor y = x.view(torch::kInt32) * 2;
              y.sub_(-4);
              x.slice(0, 1, 3).fill_(9);
              return y.view(torch::kInt64);
            },
            {torch::tensor({1, 2, 3, 4})});
  modes.build();
  const std::vector<AllModes::Outcome> outcomes = modes.run(0);
  for (const AllModes::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.refused, "W1214") << outcome.mode;
  }
  EXPECT_TRUE(Tensor(outcomes[0].inputs[0]).equal(torch::tensor({1, 2, 3, 4})));
}

TEST_F(UserCases, U14_NaNGoesThroughExtremes) {
  const Tensor x = torch::tensor({-3.f, kNaN, -1.f, 0.f, 1.f, 2.f, kNaN});
  const Tensor y = torch::tensor({0.f, 0.f, kNaN, 0.f, 0.f, 0.f, 0.f});
  const auto extremes = [](Tensor a, Tensor b) {
    return std::make_tuple(a.clamp_min(0.5f), torch::maximum(a, b), torch::maximum(b, a), a.relu(),
                           a.clamp(0.f, 1.f), torch::fmax(a, b));
  };
  const std::vector<Tensor> wanted = {torch::tensor({.5f, kNaN, .5f, .5f, 1.f, 2.f, kNaN}),
                                      torch::tensor({0.f, kNaN, kNaN, 0.f, 1.f, 2.f, kNaN}),
                                      torch::tensor({0.f, kNaN, kNaN, 0.f, 1.f, 2.f, kNaN}),
                                      torch::tensor({0.f, kNaN, 0.f, 0.f, 1.f, 2.f, kNaN}),
                                      torch::tensor({0.f, kNaN, 0.f, 0.f, 1.f, 1.f, kNaN}),
                                      torch::tensor({0.f, 0.f, -1.f, 0.f, 1.f, 2.f, 0.f})};
  for (const std::int64_t times : {1, 2, 5, 6}) {  // vector bodies and tails
    for (const DType type : {torch::kFloat32, torch::kHalf, torch::kBFloat16, torch::kFloat64}) {
      std::vector<Tensor> expected;
      for (const Tensor& t : wanted) expected.push_back(t.repeat({times}).to(type));
      add("extremes", extremes, {x.repeat({times}).to(type), y.repeat({times}).to(type)},
          {expected, {}, {}, true});
    }
  }
}

TEST_F(UserCases, U15_DivisionsOfIntegers) {
  const Tensor a = torch::tensor({1, -1, 7, -7});
  const Tensor b = torch::tensor({2, 2, -2, 2});
  const auto divisions = [](Tensor p, Tensor q) {
    return std::make_tuple(torch::floor_divide(p, q), torch::div(p, q, "trunc"),
                           torch::remainder(p, q), torch::fmod(p, q));
  };
  for (const DType type : {torch::kInt32, torch::kInt64, torch::kInt16, torch::kInt8,
                           torch::kFloat32, torch::kFloat64, torch::kHalf}) {
    const auto as = [type](std::vector<std::int64_t> v) { return torch::tensor(v).to(type); };
    add("divisions", divisions, {a.to(type), b.to(type)},
        {{as({0, -1, -4, -4}), as({0, 0, -3, -3}), as({1, 1, -1, 1}), as({1, -1, 1, -1})},
         {},
         {},
         true});
  }
}

TEST_F(UserCases, U16_NarrowIntegersWrapAfterEveryOperator) {
  const auto repeated = [](std::int64_t value, DType type) {
    return torch::full({37}, value, torch::kInt64).to(type);
  };
  add("uint8", [](Tensor x) { return (x + x).to(torch::kInt16); }, {repeated(128, torch::kUInt8)},
      {{repeated(0, torch::kInt16)}, {}, {}, true});
  add("int8", [](Tensor x) { return (x * 3).to(torch::kFloat); }, {repeated(100, torch::kInt8)},
      {{repeated(44, torch::kFloat32)}, {}, {}, true});
  add("int32", [](Tensor x) { return (x + x).to(torch::kInt64); },
      {repeated(2147483647, torch::kInt32)}, {{repeated(-2, torch::kInt64)}, {}, {}, true});
  add("below 0", [](Tensor x) { return (x - 5).to(torch::kInt32); }, {repeated(3, torch::kUInt8)},
      {{repeated(254, torch::kInt32)}, {}, {}, true});
}

TEST(UserCasesRepeated, U16_NarrowIntegersWrapHoweverTheCompilerOptimises) {
  for (const char* flags : {"-O0", "-O3"}) {
    BatchOptions options;
    options.flags = flags;
    AllModes modes(options);
    modes.add("uint8", [](Tensor x) { return (x + x).to(torch::kInt16); },
              {torch::full({37}, 128, torch::kUInt8)});
    modes.add("int8", [](Tensor x) { return (x * 3).to(torch::kFloat); },
              {torch::full({37}, 100, torch::kInt8)});
    modes.add("int32", [](Tensor x) { return (x + x).to(torch::kInt64); },
              {torch::full({37}, 2147483647, torch::kInt32)});
    modes.add("below 0", [](Tensor x) { return (x - 5).to(torch::kInt32); },
              {torch::full({37}, 3, torch::kUInt8)});
    modes.build();
    for (std::size_t k = 0; k < modes.size(); ++k) {
      EXPECT_EQ(modes.disagreement(k), "") << flags;
    }
  }
}

TEST_F(UserCases, U17_SoftmaxOfInfinities) {
  const auto softmax = [](Tensor x) { return torch::softmax(x, 0); };
  const auto expect = [&](const std::string& name, std::vector<float> in, std::vector<float> out) {
    add(name, softmax, {torch::tensor(in)}, {{torch::tensor(out)}, {}, {}, false});
  };
  expect("minus infinity", {-kInf, 0, 0}, {0, .5f, .5f});
  expect("one", {7}, {1});
  expect("large", {1000, 1000, 1000}, {1 / 3.f, 1 / 3.f, 1 / 3.f});
  expect("only minus infinity", {-kInf, -kInf, -kInf}, {kNaN, kNaN, kNaN});
  add("log_softmax", [](Tensor x) { return torch::log_softmax(x, 0); }, {torch::full({11}, -1e10f)},
      {{torch::full({11}, -2.3978953f)}, {}, {}, false});
  add("logsumexp", [](Tensor x) { return torch::logsumexp(x, 0); }, {torch::tensor({-kInf, -kInf})},
      {{torch::full({}, -kInf)}, {}, {}, false});
  for (const std::int64_t n : {2, 3, 7, 8, 9, 16, 17, 33, 64, 70, 1023, 1024, 1025, 2049}) {
    Tensor x = torch::full({n}, -kInf);
    Tensor y = torch::zeros({n});
    x.index_put_({n / 2}, 3.0);
    y.index_put_({n / 2}, 1.0);
    add("one finite of " + std::to_string(n), softmax, {x}, {{y}, {}, {}, false});
  }
}

TEST_F(UserCases, U18_ReductionsHonourStrides) {
  const Tensor base = torch::tensor({{5.f, 0.f, 1.f}, {2.f, 9.f, 3.f}});
  add("transposed", [](Tensor x) { return x.mean(-1).argmax(); }, {base.t()},
      {{torch::tensor(1)}, {}, {}, true});
  add("transposed inside", [](Tensor x) { return x.t().mean(-1).argmax(); }, {base},
      {{torch::tensor(1)}, {}, {}, true});
  add("first dimension", [](Tensor x) { return x.sum(0); }, {base.t()},
      {{torch::tensor({6.f, 14.f})}, {}, {}, true});
  add("expanded", [](Tensor x) { return x.unsqueeze(0).expand({2, 3, 2}).sum(2); }, {base.t()},
      {{torch::tensor({{7.f, 9.f, 4.f}, {7.f, 9.f, 4.f}})}, {}, {}, true});
  add("narrow", [](Tensor x) { return x.narrow(1, 1, 2).sum(0); }, {base},
      {{torch::tensor({9.f, 4.f})}, {}, {}, true});
  add("step", [](Tensor x) { return x.slice(1, 0, 3, 2).sum(1); }, {base},
      {{torch::tensor({6.f, 5.f})}, {}, {}, true});
  add("padded rows", [](Tensor x) { return x.sum(1); }, {base.slice(1, 0, 2)},
      {{torch::tensor({5.f, 11.f})}, {}, {}, true});
  const Tensor image = torch::arange(24, torch::kFloat32).reshape({1, 3, 2, 4});
  add("channels last", [](Tensor x) { return x.sum(1); },
      {image.permute({0, 2, 3, 1}).contiguous().permute({0, 3, 1, 2})},
      {{image.sum(1)}, {}, {}, true});
}

}  // namespace
}  // namespace weft::differential
