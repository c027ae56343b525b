/// \file Operators of the user's own, which behave like those of the table.
#pragma once

#include <functional>
#include <source_location>
#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::ir {

/// One row of the user's. The name may have a namespace, `mylib::swish(Tensor x) -> Tensor`.
///
/// The meaning is any that a row of the table can have: then shapes, eager execution and generated
/// code follow from it. Else it is code of the user's: `decomposition` into other operators, from
/// which the same follows, or `run` with or without `shape`, for which no code can be generated
/// (W5001, with the line of the call).
struct OperatorDefinition {
  std::string schema = {};
  std::string doc = {};
  std::optional<Meaning> meaning = {};
  std::function<std::vector<Node*>(Decomposition&)> decomposition = {};
  /// Dtype and extents of the results; without it nothing is known about them during capture.
  std::function<std::vector<ValueMeta>(const Call&)> shape = {};
  /// The eager function: one value per schema parameter, one per result.
  std::function<std::vector<Value>(const Call&, const std::vector<Value>&)> run = {};
  /// With kInPlace a second operator `name_` exists, which writes the result into the first
  /// argument.
  unsigned spellings = kFunction;
  Effect effect = Effect::kPure;
};

/// Adds an operator to the table, from any thread, for the life of the program.
/// \error W1221 for text that is no schema, W1222 for a name that exists, W1223 for a definition
/// without a meaning, or with several
const Operator& register_operator(OperatorDefinition definition,
                                  SourceLocation where = std::source_location::current());

}  // namespace weft::ir
