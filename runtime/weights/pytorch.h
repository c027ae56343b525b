/// \file Weights files that PyTorch and libtorch write.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <weft/runtime/weights/safetensors.h>

namespace weft {

/// The tensors of a `.pt` or `.pth` file of PyTorch, of any version since 0.4:
///
/// - `torch.save(model.state_dict(), path)`, also as entry "state_dict", "model_state_dict" or
///   "model" of a dictionary (a training checkpoint);
/// - `torch::save(module, path)` and `torch::save(tensors, path)` of libtorch, and TorchScript
///   archives: parameters and buffers under their paths;
/// - `torch.save(tensor, path)`: one tensor, under the name "0".
///
/// Tensors that share memory in the file share it here. Nothing that the file names is run: names
/// of functions and classes other than those of tensors, containers and options are refused. A
/// pickled model (`torch.save(model, path)`) is such a case.
/// \error W3110 for a file that cannot be read or is not well formed, W3111 for a name that is not
///        allowed, W3107 for element types that weft lacks, W3112 for tensors that are not dense
NamedTensors load_pytorch(const std::string& path, where_t where = std::source_location::current());
/// The same from memory; `name` stands for the file in messages.
NamedTensors load_pytorch(std::span<const std::byte> bytes, const std::string& name,
                          where_t where = std::source_location::current());

/// The tensors of a file, which is read as what it is: one of PyTorch (load_pytorch) or safetensors
/// (load_safetensors).
/// \error W3101 to W3107, W3110 to W3112
NamedTensors load_tensors(const std::string& path, where_t where = std::source_location::current());

}  // namespace weft
