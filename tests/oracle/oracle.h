/// \file The float64 oracle: what every operator means, as naive loops.
///
/// Everything is computed in double (sums in long double) and rounded once to the element kind of
/// the result; integers are exact and wrap. Two exceptions keep to the type in which PyTorch
/// computes, because a step of rounding decides there between different results: operands are first
/// converted to the promoted kind, and `div` with rounding_mode="trunc" and the indices of
/// `interpolate` are cut after division in that type (float32 for the 16-bit kinds).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/oracle/arguments.h"

namespace weft_oracle {

using Results = std::vector<OracleTensor>;

/// Computes an operator in PyTorch 1.13's meaning. Names and argument names are those of `torch`,
/// of the tensor methods or of `torch.nn.functional`; a name with an overload ("max.dim") counts as
/// the name before the dot unless it has its own meaning. Defaults may be left out. Throws
/// OracleError for an unknown operator, for what PyTorch refuses, and for an argument that the
/// operator does not have.
Results oracle(const std::string& op, const OracleArguments& arguments);

/// Names of all operators that the oracle knows, sorted.
std::vector<std::string> oracle_operators();

using Function = std::function<Results(const Reader&)>;
using Registry = std::map<std::string, Function>;

/// One for each family of operators; each adds its rows.
void add_pointwise(Registry& registry);
void add_activations(Registry& registry);
void add_binary(Registry& registry);
void add_ternary(Registry& registry);
void add_reductions(Registry& registry);
void add_statistics(Registry& registry);
void add_scans(Registry& registry);
void add_views(Registry& registry);
void add_joins(Registry& registry);
void add_matmul(Registry& registry);
void add_linear_algebra(Registry& registry);
void add_einsum(Registry& registry);
void add_convolutions(Registry& registry);
void add_pooling(Registry& registry);
void add_resampling(Registry& registry);
void add_padding(Registry& registry);
void add_normalisation(Registry& registry);
void add_indexing(Registry& registry);
void add_scatters(Registry& registry);
void add_sorting(Registry& registry);
void add_selections(Registry& registry);
void add_arrangements(Registry& registry);
void add_distances(Registry& registry);
void add_losses(Registry& registry);
void add_factories(Registry& registry);
void add_attention(Registry& registry);

}  // namespace weft_oracle
