/// \file Compiles a model's file with the host compiler and loads it into this process.
#pragma once

#include <string>
#include <vector>

#include <weft/frontend/cli/source_paths.h>
#include <weft/frontend/trace/model_entry.h>

namespace weft::cli {

/// A translation unit that registers a model with WEFT_CAPTURE_UNIT.
struct CaptureUnit {
  std::string text;
  std::vector<std::string> flags;     ///< the user's compiler flags
  bool has_symbolic_numbers = false;  ///< classes, where printf expects numbers an error
};

/// Builds and loads the unit. It stays loaded to the end of the process, because graphs refer to
/// strings in it. Units that were built before, from the same preprocessed text and with the same
/// compiler and flags, are taken from the cache.
/// \error W7102, at the user's line, if it does not compile, link or load
const ModelEntry& load_capture_unit(const CaptureUnit& unit, const SourcePaths& paths);

}  // namespace weft::cli
