/// \file Operators that lay tensors together or reorder entries of a tensor: cat, stack, roll,
/// flip, tril, ...
#include <algorithm>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

Kind common_kind(const std::vector<OracleTensor>& tensors) {
  std::vector<OracleValue> values(tensors.begin(), tensors.end());
  std::vector<const OracleValue*> operands;
  for (const OracleValue& value : values) operands.push_back(&value);
  return result_kind(operands);
}

OracleTensor joined(const std::vector<OracleTensor>& tensors, int64_t dim) {
  Sizes sizes;
  bool first = true;
  // A tensor of extents [0] may stand beside tensors of any rank.
  auto skipped = [](const OracleTensor& x) { return x.sizes == Sizes{0}; };
  for (const OracleTensor& x : tensors) {
    if (x.rank() == 0) throw OracleError("cat of a tensor without dimensions");
    if (skipped(x)) continue;
    if (first) {
      sizes = x.sizes;
      dim = normal_dim(dim, x.rank());
      first = false;
      continue;
    }
    Sizes other = x.sizes;
    if (other.size() != sizes.size()) throw OracleError("cat: ranks differ");
    sizes[static_cast<size_t>(dim)] += other[static_cast<size_t>(dim)];
    other[static_cast<size_t>(dim)] = sizes[static_cast<size_t>(dim)];
    if (other != sizes) throw OracleError("cat: extents differ");
  }
  Kind kind = common_kind(tensors);
  if (first) return OracleTensor(kind, {0});
  OracleTensor result(kind, sizes);
  int64_t offset = 0;
  for (const OracleTensor& x : tensors) {
    if (skipped(x)) continue;
    each_index(x.sizes, [&](const Index& index, int64_t at) {
      Index home = index;
      home[static_cast<size_t>(dim)] += offset;
      result.set_from(position(sizes, home), x, at);
    });
    offset += x.sizes[static_cast<size_t>(dim)];
  }
  return result;
}

Results cat(const Reader& reader) {
  std::vector<OracleTensor> tensors = reader.tensors("tensors");
  if (tensors.empty()) throw OracleError("cat of nothing");
  return {joined(tensors, reader.integer("dim", 0))};
}

Results stack(const Reader& reader) {
  std::vector<OracleTensor> tensors = reader.tensors("tensors");
  if (tensors.empty()) throw OracleError("stack of nothing");
  int64_t dim = normal_dim(reader.integer("dim", 0), tensors[0].rank() + 1);
  Sizes first = tensors[0].sizes;
  for (OracleTensor& x : tensors) {
    if (x.sizes != first) throw OracleError("stack: extents differ");
    Sizes sizes = x.sizes;
    sizes.insert(sizes.begin() + static_cast<long>(dim), 1);
    x = x.with_sizes(sizes);
  }
  return {joined(tensors, dim)};
}

Results roll(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes shifts = reader.integers("shifts");
  Sizes dims = reader.integers("dims", {});
  if (dims.empty()) {
    if (shifts.size() != 1) throw OracleError("roll: several shifts need dims");
    OracleTensor flat = x.with_sizes({x.numel()});
    return {oracle("roll", {{"input", flat}, {"shifts", shifts[0]}, {"dims", 0}})[0].with_sizes(
        x.sizes)};
  }
  if (dims.size() != shifts.size()) throw OracleError("roll: as many shifts as dims are needed");
  return {pick(x, x.sizes, [&](const Index& index) {
    Index origin = index;
    for (size_t k = 0; k < dims.size(); ++k) {
      auto d = static_cast<size_t>(normal_dim(dims[k], x.rank()));
      int64_t size = x.sizes[d];
      origin[d] = ((origin[d] - shifts[k]) % size + size) % size;
    }
    return origin;
  })};
}

