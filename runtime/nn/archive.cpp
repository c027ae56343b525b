#include <weft/runtime/nn/archive.h>

#include <algorithm>
#include <istream>
#include <iterator>
#include <map>
#include <ostream>
#include <set>
#include <span>

#include <fmt/format.h>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/state_dict.h>
#include <weft/runtime/weights/archive_writer.h>
#include <weft/runtime/weights/pytorch.h>

namespace weft::nn {

/// Own entries by the names of their registration: one tensor may have several.
void Module::save(serialize::OutputArchive& archive) const {
  for (const auto& item : parameters_) {
    if (item.value().defined()) archive.write(item.key(), item.value());
  }
  for (const auto& item : buffers_) {
    if (item.value().defined()) archive.write(item.key(), item.value(), /*is_buffer=*/true);
  }
  for (const auto& child : children_) {
    if (!child.value() || !child.value()->is_serializable()) continue;
    serialize::OutputArchive nested;
    child.value()->save(nested);
    archive.write(child.key(), nested);
  }
}

void Module::load(serialize::InputArchive& archive) {
  const StateDictMatch match(*this, archive.tensors());
  const std::set<std::string> unexpected(match.unexpected().begin(), match.unexpected().end());
  NamedTensors own;
  for (const auto& item : archive.tensors()) {
    if (!unexpected.count(item.first)) own.push_back(item);
  }
  load_state_dict(*this, own, /*strict=*/true, archive.where());
}

}  // namespace weft::nn

namespace weft::serialize {

namespace {

bool holds(const weights::ArchivedModule& module, const weights::ArchivedModule& wanted) {
  if (&module == &wanted) return true;
  return std::any_of(
      module.attributes.begin(), module.attributes.end(),
      [&](const auto& attribute) { return attribute.module && holds(*attribute.module, wanted); });
}

}  // namespace

OutputArchive::OutputArchive() : module_(std::make_shared<weights::ArchivedModule>()) {}

void OutputArchive::write(const std::string& key, const Tensor& tensor, bool is_buffer) {
  module_->attributes.push_back({key, tensor, is_buffer, nullptr});
}

void OutputArchive::write(const std::string& key, const OutputArchive& nested) {
  if (holds(*nested.module_, *module_)) {
    fail(diag::WeightsNotStorable, {}, {key, "the archive would hold itself"});
  }
  module_->attributes.push_back({key, Tensor(), false, nested.module_});
}

void OutputArchive::save_to(const std::string& path, where_t where) const {
  weights::save_archive(*module_, path, where);
}

void OutputArchive::save_to(std::ostream& stream, where_t where) const {
  const std::vector<std::byte> bytes = weights::archive_bytes(*module_, where);
  stream.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  if (!stream) fail(diag::WeightsFileUnwritable, where, {"(stream)", "the stream takes no more"});
}

void OutputArchive::save_to(const std::function<std::size_t(const void*, std::size_t)>& write,
                            where_t where) const {
  const std::vector<std::byte> bytes = weights::archive_bytes(*module_, where);
  if (write(bytes.data(), bytes.size()) != bytes.size()) {
    fail(diag::WeightsFileUnwritable, where, {"(function)", "it has not taken all bytes"});
  }
}

void InputArchive::take(NamedTensors tensors, std::string file, std::optional<Device> device,
                        where_t where) {
  if (device) {
    for (auto& [name, tensor] : tensors) tensor = tensor.to(*device);
  }
  tensors_ = std::move(tensors);
  file_ = std::move(file);
  where_ = where;
}

void InputArchive::load_from(const std::string& path, std::optional<Device> device, where_t where) {
  take(load_tensors(path, where), path, device, where);
}

void InputArchive::load_from(std::istream& stream, std::optional<Device> device, where_t where) {
  const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  load_from(bytes.data(), bytes.size(), device, where);
}

void InputArchive::load_from(const char* data, std::size_t size, std::optional<Device> device,
                             where_t where) {
  const std::string name = "(memory)";
  take(load_pytorch(std::as_bytes(std::span(data, size)), name, where), name, device, where);
}

bool InputArchive::try_read(const std::string& key, Tensor& tensor, bool) const {
  for (const auto& [name, stored] : tensors_) {
    if (name != key) continue;
    if (tensor.defined()) {
      tensor.set_data(stored, where_);
    } else {
      tensor = stored;
    }
    return true;
  }
  return false;
}

bool InputArchive::try_read(const std::string& key, InputArchive& nested) const {
  const std::string prefix = key + ".";
  NamedTensors inner;
  for (const auto& [name, tensor] : tensors_) {
    if (name.starts_with(prefix)) inner.emplace_back(name.substr(prefix.size()), tensor);
  }
  if (inner.empty()) return false;
  nested.take(std::move(inner), file_, std::nullopt, where_);
  return true;
}

void InputArchive::read(const std::string& key, Tensor& tensor, bool is_buffer) const {
  if (try_read(key, tensor, is_buffer)) return;
  fail(diag::StateDictWrong, where_, {fmt::format("`{}` holds no tensor \"{}\"", file_, key)});
}

void InputArchive::read(const std::string& key, InputArchive& nested) const {
  if (try_read(key, nested)) return;
  fail(diag::StateDictWrong, where_,
       {fmt::format("`{}` holds no tensors under \"{}\"", file_, key)});
}

std::vector<std::string> InputArchive::keys() const {
  std::vector<std::string> result;
  for (const auto& [name, tensor] : tensors_) {
    std::string first = name.substr(0, name.find('.'));
    if (std::find(result.begin(), result.end(), first) == result.end()) {
      result.push_back(std::move(first));
    }
  }
  return result;
}

OutputArchive& operator<<(OutputArchive& archive, const Tensor& tensor) {
  archive.write("0", tensor);
  return archive;
}

OutputArchive& operator<<(OutputArchive& archive, const std::vector<Tensor>& tensors) {
  for (std::size_t i = 0; i < tensors.size(); ++i) archive.write(std::to_string(i), tensors[i]);
  return archive;
}

OutputArchive& operator<<(OutputArchive& archive, const nn::Module& module) {
  module.nn::Module::save(archive);
  return archive;
}

InputArchive& operator>>(InputArchive& archive, Tensor& tensor) {
  if (archive.tensors().size() != 1) {
    fail(diag::StateDictWrong, archive.where(),
         {fmt::format("`{}` holds {} tensors, and one is wanted", archive.file(),
                      archive.tensors().size())});
  }
  tensor = archive.tensors().front().second;
  return archive;
}

InputArchive& operator>>(InputArchive& archive, std::vector<Tensor>& tensors) {
  std::map<std::string, Tensor> by_name(archive.tensors().begin(), archive.tensors().end());
  std::vector<Tensor> numbered;
  for (auto at = by_name.find("0"); at != by_name.end();
       at = by_name.find(std::to_string(numbered.size()))) {
    numbered.push_back(at->second);
    by_name.erase(at);
  }
  if (!by_name.empty()) {
    fail(diag::StateDictWrong, archive.where(),
         {fmt::format("`{}` holds `{}`, and only tensors that are named 0, 1, 2 ... are a vector",
                      archive.file(), by_name.begin()->first)});
  }
  tensors.insert(tensors.end(), numbered.begin(), numbered.end());
  return archive;
}

InputArchive& operator>>(InputArchive& archive, nn::Module& module) {
  nn::load_state_dict(module, archive.tensors(), /*strict=*/true, archive.where());
  return archive;
}

}  // namespace weft::serialize
