/// \file The findings on tensor data as diagnostics.
#pragma once

#include <vector>

#include <weft/frontend/source/source_model.h>
#include <weft/ir/diagnostics.h>

namespace weft::source {

/// One W6201 for each branch on tensor data, with the reads it depends on and the calls that lead
/// to it as notes, and one W6202 for each read that no branch depends on. In the order of branches,
/// then reads.
std::vector<Diagnostic> describe_findings(const SourceModel& model);

}  // namespace weft::source
