/// \file Time and memory a node of everything that walks a graph, for graphs of 1k to 1M nodes.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <map>
#include <memory>

#include <weft/ir/passes/common_subexpression_elimination.h>
#include <weft/ir/passes/dead_code_elimination.h>
#include <weft/ir/serialization/serialization.h>

namespace weft::ir {
namespace {

// As a capture records it: operators on one or two operands with the user's line and the module,
// and now and then a number or a keyword argument.
GraphModule record(std::int64_t nodes) {
  const SourceLocation line("model.cpp", 12, 9, "forward");
  const ModuleStack stack = {{"", "Net"}, {"layers.0", "Block"}};
  GraphModule module;
  Graph& g = module.graph;
  Node* x = g.placeholder("x");
  Node* previous = x;
  Node* at = x;
  for (std::int64_t i = 2; i < nodes; ++i) {
    Node* made = nullptr;
    switch (i % 4) {
      case 0:
        made = g.call_function("add", {at, previous});
        break;
      case 1:
        made = g.call_function("relu", {at});
        break;
      case 2:
        made = g.call_function("mul", {at, 0.5});
        break;
      default:
        made = g.call_function("sub", {at, previous}, {{"alpha", 2}});
    }
    made->meta.location = line;
    made->meta.module_stack = stack;
    previous = at;
    at = made;
  }
  g.output(at);
  return module;
}

std::size_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void report(benchmark::State& state) {
  state.counters["per node"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void Record(benchmark::State& state) {
  for (auto _ : state) {
    const std::size_t before = bytes_in_use();
    std::unique_ptr<GraphModule> module = std::make_unique<GraphModule>(record(state.range(0)));
    state.PauseTiming();
    state.counters["bytes/node"] =
        static_cast<double>(bytes_in_use() - before) / static_cast<double>(state.range(0));
    module.reset();
    state.ResumeTiming();
  }
  report(state);
}

void Clone(benchmark::State& state) {
  const GraphModule module = record(state.range(0));
  for (auto _ : state) {
    std::unique_ptr<Graph> copy = std::make_unique<Graph>(module.graph.clone());
    state.PauseTiming();
    copy.reset();
    state.ResumeTiming();
  }
  report(state);
}

void Lint(benchmark::State& state) {
  const GraphModule module = record(state.range(0));
  for (auto _ : state) module.graph.lint();
  report(state);
}

void Print(benchmark::State& state) {
  const GraphModule module = record(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(module.graph.str());
  report(state);
}

void Hash(benchmark::State& state) {
  const GraphModule module = record(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(module.graph.structural_hash());
  report(state);
}

void WriteText(benchmark::State& state) {
  const GraphModule module = record(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(to_text(module.graph));
  report(state);
}

void ReadText(benchmark::State& state) {
  const std::string text = to_text(record(state.range(0)).graph);
  for (auto _ : state) benchmark::DoNotOptimize(from_text(text));
  report(state);
}

void WriteBinary(benchmark::State& state) {
  const GraphModule module = record(state.range(0));
  std::size_t bytes = 0;
  for (auto _ : state) bytes = to_binary(module.graph).size();
  state.counters["file bytes/node"] =
      static_cast<double>(bytes) / static_cast<double>(state.range(0));
  report(state);
}

void ReadBinary(benchmark::State& state) {
  const std::vector<std::uint8_t> data = to_binary(record(state.range(0)).graph);
  for (auto _ : state) benchmark::DoNotOptimize(from_binary(data.data(), data.size()));
  report(state);
}

// All of the graph is dead.
void DeadCode(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    std::unique_ptr<GraphModule> module = std::make_unique<GraphModule>(record(state.range(0)));
    module->graph.output_node()->set_args({module->graph.first()});
    PassContext context;
    state.ResumeTiming();
    dead_code_elimination(*module, context);
    state.PauseTiming();
    module.reset();
    state.ResumeTiming();
  }
  report(state);
}

// Every second node is a copy of the one before it.
void CommonSubexpressions(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto module = std::make_unique<GraphModule>();
    Graph& g = module->graph;
    Node* at = g.placeholder("x");
    for (std::int64_t i = 0; i < state.range(0); i += 2) {
      Node* first = g.call_function("relu", {at});
      at = g.call_function("relu", {at});
      at = i % 4 == 0 ? first : at;
    }
    g.output(at);
    PassContext context;
    state.ResumeTiming();
    common_subexpression_elimination(*module, context);
    state.PauseTiming();
    module.reset();
    state.ResumeTiming();
  }
  report(state);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMillisecond);
}

BENCHMARK(Record)->Apply(sizes);
BENCHMARK(Clone)->Apply(sizes);
BENCHMARK(Lint)->Apply(sizes);
BENCHMARK(Print)->Apply(sizes);
BENCHMARK(Hash)->Apply(sizes);
BENCHMARK(WriteText)->Apply(sizes);
BENCHMARK(ReadText)->Apply(sizes);
BENCHMARK(WriteBinary)->Apply(sizes);
BENCHMARK(ReadBinary)->Apply(sizes);
BENCHMARK(DeadCode)->Apply(sizes);
BENCHMARK(CommonSubexpressions)->Apply(sizes);

}  // namespace
}  // namespace weft::ir
