/// \file Operators that see the same elements in another shape or order.
#include <algorithm>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"

namespace weft_oracle {
namespace {

size_t dim_at(const Reader& reader, const std::string& name, const OracleTensor& x) {
  return static_cast<size_t>(normal_dim(reader.integer(name), x.rank()));
}

/// One extent may be -1: what is left for it.
Sizes infer(Sizes sizes, int64_t count) {
  auto unknown = std::find(sizes.begin(), sizes.end(), -1);
  if (unknown == sizes.end()) return sizes;
  *unknown = 1;
  int64_t rest = count_of(sizes);
  if (rest == 0 || count % rest) throw OracleError("no extent fits in place of -1");
  *unknown = count / rest;
  return sizes;
}

Results reshape(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes sizes = reader.integers(reader.either({"size", "shape"}));
  return {x.with_sizes(infer(sizes, x.numel()))};
}

Results flatten(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  int64_t start = normal_dim(reader.integer("start_dim", 0), x.rank());
  int64_t end = normal_dim(reader.integer("end_dim", -1), x.rank());
  if (start > end) throw OracleError("flatten: start_dim after end_dim");
  Sizes sizes;
  for (int64_t d = 0; d < std::max<int64_t>(x.rank(), 1); ++d) {
    int64_t size = x.rank() ? x.sizes[static_cast<size_t>(d)] : 1;
    if (d > start && d <= end) {
      sizes.back() *= size;
    } else {
      sizes.push_back(size);
    }
  }
  return {x.with_sizes(sizes)};
}

Results unflatten(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  size_t dim = dim_at(reader, "dim", x);
  Sizes inner = infer(reader.integers(reader.either({"sizes", "unflattened_size"})), x.sizes[dim]);
  Sizes sizes(x.sizes.begin(), x.sizes.begin() + static_cast<long>(dim));
  sizes.insert(sizes.end(), inner.begin(), inner.end());
  sizes.insert(sizes.end(), x.sizes.begin() + static_cast<long>(dim) + 1, x.sizes.end());
  return {x.with_sizes(sizes)};
}

/// Leaves out the named dimensions, or all, if they are 1.
Results squeeze(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes dims = normal_dims(reader.integers("dim", {}), x.rank());
  Sizes sizes;
  for (int64_t d = 0; d < x.rank(); ++d) {
    int64_t size = x.sizes[static_cast<size_t>(d)];
    if (size != 1 || !std::count(dims.begin(), dims.end(), d)) sizes.push_back(size);
  }
  return {x.with_sizes(sizes)};
}

Results unsqueeze(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes sizes = x.sizes;
  sizes.insert(sizes.begin() + static_cast<long>(normal_dim(reader.integer("dim"), x.rank() + 1)),
               1);
  return {x.with_sizes(sizes)};
}

OracleTensor swapped(const OracleTensor& x, int64_t a, int64_t b) {
  if (x.rank() == 0) return x;
  Sizes order = normal_dims({}, x.rank());
  std::swap(order[static_cast<size_t>(normal_dim(a, x.rank()))],
            order[static_cast<size_t>(normal_dim(b, x.rank()))]);
  return permuted(x, order);
}

Results transpose(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  normal_dim(reader.integer("dim0"), x.rank());
  normal_dim(reader.integer("dim1"), x.rank());
  return {swapped(x, reader.integer("dim0"), reader.integer("dim1"))};
}

Results t(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  if (x.rank() > 2) throw OracleError("t takes at most two dimensions");
  return {x.rank() < 2 ? x : swapped(x, 0, 1)};
}

Results movedim(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes from = normal_dims(reader.integers("source"), x.rank());
  Sizes to = normal_dims(reader.integers("destination"), x.rank());
  if (from.size() != to.size())
    throw OracleError("movedim: as many sources as destinations are needed");
  Sizes order(x.sizes.size(), -1);
  for (size_t k = 0; k < from.size(); ++k) order[static_cast<size_t>(to[k])] = from[k];
  int64_t next = 0;
  for (int64_t& d : order) {
    if (d >= 0) continue;
    while (std::count(from.begin(), from.end(), next)) ++next;
    d = next++;
  }
  return {permuted(x, order)};
}

/// -1 keeps an extent that is there.
Results expand(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Sizes sizes = reader.integers(reader.either({"size", "sizes", "shape"}));
  reader.ignore("implicit");
  if (sizes.size() < x.sizes.size()) throw OracleError("expand to fewer dimensions");
  size_t lead = sizes.size() - x.sizes.size();
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != -1) continue;
    if (d < lead) throw OracleError("expand: -1 for a new dimension");
    sizes[d] = x.sizes[d - lead];
  }
  return {broadcast_to(x, sizes)};
}

