#include <gtest/gtest.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph.h>

namespace weft::ir {
namespace {

std::string lint_message(const Graph& g) {
  try {
    g.lint();
  } catch (const Error& e) {
    EXPECT_EQ(e.id(), "W1003");
    return e.diagnostic().message;
  }
  return "fine";
}

TEST(Lint, AcceptsAWellFormedGraph) {
  Graph g;
  Node* x = g.placeholder("x");
  g.output(g.call_function("add", {x, x}));
  EXPECT_EQ(lint_message(g), "fine");
}

TEST(Lint, F04_NoOutput) {
  Graph g;
  EXPECT_EQ(lint_message(g), "graph is not well formed: there is no output");
  g.placeholder("x");
  EXPECT_EQ(lint_message(g), "graph is not well formed: there is no output");
}

TEST(Lint, F04_TwoOutputs) {
  Graph g;
  Node* x = g.placeholder("x");
  g.output(x);
  g.output(x);
  EXPECT_EQ(lint_message(g),
            "graph is not well formed: there are two outputs, `output` and `output_1`");
}

TEST(Lint, F04_NodeAfterTheOutput) {
  Graph g;
  Node* x = g.placeholder("x");
  g.output(x);
  g.call_function("relu", {x});
  EXPECT_EQ(lint_message(g), "graph is not well formed: `relu` comes after the output");
}

TEST(Lint, F04_PlaceholderAfterOtherNodes) {
  Graph g;
  Node* x = g.placeholder("x");
  g.call_function("relu", {x});
  g.placeholder("y");
  g.output(x);
  EXPECT_EQ(lint_message(g),
            "graph is not well formed: placeholder `y` comes after `relu`, which is none");
}

TEST(Lint, B66_UseBeforeDefinition) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  Node* b = g.call_function("cos", {a});
  g.output(b);
  b->append(a);
  EXPECT_EQ(lint_message(g),
            "graph is not well formed: `sin` is used by `cos` before it is defined");
}

TEST(Lint, ReportsTheUsersLine) {
  Graph g;
  Node* x = g.placeholder("x");
  Node* a = g.call_function("sin", {x});
  a->meta.location = SourceLocation("net.cpp", 12, 3);
  g.output(a);
  a->replace_input_with(x, a);
  try {
    g.lint();
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.diagnostic().location.str(), "net.cpp:12:3");
  }
}

TEST(Lint, ArgumentCounts) {
  {
    Graph g;
    g.create_node(OpCode::kPlaceholder, "x", {1, 2});
    EXPECT_EQ(lint_message(g), "graph is not well formed: placeholder `x` has more than a default");
  }
  {
    Graph g;
    g.create_node(OpCode::kGetAttr, "w", {1});
    EXPECT_EQ(lint_message(g), "graph is not well formed: get_attr `w` has arguments");
  }
  {
    Graph g;
    g.create_node(OpCode::kOutput, "output");
    EXPECT_EQ(lint_message(g), "graph is not well formed: output `output` must have one argument");
  }
  {
    Graph g;
    g.create_node(OpCode::kCallMethod, "relu");
    EXPECT_EQ(lint_message(g),
              "graph is not well formed: call_method `relu` has no argument to call it on");
  }
}

}  // namespace
}  // namespace weft::ir
