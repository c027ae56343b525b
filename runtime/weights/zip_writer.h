/// \file Writing of zip archives whose records are stored without compression.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <weft/runtime/weights/zip_archive.h>

namespace weft::weights {

/// Collects records and writes them at once. Equal records give equal bytes.
class ZipWriter {
 public:
  /// The bytes have to stay until the archive is written.
  void add(std::string name, std::span<const std::byte> bytes);

  /// Writes a file, which appears whole or not at all. \throws ZipError
  void write(const std::string& path) const;
  /// The archive in memory. \throws ZipError
  std::vector<std::byte> bytes() const;

 private:
  struct Record {
    std::string name;
    std::span<const std::byte> bytes;
  };
  std::vector<Record> records_;
};

}  // namespace weft::weights
