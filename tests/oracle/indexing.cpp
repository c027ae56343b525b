/// \file Operators that read elements whose place comes from data: gather, index, embedding,
/// nonzero, one_hot, ...
#include "tests/oracle/indexing.h"

#include <algorithm>

#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {

int64_t checked_index(int64_t index, int64_t size, bool from_end) {
  if (index < (from_end ? -size : 0) || index >= size) {
    throw OracleError("index " + std::to_string(index) + " out of range for " +
                      std::to_string(size));
  }
  return index < 0 ? index + size : index;
}

namespace {

/// Row-major positions where a tensor is not zero.
std::vector<int64_t> true_positions(const OracleTensor& x) {
  std::vector<int64_t> result;
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (x.truth(i)) result.push_back(i);
  }
  return result;
}

/// One integer tensor per indexed dimension; a mask gives one for each of its dimensions.
struct Indexed {
  std::vector<size_t> dims;
  std::vector<OracleTensor> indices;
};

void add_mask(Indexed& indexed, const OracleTensor& mask, const OracleTensor& x, size_t dim) {
  std::vector<int64_t> found = true_positions(mask);
  for (size_t d = 0; d < mask.sizes.size(); ++d) {
    if (dim + d >= x.sizes.size() || mask.sizes[d] != x.sizes[dim + d])
      throw OracleError("index: the mask does not fit");
    OracleTensor column(Kind::kI64, {static_cast<int64_t>(found.size())});
    for (size_t k = 0; k < found.size(); ++k) {
      column.set_integer(static_cast<int64_t>(k), index_at(mask.sizes, found[k])[d]);
    }
    indexed.dims.push_back(dim + d);
    indexed.indices.push_back(column);
  }
}

Indexed read_indices(const OracleTensor& x, const OracleValue& value) {
  const auto* list = std::get_if<OracleList>(&value.held);
  if (!list) throw OracleError("index: a list of indices was needed");
  Indexed indexed;
  size_t dim = 0;
  for (const OracleValue& item : *list) {
    if (item.is_none()) {
      ++dim;
      continue;
    }
    if (!item.is_tensor()) throw OracleError("index: an index is no tensor");
    const auto& index = std::get<OracleTensor>(item.held);
    if (index.kind == Kind::kBool || index.kind == Kind::kU8) {
      add_mask(indexed, index, x, dim);
      dim += index.sizes.size();
    } else if (index.integral()) {
      indexed.dims.push_back(dim++);
      indexed.indices.push_back(index);
    } else {
      throw OracleError("index: indices are integers or masks");
    }
  }
  if (dim > x.sizes.size()) throw OracleError("index: more indices than dimensions");
  if (indexed.dims.empty()) throw OracleError("index: no index");
  return indexed;
}

}  // namespace

Selection select_by(const OracleTensor& x, const OracleValue& value) {
  Indexed indexed = read_indices(x, value);
  Sizes common;
  for (const OracleTensor& index : indexed.indices) common = broadcast_sizes(common, index.sizes);
  for (OracleTensor& index : indexed.indices) index = broadcast_to(index, common);
  bool adjacent = indexed.dims.back() - indexed.dims.front() + 1 == indexed.dims.size();
  size_t at_front = adjacent ? indexed.dims.front() : 0;
  std::vector<size_t> kept;
  for (size_t d = 0; d < x.sizes.size(); ++d) {
    if (!std::count(indexed.dims.begin(), indexed.dims.end(), d)) kept.push_back(d);
  }
  Selection selection;
  for (size_t k = 0; k < at_front; ++k) selection.sizes.push_back(x.sizes[kept[k]]);
  selection.sizes.insert(selection.sizes.end(), common.begin(), common.end());
  for (size_t k = at_front; k < kept.size(); ++k) selection.sizes.push_back(x.sizes[kept[k]]);
  each_index(selection.sizes, [&](const Index& out, int64_t) {
    Index in(x.sizes.size());
    for (size_t k = 0; k < kept.size(); ++k)
      in[kept[k]] = out[k < at_front ? k : k + common.size()];
    auto from = out.begin() + static_cast<long>(at_front);
    int64_t place = position(common, Index(from, from + static_cast<long>(common.size())));
    for (size_t k = 0; k < indexed.dims.size(); ++k) {
      in[indexed.dims[k]] =
          checked_index(indexed.indices[k].integer(place), x.sizes[indexed.dims[k]], true);
    }
    selection.positions.push_back(position(x.sizes, in));
  });
  return selection;
}

