/// \file Writes the C++ file that makes a model loadable by the capture.
#pragma once

#include <optional>
#include <string>

#include <weft/frontend/source/source_model.h>

namespace weft::source {

/// The text of a translation unit that includes the user's file and registers the model with
/// WEFT_CAPTURE_UNIT. The user's file comes first, so that it compiles as it does on its own, and
/// compilers report its lines under its own name; what they say about the registration points to
/// the model's `forward`.
/// \error W6008 if no #include can spell the path.
std::string capture_unit_text(const SourceModel& model);

/// The same with the text of the user's file in place of its include, in which the integers, and
/// `with_floats` the floats, that come from sizes are symbolic: lines and columns stay. Whether that compiles is for the compiler to say,
/// because a class does not fit everywhere where a number does. Nothing where there are none,
/// and where the file includes others by quotes, which are sought beside the file.
std::optional<std::string> symbolic_capture_unit_text(const SourceModel& model,
                                                      bool with_floats);

}  // namespace weft::source
