// An archive is what TorchScript stores of a module without methods:
//
//   archive/data.pkl                            the attributes, as a pickle
//   archive/data/0, archive/data/1, ...         the storages
//   archive/code/__torch__.py, ...              the classes: which attributes there are
//   archive/constants.pkl, version, byteorder
//
// Each module has a class of its own. libtorch's class of the root is __torch__.Module, the others
// are __torch__.___torch_mangle_0.Module and so on.
#include <weft/runtime/weights/archive_writer.h>

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/weights/header.h>
#include <weft/runtime/weights/pickle_writer.h>
#include <weft/runtime/weights/zip_writer.h>

namespace weft::weights {

namespace {

/// Name of the storage class; null for an element type without one.
const char* storage_class(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return "FloatStorage";
    case DType::kFloat64:
      return "DoubleStorage";
    case DType::kFloat16:
      return "HalfStorage";
    case DType::kBFloat16:
      return "BFloat16Storage";
    case DType::kUInt8:
      return "ByteStorage";
    case DType::kInt8:
      return "CharStorage";
    case DType::kInt16:
      return "ShortStorage";
    case DType::kInt32:
      return "IntStorage";
    case DType::kInt64:
      return "LongStorage";
    case DType::kBool:
      return "BoolStorage";
    default:
      return nullptr;
  }
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// Collects the records of an archive.
class ArchiveRecords {
 public:
  ArchiveRecords(const ArchivedModule& root, SourceLocation where) : where_(where) {
    write_module(root, "", 0);
    pickle_.finish();
  }

  ZipWriter zip() const {
    ZipWriter writer;
    writer.add("archive/data.pkl", bytes_of(pickle_.bytes()));
    for (std::size_t i = 0; i < storages_.size(); ++i) {
      writer.add("archive/data/" + std::to_string(i), storages_[i]);
    }
    for (const auto& [name, text] : code_) writer.add("archive/code/" + name, bytes_of(text));
    static const std::string kNoConstants = "\x80\x02).", kVersion = "3\n", kOrder = "little";
    writer.add("archive/constants.pkl", bytes_of(kNoConstants));
    writer.add("archive/version", bytes_of(kVersion));
    writer.add("archive/byteorder", bytes_of(kOrder));
    return writer;
  }

 private:
  [[noreturn]] void refuse(const std::string& name, const std::string& why) const {
    fail(diag::WeightsNotStorable, where_, {name, why});
  }

  /// "__torch__" for the first class, then "__torch__.___torch_mangle_0".
  std::string new_scope() {
    const std::size_t number = classes_++;
    if (number == 0) return "__torch__";
    return "__torch__.___torch_mangle_" + std::to_string(number - 1);
  }

  /// Returns the scope of the module's class.
  std::string write_module(const ArchivedModule& module, const std::string& path,
                           std::size_t depth) {
    constexpr std::size_t kDeepest = 99;  // what the reader takes
    if (depth > kDeepest) refuse(path, "its modules are nested too deeply");
    const std::string scope = new_scope();
    std::string parameters, buffers, types;
    pickle_.object(scope, "Module");
    pickle_.begin_state();
    std::set<std::string> names;
    for (const ArchivedModule::Attribute& attribute : module.attributes) {
      const std::string& name = attribute.name;
      const std::string full = path.empty() ? name : path + "." + name;
      if (const std::string fault = fault_of_attribute(name); !fault.empty()) refuse(full, fault);
      if (!names.insert(name).second) refuse(full, "the name occurs twice");
      pickle_.text(name);
      std::string type = "Tensor";
      if (attribute.module) {
        type = write_module(*attribute.module, full, depth + 1) + ".Module";
      } else {
        write_tensor(full, attribute.tensor);
        (attribute.is_buffer ? buffers : parameters) += '"' + name + "\", ";
      }
      // A name need not be one of the language: libtorch writes those of Sequential in this form.
      types += "  __annotations__[\"" + name + "\"] = " + type + "\n";
    }
    pickle_.end_state();
    std::string file = scope + ".py";
    if (const std::size_t dot = scope.find('.'); dot != std::string::npos) file[dot] = '/';
    code_[file] = "class Module(Module):\n  __parameters__ = [" + parameters +
                  "]\n  __buffers__ = [" + buffers + "]\n  __annotations__ = []\n" + types;
    return scope;
  }