namespace {

Results index(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Selection selection = select_by(x, reader.value("indices"));
  OracleTensor result(x.kind, selection.sizes);
  for (int64_t i = 0; i < result.numel(); ++i)
    result.set_from(i, x, selection.positions[static_cast<size_t>(i)]);
  return {result};
}

/// out[i][j] = input[index[i][j]][j] for dim 0; the index may be smaller than the input in the
/// other dimensions.
Results gather(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& index = reader.tensor("index");
  int64_t dim = normal_dim(reader.integer("dim"), x.rank());
  reader.ignore("sparse_grad");
  if (index.kind != Kind::kI64) throw OracleError("gather: the index must be int64");
  if (index.numel() && std::max<int64_t>(index.rank(), 1) != std::max<int64_t>(x.rank(), 1)) {
    throw OracleError("gather: ranks differ");
  }
  OracleTensor from = x.rank() ? x : x.with_sizes({1});
  OracleTensor result(x.kind, index.sizes);
  each_index(index.sizes, [&](const Index& out, int64_t at) {
    Index in = out.empty() ? Index{0} : out;
    for (size_t d = 0; d < in.size(); ++d) {
      int64_t entry = static_cast<int64_t>(d) == dim ? index.integer(at) : in[d];
      in[d] = checked_index(entry, from.sizes[d], false);
    }
    result.set_from(at, from, position(from.sizes, in));
  });
  return {result};
}

/// Along a dimension, all others broadcast; elements of the flat tensor without one.
Results take_along_dim(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& index = reader.tensor("indices");
  const OracleValue* given = reader.find("dim");
  if (!given || std::holds_alternative<std::monostate>(given->held)) {
    OracleTensor result(x.kind, {index.numel()});
    for (int64_t i = 0; i < index.numel(); ++i) {
      result.set_from(i, x, checked_index(index.integer(i), x.numel(), false));
    }
    return {result};
  }
  int64_t dim = normal_dim(integer_of(*given), x.rank());
  if (index.rank() != x.rank()) throw OracleError("take_along_dim: ranks differ");
  Sizes sizes = index.sizes;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (static_cast<int64_t>(d) == dim || x.sizes[d] == sizes[d] || x.sizes[d] == 1) continue;
    if (sizes[d] != 1) throw OracleError("take_along_dim: extents do not broadcast");
    sizes[d] = x.sizes[d];
  }
  OracleTensor result(x.kind, sizes);
  each_index(sizes, [&](const Index& out, int64_t at) {
    Index in = out;
    Index asked = out;
    for (size_t d = 0; d < out.size(); ++d) {
      if (index.sizes[d] == 1) asked[d] = 0;
      if (x.sizes[d] == 1) in[d] = 0;
    }
    auto along = static_cast<size_t>(dim);
    in[along] = checked_index(index.integer(position(index.sizes, asked)), x.sizes[along], false);
    result.set_from(at, x, position(x.sizes, in));
  });
  return {result};
}

Results index_select(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& index = reader.tensor("index");
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim"), x.rank()));
  if (index.rank() > 1 || (index.kind != Kind::kI64 && index.kind != Kind::kI32)) {
    throw OracleError("index_select: the index is a vector of integers");
  }
  OracleTensor from = x.rank() ? x : x.with_sizes({1});
  Sizes sizes = from.sizes;
  sizes[dim] = index.numel();
  OracleTensor result = pick(from, sizes, [&](const Index& out) {
    Index in = out;
    in[dim] = checked_index(index.integer(out[dim]), from.sizes[dim], false);
    return in;
  });
  return {x.rank() ? result : result.with_sizes({})};
}

