/// \file The lines of the user's code that are being run.
#pragma once

#include <string>

namespace weft {

/// The calls that are open on this thread, outermost first, one a line:
/// `model.cpp:12 in Net::forward(weft::Tensor)`. Frames without a known line are left out, and so
/// are those of weft's own headers. Empty where nothing is known.
std::string user_frames();

}  // namespace weft
