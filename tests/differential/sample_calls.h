/// \file Calls of every operator, right ones and wrong ones, made from the schemas of the table.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::differential {

/// Arguments in the order of the schema, before they are bound.
struct SampleCall {
  const ir::Operator* op;
  std::vector<ir::Value> arguments;
  std::string what;              ///< what was changed of a right call; empty for one that is right
  bool certainly_wrong = false;  ///< whatever the operator is
};

/// A call that eager execution takes; nothing where none of those tried is taken.
std::vector<SampleCall> right_call(const ir::Operator& op);

/// Changes of a right call: the count of arguments, their kinds, dimensions out of range, and
/// dtypes, ranks and extents that may not fit.
std::vector<SampleCall> changed_calls(const SampleCall& right);

/// What eager execution gives.
ir::Value eager_result(const SampleCall& call);
/// The id of the error that a call ends in, "" for none, or what else was thrown.
std::string eager_outcome(const SampleCall& call);
/// The same while it is recorded, its tensors being inputs of the graph, and while the graph runs.
std::string traced_outcome(const SampleCall& call);

/// "add(f32[4, 4], 'seven')": the call with the types and extents of its tensors.
std::string described(const SampleCall& call);

}  // namespace weft::differential
