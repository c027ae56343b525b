// Runs the cascade with its segments compiled, and says what ran.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <torch/torch.h>

#include <weft/frontend/trace/compiled_segments.h>

#include "cascade.h"

namespace {

double microseconds_a_call(cascade::Model& model, const torch::Tensor& x, int calls) {
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < calls; ++k) model.run({x});
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
  return time.count() / calls;
}

}  // namespace

int main(int count, char** arguments) {
  torch::manual_seed(1);
  cascade::Model model;
  for (const float scale : {0.1f, 1.0f, 30.0f}) {
    const auto results = model.run({torch::randn({8, 16}) * scale});
    std::printf("inputs of size %g: %d stages\n", scale,
                static_cast<int>(results.at(1).item<int64_t>()));
  }
  std::uint64_t compiled = 0, text = 0;
  for (const auto& [site, counts] : weft::segment_statistics()) {
    compiled += counts.compiled;
    text += counts.text;
  }
  std::printf("%llu calls of segments ran compiled, %llu as written\n",
              static_cast<unsigned long long>(compiled), static_cast<unsigned long long>(text));
  if (count > 1) {
    std::printf("%.1f us a call\n",
                microseconds_a_call(model, torch::randn({8, 16}), std::atoi(arguments[1])));
  }
  return 0;
}
