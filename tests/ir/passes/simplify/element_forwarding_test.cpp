#include <gtest/gtest.h>

#include <weft/ir/passes/pipeline.h>
#include <weft/ir/passes/simplify/element_forwarding.h>

#include "../pass_scene.h"

namespace weft::ir {
namespace {

class ElementForwarding : public ::testing::Test, public testing::PassScene {
 protected:
  // Calls that are left once what nobody uses is gone.
  std::size_t calls_left() {
    g.eliminate_dead_code();
    std::size_t count = 0;
    for (const Node* node : g) count += node->opcode() == OpCode::kCallFunction ? 1 : 0;
    return count;
  }
  // A chain that starts at x ends under a relu, which is returned; whether it goes away.
  bool goes(Node* end) {
    g.output(call("relu", {end}));
    prepare();
    const bool changed = run(element_forwarding);
    EXPECT_EQ(changed, calls_left() == 1) << g.str();
    return changed;
  }
};

TEST_F(ElementForwarding, LooksThroughMovesConversionsAndNeutralNumbers) {
  Node* x = input("x", {2, 4});
  Node* p = call("constant_pad_nd", {x, Argument::ints({1, 1})});
  Node* c = call("slice", {p, 1, 1, 5});
  Node* d = call("to.dtype", {c, DType::kFloat64});
  Node* e = call("to.dtype", {d, DType::kFloat32});
  g.output(call("relu", {call("mul", {e, 1})}));
  prepare();
  EXPECT_TRUE(run(element_forwarding));
  g.eliminate_dead_code();
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=relu](args = (%x,), kwargs = {})
    return relu
)");
}

TEST_F(ElementForwarding, PartsThatAreJoinedAgainAreTheWhole) {
  const IntExpr n = make_symbol("N", 1);
  Node* x = input("x", {n, 4});
  Node* s = call("split.sizes", {x, Argument::ints({1, 3}), 1});
  Node* joined = call("cat", {list({call("getitem", {s, 0}), call("getitem", {s, 1})}), 1});
  EXPECT_TRUE(goes(joined));
}

TEST_F(ElementForwarding, JoinedInAnotherOrderTheyAreNot) {
  Node* x = input("x", {2, 4});
  Node* s = call("split.sizes", {x, Argument::ints({2, 2}), 1});
  EXPECT_FALSE(goes(call("cat", {list({call("getitem", {s, 1}), call("getitem", {s, 0})}), 1})));
}

TEST_F(ElementForwarding, AListThatIsJoinedWhole) {
  Node* x = input("x", {6, 2});
  EXPECT_TRUE(goes(call("cat", {call("chunk", {x, 3, 0}), 0})));
}

TEST_F(ElementForwarding, PartsOfWhatWasJoinedAreTheParts) {
  Node* x = input("x", {2, 3});
  Node* y = input("y", {2, 5});
  g.first()->append(y);
  Node* joined = call("cat", {list({x, y}), 1});
  Node* s = call("split.sizes", {joined, Argument::ints({3, 5}), 1});
  Node* a = call("relu", {call("getitem", {s, 0})});
  Node* b = call("relu", {call("getitem", {s, 1})});
  g.output(list({a, b}));
  prepare();
  EXPECT_TRUE(run(element_forwarding));
  EXPECT_EQ(calls_left(), 2u);
  EXPECT_EQ(a->args()[0].node(), x);
  EXPECT_EQ(b->args()[0].node(), y);
}

struct Chain {
  const char* name;
  std::vector<std::pair<const char*, std::vector<Argument>>> steps;
  bool goes = false;
};

std::ostream& operator<<(std::ostream& out, const Chain& chain) { return out << chain.name; }

class ChainOfMoves : public ElementForwarding, public ::testing::WithParamInterface<Chain> {
 protected:
  bool goes_from(Node* x) {
    Node* node = x;
    for (const auto& [op, rest] : GetParam().steps) {
      std::vector<Argument> args = {node};
      args.insert(args.end(), rest.begin(), rest.end());
      node = call(op, args);
    }
    return goes(node);
  }
};

TEST_P(ChainOfMoves, GoesOrStays) { EXPECT_EQ(goes_from(input("x", {2, 3, 4})), GetParam().goes); }

Argument ints(std::vector<std::int64_t> values) { return Argument::ints(values); }

