/// \file Zip archives whose records are stored without compression, as PyTorch writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft::weights {

/// What is wrong with an archive.
class ZipError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An open archive. Not for several threads at once.
class ZipArchive {
 public:
  /// \throws ZipError
  explicit ZipArchive(const std::string& path);
  /// The same from memory, which has to outlive the archive. \throws ZipError
  explicit ZipArchive(std::span<const std::byte> bytes);

  /// Bytes of the whole archive: no record, and no sum of them, is larger.
  std::uint64_t bytes() const { return bytes_; }
  /// Names of all records, in the order of the archive.
  std::vector<std::string> names() const;
  bool contains(const std::string& name) const;
  /// Bytes of a record. \throws ZipError where there is none, or it is compressed
  std::uint64_t size(const std::string& name) const;
  /// Reads a whole record, whose checksum has to be right. \throws ZipError
  void read(const std::string& name, std::span<std::byte> to) const;
  std::vector<std::byte> read(const std::string& name) const;

 private:
  std::shared_ptr<void> handle_;
  std::uint64_t bytes_ = 0;
};

}  // namespace weft::weights
