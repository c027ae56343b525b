/// \file Convolution and transposed convolution as sums of products.
#pragma once

#include <vector>

#include <weft/ir/operators/call.h>
#include <weft/ir/scalar_expr.h>

namespace weft::ir {

/// What a convolution does besides its operands; one value a spatial dimension.
struct ConvolutionShape {
  std::vector<std::int64_t> stride;
  std::vector<std::int64_t> padding;
  std::vector<std::int64_t> dilation;
  std::vector<std::int64_t> output_padding;  ///< of transposed convolution, else empty
  std::int64_t groups = 1;
  std::size_t spatial() const { return stride.size(); }
};

/// Checks operands [N, C, spatial...] and [C_out, C / groups, kernel...] (transposed: [C, C_out /
/// groups, kernel...]). \error W1207, W1208, W1209 with what was seen and what was needed
void check_convolution(const Call& call, const TensorMeta& input, const TensorMeta& weight,
                       const ConvolutionShape& shape, bool transposed);

/// out[n, c, o...] = sum over input channels of the group and kernel positions of
/// input[n, ., o * stride - padding + k * dilation] * weight[c, ., k...].
Compute convolution_compute(const TensorMeta& input, const TensorMeta& weight,
                            const ConvolutionShape& shape);

/// The transpose of that map, in the form that gathers: only the kernel positions that meet an
/// input element contribute, so that no work is spent on the zeros between input elements.
Compute transposed_convolution_compute(const TensorMeta& input, const TensorMeta& weight,
                                       const ConvolutionShape& shape);

}  // namespace weft::ir
