#include <gtest/gtest.h>

#include <weft/ir/passes/fold/fold_constants.h>

#include "../../reference_executor.h"
#include "../pass_scene.h"

namespace weft::ir {
namespace {

class FoldConstants : public ::testing::Test, public testing::PassScene {
 protected:
  Node* weight(const char* path, std::vector<std::int64_t> sizes, std::vector<double> elements) {
    module.set_attribute(path, Value(testing::make_tensor(sizes, std::move(elements))),
                         dense(DType::kFloat32, std::vector<IntExpr>(sizes.begin(), sizes.end())));
    return g.get_attr(path);
  }
  bool folds() {
    prepare();
    testing::ReferenceExecutor executor;
    const auto once = [&] {
      PassContext context;
      context.strict = true;
      context.executor = &executor;
      return PassManager({{"fold_constants", fold_constants}}).run(module, context);
    };
    const bool changed = once();
    EXPECT_FALSE(once()) << g.str();
    g.eliminate_dead_code();
    return changed;
  }
};

TEST_F(FoldConstants, WhatIsComputedFromWeightsAloneIsComputedNow) {
  Node* x = input("x", {2, 2});
  Node* w = weight("fc.weight", {3, 2}, {1, 2, 3, 4, 5, 6});
  Node* scaled = call("mul", {call("transpose", {w, 0, 1}), 0.5});
  g.output(call("matmul", {x, scaled}));
  EXPECT_TRUE(folds());
  EXPECT_EQ(g.str(), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %mul_folded : [num_users=1] = get_attr[target=mul_folded]
    %matmul : [num_users=1] = call_function[target=matmul](args = (%x, %mul_folded), kwargs = {})
    return matmul
)");
  const GraphModule::Attribute* folded = module.find_attribute("mul_folded");
  ASSERT_NE(folded, nullptr);
  EXPECT_EQ(folded->meta.str(), "f32[2, 3]");
  EXPECT_EQ(testing::elements(**folded->value.tensor()),
            (std::vector<double>{0.5, 1.5, 2.5, 1, 2, 3}));
}

TEST_F(FoldConstants, NamesThatAreTakenAreLeftAlone) {
  Node* x = input("x", {2});
  Node* w = weight("mul_folded", {2}, {1, 2});
  g.output(list({call("add", {x, call("mul", {w, 2})}), call("sub", {x, w})}));
  EXPECT_TRUE(folds());
  EXPECT_NE(module.find_attribute("mul_folded_1"), nullptr);
  EXPECT_EQ(testing::elements(**module.find_attribute("mul_folded")->value.tensor()),
            (std::vector<double>{1, 2}));
}

TEST_F(FoldConstants, AValueOfSeveralUsersIsComputedOnce) {
  Node* x = input("x", {2});
  Node* a = call("neg", {weight("w", {2}, {1, 2})});
  g.output(list({call("add", {x, a}), call("add", {x, call("exp", {a})})}));
  EXPECT_TRUE(folds());
  EXPECT_EQ(g.find_nodes(OpCode::kGetAttr).size(), 2u);
  EXPECT_EQ(g.find_nodes(OpCode::kCallFunction).size(), 2u);
}

TEST_F(FoldConstants, ViewsLargeResultsAndResultsOfTheGraphStay) {
  Node* x = input("x", {2});
  Node* large = input("large", {5000, 2});
  g.first()->append(large);
  Node* w = weight("w", {2}, {1, 2});
  Node* view = call("add", {x, call("reshape", {call("unsqueeze", {w, 0}), Argument::ints({2})})});
  Node* wide = call("add", {large, call("neg", {call("expand", {w, Argument::ints({5000, 2})})})});
  g.output(list({view, wide, call("exp", {w})}));
  EXPECT_FALSE(folds()) << g.str();
}

TEST_F(FoldConstants, NothingHappensWithoutAnExecutorOrWithoutValues) {
  Node* x = input("x", {2});
  g.output(call("add", {x, call("neg", {weight("w", {2}, {1, 2})})}));
  prepare();
  EXPECT_FALSE(run(fold_constants));
  PassScene bare;
  Node* y = bare.input("x", {2});
  bare.g.output(bare.call("add", {y, bare.call("neg", {bare.attribute("w", {2})})}));
  bare.prepare();
  testing::ReferenceExecutor executor;
  PassContext context;
  context.executor = &executor;
  EXPECT_FALSE(fold_constants(bare.module, context));
}

TEST_F(FoldConstants, RandomNumbersAndGraphsThatWriteAreLeftAlone) {
  Node* x = input("x", {2});
  Node* w = weight("w", {2}, {1, 2});
  g.output(call("add", {x, call("rand_like", {w})}));
  EXPECT_FALSE(folds());
  PassScene writing;
  Node* y = writing.input("x", {2});
  writing.g.output(writing.call("relu_", {y}));
  testing::ReferenceExecutor executor;
  PassContext context;
  context.executor = &executor;
  EXPECT_FALSE(fold_constants(writing.module, context));
}

}  // namespace
}  // namespace weft::ir
