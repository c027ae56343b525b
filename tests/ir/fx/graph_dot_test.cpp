#include <weft/ir/graph_dot.h>

#include "fx_testing.h"

namespace weft::ir {
namespace {

TEST(GraphDot, ModulesAreNestedFrames) {
  Graph g;
  Node* x = g.placeholder("x");
  x->meta.value = dense(DType::kFloat32, {2, 3});
  Node* a = g.call_module("fc.\"1\"", {x});
  a->meta.module_stack = {{"", "Net"}, {"fc", "Block"}};
  Node* b = g.call_function("add", {a, a});
  b->meta.module_stack = {{"", "Net"}};
  Node* c = g.call_function("relu", {b});
  c->meta.module_stack = {{"", "Net"}, {"fc", "Block"}};
  g.output(c);
  EXPECT_EQ(to_dot(g), R"(digraph {
  node [shape=box, fontname="monospace", fontsize=10]
  n0 [label="x\nf32[2, 3]", style=rounded]
  n4 [label="output", style=rounded]
  subgraph cluster_1 {
    label="Net"
    n2 [label="add\ncall_function add"]
    subgraph cluster_2 {
      label="fc: Block"
      n1 [label="fc__1_\ncall_module fc.\"1\""]
      n3 [label="relu\ncall_function relu"]
    }
  }
  n0 -> n1
  n1 -> n2
  n2 -> n3
  n3 -> n4
}
)");
}

TEST(GraphDot, EmptyGraph) {
  EXPECT_EQ(to_dot(Graph()),
            "digraph {\n  node [shape=box, fontname=\"monospace\", fontsize=10]\n}\n");
}

}  // namespace
}  // namespace weft::ir
