/// \file The user's file as the capture compiles it where numbers stay symbolic.
#pragma once

#include <optional>
#include <string>

#include <weft/frontend/source/source_model.h>

namespace weft::source {

/// The user's file in which the integers, and `with_floats` the floats, that come from sizes and
/// elements are of the types that `symbolic_types` declares. The user's headers in which there are
/// some stand in place of the includes that name them by quotes. Lines and columns stay. Nothing
/// where there are no such numbers. Whether the text compiles is for the compiler to say, because a
/// class does not fit everywhere where a number does.
std::optional<std::string> capture_copy(const SourceModel& model, bool with_floats);

/// What has to stand before the copy.
std::string symbolic_types();

}  // namespace weft::source
