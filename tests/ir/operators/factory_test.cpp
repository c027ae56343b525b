#include <gtest/gtest.h>

#include <cmath>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Sizes = std::vector<std::int64_t>;
using Values = std::vector<double>;

TensorMeta f32(std::vector<IntExpr> sizes) { return dense(DType::kFloat32, std::move(sizes)); }

/// A call without tensors.
Array make(const char* name, List arguments, KeywordArguments more = {}) {
  Graph graph;
  const Node* node = graph.call_function(name, std::move(arguments), std::move(more));
  const std::optional<Call> call = call_of_node(*node);
  const Array result = evaluate_compute(compute_of(*call)[0], {});
  EXPECT_EQ(infer(*call).tensor()->sizes, result.meta().sizes);
  return result;
}

std::string error(const char* name, List arguments) {
  return error_of(name, {}, [&](Nodes) { return arguments; });
}

TEST(Factory, TypesFollowTheNumbers) {
  EXPECT_EQ(make("full", {Argument::ints({2}), 3}).dtype, DType::kInt64);
  EXPECT_EQ(make("full", {Argument::ints({2}), true}).dtype, DType::kBool);
  EXPECT_EQ(make("full", {Argument::ints({}), 2.5}).data, (Values{2.5}));
  EXPECT_EQ(make("full", {Argument::ints({1}), 2.5}, {{"dtype", DType::kInt32}}).data, (Values{2}));
  EXPECT_EQ(make("zeros", {Argument::ints({0, 2})}).sizes, (Sizes{0, 2}));
  EXPECT_EQ(make("ones", {Argument::ints({2})}, {{"dtype", DType::kBool}}).data, (Values{1, 1}));
  EXPECT_EQ(error("zeros", {Argument::ints({-1})}), "W1207");
}

TEST(Factory, LikeAnotherTensor) {
  const Array x = counting({2}, 1, DType::kInt64);
  const auto call = [](Nodes t) { return List{t[0]}; };
  EXPECT_EQ(run("ones_like", {x}, call)[0].dtype, DType::kInt64);
  EXPECT_EQ(run("full_like", {x}, [](Nodes t) { return List{t[0], 7}; })[0].data, (Values{7, 7}));
  EXPECT_EQ(run("new_zeros", {x}, [](Nodes t) { return List{t[0], Argument::ints({1})}; })[0].dtype,
            DType::kInt64);
  const IntExpr n = make_symbol("N");
  EXPECT_EQ(infer_call("zeros_like", {f32({n, 2})}, call).tensor()->sizes,
            (std::vector<IntExpr>{n, 2}));
}

TEST(Arange, IntegersAndFractions) {
  EXPECT_EQ(make("arange", {4}).data, (Values{0, 1, 2, 3}));
  EXPECT_EQ(make("arange", {4}).dtype, DType::kInt64);
  EXPECT_EQ(make("arange", {2.5}).data, (Values{0, 1, 2}));
  EXPECT_EQ(make("arange", {2.5}).dtype, DType::kFloat32);
  EXPECT_EQ(make("arange.start", {2, 5}, {{"dtype", DType::kFloat32}}).data, (Values{2, 3, 4}));
  EXPECT_EQ(make("arange.start_step", {5, 0, -2}).data, (Values{5, 3, 1}));
  EXPECT_EQ(make("arange.start_step", {1.0, 2.0, 0.25}).data, (Values{1, 1.25, 1.5, 1.75}));
  EXPECT_EQ(make("arange.start", {3, 3}).data, Values{});
  EXPECT_EQ(error("arange.start_step", {0, 3, 0}), "W1209");
  EXPECT_EQ(error("arange.start", {5, 0}), "W1209");
}

TEST(Arange, SymbolicEnd) {
  const IntExpr n = make_symbol("N");
  Graph graph;
  Node* size = graph.placeholder("n");
  size->meta.value = {n};
  const Node* node = graph.call_function("arange.start", {1, size});
  const std::optional<Call> call = call_of_node(*node);
  EXPECT_EQ(infer(*call).tensor()->sizes, (std::vector<IntExpr>{n - 1}));
  EXPECT_EQ(compute_of(*call)[0].body.str(), "index(i0 + 1)");
}

TEST(Linspace, MeetsBothEnds) {
  EXPECT_EQ(make("linspace", {0, 1, 5}).data, (Values{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(make("linspace", {3, 9, 1}).data, (Values{3}));
  EXPECT_EQ(make("linspace", {0, 1, 0}).sizes, (Sizes{0}));
  const Array tenths = make("linspace", {0.0, 0.7, 8});
  EXPECT_EQ(tenths.data.back(), round_to(DType::kFloat32, 0.7));
  EXPECT_EQ(make("logspace", {0, 2, 3}).data, (Values{1, 10, 100}));
}

TEST(Eye, MayBeOblong) {
  EXPECT_EQ(make("eye", {2}).data, (Values{1, 0, 0, 1}));
  EXPECT_EQ(make("eye.m", {1, 2}, {{"dtype", DType::kBool}}).data, (Values{1, 0}));
}

TEST(Random, ShapesTypesAndEffects) {
  EXPECT_EQ(get_operator("rand").row->effect, Effect::kRandom);
  EXPECT_NE(find_operator("normal_.like"), nullptr);
  EXPECT_NE(find_operator("bernoulli_.p"), nullptr);
  const auto none = [](List list) { return [=](Nodes) { return list; }; };
  EXPECT_EQ(infer_call("randint", {}, none({5, Argument::ints({2})})).tensor()->dtype,
            DType::kInt64);
  EXPECT_EQ(error_of("randint.low", {}, none({5, 5, Argument::ints({2})})), "W1209");
  EXPECT_EQ(error_of("rand_like", {dense(DType::kInt64, {2})}, [](Nodes t) { return List{t[0]}; }),
            "W1208");
  EXPECT_EQ(error_of("multinomial", {f32({3})}, [](Nodes t) { return List{t[0], 4}; }), "W1209");
  EXPECT_EQ(error_of("multinomial", {f32({3})}, [](Nodes t) { return List{t[0], 4, true}; }), "");
}

}  // namespace
}  // namespace weft::ir::testing
