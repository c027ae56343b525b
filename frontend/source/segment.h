/// \file Segments: the stretches of tensor code of a model that is not captured whole.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <weft/ir/source_location.h>

namespace weft::source {

/// A local variable that a segment takes.
struct SegmentInput {
  std::string name;
  bool is_tensor = false;
  bool is_float = false;     ///< float or double, which a capture makes symbolic
  bool is_assigned = false;  ///< the segment assigns it, so it takes a copy
};

/// A local variable that a segment gives.
struct SegmentOutput {
  std::string name;
  bool is_tensor = false;
  bool is_declared = false;  ///< the segment declares it, so it is declared again behind it
  bool is_const = false;     ///< and with const
  bool is_new = false;       ///< it was declared before, and what it was does not matter
};

/// A stretch of tensor code: statements that follow each other, or one expression.
struct Segment {
  std::string file;       ///< one of SourceModel::user_files
  std::size_t begin = 0;  ///< bytes of the file
  std::size_t end = 0;    ///< behind the last
  SourceLocation location;
  int last_line = 0;
  std::string function;        ///< qualified name of the function that it is in
  bool is_expression = false;  ///< gives the expression's value, a tensor
  bool in_method = false;      ///< there is a `this`
  bool uses_this = false;
  std::vector<std::string> members;  ///< fields of `this` besides modules, as written
  std::vector<SegmentInput> inputs;
  std::vector<SegmentOutput> outputs;
};

/// A condition of `if`, a loop or `?:` that depends on tensor data.
struct DataDecision {
  std::string file;
  std::size_t begin = 0;
  std::size_t end = 0;
  SourceLocation location;
};

/// A statement that runs on the host, and why.
struct HostStatement {
  SourceLocation location;
  std::string text;    ///< of its first line
  std::string reason;  ///< "calls `note`, which writes the member `log`"
  SourceLocation cause;
};

/// What becomes of the functions that forward reaches.
struct SegmentPlan {
  std::vector<Segment> segments;        ///< by file and offset; none lies in another
  std::vector<DataDecision> decisions;  ///< by file and offset
  std::vector<HostStatement> host;      ///< by place
};

}  // namespace weft::source
