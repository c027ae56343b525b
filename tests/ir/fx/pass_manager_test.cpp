// Needs and keeps of passes, verification after each, logs, switches, fixpoints.
#include <weft/ir/passes/dead_code_elimination.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/ir/passes/rewrite.h>
#include <weft/ir/passes/shape_propagation.h>

#include "fx_scene.h"

namespace weft::ir {
namespace {

using testing::diagnostic_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class FxPassManager : public ::testing::Test {
 protected:
  FxPassManager() {
    Node* x = g.placeholder("x");
    x->meta.value = dense(DType::kFloat32, {2, 3});
    Node* relu = call("relu", {x}, 7);
    Node* sin = call("sin", {relu}, 8);
    g.output(sin);
  }
  Node* call(const char* op, std::vector<Argument> args, int line) {
    Node* node = g.call_function(op, std::move(args));
    node->meta.location = SourceLocation("net.cpp", line, 5);
    return node;
  }
  GraphModule module;
  Graph& g = module.graph;
  PassContext context;
};

const PassInfo kShapePass{.name = "shape_propagation",
                          .run = shape_propagation,
                          .gives = {fact::kShapes, fact::kStrides}};
bool nothing(GraphModule&, PassContext&) { return false; }

// Turns relu into a transposition, and leaves the metas as they were.
bool wrong_pass(GraphModule& m, PassContext&) {
  for (Node* node : m.graph) {
    if (node->target() == "relu") node->set_target("t");
  }
  return true;
}

TEST_F(FxPassManager, WrongPassIsCaughtWithPassNodeAndLine) {
  const PassManager manager({kShapePass, {.name = "swap_activation", .run = wrong_pass}});
  const Diagnostic d = diagnostic_of([&] { manager.run(module, context); });
  EXPECT_EQ(d.str(),
            "net.cpp:7:5: error: pass swap_activation left node `relu` wrong: its meta says "
            "f32[2, 3], and `t` gives f32[3, 2] [W1323]\n"
            "  hint: set the meta with infer_meta, or clear it and run shape_propagation after the "
            "pass");
}

TEST_F(FxPassManager, WhatAPassThrowsNamesThePass) {
  const PassManager foreign({{.name = "fold", .run = [](GraphModule&, PassContext&) -> bool {
                                throw std::out_of_range("map::at");
                              }}});
  EXPECT_EQ(diagnostic_of([&] { foreign.run(module, context); }).str(),
            "error: pass fold failed: map::at [W1324]");
  const PassManager own({{.name = "insert", .run = [](GraphModule& m, PassContext&) {
                            m.graph.call_function("no_such_operator");
                            return true;
                          }}});
  const Diagnostic d = diagnostic_of([&] { own.run(module, context); });
  EXPECT_EQ(d.kind, &diag::UnknownOperator);
  EXPECT_THAT(d.notes, ElementsAre("in pass insert"));
}

TEST_F(FxPassManager, PassThatBreaksTheFormIsCaught) {
  const PassInfo breaks{.name = "move_up", .run = [](GraphModule& m, PassContext&) {
                          Node* sin = m.graph.find_by_name("sin");
                          m.graph.first()->append(sin);
                          return true;
                        }};
  const Diagnostic d = diagnostic_of([&] { PassManager({breaks}).run(module, context); });
  EXPECT_EQ(d.str(),
            "net.cpp:8:5: error: pass move_up left an ill-formed graph: graph is not well formed: "
            "`relu` is used by `sin` before it is defined [W1302]");
}

TEST_F(FxPassManager, OperandsThatAnOperatorDoesNotTakeAreCaught) {
  const PassInfo breaks{.name = "transpose", .run = [](GraphModule& m, PassContext&) {
                          Node* x = m.graph.first();
                          Node* sin = m.graph.find_by_name("sin");
                          const auto scope = InsertionScope::before(sin);
                          Node* t = m.graph.call_function("t", {x});
                          infer_meta(*t);
                          sin->set_target("add");
                          sin->set_args({m.graph.find_by_name("relu"), t});
                          return true;
                        }};
  const Diagnostic d =
      diagnostic_of([&] { PassManager({kShapePass, breaks}).run(module, context); });
  EXPECT_STREQ(d.kind->id, "W1323");
  EXPECT_THAT(d.str(), HasSubstr("net.cpp:8:5: error: pass transpose left node `sin` wrong: add: "
                                 "shapes [2, 3] and [3, 2] do not broadcast"));
}

TEST_F(FxPassManager, KeptFactsAreChecked) {
  const auto insert = [](GraphModule& m, PassContext&) {
    Node* relu = m.graph.find_by_name("relu");
    const auto scope = InsertionScope::after(relu);
    Node* abs = m.graph.call_function("abs", {relu});
    abs->meta.location = relu->meta.location;
    return true;
  };
  const auto message = [&](std::vector<std::string> keeps, std::vector<PassInfo> first) {
    first.push_back({.name = "insert", .run = insert, .keeps = std::move(keeps)});
    GraphModule copy = module.clone();
    PassContext fresh;
    try {
      PassManager(first).run(copy, fresh);
    } catch (const Error& e) {
      return e.diagnostic().message;
    }
    return std::string("none");
  };
  EXPECT_EQ(message({}, {kShapePass}), "none") << "it did not promise to keep shapes";
  EXPECT_EQ(message({fact::kShapes}, {}), "none") << "shapes did not hold before";
  EXPECT_EQ(message({fact::kShapes}, {kShapePass}),
            "pass insert left node `abs` wrong: it has no meta, and `abs` gives f32[2, 3]");
  const PassInfo functional{.name = "check", .run = nothing, .gives = {fact::kFunctional}};
  EXPECT_EQ(message({fact::kFunctional}, {functional}), "none");
  const PassInfo write{.name = "write",
                       .run =
                           [](GraphModule& m, PassContext&) {
                             m.graph.find_by_name("relu")->set_target("relu_");
                             return true;
                           },
                       .keeps = {fact::kFunctional}};
  EXPECT_EQ(message({}, {functional, write}),
            "pass write left node `relu` wrong: it may write into a tensor, and the graph was "
            "functional");
  const PassInfo normal{
      .name = "normal",
      .run =
          [](GraphModule& m, PassContext&) {
            m.graph.find_by_name("relu")->set_args({});
            m.graph.find_by_name("relu")->set_kwargs({{"input", m.graph.first()}});
            return true;
          },
      .gives = {fact::kNormalised}};
  EXPECT_EQ(message({}, {normal}),
            "pass normal left node `relu` wrong: its call is not in the form that normalize gives");
}

TEST_F(FxPassManager, StridesAreComparedWhereTheyArePromised) {
  const PassInfo transposes{.name = "layout",
                            .run =
                                [](GraphModule& m, PassContext&) {
                                  m.graph.find_by_name("relu")->meta.value =
                                      TensorMeta{DType::kFloat32, {2, 3}, {1, 2}};
                                  return true;
                                },
                            .keeps = {fact::kShapes, fact::kStrides}};
  const Diagnostic d =
      diagnostic_of([&] { PassManager({kShapePass, transposes}).run(module, context); });
  EXPECT_THAT(d.message, HasSubstr("its meta says f32[2, 3] with strides [1, 2], and `relu` gives "
                                   "f32[2, 3] with strides [3, 1]"));
}

TEST_F(FxPassManager, ContradictionsOfTheGraphItselfAreNotBlamedOnAPass) {
  g.find_by_name("sin")->meta.value = dense(DType::kFloat32, {5});
  EXPECT_NO_THROW(PassManager({{.name = "nothing", .run = nothing}}).run(module, context));
}

TEST_F(FxPassManager, NeedsAreCheckedBeforeAnythingRuns) {
  bool ran = false;
  const PassInfo first{.name = "first",
                       .run = [&](GraphModule&, PassContext&) { return ran = true; }};
  const PassInfo needy{.name = "fuse", .run = nothing, .needs = {fact::kShapes}};
  const Diagnostic never = diagnostic_of([&] { PassManager({first, needy}).run(module, context); });
  EXPECT_EQ(
      never.str(),
      "error: pass fuse needs `shapes`, which does not hold there: no pass before it gives it "
      "[W1320]\n  hint: put a pass that gives `shapes` before it");
  const Diagnostic lost =
      diagnostic_of([&] { PassManager({kShapePass, first, needy}).run(module, context); });
  EXPECT_EQ(lost.message,
            "pass fuse needs `shapes`, which does not hold there: pass first does not keep it");
  EXPECT_FALSE(ran);
  context.facts = {fact::kShapes};
  EXPECT_NO_THROW(PassManager({needy}).run(module, context));
  // A group must find what it needs in its second round too.
  context.facts.clear();
  const PassInfo keeps{
      .name = "fuse", .run = nothing, .needs = {fact::kShapes}, .keeps = {fact::kShapes}};
  const PassInfo drops{.name = "drops", .run = nothing};
  EXPECT_EQ(diagnostic_of([&] {
              PassManager({kShapePass, fixpoint("group", {keeps, drops})}).run(module, context);
            }).message,
            "pass fuse needs `shapes`, which does not hold there: pass drops does not keep it");
}

TEST_F(FxPassManager, FactsAreHandedToTheCaller) {
  PassManager({kShapePass}).run(module, context);
  EXPECT_EQ(context.facts, (FactSet{fact::kShapes, fact::kStrides}));
  PassManager({{.name = "custom", .run = nothing, .gives = {"quantised"}}}).run(module, context);
  EXPECT_EQ(context.facts, FactSet{"quantised"});
}

TEST_F(FxPassManager, UnknownNamesAreRefused) {
  context.disabled = {"shape_propagaton"};
  const Diagnostic d = diagnostic_of([&] { PassManager({kShapePass}).run(module, context); });
  EXPECT_EQ(d.str(),
            "error: there is no pass `shape_propagaton` in this list [W1321]\n"
            "  hint: the passes are shape_propagation");
  context.disabled = {"shape_propagation"};
  std::vector<std::string> log;
  context.report = [&](const PassReport& r) { log.push_back(r.str()); };
  EXPECT_FALSE(PassManager({kShapePass}).run(module, context));
  EXPECT_THAT(log, ElementsAre("left out shape_propagation"));
}

TEST_F(FxPassManager, ReportsHaveCountsAndTimes) {
  call("cos", {g.first()}, 9);
  g.output_node()->prev();
  Node* cos = g.find_by_name("cos");
  g.output_node()->prepend(cos);
  std::vector<PassReport> reports;
  context.report = [&](const PassReport& r) { reports.push_back(r); };
  PassManager({{.name = "dce", .run = dead_code_elimination},
               {.name = "dce2", .run = dead_code_elimination}})
      .run(module, context);
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0].nodes_before, 5u);
  EXPECT_EQ(reports[0].nodes_after, 4u);
  EXPECT_THAT(reports[0].str(), MatchesRegex("after dce: 5 -> 4 nodes, [0-9]+\\.[0-9] ms"));
  EXPECT_THAT(reports[1].str(), MatchesRegex("after dce2: 4 nodes .unchanged., [0-9]+\\.[0-9] ms"));
}

