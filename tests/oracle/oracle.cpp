/// \file The oracle's list of operators and the way in.
#include "tests/oracle/oracle.h"

namespace weft_oracle {
namespace {

Registry make_registry() {
  Registry registry;
  add_pointwise(registry);
  add_activations(registry);
  add_binary(registry);
  add_ternary(registry);
  add_reductions(registry);
  add_statistics(registry);
  add_scans(registry);
  add_views(registry);
  add_joins(registry);
  add_matmul(registry);
  add_linear_algebra(registry);
  add_einsum(registry);
  add_convolutions(registry);
  add_pooling(registry);
  add_resampling(registry);
  add_padding(registry);
  add_normalisation(registry);
  add_indexing(registry);
  add_scatters(registry);
  add_sorting(registry);
  add_selections(registry);
  add_arrangements(registry);
  add_distances(registry);
  add_losses(registry);
  add_factories(registry);
  add_attention(registry);
  return registry;
}

const Registry& registry() {
  static const Registry instance = make_registry();
  return instance;
}

}  // namespace

Results oracle(const std::string& op, const OracleArguments& arguments) {
  auto row = registry().find(op);
  if (row == registry().end()) row = registry().find(op.substr(0, op.find('.')));
  if (row == registry().end()) throw OracleError("the oracle does not know '" + op + "'");
  Reader reader(arguments);
  Results results = row->second(reader);
  std::vector<std::string> unread = reader.unread();
  if (!unread.empty())
    throw OracleError("'" + op + "' does not honour argument '" + unread.front() + "'");
  return results;
}

std::vector<std::string> oracle_operators() {
  std::vector<std::string> names;
  for (const auto& [name, function] : registry()) names.push_back(name);
  return names;
}

}  // namespace weft_oracle
