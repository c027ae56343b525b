#include <weft/runtime/nn/state_dict.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::nn {

namespace {

/// A parameter or buffer.
struct Slot {
  ir::TensorHandle tensor;
  std::vector<std::string> paths;  ///< more than one where modules share it
  bool is_parameter = false;
};

/// A module that is registered twice is there under both paths, as in PyTorch.
template <typename Visit>
void visit_slots(Module& root, const Visit& visit) {
  root.apply([&](const std::string& prefix, Module& module) {
    const auto path = [&](const std::string& name) {
      return prefix.empty() ? name : prefix + "." + name;
    };
    for (const auto& item : module.named_parameters(/*recurse=*/false)) {
      visit(path(item.key()), item.value(), true);
    }
    for (const auto& item : module.named_buffers(/*recurse=*/false)) {
      visit(path(item.key()), item.value(), false);
    }
  });
}

std::vector<Slot> slots_of(Module& module) {
  std::vector<Slot> slots;
  std::map<const TensorImpl*, std::size_t> positions;
  visit_slots(module, [&](const std::string& path, const Tensor& tensor, bool is_parameter) {
    const auto [found, is_new] = positions.emplace(tensor.handle().get(), slots.size());
    if (is_new) slots.push_back({tensor.handle(), {}, is_parameter});
    slots[found->second].paths.push_back(path);
  });
  return slots;
}

std::string describe(const TensorImpl& tensor) {
  return fmt::format("{}[{}]", ir::dtype_short_name(tensor.dtype), fmt::join(tensor.sizes, ", "));
}

bool equal_bytes(const ir::TensorHandle& a, const ir::TensorHandle& b) {
  const ir::TensorHandle x = eager::contiguous(a), y = eager::contiguous(b);
  const std::size_t bytes = static_cast<std::size_t>(x->numel()) * ir::size_of(x->dtype);
  return bytes == 0 || std::memcmp(x->data(), y->data(), bytes) == 0;
}

}  // namespace

NamedTensors state_dict(Module& module) {
  NamedTensors result;
  visit_slots(module, [&](const std::string& path, const Tensor& tensor, bool) {
    if (tensor.defined()) result.emplace_back(path, tensor);
  });
  return result;
}

StateDictMatch::StateDictMatch(Module& module, const NamedTensors& tensors) {
  std::map<std::string, ir::TensorHandle> given;
  for (const auto& [name, tensor] : tensors) given.emplace(name, tensor.handle());
  std::set<std::string> used;
  for (const Slot& slot : slots_of(module)) {
    if (!slot.tensor) continue;
    ir::TensorHandle source;
    bool fits = true;
    for (const std::string& path : slot.paths) {
      wanted_.emplace_back(path, describe(*slot.tensor));
      const auto found = given.find(path);
      if (found == given.end()) continue;
      used.insert(path);
      const TensorImpl& tensor = *found->second;
      if (tensor.dtype != slot.tensor->dtype || tensor.sizes != slot.tensor->sizes) {
        mismatches_.push_back(fmt::format("tensor \"{}\" is {}, and the model has {}", path,
                                          describe(tensor), describe(*slot.tensor)));
        fits = false;
      } else if (source && fits && !equal_bytes(source, found->second)) {
        mismatches_.push_back(
            fmt::format("tensor \"{}\" differs from \"{}\", and they are one tensor in the model",
                        path, slot.paths.front()));
        fits = false;
      } else {
        source = found->second;
      }
    }
    if (source && fits) {
      copies_.emplace_back(source, slot.tensor);
    } else if (fits) {
      (slot.is_parameter ? missing_parameters_ : missing_buffers_).push_back(slot.paths.front());
    }
  }
  for (const auto& [name, tensor] : tensors) {
    if (!used.count(name)) unexpected_.push_back(name);
  }
}

std::string StateDictMatch::wanted(const std::string& path) const {
  const auto found = std::find_if(wanted_.begin(), wanted_.end(),
                                  [&](const auto& item) { return item.first == path; });
  return found == wanted_.end() ? std::string() : found->second;
}

void StateDictMatch::apply() const {
  for (const auto& [source, target] : copies_) eager::copy_into(source, target);
}

IncompatibleKeys load_state_dict(Module& module, const NamedTensors& tensors, bool strict,
                                 where_t where) {
  const StateDictMatch match(module, tensors);
  IncompatibleKeys keys{match.missing_parameters(), match.unexpected()};
  keys.missing_keys.insert(keys.missing_keys.end(), match.missing_buffers().begin(),
                           match.missing_buffers().end());
  std::vector<std::string> problems = match.mismatches();
  if (strict) {
    for (const std::string& key : keys.missing_keys) {
      problems.push_back(
          fmt::format("tensor \"{}\" is missing; the module needs {}", key, match.wanted(key)));
    }
    for (const std::string& key : keys.unexpected_keys) {
      problems.push_back(fmt::format("tensor \"{}\" is not in the module", key));
    }
  }
  if (!problems.empty())
    fail(diag::StateDictWrong, where, {fmt::format("{}", fmt::join(problems, "; "))});
  match.apply();
  return keys;
}

}  // namespace weft::nn
