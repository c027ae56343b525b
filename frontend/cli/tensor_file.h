/// \file Named tensors in safetensors files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <weft/ir/value.h>

namespace weft::cli {

using NamedHandles = std::vector<std::pair<std::string, ir::TensorHandle>>;

/// The tensors of a file.
class TensorFile {
 public:
  /// \error W31xx if the file cannot be read or is no safetensors file
  explicit TensorFile(std::string path);

  const std::string& path() const { return path_; }
  const NamedHandles& tensors() const { return tensors_; }
  /// Null if there is none of this name.
  ir::TensorHandle find(const std::string& name) const;

 private:
  std::string path_;
  NamedHandles tensors_;
};

/// The same tensors give the same bytes. The file appears whole or not at all.
/// \error W3108
void write_tensor_file(const std::string& path, const NamedHandles& tensors);

/// "f32[2, 3]"
std::string describe(const TensorImpl& tensor);

}  // namespace weft::cli