TEST_F(FxPassManager, FixpointsHaveABound) {
  int left = 3;
  const PassInfo counts{.name = "count", .run = [&](GraphModule& m, PassContext&) {
                          if (left == 0) return false;
                          --left;
                          m.graph.find_by_name("relu")->meta.custom["round"] = left;
                          return true;
                        }};
  EXPECT_TRUE(PassManager({fixpoint("settle", {counts}, 4)}).run(module, context));
  EXPECT_EQ(left, 0);
  EXPECT_FALSE(PassManager({fixpoint("settle", {counts}, 4)}).run(module, context));
  left = 100;
  const Diagnostic d =
      diagnostic_of([&] { PassManager({fixpoint("settle", {counts}, 4)}).run(module, context); });
  EXPECT_STREQ(d.kind->id, "W1322");
  EXPECT_EQ(d.message, "settle still changed the graph after 4 rounds");
}

TEST_F(FxPassManager, CorePipelineStatesWhatItNeeds) {
  lower_to_core(module, context);
  EXPECT_EQ(context.facts, (FactSet{fact::kFunctional, fact::kShapes, fact::kStrides}));
  context.facts.clear();
  context.disabled = {"shape_propagation"};
  EXPECT_STREQ(diagnostic_of([&] { lower_to_core(module, context); }).kind->id, "W1320");
}

}  // namespace
}  // namespace weft::ir