/// The tensor laid side by side; new dimensions come in front. `tile` fills up missing counts
/// with 1.
Results repeat(const Reader& reader, bool fill_up) {
  const OracleTensor& x = reader.tensor("input");
  Sizes counts = reader.integers(reader.either({"repeats", "sizes", "size", "dims"}));
  if (fill_up && counts.size() < x.sizes.size())
    counts.insert(counts.begin(), x.sizes.size() - counts.size(), 1);
  if (counts.size() < x.sizes.size()) throw OracleError("repeat: fewer counts than dimensions");
  size_t lead = counts.size() - x.sizes.size();
  Sizes sizes = counts;
  for (size_t d = lead; d < sizes.size(); ++d) sizes[d] *= x.sizes[d - lead];
  return {pick(x, sizes, [&](const Index& index) {
    Index origin(x.sizes.size());
    for (size_t d = 0; d < origin.size(); ++d) origin[d] = index[lead + d] % x.sizes[d];
    return origin;
  })};
}

/// `length` entries of one dimension from `start` on, every `step`-th.
OracleTensor taken(const OracleTensor& x, size_t dim, int64_t start, int64_t length, int64_t step) {
  Sizes sizes = x.sizes;
  sizes[dim] = length;
  return pick(x, sizes, [&](const Index& index) {
    Index origin = index;
    origin[dim] = start + index[dim] * step;
    return origin;
  });
}

void need_dimension(const OracleTensor& x) {
  if (x.rank() == 0) throw OracleError("a tensor without dimensions has nothing to cut");
}

Results narrow(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_dimension(x);
  size_t dim = dim_at(reader, "dim", x);
  int64_t start = reader.integer("start"), length = reader.integer("length");
  if (start < 0) start += x.sizes[dim];
  if (start < 0 || length < 0 || start + length > x.sizes[dim])
    throw OracleError("narrow past the end");
  return {taken(x, dim, start, length, 1)};
}

/// Python's slice with a positive step: ends beyond the tensor are cut to it.
Results slice(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_dimension(x);
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim", 0), x.rank()));
  int64_t size = x.sizes[dim], step = reader.integer("step", 1);
  if (step <= 0) throw OracleError("slice needs a positive step");
  auto bound = [&](int64_t at) {
    return std::min(std::max<int64_t>(at < 0 ? at + size : at, 0), size);
  };
  int64_t start = bound(reader.integer("start", 0)), end = bound(reader.integer("end", size));
  int64_t length = std::max<int64_t>(end - start, 0);
  return {taken(x, dim, start, (length + step - 1) / step, step)};
}

OracleTensor selected(const OracleTensor& x, size_t dim, int64_t at) {
  if (at < -x.sizes[dim] || at >= x.sizes[dim]) throw OracleError("select: index out of range");
  if (at < 0) at += x.sizes[dim];
  Sizes sizes = x.sizes;
  sizes.erase(sizes.begin() + static_cast<long>(dim));
  return taken(x, dim, at, 1, 1).with_sizes(sizes);
}

Results select(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_dimension(x);
  return {selected(x, dim_at(reader, "dim", x), reader.integer("index"))};
}

Results unbind(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_dimension(x);
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim", 0), x.rank()));
  Results results;
  for (int64_t at = 0; at < x.sizes[dim]; ++at) results.push_back(selected(x, dim, at));
  return results;
}

Results cut_up(const OracleTensor& x, size_t dim, const Sizes& lengths) {
  Results results;
  int64_t start = 0;
  for (int64_t length : lengths) {
    if (length < 0) throw OracleError("split: negative length");
    results.push_back(taken(x, dim, start, length, 1));
    start += length;
  }
  if (start != x.sizes[dim]) throw OracleError("split: the lengths do not add up to the extent");
  return results;
}

/// Equal pieces, the last one with what is left; one empty piece of an empty extent.
Sizes pieces(int64_t size, int64_t length) {
  if (length <= 0 && size > 0) throw OracleError("split: the length must be positive");
  Sizes lengths;
  for (int64_t left = size; left > 0; left -= length) lengths.push_back(std::min(left, length));
  return lengths.empty() ? Sizes{0} : lengths;
}

