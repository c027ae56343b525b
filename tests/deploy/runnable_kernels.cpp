#include "isa_kernels.h"
#include "weft_deploy/isa_select.h"

namespace deploy_test {

const std::vector<const IsaKernels*>& runnable_kernels() {
  static const std::vector<const IsaKernels*> kernels = [] {
    std::vector<const IsaKernels*> found = {deploy_test_kernels_baseline(),
                                            deploy_test_kernels_portable16()};
#if WEFT_HAVE_X86_KERNELS
    if (weft_deploy::detect_isa() >= weft_deploy::Isa::kAvx2) {
      found.push_back(deploy_test_kernels_avx2());
    }
    if (weft_deploy::detect_isa() >= weft_deploy::Isa::kAvx512) {
      found.push_back(deploy_test_kernels_avx512());
    }
#endif
    return found;
  }();
  return kernels;
}

}  // namespace deploy_test