  static std::string fault_of_attribute(const std::string& name) {
    if (std::string fault = fault_of_name(name); !fault.empty()) return fault;
    if (!is_utf8(name)) return "the name is not UTF-8";
    for (const char c : name) {
      if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20) {
        return "the name holds a quotation mark, a backslash or a control character";
      }
    }
    return {};
  }

  void write_tensor(const std::string& name, const Tensor& tensor) {
    if (!tensor.defined()) refuse(name, "the tensor is undefined");
    tensor.data_ptr(where_);  // under capture this is the error of a read
    ir::TensorHandle stored = tensor.handle();
    const char* type = storage_class(stored->dtype);
    if (!type) refuse(name, "libtorch has no storage of its element type");
    if (!is_storable(*stored)) stored = eager::contiguous(stored);
    pickle_.name("torch._utils", "_rebuild_tensor_v2");
    pickle_.mark();
    write_storage(stored, type);
    pickle_.integer(stored->offset);
    pickle_.integers(stored->sizes);
    pickle_.integers(stored->strides);
    pickle_.boolean(tensor.requires_grad());
    pickle_.name("collections", "OrderedDict");  // hooks
    pickle_.call_without_arguments();
    pickle_.tuple();
    pickle_.call();
  }

  /// Whether the whole storage and the strides describe the tensor.
  static bool is_storable(const TensorImpl& tensor) {
    if (tensor.storage->bytes() % ir::size_of(tensor.dtype) != 0) return false;
    for (const std::int64_t stride : tensor.strides) {
      if (stride < 0) return false;
    }
    return tensor.offset >= 0;
  }

  void write_storage(const ir::TensorHandle& tensor, const char* type) {
    const auto key = std::pair(tensor->storage.get(), tensor->dtype);
    const auto found = memo_.find(key);
    if (found != memo_.end()) {
      pickle_.recall(found->second);
      return;
    }
    kept_.push_back(tensor);
    const std::size_t bytes = tensor->storage->bytes();
    pickle_.mark();
    pickle_.text("storage");
    pickle_.name("torch", type);
    pickle_.text(std::to_string(storages_.size()));
    pickle_.text("cpu");
    pickle_.integer(static_cast<std::int64_t>(bytes / ir::size_of(tensor->dtype)));
    pickle_.tuple();
    pickle_.persistent();
    memo_.emplace(key, pickle_.remember());
    storages_.emplace_back(tensor->storage->data(), bytes);
  }

  SourceLocation where_;
  PickleWriter pickle_;
  std::size_t classes_ = 0;
  std::map<std::string, std::string> code_;  ///< by file
  std::map<std::pair<const Storage*, DType>, std::uint32_t> memo_;
  std::vector<std::span<const std::byte>> storages_;
  std::vector<ir::TensorHandle> kept_;  ///< holds the memory of `storages_`
};

}  // namespace

void save_archive(const ArchivedModule& module, const std::string& path, where_t where) {
  const ArchiveRecords records(module, where);
  try {
    records.zip().write(path);
  } catch (const ZipError& error) {
    fail(diag::WeightsFileUnwritable, where, {path, error.what()});
  }
}

std::vector<std::byte> archive_bytes(const ArchivedModule& module, where_t where) {
  const ArchiveRecords records(module, where);
  try {
    return records.zip().bytes();
  } catch (const ZipError& error) {
    fail(diag::WeightsFileUnwritable, where, {"(memory)", error.what()});
  }
}

}  // namespace weft::weights
