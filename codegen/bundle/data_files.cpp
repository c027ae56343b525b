#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>
#include <weft/codegen/diagnostics.h>

namespace weft::codegen::bundle {

namespace {

constexpr std::size_t kAlignment = 64;

/// A name in the header; the escapes that JSON needs are all that a path can hold.
std::string json_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string entry(const std::string& name, std::string_view dtype, const std::string& shape,
                  std::size_t begin, std::size_t end) {
  return fmt::format("{}:{{\"dtype\":\"{}\",\"shape\":[{}],\"data_offsets\":[{},{}]}}",
                     json_string(name), dtype, shape, begin, end);
}

/// The folder of the support headers: beside this library if it is installed or in a build folder,
/// else where the library was built.
std::filesystem::path support_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&make_bundle), &info) != 0 && info.dli_fname) {
    std::error_code error;
    const auto library = std::filesystem::canonical(info.dli_fname, error);
    const auto beside = library.parent_path() / WEFT_DEPLOY_DIR_RELATIVE;
    if (!error && std::filesystem::exists(beside / "isa.h")) return beside;
  }
  return WEFT_DEPLOY_DIR;
}

}  // namespace

void WeightsWriter::add(const std::string& name, const ir::TensorMeta& meta,
                        const std::string& bytes) {
  std::string shape;
  for (const ir::IntExpr& size : meta.sizes) {
    shape += fmt::format("{}{}", shape.empty() ? "" : ",", size.value());
  }
  const auto add_item = [&](const std::string& item) {
    if (!items_.empty()) items_ += ",";
    items_ += item;
  };
  const std::size_t begin = data_.size();
  data_ += bytes;
  add_item(entry(name, ir::dtype_safetensors_name(meta.dtype), shape, begin, data_.size()));
  // The format allows no holes, so what aligns the next tensor is a tensor of its own.
  const std::size_t rest = (kAlignment - data_.size() % kAlignment) % kAlignment;
  if (rest == 0) return;
  const std::size_t from = data_.size();
  data_.append(rest, '\0');
  add_item(entry(fmt::format("weft.padding.{}", paddings_++), "U8", fmt::format("{}", rest), from,
                 data_.size()));
}

std::string WeightsWriter::file() const {
  std::string header = "{" + items_ + "}";
  header.append((kAlignment - (header.size() + 8) % kAlignment) % kAlignment, ' ');
  const std::uint64_t length = header.size();
  std::string file(8, '\0');
  std::memcpy(file.data(), &length, 8);
  return file + header + data_;
}

std::string weight_bytes(const Context& context, const Port& weight) {
  const ir::GraphModule::Attribute* attribute = context.module.find_attribute(weight.name);
  if (!attribute) fail(diag::InternalError, {}, {"weight " + weight.name + " is missing"});
  const auto count = static_cast<std::size_t>(weight.meta.numel().value());
  std::string bytes(count * ir::size_of(weight.meta.dtype), '\0');
  context.options.read_tensor(attribute->value, reinterpret_cast<std::byte*>(bytes.data()));
  return bytes;
}

BundleFiles support_files() {
  BundleFiles files;
  const std::filesystem::path folder = support_folder();
  std::error_code error;
  for (const auto& item : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = item.path().filename().string();
    if (item.path().extension() != ".h" && name != "README.md") continue;
    std::ifstream file(item.path(), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    files["weft_deploy/" + name] = content.str();
  }
  if (files.empty()) {
    fail(diag::BundleWrite, {}, {"the support headers", "they are not in " + folder.string()});
  }
  return files;
}

}  // namespace weft::codegen::bundle
