#include <weft/runtime/eager/contraction.h>

#include <weft/runtime/deploy/isa_select.h>
#include <weft/runtime/eager/contraction_kernels.h>
#include <weft/runtime/eager/convolution.h>
#include <weft/runtime/eager/matrix_product.h>

namespace weft::eager {

const ContractionKernels& contraction_kernels() {
  static constexpr ContractionKernels kBaseline{4, weft_eager_gemm_baseline,
                                                weft_eager_conv_baseline};
#if WEFT_HAVE_X86_KERNELS
  static constexpr ContractionKernels kAvx2{8, weft_eager_gemm_avx2, weft_eager_conv_avx2};
  static constexpr ContractionKernels kAvx512{16, weft_eager_gemm_avx512, weft_eager_conv_avx512};
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

std::unique_ptr<const PreparedCompute> prepare_contraction(
    const ir::Compute& compute, const ir::Call& call, const std::vector<ir::TensorHandle>& inputs) {
  switch (compute.kind) {
    case ir::ComputeKind::kMatmul:
      return prepare_product(compute, inputs);
    case ir::ComputeKind::kConvolution:
      return prepare_convolution(compute, call);
    default:
      return nullptr;
  }
}

}  // namespace weft::eager
