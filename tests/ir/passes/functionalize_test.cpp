#include <gtest/gtest.h>

#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/dead_code_elimination.h>
#include <weft/ir/passes/decompose_pass.h>
#include <weft/ir/passes/functionalize.h>

#include "pass_scene.h"

namespace weft::ir {
namespace {

class Functionalize : public ::testing::Test, public testing::PassScene {
 protected:
  // The graph after the pass, without what it left dead.
  std::string functional() {
    prepare();
    EXPECT_TRUE(run(functionalize)) << g.str();
    PassContext context;
    dead_code_elimination(module, context);
    for (const Node* node : g) {
      if (node->op() != nullptr) {
        EXPECT_EQ(node->target().find("_("), std::string::npos);
        EXPECT_TRUE(node->meta.value.known()) << node->format();
      }
    }
    return g.str();
  }
  std::pair<std::string, std::string> refusal() {
    prepare();
    return testing::error_of([this] {
      PassContext context;
      functionalize(module, context);
    });
  }
};

TEST_F(Functionalize, GraphWithoutWritesIsLeftAlone) {
  g.output(call("relu", {input("x", {2})}));
  prepare();
  EXPECT_FALSE(run(functionalize));
}

TEST_F(Functionalize, F01_AliasSeesTheWrite) {
  // y = x; x += 1; return y, x
  Node* x = call("relu", {input("input", {2})});
  Node* written = call("add_", {x, 1});
  g.output(list({x, written}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=1] = call_function[target=relu](args = (%input,), kwargs = {})
    %add : [num_users=1] = call_function[target=add](args = (%relu, 1), kwargs = {})
    return [add, add]
)");
  EXPECT_EQ(g.find_by_name("add")->meta.location.str(), "net.cpp:3");
}

TEST_F(Functionalize, CopiesTakenBeforeTheWriteKeepTheOldValue) {
  Node* x = call("relu", {input("input", {2})});
  Node* copy = call("clone", {x});
  call("add_", {x, 1});
  g.output(list({copy, x}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=2] = call_function[target=relu](args = (%input,), kwargs = {})
    %clone : [num_users=1] = call_function[target=clone](args = (%relu,), kwargs = {})
    %add : [num_users=1] = call_function[target=add](args = (%relu, 1), kwargs = {})
    return [clone, add]
)");
}

TEST_F(Functionalize, ViewTakenBeforeTheWriteIsTakenAgain) {
  Node* x = call("relu", {input("input", {2, 3})});
  Node* row = call("select", {x, 0, 1});
  Node* turned = call("t", {x});
  Node* corner = call("select", {turned, 0, 2});
  Node* before = call("sin", {row});
  call("add_", {x, 1});
  g.output(list({row, corner, before}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=2] = call_function[target=relu](args = (%input,), kwargs = {})
    %select : [num_users=1] = call_function[target=select](args = (%relu, 0, 1), kwargs = {})
    %sin : [num_users=1] = call_function[target=sin](args = (%select,), kwargs = {})
    %add : [num_users=2] = call_function[target=add](args = (%relu, 1), kwargs = {})
    %select_2 : [num_users=1] = call_function[target=select](args = (%add, 0, 1), kwargs = {})
    %t_1 : [num_users=1] = call_function[target=t](args = (%add,), kwargs = {})
    %select_3 : [num_users=1] = call_function[target=select](args = (%t_1, 0, 2), kwargs = {})
    return [select_2, select_3, sin]
)");
}

TEST_F(Functionalize, WritesFollowEachOther) {
  Node* x = call("relu", {input("input", {2, 3})});
  Node* flat = call("view", {x, Argument::ints({6})});
  call("add_", {x, 1});
  Node* first = call("sin", {flat});
  call("mul_", {x, 2});
  Node* second = call("sin", {flat});
  g.output(list({first, second}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=1] = call_function[target=relu](args = (%input,), kwargs = {})
    %add : [num_users=2] = call_function[target=add](args = (%relu, 1), kwargs = {})
    %view_1 : [num_users=1] = call_function[target=reshape](args = (%add, [6]), kwargs = {})
    %sin : [num_users=1] = call_function[target=sin](args = (%view_1,), kwargs = {})
    %mul : [num_users=1] = call_function[target=mul](args = (%add, 2), kwargs = {})
    %view_2 : [num_users=1] = call_function[target=reshape](args = (%mul, [6]), kwargs = {})
    %sin_1 : [num_users=1] = call_function[target=sin](args = (%view_2,), kwargs = {})
    return [sin, sin_1]
)");
}

TEST_F(Functionalize, TheResultIsConvertedToTheTypeOfTheTarget) {
  Node* x = call("relu", {input("input", {2}, DType::kFloat16)});
  call("add_", {x, input("y", {2})});
  g.output(x);
  // The placeholder made last belongs first.
  g.first()->append(g.find_by_name("y"));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %y : [num_users=1] = placeholder[target=y]
    %relu : [num_users=1] = call_function[target=relu](args = (%input,), kwargs = {})
    %add : [num_users=1] = call_function[target=add](args = (%relu, %y), kwargs = {})
    %to : [num_users=1] = call_function[target=to.dtype](args = (%add, float16), kwargs = {})
    return to
)");
}

TEST_F(Functionalize, WriteThroughASelectedRow) {
  Node* x = call("relu", {input("input", {2, 3})});
  Node* row = call("select", {x, 0, 1});
  call("mul_", {row, 2});
  g.output(list({x, row}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=2] = call_function[target=relu](args = (%input,), kwargs = {})
    %select : [num_users=1] = call_function[target=select](args = (%relu, 0, 1), kwargs = {})
    %mul : [num_users=2] = call_function[target=mul](args = (%select, 2), kwargs = {})
    %select_scatter : [num_users=1] = call_function[target=select_scatter](args = (%relu, %mul, 0, 1), kwargs = {})
    return [select_scatter, mul]
)");
}

TEST_F(Functionalize, WriteThroughAChainOfViewsReachesTheOthers) {
  Node* x = call("relu", {input("input", {2, 3})});
  Node* flat = call("view", {x, Argument::ints({6})});
  Node* turned = call("t", {x});
  Node* part = call("slice", {turned, 0, 1, 3});
  call("relu_", {part});
  g.output(list({flat, x}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=1] = call_function[target=relu](args = (%input,), kwargs = {})
    %t : [num_users=2] = call_function[target=t](args = (%relu,), kwargs = {})
    %slice : [num_users=1] = call_function[target=slice](args = (%t, 0, 1, 3), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=relu](args = (%slice,), kwargs = {})
    %slice_scatter : [num_users=1] = call_function[target=slice_scatter](args = (%t, %relu_1, 0, 1, 3, 1), kwargs = {})
    %permute : [num_users=2] = call_function[target=permute](args = (%slice_scatter, [1, 0]), kwargs = {})
    %view_1 : [num_users=1] = call_function[target=reshape](args = (%permute, [6]), kwargs = {})
    return [view_1, permute]
)");
}

TEST_F(Functionalize, WriteThroughAReshape) {
  Node* x = call("relu", {input("input", {2, 3})});
  Node* flat = call("view", {x, Argument::ints({6})});
  call("relu_", {flat});
  g.output(x);
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=2] = call_function[target=relu](args = (%input,), kwargs = {})
    %view : [num_users=1] = call_function[target=reshape](args = (%relu, [6]), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=relu](args = (%view,), kwargs = {})
    %reshape_as : [num_users=1] = call_function[target=reshape_as](args = (%relu_1, %relu), kwargs = {})
    return reshape_as
)");
}

