/// \file Index arithmetic of the oracle.
#include "tests/oracle/layout.h"

#include <algorithm>

namespace weft_oracle {

int64_t count_of(const Sizes& sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

int64_t normal_dim(int64_t dim, int64_t rank) {
  int64_t range = std::max<int64_t>(rank, 1);
  if (dim < -range || dim >= range) {
    throw OracleError("dimension " + std::to_string(dim) + " out of range for rank " +
                      std::to_string(rank));
  }
  return dim < 0 ? dim + range : dim;
}

Sizes normal_dims(const Sizes& dims, int64_t rank) {
  Sizes result;
  if (dims.empty()) {
    for (int64_t d = 0; d < rank; ++d) result.push_back(d);
    return result;
  }
  for (int64_t dim : dims) {
    int64_t d = normal_dim(dim, rank);
    if (std::count(result.begin(), result.end(), d))
      throw OracleError("dimension given twice in " + describe(dims));
    result.push_back(d);
  }
  return result;
}

int64_t position(const Sizes& sizes, const Index& index) {
  int64_t result = 0;
  for (size_t d = 0; d < sizes.size(); ++d) result = result * sizes[d] + index[d];
  return result;
}

Index index_at(const Sizes& sizes, int64_t position) {
  Index index(sizes.size());
  for (size_t d = sizes.size(); d-- > 0;) {
    index[d] = position % sizes[d];
    position /= sizes[d];
  }
  return index;
}

void each_index(const Sizes& sizes, const std::function<void(const Index&, int64_t)>& visit) {
  int64_t count = count_of(sizes);
  Index index(sizes.size(), 0);
  for (int64_t at = 0; at < count; ++at) {
    visit(index, at);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d]) break;
      index[d] = 0;
    }
  }
}

Sizes broadcast_sizes(const Sizes& a, const Sizes& b) {
  Sizes result(std::max(a.size(), b.size()), 1);
  for (size_t back = 1; back <= result.size(); ++back) {
    int64_t from_a = back <= a.size() ? a[a.size() - back] : 1;
    int64_t from_b = back <= b.size() ? b[b.size() - back] : 1;
    if (from_a != from_b && from_a != 1 && from_b != 1) {
      throw OracleError("extents " + describe(a) + " and " + describe(b) + " do not broadcast");
    }
    result[result.size() - back] = from_a == 1 ? from_b : from_a;
  }
  return result;
}

OracleTensor broadcast_to(const OracleTensor& tensor, const Sizes& sizes) {
  if (broadcast_sizes(tensor.sizes, sizes) != sizes) {
    throw OracleError(describe(tensor) + " does not broadcast to " + describe(sizes));
  }
  size_t lead = sizes.size() - tensor.sizes.size();
  return pick(tensor, sizes, [&](const Index& index) {
    Index origin(tensor.sizes.size());
    for (size_t d = 0; d < origin.size(); ++d)
      origin[d] = tensor.sizes[d] == 1 ? 0 : index[lead + d];
    return origin;
  });
}

OracleTensor pick(const OracleTensor& source, const Sizes& sizes,
                  const std::function<Index(const Index&)>& origin) {
  OracleTensor result(source.kind, sizes);
  each_index(sizes, [&](const Index& index, int64_t at) {
    result.set_from(at, source, position(source.sizes, origin(index)));
  });
  return result;
}

OracleTensor permuted(const OracleTensor& tensor, const Sizes& order) {
  if (static_cast<int64_t>(order.size()) != tensor.rank())
    throw OracleError("permutation of another rank");
  Sizes dims = order.empty() ? order : normal_dims(order, tensor.rank());
  Sizes sizes;
  for (int64_t d : dims) sizes.push_back(tensor.sizes[static_cast<size_t>(d)]);
  return pick(tensor, sizes, [&](const Index& index) {
    Index origin(index.size());
    for (size_t d = 0; d < index.size(); ++d) origin[static_cast<size_t>(dims[d])] = index[d];
    return origin;
  });
}

Groups group_over(const Sizes& sizes, const Sizes& dims, bool keepdim) {
  Sizes kept = sizes;
  for (int64_t d : dims) {
    if (!sizes.empty()) kept[static_cast<size_t>(d)] = 1;
  }
  Groups groups;
  for (size_t d = 0; d < sizes.size(); ++d) {
    bool reduced = std::count(dims.begin(), dims.end(), static_cast<int64_t>(d)) > 0;
    if (!reduced || keepdim) groups.sizes.push_back(kept[d]);
  }
  groups.members.resize(static_cast<size_t>(count_of(kept)));
  each_index(sizes, [&](const Index& index, int64_t at) {
    Index home = index;
    for (size_t d = 0; d < home.size(); ++d) home[d] = std::min(home[d], kept[d] - 1);
    groups.members[static_cast<size_t>(position(kept, home))].push_back(at);
  });
  return groups;
}

}  // namespace weft_oracle
