// A pass of one's own: batch norm in eval mode is a multiplication and an addition per channel, so
// it goes into the weights of the convolution before it.
#include <cstdio>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/passes/pass.h>
#include "graph_run.h"
#include "model.h"

namespace ir = weft::ir;

// The convolution with the batch norm in its weights; the user's own one is left as it is.
std::shared_ptr<torch::nn::Conv2dImpl> folded(torch::nn::Conv2dImpl& conv,
                                              torch::nn::BatchNorm2dImpl& bn) {
  auto result = std::make_shared<torch::nn::Conv2dImpl>(conv.options);
  const torch::Tensor scale = bn.weight / torch::sqrt(bn.running_var + bn.options.eps());
  result->weight = conv.weight * scale.view({-1, 1, 1, 1});
  result->bias = (conv.bias - bn.running_mean) * scale + bn.bias;
  return result;
}

bool fold_batch_norm(ir::GraphModule& module, ir::PassContext&) {
  bool changed = false;
  for (ir::Node* node : module.graph) {
    if (node->opcode() != ir::OpCode::kCallModule) continue;
    auto bn =
        std::dynamic_pointer_cast<torch::nn::BatchNorm2dImpl>(module.find_module(node->target()));
    ir::Node* before = node->all_input_nodes()[0];
    if (bn == nullptr || bn->is_training() || before->users().size() != 1) continue;
    auto conv =
        std::dynamic_pointer_cast<torch::nn::Conv2dImpl>(module.find_module(before->target()));
    if (before->opcode() != ir::OpCode::kCallModule || conv == nullptr) continue;
    module.set_module(before->target(), folded(*conv, *bn));
    node->replace_all_uses_with(before);
    module.graph.erase_node(node);
    changed = true;
  }
  if (changed) module.delete_unused_modules();
  return changed;
}

int main() {
  const auto net = make_net();
  const torch::Tensor x = torch::randn({2, 1, 8, 8});
  ir::GraphModule module = weft::trace(net, {x});
  ir::PassContext context;
  context.report = [](const ir::PassReport& done) {
    std::printf("%s: %zu -> %zu nodes\n", done.name.c_str(), done.nodes_before, done.nodes_after);
  };
  ir::PassManager({{.name = "fold_batch_norm", .run = fold_batch_norm}}).run(module, context);
  const bool equal = run_graph(module, x).allclose(net->forward(x), 1e-4, 1e-5);
  std::printf("equal to the model: %s\n", equal ? "yes" : "no");
  return equal ? 0 : 1;
}