TEST_F(Functionalize, WriteIntoAPartOfAList) {
  Node* x = call("relu", {input("input", {2, 4})});
  Node* columns = call("unbind", {x, 1});
  Node* last = call("getitem", {columns, -1});
  call("zero_", {last});
  Node* halves = call("chunk", {x, 2, 1});
  Node* right = call("getitem", {halves, 1});
  call("relu_", {right});
  g.output(x);
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=2] = call_function[target=relu](args = (%input,), kwargs = {})
    %unbind : [num_users=1] = call_function[target=unbind](args = (%relu, 1), kwargs = {})
    %getitem : [num_users=1] = call_function[target=getitem](args = (%unbind, -1), kwargs = {})
    %zero : [num_users=1] = call_function[target=zero](args = (%getitem,), kwargs = {})
    %select_scatter : [num_users=2] = call_function[target=select_scatter](args = (%relu, %zero, 1, 3), kwargs = {})
    %chunk : [num_users=1] = call_function[target=chunk](args = (%select_scatter, 2, 1), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=getitem](args = (%chunk, 1), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=relu](args = (%getitem_1,), kwargs = {})
    %slice_scatter : [num_users=1] = call_function[target=slice_scatter](args = (%select_scatter, %relu_1, 1, 2, 4, 1), kwargs = {})
    return slice_scatter
)");
}

