// Concrete arguments, structured inputs and results.
#include "fx_testing.h"

struct FxPair {
  weft::Tensor left, right;
};
struct FxState {
  FxPair pair;
  std::vector<weft::Tensor> list;
  double scale;
};
enum class FxMode { kSum, kMean };
WEFT_REGISTER_STRUCT(FxPair, left, right);
WEFT_REGISTER_STRUCT(FxState, pair, list, scale);

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

Tensor filled(double value) { return torch::full({1}, value); }

Tensor choose(const Tensor& x, bool negate) { return negate ? -x : x; }

TEST(FxSpecialisation, B06_CallablesWithoutNamedParametersAreRefused) {
  // `trace` asserts it, so that the compiler refuses them with a clear message.
  const auto generic = [](const auto&... tensors) { return (tensors + ...); };
  const auto plain = [](const Tensor& x) { return x; };
  EXPECT_FALSE(detail::TellsItsArguments<decltype(generic)>);
  EXPECT_TRUE(detail::TellsItsArguments<decltype(plain)>);
}

TEST(FxSpecialisation, B40_ConcreteBoolPicksTheBranchAndIsChecked) {
  const ir::GraphModule captured = trace(&choose, {TraceInput("x"), concrete(true, "negate")});
  EXPECT_EQ(captured.graph.placeholders().size(), 2u);
  EXPECT_EQ(floats(call_graph(captured, filled(2), true)), std::vector<float>{-2});
  EXPECT_EQ(floats(call_graph(captured, filled(2))), std::vector<float>{-2}) << "the default";
  const Diagnostic error = error_of([&] { call_graph(captured, filled(2), false); });
  EXPECT_STREQ(error.kind->id, "W2102");
  EXPECT_EQ(error.message, "argument `negate` is false, and the graph was captured for true");
}

TEST(FxSpecialisation, B40_NumbersStringsAndEnumerators) {
  const auto forward = [](const Tensor& x, int k, double f, const std::string& mode, FxMode kind) {
    const Tensor y = mode == "up" ? x * k : x / f;
    return kind == FxMode::kSum ? y.sum() : y.mean();
  };
  const ir::GraphModule captured =
      trace(forward, {TraceInput("x"), concrete(3, "k"), concrete(0.5, "f"), concrete("up", "mode"),
                      concrete(FxMode::kMean, "kind")});
  EXPECT_EQ(floats(call_graph(captured, filled(2), 3, 0.5, std::string("up"), FxMode::kMean)),
            std::vector<float>{6});
  EXPECT_EQ(error_id([&] { call_graph(captured, filled(2), 4); }), "W2102");
  EXPECT_EQ(error_id([&] { call_graph(captured, filled(2), 3, 0.25); }), "W2102");
  const Diagnostic error =
      error_of([&] { call_graph(captured, filled(2), 3, 0.5, std::string("down")); });
  EXPECT_EQ(error.message, "argument `mode` is \"down\", and the graph was captured for \"up\"");
  EXPECT_EQ(
      error_id([&] { call_graph(captured, filled(2), 3, 0.5, std::string("up"), FxMode::kSum); }),
      "W2102");
}

TEST(FxSpecialisation, B40_ChecksSurviveDeadCodeElimination) {
  ir::GraphModule captured = trace(&choose, {TraceInput("x"), concrete(false, "negate")});
  captured.graph.eliminate_dead_code();
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "check_argument"), 1u);
}

TEST(FxSpecialisation, B41_ConcreteNothingNamesTheArgument) {
  const auto forward = [](const Tensor& x, const std::optional<Tensor>& mask) {
    return mask ? x * *mask : x + 1;
  };
  const ir::GraphModule captured =
      trace(forward, {TraceInput("x"), concrete(std::nullopt, "mask")});
  EXPECT_EQ(captured.graph.placeholders().size(), 2u);
  EXPECT_EQ(floats(call_graph(captured, filled(2), std::optional<Tensor>())),
            std::vector<float>{3});
  const Diagnostic error =
      error_of([&] { call_graph(captured, filled(2), std::optional<Tensor>(filled(1))); });
  EXPECT_EQ(error.message, "argument `mask` is a tensor, and the graph was captured for nothing");
}

TEST(FxSpecialisation, B41_ConcreteNothingIsTheDefault) {
  const auto forward = [](const Tensor& x, const std::optional<Tensor>& mask) {
    return mask ? x * *mask : x + 1;
  };
  const ir::GraphModule captured = trace(forward, {spec("x: f32[2]"), concrete(std::nullopt)});
  const Tensor x = torch::ones({2});
  EXPECT_EQ(floats(call_graph(captured, x)), (std::vector<float>{2, 2}));
  EXPECT_EQ(floats(call_graph(captured, x, std::optional<Tensor>())), (std::vector<float>{2, 2}));
  EXPECT_EQ(error_id([&] { call_graph(captured, x, x); }), "W2102");
}

