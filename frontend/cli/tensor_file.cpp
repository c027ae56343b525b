#include <weft/frontend/cli/tensor_file.h>

#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/temporary_folder.h>
#include <weft/runtime/deploy/weights_file.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

/// In the order of enum weft_dtype.
constexpr std::array<DType, 10> kDTypes = {
    DType::kBool,  DType::kUInt8,   DType::kInt8,     DType::kInt16,   DType::kInt32,
    DType::kInt64, DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64};

ir::TensorHandle copy_of(const weft_deploy::WeightsEntry& entry, const std::string& path) {
  if (entry.dtype < 0 || entry.dtype >= static_cast<std::int32_t>(kDTypes.size())) {
    fail(diag::TensorFileUnusable, {},
         {fmt::format("{}: tensor \"{}\" has an element type that weft does not compute with", path,
                      entry.name)});
  }
  ir::TensorHandle tensor =
      make_tensor(kDTypes[static_cast<std::size_t>(entry.dtype)],
                  std::vector<std::int64_t>(entry.sizes, entry.sizes + entry.rank));
  const std::size_t bytes = entry.end - entry.begin;
  if (bytes > 0) std::memcpy(tensor->data(), entry.data, bytes);
  return tensor;
}

}  // namespace

TensorFile::TensorFile(std::string path) : path_(std::move(path)) {
  weft_deploy::WeightsFile file;
  std::string error;
  if (!file.open(path_.c_str(), weft_deploy::LoadMode::kRead, &error)) {
    fail(diag::TensorFileUnusable, {}, {error});
  }
  for (const weft_deploy::WeightsEntry& entry : file.entries()) {
    tensors_.push_back({entry.name, copy_of(entry, path_)});
  }
}

ir::TensorHandle TensorFile::find(const std::string& name) const {
  for (const NamedTensor& item : tensors_) {
    if (item.name == name) return item.tensor;
  }
  return nullptr;
}

void write_tensor_file(const std::string& path, const std::vector<NamedTensor>& tensors) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::string data;
  for (const NamedTensor& item : tensors) {
    const ir::TensorHandle dense = eager::contiguous(item.tensor);
    const std::size_t begin = data.size();
    const std::size_t bytes = static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype);
    data.append(reinterpret_cast<const char*>(dense->data()), bytes);
    header[item.name] = {{"dtype", std::string(ir::dtype_safetensors_name(dense->dtype))},
                         {"shape", dense->sizes},
                         {"data_offsets", {begin, begin + bytes}}};
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');  // the data begins at a multiple of 8
  std::string length;
  for (int i = 0; i < 8; ++i) length += static_cast<char>(text.size() >> (8 * i) & 0xff);
  write_file(path, length + text + data);
}

std::string describe(const TensorImpl& tensor) {
  return fmt::format("{}[{}]", ir::dtype_short_name(tensor.dtype), fmt::join(tensor.sizes, ", "));
}

}  // namespace weft::cli