/// A row of `weight` for each entry.
Results embedding(const Reader& reader) {
  const OracleTensor& weight = reader.tensor("weight");
  const OracleTensor& entries = reader.tensor(reader.either({"input", "indices"}));
  if (weight.rank() != 2) throw OracleError("embedding: the weight is a matrix");
  if (entries.kind != Kind::kI64 && entries.kind != Kind::kI32)
    throw OracleError("embedding: entries are integers");
  if (reader.has("max_norm")) throw OracleError("the oracle's embedding does not renormalise");
  for (const char* name : {"padding_idx", "scale_grad_by_freq", "sparse", "norm_type"})
    reader.ignore(name);
  Sizes sizes = entries.sizes;
  sizes.push_back(weight.sizes[1]);
  return {pick(weight, sizes, [&](const Index& out) {
    int64_t row = entries.integer(position(entries.sizes, Index(out.begin(), out.end() - 1)));
    return Index{checked_index(row, weight.sizes[0], false), out.back()};
  })};
}

/// One row of indices for every element that is not zero.
Results nonzero(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  std::vector<int64_t> found = true_positions(x);
  OracleTensor result(Kind::kI64, {static_cast<int64_t>(found.size()), x.rank()});
  int64_t at = 0;
  for (int64_t place : found) {
    for (int64_t entry : index_at(x.sizes, place)) result.set_integer(at++, entry);
  }
  return {result};
}

Results masked_select(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& mask = reader.tensor("mask");
  if (mask.kind != Kind::kBool && mask.kind != Kind::kU8)
    throw OracleError("masked_select: the mask must be bool");
  Sizes sizes = broadcast_sizes(x.sizes, mask.sizes);
  OracleTensor from = broadcast_to(x, sizes);
  std::vector<int64_t> found = true_positions(broadcast_to(mask, sizes));
  OracleTensor result(x.kind, {static_cast<int64_t>(found.size())});
  for (size_t k = 0; k < found.size(); ++k)
    result.set_from(static_cast<int64_t>(k), from, found[k]);
  return {result};
}

/// Elements of the flattened tensor.
Results take(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& index = reader.tensor("index");
  OracleTensor result(x.kind, index.sizes);
  for (int64_t i = 0; i < index.numel(); ++i)
    result.set_from(i, x, checked_index(index.integer(i), x.numel(), true));
  return {result};
}

/// -1 makes as many classes as the largest entry needs.
Results one_hot(const Reader& reader) {
  const OracleTensor& x = reader.tensor(reader.either({"input", "tensor"}));
  if (x.kind != Kind::kI64) throw OracleError("one_hot takes int64");
  int64_t classes = reader.integer("num_classes", -1);
  if (classes == -1) {
    if (x.numel() == 0) throw OracleError("one_hot of nothing needs num_classes");
    classes = *std::max_element(x.integers.begin(), x.integers.end()) + 1;
  }
  Sizes sizes = x.sizes;
  sizes.push_back(classes);
  OracleTensor result(Kind::kI64, sizes);
  for (int64_t i = 0; i < x.numel(); ++i) {
    result.set_integer(i * classes + checked_index(x.integer(i), classes, false), 1);
  }
  return {result};
}

}  // namespace

void add_indexing(Registry& registry) {
  registry["index"] = index;
  registry["gather"] = gather;
  registry["take_along_dim"] = take_along_dim;
  registry["index_select"] = index_select;
  registry["embedding"] = embedding;
  registry["nonzero"] = nonzero;
  registry["masked_select"] = masked_select;
  registry["take"] = take;
  registry["one_hot"] = one_hot;
}

}  // namespace weft_oracle
