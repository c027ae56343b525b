// split_module, partitions by capability, and putting the pieces back.
#include <weft/ir/partitioning/capability_partitioner.h>

#include <algorithm>
#include <random>
#include <set>

#include <weft/ir/graph_submodule.h>

#include "fx_scene.h"

namespace weft::ir {
namespace {

using testing::calls;
using testing::diagnostic_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::list;
using testing::make_graph;
using testing::run;
using testing::vector_value;

testing::ReferenceExecutor& executor() {
  static testing::ReferenceExecutor instance;
  return instance;
}

PartitionOf by_custom() {
  return [](const Node& node) -> std::optional<int> {
    const auto it = node.meta.custom.find("part");
    if (it == node.meta.custom.end()) return std::nullopt;
    return static_cast<int>(it->second.number()->as_int());
  };
}

Node* in_part(Node* node, int part) {
  node->meta.custom["part"] = part;
  return node;
}

// Placeholders come first and an output last, in every piece.
void check_form(const GraphModule& module) {
  module.lint();
  ASSERT_NE(module.graph.output_node(), nullptr);
  for (const auto& [path, called] : module.modules()) {
    if (const auto* part = dynamic_cast<const GraphSubmodule*>(called.get())) {
      check_form(part->graph_module());
    }
  }
}

TEST(FxPartition, F11_SplitHasPlaceholdersFirstAndAnOutput) {
  GraphModule m;
  m.set_attribute("w", vector_value({2, 3}), dense(DType::kFloat32, {2}));
  m.set_module("twice", std::make_shared<testing::Scale>(2));
  Graph& g = m.graph;
  Node* x = g.placeholder("x");
  Node* y = g.placeholder("y");
  Node* w = g.get_attr("w");
  Node* a = in_part(g.call_function("mul", {x, w}), 0);
  Node* b = in_part(g.call_module("twice", {a}), 0);
  Node* c = in_part(g.call_function("add", {y, b}), 1);
  Node* d = in_part(g.call_function("mul", {a, w}), 1);
  g.output(list({c, d, b}));
  b->meta.location = SourceLocation("net.cpp", 4);
  const GraphModule split = split_module(m, by_custom(), executor());
  check_form(split);
  EXPECT_EQ(split.graph.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_0 : [num_users=2] = call_module[target=submod_0](args = (%x,), kwargs = {})
    %mul : [num_users=1] = call_function[target=getitem](args = (%submod_0, 0), kwargs = {})
    %twice : [num_users=2] = call_function[target=getitem](args = (%submod_0, 1), kwargs = {})
    %submod_1 : [num_users=2] = call_module[target=submod_1](args = (%y, %twice, %mul), kwargs = {})
    %add : [num_users=1] = call_function[target=getitem](args = (%submod_1, 0), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=getitem](args = (%submod_1, 1), kwargs = {})
    return [add, mul_1, twice]
)");
  const GraphModule& first = find_graph_submodule(split, "submod_0")->graph_module();
  EXPECT_EQ(first.graph.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=w]
    %mul : [num_users=2] = call_function[target=mul](args = (%x, %w), kwargs = {})
    %twice : [num_users=1] = call_module[target=twice](args = (%mul,), kwargs = {})
    return [mul, twice]
)");
  EXPECT_EQ(first.graph.find_by_name("twice")->meta.location.line, 4);
  EXPECT_EQ(split.find_attribute("w"), nullptr);
  const std::vector<Value> inputs = {vector_value({1, 2}), vector_value({5, 7})};
  EXPECT_EQ(run(split, inputs), run(m, inputs));
}

TEST(FxPartition, F11_APartitionWithoutResultsStillHasAnOutput) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* a = in_part(g.call_function("neg", {x}), 0);
    in_part(g.call_function("add_", {a, 1.0}), 1);
    g.output(a);
  });
  const GraphModule split = split_module(m, by_custom(), executor());
  check_form(split);
  const GraphModule& second = find_graph_submodule(split, "submod_1")->graph_module();
  EXPECT_TRUE(second.graph.output_node()->args()[0].is_none());
  EXPECT_THAT(run(split, {vector_value({2})}), ElementsAre(-1));
}

TEST(FxPartition, F11_OrderFollowsFromTheGraphAlone) {
  // The callback's numbers are only names.
  const auto targets = [](int first, int second) {
    GraphModule m = make_graph([&](Graph& g) {
      Node* x = g.placeholder("x");
      Node* a = in_part(g.call_function("neg", {x}), first);
      Node* b = in_part(g.call_function("sin", {x}), second);
      g.output(list({b, a}));
    });
    return calls(split_module(m, by_custom(), executor()));
  };
  EXPECT_THAT(targets(7, 3), ElementsAre("submod_7", "submod_3"));
  EXPECT_THAT(targets(3, 7), ElementsAre("submod_3", "submod_7"));
}

