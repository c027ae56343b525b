/// \file Writing of weights files.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include <unistd.h>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/weights/header.h>
#include <weft/runtime/weights/safetensors.h>

namespace weft {

namespace {

constexpr std::size_t kHeaderAlignment = 8;

std::string quoted(const std::string& text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (code < 0x20) {
      result += "\\u00";
      result += kHex[code >> 4];
      result += kHex[code & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// A tensor on its way into the file.
struct Item {
  const std::string* name;
  ir::TensorHandle tensor;  ///< dense
  std::size_t bytes() const {
    return static_cast<std::size_t>(tensor->numel()) * ir::size_of(tensor->dtype);
  }
};

std::vector<Item> arranged(const NamedTensors& tensors, SourceLocation where) {
  std::vector<Item> items;
  items.reserve(tensors.size());
  for (const auto& [name, tensor] : tensors) {
    std::string fault = weights::fault_of_name(name);
    if (fault.empty() && !weights::is_utf8(name)) fault = "the name is not UTF-8";
    if (fault.empty() && name == "__metadata__") fault = "the name is reserved";
    if (fault.empty() && !tensor.defined()) fault = "the tensor is undefined";
    if (!fault.empty()) fail(diag::WeightsNotStorable, where, {name, fault});
    tensor.data_ptr(where);  // under capture this is the error of a read
    items.push_back({&name, eager::contiguous(tensor.handle())});
  }
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    const std::size_t width_a = ir::size_of(a.tensor->dtype);
    const std::size_t width_b = ir::size_of(b.tensor->dtype);
    return width_a != width_b ? width_a > width_b : *a.name < *b.name;
  });
  std::vector<const std::string*> names;
  for (const Item& item : items) names.push_back(item.name);
  std::sort(names.begin(), names.end(),
            [](const std::string* a, const std::string* b) { return *a < *b; });
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (*names[i - 1] == *names[i]) {
      fail(diag::WeightsNotStorable, where, {*names[i], "the name occurs twice"});
    }
  }
  return items;
}

std::string header_text(const std::vector<Item>& items,
                        const std::map<std::string, std::string>& metadata) {
  std::string text = "{";
  const auto separate = [&] {
    if (text.back() != '{') text += ',';
  };
  if (!metadata.empty()) {
    text += "\"__metadata__\":{";
    for (const auto& [key, value] : metadata) {
      separate();
      text += quoted(key) + ':' + quoted(value);
    }
    text += '}';
  }
  std::size_t offset = 0;
  for (const Item& item : items) {
    separate();
    text += quoted(*item.name) + ":{\"dtype\":\"" +
            std::string(ir::dtype_safetensors_name(item.tensor->dtype)) + "\",\"shape\":[";
    for (std::size_t d = 0; d < item.tensor->sizes.size(); ++d) {
      if (d > 0) text += ',';
      text += std::to_string(item.tensor->sizes[d]);
    }
    text += "],\"data_offsets\":[" + std::to_string(offset) + ',';
    offset += item.bytes();
    text += std::to_string(offset) + "]}";
  }
  text += '}';
  text.resize((text.size() + kHeaderAlignment - 1) / kHeaderAlignment * kHeaderAlignment, ' ');
  return text;
}

/// A file under a name of its own that takes its place at the end, or goes away.
class NewFile {
 public:
  NewFile(const std::string& path, SourceLocation where)
      : path_(path), temporary_(path + ".new" + std::to_string(getpid())), where_(where),
        stream_(std::fopen(temporary_.c_str(), "wb")) {
    if (!stream_) refuse();
  }
  ~NewFile() {
    if (!stream_) return;
    std::fclose(stream_);
    std::remove(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(const void* bytes, std::size_t count) {
    if (count != 0 && std::fwrite(bytes, 1, count, stream_) != count) refuse();
  }

  void finish() {
    const bool flushed = std::fflush(stream_) == 0;
    const int problem = errno;
    std::FILE* const stream = std::exchange(stream_, nullptr);
    const bool closed = std::fclose(stream) == 0;
    if (flushed && closed && std::rename(temporary_.c_str(), path_.c_str()) == 0) return;
    const int code = flushed ? errno : problem;
    std::remove(temporary_.c_str());
    fail(diag::WeightsFileUnwritable, where_, {path_, std::strerror(code)});
  }

 private:
  [[noreturn]] void refuse() {
    fail(diag::WeightsFileUnwritable, where_, {path_, std::strerror(errno)});
  }

  const std::string& path_;
  std::string temporary_;
  SourceLocation where_;
  std::FILE* stream_;
};

}  // namespace

void save_safetensors(const std::string& path, const NamedTensors& tensors,
                      const std::map<std::string, std::string>& metadata, where_t where) {
  const std::vector<Item> items = arranged(tensors, where);
  for (const auto& [key, value] : metadata) {
    if (!weights::is_utf8(key) || !weights::is_utf8(value)) {
      fail(diag::WeightsNotStorable, where, {"__metadata__", "text that is not UTF-8"});
    }
  }
  const std::string text = header_text(items, metadata);
  NewFile file(path, where);
  unsigned char length[8];
  for (std::size_t i = 0; i < sizeof length; ++i) {
    length[i] = static_cast<unsigned char>(static_cast<std::uint64_t>(text.size()) >> (8 * i));
  }
  file.write(length, sizeof length);
  file.write(text.data(), text.size());
  for (const Item& item : items) file.write(item.tensor->data(), item.bytes());
  file.finish();
}

}  // namespace weft
