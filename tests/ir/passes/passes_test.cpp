#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/common_subexpression_elimination.h>
#include <weft/ir/passes/constant_fold_shapes.h>
#include <weft/ir/passes/dead_code_elimination.h>
#include <weft/ir/passes/decompose_pass.h>
#include <weft/ir/passes/identity_removal.h>
#include <weft/ir/passes/pipeline.h>

#include "pass_scene.h"

namespace weft::ir {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Pass : public ::testing::Test, public testing::PassScene {};

// Dead code.

TEST_F(Pass, B73_DeadNodesChainsAndAttributesGo) {
  Node* x = input("x", {2});
  input("unused", {2});
  Node* a = call("sin", {x});
  call("cos", {call("tan", {a})});
  attribute("w", {2});
  g.output(a);
  EXPECT_TRUE(run(dead_code_elimination));
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %unused : [num_users=0] = placeholder[target=unused]
    %sin : [num_users=1] = call_function[target=sin](args = (%x,), kwargs = {})
    return sin
)");
}

TEST_F(Pass, B74_F02_EffectsStay) {
  Node* x = input("x", {2});
  call("relu_", {x});
  g.call_method("add_", {x, 1});
  g.call_method("unknown_method", {x});
  call("rand", {Argument::ints({2})});
  call("assert_true", {call("all", {x}), Argument("all")});
  g.output(x);
  const std::size_t size = g.size();
  EXPECT_FALSE(run(dead_code_elimination));
  EXPECT_EQ(g.size(), size);
}

TEST_F(Pass, B74_CustomPredicate) {
  Node* x = input("x", {2});
  Node* kept = call("sin", {x});
  call("cos", {x});
  g.output(x);
  EXPECT_TRUE(g.eliminate_dead_code([&](const Node* n) { return n == kept; }));
  EXPECT_EQ(g.size(), 3u);
  EXPECT_FALSE(kept->erased());
}

// Common subexpressions.

TEST_F(Pass, B75_EqualCallsMergeHoweverTheyAreSpelled) {
  Node* x = input("x", {2, 2});
  Node* y = input("y", {2, 2});
  Node* a = call("add", {x, y});
  Node* b = call("add", {x}, {{"other", y}, {"alpha", 1}});
  Node* c = g.call_method("add", {x, y});
  Node* d = call("add", {y, x});
  Node* cat1 = call("cat", {list({a, d}), 1});
  Node* cat2 = call("cat", {list({b, d})}, {{"dim", 1}});
  Node* w1 = attribute("w", {2, 2});
  Node* w2 = g.get_attr("w");
  g.output(call("cat", {list({cat1, cat2, c, w1, w2}), 1}));
  prepare();
  EXPECT_TRUE(run(common_subexpression_elimination));
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %add : [num_users=2] = call_function[target=add](args = (%x, %y), kwargs = {})
    %add_3 : [num_users=1] = call_function[target=add](args = (%y, %x), kwargs = {})
    %cat : [num_users=1] = call_function[target=cat](args = ([%add, %add_3], 1), kwargs = {})
    %w : [num_users=1] = get_attr[target=w]
    %cat_2 : [num_users=1] = call_function[target=cat](args = ([%cat, %cat, %add, %w, %w], 1), kwargs = {})
    return cat_2
)");
}

TEST_F(Pass, B75_RandomDrawsAreNeverMerged) {
  Node* a = call("rand", {Argument::ints({2})});
  Node* b = call("rand", {Argument::ints({2})});
  g.output(call("add", {a, b}));
  prepare();
  EXPECT_FALSE(run(common_subexpression_elimination));
}

TEST_F(Pass, B75_GraphsThatWriteAreLeftAlone) {
  Node* x = input("x", {2});
  Node* a = call("sin", {x});
  call("relu_", {a});
  Node* b = call("sin", {x});
  g.output(call("add", {a, b}));
  prepare();
  EXPECT_FALSE(run(common_subexpression_elimination));
}

