/// \file What proxies are after the graph that they stand in is gone from their program.
#pragma once

#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

/// Refuses every use of its proxies (W4004).
OperatorHandler& ended_capture();

/// Takes the node away from a proxy that may be held on to somewhere.
void end_proxy(TensorImpl& proxy);

}  // namespace weft
