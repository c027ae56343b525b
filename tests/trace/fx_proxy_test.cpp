// Transforms written as tensor code on existing nodes.
#include "fx_testing.h"

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

ir::GraphModule sum_of_relu() {
  return trace([](const Tensor& x) { return torch::relu(x).sum(); }, {spec("x: f32[N]")});
}

TEST(FxProxy, B50_ProxiesExtendTheGraphOfTheirNode) {
  ir::GraphModule module = sum_of_relu();
  ir::Node* relu = module.graph.find_nodes(ir::OpCode::kCallFunction, "relu").at(0);
  ir::Node* x = module.graph.placeholders().at(0);
  ir::Node* made = nullptr;
  {
    const auto scope = ir::InsertionScope::after(relu);
    const Tensor y = proxy(relu) * 2 + proxy(x);
    made = node_of(y);
  }
  EXPECT_EQ(made->meta.location.line, __LINE__ - 3);
  EXPECT_EQ(made->meta.value.tensor()->str(), "f32[N]");
  relu->replace_all_uses_with(made, [&](ir::Node* user) { return user->target() != "sum"; });
  module.lint();
  EXPECT_EQ(steps(module.graph),
            (std::vector<std::string>{"placeholder x", "call_function relu", "call_function mul",
                                      "call_function add", "call_method sum", "output output"}));
  EXPECT_EQ(floats(call_graph(module, torch::ones({3}))), std::vector<float>{9});
}

TEST(FxProxy, B50_IntegersToo) {
  ir::GraphModule module = sum_of_relu();
  ir::Node* x = module.graph.placeholders().at(0);
  ir::Node* sum = module.graph.find_nodes(ir::OpCode::kCallMethod, "sum").at(0);
  {
    const auto scope = ir::InsertionScope::before(module.graph.output_node());
    const SymInt count = proxy(x).size(0) * 2;
    module.graph.output_node()->set_args({node_of(proxy(sum) / count)});
  }
  module.lint();
  EXPECT_EQ(floats(call_graph(module, torch::ones({3}))), std::vector<float>{0.5});
}

TEST(FxProxy, B50_ScopeRecordsFactoriesAndKeepsTensors) {
  ir::GraphModule module = sum_of_relu();
  const Tensor weight = torch::full({1}, 3.0);
  ir::Node* sum = module.graph.find_nodes(ir::OpCode::kCallMethod, "sum").at(0);
  {
    const ProxyScope scope(module);
    const auto at = ir::InsertionScope::before(module.graph.output_node());
    const Tensor y = proxy(sum) * weight + torch::ones({1}) - weight;
    module.graph.output_node()->set_args({node_of(y)});
  }
  module.lint();
  EXPECT_EQ(count(module.graph, ir::OpCode::kCallFunction, "ones"), 1u);
  EXPECT_EQ(module.attributes().size(), 1u);
  EXPECT_EQ(floats(call_graph(module, torch::ones({2}))), std::vector<float>{4});
}

TEST(FxProxy, TensorWithoutAModuleIsRefused) {
  ir::GraphModule module = sum_of_relu();
  const Tensor weight = torch::ones({1});
  const Diagnostic error = error_of([&] { proxy(module.graph.placeholders().at(0)) * weight; });
  EXPECT_STREQ(error.kind->id, "W4009");
  EXPECT_EQ(error.location.line, __LINE__ - 2);
  EXPECT_EQ(error_id([&] { node_of(weight); }), "W4010");
  EXPECT_EQ(error_id([] { proxy(nullptr); }), "W4010");
  EXPECT_EQ(error_id([] { int_proxy(nullptr); }), "W4010");
}

TEST(FxProxy, F03_NodesOfTwoGraphsAreRefusedAtTheLine) {
  ir::GraphModule a = sum_of_relu();
  ir::GraphModule b = sum_of_relu();
  const Tensor x = proxy(a.graph.placeholders().at(0));
  const Tensor y = proxy(b.graph.placeholders().at(0));
  const Diagnostic of_operator = error_of([&] { x + y; });
  EXPECT_STREQ(of_operator.kind->id, "W1001");
  EXPECT_EQ(of_operator.location.line, __LINE__ - 2);
  EXPECT_EQ(error_id([&] { torch::maximum(x, y); }), "W1001");
  EXPECT_EQ(a.graph.size(), sum_of_relu().graph.size()) << "nothing was added";
}

}  // namespace
}  // namespace weft
