#pragma once
/// \file Weights of a bundle: a safetensors file, mapped into memory and looked up by name.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "weights_header.h"

#if defined(__unix__) || defined(__APPLE__)
#define WEFT_HAVE_MMAP 1
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#define WEFT_HAVE_MMAP 0
#endif

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

enum class LoadMode {
  kMap,   ///< pages are shared and read on first use; the file must not change while it is open
  kRead,  ///< copied into memory: for files that somebody may change or cut at run time
};

/// Tensors of one file. After `open` it never changes, so any number of threads may read it.
/// Functions return false with a sentence in `*error` and leave the object closed.
class WeightsFile {
 public:
  WeightsFile() = default;
  ~WeightsFile() { close(); }
  WeightsFile(const WeightsFile&) = delete;
  WeightsFile& operator=(const WeightsFile&) = delete;

  /// Longest header accepted, as in the format's reference implementation.
  static constexpr uint64_t kMostHeaderBytes = 100000000;

  bool open(const char* path, LoadMode mode, std::string* error) {
    close();
    std::string why;
    try {
      if ((mode == LoadMode::kMap ? map(path, &why) : read(path, &why)) && parse(&why)) return true;
    } catch (const std::bad_alloc&) {
      why = "out of memory";
    }
    close();
    *error = std::string(path) + ": " + why;
    return false;
  }
  /// Weights that are part of the program. The bytes must outlive this object.
  bool open_memory(const void* bytes, size_t size, std::string* error) {
    close();
    bytes_ = static_cast<const char*>(bytes);
    size_ = size;
    try {
      if (parse(error)) return true;
    } catch (const std::bad_alloc&) {
      *error = "out of memory";
    }
    close();
    return false;
  }
  void close() {
    entries_.clear();
    copies_.clear();
#if WEFT_HAVE_MMAP
    if (mapped_) munmap(const_cast<char*>(bytes_), size_);
#endif
    mapped_ = false;
    owned_.reset();
    bytes_ = nullptr;
    size_ = 0;
  }

  /// All tensors, by name.
  const std::vector<WeightsEntry>& entries() const { return entries_; }

  /// The tensor of that name, or null.
  const WeightsEntry* find(const char* name) const {
    const auto it = std::lower_bound(
        entries_.begin(), entries_.end(), name,
        [](const WeightsEntry& entry, const char* text) { return entry.name < text; });
    return it != entries_.end() && it->name == name ? &*it : nullptr;
  }

  /// Contiguous elements of a tensor that must exist with exactly this type and shape.
  bool lookup(const char* name, int32_t dtype, const int64_t* sizes, int32_t rank,
              const void** data, std::string* error) const {
    const WeightsEntry* entry = find(name);
    if (entry == nullptr) {
      *error = std::string("weights tensor \"") + name + "\" is missing";
      return false;
    }
    if (entry->dtype != dtype || entry->rank != rank ||
        !std::equal(sizes, sizes + rank, entry->sizes)) {
      *error = std::string("weights tensor \"") + name + "\": expected " +
               describe(dtype, sizes, rank) + ", found " +
               describe(entry->dtype, entry->sizes, entry->rank);
      return false;
    }
    *data = entry->data;
    return true;
  }
  template <class T>
  bool lookup(const char* name, const int64_t* sizes, int32_t rank, const T** data,
              std::string* error) const {
    const void* found = nullptr;
    if (!lookup(name, DTypeOf<T>::value, sizes, rank, &found, error)) return false;
    *data = static_cast<const T*>(found);
    return true;
  }

 private:
  static std::string describe(int32_t dtype, const int64_t* sizes, int32_t rank) {
    TensorView view = {};
    view.dtype = dtype;
    view.rank = rank < WEFT_MAX_RANK ? rank : WEFT_MAX_RANK;
    std::copy(sizes, sizes + view.rank, view.sizes);
    char text[256];
    describe_view(view, text, sizeof(text));
    return text;
  }

