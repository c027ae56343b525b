#include <weft/frontend/cli/tensor_file.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/runtime/tensor/tensor_impl.h>
#include <weft/runtime/weights/safetensors.h>

namespace weft::cli {
namespace {

/// Faults of a file are at no line of the user's source.
const SourceLocation kNowhere;

}  // namespace

TensorFile::TensorFile(std::string path) : path_(std::move(path)) {
  for (const auto& [name, tensor] : load_safetensors(path_, kNowhere)) {
    tensors_.emplace_back(name, tensor.handle());
  }
}

ir::TensorHandle TensorFile::find(const std::string& name) const {
  for (const auto& [own_name, tensor] : tensors_) {
    if (own_name == name) return tensor;
  }
  return nullptr;
}

void write_tensor_file(const std::string& path, const NamedHandles& tensors) {
  NamedTensors named;
  for (const auto& [name, handle] : tensors) named.emplace_back(name, Tensor(handle));
  save_safetensors(path, named, {}, kNowhere);
}

std::string describe(const TensorImpl& tensor) {
  return fmt::format("{}[{}]", ir::dtype_short_name(tensor.dtype), fmt::join(tensor.sizes, ", "));
}

}  // namespace weft::cli
