/// \file Tensors stacked, turned, mirrored and seen at strides, in terms of cat, flip and
/// positions.
#include <algorithm>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"

namespace weft_oracle {
namespace {

OracleValue list_of(const std::vector<OracleTensor>& tensors) {
  return OracleList(tensors.begin(), tensors.end());
}

/// Every tensor given at least `rank` dimensions by `widen`, then laid together.
Results stacked(const Reader& reader, const std::function<Sizes(const Sizes&)>& widen,
                const std::function<int64_t(int64_t rank)>& dim) {
  std::vector<OracleTensor> tensors = reader.tensors("tensors");
  for (OracleTensor& x : tensors) x = x.with_sizes(widen(x.sizes));
  const int64_t rank = tensors.at(0).rank();
  return oracle("cat", {{"tensors", list_of(tensors)}, {"dim", dim(rank)}});
}

Sizes at_least_1d(const Sizes& sizes) { return sizes.empty() ? Sizes{1} : sizes; }
Sizes at_least_2d(const Sizes& sizes) {
  return sizes.size() < 2 ? Sizes{1, sizes.empty() ? 1 : sizes[0]} : sizes;
}
Sizes at_least_3d(const Sizes& sizes) {
  if (sizes.size() >= 3) return sizes;
  Sizes result = at_least_2d(sizes);
  result.push_back(1);
  return result;
}
Sizes columns(const Sizes& sizes) {
  return sizes.size() < 2 ? Sizes{sizes.empty() ? 1 : sizes[0], 1} : sizes;
}

Results as_strided(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const Sizes sizes = reader.integers("size");
  const Sizes strides = reader.integers("stride");
  const int64_t offset = reader.integer("storage_offset", 0);
  if (sizes.size() != strides.size()) throw OracleError("as_strided: as many strides as sizes");
  OracleTensor result(x.kind, sizes);
  each_index(sizes, [&](const Index& index, int64_t at) {
    int64_t from = offset;
    for (size_t d = 0; d < sizes.size(); ++d) from += index[d] * strides[d];
    if (from < 0 || from >= x.numel()) throw OracleError("as_strided: beyond the elements");
    result.set_from(at, x, from);
  });
  return {result};
}

Results mirrored(const Reader& reader, int64_t dim) {
  const OracleTensor& x = reader.tensor("input");
  if (x.rank() <= dim) throw OracleError("fliplr and flipud need more dimensions");
  return oracle("flip", {{"input", x}, {"dims", OracleList{dim}}});
}

/// Quarter turns from the first dimension towards the second.
Results rot90(const Reader& reader) {
  OracleTensor x = reader.tensor("input");
  const Sizes given = reader.integers("dims", {0, 1});
  if (given.size() != 2) throw OracleError("rot90: two dims");
  const auto a = static_cast<size_t>(normal_dim(given[0], x.rank()));
  const auto b = static_cast<size_t>(normal_dim(given[1], x.rank()));
  if (a == b) throw OracleError("rot90: different dims");
  const int64_t turns = ((reader.integer("k", 1) % 4) + 4) % 4;
  for (int64_t k = 0; k < turns; ++k) {
    Sizes sizes = x.sizes;
    std::swap(sizes[a], sizes[b]);
    x = pick(x, sizes, [&](const Index& index) {
      Index origin = index;
      origin[a] = index[b];
      origin[b] = sizes[a] - 1 - index[a];
      return origin;
    });
  }
  return {x};
}

/// Differences of neighbours along a dimension, n times over.
Results diff(const Reader& reader) {
  OracleTensor x = reader.tensor("input");
  if (x.rank() == 0) throw OracleError("diff needs a dimension");
  const auto d = static_cast<size_t>(normal_dim(reader.integer("dim", -1), x.rank()));
  for (int64_t n = reader.integer("n", 1); n > 0; --n) {
    Sizes sizes = x.sizes;
    sizes[d] = std::max<int64_t>(sizes[d] - 1, 0);
    OracleTensor next(x.kind, sizes);
    each_index(sizes, [&](const Index& index, int64_t at) {
      Index later = index;
      ++later[d];
      const int64_t p = position(x.sizes, index), q = position(x.sizes, later);
      if (x.kind == Kind::kBool) {
        next.set_integer(at, x.truth(p) != x.truth(q));
      } else if (x.integral()) {
        next.set_integer(at, x.integer(q) - x.integer(p));
      } else {
        next.set(at, x.real(q) - x.real(p));
      }
    });
    x = next;
  }
  return {x};
}

/// The first n % sections parts are longer by one; or parts up to each index, and the rest.
Results tensor_split(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  if (x.rank() == 0) throw OracleError("tensor_split needs a dimension");
  const auto d = static_cast<size_t>(normal_dim(reader.integer("dim", 0), x.rank()));
  const int64_t extent = x.sizes[d];
  std::vector<int64_t> ends;
  if (reader.has("sections")) {
    const int64_t sections = reader.integer("sections");
    if (sections < 1) throw OracleError("tensor_split: at least one section");
    int64_t end = 0;
    for (int64_t k = 0; k < sections; ++k) {
      end += extent / sections + (k < extent % sections ? 1 : 0);
      ends.push_back(end);
    }
  } else {
    for (const int64_t index : reader.integers("indices")) {
      ends.push_back(std::clamp<int64_t>(index < 0 ? index + extent : index, 0, extent));
    }
    ends.push_back(extent);
  }
  Results parts;
  int64_t start = 0;
  for (const int64_t end : ends) {
    Sizes sizes = x.sizes;
    sizes[d] = std::max<int64_t>(end - start, 0);
    parts.push_back(pick(x, sizes, [&](const Index& index) {
      Index origin = index;
      origin[d] += start;
      return origin;
    }));
    start = end;
  }
  return parts;
}

Results broadcast_tensors(const Reader& reader) {
  std::vector<OracleTensor> tensors = reader.tensors("tensors");
  Sizes sizes;
  for (const OracleTensor& x : tensors) sizes = broadcast_sizes(sizes, x.sizes);
  for (OracleTensor& x : tensors) x = broadcast_to(x, sizes);
  return tensors;
}

/// The diagonal of a matrix, or a matrix with a vector on its diagonal.
Results diag(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const int64_t k = reader.integer("diagonal", 0);
  if (x.rank() == 1) {
    const int64_t n = x.numel() + (k < 0 ? -k : k);
    OracleTensor result(x.kind, {n, n});
    for (int64_t i = 0; i < x.numel(); ++i) {
      result.set_from((i + std::max<int64_t>(-k, 0)) * n + i + std::max<int64_t>(k, 0), x, i);
    }
    return {result};
  }
  if (x.rank() != 2) throw OracleError("diag: a vector or a matrix");
  std::vector<int64_t> places;
  each_index(x.sizes, [&](const Index& index, int64_t at) {
    if (index[1] - index[0] == k) places.push_back(at);
  });
  OracleTensor result(x.kind, {static_cast<int64_t>(places.size())});
  for (size_t i = 0; i < places.size(); ++i) result.set_from(static_cast<int64_t>(i), x, places[i]);
  return {result};
}

}  // namespace

void add_arrangements(Registry& registry) {
  registry["hstack"] = [](const Reader& r) {
    return stacked(r, at_least_1d, [](int64_t rank) { return rank == 1 ? 0 : 1; });
  };
  registry["vstack"] = registry["row_stack"] = [](const Reader& r) {
    return stacked(r, at_least_2d, [](int64_t) { return 0; });
  };
  registry["dstack"] = [](const Reader& r) {
    return stacked(r, at_least_3d, [](int64_t) { return 2; });
  };
  registry["column_stack"] = [](const Reader& r) {
    return stacked(r, columns, [](int64_t) { return 1; });
  };
  registry["as_strided"] = as_strided;
  registry["fliplr"] = [](const Reader& r) { return mirrored(r, 1); };
  registry["flipud"] = [](const Reader& r) { return mirrored(r, 0); };
  registry["rot90"] = rot90;
  registry["diff"] = diff;
  registry["tensor_split"] = tensor_split;
  registry["broadcast_tensors"] = broadcast_tensors;
  registry["diag"] = diag;
  registry["ravel"] = [](const Reader& r) -> Results {
    const OracleTensor& x = r.tensor("input");
    return {x.with_sizes({x.numel()})};
  };
  registry["view_as"] = registry["reshape_as"] = [](const Reader& r) -> Results {
    return {r.tensor("input").with_sizes(r.tensor("other").sizes)};
  };
  registry["expand_as"] = [](const Reader& r) -> Results {
    return {broadcast_to(r.tensor("input"), r.tensor("other").sizes)};
  };
  registry["alias"] =
      registry["positive"] = [](const Reader& r) -> Results { return {r.tensor("input")}; };
}

}  // namespace weft_oracle
