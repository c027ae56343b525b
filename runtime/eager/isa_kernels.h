/// \file float32 kernels that exist once for each instruction set, for the processor at hand:
/// blocked matrix products and convolutions, and functions of one element.
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

/// Functions that whole vectors compute; those of scalar_math.h bit for bit.
enum class VectorFunction : std::uint8_t {
  kSqrt,
  kRsqrt,
  kExp,
  kExp2,
  kExpm1,
  kLog,
  kLog1p,
  kLog2,
  kLog10,
  kSin,
  kCos,
  kTanh,
  kErf,
  kSigmoid,
};

struct IsaKernels {
  int lanes;
  /// These two run the tiles [begin, end) of the plan with scratch memory of their own.
  void (*gemm)(const GemmTask& task, std::int64_t begin, std::int64_t end, float* scratch);
  void (*conv)(const ConvTask& task, std::int64_t begin, std::int64_t end, float* scratch);
  /// y[i] = function(x[i])
  void (*map)(VectorFunction function, const float* x, float* y, std::int64_t count);
};

/// Those of the widest instruction set that is there.
const IsaKernels& isa_kernels();

}  // namespace weft::eager

extern "C" {
#define WEFT_DECLARE_KERNELS(isa)                                                           \
  void weft_eager_gemm_##isa(const weft::eager::GemmTask& task, std::int64_t begin,         \
                             std::int64_t end, float* scratch);                             \
  void weft_eager_conv_##isa(const weft::eager::ConvTask& task, std::int64_t begin,         \
                             std::int64_t end, float* scratch);                             \
  void weft_eager_map_##isa(weft::eager::VectorFunction function, const float* x, float* y, \
                            std::int64_t count);
WEFT_DECLARE_KERNELS(baseline)
WEFT_DECLARE_KERNELS(avx2)
WEFT_DECLARE_KERNELS(avx512)
#undef WEFT_DECLARE_KERNELS
}
