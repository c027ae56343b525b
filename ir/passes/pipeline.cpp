/// \file The list of passes that turns a captured graph into a core graph.
#include <weft/ir/passes/pipeline.h>

#include <algorithm>

#include <weft/ir/conditional.h>
#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/common_subexpression_elimination.h>
#include <weft/ir/passes/constant_fold_shapes.h>
#include <weft/ir/passes/dead_code_elimination.h>
#include <weft/ir/passes/decompose_pass.h>
#include <weft/ir/passes/fold/fold_batch_norm.h>
#include <weft/ir/passes/fold/fold_constants.h>
#include <weft/ir/passes/functionalize.h>
#include <weft/ir/passes/identity_removal.h>
#include <weft/ir/passes/normalize.h>
#include <weft/ir/passes/recognise/recognise_norms.h>
#include <weft/ir/passes/rewrite.h>
#include <weft/ir/passes/shape_propagation.h>
#include <weft/ir/passes/simplify/element_forwarding.h>
#include <weft/ir/passes/simplify/regular_gather.h>
#include <weft/ir/passes/simplify/repeated_operations.h>

namespace weft::ir {
namespace {

// What no pass could lower is named here, and not where the code generator stumbles over it.
void check_core(const GraphModule& module) {
  for (const Node* node : module.graph) {
    switch (node->opcode()) {
      case OpCode::kCallModule:
        if (find_conditional(module, *node) != nullptr) break;
        fail(diag::OperatorUnsupported, node->meta.location,
             {"lowering to core operators", "the module call `" + node->target() + "`"});
      case OpCode::kCallMethod:
        fail(diag::UnknownOperator, node->meta.location, {node->target()});
      case OpCode::kCallFunction:
        if (!node->meta.value.known() ||
            std::holds_alternative<DecomposeRule>(node->op()->meaning())) {
          fail(diag::ExtentUnknown, node->meta.location, {"shape"});
        }
        break;
      default:
        break;
    }
  }
}

// The sides of a conditional are graphs of their own. Once they write nothing, the conditional is a
// function of its operands for the graph that calls it.
void lower_conditionals(GraphModule& module, PassContext& context) {
  for (Node* node : module.graph) {
    Conditional* conditional = find_conditional(module, *node);
    if (conditional == nullptr) continue;
    for (GraphSubmodule* side : {&conditional->true_graph(), &conditional->false_graph()}) {
      // What is computed here would need a name that is free in all graphs around it.
      PassContext inside = context;
      inside.executor = nullptr;
      lower_to_core(side->graph_module(), inside);
      if (!written_inputs(side->graph_module().graph).empty()) {
        fail(diag::MutationNotFunctional, node->meta.location,
             {"one side of a branch", "a tensor that was there before it"});
      }
    }
    if (!conditional->is_pure()) {
      fail(diag::OperatorUnsupported, node->meta.location,
           {"a branch on tensor data", "a side that draws random numbers or acts on the host"});
    }
    node->meta.value = infer_conditional(*conditional);
    for (const ValueMeta& result : *node->meta.value.list()) {
      if (result.known()) continue;
      fail(diag::OperatorUnsupported, node->meta.location,
           {"a branch on tensor data", "a result of another type or shape on each side"});
    }
    for (Node* user : node->users()) infer_meta(*user);
  }
}

}  // namespace

std::vector<PassInfo> core_passes(int level) {
  const PassInfo shapes{.name = "shape_propagation",
                        .run = shape_propagation,
                        .gives = {fact::kShapes, fact::kStrides},
                        .keeps = {fact::kNormalised, fact::kFunctional}};
  const PassInfo normal{.name = "normalize",
                        .run = normalize,
                        .gives = {fact::kNormalised},
                        .keeps = {fact::kShapes, fact::kStrides, fact::kFunctional}};
  const PassInfo fold{.name = "constant_fold_shapes",
                      .run = constant_fold_shapes,
                      .needs = {fact::kShapes},
                      .keeps = {fact::kShapes, fact::kStrides, fact::kFunctional}};
  const PassInfo decompose{.name = "decompose_operators",
                           .run = decompose_operators,
                           .needs = {fact::kShapes},
                           .keeps = {fact::kShapes, fact::kFunctional}};
  const PassInfo functional{.name = "functionalize",
                            .run = functionalize,
                            .needs = {fact::kShapes},
                            .gives = {fact::kFunctional},
                            .keeps = {fact::kShapes}};
  const PassInfo identities{.name = "identity_removal",
                            .run = identity_removal,
                            .needs = {fact::kShapes},
                            .keeps = {fact::kShapes, fact::kFunctional}};
  const PassInfo common{
      .name = "common_subexpression_elimination",
      .run = common_subexpression_elimination,
      .keeps = {fact::kShapes, fact::kStrides, fact::kNormalised, fact::kFunctional}};
  const PassInfo dead{
      .name = "dead_code_elimination",
      .run = dead_code_elimination,
      .keeps = {fact::kShapes, fact::kStrides, fact::kNormalised, fact::kFunctional}};

  std::vector<PassInfo> list;
  const auto from = [&](int lowest, PassInfo pass) {
    if (level >= lowest) list.push_back(std::move(pass));
  };
  from(level::kNone, shapes);
  from(level::kNone, normal);
  // While strides are those of the user's program, which may ask for them.
  from(level::kNone, fold);
  // While batch norm is one call.
  from(level::kRounding, {.name = "fold_batch_norm",
                          .run = fold_batch_norm,
                          .needs = {fact::kShapes},
                          .keeps = {fact::kShapes, fact::kFunctional}});
  from(level::kRounding, {.name = "recognise_norms",
                          .run = recognise_norms,
                          .needs = {fact::kShapes},
                          .keeps = {fact::kShapes, fact::kFunctional}});
  // Before functionalize, which has to see what is a view of what.
  from(level::kNone, decompose);
  from(level::kNone, functional);
  // Once more, for the functional forms of in-place operators.
  from(level::kNone, decompose);
  from(level::kNone, normal);
  from(level::kClean, identities);
  // Strides are those of functional values from here on.
  from(level::kNone, shapes);
  from(level::kNone, fold);
  const PassInfo simplify = fixpoint("simplify", {{.name = "element_forwarding",
                                                   .run = element_forwarding,
                                                   .needs = {fact::kShapes},
                                                   .keeps = {fact::kShapes, fact::kFunctional}},
                                                  {.name = "regular_gather",
                                                   .run = regular_gather,
                                                   .needs = {fact::kShapes},
                                                   .keeps = {fact::kShapes, fact::kFunctional}},
                                                  {.name = "repeated_operations",
                                                   .run = repeated_operations,
                                                   .needs = {fact::kShapes},
                                                   .keeps = {fact::kShapes, fact::kFunctional}},
                                                  common,
                                                  dead});
  from(level::kExact, simplify);
  from(level::kRounding, {.name = "fold_constants",
                          .run = fold_constants,
                          .needs = {fact::kShapes},
                          .keeps = {fact::kShapes, fact::kFunctional}});
  // Strides are those of what is left.
  from(level::kExact, shapes);
  from(level::kClean, common);
  from(level::kClean, dead);
  return list;
}

namespace {

void collect_names(const std::vector<PassInfo>& passes, std::vector<std::string>& names) {
  for (const PassInfo& pass : passes) {
    if (std::find(names.begin(), names.end(), pass.name) == names.end()) {
      names.push_back(pass.name);
    }
    collect_names(pass.inner, names);
  }
}

std::vector<std::string> names_of(const std::vector<PassInfo>& passes) {
  std::vector<std::string> names;
  collect_names(passes, names);
  return names;
}

// Passes of other levels are left out already.
void forget_other_levels(const std::vector<PassInfo>& passes, PassContext& context) {
  const std::vector<std::string> here = names_of(passes);
  for (const std::string& name : core_pass_names()) {
    if (std::find(here.begin(), here.end(), name) == here.end()) context.disabled.erase(name);
  }
}

}  // namespace

std::vector<std::string> core_pass_names() { return names_of(core_passes(level::kRounding)); }

void lower_to_core(GraphModule& module, PassContext& context) {
  const std::vector<PassInfo> passes = core_passes(context.level);
  forget_other_levels(passes, context);
  lower_conditionals(module, context);
  PassManager(passes).run(module, context);
  check_core(module);
}

void lower_to_core(GraphModule& module) {
  PassContext context;
  lower_to_core(module, context);
}

}  // namespace weft::ir
