#include <weft/frontend/cli/weights_loader.h>

#include <cstring>
#include <map>
#include <set>

#include <fmt/format.h>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/runtime/eager/copy.h>

namespace weft::cli {
namespace {

/// A parameter or buffer of the model.
struct Slot {
  ir::TensorHandle tensor;
  std::vector<std::string> paths;  ///< more than one where modules share it
  bool is_parameter = false;
};

std::vector<Slot> slots_of(nn::Module& model) {
  std::vector<Slot> slots;
  std::map<const TensorImpl*, std::size_t> positions;
  const auto add = [&](const std::string& prefix, const std::string& name, const Tensor& tensor,
                       bool is_parameter) {
    const std::string path = prefix.empty() ? name : prefix + "." + name;
    const auto [found, is_new] = positions.emplace(tensor.handle().get(), slots.size());
    if (is_new) slots.push_back({tensor.handle(), {}, is_parameter});
    slots[found->second].paths.push_back(path);
  };
  model.visit_modules([&](const std::string& path, nn::Module& module) {
    for (const auto& item : module.named_parameters(/*recurse=*/false)) {
      add(path, item.key(), item.value(), true);
    }
    for (const auto& item : module.named_buffers(/*recurse=*/false)) {
      add(path, item.key(), item.value(), false);
    }
  });
  return slots;
}

bool equal_bytes(const TensorImpl& a, const TensorImpl& b) {
  const std::size_t bytes = static_cast<std::size_t>(a.numel()) * ir::size_of(a.dtype);
  return std::memcmp(a.data(), b.data(), bytes) == 0;
}

/// Matches a file with a model and collects what does not fit.
class Matcher {
 public:
  Matcher(const TensorFile& file, std::vector<Slot> slots) : file_(file), slots_(std::move(slots)) {
    for (const auto& [name, tensor] : file.tensors()) unused_.insert(name);
    for (const Slot& slot : slots_) match(slot);
    for (const std::string& name : unused_) {
      problems_.push_back(fmt::format("tensor \"{}\" is not in the model", name));
    }
  }

  /// \error W7301
  void check() const {
    if (problems_.empty()) return;
    constexpr std::size_t kMostProblems = 20;
    Diagnostic diagnostic =
        make_diagnostic(diag::WeightsDoNotFit, {}, {file_.path(), problems_.front()});
    for (std::size_t i = 1; i < std::min(problems_.size(), kMostProblems); ++i) {
      diagnostic.notes.push_back(problems_[i]);
    }
    if (problems_.size() > kMostProblems) {
      diagnostic.notes.push_back(fmt::format("and {} more", problems_.size() - kMostProblems));
    }
    throw Error(std::move(diagnostic));
  }

  /// Copies the values and returns the notes on missing buffers.
  std::vector<std::string> apply() const {
    for (const auto& [source, target] : copies_) eager::copy_into(source, target);
    return notes_;
  }

 private:
  void match(const Slot& slot) {
    ir::TensorHandle source;
    for (const std::string& path : slot.paths) {
      const ir::TensorHandle found = file_.find(path);
      if (!found) continue;
      unused_.erase(path);
      if (found->dtype != slot.tensor->dtype || found->sizes != slot.tensor->sizes) {
        problems_.push_back(fmt::format("tensor \"{}\" is {}, and the model has {}", path,
                                        describe(*found), describe(*slot.tensor)));
        return;
      }
      if (source && !equal_bytes(*source, *found)) {
        problems_.push_back(
            fmt::format("tensor \"{}\" differs from \"{}\", and they are one tensor in the model",
                        path, slot.paths.front()));
        return;
      }
      source = found;
    }
    const std::string& path = slot.paths.front();
    if (source) {
      copies_.emplace_back(source, slot.tensor);
    } else if (slot.is_parameter) {
      problems_.push_back(fmt::format("tensor \"{}\" is missing; the model needs {}", path,
                                      describe(*slot.tensor)));
    } else {
      notes_.push_back(
          fmt::format("buffer \"{}\" is not in {} and keeps what the constructor computed", path,
                      file_.path()));
    }
  }

  const TensorFile& file_;
  std::vector<Slot> slots_;
  std::set<std::string> unused_;
  std::vector<std::string> problems_;
  std::vector<std::string> notes_;
  std::vector<std::pair<ir::TensorHandle, ir::TensorHandle>> copies_;
};

}  // namespace

std::vector<std::string> load_weights(nn::Module& model, const std::string& path) {
  const TensorFile file(path);
  const Matcher matcher(file, slots_of(model));
  matcher.check();
  return matcher.apply();
}

}  // namespace weft::cli
