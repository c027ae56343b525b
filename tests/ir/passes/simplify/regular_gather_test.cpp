#include <gtest/gtest.h>

#include <weft/ir/passes/simplify/regular_gather.h>

#include "../../reference_executor.h"
#include "../pass_scene.h"

namespace weft::ir {
namespace {

class RegularGather : public ::testing::Test, public testing::PassScene {
 protected:
  // Gathers rows of [6, 2] under a relu; whether that became a slice.
  bool becomes_slice(Node* x, Node* index) {
    g.output(call("relu", {call("index_select", {x, 0, index})}));
    prepare();
    const bool changed = run(regular_gather);
    EXPECT_EQ(changed, !g.find_nodes(OpCode::kCallFunction, "slice").empty());
    return changed;
  }
};

TEST_F(RegularGather, PositionsOfARangeAreASlice) {
  Node* table = attribute("table", {8, 4});
  Node* e = call("embedding", {table, call("arange.start", {2, 5})});
  g.output(call("relu", {e}));
  prepare();
  EXPECT_TRUE(run(regular_gather));
  g.eliminate_dead_code();
  EXPECT_EQ(g.str(), R"(graph():
    %table : [num_users=1] = get_attr[target=table]
    %embedding : [num_users=1] = call_function[target=slice](args = (%table, 0, 2, 5), kwargs = {})
    %relu : [num_users=1] = call_function[target=relu](args = (%embedding,), kwargs = {})
    return relu
)");
}

TEST_F(RegularGather, StepsAndOtherDimensions) {
  const IntExpr n = make_symbol("N", 0);
  Node* x = input("x", {n, 7});
  Node* y = call("index.Tensor", {x, list({Argument(), call("arange.start_step", {1, 7, 2})})});
  g.output(call("relu", {y}));
  prepare();
  EXPECT_TRUE(run(regular_gather));
  const Node* slice = g.find_nodes(OpCode::kCallFunction, "slice").front();
  EXPECT_EQ(slice->args()[4], Argument(2));
  EXPECT_EQ(slice->meta.value.str(), "f32[N, 3]");
}

TEST_F(RegularGather, PositionsOutsideStayAndFailWhenTheyRun) {
  Node* x = input("x", {6, 2});
  EXPECT_FALSE(becomes_slice(x, call("arange.start", {2, 8})));
}

TEST_F(RegularGather, NegativePositionsAndStepsStay) {
  Node* x = input("x", {6, 2});
  EXPECT_FALSE(becomes_slice(x, call("arange.start", {-2, 1})));
  testing::PassScene other;
  Node* y = other.input("x", {6, 2});
  Node* down = other.call("arange.start_step", {5, 0, -1});
  other.g.output(other.call("relu", {other.call("index_select", {y, 0, down})}));
  other.prepare();
  EXPECT_FALSE(other.run(regular_gather));
}

TEST_F(RegularGather, NoPositionsAndOpenExtentsStay) {
  const IntExpr n = make_symbol("N", 0);
  Node* x = input("x", {n, 2});
  Node* y = input("y", {6, 2});
  g.first()->append(y);
  Node* a = call("relu", {call("index_select", {x, 0, call("arange", {2})})});
  Node* b = call("relu", {call("index_select", {y, 0, call("arange", {0})})});
  g.output(list({a, b}));
  prepare();
  EXPECT_FALSE(run(regular_gather));
}

TEST_F(RegularGather, ReturnedGathersAreCopies) {
  Node* x = input("x", {6, 2});
  g.output(call("index_select", {x, 0, call("arange", {2})}));
  prepare();
  EXPECT_FALSE(run(regular_gather));
}

TEST_F(RegularGather, PositionsThatComeWithACallStay) {
  Node* x = input("x", {6, 2});
  Node* index = input("index", {3}, DType::kInt64);
  g.first()->append(index);
  EXPECT_FALSE(becomes_slice(x, index));
}

TEST_F(RegularGather, ATensorOfTheModelIsReadWhereItCanBe) {
  const auto changes = [](std::vector<double> positions, bool executor_there) {
    testing::PassScene scene;
    Node* x = scene.input("x", {6, 2});
    const auto count = static_cast<std::int64_t>(positions.size());
    scene.module.set_attribute("at", Value(testing::make_tensor({count}, std::move(positions))),
                               dense(DType::kInt64, {count}));
    Node* index = scene.g.get_attr("at");
    scene.g.output(scene.call("relu", {scene.call("index_select", {x, 0, index})}));
    scene.prepare();
    struct Reader : testing::ReferenceExecutor {
      Value call_operator(const Operator& op, const std::vector<Value>& arguments,
                          SourceLocation where) override {
        if (op.schema.name != "item") return ReferenceExecutor::call_operator(op, arguments, where);
        return static_cast<std::int64_t>(testing::elements(**arguments[0].tensor())[0]);
      }
    } reader;
    PassContext context;
    context.strict = true;
    if (executor_there) context.executor = &reader;
    return PassManager({{"regular_gather", regular_gather}}).run(scene.module, context);
  };
  EXPECT_TRUE(changes({1, 3, 5}, true));
  EXPECT_TRUE(changes({4}, true));
  EXPECT_FALSE(changes({1, 3, 5}, false));
  EXPECT_FALSE(changes({1, 3, 4}, true));
  EXPECT_FALSE(changes({5, 3, 1}, true));
  EXPECT_FALSE(changes({2, 2, 2}, true));
  EXPECT_FALSE(changes({-1}, true));
  EXPECT_FALSE(changes({4, 6}, true));
}

}  // namespace
}  // namespace weft::ir
