/// \file The parameters and buffers of a module by path, and files of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <weft/runtime/nn/module_holder.h>
#include <weft/runtime/weights/pytorch.h>

namespace weft::nn {

/// All parameters and buffers under their paths, in the order of registration; a tensor that
/// several modules share is there once for each. The tensors are the module's own.
/// \source torch.nn.Module.state_dict
NamedTensors state_dict(Module& module);

/// Named as in Python. \source torch.nn.Module.load_state_dict
struct IncompatibleKeys {
  std::vector<std::string> missing_keys;     ///< the module has them, the tensors have not
  std::vector<std::string> unexpected_keys;  ///< the tensors have them, the module has not
};

/// How a set of tensors fits a module. Nothing is written before `apply`.
class StateDictMatch {
 public:
  StateDictMatch(Module& module, const NamedTensors& tensors);

  /// One sentence for each tensor of another shape or element type, and for each tied tensor that
  /// is given two values.
  const std::vector<std::string>& mismatches() const { return mismatches_; }
  const std::vector<std::string>& missing_parameters() const { return missing_parameters_; }
  const std::vector<std::string>& missing_buffers() const { return missing_buffers_; }
  const std::vector<std::string>& unexpected() const { return unexpected_; }
  /// "f32[2, 3]" of a parameter or buffer of the module.
  std::string wanted(const std::string& path) const;

  /// Copies the values that fit into the module.
  void apply() const;

 private:
  std::vector<std::string> mismatches_, missing_parameters_, missing_buffers_, unexpected_;
  std::vector<std::pair<std::string, std::string>> wanted_;
  std::vector<std::pair<ir::TensorHandle, ir::TensorHandle>> copies_;
};

/// Copies values into the module's parameters and buffers. With `strict` both have the same names.
/// \error W3006 names everything that does not fit; nothing is written then
IncompatibleKeys load_state_dict(Module& module, const NamedTensors& tensors, bool strict = true,
                                 where_t where = std::source_location::current());

}  // namespace weft::nn
