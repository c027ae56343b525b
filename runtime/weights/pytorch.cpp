#include <weft/runtime/weights/pytorch.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/tensor/tensor_impl.h>
#include <weft/runtime/weights/header.h>
#include <weft/runtime/weights/pickle.h>
#include <weft/runtime/weights/pytorch_container.h>

namespace weft {

namespace {

using weights::FileName;
using weights::PickleValue;
using Kind = PickleValue::Kind;

[[noreturn]] void refuse(const FileName& file, const std::string& why) {
  fail(diag::PytorchFileWrong, file.where, {file.name, why});
}

/// "FloatStorage" or "float32".
std::optional<DType> dtype_of(std::string_view name) {
  static constexpr std::pair<std::string_view, DType> kNames[] = {
      {"FloatStorage", DType::kFloat32}, {"DoubleStorage", DType::kFloat64},
      {"HalfStorage", DType::kFloat16},  {"BFloat16Storage", DType::kBFloat16},
      {"ByteStorage", DType::kUInt8},    {"CharStorage", DType::kInt8},
      {"ShortStorage", DType::kInt16},   {"IntStorage", DType::kInt32},
      {"LongStorage", DType::kInt64},    {"BoolStorage", DType::kBool},
      {"float32", DType::kFloat32},      {"float64", DType::kFloat64},
      {"float16", DType::kFloat16},      {"bfloat16", DType::kBFloat16},
      {"uint8", DType::kUInt8},          {"int8", DType::kInt8},
      {"int16", DType::kInt16},          {"int32", DType::kInt32},
      {"int64", DType::kInt64},          {"bool", DType::kBool},
  };
  for (const auto& [known, dtype] : kNames) {
    if (known == name) return dtype;
  }
  return std::nullopt;
}

/// A tensor with attributes, or of a class derived from Tensor.
constexpr std::string_view kRebuildFromType = "torch._tensor._rebuild_from_type_v2";

/// Values of an entry in a dictionary, by its text key.
const PickleValue* entry(const PickleValue& dict, std::string_view key) {
  for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
    if (dict.items[i]->is(Kind::kText) && dict.items[i]->text == key) return dict.items[i + 1];
  }
  return nullptr;
}

class PytorchReader {
 public:
  PytorchReader(const weights::PytorchContainer& container, const FileName& file)
      : container_(container), file_(file) {}

  NamedTensors read() {
    const PickleValue& root = state_of(container_.root());
    if (is_tensor(root)) {
      add("0", root);
    } else if (root.is(Kind::kDict) || root.is(Kind::kObject)) {
      collect(root);
    } else if (root.is(Kind::kTuple) || root.is(Kind::kList)) {
      for (std::size_t i = 0; i < root.items.size(); ++i) {
        if (is_tensor(*root.items[i])) add(std::to_string(i), *root.items[i]);
      }
    }
    if (result_.empty() && !is_empty(root)) refuse(file_, "there are no tensors in it");
    return std::move(result_);
  }

 private:
  struct StorageEntry {
    std::shared_ptr<Storage> storage;
    DType dtype;
  };

  static bool is_empty(const PickleValue& value) {
    return value.is(Kind::kDict) && value.items.empty();
  }

  static bool is_tensor(const PickleValue& value) {
    return value.is(Kind::kObject) && (value.of->text.starts_with("torch._utils._rebuild_") ||
                                       value.of->text == kRebuildFromType);
  }

  /// A training checkpoint holds the weights under one of these names.
  const PickleValue& state_of(const PickleValue& root) const {
    if (!root.is(Kind::kDict)) return root;
    for (std::size_t i = 1; i < root.items.size(); i += 2) {
      if (is_tensor(*root.items[i])) return root;
    }
    for (const char* name : {"state_dict", "model_state_dict", "model"}) {
      const PickleValue* inner = entry(root, name);
      if (inner && inner->is(Kind::kDict)) return *inner;
    }
    return root;
  }

