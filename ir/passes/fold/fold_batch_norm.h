/// \file Pass: batch norm becomes part of the weights beside it.
#pragma once

#include <weft/ir/passes/pass.h>

namespace weft::ir {

/// Multiplies the scale of a batch norm into the weights of the convolution, transposed convolution
/// or linear layer before it, or of the convolution without padding or linear layer after it.
///
///     %conv1 = conv2d(%x, %w)                    %rsqrt = rsqrt(add(%var, 1e-05))
///     %bn1 = batch_norm(%conv1,                  %scale = mul(%rsqrt, %gamma)
///         %gamma, %beta, %mean, %var)    ->      %conv1_weight = mul(%w, reshape(%scale, ...))
///                                                %conv1_bias = sub(%beta, mul(%mean, %scale))
///                                                %conv1 = conv2d(%x, %conv1_weight, %conv1_bias)
///
/// What is left works on weights alone. Each call gets weights of its own, so other calls of a
/// shared module keep theirs; a value that something else uses too is left as it is. Results hold
/// up to rounding. Needs shapes, and float32 or float64 throughout. A graph that writes into
/// weights is left as it is.
bool fold_batch_norm(GraphModule& module, PassContext& context);

}  // namespace weft::ir
