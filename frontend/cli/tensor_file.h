/// \file Named tensors in safetensors files.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/value.h>

namespace weft::cli {

struct NamedTensor {
  std::string name;
  ir::TensorHandle tensor;
};

/// The tensors of a file.
class TensorFile {
 public:
  /// \error W7304 if the file cannot be read or is no safetensors file
  explicit TensorFile(std::string path);

  const std::string& path() const { return path_; }
  const std::vector<NamedTensor>& tensors() const { return tensors_; }
  /// Null if there is none of this name.
  ir::TensorHandle find(const std::string& name) const;

 private:
  std::string path_;
  std::vector<NamedTensor> tensors_;
};

/// Writes dense row-major tensors in the order given; the same tensors give the same bytes.
/// \error W7004
void write_tensor_file(const std::string& path, const std::vector<NamedTensor>& tensors);

/// "f32[2, 3]"
std::string describe(const TensorImpl& tensor);

}  // namespace weft::cli