  /// Tensors in attributes and dictionaries, under the path of their names. The values form a graph
  /// of the file's making, so depth and steps are bounded.
  void collect(const PickleValue& root) {
    struct Place {
      const PickleValue* value;
      std::string path;
      std::size_t depth;
    };
    std::vector<Place> places = {{&root, "", 0}};
    std::size_t steps = 0;
    while (!places.empty()) {
      const Place place = std::move(places.back());
      places.pop_back();
      const PickleValue& value = *place.value;
      if (!value.is(Kind::kDict) && !value.is(Kind::kObject)) continue;
      if (is_tensor(value)) {
        add(place.path, value);
        continue;
      }
      const PickleValue* attributes = value.is(Kind::kDict) ? &value : value.state;
      if (!attributes || !attributes->is(Kind::kDict)) continue;
      constexpr std::size_t kDeepest = 100;
      if (place.depth == kDeepest) refuse(file_, "its values are nested too deeply");
      // From the back, because the last place is the next.
      for (std::size_t i = attributes->items.size(); i >= 2; i -= 2) {
        if (++steps > weights::kMostTensors * 8) refuse(file_, "it holds too many values");
        const PickleValue& key = *attributes->items[i - 2];
        const PickleValue* item = attributes->items[i - 1];
        if (!key.is(Kind::kText)) {
          if (is_tensor(*item)) refuse(file_, "the key of a tensor is no text");
          continue;
        }
        places.push_back(
            {item, place.path.empty() ? key.text : place.path + "." + key.text, place.depth + 1});
      }
    }
  }

  [[noreturn]] void refuse_tensor(const std::string& name, const std::string& why) const {
    refuse(file_, "tensor `" + name + "`: " + why);
  }

  const PickleValue& argument(const std::string& name, const PickleValue& call, std::size_t index,
                              Kind kind) const {
    if (index >= call.items.size() || !call.items[index]->is(kind)) {
      refuse_tensor(name,
                    "argument " + std::to_string(index) + " of " + call.of->text + " is wrong");
    }
    return *call.items[index];
  }

  std::vector<std::int64_t> integers(const std::string& name, const PickleValue& tuple) const {
    if (tuple.items.size() > weights::kMostDimensions) refuse_tensor(name, "too many dimensions");
    std::vector<std::int64_t> result;
    for (const PickleValue* item : tuple.items) {
      if (!item->is(Kind::kInteger) || item->integer < 0) {
        refuse_tensor(name, "a size or stride is no natural number");
      }
      result.push_back(item->integer);
    }
    return result;
  }

  /// `("storage", torch.FloatStorage, "0", "cpu", 12)`
  StorageEntry storage(const std::string& name, const PickleValue& id, std::optional<DType> given) {
    if (!id.is(Kind::kTuple) || id.items.size() < 5 || !id.items[0]->is(Kind::kText) ||
        id.items[0]->text != "storage" || !id.items[1]->is(Kind::kName) ||
        !id.items[2]->is(Kind::kText) || !id.items[4]->is(Kind::kInteger)) {
      refuse_tensor(name, "its storage is not described as PyTorch does");
    }
    const std::string_view type = std::string_view(id.items[1]->text).substr(strlen("torch."));
    const std::optional<DType> dtype = given ? given : dtype_of(type);
    if (!dtype) {
      fail(diag::WeightsDTypeUnsupported, file_.where, {file_.name, name, std::string(type)});
    }
    const std::string& key = id.items[2]->text;
    if (id.items.size() > 5 && !id.items[5]->is(Kind::kNone)) {
      refuse_tensor(name, "its storage is a part of another, as no PyTorch since 0.4 writes it");
    }
    const auto found = storages_.find(key);
    if (found != storages_.end()) {
      if (found->second.dtype != *dtype) refuse_tensor(name, "its storage has two element types");
      return found->second;
    }
    const std::uint64_t bytes = container_.size(key);
    const std::int64_t count = id.items[4]->integer;
    const std::uint64_t width = given ? 1 : ir::size_of(*dtype);
    if (count < 0 || static_cast<std::uint64_t>(count) != bytes / width || bytes % width != 0) {
      refuse_tensor(name, "its storage of " + std::to_string(count) + " elements has " +
                              std::to_string(bytes) + " bytes");
    }
    // Many names may stand for one place in the file.
    loaded_ += bytes;
    if (loaded_ > container_.bytes()) refuse(file_, "its storages are larger than the file");
    StorageEntry made{Storage::allocate(static_cast<std::size_t>(bytes)), *dtype};
    container_.read(key, {made.storage->data(), static_cast<std::size_t>(bytes)});
    if (*dtype == DType::kBool) {
      // Bytes other than 0 and 1 are no values of a C++ bool.
      auto* values = reinterpret_cast<unsigned char*>(made.storage->data());
      for (std::uint64_t i = 0; i < bytes; ++i) values[i] = values[i] != 0;
    }
    storages_.emplace(key, made);
    return made;
  }