TEST_F(Pass, ResultsThatAreReturnedStayTensorsOfTheirOwn) {
  Node* x = input("x", {2});
  Node* a = call("sin", {x});
  Node* b = call("sin", {x});
  Node* inner = call("cos", {call("sin", {x})});
  g.output(list({a, call("view", {b, Argument::ints({2, 1})}), inner}));
  prepare();
  EXPECT_TRUE(run(common_subexpression_elimination));
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction, "sin").size(), 2u);
}

TEST_F(Pass, NumbersOfOtherCategoriesAreNotEqual) {
  Node* x = input("x", {2}, DType::kInt64);
  g.output(list({call("sin", {call("mul", {x, 2})}), call("cos", {call("mul", {x, 2.0})})}));
  prepare();
  EXPECT_FALSE(run(common_subexpression_elimination));
}

// Normal form.

TEST_F(Pass, NormalizeWritesEachCallInOneWay) {
  Node* x = input("x", {2, 3});
  Node* a = g.call_method("add", {x, x}, {{"alpha", 1}});
  a->meta.location = SourceLocation("net.cpp", 7);
  Node* b = g.call_method("sum", {a}, {{"dim", 1}, {"keepdim", false}});
  Node* c = call("softmax", {}, {{"dim", 0}, {"input", b}});
  Node* size = g.call_method("size", {x, 0});
  g.output(list({c, size}));
  PassContext context;
  shape_propagation(module, context);
  EXPECT_TRUE(run(normalize));
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %add : [num_users=1] = call_function[target=add](args = (%x, %x), kwargs = {})
    %sum : [num_users=1] = call_function[target=sum.dim](args = (%add, [1]), kwargs = {})
    %softmax : [num_users=1] = call_function[target=softmax](args = (%sum, 0), kwargs = {})
    %size : [num_users=1] = call_function[target=size.int](args = (%x, 0), kwargs = {})
    return [softmax, size]
)");
  EXPECT_EQ(g.find_by_name("add")->meta.location.line, 7);
  EXPECT_EQ(g.find_by_name("add")->meta.value.str(), "f32[2, 3]");
}

// Shapes.

TEST_F(Pass, ShapesComeFromInputsAndAttributes) {
  const IntExpr n = make_symbol("N", 1);
  Node* x = input("x", {n, 8});
  Node* w = attribute("fc.weight", {4, 8});
  Node* y = call("matmul", {x, call("t", {w})});
  Node* size = call("size.int", {y, 0});
  g.output(call("reshape", {y, list({size, 2, 2})}));
  EXPECT_TRUE(run(shape_propagation));
  EXPECT_EQ(w->meta.value.str(), "f32[4, 8]");
  EXPECT_EQ(y->meta.value.str(), "f32[N, 4]");
  EXPECT_EQ(size->meta.value.str(), "N");
  EXPECT_EQ(g.output_node()->prev()->meta.value.str(), "f32[N, 2, 2]");
}

TEST_F(Pass, ShapeErrorsPointAtTheUsersLine) {
  Node* x = input("x", {2, 3});
  g.output(call("add", {x, input("y", {4})}));
  g.first()->append(g.find_by_name("y"));
  const auto [id, message] = testing::error_of([this] {
    PassContext context;
    shape_propagation(module, context);
  });
  EXPECT_EQ(id, "W1206");
  EXPECT_EQ(message.substr(0, 10), "net.cpp:3:");
}

TEST_F(Pass, NothingIsConcludedFromTheUnknown) {
  Node* x = g.placeholder("x");
  Node* y = call("relu", {x});
  g.output(y);
  EXPECT_FALSE(run(shape_propagation));
  EXPECT_FALSE(y->meta.value.known());
}

TEST_F(Pass, KnownExtentsBecomeConstants) {
  const IntExpr n = make_symbol("N", 1);
  Node* x = input("x", {n, 12});
  Node* rows = call("size.int", {x, 0});
  Node* columns = call("size.int", {x, 1});
  Node* half = call("sym_floordiv", {columns, 2});
  g.output(list({call("view", {x, list({rows, half, 2})}), columns}));
  prepare();
  EXPECT_TRUE(run(constant_fold_shapes));
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %size : [num_users=1] = call_function[target=size.int](args = (%x, 0), kwargs = {})
    %view : [num_users=1] = call_function[target=view](args = (%x, [%size, 6, 2]), kwargs = {})
    return [view, 12]
)");
}