Results split(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_dimension(x);
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim", 0), x.rank()));
  std::string name = reader.either({"split_size", "split_sizes", "split_size_or_sections"});
  if (reader.value(name).is_list()) return cut_up(x, dim, reader.integers(name));
  return cut_up(x, dim, pieces(x.sizes[dim], reader.integer(name)));
}

Results chunk(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_dimension(x);
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim", 0), x.rank()));
  int64_t chunks = reader.integer("chunks");
  if (chunks <= 0) throw OracleError("chunk: the count must be positive");
  // An empty extent still gives as many chunks as were asked for.
  if (x.sizes[dim] == 0) return cut_up(x, dim, Sizes(static_cast<size_t>(chunks), 0));
  return cut_up(x, dim, pieces(x.sizes[dim], (x.sizes[dim] + chunks - 1) / chunks));
}

/// The entries where the indices of two dimensions differ by `offset`; they become the last
/// dimension.
Results diagonal(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  int64_t offset = reader.integer("offset", 0);
  int64_t dim1 = normal_dim(reader.integer("dim1", 0), x.rank());
  int64_t dim2 = normal_dim(reader.integer("dim2", 1), x.rank());
  if (dim1 == dim2) throw OracleError("diagonal of one dimension");
  int64_t rows = x.sizes[static_cast<size_t>(dim1)], columns = x.sizes[static_cast<size_t>(dim2)];
  int64_t length =
      offset >= 0 ? std::min(rows, columns - offset) : std::min(rows + offset, columns);
  Sizes sizes, others;
  for (int64_t d = 0; d < x.rank(); ++d) {
    if (d == dim1 || d == dim2) continue;
    others.push_back(d);
    sizes.push_back(x.sizes[static_cast<size_t>(d)]);
  }
  sizes.push_back(std::max<int64_t>(length, 0));
  return {pick(x, sizes, [&](const Index& index) {
    Index origin(x.sizes.size());
    for (size_t k = 0; k < others.size(); ++k) origin[static_cast<size_t>(others[k])] = index[k];
    origin[static_cast<size_t>(dim1)] = index.back() - std::min<int64_t>(offset, 0);
    origin[static_cast<size_t>(dim2)] = index.back() + std::max<int64_t>(offset, 0);
    return origin;
  })};
}

/// Windows of `size` along a dimension, `step` apart, in a new last dimension.
Results unfold(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  need_dimension(x);
  size_t dim = dim_at(reader, "dimension", x);
  int64_t size = reader.integer("size"), step = reader.integer("step");
  if (size < 0 || step <= 0 || size > x.sizes[dim]) throw OracleError("unfold: windows do not fit");
  Sizes sizes = x.sizes;
  sizes[dim] = (x.sizes[dim] - size) / step + 1;
  sizes.push_back(size);
  return {pick(x, sizes, [&](const Index& index) {
    Index origin(index.begin(), index.end() - 1);
    origin[dim] = index[dim] * step + index.back();
    return origin;
  })};
}

Results identity(const Reader& reader) {
  reader.ignore("memory_format");
  return {reader.tensor("input")};
}

}  // namespace

void add_views(Registry& registry) {
  registry["view"] = registry["reshape"] = reshape;
  registry["flatten"] = flatten;
  registry["unflatten"] = unflatten;
  registry["squeeze"] = squeeze;
  registry["unsqueeze"] = unsqueeze;
  registry["transpose"] = registry["swapaxes"] = registry["swapdims"] = transpose;
  registry["t"] = t;
  registry["permute"] = [](const Reader& r) -> Results {
    return {permuted(r.tensor("input"), r.integers("dims"))};
  };
  registry["movedim"] = registry["moveaxis"] = movedim;
  registry["expand"] = registry["broadcast_to"] = expand;
  registry["repeat"] = [](const Reader& r) { return repeat(r, false); };
  registry["tile"] = [](const Reader& r) { return repeat(r, true); };
  registry["narrow"] = narrow;
  registry["slice"] = slice;
  registry["select"] = select;
  registry["unbind"] = unbind;
  registry["split"] = registry["split_with_sizes"] = split;
  registry["chunk"] = chunk;
  registry["diagonal"] = diagonal;
  registry["unfold"] = unfold;
  registry["clone"] = registry["contiguous"] = registry["detach"] = identity;
}

}  // namespace weft_oracle
