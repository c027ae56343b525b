#include <weft/runtime/eager/isa_kernels.h>

#include <weft/runtime/deploy/isa_select.h>

namespace weft::eager {

const IsaKernels& isa_kernels() {
  static constexpr IsaKernels kBaseline{4, weft_eager_gemm_baseline, weft_eager_conv_baseline,
                                        weft_eager_map_baseline};
#if WEFT_HAVE_X86_KERNELS
  static constexpr IsaKernels kAvx2{8, weft_eager_gemm_avx2, weft_eager_conv_avx2,
                                    weft_eager_map_avx2};
  static constexpr IsaKernels kAvx512{16, weft_eager_gemm_avx512, weft_eager_conv_avx512,
                                      weft_eager_map_avx512};
  switch (weft_deploy::active_isa()) {
    case weft_deploy::Isa::kAvx2:
      return kAvx2;
    case weft_deploy::Isa::kAvx512:
      return kAvx512;
    case weft_deploy::Isa::kBaseline:
      break;
  }
#endif
  return kBaseline;
}

}  // namespace weft::eager
