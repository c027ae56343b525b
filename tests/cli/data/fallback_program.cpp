#include <cstdio>

#include "net/net_eager.h"  // needs weft's library
#include "readme_example.cpp"

int main() {
  auto eager = std::make_shared<Net>();
  torch::load(eager, "net.pt");  // the weights that the bundle was made with
  net::Model model("net/net.weights");
  net::set_eager_fallback(model, eager);
  net::Workspace workspace(model);

  net::Extents extents;
  extents.N = 5000;  // compiled for N in [1,4096]
  std::vector<float> x(5000 * 64, 0.5f), y(5000 * 10);
  model.run(x.data(), y.data(), extents, workspace);
  std::printf("%llu\n", static_cast<unsigned long long>(model.fallback_calls()));
}
