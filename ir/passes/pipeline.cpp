/// \file The list of passes that turns a captured graph into a core graph.
#include <weft/ir/passes/pipeline.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/passes/common_subexpression_elimination.h>
#include <weft/ir/passes/constant_fold_shapes.h>
#include <weft/ir/passes/dead_code_elimination.h>
#include <weft/ir/passes/decompose_pass.h>
#include <weft/ir/passes/functionalize.h>
#include <weft/ir/passes/identity_removal.h>
#include <weft/ir/passes/normalize.h>
#include <weft/ir/passes/shape_propagation.h>

namespace weft::ir {
namespace {

// What no pass could lower is named here, and not where the code generator stumbles over it.
void check_core(const GraphModule& module) {
  for (const Node* node : module.graph) {
    switch (node->opcode()) {
      case OpCode::kCallModule:
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

}  // namespace

std::vector<PassInfo> core_passes() {
  return {
      {"shape_propagation", shape_propagation},
      {"normalize", normalize},
      // While strides are those of the user's program, which may ask for them.
      {"constant_fold_shapes", constant_fold_shapes},
      // Before functionalize, which has to see what is a view of what.
      {"decompose_operators", decompose_operators},
      {"functionalize", functionalize},
      // Once more, for the functional forms of in-place operators.
      {"decompose_operators", decompose_operators},
      {"normalize", normalize},
      {"identity_removal", identity_removal},
      // Strides are those of functional values from here on.
      {"shape_propagation", shape_propagation},
      {"constant_fold_shapes", constant_fold_shapes},
      {"common_subexpression_elimination", common_subexpression_elimination},
      {"dead_code_elimination", dead_code_elimination},
  };
}

void lower_to_core(GraphModule& module, PassContext& context) {
  PassManager(core_passes()).run(module, context);
  check_core(module);
}

void lower_to_core(GraphModule& module) {
  PassContext context;
  lower_to_core(module, context);
}

}  // namespace weft::ir
