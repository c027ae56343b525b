// Uses an installed weft under the names that existing model code has.
#include <torch/torch.h>

#include <cstdio>

int main() {
  torch::Tensor x = torch::ones({2, 3}) + 1;
  std::printf("sum %g\n", static_cast<double>(x.sum().item<float>()));
}