INSTANTIATE_TEST_SUITE_P(
    , ChainOfMoves,
    ::testing::Values(
        Chain{"pad_by_nothing", {{"constant_pad_nd", {ints({0, 0, 0, 0}), 7}}}, true},
        Chain{"pad_by_something", {{"constant_pad_nd", {ints({0, 1})}}}, false},
        Chain{"cut_on_one_side_only",
              {{"constant_pad_nd", {ints({1, 1})}}, {"slice", {2, 0, 4}}},
              false},
        Chain{"padded_after_it_was_cut",
              {{"slice", {2, 1, 3}}, {"constant_pad_nd", {ints({1, 1})}}},
              false},
        Chain{"repeat_once", {{"repeat", {ints({1, 1, 1})}}}, true},
        Chain{"repeat_twice", {{"repeat", {ints({1, 2, 1})}}}, false},
        Chain{"roll_there_and_back",
              {{"roll", {ints({1}), ints({0})}}, {"roll", {ints({-1}), ints({0})}}},
              true},
        Chain{"flip_twice", {{"flip", {ints({1})}}, {"flip", {ints({1})}}}, true},
        Chain{"flip_of_others", {{"flip", {ints({1})}}, {"flip", {ints({2})}}}, false},
        Chain{"transpose_twice", {{"transpose", {1, 2}}, {"transpose", {-1, -2}}}, true},
        Chain{"permute_round",
              {{"permute", {ints({1, 2, 0})}},
               {"permute", {ints({1, 2, 0})}},
               {"permute", {ints({1, 2, 0})}}},
              true},
        Chain{"permute_elsewhere",
              {{"permute", {ints({1, 2, 0})}}, {"permute", {ints({1, 2, 0})}}},
              false},
        Chain{"reshape_there_and_back",
              {{"reshape", {ints({6, 4})}}, {"reshape", {ints({2, 3, 4})}}},
              true},
        Chain{"reshape_of_another_order",
              {{"transpose", {0, 1}}, {"reshape", {ints({2, 3, 4})}}},
              false},
        Chain{"reshape_around_a_flip",
              {{"reshape", {ints({24})}},
               {"flip", {ints({0})}},
               {"flip", {ints({0})}},
               {"reshape", {ints({2, 3, 4})}}},
              true},
        Chain{"unsqueeze_and_squeeze", {{"unsqueeze", {1}}, {"squeeze.dim", {1}}}, true},
        Chain{"times_one", {{"mul", {1}}}, true}, Chain{"over_one", {{"div", {1.0}}}, true},
        Chain{"to_the_power_of_one", {{"pow", {1}}}, true},
        Chain{"less_zero", {{"sub", {0.0}}}, true},
        Chain{"plus_zero_makes_zeros_positive", {{"add", {0.0}}}, false},
        Chain{"plus_minus_zero", {{"add", {-0.0}}}, true},
        Chain{"less_minus_zero", {{"sub", {-0.0}}}, false},
        Chain{"negated_twice", {{"neg", {}}, {"neg", {}}}, true},
        Chain{"through_a_wider_type",
              {{"to.dtype", {DType::kFloat64}}, {"to.dtype", {DType::kFloat32}}},
              true},
        Chain{"through_a_narrower_type",
              {{"to.dtype", {DType::kFloat16}}, {"to.dtype", {DType::kFloat32}}},
              false},
        Chain{"through_integers",
              {{"to.dtype", {DType::kInt64}}, {"to.dtype", {DType::kFloat32}}},
              false},
        Chain{
            "through_bool", {{"to.dtype", {DType::kBool}}, {"to.dtype", {DType::kFloat32}}}, false},
        Chain{"one_in_another_type",
              {{"to.dtype", {DType::kFloat64}}, {"mul", {1}}, {"to.dtype", {DType::kFloat32}}},
              true},
        Chain{"diagonal_part", {{"tril", {3}}}, true}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_F(ElementForwarding, U12_IntegersComeBackFromTypesThatHoldThem) {
  struct Pair {
    DType from, through;
    bool goes;
  };
  for (const Pair& pair :
       {Pair{DType::kInt8, DType::kInt32, true}, Pair{DType::kInt8, DType::kUInt8, false},
        Pair{DType::kUInt8, DType::kInt8, false}, Pair{DType::kUInt8, DType::kBFloat16, true},
        Pair{DType::kInt16, DType::kFloat16, false}, Pair{DType::kInt32, DType::kFloat32, false},
        Pair{DType::kInt32, DType::kFloat64, true}, Pair{DType::kInt64, DType::kFloat64, false},
        Pair{DType::kBFloat16, DType::kFloat16, false},
        Pair{DType::kBFloat16, DType::kFloat32, true}, Pair{DType::kBool, DType::kFloat16, true},
        Pair{DType::kInt32, DType::kBool, false}}) {
    PassScene scene;
    Node* x = scene.input("x", {3}, pair.from);
    Node* back = scene.call("to.dtype", {scene.call("to.dtype", {x, pair.through}), pair.from});
    scene.g.output(scene.call("sin", {back}));
    scene.prepare();
    EXPECT_EQ(scene.run(element_forwarding), pair.goes)
        << dtype_name(pair.from) << " through " << dtype_name(pair.through);
  }
}

TEST_F(ElementForwarding, ZeroIsNeutralForIntegers) {
  Node* x = input("x", {3}, DType::kInt32);
  g.output(call("neg", {call("add", {x, 0})}));
  prepare();
  EXPECT_TRUE(run(element_forwarding));
  EXPECT_EQ(calls_left(), 1u);
}

TEST_F(ElementForwarding, ANumberThatChangesTheTypeIsNotNeutral) {
  Node* x = input("x", {3}, DType::kInt32);
  g.output(call("sin", {call("mul", {x, 1.0})}));
  prepare();
  EXPECT_FALSE(run(element_forwarding));
}

TEST_F(ElementForwarding, TensorsWithoutElementsAndOpenExtents) {
  const IntExpr n = make_symbol("N", 0);
  Node* x = input("x", {n, 0});
  Node* y = input("y", {n, 6});
  g.first()->append(y);
  Node* a = call("relu", {call("transpose", {call("transpose", {x, 0, 1}), 0, 1})});
  Node* b = call("relu", {call("reshape", {call("reshape", {y, Argument::ints({-1, 2, 3})}),
                                           Argument::ints({-1, 6})})});
  g.output(list({a, b}));
  prepare();
  EXPECT_TRUE(run(element_forwarding));
  EXPECT_EQ(a->args()[0].node(), x);
  EXPECT_EQ(b->args()[0].node(), y);
}

TEST_F(ElementForwarding, DemandsOnExtentsAreNotForgotten) {
  // The parts are three where there are seven elements or more: others are refused.
  const IntExpr n = make_symbol("N", 0);
  Node* x = input("x", {n});
  EXPECT_FALSE(goes(call("cat", {call("chunk", {x, 3}), 0})));
}

TEST_F(ElementForwarding, ReturnedCopiesStayAndReturnedViewsGo) {
  Node* x = input("x", {2, 3});
  Node* copy = call("flip", {call("flip", {x, Argument::ints({0})}), Argument::ints({0})});
  Node* view = call("transpose", {call("transpose", {x, 0, 1}), 0, 1});
  Node* of_copy = call("slice", {call("constant_pad_nd", {x, Argument::ints({0, 0, 1, 0})}), 0, 1});
  g.output(list({copy, view, of_copy}));
  prepare();
  EXPECT_TRUE(run(element_forwarding));
  const ArgumentList& results = *g.output_node()->args()[0].list();
  EXPECT_EQ(results[0].node(), copy);
  EXPECT_EQ(results[1].node(), x);
  EXPECT_EQ(results[2].node(), of_copy);
}

TEST_F(ElementForwarding, ValuesUsedElsewhereStay) {
  Node* x = input("x", {2, 3});
  Node* turned = call("transpose", {x, 0, 1});
  Node* back = call("sin", {call("transpose", {turned, 0, 1})});
  g.output(list({call("relu", {turned}), back}));
  prepare();
  EXPECT_TRUE(run(element_forwarding));
  EXPECT_FALSE(turned->erased());
  EXPECT_EQ(back->args()[0].node(), x);
}

TEST_F(ElementForwarding, AWrongBroadcastIsNoIdentity) {
  Node* x = input("x", {1, 3});
  g.output(call("relu", {call("mul", {call("expand", {x, Argument::ints({2, 3})}), 1})}));
  prepare();
  EXPECT_TRUE(run(element_forwarding));  // the product goes, the expansion stays
  EXPECT_EQ(calls_left(), 2u);
}

TEST_F(ElementForwarding, GraphsThatWriteAreLeftAlone) {
  Node* x = input("x", {2});
  Node* a = call("mul", {x, 1});
  call("relu_", {a});
  g.output(a);
  prepare();
  EXPECT_FALSE(run(element_forwarding));
}

}  // namespace
}  // namespace weft::ir
