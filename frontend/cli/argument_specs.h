/// \file Fits --input and --scalar to the parameters of forward.
#pragma once

#include <string>
#include <vector>

#include <weft/frontend/source/source_model.h>
#include <weft/frontend/trace/trace.h>

namespace weft::cli {

/// What forward is called with: one entry for each of its parameters.
struct ForwardArguments {
  std::vector<TraceInput> inputs;
  std::vector<TensorSpec> tensors;  ///< the specs among them, in the order of the parameters
};

/// The texts of --input and --scalar.
struct SpecTexts {
  std::vector<std::string> inputs;
  std::vector<std::string> scalars;
  std::string conditions;  ///< on extents of the inputs, besides those of the specs: "N in [2,64]"
};

/// A spec belongs to the parameter of its name; specs with other names belong, in their order, to
/// the parameters of their kind that are left. A parameter without a spec takes its default, which
/// has to be a literal; with `allow_unknown`, a tensor that nothing is said of becomes an input of
/// unknown shape.
/// \error W42xx for a text that is no spec, W72xx at the parameter that a spec does not fit
ForwardArguments match_specs(const source::ForwardMethod& forward, const SpecTexts& specs,
                             bool allow_unknown);

/// For a model whose source was not analysed: all tensors first, then all scalars, in the order
/// in which they are given.
ForwardArguments specs_in_order(const SpecTexts& specs);

}  // namespace weft::cli
