// Sizes in forward: symbolic where they can be, else numbers that the graph checks.

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/interpreter.h>
#include <weft/runtime/weft.h>

namespace weft {
namespace {

TensorSpec spec(const char* text) { return SpecParser().tensor(text); }

std::vector<TraceInput> specs(const std::vector<const char*>& texts) {
  SpecParser parser;
  std::vector<TraceInput> inputs;
  for (const char* text : texts) inputs.emplace_back(parser.tensor(text));
  return inputs;
}

Tensor run(const ir::GraphModule& module, const std::vector<Tensor>& inputs) {
  std::vector<ir::Value> values;
  for (const Tensor& input : inputs) values.emplace_back(input.handle());
  return Tensor(*ir::Interpreter(module, eager_executor()).run(std::move(values)).tensor());
}

Diagnostic error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.diagnostic();
  }
  ADD_FAILURE() << "no error";
  return make_diagnostic(diag::InternalError, {}, {"none"});
}

std::string output_shape(const ir::GraphModule& module) {
  const ir::Node* output = module.graph.output_node();
  return output->args()[0].node()->meta.value.tensor()->str();
}

TEST(Extents, AdaptivePoolingWithAnExtentLeftOpen) {
  const auto pool = [](const Tensor& x) {
    namespace F = nn::functional;
    return F::adaptive_avg_pool2d(x, F::AdaptiveAvgPool2dFuncOptions({2, std::nullopt}));
  };
  const ir::GraphModule module = trace(pool, {spec("x: f32[1,3,8,W]")});
  EXPECT_EQ(output_shape(module), "f32[1, 3, 2, W]");
  const Tensor x = rand({1, 3, 8, 5});
  EXPECT_TRUE(run(module, {x}).equal(pool(x)));
}

TEST(Extents, ListsOfSizesStaySymbolic) {
  const auto split_heads = [](const Tensor& x) {
    auto shape = x.sizes().vec();
    shape.pop_back();
    shape.push_back(2);
    shape.push_back(4);
    return x.view(shape).permute({0, 2, 1, 3});
  };
  const ir::GraphModule module = trace(split_heads, {spec("x: f32[N,T,8]")});
  EXPECT_EQ(output_shape(module), "f32[N, 2, T, 4]");
  const Tensor x = arange(3 * 5 * 8).to(kFloat).view({3, 5, 8});
  EXPECT_TRUE(run(module, {x}).equal(split_heads(x)));
}

TEST(Extents, EveryFormOfSizesCompilesAndStaysOpen) {
  const auto forms = [](const Tensor& x) {
    const auto s = x.sizes();
    Tensor y = x.view({s[0], s[1] * s.back()}).view(x.sizes());
    y = y.reshape({s.front(), -1}).view(s.vec());
    auto tail = s.slice(1).vec();
    tail.insert(tail.begin(), s.at(0));
    y = y.view(tail) + zeros(x.sizes(), x.options());
    SymInt count(1);
    for (const auto size : x.sizes()) count *= size;
    return y.reshape({count});
  };
  const ir::GraphModule module = trace(forms, {spec("x: f32[N,3,T]")});
  EXPECT_EQ(output_shape(module), "f32[3*N*T]");
  const Tensor x = arange(2 * 3 * 5).to(kFloat).view({2, 3, 5});
  EXPECT_TRUE(run(module, {x}).equal(forms(x)));
}

TEST(Extents, SizesAreComparedByWhatTheSpecSays) {
  const auto pick = [](const Tensor& x) {
    const bool is_pair = x.sizes().slice(1).equals({2, 1});
    return is_pair ? x * *x.sizes().rbegin() : x.flatten(1) * 3;
  };
  EXPECT_EQ(output_shape(trace(pick, {spec("x: f32[N,2,1]")})), "f32[N, 2, 1]");
  EXPECT_EQ(output_shape(trace(pick, {spec("x: f32[N,2,2]")})), "f32[N, 4]");
}

