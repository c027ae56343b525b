#include <weft/runtime/eager/contraction.h>

#include <weft/runtime/eager/convolution.h>
#include <weft/runtime/eager/matrix_product.h>

namespace weft::eager {

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