TEST(FxSpecialisation, UndefinedTensorsAreNothing) {
  EXPECT_TRUE(ir::Value(ir::TensorHandle()).is_none());
  const ir::GraphModule captured = trace([](const Tensor& x) { return torch::relu(x); });
  EXPECT_EQ(error_id([&] { run_graph(captured, {ir::Value(ir::TensorHandle())}); }), "W1204");
}

TEST(FxSpecialisation, B46_ArgumentsThatAreNoInputsAreRefused) {
  const Tensor x = torch::ones({2});
  const ir::GraphModule one =
      trace([](const Tensor& input) { return input + 1; }, {spec("x: f32[2]")});
  EXPECT_EQ(error_id([&] { call_graph(one, x, 3); }), "W4105");
  EXPECT_EQ(error_id([&] { call_graph(one, x, x); }), "W4105");
  // A number of a spec is part of the graph: another one would be ignored.
  const ir::GraphModule scaled = trace([](const Tensor& input, int64_t k) { return input * k; },
                                       {spec("x: f32[2]"), ScalarSpec{"k", 3}});
  EXPECT_EQ(floats(call_graph(scaled, x)), (std::vector<float>{3, 3}));
  EXPECT_EQ(floats(call_graph(scaled, x, 3)), (std::vector<float>{3, 3}));
  const Diagnostic error = error_of([&] { call_graph(scaled, x, 4); });
  EXPECT_NE(error.message.find("was 3 in the capture"), std::string::npos) << error.message;
  EXPECT_EQ(floats(call_graph(trace(scaled), x, 3)), (std::vector<float>{3, 3}));
}

TEST(FxSpecialisation, B42_ConcreteCallableIsInlined) {
  const auto apply = [](const Tensor& x, const std::function<Tensor(Tensor)>& f) { return f(x); };
  const ir::GraphModule captured = trace(
      [&](const Tensor& x) { return apply(x, [](const Tensor& t) { return torch::relu(t); }); });
  EXPECT_EQ(steps(captured.graph)[1], "call_function relu");
}

TEST(FxSpecialisation, B05_B47_VectorsAreOneInputEach) {
  const auto sum = [](const std::vector<Tensor>& items) {
    Tensor total = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) total = total + items[i];
    return total;
  };
  const std::vector<Tensor> items = {filled(1), filled(2), filled(4)};
  const ir::GraphModule captured = trace(sum, {example(items, "items")});
  EXPECT_EQ(steps(captured.graph)[2], "placeholder items_2");
  EXPECT_EQ(floats(call_graph(captured, items)), std::vector<float>{7});
}

TEST(FxSpecialisation, B10_MembersOfNestedStructs) {
  const FxState state{{filled(1), filled(2)}, {filled(3)}, 0.5};
  const ir::GraphModule captured = trace(
      [](const FxState& s) { return s.pair.left + s.list[0] * s.scale; }, {example(state, "s")});
  std::vector<std::string> inputs;
  for (const ir::Node* node : captured.graph.placeholders()) inputs.push_back(node->name());
  EXPECT_EQ(inputs,
            (std::vector<std::string>{"s_pair_left", "s_pair_right", "s_list_0", "s_scale"}));
}

TEST(FxSpecialisation, B15_StructuredResults) {
  const auto forward = [](const Tensor& x) {
    return std::make_tuple(FxPair{x, x + 1}, std::map<std::string, Tensor>{{"a", x * 2}}, 3,
                           std::string("text"));
  };
  const ir::GraphModule captured = trace(forward, {TraceInput("x")});
  using Result = decltype(forward(Tensor()));
  const Result result = call_graph<Result>(captured, filled(1));
  EXPECT_EQ(floats(std::get<0>(result).right), std::vector<float>{2});
  EXPECT_EQ(floats(std::get<1>(result).at("a")), std::vector<float>{2});
  EXPECT_EQ(std::get<2>(result), 3);
  EXPECT_EQ(std::get<3>(result), "text");
  EXPECT_NE(captured.graph.str().find("'left': "), std::string::npos) << captured.graph.str();
}

TEST(FxSpecialisation, B16_MapsWithIntegerKeys) {
  const std::map<int, Tensor> items = {{2, filled(1)}, {7, filled(5)}};
  const ir::GraphModule captured = trace(
      [](const std::map<int, Tensor>& m) { return m.at(7) - m.at(2); }, {example(items, "m")});
  EXPECT_EQ(floats(call_graph(captured, items)), std::vector<float>{4});
}

/// The values of a map without an order go by their keys, whatever its buckets are.
TEST(FxSpecialisation, B16_UnorderedMapsGoByTheirKeys) {
  using Items = std::unordered_map<std::string, Tensor>;
  const auto forward = [](const Items& m) {
    return Items{{"z", m.at("b") * 2}, {"sum", m.at("a") + m.at("b")}, {"k", m.at("a")}};
  };
  const Items items = {{"b", filled(5)}, {"a", filled(1)}};
  const ir::GraphModule captured = trace(forward, {example(items, "m")});
  EXPECT_EQ(steps(captured.graph)[0], "placeholder m_a");
  EXPECT_NE(captured.graph.str().find("{'k': m_a, 'sum': add, 'z': mul}"), std::string::npos)
      << captured.graph.str();
  const Items result = call_graph<Items>(captured, items);
  EXPECT_EQ(floats(result.at("z")), std::vector<float>{10});
  EXPECT_EQ(floats(result.at("sum")), std::vector<float>{6});
}

