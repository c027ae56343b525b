/// \file The eager model behind a bundle: it runs the calls that the compiled code is not for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <weft/frontend/trace/model_entry.h>
#include <weft/frontend/trace/trace_input.h>

/// As in the bundle's weft_deploy/fallback.h.
struct weft_fallback;

namespace weft {

/// A hash of names, element types, shapes and elements of all parameters and buffers; the same in
/// every process and on every machine.
std::uint64_t state_fingerprint(const nn::Module& model);

/// What a bundle was compiled from.
struct CompiledModel {
  std::string name;         ///< of the bundle
  std::uint64_t state = 0;  ///< the fingerprint of the model's parameters and buffers
  /// One element per parameter of forward: a name for each tensor that calls give, in their order,
  /// and the value of every other argument.
  std::vector<TraceInput> arguments;
};

/// Fills in `fallback` with functions that call `model`, which is put into eval mode and kept until
/// it is released. It is called by one thread at a time. Tensors are taken with any strides, and a
/// write of forward into an argument is a write into the caller's memory.
/// \error W4109 for a model with other parameters or buffers than the compiled one
/// \error W4102 for a forward with another number of parameters
void make_eager_fallback(std::shared_ptr<nn::Module> model, const ModelEntry& entry,
                         const CompiledModel& compiled, weft_fallback* fallback);

}  // namespace weft
