// Links a generated library whose misses go to the eager model, and weft for that model.
#include "narrow_eager.h"

#include <cstdio>

#include "model.cpp"

int main() {
  narrow::Model model(NARROW_WEIGHTS);
  narrow::set_eager_fallback(model, std::make_shared<Shifted>());
  narrow::Workspace workspace(model);
  std::vector<float> x(5 * 3, 2.0f), y(5 * 3);
  narrow::Extents extents;
  for (const int n : {1, 3, 5}) {
    extents.N = n;
    model.run(x.data(), y.data(), extents, workspace);
    if (y[static_cast<std::size_t>(n) * 3 - 1] != 3.0f) return 1;
  }
  std::printf("%d %d, fallback %d\n", static_cast<int>(model.variant_calls(0)),
              static_cast<int>(model.variant_calls(1)), static_cast<int>(model.fallback_calls()));
}