TEST(FxSpecialisation, B43_AsManyInputsAsLeaves) {
  using Input = std::tuple<std::pair<Tensor, Tensor>, std::map<std::string, Tensor>,
                           std::optional<Tensor>, std::vector<Tensor>>;
  const Input input{{filled(1), filled(2)}, {{"k", filled(3)}}, filled(4), {}};
  const auto forward = [](const Input& in) {
    const auto& [pair, map, optional, list] = in;
    return pair.first + pair.second + map.at("k") + *optional + static_cast<double>(list.size());
  };
  const ir::GraphModule captured = trace(forward, {example(input)});
  EXPECT_EQ(captured.graph.placeholders().size(), 4u);
  EXPECT_EQ(floats(call_graph(captured, input)), std::vector<float>{10});
}

TEST(FxSpecialisation, B43_AnotherStructureIsRefused) {
  const ir::GraphModule captured = trace([](const std::vector<Tensor>& v) { return v[0] + v[1]; },
                                         {example(std::vector<Tensor>{filled(1), filled(2)}, "v")});
  const auto call = [&](const auto& argument) {
    return error_id([&] { call_graph(captured, argument); });
  };
  EXPECT_EQ(call(std::vector<Tensor>{filled(1)}), "W4105");
  EXPECT_EQ(call(std::vector<Tensor>{filled(1), filled(2), filled(3)}), "W4105");
  EXPECT_EQ(call(std::map<std::string, Tensor>{{"a", filled(1)}, {"b", filled(2)}}), "W4105");
}

TEST(FxSpecialisation, B44_CapturingAgainKeepsTheInputs) {
  const FxPair pair{filled(1), filled(2)};
  const auto forward = [](const FxPair& p) { return p.left * p.right; };
  const ir::GraphModule captured = trace(forward, {example(pair)});
  const ir::GraphModule again = trace(captured);
  EXPECT_EQ(again.graph.placeholders().size(), 2u);
  EXPECT_EQ(floats(call_graph(again, pair)), std::vector<float>{2});
  EXPECT_EQ(error_id([&] { trace(forward); }), "W4103") << "one tensor is no pair";
}

TEST(FxSpecialisation, B45_MixedLeaves) {
  const FxState state{{filled(1), filled(2)}, {}, 0.5};
  const ir::GraphModule captured =
      trace([](const FxState& s) { return s.pair.right * s.scale; }, {example(state, "s")});
  EXPECT_EQ(floats(call_graph(captured, state)), std::vector<float>{1});
  FxState other = state;
  other.scale = 0.25;
  const Diagnostic error = error_of([&] { call_graph(captured, other); });
  EXPECT_EQ(error.message, "argument `s_scale` is 0.25, and the graph was captured for 0.5");
}

TEST(FxSpecialisation, B46_FlattenedFormEqualsTheOriginal) {
  const FxPair pair{filled(1), filled(2)};
  const ir::GraphModule captured =
      trace([](const FxPair& p) { return FxPair{p.right, p.left + 1}; }, {example(pair)});
  const std::vector<ir::Value> inputs = process_inputs(captured, pair);
  ASSERT_EQ(inputs.size(), 2u);
  const FxPair result = process_outputs<FxPair>(captured, run_graph(captured, inputs));
  EXPECT_EQ(floats(result.left), std::vector<float>{2});
  EXPECT_EQ(floats(result.right), std::vector<float>{2});
}

TEST(FxSpecialisation, B36_B38_StructsAreArgumentsOfWrappedFunctions) {
  const auto combine = wrap("fxtest_combine", [](const FxPair& p, const std::string& how) {
    return how == "add" ? p.left + p.right : p.left * p.right;
  });
  const ir::GraphModule captured =
      trace([&](const Tensor& x) { return combine(FxPair{x, x + 1}, std::string("add")); });
  const ir::Node* call =
      captured.graph.find_nodes(ir::OpCode::kCallFunction, "fxtest_combine").at(0);
  EXPECT_EQ(call->all_input_nodes().size(), 2u);
  EXPECT_EQ(floats(call_graph(captured, filled(1))), std::vector<float>{3});
}

TEST(FxSpecialisation, ValuesOfAnotherTypeAreRefused) {
  EXPECT_EQ(error_id([] { ValueConversion<std::string>::build(std::int64_t{1}); }), "W3005");
  using Pair = std::pair<Tensor, Tensor>;
  EXPECT_EQ(error_id([] { ValueConversion<Pair>::build(std::vector<ir::Value>(3)); }), "W3005");
}

}  // namespace
}  // namespace weft
