#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/runtime/nn/state_dict.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

bool is_source(const std::string& path) {
  static const std::vector<std::string> kSuffixes = {".cpp", ".cc", ".cxx", ".c++",
                                                     ".h",   ".hh", ".hpp", ".hxx"};
  const std::string suffix = std::filesystem::path(path).extension().string();
  return std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end();
}

std::string bytes_text(std::uint64_t bytes) {
  return bytes < 10 * 1024 ? fmt::format("{} bytes", bytes) : fmt::format("{} KiB", bytes / 1024);
}

void print_table(const NamedTensors& tensors) {
  std::size_t width = 0;
  std::uint64_t bytes = 0;
  for (const auto& [name, tensor] : tensors) {
    width = std::max(width, name.size());
    bytes += static_cast<std::uint64_t>(tensor.numel()) * ir::size_of(tensor.dtype());
  }
  for (const auto& [name, tensor] : tensors) {
    fmt::print("{:<{}}  {}\n", name, width, describe(*tensor.handle()));
  }
  fmt::print("{} tensors, {}\n", tensors.size(), bytes_text(bytes));
}

}  // namespace

int run_weights(const WeightsOptions& options) {
  NamedTensors tensors;
  if (is_source(options.model.file)) {
    CaptureSession session(options.model, {.values = !options.output.empty(), .forward = false});
    tensors = nn::state_dict(session.model());
  } else {
    tensors = TensorFile(options.model.file).tensors();
  }
  if (!options.output.empty()) {
    NamedHandles handles;
    for (const auto& [name, tensor] : tensors) handles.emplace_back(name, tensor.handle());
    write_tensor_file(options.output, handles);
  }
  print_table(tensors);
  return 0;
}

}  // namespace weft::cli
