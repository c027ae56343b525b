// docs/tracing.md: its blocks of code stand here, where they are compiled and run.
#include "fx_testing.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>

struct DocState {
  weft::Tensor hidden, cell;
};
// clang-format off
WEFT_REGISTER_STRUCT(DocState, hidden, cell);

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    scale = register_parameter("scale", torch::full({4}, 2.0));
  }
  torch::Tensor forward(torch::Tensor x, bool negate) {
    x = torch::relu(fc(x)) * scale;
    return negate ? -x : x;
  }
  torch::nn::Linear fc{nullptr};
  torch::Tensor scale;
};

TEST(TracingPage, Models) {
  Net net;
  const ir::GraphModule graph =
      trace(net, {SpecParser().tensor("x: f32[N,4]"), concrete(false, "negate")});
  std::cout << graph.graph.tabular();
  const Tensor y = call_graph(graph, torch::ones({2, 4}), false);
  const ir::GraphModule of_lambda = trace([](const Tensor& a, const Tensor& b) { return a.matmul(b); });
  const ir::GraphModule of_method = trace(net, &Net::forward, {TraceInput("x"), concrete(true, "negate")});
  EXPECT_EQ(floats(y), floats(net.forward(torch::ones({2, 4}), false)));
  EXPECT_EQ(steps(of_lambda.graph)[2], "call_method matmul");
  EXPECT_EQ(error_id([&] { call_graph(of_method, torch::ones({2, 4}), false); }), "W2102");
}

TEST(TracingPage, Structures) {
  const DocState state{torch::ones({2}), torch::zeros({2})};
  const ir::GraphModule step = trace(
      [](const DocState& s) { return DocState{s.hidden + s.cell, s.cell + 1}; }, {example(state, "s")});
  const DocState next = call_graph<DocState>(step, state);
  EXPECT_EQ(floats(next.cell), (std::vector<float>{1, 1}));
}

TEST(TracingPage, Leaves) {
  Net net;
  struct OpenEverything : Tracer {
    bool is_leaf_module(const nn::Module&, const std::string&) override { return false; }
  };
  TraceOptions options;
  options.make_tracer = [] { return std::make_unique<OpenEverything>(); };
  const ir::GraphModule opened = trace(net, {TraceInput("x"), concrete(false)}, options);
  const auto normalise = wrap("doc_normalise", [](const Tensor& x) {
    const double largest = x.abs().max().item<double>();
    return largest > 0 ? x / largest : x;
  });
  const ir::GraphModule wrapped = trace([&](const Tensor& x) { return normalise(x) + 1; });
  EXPECT_EQ(count(opened.graph, ir::OpCode::kCallModule), 0u);
  EXPECT_EQ(floats(call_graph(wrapped, torch::full({1}, 4.0))), std::vector<float>{2});
}

TEST(TracingPage, Operators) {
  const auto swish = define_composite<Tensor(Tensor, double)>(
      "doc::swish(Tensor x, float beta=1.0) -> Tensor",
      [](const Tensor& x, double beta) { return x * torch::sigmoid(x * beta); });
  const auto clip = define_operator<Tensor(Tensor, double)>(
      "doc::clip(Tensor x, float limit) -> Tensor",
      [](const Tensor& x, double limit) { return torch::clamp(x, -limit, limit); },
      {.shape = like_argument(0),
       .cpp = ir::CppSource{R"(
         const float high = static_cast<float>(limit);
         for (int64_t i = 0; i < x_count; ++i) {
           result[i] = x[i] > high ? high : x[i] < -high ? -high : x[i];
         })"}});
  const TypedOperator<Tensor(Tensor)> cube(ir::register_operator(
      {.schema = "doc::cube(Tensor x) -> Tensor",
       .meaning = ir::Pointwise{ir::TypeRule::kInput,
                                [](ir::Body& b) { return b.in(0) * b.in(0) * b.in(0); }}}));
  const ir::GraphModule custom =
      trace([&](const Tensor& x) { return cube(swish(clip(x, 2.0))); }, {torch::ones({3})});
  EXPECT_EQ(steps(custom.graph)[3], "call_function doc::cube");
  EXPECT_EQ(floats(call_graph(custom, torch::zeros({3}))), (std::vector<float>{0, 0, 0}));
}

TEST(TracingPage, Transforms) {
  ir::GraphModule graph_to_change = trace([](const Tensor& x) { return torch::relu(x) + 1; });
  for (ir::Node* node : graph_to_change.graph.find_nodes(ir::OpCode::kCallFunction, "relu")) {
    const auto scope = ir::InsertionScope::after(node);
    const Tensor doubled = proxy(node) * 2;
    node->replace_all_uses_with(node_of(doubled),
                                [&](ir::Node* user) { return user == node_of(doubled); });
  }
  graph_to_change.lint();
  EXPECT_EQ(floats(call_graph(graph_to_change, torch::ones({1}))), std::vector<float>{3});
}

// clang-format on

/// A file without the spaces at the beginnings of lines.
std::string flush_left(const std::string& path) {
  std::ifstream file(std::string(WEFT_SOURCE_DIR) + "/" + path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::regex_replace(text.str(), std::regex("\n +"), "\n");
}

TEST(TracingPage, EveryBlockStandsInThisFile) {
  const std::string page = flush_left("docs/tracing.md");
  const std::string tests = flush_left("tests/trace/tracing_page_test.cpp");
  std::size_t blocks = 0;
  const std::string fence = "```cpp\n";
  for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos; ++blocks) {
    at += fence.size();
    const std::string block = page.substr(at, page.find("```", at) - at);
    EXPECT_NE(tests.find(block), std::string::npos) << block;
  }
  EXPECT_EQ(blocks, 11u);
}

}  // namespace
}  // namespace weft
