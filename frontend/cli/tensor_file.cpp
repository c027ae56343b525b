#include <weft/frontend/cli/tensor_file.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/tensor/tensor_impl.h>
#include <weft/runtime/weights/pytorch.h>

namespace weft::cli {
namespace {

/// Faults of a file are at no line of the user's source.
const SourceLocation kNowhere;

}  // namespace

TensorFile::TensorFile(std::string path) : path_(std::move(path)) {
  // A path that leads nowhere is wrong use, a file with other contents is not.
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path_, error);
  if (!std::filesystem::exists(status)) {
    fail(diag::PathUnreadable, {}, {path_, error ? error.message() : "no such file"});
  }
  if (std::filesystem::is_directory(status))
    fail(diag::PathUnreadable, {}, {path_, "it is a folder"});
  tensors_ = load_tensors(path_, kNowhere);
}

std::string TensorFile::contents() const {
  if (tensors_.empty()) return "it holds no tensors";
  constexpr std::size_t kMost = 12;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(kMost, tensors_.size()); ++k) {
    names.push_back("\"" + tensors_[k].first + "\"");
  }
  if (tensors_.size() > kMost) names.push_back(fmt::format("and {} more", tensors_.size() - kMost));
  return fmt::format("it holds {}", fmt::join(names, ", "));
}

ir::TensorHandle TensorFile::find(const std::string& name) const {
  for (const auto& [own_name, tensor] : tensors_) {
    if (own_name == name) return tensor.handle();
  }
  return nullptr;
}

void write_tensor_file(const std::string& path, const NamedHandles& tensors) {
  NamedTensors named;
  for (const auto& [name, handle] : tensors) named.emplace_back(name, Tensor(handle));
  try {
    save_safetensors(path, named, {}, kNowhere);
  } catch (const Error& error) {
    // At the command line a place that cannot be written is wrong use.
    if (error.diagnostic().kind != &weft::diag::WeightsFileUnwritable) throw;
    const std::string start = fmt::format("cannot write `{}`: ", path);
    const std::string& message = error.diagnostic().message;
    fail(diag::FileNotWritten, {},
         {path, message.starts_with(start) ? message.substr(start.size()) : message});
  }
}

std::string describe(const TensorImpl& tensor) {
  return fmt::format("{}[{}]", ir::dtype_short_name(tensor.dtype), fmt::join(tensor.sizes, ", "));
}

}  // namespace weft::cli
