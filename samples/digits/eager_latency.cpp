// Time of the same model where nothing is compiled: each operator runs by itself. Linked with weft.

#include "digits.cpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

int main() {
  DigitsNet model;  // the time does not depend on the weights
  model.eval();
  const torch::Tensor scan = torch::rand({1, 1, 8, 8});
  constexpr int kCalls = 201;
  std::vector<double> times;
  for (int call = 0; call < kCalls; ++call) {
    const auto start = std::chrono::steady_clock::now();
    model.forward(scan);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    times.push_back(time.count());
  }
  std::nth_element(times.begin(), times.begin() + kCalls / 2, times.end());
  std::printf("latency, eager       %.2f us per scan\n", times[kCalls / 2]);
}
