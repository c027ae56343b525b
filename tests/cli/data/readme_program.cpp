#include <cstdio>
#include <vector>

#include "net/net.h"

int main() {
  net::Model model("net/net.weights");    // throws std::runtime_error if it cannot be read
  net::Workspace workspace(model);        // memory for intermediate values; one per thread
  std::vector<float> x(8 * 64, 0.5f), probabilities(8 * 10);
  model.run(x.data(), probabilities.data(), workspace);
  std::printf("%.4f\n", probabilities[0]);
}
