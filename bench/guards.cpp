/// \file What the checks at the beginning of every call of a compiled model cost.
#include <benchmark/benchmark.h>

#include <vector>

#include <torch/torch.h>

#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/passes/pipeline.h>

#include "tests/differential/compiled_batch.h"

namespace digits {
#include "../tests/cases/digits_cnn.cpp"
}  // namespace digits

namespace {

using weft::SpecParser;
using weft::Tensor;
using weft::differential::BundleCall;
using weft::differential::CompiledBatch;

enum Model { kFourTensors, kFourOpenTensors, kDigits, kOpenDigits };

weft::ir::GraphModule core_of(const weft::ir::GraphModule& captured) {
  weft::ir::GraphModule core = weft::inline_modules(captured);
  weft::ir::lower_to_core(core);
  return core;
}

/// Three arguments and a result of four dimensions each.
weft::ir::GraphModule four_tensors(const char* q, const char* k, const char* v) {
  SpecParser specs;
  return core_of(weft::trace([](Tensor a, Tensor b, Tensor c) { return a + b * c; },
                             {specs.tensor(q), specs.tensor(k), specs.tensor(v)}));
}

weft::ir::GraphModule digits_net(const char* spec) {
  digits::DigitsNet model;
  model.eval();
  return core_of(weft::trace(model, {SpecParser().tensor(spec)}));
}

CompiledBatch& batch() {
  static CompiledBatch* const made = [] {
    weft::differential::BatchOptions options;
    options.threads = 1;
    auto* result = new CompiledBatch(options);
    result->add(four_tensors("q: f32[2,4,16,8]", "k: f32[2,4,16,8]", "v: f32[2,4,16,8]"));
    result->add(four_tensors("q: f32[B,H,T,8]", "k: f32[B,H,T,8]", "v: f32[B,H,T,8]"));
    result->add(digits_net("x: f32[1,1,8,8]"));
    result->add(digits_net("x: f32[N,1,8,8]"));
    result->build();
    return result;
  }();
  return *made;
}

/// Memory and views of a right call.
struct Fixture {
  explicit Fixture(Model model) : loaded(batch().create(model)) {
    const auto view = [&](const std::vector<std::int64_t>& sizes) {
      std::int64_t count = 1;
      weft_tensor_view result = {};
      result.dtype = WEFT_F32;
      result.rank = static_cast<std::int32_t>(sizes.size());
      for (std::size_t d = sizes.size(); d-- > 0;) {
        result.sizes[d] = sizes[d];
        result.strides[d] = count;
        count *= sizes[d];
      }
      memory.emplace_back(static_cast<std::size_t>(count), 0.5F);
      result.data = memory.back().data();
      return result;
    };
    if (model == kDigits || model == kOpenDigits) {
      call.inputs = {view({1, 1, 8, 8})};
      call.outputs = {view({1, 10})};
    } else {
      for (int i = 0; i < 3; ++i) call.inputs.push_back(view({2, 4, 16, 8}));
      call.outputs = {view({2, 4, 16, 8})};
    }
    call.input_count = static_cast<std::int32_t>(call.inputs.size());
    call.output_count = 1;
    workspace.resize(batch().workspace_size(model, loaded.get(), call.inputs));
    call.workspace = workspace.data();
    call.workspace_bytes = workspace.size();
  }

  std::shared_ptr<void> loaded;
  std::vector<std::vector<float>> memory;
  std::vector<unsigned char> workspace;
  BundleCall call;
};

void measure(benchmark::State& state, Model model, bool check_only) {
  const Fixture fixture(model);
  weft_status status = {};
  for (auto _ : state) {
    const std::int32_t code =
        batch().call(model, fixture.loaded.get(), fixture.call, &status, check_only);
    if (code != WEFT_OK) {
      state.SkipWithError(status.message);
      break;
    }
  }
}

BENCHMARK_CAPTURE(measure, check_four_tensors, kFourTensors, true);
BENCHMARK_CAPTURE(measure, check_four_open_tensors, kFourOpenTensors, true);
BENCHMARK_CAPTURE(measure, check_digits, kDigits, true);
BENCHMARK_CAPTURE(measure, run_digits, kDigits, false);
BENCHMARK_CAPTURE(measure, check_open_digits, kOpenDigits, true);
BENCHMARK_CAPTURE(measure, run_open_digits, kOpenDigits, false);

}  // namespace
