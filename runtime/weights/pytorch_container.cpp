#include <weft/runtime/weights/pytorch_container.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

namespace weft::weights {

namespace {

using Kind = PickleValue::Kind;

class ZipContainer : public PytorchContainer {
 public:
  template <typename From>
  explicit ZipContainer(const From& from) : archive_(from) {
    constexpr std::string_view kPickle = "/data.pkl";
    for (const std::string& name : archive_.names()) {
      if (!name.ends_with(kPickle) || name.find('/') != name.size() - kPickle.size()) continue;
      if (!folder_.empty()) throw ContainerError("it holds more than one data.pkl");
      folder_ = name.substr(0, name.size() - kPickle.size() + 1);
    }
    if (folder_.empty()) throw ContainerError("it is a zip archive without data.pkl");
    // PyTorch 1.6 to 2.0 do not write the order of bytes.
    const std::string order = text_of_record("byteorder", "little");
    if (order != "little") throw ContainerError("its byte order is " + order);
    check_version(text_of_record("version", "3"));
    pickle_ = read_pickle(archive_.read(folder_ + "data.pkl"));
  }

  std::uint64_t bytes() const override { return archive_.bytes(); }
  std::uint64_t size(const std::string& key) const override { return archive_.size(record(key)); }
  void read(const std::string& key, std::span<std::byte> to) const override {
    archive_.read(record(key), to);
  }

 private:
  std::string record(const std::string& key) const { return folder_ + "data/" + key; }

