/// \file The diagnostics that the `weft` program reports.
#pragma once

#include <weft/ir/diagnostics.h>

namespace weft::diag {

#define WEFT_DIAGNOSTIC(name, id, fault, message, hint) \
  inline constexpr DiagnosticKind name{#name, id, Fault::fault, message, hint};
#include <weft/frontend/cli/diagnostics.def>
#undef WEFT_DIAGNOSTIC

}  // namespace weft::diag
