/// \file The checks that the entry of a compiled program makes at every call, as a list for people
/// and tools. The entry itself is printed by codegen/bundle.
#pragma once

#include <string>
#include <vector>

#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen {

/// One check.
struct Guard {
  /// "type", "range", "multiple", "size", "condition", "memory", "overlap"; "found" is a condition
  /// on a number that a run finds in its data, and is checked then.
  std::string kind;
  std::string subject;   ///< the input, output or extent: "x", "N"; empty for a condition
  std::string text;      ///< what has to hold: "x is f32 with 2 dimensions"
  std::string reason;    ///< "input spec", "select.int", "the kernels read dense tensors"
  SourceLocation where;  ///< the user's line, for conditions
};

/// In the order in which a call meets them.
std::vector<Guard> list_guards(const Program& program);

}  // namespace weft::codegen