  std::string text_of_record(const std::string& name, const std::string& absent) const {
    if (!archive_.contains(folder_ + name)) return absent;
    const std::vector<std::byte> bytes = archive_.read(folder_ + name);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  /// What a later form means is not known.
  static void check_version(const std::string& text) {
    constexpr int kLatest = 10;
    int version = 0;
    std::from_chars(text.data(), text.data() + text.size(), version);
    if (version >= 1 && version <= kLatest) return;
    throw ContainerError("its version is " + text.substr(0, 20) + ", and 1 to 10 are known");
  }

  ZipArchive archive_;
  std::string folder_;  ///< "archive/"
};

/// The number 0x1950a86a20f9469cfc6c as a pickle holds it.
constexpr std::string_view kMagic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";

/// Bytes of an element by the class of a storage: also of those that weft has no type for, because
/// the storages lie one behind the other.
std::uint64_t width_of(std::string_view storage) {
  static constexpr std::pair<std::string_view, std::uint64_t> kWidths[] = {
      {"torch.FloatStorage", 4},          {"torch.DoubleStorage", 8},
      {"torch.HalfStorage", 2},           {"torch.BFloat16Storage", 2},
      {"torch.ByteStorage", 1},           {"torch.CharStorage", 1},
      {"torch.ShortStorage", 2},          {"torch.IntStorage", 4},
      {"torch.LongStorage", 8},           {"torch.BoolStorage", 1},
      {"torch.ComplexDoubleStorage", 16}, {"torch.ComplexFloatStorage", 8},
      {"torch.QInt8Storage", 1},          {"torch.QUInt8Storage", 1},
      {"torch.QInt32Storage", 4},         {"torch.storage.UntypedStorage", 1}};
  for (const auto& [name, width] : kWidths) {
    if (name == storage) return width;
  }
  throw ContainerError("it has a storage of type " + std::string(storage));
}

class LegacyContainer : public PytorchContainer {
 public:
  explicit LegacyContainer(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {
    next_pickle();  // the magic number
    if (!next_pickle().root().is(Kind::kInteger)) throw ContainerError("its version is no number");
    check_machine(next_pickle().root());
    pickle_ = next_pickle();
    const Pickle keys = next_pickle();
    find_storages(keys.root());
  }

  std::uint64_t bytes() const override { return bytes_.size(); }
  std::uint64_t size(const std::string& key) const override { return place(key).size(); }
  void read(const std::string& key, std::span<std::byte> to) const override {
    const std::span<const std::byte> from = place(key);
    std::copy(from.begin(), from.end(), to.begin());
  }

 private:
  Pickle next_pickle() {
    try {
      Pickle pickle = read_pickle(std::span(bytes_).subspan(next_));
      next_ += pickle.size();
      return pickle;
    } catch (const PickleNameRefused& error) {
      throw PickleNameRefused(next_ + error.byte(), error.what());
    } catch (const PickleError& error) {
      throw PickleError(next_ + error.byte(), error.what());
    }
  }

  static void check_machine(const PickleValue& machine) {
    if (!machine.is(Kind::kDict)) throw ContainerError("it does not say which machine wrote it");
    for (std::size_t i = 0; i + 1 < machine.items.size(); i += 2) {
      const PickleValue& key = *machine.items[i];
      const PickleValue& value = *machine.items[i + 1];
      if (!key.is(Kind::kText) || key.text != "little_endian") continue;
      if (value.is(Kind::kBool) && !value.boolean) throw ContainerError("its byte order is big");
    }
  }

  /// Bytes of an element of each storage that the pickle refers to.
  std::map<std::string, std::uint64_t> widths() const {
    std::map<std::string, std::uint64_t> result;
    for (const PickleValue& value : pickle_.values()) {
      if (!value.is(Kind::kPersistent) || !value.of->is(Kind::kTuple)) continue;
      const auto& id = value.of->items;
      if (id.size() < 3 || !id[1]->is(Kind::kName) || !id[2]->is(Kind::kText)) continue;
      const std::uint64_t width = width_of(id[1]->text);
      if (result.emplace(id[2]->text, width).first->second != width) {
        throw ContainerError("storage " + id[2]->text + " has two types");
      }
    }
    return result;
  }

  /// Each storage is the number of its elements in eight bytes, and the elements.
  void find_storages(const PickleValue& keys) {
    if (!keys.is(Kind::kList)) throw ContainerError("it has no list of its storages");
    const std::map<std::string, std::uint64_t> width = widths();
    for (const PickleValue* key : keys.items) {
      const auto known = key->is(Kind::kText) ? width.find(key->text) : width.end();
      if (known == width.end()) throw ContainerError("it has a storage that no tensor names");
      const std::uint64_t left = bytes_.size() - next_;
      std::uint64_t count = 0;
      if (left < sizeof(count)) throw ContainerError("it ends before storage " + key->text);
      std::memcpy(&count, bytes_.data() + next_, sizeof(count));
      next_ += sizeof(count);
      if (count > (left - sizeof(count)) / known->second) {
        throw ContainerError("storage " + key->text + " of " + std::to_string(count) +
                             " elements reaches beyond its end");
      }
      const auto size = static_cast<std::size_t>(count * known->second);
      places_[key->text] = std::span(bytes_).subspan(next_, size);
      next_ += size;
    }
  }

  std::span<const std::byte> place(const std::string& key) const {
    const auto found = places_.find(key);
    if (found == places_.end()) throw ContainerError("it has no storage " + key);
    return found->second;
  }

  std::vector<std::byte> bytes_;
  std::size_t next_ = 0;
  std::map<std::string, std::span<const std::byte>> places_;
};

}  // namespace

std::unique_ptr<PytorchContainer> open_zip_container(const std::string& path) {
  return std::make_unique<ZipContainer>(path);
}

std::unique_ptr<PytorchContainer> open_zip_container(std::span<const std::byte> bytes) {
  return std::make_unique<ZipContainer>(bytes);
}

std::unique_ptr<PytorchContainer> open_legacy_container(std::vector<std::byte> bytes) {
  return std::make_unique<LegacyContainer>(std::move(bytes));
}

bool is_legacy_container(std::span<const std::byte> start) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()),
                              std::min<std::size_t>(start.size(), 32));
  return text.starts_with('\x80') && text.find(kMagic) != std::string_view::npos;
}

}  // namespace weft::weights
