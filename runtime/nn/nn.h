/// \file All of nn.
#pragma once

#include <weft/runtime/nn/activation.h>
#include <weft/runtime/nn/containers.h>
#include <weft/runtime/nn/conv.h>
#include <weft/runtime/nn/embedding.h>
#include <weft/runtime/nn/functional.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/nn/linear.h>
#include <weft/runtime/nn/normalization.h>
#include <weft/runtime/nn/pooling.h>
