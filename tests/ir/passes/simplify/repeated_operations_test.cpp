#include <gtest/gtest.h>

#include <limits>

#include <weft/ir/passes/simplify/repeated_operations.h>

#include "../pass_scene.h"

namespace weft::ir {
namespace {

class RepeatedOperations : public ::testing::Test, public testing::PassScene {};

TEST_F(RepeatedOperations, GoOrBecomeOne) {
  Node* x = input("x", {2, 3});
  Node* b = call("relu", {call("relu", {x})});
  Node* d = call("clamp", {call("clamp", {b, -1.0, 2.0}), 1.0, 3.0});
  Node* e = call("reshape", {call("reshape", {d, Argument::ints({3, 2})}), Argument::ints({6})});
  g.output(call("sin", {e}));
  prepare();
  EXPECT_TRUE(run(repeated_operations));
  g.eliminate_dead_code();
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=relu](args = (%x,), kwargs = {})
    %clamp_1 : [num_users=1] = call_function[target=clamp](args = (%relu, 1.0, 2.0), kwargs = {})
    %reshape_1 : [num_users=1] = call_function[target=reshape](args = (%clamp_1, [6]), kwargs = {})
    %sin : [num_users=1] = call_function[target=sin](args = (%reshape_1,), kwargs = {})
    return sin
)");
}

TEST_F(RepeatedOperations, WhatIsRoundedStaysRounded) {
  Node* x = input("x", {2});
  g.output(call("sin", {call("trunc", {call("round", {call("floor", {x})})})}));
  prepare();
  EXPECT_TRUE(run(repeated_operations));
  g.eliminate_dead_code();
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction).size(), 2u);
}

TEST_F(RepeatedOperations, WhatDiffersStays) {
  const double infinity = std::numeric_limits<double>::infinity();
  Node* x = input("x", {2, 2});
  const auto pair = [&](const char* op, std::vector<Argument> first, std::vector<Argument> second) {
    first.insert(first.begin(), x);
    Node* inner = call(op, first);
    second.insert(second.begin(), inner);
    return call("sin", {call(op, second)});
  };
  Node* once = call("abs", {x});
  g.output(list({pair("tril", {0}, {1}), pair("sin", {}, {}), pair("clamp", {3.0, 2.0}, {1.0, 4.0}),
                 // The sign of a zero that a bound gives is that of the operand or of the bound.
                 pair("clamp", {0.0, 2.0}, {-1.0, 1.0}),
                 pair("clamp", {std::numeric_limits<double>::quiet_NaN(), 2.0}, {1.0, 2.0}),
                 pair("clamp", {-infinity, infinity}, {Argument(), infinity}),
                 call("neg", {call("relu", {once})}), once}));
  prepare();
  EXPECT_FALSE(run(repeated_operations)) << g.str();
}

TEST_F(RepeatedOperations, ClampsOfIntegersStay) {
  Node* x = input("x", {2}, DType::kInt32);
  g.output(call("neg", {call("clamp", {call("clamp", {x, 1, 5}), 2, 9})}));
  prepare();
  EXPECT_FALSE(run(repeated_operations));
}

TEST_F(RepeatedOperations, AClampThatIsUsedElsewhereStays) {
  Node* x = input("x", {2});
  Node* first = call("clamp", {x, 1.0, 5.0});
  g.output(list({call("sin", {call("clamp", {first, 2.0, 9.0})}), call("cos", {first})}));
  prepare();
  EXPECT_FALSE(run(repeated_operations));
}

TEST_F(RepeatedOperations, ResultsStayTensorsOfTheirOwn) {
  Node* x = input("x", {2, 3});
  Node* a = call("relu", {x});
  Node* b = call("relu", {a});
  Node* turned = call("reshape", {call("transpose", {x, 0, 1}), Argument::ints({6})});
  g.output(list({a, b, call("reshape", {turned, Argument::ints({3, 2})})}));
  prepare();
  EXPECT_FALSE(run(repeated_operations));
}

TEST_F(RepeatedOperations, PermutationsStartFromWhereTheFirstDid) {
  Node* x = input("x", {2, 3, 4});
  Node* last = call("permute", {call("transpose", {x, 0, 2}), Argument::ints({1, 2, 0})});
  g.output(last);
  prepare();
  EXPECT_TRUE(run(repeated_operations));
  EXPECT_EQ(last->args()[0].node(), x);
  EXPECT_EQ(last->args()[1], Argument::ints({1, 0, 2}));
  EXPECT_EQ(last->meta.value.str(), "f32[3, 2, 4]");
}

}  // namespace
}  // namespace weft::ir
