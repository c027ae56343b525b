/// \file Matching of arguments with a schema, without throwing: what overload resolution needs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <weft/ir/node.h>
#include <weft/ir/operators/schema.h>

namespace weft {
struct DiagnosticKind;
}

namespace weft::ir {

/// What a node without meta may stand for.
enum class UnknownNodes : std::uint8_t {
  kTensors,   ///< a tensor
  kAnything,  ///< a tensor, a number or a list
};

/// Why a call does not match a schema.
struct BindFailure {
  const DiagnosticKind* kind;  ///< W1202, W1203 or W1204
  std::size_t parameter;       ///< for W1202 and W1204
  std::string what;            ///< the unexpected argument, or what came instead
};

/// As bind_arguments, with the result in `bound`; the failure is returned.
std::optional<BindFailure> try_bind(const Schema& schema, const std::vector<Argument>& args,
                                    const KeywordArguments& kwargs, UnknownNodes unknown,
                                    std::vector<Argument>& bound);

}  // namespace weft::ir
