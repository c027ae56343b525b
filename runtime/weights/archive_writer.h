/// \file Archives in the form of libtorch's torch::save.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <weft/runtime/tensor/tensor.h>

namespace weft::weights {

/// Tensors and submodules under names, in the order in which they were written.
struct ArchivedModule {
  struct Attribute {
    std::string name;
    Tensor tensor;  ///< undefined for a submodule
    bool is_buffer = false;
    std::shared_ptr<const ArchivedModule> module;  ///< null for a tensor
  };
  std::vector<Attribute> attributes;
};

/// Writes a file that libtorch's and weft's torch::load read, and torch.jit.load of PyTorch. It
/// appears whole or not at all; equal modules give equal bytes. Tensors that share memory share it
/// in the file.
/// \error W3108 where it cannot be written, W3109 for a name or tensor that no archive can hold
void save_archive(const ArchivedModule& module, const std::string& path, where_t where);
/// The same in memory.
std::vector<std::byte> archive_bytes(const ArchivedModule& module, where_t where);

}  // namespace weft::weights
