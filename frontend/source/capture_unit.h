/// \file Writes the C++ file that makes a model loadable by the capture.
#pragma once

#include <optional>
#include <string>

#include <weft/frontend/source/source_model.h>

namespace weft::source {

/// What follows the user's source in a unit: the registration of the model.
std::string registration(const SourceModel& model);

/// The text of a translation unit that includes the user's file and registers the model with
/// WEFT_CAPTURE_UNIT. The user's file comes first, so that it compiles as it does on its own, and
/// compilers report its lines under its own name; what they say about the registration points to
/// the model's `forward`.
/// \error W6008 if no #include can spell the path.
std::string capture_unit_text(const SourceModel& model);

/// The same with a copy of the user's file (capture_copy.h) in place of its include.
std::optional<std::string> symbolic_capture_unit_text(const SourceModel& model, bool with_floats);

}  // namespace weft::source
