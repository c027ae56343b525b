/// \file replace_pattern with C++ functions or modules as pattern and replacement.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include <weft/frontend/trace/trace.h>
#include <weft/ir/rewriting/replace_pattern.h>

namespace weft {

/// A pattern or replacement as a graph: graphs are taken as they are, functions, lambdas and
/// modules are captured. Without `inputs` nothing is known about the parameters' shapes, which most
/// patterns do not need.
template <typename Source>
ir::GraphModule pattern_graph(const Source& source, std::vector<TraceInput> inputs = {}) {
  if constexpr (std::is_same_v<Source, ir::GraphModule>) {
    return source.clone();
  } else if constexpr (std::derived_from<Source, nn::Module>) {
    // Capturing a module runs its forward, which is no const member.
    return trace(const_cast<Source&>(source), std::move(inputs));
  } else {
    return trace(source, std::move(inputs));
  }
}

/// Replaces every place of `module` that computes what `pattern` computes by `replacement`.
///
///     replace_pattern(graph,
///                     [](Tensor x, Tensor y) { return torch::relu(x + y); },
///                     [](Tensor x, Tensor y) { return torch::gelu(x + y); });
///
/// Parameters stand for any values, constants for equal constants; see ir::replace_pattern.
/// \error W1340, W1341; W40xx and W41xx from capturing the functions
/// \source torch.fx.replace_pattern
template <typename Pattern, typename Replacement>
  requires(!(std::is_same_v<std::remove_cvref_t<Pattern>, ir::GraphModule> &&
             std::is_same_v<std::remove_cvref_t<Replacement>, ir::GraphModule>))
std::vector<ir::ReplacedPattern> replace_pattern(ir::GraphModule& module, const Pattern& pattern,
                                                 const Replacement& replacement,
                                                 const ir::ReplaceOptions& options = {}) {
  const ir::GraphModule wanted = pattern_graph(pattern);
  if constexpr (std::is_convertible_v<Replacement, ir::ReplacementBuilder>) {
    return ir::replace_pattern(module, wanted, ir::ReplacementBuilder(replacement), options);
  } else {
    return ir::replace_pattern(module, wanted, pattern_graph(replacement), options);
  }
}

}  // namespace weft