TEST(Extents, SizesWorkAsPlainNumbersEagerly) {
  const Tensor x = zeros({2, 3, 4});
  const std::vector<int64_t> copy = x.sizes().vec();
  const IntArrayRef view = x.sizes();
  EXPECT_EQ(copy, (std::vector<int64_t>{2, 3, 4}));
  EXPECT_EQ(view.vec(), copy);
  EXPECT_EQ(
      std::accumulate(x.sizes().begin(), x.sizes().end(), int64_t{1}, std::multiplies<int64_t>()),
      24);
  EXPECT_EQ(x.sizes().data()[1], 3);
  EXPECT_EQ(std::max<int64_t>(x.size(0), 1), 2);
  EXPECT_EQ(std::max(x.size(0), x.size(1)), 3);
  EXPECT_EQ(error_of([&] { x.sizes().at(3); }).kind->id, std::string("W1205"));
}

TEST(Extents, ComparisonsAreDecidedByWhatTheSpecSays) {
  const auto pick = [](const Tensor& x) { return x.size(0) == 1 ? x * 2 : x * 3; };
  EXPECT_TRUE(run(trace(pick, {spec("x: f32[N,3], N in [2,64]")}), {ones({5, 3})})
                  .equal(full({5, 3}, 3.0)));
  const Diagnostic open = error_of([&] { trace(pick, {spec("x: f32[N,3]")}); });
  EXPECT_STREQ(open.kind->id, "W4011");
  EXPECT_NE(open.message.find("N == 1"), std::string::npos) << open.message;
  EXPECT_GT(open.location.line, 0);
  const auto same = [](const Tensor& x, const Tensor& y) {
    return x.size(0) == y.size(0) ? x + y : x;
  };
  EXPECT_NO_THROW(trace(same, specs({"x: f32[N,3]", "y: f32[N,3]"})));
  EXPECT_STREQ(error_of([&] { trace(same, specs({"x: f32[N,3]", "y: f32[M,3]"})); }).kind->id,
               "W4011");
}

TEST(Extents, ChecksOfTheModelBecomeChecksOfTheGraph) {
  const auto halves = [](const Tensor& x, const Tensor& y) {
    TORCH_CHECK(x.size(0) == y.size(0) && x.size(0) % 2 == 0, "even and equal");
    return x.sum() + y.sum();
  };
  const ir::GraphModule module = trace(halves, specs({"x: f32[N]", "y: f32[M]"}));
  EXPECT_EQ(run(module, {ones({4}), ones({4})}).item<float>(), 8);
  const Diagnostic unequal = error_of([&] { run(module, {ones({4}), ones({6})}); });
  EXPECT_STREQ(unequal.kind->id, "W2104");
  EXPECT_NE(unequal.message.find("N == M"), std::string::npos) << unequal.message;
  EXPECT_STREQ(error_of([&] { run(module, {ones({3}), ones({3})}); }).kind->id, "W2104");
}

TEST(Extents, DivisionOfWhatMayBeNegativeIsChecked) {
  const auto middle = [](const Tensor& x) { return x.narrow(0, (x.size(0) - 3) / 2, 1); };
  const ir::GraphModule module = trace(middle, {spec("x: f32[N]")});
  const Tensor x = arange(9).to(kFloat);
  EXPECT_EQ(run(module, {x}).item<float>(), 3);
  EXPECT_STREQ(error_of([&] { run(module, {ones({2})}); }).kind->id, "W2104");
}

