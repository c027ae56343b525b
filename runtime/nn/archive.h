/// \file torch::save and torch::load, and the archives behind them.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/nn/module_holder.h>
#include <weft/runtime/weights/safetensors.h>

namespace weft::weights {
struct ArchivedModule;
}

namespace weft::serialize {

/// Takes tensors and archives under names, and writes them in libtorch's form.
/// \source torch::serialize::OutputArchive
class OutputArchive {
 public:
  OutputArchive();

  /// The file says which tensors are buffers; the others are parameters. The tensor's values are
  /// those that it has when the archive is saved.
  void write(const std::string& key, const Tensor& tensor, bool is_buffer = false);
  /// An archive inside of this one; what is written into it later is in both.
  void write(const std::string& key, const OutputArchive& nested);
  template <typename... Arguments>
  void operator()(Arguments&&... arguments) {
    write(std::forward<Arguments>(arguments)...);
  }

  // \error W3108 where nothing can be written, W3109 for a name or tensor that no archive can hold
  void save_to(const std::string& path, where_t where = std::source_location::current()) const;
  void save_to(std::ostream& stream, where_t where = std::source_location::current()) const;
  /// `write` takes a part and returns how many bytes of it it has taken.
  void save_to(const std::function<std::size_t(const void*, std::size_t)>& write,
               where_t where = std::source_location::current()) const;

 private:
  std::shared_ptr<weights::ArchivedModule> module_;
};

/// The tensors of a file of libtorch, of PyTorch, or in the safetensors format, by name. An archive
/// inside of another is what has names that start with its own; one without tensors is not seen.
/// \source torch::serialize::InputArchive
class InputArchive {
 public:
  // \error W3101 to W3107, W3110 to W3112
  void load_from(const std::string& path, std::optional<Device> device = std::nullopt,
                 where_t where = std::source_location::current());
  void load_from(std::istream& stream, std::optional<Device> device = std::nullopt,
                 where_t where = std::source_location::current());
  void load_from(const char* data, std::size_t size, std::optional<Device> device = std::nullopt,
                 where_t where = std::source_location::current());

  /// False where there is no such tensor. A tensor that is defined gets the values and shape,
  /// others become the tensor of the file.
  bool try_read(const std::string& key, Tensor& tensor, bool is_buffer = false) const;
  bool try_read(const std::string& key, InputArchive& nested) const;
  /// \error W3006 where there is no such tensor or archive
  void read(const std::string& key, Tensor& tensor, bool is_buffer = false) const;
  void read(const std::string& key, InputArchive& nested) const;
  template <typename... Arguments>
  void operator()(Arguments&&... arguments) {
    read(std::forward<Arguments>(arguments)...);
  }

  /// Names of the tensors and archives here, in the order of the file.
  std::vector<std::string> keys() const;
  /// All tensors under their paths from here.
  const NamedTensors& tensors() const { return tensors_; }
  /// The user's line that read the file.
  const SourceLocation& where() const { return where_; }
  const std::string& file() const { return file_; }

 private:
  void take(NamedTensors tensors, std::string file, std::optional<Device> device, where_t where);

  NamedTensors tensors_;
  std::string file_;
  SourceLocation where_;
};

OutputArchive& operator<<(OutputArchive& archive, const Tensor& tensor);
OutputArchive& operator<<(OutputArchive& archive, const std::vector<Tensor>& tensors);
OutputArchive& operator<<(OutputArchive& archive, const nn::Module& module);
// \error W3006 where something else is in the file
InputArchive& operator>>(InputArchive& archive, Tensor& tensor);
/// Adds the tensors that are named 0, 1, 2 ... at the end of the vector, in this order, as libtorch
/// does. \error W3006 also where the file has other tensors
InputArchive& operator>>(InputArchive& archive, std::vector<Tensor>& tensors);
InputArchive& operator>>(InputArchive& archive, nn::Module& module);

template <typename M>
OutputArchive& operator<<(OutputArchive& archive, const nn::ModuleHolder<M>& module) {
  return archive << static_cast<const nn::Module&>(*module);
}
template <typename M>
InputArchive& operator>>(InputArchive& archive, const nn::ModuleHolder<M>& module) {
  return archive >> static_cast<nn::Module&>(*module);
}
template <typename M>
OutputArchive& operator<<(OutputArchive& archive, const std::shared_ptr<M>& module) {
  return archive << nn::ModuleHolder<M>(module);
}
template <typename M>
InputArchive& operator>>(InputArchive& archive, const std::shared_ptr<M>& module) {
  return archive >> nn::ModuleHolder<M>(module);
}

}  // namespace weft::serialize