TEST(FxPartition, F11_NodesMayStayAndTheOrderIsFound) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* a = in_part(g.call_function("neg", {x}), 0);
    Node* stays = g.call_function("abs", {x});
    Node* b = in_part(g.call_function("add", {a, stays}), 0);
    g.output(g.call_function("relu", {b}));
  });
  const GraphModule split = split_module(m, by_custom(), executor());
  check_form(split);
  EXPECT_THAT(calls(split), ElementsAre("abs", "submod_0", "relu"));
  EXPECT_EQ(run(split, {vector_value({-2, 3})}), run(m, {vector_value({-2, 3})}));
}

TEST(FxPartition, F11_PartitionsThatNeedEachOtherAreRefused) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* a = in_part(g.call_function("neg", {x}), 0);
    Node* b = in_part(g.call_function("sin", {a}), 1);
    b->meta.location = SourceLocation("net.cpp", 9);
    g.output(in_part(g.call_function("cos", {b}), 0));
  });
  const Diagnostic d = diagnostic_of([&] { split_module(m, by_custom(), executor()); });
  EXPECT_STREQ(d.kind->id, "W1360");
  EXPECT_THAT(d.message, HasSubstr("need each other"));
}

TEST(FxPartition, NothingMovesAcrossAWrite) {
  GraphModule m = make_graph([](Graph& g) {
    Node* x = g.placeholder("x");
    Node* copy = in_part(g.call_function("clone", {x}), 0);
    Node* before = in_part(g.call_function("neg", {copy}), 0);
    in_part(g.call_function("add_", {copy, 1.0}), 1);
    Node* after = in_part(g.call_function("sin", {copy}), 0);
    g.output(list({before, after}));
  });
  const Diagnostic d = diagnostic_of([&] { split_module(m, by_custom(), executor()); });
  EXPECT_STREQ(d.kind->id, "W1361");
  EXPECT_THAT(d.message, HasSubstr("across `add_`, which has an effect"));
}

TEST(FxPartition, PutBackTogetherItIsTheSameGraph) {
  GraphModule m;
  m.set_attribute("w", vector_value({2, 3}), dense(DType::kFloat32, {2}));
  Graph& g = m.graph;
  Node* x = g.placeholder("x");
  Node* w = g.get_attr("w");
  Node* a = in_part(g.call_function("mul", {x, w}), 0);
  Node* b = in_part(g.call_function("add", {a, x}), 0);
  Node* c = in_part(g.call_function("sin", {a}), 1);
  g.output(in_part(g.call_function("mul", {b, c}), 1));
  GraphModule split = split_module(m, by_custom(), executor());
  // Nested once more.
  GraphModule nested =
      split_module(split, [](const Node&) { return std::optional<int>(5); }, executor());
  EXPECT_THAT(calls(nested), ElementsAre("submod_5"));
  EXPECT_TRUE(inline_submodules(nested));
  EXPECT_TRUE(inline_submodules(split));
  EXPECT_FALSE(inline_submodules(split));
  split.lint();
  EXPECT_TRUE(structurally_equal(split.graph, m.graph)) << split.graph.str();
  EXPECT_TRUE(structurally_equal(nested.graph, m.graph)) << nested.graph.str();
  EXPECT_TRUE(split.modules().empty());
}

TEST(FxPartition, InliningKeepsOtherTensorsAtTheSamePath) {
  const auto plus = [](double c) {
    GraphModule m;
    m.set_attribute("c", vector_value({c}), dense(DType::kFloat32, {1}));
    Node* x = m.graph.placeholder("x");
    m.graph.output(m.graph.call_function("add", {x, m.graph.get_attr("c")}));
    return m;
  };
  GraphModule m = plus(1);
  m.set_module("part", std::make_shared<GraphSubmodule>(plus(10), executor()));
  Node* sum = m.graph.output_node()->args()[0].node();
  {
    const auto scope = InsertionScope::after(sum);
    m.graph.output_node()->set_arg(0, m.graph.call_module("part", {sum}));
  }
  EXPECT_TRUE(inline_submodules(m));
  m.lint();
  EXPECT_NE(m.find_attribute("part.c"), nullptr);
  EXPECT_THAT(run(m, {vector_value({0})}), ElementsAre(11));
}

