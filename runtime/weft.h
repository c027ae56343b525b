/// \file Everything that a model needs: tensors, operators and modules.
#pragma once

#include <weft/runtime/api/functions.h>
#include <weft/runtime/nn/nn.h>
#include <weft/runtime/tensor/accessor.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/guards.h>
#include <weft/runtime/tensor/indexing.h>
#include <weft/runtime/tensor/operators.h>
#include <weft/runtime/tensor/print.h>
#include <weft/runtime/tensor/sym_math.h>
#include <weft/runtime/tensor/tensor.h>
#include <weft/runtime/weights/pytorch.h>
#include <weft/runtime/weights/safetensors.h>
