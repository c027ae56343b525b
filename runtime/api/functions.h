/// \file The operators as free functions.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/api/operators/pointwise_unary_functions.h>
#include <weft/runtime/api/operators/pointwise_binary_functions.h>
#include <weft/runtime/api/operators/comparison_functions.h>
#include <weft/runtime/api/operators/pointwise_ternary_functions.h>
#include <weft/runtime/api/operators/activation_functions.h>
#include <weft/runtime/api/operators/reduction_functions.h>
#include <weft/runtime/api/operators/view_functions.h>
#include <weft/runtime/api/operators/matmul_functions.h>
#include <weft/runtime/api/operators/linear_algebra_functions.h>
#include <weft/runtime/api/operators/convolution_functions.h>
#include <weft/runtime/api/operators/pooling_functions.h>
#include <weft/runtime/api/operators/normalization_functions.h>
#include <weft/runtime/api/operators/indexing_functions.h>
#include <weft/runtime/api/operators/movement_functions.h>
#include <weft/runtime/api/operators/factory_functions.h>
#include <weft/runtime/api/operators/loss_functions.h>
