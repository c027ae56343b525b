/// \file Writes the folder of a model whose segments are compiled.
#pragma once

#include <filesystem>
#include <string>

#include <weft/frontend/cli/segmented_model.h>

namespace weft::cli {

/// Captures the segments of the model on inputs made from its specs, and writes the transformed
/// source, the segments' code, `NAME.h` with a class that makes and runs the model, and a
/// CMakeLists.txt that builds all of it against weft. Returns what to tell the user.
/// \error W7105 for a header with segments that lies outside of the model's folder
std::string write_segments(SegmentedModel& model, const std::string& name,
                           const std::filesystem::path& folder);

}  // namespace weft::cli