TEST_F(Pass, AWholeShapeBecomesAConstant) {
  Node* x = input("x", {3, 4});
  Node* size = call("size", {x});
  g.output(call("reshape", {call("sin", {x}), size}));
  prepare();
  EXPECT_TRUE(run(constant_fold_shapes));
  EXPECT_EQ(g.output_node()->prev()->args()[1], Argument::ints({3, 4}));
}

// Identities.

TEST_F(Pass, IdentitiesGo) {
  Node* x = input("x", {2, 3});
  Node* a = call("clone", {x});
  Node* b = call("to.dtype", {a, DType::kFloat32});
  Node* c = call("contiguous", {call("t", {b})});
  Node* d = call("view", {c, Argument::ints({6})});
  Node* e = call("reshape", {d, Argument::ints({6})});
  g.output(call("relu", {e}));
  prepare();
  EXPECT_TRUE(run(identity_removal));
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %t : [num_users=1] = call_function[target=t](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_function[target=reshape](args = (%t, [6]), kwargs = {})
    %relu : [num_users=1] = call_function[target=relu](args = (%view,), kwargs = {})
    return relu
)");
}

TEST_F(Pass, CopiesThatAreReturnedStay) {
  Node* x = input("x", {2, 3});
  g.output(list({call("clone", {x}), call("reshape", {call("clone", {x}), Argument::ints({6})})}));
  prepare();
  run(identity_removal);
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction, "clone").size(), 2u);
}

TEST_F(Pass, OperatorsThatChangeSomethingAreNoIdentities) {
  Node* x = input("x", {2, 2});
  g.output(
      list({call("sin", {call("t", {x})}), call("sin", {call("to.dtype", {x, DType::kFloat64})}),
            call("sin", {call("mul", {x, 1})}), call("sin", {call("neg", {x})})}));
  prepare();
  EXPECT_FALSE(run(identity_removal));
}

// Decomposition.

TEST_F(Pass, DecompositionKeepsNamesAndLines) {
  Node* x = input("x", {2, 3});
  Node* y = call("softmax", {x, 1});
  y->meta.module_stack = {{"head", "Head"}};
  y->meta.location = SourceLocation("net.cpp", 42);
  g.output(y);
  prepare();
  EXPECT_TRUE(run(decompose_operators));
  const Node* result = g.output_node()->args()[0].node();
  EXPECT_EQ(result->name(), "softmax");
  for (const Node* node : g) {
    if (node->opcode() != OpCode::kCallFunction) continue;
    EXPECT_FALSE(std::holds_alternative<DecomposeRule>(node->op()->meaning())) << node->format();
    EXPECT_EQ(node->meta.location.line, 42);
    EXPECT_EQ(node->meta.module_stack.size(), 1u);
    EXPECT_TRUE(node->meta.value.known());
  }
}

// The pipeline.

TEST_F(Pass, LoweringGivesACoreGraph) {
  const IntExpr n = make_symbol("N", 1);
  Node* x = input("x", {n, 4});
  Node* w = attribute("w", {3, 4});
  Node* b = attribute("b", {3});
  Node* y = call("linear", {x, w, b});
  Node* z = g.call_method("add_", {y, 1});
  Node* drop = call("dropout", {z, 0.5, false});
  g.output(call("softmax", {drop, -1}));
  std::vector<std::string> log;
  PassContext context;
  context.strict = true;
  context.report = [&](const PassReport& done) { log.push_back(done.str()); };
  context.level = level::kClean;  // without groups, each pass of the list runs once
  lower_to_core(module, context);
  for (const Node* node : g) {
    if (node->opcode() != OpCode::kCallFunction) continue;
    EXPECT_FALSE(node->op()->writes()) << node->format();
    EXPECT_FALSE(std::holds_alternative<DecomposeRule>(node->op()->meaning())) << node->format();
    EXPECT_TRUE(node->meta.value.known()) << node->format();
  }
  EXPECT_EQ(log.size(), core_passes(level::kClean).size());
  EXPECT_THAT(log[0], HasSubstr("after shape_propagation: 8 -> 8 nodes"));
  EXPECT_EQ(g.output_node()->args()[0].node()->meta.value.str(), "f32[N, 3]");
}

