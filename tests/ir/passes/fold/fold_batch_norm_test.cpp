#include <gtest/gtest.h>

#include <weft/ir/passes/fold/fold_batch_norm.h>

#include "../pass_scene.h"

namespace weft::ir {
namespace {

class FoldBatchNorm : public ::testing::Test, public testing::PassScene {
 protected:
  Node* norm(Node* x, std::int64_t channels, const std::string& name = "bn") {
    const auto weight = [&](const char* what) {
      return attribute((name + what).c_str(), {channels});
    };
    return call("batch_norm", {x, weight(".weight"), weight(".bias"), weight(".mean"),
                               weight(".var"), false, 0.1, 1e-5, true});
  }
  Node* convolution(Node* x, std::vector<IntExpr> weight, Argument padding = 0,
                    const char* path = "conv.weight") {
    return call("conv2d", {x, attribute(path, std::move(weight)), Argument(), 1, padding});
  }
  bool folds(Node* result) {
    g.output(result);
    prepare();
    const bool changed = run(fold_batch_norm);
    EXPECT_EQ(changed, g.find_nodes(OpCode::kCallFunction, "batch_norm").empty()) << g.str();
    return changed;
  }
};

TEST_F(FoldBatchNorm, GoesIntoTheWeightsBeforeIt) {
  Node* x = input("x", {2, 3, 8, 8});
  Node* y = norm(convolution(x, {4, 3, 3, 3}, 1), 4);
  EXPECT_TRUE(folds(call("relu_", {y})));
  g.eliminate_dead_code();
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %bn_var_1 : [num_users=1] = get_attr[target=bn.var]
    %add : [num_users=1] = call_function[target=add](args = (%bn_var_1, 1e-05), kwargs = {})
    %rsqrt : [num_users=1] = call_function[target=rsqrt](args = (%add,), kwargs = {})
    %bn_weight_1 : [num_users=1] = get_attr[target=bn.weight]
    %mul : [num_users=2] = call_function[target=mul](args = (%rsqrt, %bn_weight_1), kwargs = {})
    %bn_mean_1 : [num_users=1] = get_attr[target=bn.mean]
    %mul_1 : [num_users=1] = call_function[target=mul](args = (%bn_mean_1, %mul), kwargs = {})
    %bn_bias_1 : [num_users=1] = get_attr[target=bn.bias]
    %conv2d_bias : [num_users=1] = call_function[target=sub](args = (%bn_bias_1, %mul_1), kwargs = {})
    %conv_weight_1 : [num_users=1] = get_attr[target=conv.weight]
    %reshape : [num_users=1] = call_function[target=reshape](args = (%mul, [-1, 1, 1, 1]), kwargs = {})
    %conv2d_weight : [num_users=1] = call_function[target=mul](args = (%conv_weight_1, %reshape), kwargs = {})
    %conv2d : [num_users=1] = call_function[target=conv2d](args = (%x, %conv2d_weight, %conv2d_bias, [1, 1], [1, 1]), kwargs = {})
    %relu_ : [num_users=1] = call_function[target=relu_](args = (%conv2d,), kwargs = {})
    return relu_
)");
}

TEST_F(FoldBatchNorm, GoesIntoTheWeightsAfterItWithoutPadding) {
  Node* x = input("x", {2, 3, 8, 8});
  EXPECT_TRUE(folds(convolution(norm(x, 3), {4, 3, 3, 3})));
}

TEST_F(FoldBatchNorm, PaddingSeesTheShift) {
  Node* x = input("x", {2, 3, 8, 8});
  EXPECT_FALSE(folds(convolution(norm(x, 3), {4, 3, 3, 3}, 1)));
}

TEST_F(FoldBatchNorm, ALinearLayerBeforeOrAfterIt) {
  Node* x = input("x", {5, 3});
  Node* y = norm(call("linear", {x, attribute("fc.weight", {4, 3}), attribute("fc.bias", {4})}), 4);
  EXPECT_TRUE(folds(call("linear", {norm(y, 4, "second"), attribute("last.weight", {2, 4})})));
}

TEST_F(FoldBatchNorm, ALinearLayerOverAnotherDimensionStays) {
  Node* x = input("x", {5, 7, 3});
  EXPECT_FALSE(folds(norm(call("linear", {x, attribute("fc.weight", {4, 3})}), 7)));
}

TEST_F(FoldBatchNorm, WithoutABatchTheChannelsLieElsewhere) {
  Node* x = input("x", {3, 8, 8});
  EXPECT_FALSE(folds(norm(convolution(x, {4, 3, 3, 3}, 1), 8)));
}

TEST_F(FoldBatchNorm, TransposedConvolutionsOfGroups) {
  Node* x = input("x", {2, 4, 5, 5});
  Node* y =
      call("conv_transpose2d", {x, attribute("up.weight", {4, 3, 2, 2}), Argument(), 2, 0, 0, 2});
  EXPECT_TRUE(folds(norm(y, 6)));
  EXPECT_EQ(g.output_node()->args()[0].node()->meta.value.str(), "f32[2, 6, 10, 10]");
}

TEST_F(FoldBatchNorm, NothingGoesIntoATransposedConvolutionAfterIt) {
  Node* x = input("x", {2, 4, 5, 5});
  EXPECT_FALSE(folds(call("conv_transpose2d", {norm(x, 4), attribute("up.weight", {4, 3, 2, 2})})));
}

TEST_F(FoldBatchNorm, U11_AValueThatSomethingElseUsesStays) {
  Node* x = input("x", {2, 3, 8, 8});
  Node* y = convolution(x, {4, 3, 1, 1});
  Node* z = norm(y, 4);
  g.output(list({z, call("relu", {y})}));
  prepare();
  EXPECT_FALSE(run(fold_batch_norm));
}

TEST_F(FoldBatchNorm, U11_OtherCallsOfASharedModuleKeepTheirWeights) {
  Node* x = input("x", {2, 3, 8, 8});
  Node* first = norm(convolution(x, {4, 3, 1, 1}), 4);
  Node* second = convolution(x, {4, 3, 1, 1});
  g.output(list({first, second}));
  prepare();
  EXPECT_TRUE(run(fold_batch_norm));
  EXPECT_EQ(second->args()[1].node()->target(), "conv.weight");
}

TEST_F(FoldBatchNorm, OpenExtentsAndReturnedValues) {
  const IntExpr n = make_symbol("N", 0);
  Node* x = input("x", {n, 3, 8, 8});
  Node* y = convolution(x, {4, 3, 3, 3}, 1);
  EXPECT_TRUE(folds(norm(y, 4)));
}

TEST_F(FoldBatchNorm, AReturnedConvolutionStays) {
  Node* x = input("x", {2, 3, 8, 8});
  Node* y = convolution(x, {4, 3, 3, 3}, 1);
  g.output(list({y, norm(y, 4)}));
  prepare();
  EXPECT_FALSE(run(fold_batch_norm));
}

TEST_F(FoldBatchNorm, StatisticsThatAreComputedStay) {
  Node* x = input("x", {2, 3, 8, 8});
  Node* y = convolution(x, {4, 3, 3, 3}, 1);
  Node* mean = call("relu", {attribute("mean", {4})});
  EXPECT_FALSE(folds(call("batch_norm", {y, Argument(), Argument(), mean, attribute("var", {4})})));
}

TEST_F(FoldBatchNorm, GraphsThatWriteIntoWeightsAreLeftAlone) {
  Node* x = input("x", {2, 3, 8, 8});
  call("mul_", {call("view", {attribute("w", {4}), Argument::ints({4})}), 2});
  EXPECT_FALSE(folds(norm(convolution(x, {4, 3, 3, 3}), 4)));
}

}  // namespace
}  // namespace weft::ir
