// An Interpreter: the time of every node, with the user's line.
#include <chrono>
#include <cstdio>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/interpreter.h>
#include "model.h"

namespace ir = weft::ir;

struct Profiler : ir::Interpreter {
  using Interpreter::Interpreter;
  ir::Value run_node(const ir::Node& node) override {
    const auto start = std::chrono::steady_clock::now();
    ir::Value value = Interpreter::run_node(node);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    std::printf("%-12s %-14s line %3d %9.1f us\n", node.name().c_str(),
                std::string(ir::opcode_name(node.opcode())).c_str(), node.meta.location.line,
                time.count());
    ++nodes;
    return value;
  }
  std::size_t nodes = 0;
};

int main() {
  const auto net = make_net();
  const torch::Tensor x = torch::randn({2, 1, 32, 32});
  const ir::GraphModule module = weft::trace(net, {x});
  Profiler profiler(module, weft::eager_executor());
  const torch::Tensor y(*profiler.run({x.handle()}).tensor());
  const bool fine = y.allclose(net->forward(x)) && profiler.nodes == module.graph.size();
  std::printf("all nodes seen, equal to the model: %s\n", fine ? "yes" : "no");
  return fine ? 0 : 1;
}
