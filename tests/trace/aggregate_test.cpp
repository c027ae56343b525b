/// \file Structs of the user's that nobody registered, as arguments and results of captures.
#include "fx_testing.h"

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

struct Pair {
  Tensor left, right;
};
struct State {
  Pair pair;
  std::array<Tensor, 2> parts;
  std::vector<Tensor> list;
  std::optional<Tensor> maybe;
  double scale = 1;
};
struct Derived : Pair {
  Tensor more;
};
struct WithPointer {
  Tensor tensor;
  int* pointer = nullptr;
};
struct Empty {};
struct Thirteen {
  Tensor a, b, c, d, e, f, g, h, i, j, k, l, m;
};
class Hidden {
  Tensor tensor_;
};
struct Incomplete;

static_assert(detail::member_count<Pair>() == 2);
static_assert(detail::member_count<State>() == 5);
static_assert(ConvertibleValue<Pair>);
static_assert(ConvertibleValue<std::vector<State>>);
// The members of these cannot be told, or are nothing that a graph could hold.
static_assert(!ConvertibleValue<Derived>);
static_assert(!ConvertibleValue<WithPointer>);
static_assert(!ConvertibleValue<Empty>);
static_assert(!ConvertibleValue<Thirteen>);
static_assert(!ConvertibleValue<Hidden>);
static_assert(!ConvertibleValue<Incomplete>);

Tensor filled(double value) { return torch::full({1}, value); }

TEST(Aggregates, AreFlattenedLikeTuples) {
  const State state{{filled(1), filled(2)}, {filled(3), filled(4)}, {filled(5)}, {}, 0.5};
  const ir::Value value = ValueConversion<State>::flatten(state);
  EXPECT_EQ(flatten_value(value).size(), 6u) << "five tensors and a number";
  const State back = ValueConversion<State>::build(value);
  EXPECT_EQ(floats(back.pair.right), std::vector<float>{2});
  EXPECT_EQ(floats(back.parts[1]), std::vector<float>{4});
  EXPECT_EQ(floats(back.list.at(0)), std::vector<float>{5});
  EXPECT_FALSE(back.maybe.has_value());
  EXPECT_EQ(back.scale, 0.5);
}

TEST(Aggregates, GoInAndComeOut) {
  const Pair pair{filled(2), filled(3)};
  const ir::GraphModule graph = trace(
      [](const Pair& p) { return Pair{p.left + p.right, p.left * p.right}; }, {example(pair, "p")});
  EXPECT_EQ(graph.graph.placeholders().size(), 2u);
  const Pair result = call_graph<Pair>(graph, Pair{filled(5), filled(7)});
  EXPECT_EQ(floats(result.left), std::vector<float>{12});
  EXPECT_EQ(floats(result.right), std::vector<float>{35});
}

TEST(Aggregates, OfTheWrongLengthAreRefused) {
  const ir::Value one = std::vector<ir::Value>{ValueConversion<Tensor>::flatten(filled(1))};
  EXPECT_STREQ(error_of([&] { ValueConversion<Pair>::build(one); }).kind->id, "W3005");
}

}  // namespace
}  // namespace weft