// A random graph of supported (sin, mul) and unsupported (cos, add) calls.
GraphModule random_graph(unsigned seed, bool effects) {
  std::mt19937 random(seed);
  return make_graph([&](Graph& g) {
    std::vector<Node*> values = {g.placeholder("x"), g.placeholder("y")};
    const auto pick = [&] { return values[random() % values.size()]; };
    const int size = 3 + static_cast<int>(random() % 14);
    for (int i = 0; i < size; ++i) {
      switch (random() % (effects ? 6 : 4)) {
        case 0:
          values.push_back(g.call_function("sin", {pick()}));
          break;
        case 1:
          values.push_back(g.call_function("mul", {pick(), pick()}));
          break;
        case 2:
          values.push_back(g.call_function("cos", {pick()}));
          break;
        case 3:
          values.push_back(g.call_function("add", {pick(), pick()}));
          break;
        case 4:
          values.push_back(g.call_function("add_", {pick(), 1.0}));
          break;
        default:
          values.push_back(g.call_function("mul_", {pick(), 2.0}));
      }
    }
    std::vector<Argument> results(values.end() - std::min<std::ptrdiff_t>(3, size), values.end());
    g.output(list(results));
  });
}

bool supported(const Node& node) {
  return node.target() == "sin" || node.target() == "mul" || node.target() == "mul_";
}

// True if the graph with these partitions as single nodes has no circle.
bool acyclic(const GraphModule& m, const std::vector<std::vector<Node*>>& partitions) {
  try {
    fuse_partitions(m, partitions, executor());
  } catch (const Error&) {
    return false;
  }
  return true;
}

TEST(FxPartition, F11_CapabilityPartitionsAreAcyclicMaximalAndEqual) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const GraphModule m = random_graph(seed, seed % 2 == 1);
    const auto partitions = partition_by_capability(m, supported);
    std::size_t count = 0;
    for (const auto& partition : partitions) {
      ASSERT_FALSE(partition.empty());
      count += partition.size();
    }
    std::size_t wanted = 0;
    for (const Node* node : m.graph) wanted += supported(*node) ? 1 : 0;
    ASSERT_EQ(count, wanted) << "every supported call is in one partition";
    ASSERT_TRUE(acyclic(m, partitions)) << m.graph.str();
    for (std::size_t i = 0; i < partitions.size(); ++i) {
      for (std::size_t j = i + 1; j < partitions.size(); ++j) {
        std::vector<std::vector<Node*>> joined = partitions;
        joined[i].insert(joined[i].end(), joined[j].begin(), joined[j].end());
        joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(j));
        ASSERT_FALSE(acyclic(m, joined)) << "could be joined: " << i << ", " << j << "\n"
                                         << m.graph.str();
      }
    }
    const auto inputs = [] {
      return std::vector<Value>{vector_value({0.5, -1}), vector_value({2, 3})};
    };
    GraphModule fused = fuse_partitions(m, partitions, executor());
    check_form(fused);
    const std::vector<double> expected = run(m, inputs());
    ASSERT_EQ(run(fused, inputs()), expected) << m.graph.str() << readable(fused);
    inline_submodules(fused);
    fused.lint();
    ASSERT_EQ(run(fused, inputs()), expected);
    ASSERT_EQ(fused.graph.size(), m.graph.size());
  }
}

TEST(FxPartition, NodesOfAnotherGraphAreRefused) {
  testing::ReferenceExecutor executor;
  const GraphModule m =
      make_graph([](Graph& g) { g.output(g.call_function("relu", {g.placeholder("x")})); });
  const GraphModule copy = m.clone();
  const auto all = partition_by_capability(copy, [](const Node&) { return true; });
  EXPECT_EQ(diagnostic_of([&] { fuse_partitions(m, all, executor); }).kind,
            &diag::NodeOfOtherGraph);
}

TEST(FxPartition, F11_AttachmentsOfTheModuleStay) {
  testing::ReferenceExecutor executor;
  GraphModule m =
      make_graph([](Graph& g) { g.output(g.call_function("relu", {g.placeholder("x")})); });
  m.custom["origin"] = "net";
  const GraphModule split = split_module(m, [](const Node&) { return 0; }, executor);
  EXPECT_EQ(split.custom, m.custom);
}

TEST(FxPartition, LongGraphsArePartitionedAndSplit) {
  GraphModule m = make_graph([](Graph& g) {
    Node* at = g.placeholder("x");
    for (int i = 0; i < 50000; ++i) {
      at = g.call_function("sin", {at});
      at = g.call_function("cos", {at});
    }
    g.output(at);
  });
  const auto partitions = partition_by_capability(m, supported);
  EXPECT_EQ(partitions.size(), 50000u);
  const GraphModule fused = fuse_partitions(m, partitions, executor());
  EXPECT_EQ(fused.graph.size(), m.graph.size());
}

}  // namespace
}  // namespace weft::ir
