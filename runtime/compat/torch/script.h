/// \file libtorch's header of TorchScript.
#pragma once

#error "weft has no TorchScript: include <torch/torch.h> and compile the C++ model itself"