TEST(Extents, TypicalValuesSpecialiseAndSayWhy) {
  const auto loop = [](const Tensor& x) {
    Tensor sum = zeros({x.size(0)});
    for (int64_t t = 0; t < x.size(1); ++t) sum = sum + x.select(1, t);
    return sum;
  };
  std::vector<Specialisation> found;
  TraceOptions options;
  options.specialisations = &found;
  const ir::GraphModule module = trace(loop, {spec("x: f32[N,T], T ~ 3")}, options);
  EXPECT_EQ(output_shape(module), "f32[N]");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].symbol->name, "T");
  EXPECT_EQ(found[0].value, 3);
  EXPECT_EQ(found[0].needed, "0 < T");
  EXPECT_GT(found[0].where.line, 0);
  EXPECT_TRUE(run(module, {ones({5, 3})}).equal(full({5}, 3.0)));
  EXPECT_STREQ(error_of([&] { run(module, {ones({5, 4})}); }).kind->id, "W2102");
  // One that nothing needs as a number stays open.
  found.clear();
  trace([](const Tensor& x) { return x + 1; }, {spec("x: f32[N], N ~ 3")}, options);
  EXPECT_TRUE(found.empty());
  EXPECT_STREQ(error_of([] { spec("x: f32[N], N in [4,8], N ~ 3"); }).kind->id, "W4201");
}

// Sizes that become plain integers: the count of rows must never be that of another call.
TEST(UserCases, U01_AnExtentReadAsAPlainIntegerIsGuarded) {
  const auto mean = [](const Tensor& x) {
    int64_t n = static_cast<int64_t>(x.size(0));
    return x.sum(/*dim=*/0) / n;
  };
  const ir::GraphModule captured = trace(mean, {ones({4, 3})});
  EXPECT_TRUE(run(captured, {ones({4, 3})}).equal(ones({3})));
  const Diagnostic refused = error_of([&] { run(captured, {ones({8, 3})}); });
  EXPECT_STREQ(refused.kind->id, "W2102");
  EXPECT_NE(refused.message.find("size(0)"), std::string::npos) << refused.message;
  EXPECT_GT(refused.location.line, 0);

  EXPECT_STREQ(error_of([&] { trace(mean, {spec("x: f32[N,3]")}); }).kind->id, "W4002");
  EXPECT_STREQ(
      error_of([&] { run(trace(mean, {spec("x: f32[N,3], N ~ 4")}), {ones({8, 3})}); }).kind->id,
      "W2102");
  const auto symbolic = [](const Tensor& x) { return x.sum(0) / x.sizes().at(0); };
  const ir::GraphModule open = trace(symbolic, {spec("x: f32[N,3]")});
  EXPECT_TRUE(run(open, {ones({8, 3})}).equal(ones({3})));
  EXPECT_TRUE(run(open, {ones({1, 3})}).equal(ones({3})));
}

TEST(UserCases, U06_AnExtentOfOneIsNotSpecialised) {
  const auto sums = [](const Tensor& x, const Tensor& y) { return (x + y).sum(1); };
  const ir::GraphModule module = trace(sums, specs({"x: f32[B,3]", "y: f32[B,3]"}));
  EXPECT_EQ(output_shape(module), "f32[B]");
  for (const int64_t b : {1, 4}) {
    EXPECT_TRUE(run(module, {ones({b, 3}), ones({b, 3})}).equal(full({b}, 6.0)));
  }
}

struct Dropping : nn::Module {
  Tensor forward(const Tensor& x) { return dropout(x, 0.5, /*training=*/is_training()); }
};

TEST(UserCases, U04_TheTrainingFlagIsThatOfTheCapture) {
  Dropping net;
  net.eval();
  const ir::GraphModule module = trace(net, {spec("x: f32[1000]")});
  EXPECT_TRUE(run(module, {ones({1000})}).equal(ones({1000})));
}

