/// \file Tensors for the inputs of a model: from files, or made from the specs.
#pragma once

#include <string>
#include <vector>

#include <weft/frontend/trace/input_spec.h>
#include <weft/ir/value.h>

namespace weft::cli {

/// Tensors `NAME` or `input.NAME` of the file, one for each spec. Other tensors in the file do not
/// matter.
/// \error W7302 if one is missing or does not fit its spec
std::vector<ir::TensorHandle> read_inputs(const std::string& path,
                                          const std::vector<TensorSpec>& specs);

/// Tensors with values that depend only on the spec's name: element k of input NAME comes from
/// unit = splitmix64(fnv1a("input:NAME") + k) / 2^64, cut to 24 bits. Floating-point numbers are
/// 2 * unit - 1, in [-1, 1); integers and booleans are 0 or 1. The first symbolic extent is 3, the
/// next 4, and so on.
std::vector<ir::TensorHandle> make_inputs(const std::vector<TensorSpec>& specs);

/// Copies, for a model that may write into its inputs.
std::vector<ir::TensorHandle> copies_of(const std::vector<ir::TensorHandle>& tensors);

}  // namespace weft::cli