namespace weft {

namespace detail {
template <typename Value>
serialize::OutputArchive archive_of(const Value& value) {
  serialize::OutputArchive archive;
  if constexpr (requires { archive << value; }) {
    archive << value;
  } else {
    static_assert(sizeof(Value) == 0,
                  "torch::save takes tensors, vectors of tensors, modules, and types with an "
                  "operator<< for torch::serialize::OutputArchive");
  }
  return archive;
}
template <typename Value>
void read_archive(serialize::InputArchive& archive, Value& value) {
  if constexpr (requires { archive >> value; }) {
    archive >> value;
  } else {
    static_assert(sizeof(Value) == 0,
                  "torch::load takes tensors, vectors of tensors, modules, and types with an "
                  "operator>> for torch::serialize::InputArchive");
  }
}
}  // namespace detail

/// Writes a tensor, a vector of tensors or a module as libtorch does, for torch::load of either.
/// \source torch::save \error W3108, W3109
template <typename Value>
void save(const Value& value, const std::string& path,
          where_t where = std::source_location::current()) {
  detail::archive_of(value).save_to(path, where);
}
template <typename Value>
void save(const Value& value, std::ostream& stream,
          where_t where = std::source_location::current()) {
  detail::archive_of(value).save_to(stream, where);
}
template <typename Value>
void save(const Value& value, const std::function<std::size_t(const void*, std::size_t)>& write,
          where_t where = std::source_location::current()) {
  detail::archive_of(value).save_to(write, where);
}

/// For `torch::save({a, b}, path)`.
inline void save(const std::vector<Tensor>& tensors, const std::string& path,
                 where_t where = std::source_location::current()) {
  detail::archive_of(tensors).save_to(path, where);
}
inline void save(const std::vector<Tensor>& tensors, std::ostream& stream,
                 where_t where = std::source_location::current()) {
  detail::archive_of(tensors).save_to(stream, where);
}

/// Loads a file of libtorch (`torch::save`), of PyTorch (`torch.save` of a state dict) or a
/// safetensors file into a module, which gets all its tensors or none; the one tensor of a file; or
/// its tensors 0, 1, 2 ..., which are added to a vector. \source torch::load \error W3006, W31xx
template <typename Value>
void load(Value&& value, const std::string& path, std::optional<Device> device = std::nullopt,
          where_t where = std::source_location::current()) {
  serialize::InputArchive archive;
  archive.load_from(path, device, where);
  detail::read_archive(archive, value);
}
template <typename Value>
void load(Value&& value, const std::string& path, where_t where) {
  load(value, path, std::nullopt, where);
}
template <typename Value>
void load(Value&& value, std::istream& stream, std::optional<Device> device = std::nullopt,
          where_t where = std::source_location::current()) {
  serialize::InputArchive archive;
  archive.load_from(stream, device, where);
  detail::read_archive(archive, value);
}
template <typename Value>
void load(Value&& value, const char* data, std::size_t size,
          std::optional<Device> device = std::nullopt,
          where_t where = std::source_location::current()) {
  serialize::InputArchive archive;
  archive.load_from(data, size, device, where);
  detail::read_archive(archive, value);
}

}  // namespace weft