  ir::TensorHandle tensor(const std::string& name, const PickleValue& call) {
    const std::string& function = call.of->text;
    if (function == kRebuildFromType) {
      PickleValue plain;
      plain.kind = Kind::kObject;
      plain.of = &argument(name, call, 0, Kind::kName);
      plain.items = argument(name, call, 2, Kind::kTuple).items;
      if (!is_tensor(plain) || plain.of->text == kRebuildFromType) {
        refuse_tensor(name, "made by " + plain.of->text);
      }
      return tensor(name, plain);
    }
    if (function.starts_with("torch._utils._rebuild_parameter")) {
      const PickleValue& inner = argument(name, call, 0, Kind::kObject);
      if (!is_tensor(inner) || inner.of->text.starts_with("torch._utils._rebuild_parameter")) {
        refuse_tensor(name, "a parameter of no tensor");
      }
      const ir::TensorHandle made = tensor(name, inner);
      set_requires_grad(*made, call, 1);
      return made;
    }
    if (!function.starts_with("torch._utils._rebuild_tensor")) {
      fail(diag::WeightsTensorUnsupported, file_.where, {file_.name, name, function});
    }
    check_marks(name, call);
    std::optional<DType> given;
    if (function.ends_with("_v3")) {
      const std::string& type = argument(name, call, 6, Kind::kName).text;
      given = dtype_of(std::string_view(type).substr(strlen("torch.")));
      if (!given) fail(diag::WeightsDTypeUnsupported, file_.where, {file_.name, name, type});
    }
    const StorageEntry base = storage(name, *argument(name, call, 0, Kind::kPersistent).of, given);
    const std::int64_t offset = argument(name, call, 1, Kind::kInteger).integer;
    auto sizes = integers(name, argument(name, call, 2, Kind::kTuple));
    auto strides = integers(name, argument(name, call, 3, Kind::kTuple));
    if (sizes.size() != strides.size()) refuse_tensor(name, "sizes and strides differ in number");
    const auto width = static_cast<std::int64_t>(ir::size_of(base.dtype));
    check_reach(name, sizes, strides, offset,
                static_cast<std::int64_t>(base.storage->bytes()) / width);
    auto made = std::make_shared<TensorImpl>();
    made->storage = base.storage;
    made->offset = offset;
    made->sizes = std::move(sizes);
    made->strides = std::move(strides);
    made->dtype = base.dtype;
    set_requires_grad(*made, call, 4);
    return made;
  }

  static void set_requires_grad(TensorImpl& tensor, const PickleValue& call, std::size_t index) {
    if (index >= call.items.size() || !call.items[index]->is(Kind::kBool)) return;
    tensor.requires_grad = call.items[index]->boolean && ir::is_floating(tensor.dtype);
  }

  /// A view such as `x.conj().imag` is stored as its base and a mark; the values are others.
  void check_marks(const std::string& name, const PickleValue& call) const {
    const std::size_t index = call.of->text.ends_with("_v3") ? 7 : 6;
    if (index >= call.items.size() || call.items[index]->is(Kind::kNone)) return;
    const PickleValue& marks = argument(name, call, index, Kind::kDict);
    for (std::size_t i = 0; i + 1 < marks.items.size(); i += 2) {
      const PickleValue& value = *marks.items[i + 1];
      if (value.is(Kind::kNone) || (value.is(Kind::kBool) && !value.boolean)) continue;
      fail(diag::WeightsTensorUnsupported, file_.where,
           {file_.name, name, call.of->text + " with the mark `" + marks.items[i]->text + "`"});
    }
  }

