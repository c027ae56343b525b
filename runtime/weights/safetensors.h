/// \file Weights files in the safetensors format.
///
/// Files are not trusted. What the format does not allow is refused with a stable id, the byte and
/// the tensor at fault; nothing is read beyond the file, and no more memory is used than the file is
/// large, but for the entries of its header.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/tensor/tensor.h>

namespace weft {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// The tensors of a file in the order of its header.
/// \error W3101 for a file that cannot be read, W3102 to W3107 for one that is not well formed
NamedTensors load_safetensors(const std::string& path,
                              where_t where = std::source_location::current());
/// The same from memory; `name` stands for the file in messages.
NamedTensors load_safetensors(std::span<const std::byte> bytes, const std::string& name,
                              where_t where = std::source_location::current());

/// Writes the tensors, widest elements first and then by name, so that data is aligned and equal
/// tensors give equal bytes. The file appears whole or not at all.
/// \error W3108 where it cannot be written, W3109 for a name or tensor that no file can hold
void save_safetensors(const std::string& path, const NamedTensors& tensors,
                      const std::map<std::string, std::string>& metadata = {},
                      where_t where = std::source_location::current());

}  // namespace weft
