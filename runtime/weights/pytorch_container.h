/// \file The two forms in which PyTorch stores a pickle and the memory of its tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <weft/runtime/weights/pickle.h>
#include <weft/runtime/weights/zip_archive.h>

namespace weft::weights {

/// What is wrong with a container.
class ContainerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One pickle, and storages under the keys that it names.
class PytorchContainer {
 public:
  virtual ~PytorchContainer() = default;
  const PickleValue& root() const { return pickle_.root(); }
  /// Bytes of the whole file: the storages together have no more.
  virtual std::uint64_t bytes() const = 0;
  /// Bytes of a storage. \throws ContainerError, ZipError where there is none
  virtual std::uint64_t size(const std::string& key) const = 0;
  /// Reads a whole storage. \throws ContainerError, ZipError
  virtual void read(const std::string& key, std::span<std::byte> to) const = 0;

 protected:
  Pickle pickle_;
};

/// PyTorch 1.6 and later, and libtorch: a zip archive with data.pkl and a record for each storage.
/// \throws ZipError, ContainerError, PickleError
std::unique_ptr<PytorchContainer> open_zip_container(const std::string& path);
std::unique_ptr<PytorchContainer> open_zip_container(std::span<const std::byte> bytes);

/// Before 1.6, and with _use_new_zipfile_serialization=False since: four pickles (a magic number,
/// the version, the machine, the value), the keys of the storages as a fifth, and the storages.
/// \throws ContainerError, PickleError
std::unique_ptr<PytorchContainer> open_legacy_container(std::vector<std::byte> bytes);

/// True for the first bytes (32 suffice) of a file of that form.
bool is_legacy_container(std::span<const std::byte> start);

}  // namespace weft::weights
