/// \file Reshaping over symbolic extents.
#include <weft/ir/operators/reshape.h>

#include <fmt/format.h>

#include <algorithm>

namespace weft::ir {
namespace {

/// Positions of the extents other than 1: the others hold no information about the order.
std::vector<std::size_t> proper_dimensions(const std::vector<IntExpr>& sizes) {
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (!sizes[d].is(1)) dims.push_back(d);
  }
  return dims;
}

bool certainly_empty(const std::vector<IntExpr>& sizes) {
  return std::any_of(sizes.begin(), sizes.end(), [](const IntExpr& n) { return n.is(0); });
}

/// Dimensions of both shapes that hold the same elements and touch no others.
struct Group {
  std::vector<std::size_t> from;
  std::vector<std::size_t> to;
};

enum class Extend { kFrom, kTo, kUnknown };

/// Which side has to take in a further dimension for the products to become equal.
Extend side_to_extend(const IntExpr& from, const IntExpr& to) {
  if (from.is_constant() && to.is_constant()) {
    return from.value() < to.value() ? Extend::kFrom : Extend::kTo;
  }
  if (exact_quotient(to, from)) return Extend::kFrom;
  if (exact_quotient(from, to)) return Extend::kTo;
  return Extend::kUnknown;
}

/// Smallest groups from left to right. What follows a place where the products cannot be compared
/// becomes one group.
std::vector<Group> regroup(const std::vector<IntExpr>& from, const std::vector<IntExpr>& to) {
  const std::vector<std::size_t> left = proper_dimensions(from);
  const std::vector<std::size_t> right = proper_dimensions(to);
  std::vector<Group> groups;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() || j < right.size()) {
    Group group;
    IntExpr a = 1;
    IntExpr b = 1;
    do {
      const Extend side = group.from.empty() ? Extend::kFrom
                          : group.to.empty() ? Extend::kTo
                                             : side_to_extend(a, b);
      if (side == Extend::kFrom && i < left.size()) {
        group.from.push_back(left[i]);
        a *= from[left[i++]];
      } else if (side == Extend::kTo && j < right.size()) {
        group.to.push_back(right[j]);
        b *= to[right[j++]];
      } else {
        group.from.insert(group.from.end(), left.begin() + static_cast<std::ptrdiff_t>(i),
                          left.end());
        group.to.insert(group.to.end(), right.begin() + static_cast<std::ptrdiff_t>(j),
                        right.end());
        i = left.size();
        j = right.size();
        break;
      }
    } while (!(a == b));
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<IntExpr> pick(const std::vector<IntExpr>& values,
                          const std::vector<std::size_t>& positions) {
  std::vector<IntExpr> result;
  result.reserve(positions.size());
  for (const std::size_t p : positions) result.push_back(values[p]);
  return result;
}

/// Strides for extents of 1, which address nothing: those of a dense tensor.
void fill_unit_strides(const std::vector<IntExpr>& sizes, std::vector<IntExpr>& strides) {
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (!sizes[d].is(1)) continue;
    strides[d] = d + 1 < sizes.size() ? sizes[d + 1] * strides[d + 1] : IntExpr(1);
  }
}

}  // namespace

IntExpr linearise(const std::vector<IntExpr>& index, const std::vector<IntExpr>& sizes) {
  IntExpr position = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) position = position * sizes[d] + index[d];
  return position;
}

std::vector<IntExpr> delinearise(const IntExpr& position, const std::vector<IntExpr>& sizes) {
  std::vector<IntExpr> index(sizes.size(), IntExpr(0));
  if (certainly_empty(sizes)) return index;
  IntExpr rest = position;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (d == 0) {
      index[d] = rest;
      break;
    }
    index[d] = mod(rest, sizes[d]);
    rest = floor_div(rest, sizes[d]);
  }
  return index;
}

std::optional<IntExpr> exact_quotient(const IntExpr& a, const IntExpr& b) {
  if (b.is(0)) return std::nullopt;
  IntExpr q = floor_div(a, b);
  if (!(q * b == a)) return std::nullopt;
  return q;
}

std::vector<IntExpr> resolve_sizes(const Call& call, const std::vector<IntExpr>& from,
                                   std::vector<IntExpr> to) {
  const auto mismatch = [&](const char* relation) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("shape {} of shape {} {} the same number of elements", shape_str(to),
                           shape_str(from), relation)});
  };
  std::optional<std::size_t> open;
  IntExpr known = 1;
  for (std::size_t d = 0; d < to.size(); ++d) {
    if (to[d].is(-1)) {
      if (open) {
        call.fail(diag::ShapeMismatch,
                  {fmt::format("only one size of {} can be left open with -1", shape_str(to))});
      }
      open = d;
    } else if (to[d].bounds().second < 0) {
      call.fail(diag::ShapeMismatch, {fmt::format("negative size in {}", shape_str(to))});
    } else {
      known *= to[d];
    }
  }
  const IntExpr total = product(from);
  if (open) {
    if (known.is(0)) {
      call.fail(
          diag::ShapeMismatch,
          {fmt::format("the -1 in {} is ambiguous, any size has no elements", shape_str(to))});
    }
    const auto rest = exact_quotient(total, known);
    if (!rest)
      mismatch(total.is_constant() && known.is_constant() ? "cannot have"
                                                          : "cannot be shown to have");
    to[*open] = *rest;
  } else if (!(total == known)) {
    mismatch(total.is_constant() && known.is_constant() ? "does not have"
                                                        : "cannot be shown to have");
  }
  return to;
}

std::vector<IntExpr> reshape_index(const std::vector<IntExpr>& from, const std::vector<IntExpr>& to,
                                   const std::vector<IntExpr>& at) {
  std::vector<IntExpr> index(from.size(), IntExpr(0));
  if (certainly_empty(from) || certainly_empty(to)) return index;
  for (const Group& group : regroup(from, to)) {
    const IntExpr position = linearise(pick(at, group.to), pick(to, group.to));
    const std::vector<IntExpr> part = delinearise(position, pick(from, group.from));
    for (std::size_t k = 0; k < part.size(); ++k) index[group.from[k]] = part[k];
  }
  return index;
}

std::optional<std::vector<IntExpr>> reshape_strides(const std::vector<IntExpr>& from,
                                                    const std::vector<IntExpr>& strides,
                                                    const std::vector<IntExpr>& to) {
  if (certainly_empty(from) || certainly_empty(to)) return contiguous_strides(to);
  std::vector<IntExpr> result(to.size(), IntExpr(1));
  for (const Group& group : regroup(from, to)) {
    for (std::size_t k = 0; k + 1 < group.from.size(); ++k) {
      const std::size_t outer = group.from[k];
      const std::size_t inner = group.from[k + 1];
      if (!(strides[outer] == from[inner] * strides[inner])) return std::nullopt;
    }
    IntExpr stride = group.from.empty() ? IntExpr(1) : strides[group.from.back()];
    for (std::size_t k = group.to.size(); k-- > 0;) {
      result[group.to[k]] = stride;
      stride *= to[group.to[k]];
    }
  }
  fill_unit_strides(to, result);
  return result;
}

}  // namespace weft::ir
