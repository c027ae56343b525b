/// \file Padding of the last dimensions.
#include <algorithm>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"

namespace weft_oracle {
namespace {

/// Where an entry outside comes from: mirrored without the edge itself, from the edge, or from the
/// other end.
int64_t outside(const std::string& mode, int64_t at, int64_t size) {
  if (mode == "reflect") return at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
  if (mode == "replicate") return at < 0 ? 0 : at >= size ? size - 1 : at;
  return (at % size + size) % size;
}

void check_padding(const std::string& mode, int64_t before, int64_t after, int64_t size) {
  int64_t most = mode == "reflect" ? size - 1 : mode == "circular" ? size : std::max(before, after);
  if (before > most || after > most || size == 0)
    throw OracleError("pad: " + mode + " padding wider than the input");
}

/// Pairs (before, after) from the last dimension on; negative amounts cut off.
Results pad(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes amounts = reader.integers("pad");
  std::string mode = reader.text("mode", "constant");
  bool constant = mode == "constant";
  if (!constant && mode != "reflect" && mode != "replicate" && mode != "circular") {
    throw OracleError("pad: unknown mode '" + mode + "'");
  }
  if (amounts.size() % 2 || amounts.size() / 2 > x.sizes.size())
    throw OracleError("pad: bad amounts");
  const OracleValue* value = reader.find("value");
  Sizes before(x.sizes.size(), 0), sizes = x.sizes;
  for (size_t k = 0; k < amounts.size() / 2; ++k) {
    size_t d = x.sizes.size() - 1 - k;
    before[d] = amounts[2 * k];
    sizes[d] += amounts[2 * k] + amounts[2 * k + 1];
    if (sizes[d] < 0) throw OracleError("pad: nothing is left");
    if (!constant) check_padding(mode, amounts[2 * k], amounts[2 * k + 1], x.sizes[d]);
  }
  OracleTensor result(x.kind, sizes);
  each_index(sizes, [&](const Index& out, int64_t at) {
    Index in = out;
    bool inside = true;
    for (size_t d = 0; d < in.size(); ++d) {
      in[d] -= before[d];
      inside = inside && in[d] >= 0 && in[d] < x.sizes[d];
      if (!constant) in[d] = outside(mode, in[d], x.sizes[d]);
    }
    if (inside || !constant) {
      result.set_from(at, x, position(x.sizes, in));
    } else if (value) {
      result.set(at, number_of(*value));
    }
  });
  return {result};
}

}  // namespace

void add_padding(Registry& registry) { registry["pad"] = pad; }

}  // namespace weft_oracle