TEST_F(Functionalize, ContiguousSharesOnlyWhereNothingHasToBeCopied) {
  Node* x = call("relu", {input("input", {2, 3})});
  Node* same = call("contiguous", {x});
  Node* turned = call("contiguous", {call("t", {x})});
  call("add_", {x, 1});
  g.output(list({same, turned}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=2] = call_function[target=relu](args = (%input,), kwargs = {})
    %t : [num_users=1] = call_function[target=t](args = (%relu,), kwargs = {})
    %contiguous_1 : [num_users=1] = call_function[target=contiguous](args = (%t,), kwargs = {})
    %add : [num_users=1] = call_function[target=add](args = (%relu, 1), kwargs = {})
    %contiguous_2 : [num_users=1] = call_function[target=contiguous](args = (%add,), kwargs = {})
    return [contiguous_2, contiguous_1]
)");
}

TEST_F(Functionalize, ConversionSharesOnlyWhereTheTypeStays) {
  Node* x = call("relu", {input("input", {2})});
  Node* same = call("to.dtype", {x, DType::kFloat32});
  Node* copied = call("to.dtype", {x, DType::kFloat32, false, true});
  Node* other = call("to.dtype", {x, DType::kFloat64});
  call("add_", {same, 1});
  g.output(list({x, same, copied, other}));
  EXPECT_EQ(functional(), R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %relu : [num_users=3] = call_function[target=relu](args = (%input,), kwargs = {})
    %to : [num_users=1] = call_function[target=to.dtype](args = (%relu, float32), kwargs = {})
    %to_1 : [num_users=1] = call_function[target=to.dtype](args = (%relu, float32, False, True), kwargs = {})
    %to_2 : [num_users=1] = call_function[target=to.dtype](args = (%relu, float64), kwargs = {})
    %add : [num_users=1] = call_function[target=add](args = (%to, 1), kwargs = {})
    return [add, add, to_1, to_2]
)");
}

TEST_F(Functionalize, DecidesByTheStridesOfTheUsersProgram) {
  // After the write through `t` the functional value has other strides than `x` has in the user's
  // program, where `flat` shares its storage.
  Node* x = call("relu", {input("input", {2, 3})});
  call("relu_", {call("t", {x})});
  Node* flat = call("reshape", {x, Argument::ints({6})});
  call("add_", {x, 1});
  g.output(flat);
  const std::string text = functional();
  EXPECT_EQ(g.output_node()->args()[0].node()->format(),
            "%reshape_1 : [num_users=1] = call_function[target=reshape](args = (%add, [6]), "
            "kwargs = {})")
      << text;
}

TEST_F(Functionalize, TwoGetsOfOneResultAreOneTensor) {
  Node* both = call("max.dim", {input("input", {2, 3}), 1});
  Node* a = call("getitem", {both, 0});
  call("add_", {a, 1});
  Node* b = call("getitem", {both, 0});
  g.output(list({a, b}));
  const std::string text = functional();
  EXPECT_EQ(g.output_node()->format(), "return [add, add]") << text;
}

TEST_F(Functionalize, WhatInputsHoldAtTheEndAreFurtherResults) {
  Node* x = input("x", {2, 2});
  Node* y = input("y", {4});
  Node* z = input("z", {4});
  Node* before = call("relu", {x});
  call("add_", {call("view", {x, Argument::ints({4})}), y});
  call("mul_", {z, 2});
  g.output(before);
  const std::string text = functional();
  EXPECT_EQ(g.output_node()->format(), "return [relu, reshape_as, mul]") << text;
  EXPECT_EQ(written_inputs(g), (std::vector<std::size_t>{0, 2}));
  for (const Node* node : g) EXPECT_FALSE(node->op() != nullptr && node->op()->writes()) << text;
}

TEST_F(Functionalize, NoInputIsWrittenWhereItsCopyIs) {
  Node* x = input("x", {2});
  call("add_", {call("clone", {x}), 1});
  g.output(x);
  functional();
  EXPECT_EQ(g.output_node()->format(), "return x");
  EXPECT_TRUE(written_inputs(g).empty());
}

TEST_F(Functionalize, RefusesWritesIntoParameters) {
  Node* w = attribute("fc.weight", {2});
  call("add_", {w, 1});
  g.output(w);
  const auto [id, message] = refusal();
  EXPECT_EQ(id, "W1301");
  EXPECT_EQ(message,
            "net.cpp:2: `add_` writes into parameter or buffer `fc.weight`, which cannot be "
            "expressed without mutation yet");
}

