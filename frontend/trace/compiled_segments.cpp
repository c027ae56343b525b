#include <weft/frontend/trace/compiled_segments.h>

#include <atomic>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include <weft/frontend/trace/segment_capture.h>
#include <weft/ir/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {
namespace {

/// Reads what a module keeps for those that derive from it, without copies.
struct ModuleContents : nn::Module {
  static const auto& parameters_of(const nn::Module& module) {
    return module.*(&ModuleContents::parameters_);
  }
  static const auto& buffers_of(const nn::Module& module) {
    return module.*(&ModuleContents::buffers_);
  }
  static const auto& children_of(const nn::Module& module) {
    return module.*(&ModuleContents::children_);
  }
};

void append_number(std::string& text, std::int64_t number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

void append_list(std::string& text, const std::vector<std::int64_t>& numbers) {
  text += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ',';
    append_number(text, numbers[i]);
  }
  text += ']';
}

void append_bits(std::string& text, double number) {
  char digits[24];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, std::bit_cast<std::uint64_t>(number), 16).ptr;
  text.append(digits, end);
}

/// `is_open`: a float may have any value.
void append_key(std::string& text, const ir::Value& value, bool is_open) {
  if (const ir::TensorHandle* tensor = value.tensor()) {
    text += ir::dtype_short_name((*tensor)->dtype);
    append_list(text, (*tensor)->sizes);
    if ((*tensor)->strides != dense_strides((*tensor)->sizes))
      append_list(text, (*tensor)->strides);
  } else if (const auto* flag = std::get_if<bool>(&value.value)) {
    text += *flag ? "b1" : "b0";
  } else if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
    text += 'i';
    append_number(text, *integer);
  } else if (const auto* number = std::get_if<double>(&value.value)) {
    text += 'd';
    if (!is_open) append_bits(text, *number);
  } else if (const auto* string = std::get_if<std::string>(&value.value)) {
    text += 's';
    append_number(text, static_cast<std::int64_t>(string->size()));
    text += ':' + *string;
  } else if (const auto* dtype = std::get_if<DType>(&value.value)) {
    text += ir::dtype_short_name(*dtype);
  } else if (const auto* list = value.list()) {
    text += '(';
    for (const ir::Value& item : *list) append_key(text, item, is_open);
    text += ')';
  } else if (const ir::ValueDict* dict = value.dict()) {
    text += '{';
    for (const auto& [name, item] : dict->items) {
      text += name + '=';
      append_key(text, item, is_open);
    }
    text += '}';
  } else {
    text += 'n';
  }
  text += ' ';
}

void append_training(std::string& text, const nn::Module& module) {
  text += module.is_training() ? 't' : 'e';
  for (const auto& item : ModuleContents::children_of(module)) {
    if (item.value()) append_training(text, *item.value());
  }
}

void add_leaves(const ir::Value& value, std::vector<ir::Value>& leaves) {
  if (const auto* list = value.list()) {
    for (const ir::Value& item : *list) add_leaves(item, leaves);
  } else if (const ir::ValueDict* dict = value.dict()) {
    for (const auto& [name, item] : dict->items) add_leaves(item, leaves);
  } else {
    leaves.push_back(value);
  }
}

/// Reads a result's description with what a call gave.
class ResultBuilder {
 public:
  ResultBuilder(std::string_view text, const std::vector<ir::TensorHandle>& outputs,
                const std::vector<ir::Value>& leaves)
      : text_(text), outputs_(outputs), leaves_(leaves) {}

  ir::Value build() {
    const char kind = text_[at_++];
    switch (kind) {
      case '(': {
        std::vector<ir::Value> items;
        while (text_[at_] != ')') items.push_back(build());
        ++at_;
        return items;
      }
      case 'o':
        return outputs_.at(static_cast<std::size_t>(number()));
      case 'a':
        return leaves_.at(static_cast<std::size_t>(number()));
      case 'i':
        return number();
      case 'b':
        return number() != 0;
      case 'd': {
        std::uint64_t bits = 0;
        const char* begin = text_.data() + at_;
        const auto end = std::from_chars(begin, text_.data() + text_.size(), bits, 16).ptr;
        at_ += static_cast<std::size_t>(end - begin) + 1;
        return std::bit_cast<double>(bits);
      }
      default:
        ++at_;
        return {};
    }
  }

