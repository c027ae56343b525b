/// \file The parts of a bundle whose misses go to a fallback, as the eager model.
#pragma once

#include <string>

#include <weft/codegen/bundle/parts.h>

namespace weft::codegen::bundle {

// Parts of the entry that chooses among variants. The functions around them have the parameters of
// the C interface, and `variant` and `code`.
std::string fallback_state();  ///< members of the model
std::string fallback_end();    ///< of the function that destroys the model
std::string own_status();      ///< for callers that want none
std::string fallback_check();
std::string fallback_run();
/// The function that says whether a call that was refused goes to the fallback.
std::string missed_function(const Context& whole);
/// Entry points that only bundles with a fallback have, and those for sizes.
std::string fallback_functions(const Context& whole);

// What the header says of it: functions of the C interface, members of the class.
std::string fallback_declarations(const Context& whole);
std::string fallback_member(const Context& whole);
/// Asks for the shapes of results in the class's `run`.
std::string fallback_shapes_call(const Context& whole);

/// NAME_eager.h, which makes a fallback of the model that the bundle was compiled from.
std::string eager_header_file(const Context& whole);

}  // namespace weft::codegen::bundle
