/// \file Time and memory a node of tracing: tensor arithmetic in a Tracer, 1k to 1M nodes.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <memory>

#include <torch/torch.h>

#include <weft/frontend/trace/tracer.h>

namespace weft {
namespace {

// Operators and methods on one or two operands, with numbers and keyword arguments.
Tensor forward(const Tensor& x, std::int64_t operators) {
  Tensor previous = x;
  Tensor at = x;
  for (std::int64_t i = 0; i < operators; ++i) {
    Tensor made;
    switch (i % 4) {
      case 0:
        made = at + previous;
        break;
      case 1:
        made = torch::relu(at);
        break;
      case 2:
        made = at * 0.5;
        break;
      default:
        made = torch::sub(at, previous, 2);
    }
    previous = std::move(at);
    at = std::move(made);
  }
  return at;
}

ir::GraphModule record(const ir::ValueMeta& input, std::int64_t nodes) {
  Tracer tracer;
  tracer.begin(nullptr);
  const HandlerScope scope(&tracer);
  const Tensor x(std::get<ir::TensorHandle>(tracer.placeholder("x", input).value));
  return tracer.finish(forward(x, nodes - 2).handle());
}

std::size_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void trace_nodes(benchmark::State& state, const ir::ValueMeta& input) {
  for (auto _ : state) {
    const std::size_t before = bytes_in_use();
    auto module = std::make_unique<ir::GraphModule>(record(input, state.range(0)));
    state.PauseTiming();
    state.counters["bytes/node"] =
        static_cast<double>(bytes_in_use() - before) / static_cast<double>(state.range(0));
    module.reset();
    state.ResumeTiming();
  }
  state.counters["per node"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void Trace(benchmark::State& state) { trace_nodes(state, {}); }

// With the extents of the input stated, so that those of every node are concluded.
void TraceWithShapes(benchmark::State& state) { trace_nodes(state, {ir::dense(kFloat, {8, 16})}); }

BENCHMARK(Trace)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(TraceWithShapes)
    ->RangeMultiplier(10)
    ->Range(1000, 1000000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft
