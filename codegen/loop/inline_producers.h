/// \file Computing cheap or singly used values where they are needed, without storing them.
#pragma once

#include <weft/codegen/loop/stage.h>

namespace weft::codegen {

/// Most buffers that one kernel may touch.
inline constexpr std::size_t kMaxKernelBuffers = 64;

/// Moves the expression of a pointwise stage into the stages that load its value, and removes it,
/// where that costs no work worth speaking of: it has one user that visits no element twice, or it
/// is so cheap that computing it again is no more than loading it.
///
///   a = x * 2; b = exp(a)          ->   b = exp(x * 2)
///   m = sum over k of exp(x - y)        stays one stage too
///
/// What a matrix product or convolution reads stays, and so does what can be part of its epilogue
/// while the user cannot.
void inline_producers(StageGraph& graph);

/// Stages that read each value, ascending.
std::vector<std::vector<int>> users_of_values(const StageGraph& graph);

/// About how many times the stage's body runs, for choices.
double body_points(const Stage& stage);

}  // namespace weft::codegen
