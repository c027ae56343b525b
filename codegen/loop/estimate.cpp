/// \file What a kernel touches and about how much it computes.
#include <weft/codegen/loop/estimate.h>

#include <algorithm>
#include <map>

#include <weft/codegen/loop/statement.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;

struct Totals {
  double flops = 0;
  std::map<BufferId, double> loads, stores;

  void expression(const ScalarExpr& e, double times) {
    ir::for_each_node(e, [&](const ScalarExpr& node) {
      if (node->op == ir::ScalarOp::kLoad) loads[node->input] += times;
      if (weight(node->op) > 0 && node->op != ir::ScalarOp::kCast) flops += times;
    });
  }
  void store(const Store& s, double times) {
    expression(s.value, times);
    stores[s.buffer] += times;
  }
  void walk(const std::vector<Statement>& body, double times);
};

void Totals::walk(const std::vector<Statement>& body, double times) {
  for (const Statement& statement : body) {
    if (const auto* loop = std::get_if<Loop>(&statement.node)) {
      walk(loop->body, times * expected_value(loop->extent));
    } else if (const auto* s = std::get_if<Store>(&statement.node)) {
      store(*s, times);
    } else if (const auto* let = std::get_if<Let>(&statement.node)) {
      expression(let->value, times);
    } else if (const auto* index = std::get_if<LetIndex>(&statement.node)) {
      expression(index->value, times);
    } else if (const auto* reduce = std::get_if<Reduce>(&statement.node)) {
      double inner = times;
      for (const Axis& axis : reduce->axes) inner *= expected_value(axis.extent);
      flops += inner;
      expression(reduce->body, inner);
      for (const Store& s : reduce->stores) store(s, inner);
    } else if (const auto* x = std::get_if<Matmul>(&statement.node)) {
      const double rows = expected_value(x->rows);
      const double columns = expected_value(x->columns);
      const double depth = expected_value(x->depth);
      flops += times * 2 * rows * columns * depth;
      loads[x->a] += times * rows * depth;
      loads[x->b] += times * columns * depth;
      for (const Store& s : x->epilogue) store(s, times * rows * columns);
    } else if (const auto* x = std::get_if<Convolution>(&statement.node)) {
      const auto results =
          static_cast<double>(x->out_channels) * expected_value(x->out_height * x->out_width);
      const auto depth = static_cast<double>(x->channels / x->groups * x->kernel_h * x->kernel_w);
      flops += times * 2 * results * depth;
      loads[x->input] += times * expected_value(x->channels * x->in_height * x->in_width);
      loads[x->weight] += times * static_cast<double>(x->out_channels) * depth;
      for (const Store& s : x->epilogue) store(s, times * results);
    } else if (const auto* call = std::get_if<LibraryCall>(&statement.node)) {
      for (const BufferId id : call->inputs) loads[id] += 1e18;
      for (const BufferId id : call->outputs) stores[id] += 1e18;
    }
  }
}

}  // namespace

void fill_estimates(Kernel& kernel, const std::vector<Buffer>& buffers) {
  Totals totals;
  totals.walk(kernel.body, 1);
  double bytes = 0;
  const auto collect = [&](const std::map<BufferId, double>& accesses, std::vector<BufferId>& ids) {
    ids.clear();
    for (const auto& [id, times] : accesses) {
      if (buffers[id].storage == Storage::kScratch) continue;
      ids.push_back(id);
      const auto elements = expected_value(buffers[id].elements());
      bytes += std::min(elements, times) * static_cast<double>(ir::size_of(buffers[id].dtype));
    }
  };
  collect(totals.loads, kernel.reads);
  collect(totals.stores, kernel.writes);
  kernel.flops = static_cast<std::int64_t>(totals.flops);
  kernel.bytes = static_cast<std::int64_t>(bytes);
}

}  // namespace weft::codegen
