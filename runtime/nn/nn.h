/// \file All of nn.
#pragma once

#include <weft/runtime/nn/activation.h>
#include <weft/runtime/nn/archive.h>
#include <weft/runtime/nn/attention.h>
#include <weft/runtime/nn/containers.h>
#include <weft/runtime/nn/conv.h>
#include <weft/runtime/nn/distance.h>
#include <weft/runtime/nn/embedding.h>
#include <weft/runtime/nn/embedding_bag.h>
#include <weft/runtime/nn/functional.h>
#include <weft/runtime/nn/functional_layers.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/nn/linear.h>
#include <weft/runtime/nn/loss.h>
#include <weft/runtime/nn/margin_loss.h>
#include <weft/runtime/nn/module_dict.h>
#include <weft/runtime/nn/normalization.h>
#include <weft/runtime/nn/padding.h>
#include <weft/runtime/nn/parameter_vector.h>
#include <weft/runtime/nn/pooling.h>
#include <weft/runtime/nn/recurrent.h>
#include <weft/runtime/nn/state_dict.h>
#include <weft/runtime/nn/sequences.h>
#include <weft/runtime/nn/transformer.h>
#include <weft/runtime/nn/unpooling.h>
#include <weft/runtime/nn/upsampling.h>
