/// \file The report on a model that is not captured as one graph: its segments, the places where
/// the host looks at tensor data, and what stays on the host.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <weft/frontend/cli/source_paths.h>

namespace weft::source {
struct SourceModel;
}

namespace weft::cli {

/// `segments`, `breaks` and `host`, in the order of the source; places as the user typed them.
nlohmann::ordered_json segment_report(const source::SourceModel& model, const SourcePaths& paths);

/// The report for people: the source with the segments' numbers beside it, then each of them, and
/// each break as compilers print a finding.
std::string segment_text(const nlohmann::ordered_json& report, const source::SourceModel& model,
                         const SourcePaths& paths);

/// The same as one web page that needs no other file: segments coloured, breaks and reasons beside
/// the source.
std::string segment_page(const nlohmann::ordered_json& report, const source::SourceModel& model,
                         const SourcePaths& paths);

}  // namespace weft::cli