TEST(Extents, FloatsMadeOfExtentsStaySymbolicAndRoundAsInC) {
  const auto forms = [](const Tensor& x) {
    const auto n = x.size(0), t = x.size(1);
    const auto share = 1.0f / n;
    const auto root = std::sqrt(t) + std::pow(n * t, -0.5) - std::log2(n + 1.5);
    auto least = std::min(2.5, std::max(share * 3, 0.25 * t));
    least /= std::exp(-share) + std::fabs(std::floor(t * 0.3) - std::ceil(n / 2.0));
    Tensor y = (x - share) * least / root + full({}, std::max(n, t));
    y = y.clamp(-root, 100 * root).add(x, /*alpha=*/share);
    return y + zeros({t}).fill_(std::min<int64_t>(3, 4) * least);
  };
  const ir::GraphModule module = trace(forms, {spec("x: f32[N,T]")});
  EXPECT_EQ(output_shape(module), "f32[N, T]");
  for (const auto& sizes : std::vector<std::vector<std::int64_t>>{{1, 1}, {2, 7}, {13, 3}}) {
    const Tensor x = arange(sizes[0] * sizes[1]).to(kFloat).view(sizes);
    const Tensor want = forms(x), got = run(module, {x});
    EXPECT_TRUE(got.allclose(want, 1e-6, 1e-6)) << sizes[0] << " " << sizes[1];
  }
  EXPECT_TRUE(run(module, {zeros({0, 3})}).equal(zeros({0, 3})));
}

TEST(Extents, FloatsMadeOfExtentsKeepTheirType) {
  // 1 / 3 in float and in double are different numbers.
  const auto in_float = [](const Tensor& x) { return x * (1.0f / x.size(0)); };
  const auto in_double = [](const Tensor& x) { return x * (1.0 / x.size(0)); };
  for (const bool single : {true, false}) {
    const auto forward = [&](const Tensor& x) { return single ? in_float(x) : in_double(x); };
    const ir::GraphModule module = trace(forward, {spec("x: f64[N]")});
    const Tensor x = ones({3}, kDouble);
    EXPECT_TRUE(run(module, {x}).equal(forward(x))) << single;
    EXPECT_EQ(run(module, {x})[0].item<double>(), single ? double{1.0f / 3} : 1.0 / 3);
  }
  // With integers such a number gives the default type, as any float of the host does.
  const auto promotes = [](const Tensor& x) { return x * (0.5 * x.size(0)); };
  const ir::GraphModule module = trace(promotes, {spec("x: i64[N]")});
  EXPECT_EQ(output_shape(module), "f32[N]");
}

TEST(Extents, FloatsMadeOfExtentsThatArePlainNumbersAreRefusedOrSpecialised) {
  const auto option = [](const Tensor& x) {
    const double eps = 1.0 / x.size(0);
    return nn::functional::leaky_relu(x,
                                      nn::functional::LeakyReLUFuncOptions().negative_slope(eps));
  };
  const Diagnostic error = error_of([&] { trace(option, {spec("x: f32[N]")}); });
  EXPECT_STREQ(error.kind->id, "W4002");
  EXPECT_THAT(error.message, ::testing::HasSubstr("the symbolic extent N, which is `size`"));
  const ir::GraphModule module = trace(option, {spec("x: f32[N], N ~ 4")});
  EXPECT_EQ(output_shape(module), "f32[4]");
  const auto scalar = [](const Tensor& x) { return x * Scalar(1.0 / x.size(0)).toDouble(); };
  EXPECT_STREQ(error_of([&] { trace(scalar, {spec("x: f32[N]")}); }).kind->id, "W4002");
  const auto branch = [](const Tensor& x) { return 1.0 / x.size(0) < 0.5 ? x : -x; };
  EXPECT_STREQ(error_of([&] { trace(branch, {spec("x: f32[N]")}); }).kind->id, "W4002");
}

TEST(Extents, TheLargerOfTwoExtentsStaysSymbolic) {
  const auto padded = [](const Tensor& x) {
    const SymInt size = std::max(x.size(0), x.size(1)), some = std::min(size, 4);
    return zeros({size, some});
  };
  const ir::GraphModule module = trace(padded, {spec("x: f32[N,T]")});
  EXPECT_EQ(run(module, {zeros({2, 5})}).sizes().vec(), (std::vector<std::int64_t>{5, 4}));
  EXPECT_EQ(run(module, {zeros({3, 1})}).sizes().vec(), (std::vector<std::int64_t>{3, 3}));
}

}  // namespace
}  // namespace weft