  void check_reach(const std::string& name, const std::vector<std::int64_t>& sizes,
                   const std::vector<std::int64_t>& strides, std::int64_t offset,
                   std::int64_t available) const {
    std::int64_t count = 1, last = offset;
    bool fits = offset >= 0, is_empty = false;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      is_empty = is_empty || sizes[d] == 0;
      std::int64_t reach = 0;
      fits = fits && !__builtin_mul_overflow(count, std::max<std::int64_t>(sizes[d], 1), &count);
      fits = fits &&
             !__builtin_mul_overflow(std::max<std::int64_t>(sizes[d] - 1, 0), strides[d], &reach);
      fits = fits && !__builtin_add_overflow(last, reach, &last);
    }
    fits = fits && (is_empty ? offset <= available : last < available);
    // An expanded tensor may have more elements than its storage, within reason.
    fits = fits && (count <= available || count <= (std::int64_t{1} << 32));
    if (!fits) refuse_tensor(name, "it reaches beyond its storage");
  }

  void add(const std::string& name, const PickleValue& call) {
    if (const std::string fault = weights::fault_of_name(name); !fault.empty()) {
      refuse_tensor(name, fault);
    }
    if (result_.size() == weights::kMostTensors) refuse(file_, "it holds too many tensors");
    if (!names_.insert(name).second) refuse_tensor(name, "it is there twice");
    result_.emplace_back(name, Tensor(tensor(name, call)));
  }

  const weights::PytorchContainer& container_;
  const FileName& file_;
  std::map<std::string, StorageEntry> storages_;
  std::uint64_t loaded_ = 0;
  std::set<std::string> names_;
  NamedTensors result_;
};

/// Refuses what `open` or the reader finds wrong.
template <typename Open>
NamedTensors load(const FileName& file, const Open& open) {
  try {
    const std::unique_ptr<weights::PytorchContainer> container = open();
    return PytorchReader(*container, file).read();
  } catch (const weights::PickleNameRefused& error) {
    fail(diag::PytorchNameRefused, file.where, {file.name, error.what()});
  } catch (const weights::PickleError& error) {
    refuse(file, "byte " + std::to_string(error.byte()) + " of its pickle: " + error.what());
  } catch (const weights::ZipError& error) {
    refuse(file, error.what());
  } catch (const weights::ContainerError& error) {
    refuse(file, error.what());
  } catch (const std::bad_alloc&) {
    refuse(file, "not enough memory");
  }
}

/// The first bytes of a file; fewer, or none, where it has no more or cannot be read.
std::vector<std::byte> first_bytes(const std::string& path, std::size_t count) {
  std::vector<std::byte> bytes(count);
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  bytes.resize(stream ? std::fread(bytes.data(), 1, count, stream) : 0);
  if (stream) std::fclose(stream);
  return bytes;
}

constexpr std::size_t kStart = 32;

}  // namespace

NamedTensors load_pytorch(const std::string& path, where_t where) {
  return load(FileName{path, where}, [&] {
    if (!weights::is_legacy_container(first_bytes(path, kStart))) {
      return weights::open_zip_container(path);
    }
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) throw weights::ContainerError(error.message());
    return weights::open_legacy_container(first_bytes(path, static_cast<std::size_t>(size)));
  });
}

NamedTensors load_pytorch(std::span<const std::byte> bytes, const std::string& name,
                          where_t where) {
  return load(FileName{name, where}, [&] {
    if (!weights::is_legacy_container(bytes)) return weights::open_zip_container(bytes);
    return weights::open_legacy_container(std::vector<std::byte>(bytes.begin(), bytes.end()));
  });
}

NamedTensors load_tensors(const std::string& path, where_t where) {
  const std::vector<std::byte> start = first_bytes(path, kStart);
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  if (text.starts_with("PK\x03\x04") || weights::is_legacy_container(start)) {
    return load_pytorch(path, where);
  }
  // A bare pickle; as the length of a safetensors header it would be above the limit.
  std::uint64_t length = 0;
  if (start.size() >= sizeof(length)) std::memcpy(&length, start.data(), sizeof(length));
  if (length > weights::kLongestHeader && text[0] == '\x80' && text[1] >= 2 && text[1] <= 5) {
    refuse({path, where}, "it is a pickle that torch.save did not write");
  }
  return load_safetensors(path, where);
}

}  // namespace weft
