/// \file What a kernel touches and about how much it computes.
#pragma once

#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen {

/// Fills `reads`, `writes`, `flops` and `bytes` from the body. `flops` counts every arithmetic or
/// transcendental operation as one; `bytes` counts every element once, however often it is loaded.
void fill_estimates(Kernel& kernel, const std::vector<Buffer>& buffers);

}  // namespace weft::codegen