TEST_F(Functionalize, RefusesWritesThroughOverlappingViews) {
  Node* x = call("relu", {input("input", {1, 3})});
  call("add_", {call("expand", {x, Argument::ints({2, 3})}), 1});
  g.output(x);
  const auto [id, message] = refusal();
  EXPECT_EQ(id, "W1301");
  EXPECT_EQ(
      message,
      "net.cpp:4: `add_` writes into `expand` (a view of `relu` by `expand`), which cannot be "
      "expressed without mutation yet");
}

TEST_F(Functionalize, RefusesToGuessWhetherAReshapeCopies) {
  // Whether [N, M] transposed can be flattened without a copy depends on N and M.
  const IntExpr n = make_symbol("N", 1);
  const IntExpr m = make_symbol("M", 1);
  Node* x = call("relu", {input("input", {n, m})});
  Node* flat = call("flatten", {call("t", {x})});
  call("add_", {x, 1});
  g.output(flat);
  const auto [id, message] = refusal();
  EXPECT_EQ(id, "W1301");
  EXPECT_EQ(message,
            "net.cpp:5: `add_` writes into a tensor that may or may not share storage with "
            "`flatten`, which cannot be expressed without mutation yet");
}

TEST_F(Functionalize, BoundsTellThatATransposeIsNotContiguous) {
  const IntExpr n = make_symbol("N", 2);
  Node* x = call("relu", {input("input", {n, 3})});
  Node* copied = call("contiguous", {call("t", {x})});
  call("add_", {x, 1});
  g.output(copied);
  const std::string text = functional();
  EXPECT_EQ(g.output_node()->format(), "return contiguous") << text;
  EXPECT_EQ(g.output_node()->args()[0].node()->args()[0].node()->args()[0].node()->name(), "relu");
}

TEST_F(Functionalize, UncertainSharingIsFineWhileNobodyLooks) {
  const IntExpr n = make_symbol("N", 1);
  const IntExpr m = make_symbol("M", 1);
  Node* x = call("relu", {input("input", {n, m})});
  Node* sum = call("sin", {call("flatten", {call("t", {x})})});
  call("add_", {x, 1});
  g.output(list({sum, x}));
  functional();
}

TEST_F(Functionalize, RefusesWritesIntoAnUncertainReshape) {
  const IntExpr n = make_symbol("N", 1);
  Node* x = call("relu", {input("input", {n, 3})});
  call("add_", {call("flatten", {call("t", {x})}), 1});
  g.output(x);
  EXPECT_EQ(refusal().first, "W1301");
}

TEST_F(Functionalize, RefusesUnresolvedMethodsAndImpureModules) {
  Node* x = call("relu", {input("input", {2})});
  g.call_method("no_such_method", {x});
  g.output(x);
  EXPECT_EQ(refusal().first, "W1201");
}

TEST_F(Functionalize, RefusesModulesThatMayWrite) {
  Node* x = call("relu", {input("input", {2})});
  g.output(g.call_module("bn", {x}));
  EXPECT_EQ(refusal().first, "W1301");
}

TEST_F(Functionalize, ViewsOfUntouchedViewsPromiseNoStridesEither) {
  // `alias` is not taken again, but what it is a view of has other strides than in the program.
  Node* x = call("relu", {input("input", {2, 3})});
  call("neg_", {call("t", {x})});
  Node* alias = call("detach", {x});
  g.output(call("view", {alias, Argument::ints({6})}));
  functional();
  EXPECT_EQ(g.output_node()->args()[0].node()->target(), "reshape");
}

TEST_F(Functionalize, WritingAPartWithoutElementsChangesNothing) {
  Node* x = call("relu", {input("input", {3, 1})});
  Node* nothing = call("flatten", {call("slice", {x, 1, 1, 6})});
  call("fill_", {nothing, 3});
  g.output(x);
  functional();
  EXPECT_EQ(g.output_node()->format(), "return relu");
}

TEST_F(Functionalize, ConversionToTheSameTypeKeepsStrides) {
  // `same` is the transposed tensor itself, so flattening it copies.
  Node* x = call("relu", {input("input", {2, 3})});
  Node* same = call("to.dtype", {call("t", {x}), DType::kFloat32});
  Node* flat = call("flatten", {same});
  call("add_", {x, 1});
  g.output(list({flat, same}));
  functional();
  EXPECT_EQ(g.output_node()->format(), "return [flatten, to_1]");
}

}  // namespace
}  // namespace weft::ir
