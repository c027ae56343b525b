/// \file Tensors for the inputs of a model: from files, or made from the specs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <weft/frontend/trace/input_spec.h>
#include <weft/ir/value.h>

namespace weft::cli {

/// Values of declared extents, in order of their first use in the specs.
using NamedExtents = std::vector<std::pair<std::string, std::int64_t>>;

/// Tensors `NAME` or `input.NAME` of the file, one for each spec. Other tensors in the file do not
/// matter.
/// \error W7302 if one is missing or does not fit its spec
std::vector<ir::TensorHandle> read_inputs(const std::string& path,
                                          const std::vector<TensorSpec>& specs);

/// Tensors with values that depend only on the spec's name: element k of input NAME comes from
/// unit = splitmix64(fnv1a("input:NAME") + k) / 2^64, cut to 24 bits. Floating-point numbers are
/// 2 * unit - 1, in [-1, 1); integers and booleans are 0 or 1.
/// \error W7304 for extents that the specs do not allow
std::vector<ir::TensorHandle> make_inputs(const std::vector<TensorSpec>& specs,
                                          const NamedExtents& extents);

/// The declared names in the specs, in order of first use.
std::vector<std::string> extent_names(const std::vector<TensorSpec>& specs);

/// Reads "N=3,H=7", which gives every name of the specs a value.
/// \error W7001
NamedExtents read_extents(const std::string& text, const std::vector<TensorSpec>& specs);

/// What a model is tried at where nothing is said: all extents 1; 3, 4, 5, ...; and 7, 11, 13, 7,
/// ...; each the nearest that its spec allows.
std::vector<NamedExtents> default_extents(const std::vector<TensorSpec>& specs);

/// "N=3, H=7".
std::string extents_text(const NamedExtents& extents);

/// Copies, for a model that may write into its inputs.
std::vector<ir::TensorHandle> copies_of(const std::vector<ir::TensorHandle>& tensors);

}  // namespace weft::cli