  bool map(const char* path, std::string* why) {
#if WEFT_HAVE_MMAP
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return system_error("cannot be opened", why);
    struct stat info;
    if (fstat(file, &info) != 0) {
      system_error("cannot be examined", why);
      ::close(file);
      return false;
    }
    if (!S_ISREG(info.st_mode)) {
      ::close(file);
      return read(path, why);  // a pipe, say
    }
    size_ = static_cast<size_t>(info.st_size);
    void* at = size_ == 0 ? MAP_FAILED : mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    ::close(file);
    if (at == MAP_FAILED) return read(path, why);
    mapped_ = true;
    bytes_ = static_cast<const char*>(at);
    return true;
#else
    return read(path, why);
#endif
  }

  bool read(const char* path, std::string* why) {
    size_ = 0;
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return system_error("cannot be opened", why);
    // Grows as the bytes come, so that a wrong length cannot ask for memory that no data fills.
    size_t capacity = 0;
    bool fine = true;
    for (size_t got = 1; got > 0 && fine;) {
      if (size_ == capacity) {
        const size_t larger_capacity = capacity < 65536 ? 65536 : 2 * capacity;
        std::unique_ptr<char[]> more(new (std::nothrow) char[larger_capacity]);
        if (more == nullptr) {
          *why = "out of memory";
          fine = false;
          break;
        }
        if (size_ > 0) std::memcpy(more.get(), owned_.get(), size_);
        owned_ = std::move(more);
        capacity = larger_capacity;
      }
      got = std::fread(owned_.get() + size_, 1, capacity - size_, file);
      size_ += got;
    }
    if (fine && std::ferror(file) != 0) fine = system_error("cannot be read", why);
    std::fclose(file);
    bytes_ = owned_.get();
    return fine;
  }

  static bool system_error(const char* what, std::string* why) {
    *why = std::string(what) + ": " + std::strerror(errno);
    return false;
  }

  bool parse(std::string* why) {
    if (size_ < 8) {
      *why = "a weights file has at least 8 bytes, this has " + std::to_string(size_);
      return false;
    }
    uint64_t header = 0;
    for (int i = 7; i >= 0; --i) header = header << 8 | static_cast<unsigned char>(bytes_[i]);
    if (header > kMostHeaderBytes || header > size_ - 8) {
      *why = "the header has " + std::to_string(header) + " bytes, more than " +
             (header > kMostHeaderBytes ? "the format allows" : "the file");
      return false;
    }
    const char* text = bytes_ + 8;
    const size_t header_size = static_cast<size_t>(header);
    WeightsHeaderParser parser(text, header_size, size_ - 8 - header_size);
    if (!parser.parse(&entries_, why)) return false;
    for (WeightsEntry& entry : entries_) {
      entry.data = aligned(text + header_size + entry.begin, entry, why);
      if (entry.data == nullptr) return false;
    }
    return true;
  }

  /// The data where it lies, or a copy if the file puts it at an address unfit for its type.
  const void* aligned(const char* data, const WeightsEntry& entry, std::string* why) {
    const size_t unit = static_cast<size_t>(std::max<int64_t>(dtype_size(entry.dtype), 1));
    if (reinterpret_cast<uintptr_t>(data) % unit == 0) return data;
    const size_t size = static_cast<size_t>(entry.end - entry.begin);
    std::unique_ptr<char[]> copy(new (std::nothrow) char[size + 1]);
    if (copy == nullptr) {
      *why = "out of memory";
      return nullptr;
    }
    std::memcpy(copy.get(), data, size);
    copies_.push_back(std::move(copy));
    return copies_.back().get();
  }

  std::vector<WeightsEntry> entries_;
  std::vector<std::unique_ptr<char[]>> copies_;
  std::unique_ptr<char[]> owned_;
  const char* bytes_ = nullptr;
  size_t size_ = 0;
  bool mapped_ = false;
};

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