Results flip(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes given = reader.integers("dims");
  Sizes dims = given.empty() ? given : normal_dims(given, x.rank());
  return {pick(x, x.sizes, [&](const Index& index) {
    Index origin = index;
    for (int64_t d : dims) {
      if (x.rank())
        origin[static_cast<size_t>(d)] =
            x.sizes[static_cast<size_t>(d)] - 1 - index[static_cast<size_t>(d)];
    }
    return origin;
  })};
}

/// Each entry several times in a row: one count for all, or one for each entry. Without `dim` the
/// tensor is flattened.
Results repeat_interleave(const Reader& reader) {
  OracleTensor x = reader.tensor("input");
  if (!reader.has("dim")) x = x.with_sizes({x.numel()});
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim", 0), x.rank()));
  reader.ignore("output_size");
  const OracleValue& repeats = reader.value("repeats");
  Sizes counts(static_cast<size_t>(x.sizes[dim]), 0);
  for (size_t k = 0; k < counts.size(); ++k) {
    if (!repeats.is_tensor()) {
      counts[k] = integer_of(repeats);
      continue;
    }
    const auto& tensor = std::get<OracleTensor>(repeats.held);
    if (tensor.numel() != 1 && tensor.numel() != x.sizes[dim])
      throw OracleError("repeat_interleave: counts do not fit");
    counts[k] = tensor.integer(tensor.numel() == 1 ? 0 : static_cast<int64_t>(k));
  }
  Sizes origins;
  for (size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] < 0) throw OracleError("repeat_interleave: negative count");
    origins.insert(origins.end(), static_cast<size_t>(counts[k]), static_cast<int64_t>(k));
  }
  Sizes sizes = x.sizes;
  sizes[dim] = static_cast<int64_t>(origins.size());
  return {pick(x, sizes, [&](const Index& index) {
    Index origin = index;
    origin[dim] = origins[static_cast<size_t>(index[dim])];
    return origin;
  })};
}

/// Zero above (or below) a diagonal of the last two dimensions.
Results triangle(const Reader& reader, bool lower) {
  const OracleTensor& x = reader.tensor("input");
  int64_t diagonal = reader.integer("diagonal", 0);
  if (x.rank() < 2) throw OracleError("tril and triu need two dimensions");
  OracleTensor result(x.kind, x.sizes);
  each_index(x.sizes, [&](const Index& index, int64_t at) {
    int64_t distance = index[index.size() - 1] - index[index.size() - 2];
    if (lower ? distance <= diagonal : distance >= diagonal) result.set_from(at, x, at);
  });
  return {result};
}

Results meshgrid(const Reader& reader) {
  std::vector<OracleTensor> tensors = reader.tensors("tensors");
  std::string indexing = reader.text("indexing", "ij");
  if (indexing != "ij" && indexing != "xy") throw OracleError("meshgrid: indexing is 'ij' or 'xy'");
  Sizes axes = normal_dims({}, static_cast<int64_t>(tensors.size()));
  if (indexing == "xy" && tensors.size() >= 2) std::swap(axes[0], axes[1]);
  Sizes sizes(tensors.size());
  for (size_t k = 0; k < tensors.size(); ++k)
    sizes[static_cast<size_t>(axes[k])] = tensors[k].numel();
  Results results;
  for (size_t k = 0; k < tensors.size(); ++k) {
    OracleTensor flat = tensors[k].with_sizes({tensors[k].numel()});
    results.push_back(pick(flat, sizes, [&](const Index& index) {
      return Index{index[static_cast<size_t>(axes[k])]};
    }));
  }
  return results;
}

}  // namespace

void add_joins(Registry& registry) {
  registry["cat"] = registry["concat"] = cat;
  registry["stack"] = stack;
  registry["roll"] = roll;
  registry["flip"] = flip;
  registry["repeat_interleave"] = repeat_interleave;
  registry["tril"] = [](const Reader& r) { return triangle(r, true); };
  registry["triu"] = [](const Reader& r) { return triangle(r, false); };
  registry["meshgrid"] = meshgrid;
}

}  // namespace weft_oracle
