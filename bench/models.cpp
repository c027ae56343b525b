/// \file Eager and capture times of the model cases.
#include <benchmark/benchmark.h>

#include <array>

#include <torch/torch.h>

#include <weft/codegen/loop/lower.h>
#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/passes/pipeline.h>

namespace digits {
#include "../tests/cases/digits_cnn.cpp"
}  // namespace digits
namespace resnet {
#include "../tests/cases/resnet_small.cpp"
}  // namespace resnet

namespace {

weft::TensorSpec digits_spec() { return {"x", weft::kFloat, {1, 1, 8, 8}}; }
weft::TensorSpec resnet_spec() { return {"images", weft::kFloat, {2, 3, 16, 16}}; }

template <typename Net>
std::shared_ptr<Net> make_model() {
  auto model = std::make_shared<Net>();
  model->eval();
  return model;
}

void eager_digits(benchmark::State& state) {
  const auto model = make_model<digits::DigitsNet>();
  const torch::Tensor x = torch::rand({1, 1, 8, 8});
  for (auto _ : state) benchmark::DoNotOptimize(model->forward(x));
}
BENCHMARK(eager_digits);

void eager_resnet(benchmark::State& state) {
  const auto model = make_model<resnet::ResNetSmall>();
  const torch::Tensor x = torch::rand({2, 3, 16, 16});
  for (auto _ : state) benchmark::DoNotOptimize(model->forward(x));
}
BENCHMARK(eager_resnet);

void trace_resnet(benchmark::State& state) {
  const auto model = make_model<resnet::ResNetSmall>();
  for (auto _ : state) benchmark::DoNotOptimize(weft::trace(*model, {resnet_spec()}));
}
BENCHMARK(trace_resnet);

void lower_resnet(benchmark::State& state) {
  const auto model = make_model<resnet::ResNetSmall>();
  const weft::ir::GraphModule captured = weft::trace(*model, {resnet_spec()});
  for (auto _ : state) {
    weft::ir::GraphModule core = weft::inline_modules(captured);
    weft::ir::lower_to_core(core);
    benchmark::DoNotOptimize(weft::codegen::lower(core));
  }
}
BENCHMARK(lower_resnet);

void trace_digits(benchmark::State& state) {
  const auto model = make_model<digits::DigitsNet>();
  for (auto _ : state) benchmark::DoNotOptimize(weft::trace(*model, {digits_spec()}));
}
BENCHMARK(trace_digits);

}  // namespace