 private:
  /// Ends with a blank.
  std::int64_t number() {
    std::int64_t result = 0;
    const char* begin = text_.data() + at_;
    const auto end = std::from_chars(begin, text_.data() + text_.size(), result).ptr;
    at_ += static_cast<std::size_t>(end - begin) + 1;
    return result;
  }

  std::string_view text_;
  const std::vector<ir::TensorHandle>& outputs_;
  const std::vector<ir::Value>& leaves_;
  std::size_t at_ = 0;
};

ir::TensorHandle number_tensor(DType dtype, double number) {
  ir::TensorHandle tensor = make_tensor(dtype, {});
  if (dtype == DType::kFloat32) {
    *reinterpret_cast<float*>(tensor->data()) = static_cast<float>(number);
  } else {
    *reinterpret_cast<double*>(tensor->data()) = number;
  }
  return tensor;
}

/// The inputs of the code; nothing if one of them is not there.
std::optional<std::vector<ir::TensorHandle>> gather(const CompiledSegment& segment,
                                                    const SegmentCall& call,
                                                    const std::vector<ir::Value>& leaves) {
  using Kind = CompiledSegment::Source::Kind;
  std::vector<ir::TensorHandle> inputs;
  for (const CompiledSegment::Source& source : segment.sources) {
    if (source.kind == Kind::kTensor) {
      inputs.push_back(*leaves[source.leaf].tensor());
    } else if (source.kind == Kind::kNumber) {
      inputs.push_back(number_tensor(source.dtype, std::get<double>(leaves[source.leaf].value)));
    } else {
      ir::TensorHandle found =
          call.owner ? tensor_at_path(*call.owner, source.path) : ir::TensorHandle();
      if (!found) return std::nullopt;
      inputs.push_back(std::move(found));
    }
  }
  return inputs;
}

/// Something that lives as long as the module does, or nothing that tells.
std::weak_ptr<const void> life_of(const nn::Module& module) {
  if (const auto owner = module.weak_from_this().lock()) return owner;
  // An object that no shared_ptr owns: what it has registered goes with it.
  for (const auto* tensors :
       {&ModuleContents::parameters_of(module), &ModuleContents::buffers_of(module)}) {
    if (!tensors->is_empty()) return tensors->begin()->value().handle();
  }
  const auto& children = ModuleContents::children_of(module);
  if (!children.is_empty()) return children.begin()->value();
  return {};
}

/// For which objects a segment may run.
class KnownOwners {
 public:
  bool allows(const CompiledSegment& segment, const SegmentCall& call) {
    const std::weak_ptr<const void> life = call.owner ? life_of(*call.owner) : none_;
    {
      const std::scoped_lock lock(mutex_);
      for (const Entry& entry : entries_) {
        if (entry.owner == call.owner && !entry.life.expired()) return entry.is_allowed;
      }
    }
    const bool is_allowed = is_same(segment, call);
    if (life.expired()) return is_allowed;
    const std::scoped_lock lock(mutex_);
    std::erase_if(entries_, [](const Entry& entry) { return entry.life.expired(); });
    entries_.push_back({call.owner, life, is_allowed});
    return is_allowed;
  }

 private:
  struct Entry {
    const nn::Module* owner;
    std::weak_ptr<const void> life;
    bool is_allowed;
  };

  static bool is_same(const CompiledSegment& segment, const SegmentCall& call) {
    const SegmentHandlerScope inside(nullptr);
    try {
      return fingerprint(capture_segment(call, segment.result)) == segment.fingerprint;
    } catch (const SegmentNotCompiled&) {
      return false;
    } catch (const Error&) {
      return false;
    }
  }

  std::mutex mutex_;
  std::vector<Entry> entries_;
  const std::shared_ptr<const void> none_ = std::make_shared<int>(0);  // of code without an object
};

