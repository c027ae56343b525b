/// \file The user's source in which segments are calls of compiled graphs.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <weft/frontend/source/source_model.h>

namespace weft::source {

/// The texts of the user's files that have segments, by their paths. Around the text of each
/// segment stands a call of weft::segment (weft/frontend/trace/segment.h) that is given it as a
/// lambda, which runs where nothing is compiled; everything else is as the user wrote it, on the
/// same lines. `for_capture` also lets the capture choose at decisions on tensor data.
/// \error W6001 if a file has changed since it was analysed
std::map<std::string, std::string> transformed_files(const SourceModel& model, bool for_capture);

/// The identity of a segment or decision: "net.cpp:12:5", its file as seen from the model's.
std::string site_name(const SourceModel& model, const std::string& file,
                      const SourceLocation& location);

/// A translation unit that registers the transformed model for the capture of its segments, or
/// nothing where it has none.
std::optional<std::string> segmented_unit_text(const SourceModel& model);

}  // namespace weft::source
