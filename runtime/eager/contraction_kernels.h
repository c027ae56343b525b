/// \file Blocked float32 kernels of matrix products and convolutions, for the processor at hand.
#pragma once

#include <cstdint>

#include <weft/runtime/deploy/conv_plan.h>
#include <weft/runtime/deploy/tiling.h>

namespace weft::eager {

/// out[m * out_row + n] = sum over k of a(m, k) * b(k, n). Plain data, so that files compiled for
/// different instruction sets can share it.
struct GemmTask {
  weft_deploy::GemmPlan plan;
  const float* a;
  std::int64_t a_row, a_k;
  const float* b;
  std::int64_t b_k, b_n;
  float* out;
  std::int64_t out_row;
};

/// A convolution with a dense result.
struct ConvTask {
  weft_deploy::ConvPlan plan;
  const float* input;
  const float* weight;
  float* out;
};

/// Both run the tiles [begin, end) of the plan with scratch memory of their own.
struct ContractionKernels {
  int lanes;
  void (*gemm)(const GemmTask& task, std::int64_t begin, std::int64_t end, float* scratch);
  void (*conv)(const ConvTask& task, std::int64_t begin, std::int64_t end, float* scratch);
};

/// Those of the widest instruction set that is there.
const ContractionKernels& contraction_kernels();

}  // namespace weft::eager

extern "C" {
#define WEFT_DECLARE_KERNELS(isa)                                                          \
  void weft_eager_gemm_##isa(const weft::eager::GemmTask& task, std::int64_t begin,        \
                             std::int64_t end, float* scratch);                            \
  void weft_eager_conv_##isa(const weft::eager::ConvTask& task, std::int64_t begin,        \
                             std::int64_t end, float* scratch);
WEFT_DECLARE_KERNELS(baseline)
WEFT_DECLARE_KERNELS(avx2)
WEFT_DECLARE_KERNELS(avx512)
#undef WEFT_DECLARE_KERNELS
}