class CompiledSegments : public SegmentHandler {
 public:
  bool run(const SegmentCall& call, ir::Value& result) override {
    const std::shared_lock lock(mutex_);
    const bool done = run_compiled(call, result);
    if (const auto site = counts_.find(std::string_view(call.site)); site != counts_.end()) {
      (done ? site->second.compiled : site->second.text).fetch_add(1, std::memory_order_relaxed);
    }
    return done;
  }

  void add(CompiledSegment segment) {
    const std::unique_lock lock(mutex_);
    counts_[segment.site];
    std::string name = segment.site + ' ' + segment.key;
    segments_.emplace(std::move(name), Entry{std::move(segment), std::make_unique<KnownOwners>()});
  }
  void clear() {
    const std::unique_lock lock(mutex_);
    segments_.clear();
  }
  bool is_empty() {
    const std::shared_lock lock(mutex_);
    return segments_.empty();
  }
  std::map<std::string, SegmentCounts> counts() {
    const std::shared_lock lock(mutex_);
    std::map<std::string, SegmentCounts> result;
    for (const auto& [site, count] : counts_) result[site] = {count.compiled, count.text};
    return result;
  }

 private:
  struct Counts {
    std::atomic<std::uint64_t> compiled = 0, text = 0;
  };

  bool run_compiled(const SegmentCall& call, ir::Value& result) const {
    const auto found = segments_.find(call.site + (' ' + segment_key(call)));
    if (found == segments_.end()) return false;
    const CompiledSegment& segment = found->second.segment;
    if (!found->second.owners->allows(segment, call)) return false;
    const std::vector<ir::Value> leaves = segment_leaves(call);
    const auto inputs = gather(segment, call, leaves);
    if (!inputs) return false;
    std::vector<ir::TensorHandle> outputs;
    std::string refusal;
    if (!segment.code->run(*inputs, 0, outputs, refusal)) return false;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      if (!segment.strides[k].empty()) {
        outputs[k] = eager::copy_with_strides(outputs[k], segment.strides[k]);
      }
    }
    result = ResultBuilder(segment.result, outputs, leaves).build();
    return true;
  }

  std::shared_mutex mutex_;
  struct Entry {
    CompiledSegment segment;
    std::unique_ptr<KnownOwners> owners;
  };
  std::unordered_map<std::string, Entry> segments_;
  std::map<std::string, Counts, std::less<>> counts_;
};

CompiledSegments& table() {
  static CompiledSegments segments;
  return segments;
}

}  // namespace

std::string segment_key(const SegmentCall& call) {
  std::string text;
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    append_key(text, call.inputs[i], call.float_bits[i] != 0);
  }
  text += '|';
  for (const ir::Value& member : call.members) append_key(text, member, false);
  text += '|';
  if (call.owner) append_training(text, *call.owner);
  return text;
}

std::vector<ir::Value> segment_leaves(const SegmentCall& call) {
  std::vector<ir::Value> leaves;
  for (const ir::Value& input : call.inputs) add_leaves(input, leaves);
  for (const ir::Value& member : call.members) add_leaves(member, leaves);
  return leaves;
}

ir::TensorHandle tensor_at_path(const nn::Module& owner, std::string_view path) {
  const nn::Module* module = &owner;
  for (std::size_t dot; (dot = path.find('.')) != path.npos; path.remove_prefix(dot + 1)) {
    const auto* child = ModuleContents::children_of(*module).find(std::string(path.substr(0, dot)));
    if (!child || !*child) return nullptr;
    module = child->get();
  }
  const std::string name(path);
  for (const auto* tensors :
       {&ModuleContents::parameters_of(*module), &ModuleContents::buffers_of(*module)}) {
    if (const Tensor* found = tensors->find(name)) return found->handle();
  }
  return nullptr;
}

void register_segment(CompiledSegment segment) { table().add(std::move(segment)); }
void forget_segments() { table().clear(); }

SegmentHandler* compiled_segments() {
  static const bool is_disabled = std::getenv("WEFT_DISABLE_SEGMENTS") != nullptr;
  return is_disabled || table().is_empty() ? nullptr : &table();
}

std::map<std::string, SegmentCounts> segment_statistics() { return table().counts(); }

}  // namespace weft
