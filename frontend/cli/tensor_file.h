/// \file Files of named tensors: safetensors, and those of PyTorch.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/weights/safetensors.h>

namespace weft::cli {

using NamedHandles = std::vector<std::pair<std::string, ir::TensorHandle>>;

/// The tensors of a file.
class TensorFile {
 public:
  /// \error W7006 if there is no such file, W31xx if it is not well formed
  explicit TensorFile(std::string path);

  const std::string& path() const { return path_; }
  const NamedTensors& tensors() const { return tensors_; }
  /// The names, for messages: `it holds "a", "b"`.
  std::string contents() const;
  /// Null if there is none of this name.
  ir::TensorHandle find(const std::string& name) const;

 private:
  std::string path_;
  NamedTensors tensors_;
};

/// The same tensors give the same bytes. The file appears whole or not at all.
/// \error W7004
void write_tensor_file(const std::string& path, const NamedHandles& tensors);

/// "f32[2, 3]"
std::string describe(const TensorImpl& tensor);

}  // namespace weft::cli