TEST_F(Pass, LoweringNamesWhatItCannotLower) {
  Node* x = input("x", {2});
  Node* y = g.call_module("fc", {x});
  y->meta.location = SourceLocation("net.cpp", 3);
  g.output(y);
  class Pure : public ModuleInterface {
    std::string module_type() const override { return "Pure"; }
    Value call_forward(const std::vector<Value>&) override { return {}; }
  };
  module.set_module("fc", std::make_shared<Pure>());
  EXPECT_EQ(testing::error_of([this] { lower_to_core(module); }).first, "W1214");
}

TEST_F(Pass, LoweringNeedsShapes) {
  g.output(call("relu", {g.placeholder("x")}));
  EXPECT_EQ(testing::error_of([this] { lower_to_core(module); }).first, "W1102");
}

// The manager.

bool breaks_the_graph(GraphModule& module, PassContext&) {
  module.graph.output(nullptr);
  return true;
}
bool lies(GraphModule& module, PassContext&) {
  const auto scope = InsertionScope::before(module.graph.output_node());
  module.graph.get_attr("w");
  return false;
}
bool does_nothing(GraphModule&, PassContext&) { return false; }

TEST_F(Pass, EachLevelAddsPassesToTheOneBelow) {
  std::size_t count = 0;
  for (int level = level::kNone; level <= level::kRounding; ++level) {
    const std::size_t passes = core_passes(level).size();
    EXPECT_GE(passes, count) << level;
    count = passes;
  }
  EXPECT_LT(core_passes(level::kNone).size(), core_passes(level::kClean).size());
  const std::vector<std::string> names = core_pass_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST_F(Pass, LoweringAtLevelZeroKeepsWhatTheUserWrote) {
  Node* x = input("x", {2});
  Node* a = call("sin", {x});
  g.output(call("add", {a, call("clone", {call("sin", {x})})}));
  PassContext context;
  context.level = level::kNone;
  // A pass that is left out at this level anyway may be named.
  context.disabled.insert("dead_code_elimination");
  std::vector<std::string> seen;
  context.after = [&](const std::string& pass, const GraphModule& after) {
    EXPECT_EQ(&after, &module);
    seen.push_back(pass);
  };
  lower_to_core(module, context);
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction, "sin").size(), 2u);
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction, "clone").size(), 1u);
  EXPECT_EQ(seen.front(), "shape_propagation");
  EXPECT_EQ(seen.size(), core_passes(level::kNone).size());
}

TEST_F(Pass, ManagerChecksWhatAPassLeaves) {
  g.output(input("x", {2}));
  PassContext context;
  const auto [id, message] =
      testing::error_of([&] { PassManager({{"breaks", breaks_the_graph}}).run(module, context); });
  EXPECT_EQ(id, "W1302");
  EXPECT_THAT(message, HasSubstr("pass breaks left an ill-formed graph: graph is not well formed: "
                                 "there are two outputs"));
}

TEST_F(Pass, ManagerChecksReportsInStrictMode) {
  attribute("w", {1});
  g.output(nullptr);
  PassContext context;
  context.strict = true;
  EXPECT_EQ(testing::error_of([&] { PassManager({{"lies", lies}}).run(module, context); }).first,
            "W1302");
}

TEST_F(Pass, ManagerLogsAndLeavesOut) {
  g.output(input("x", {2}));
  std::vector<std::string> log;
  PassContext context;
  context.report = [&](const PassReport& done) { log.push_back(done.str()); };
  context.disabled = {"second"};
  PassManager manager({{"first", does_nothing}});
  manager.add({"second", breaks_the_graph});
  EXPECT_FALSE(manager.run(module, context));
  EXPECT_THAT(log,
              ElementsAre(StartsWith("after first: 2 nodes (unchanged), "), "left out second"));
}

}  // namespace
}  // namespace weft::ir
