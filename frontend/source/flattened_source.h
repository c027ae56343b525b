/// \file One text of a user's file and the headers of the user that stand in it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <weft/frontend/source/source_model.h>

namespace weft::source {

/// Texts that stand in place of files, by their canonical paths.
using ChangedFiles = std::map<std::string, std::string>;

/// The canonical path of a file, or nothing where there is none.
std::string canonical_path(const std::string& path);

/// The model's file, where headers of the user that are changed, or that include one that is, stand
/// in place of the includes that name them by quotes. Lines stay where they are. Nothing where a
/// path cannot be spelled in a #line, or where files include each other without end.
std::optional<std::string> flattened_source(const SourceModel& model, const ChangedFiles& changed);

}  // namespace weft::source
