// A Transformer: every relu becomes a gelu.
#include <cstdio>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/transformer.h>
#include "graph_run.h"
#include "model.h"

namespace ir = weft::ir;

struct SwapActivations : ir::Transformer {
  using Transformer::Transformer;
  ir::Argument call_function(const ir::Node& node, std::vector<ir::Argument> args,
                             ir::KeywordArguments kwargs) override {
    if (node.target() != "relu") return Transformer::call_function(node, args, kwargs);
    std::printf("%s becomes gelu\n", node.name().c_str());
    return graph().call_function("gelu", std::move(args));
  }
};

int main() {
  const auto net = make_net();
  const torch::Tensor x = torch::randn({2, 1, 8, 8});
  const ir::GraphModule captured = weft::trace(net, {x});
  const ir::GraphModule module = SwapActivations(captured).transform();
  torch::Tensor expected = torch::gelu(net->bn1(net->conv1(x)));
  expected = torch::gelu(net->bn2(net->conv2(expected)));
  expected = net->fc(expected.mean({2, 3}));
  const bool equal = run_graph(module, x).allclose(expected);
  std::printf("equal to the model with gelu: %s\n", equal ? "yes" : "no");
  return equal ? 0 : 1;
}
