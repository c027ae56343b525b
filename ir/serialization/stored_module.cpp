/// \file Recognising the forms, and checks that they share.
#include <weft/ir/serialization/stored_module.h>

#include <algorithm>
#include <unordered_set>

#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/binary_format.h>
#include <weft/ir/serialization/form_parts.h>
#include <weft/ir/serialization/graph_builder.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/ir/serialization/stored_module_parts.h>
#include <weft/ir/serialization/text_scanner.h>

namespace weft::ir {
namespace serialization {
namespace {

// A view may leave out most elements of its storage, but a file must not ask for memory without
// end.
constexpr std::int64_t kMostGaps = 1024;
constexpr std::int64_t kMostElements = std::int64_t{1} << 40;

[[noreturn]] void wrong(SourceLocation where, std::string what) {
  fail(diag::GraphFileValue, where, {std::move(what)});
}

}  // namespace

void check_tensor(const StoredTensor& tensor, SourceLocation where) {
  if (tensor.strides.size() != tensor.sizes.size()) {
    wrong(where, "a tensor with other many strides than extents");
  }
  std::int64_t elements = 1;
  std::int64_t last = 0;
  for (std::size_t d = 0; d < tensor.sizes.size(); ++d) {
    const std::int64_t size = tensor.sizes[d];
    const std::int64_t stride = tensor.strides[d];
    if (size < 0 || stride < 0) wrong(where, "a tensor with a negative extent or stride");
    if (size != 0 && elements > kMostElements / size)
      wrong(where, "a tensor of more than 2^40 elements");
    elements *= size;
    if (size > 1 && stride > (kMostElements - last) / (size - 1)) {
      wrong(where, "a tensor that spans more than 2^40 elements");
    }
    last += size > 1 ? (size - 1) * stride : 0;
  }
  if (elements > 0 && last / kMostGaps > elements) {
    wrong(where, "a tensor with less than one element in " + std::to_string(kMostGaps));
  }
  if (!tensor.file.empty()) {
    const bool plain = tensor.file.find_first_of("/\\:") == std::string::npos &&
                       tensor.file != "." && tensor.file != "..";
    if (!plain) wrong(where, "the file `" + tensor.file + "`, which is no plain name");
    return;
  }
  if (tensor.bytes.size() != static_cast<std::size_t>(elements) * size_of(tensor.dtype)) {
    wrong(where, "a tensor of " + std::to_string(elements) + " elements with " +
                     std::to_string(tensor.bytes.size()) + " bytes");
  }
}

void add_attribute(const StoredGraphModule& whole, StoredModule& module, std::string path,
                   std::int64_t tensor, SourceLocation where) {
  if (tensor < 0 || static_cast<std::size_t>(tensor) >= whole.tensors.size()) {
    fail(diag::GraphFileUnknown, where, {"tensor", std::to_string(tensor)});
  }
  module.attributes.emplace_back(std::move(path), static_cast<std::size_t>(tensor));
}

void check_paths(const StoredModule& module, SourceLocation where) {
  std::unordered_set<std::string_view> paths;
  const auto enter = [&](const std::string& path) {
    if (!paths.insert(path).second) fail(diag::GraphFileName, where, {path, "is there twice"});
  };
  for (const auto& [path, number] : module.attributes) enter(path);
  for (const StoredModule& called : module.modules) enter(called.path);
}

void check_module_depth(int depth, SourceLocation where) {
  if (depth > kDeepestModule) {
    fail(diag::GraphFileDepth, where, {std::to_string(kDeepestModule)});
  }
}

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> strides(sizes.size());
  std::int64_t step = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    strides[d] = step;
    const std::int64_t size = std::max<std::int64_t>(1, sizes[d]);
    step = step > kMostElements / size ? kMostElements : step * size;
  }
  return strides;
}

std::string to_hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  digits.reserve(2 * bytes.size());
  for (const char c : bytes) {
    digits += kDigits[static_cast<unsigned char>(c) >> 4];
    digits += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return digits;
}

std::string from_hex(std::string_view digits, SourceLocation where) {
  const auto value = [&](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    wrong(where, "bytes that are not pairs of hexadecimal digits");
  };
  if (digits.size() % 2 != 0) wrong(where, "bytes that are not pairs of hexadecimal digits");
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(16 * value(digits[i]) + value(digits[i + 1]));
  }
  return bytes;
}

}  // namespace serialization

namespace {

StoredGraphModule alone(Graph graph) {
  StoredGraphModule whole;
  whole.root.name = "Module";
  whole.root.graph = std::move(graph);
  return whole;
}

std::string_view without_blanks(std::string_view data) {
  return data.substr(std::min(data.find_first_not_of(" \t\r\n"), data.size()));
}

}  // namespace

StoredGraphModule read_stored_module(std::string_view data, const std::string& file) {
  if (data.starts_with(serialization::kModuleMagic)) return serialization::module_from_binary(data);
  if (data.starts_with(serialization::kBinaryMagic)) {
    return alone(from_binary(reinterpret_cast<const std::uint8_t*>(data.data()), data.size()));
  }
  if (without_blanks(data).starts_with('{')) return serialization::module_from_json(data);
  serialization::TextScanner scan(data, file);
  const bool is_module = scan.accept("weft") && scan.accept("module");
  return is_module ? serialization::module_from_text(data, file) : alone(from_text(data, file));
}

bool is_stored_module(std::string_view data) {
  if (data.starts_with(serialization::kModuleMagic)) return true;
  if (data.starts_with(serialization::kBinaryMagic)) return true;
  if (without_blanks(data).starts_with('{')) return true;
  serialization::TextScanner scan(data, "");
  return scan.accept("weft") && (scan.accept("module") || scan.accept("graph"));
}

}  // namespace weft::ir
