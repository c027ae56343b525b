/// \file Reading of weights files.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <sys/stat.h>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/weights/header.h>
#include <weft/runtime/weights/safetensors.h>

namespace weft {

namespace {

using weights::Entry;
using weights::FileName;

constexpr std::size_t kLengthBytes = 8;

[[noreturn]] void unreadable(const FileName& file, const std::string& why) {
  fail(diag::WeightsFileUnreadable, file.where, {file.name, why});
}

/// Bytes from front to back; a file may become shorter while it is read.
class Source {
 public:
  virtual ~Source() = default;
  virtual std::uint64_t size() const = 0;
  virtual void read(void* to, std::size_t count) = 0;
};

class MemorySource : public Source {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : rest_(bytes), size_(bytes.size()) {}
  std::uint64_t size() const override { return size_; }
  void read(void* to, std::size_t count) override {
    if (count == 0) return;
    std::memcpy(to, rest_.data(), count);
    rest_ = rest_.subspan(count);
  }

 private:
  std::span<const std::byte> rest_;
  std::uint64_t size_;
};

class FileSource : public Source {
 public:
  explicit FileSource(const FileName& file)
      : file_(file), stream_(std::fopen(file.name.c_str(), "rb"), std::fclose) {
    if (!stream_) unreadable(file_, std::strerror(errno));
    struct stat status {};
    if (fstat(fileno(stream_.get()), &status) != 0) unreadable(file_, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) unreadable(file_, "not a regular file");
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
  std::uint64_t size() const override { return size_; }
  void read(void* to, std::size_t count) override {
    if (count != 0 && std::fread(to, 1, count, stream_.get()) != count) {
      unreadable(file_, "it became shorter while it was read");
    }
  }

 private:
  const FileName& file_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
  std::uint64_t size_ = 0;
};

std::uint64_t read_length(Source& source, const FileName& file) {
  if (source.size() < kLengthBytes) {
    fail(diag::WeightsHeaderLength, file.where,
         {file.name, "a file of " + std::to_string(source.size()) + " bytes"});
  }
  unsigned char bytes[kLengthBytes];
  source.read(bytes, sizeof bytes);
  std::uint64_t length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) length = length << 8 | bytes[i];
  weights::check_header_length(length, source.size(), file);
  return length;
}

/// Bytes other than 0 and 1 are no values of a C++ bool.
void make_bools(TensorImpl& tensor) {
  auto* bytes = reinterpret_cast<unsigned char*>(tensor.data());
  for (std::int64_t i = 0; i < tensor.numel(); ++i) bytes[i] = bytes[i] != 0;
}

NamedTensors load(Source& source, const FileName& file) {
  const std::uint64_t length = read_length(source, file);
  std::string text(length, '\0');
  source.read(text.data(), text.size());
  std::vector<Entry> entries =
      weights::parse_header(text, source.size() - kLengthBytes - length, file);
  std::string().swap(text);

  // The data is read in the order in which it lies, which need not be that of the header.
  NamedTensors result(entries.size());
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return entries[a].begin != entries[b].begin ? entries[a].begin < entries[b].begin
                                                : entries[a].end < entries[b].end;
  });
  for (const std::size_t i : order) {
    Entry& entry = entries[i];
    ir::TensorHandle tensor = make_tensor(entry.dtype, std::move(entry.sizes));
    source.read(tensor->data(), static_cast<std::size_t>(entry.end - entry.begin));
    if (entry.dtype == DType::kBool) make_bools(*tensor);
    result[i] = {std::move(entry.name), Tensor(std::move(tensor))};
  }
  return result;
}

}  // namespace

NamedTensors load_safetensors(const std::string& path, where_t where) {
  const FileName file{path, where};
  try {
    FileSource source(file);
    return load(source, file);
  } catch (const std::bad_alloc&) {
    unreadable(file, "not enough memory");
  }
}

NamedTensors load_safetensors(std::span<const std::byte> bytes, const std::string& name,
                              where_t where) {
  const FileName file{name, where};
  MemorySource source(bytes);
  return load(source, file);
}

}  // namespace weft
