/// \file Median, mode, quantile, histogram and searching.
#include <weft/ir/operators/order_statistics.h>

#include <fmt/format.h>

#include <limits>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/decompose_steps.h>
#include <weft/ir/operators/operand_checks.h>

namespace weft::ir {
namespace {

using Nodes = std::vector<Node*>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Number of elements along a dimension, as an argument; there has to be one.
Argument elements_along(Decomposition& d, const Argument& x, std::int64_t dim) {
  const IntExpr n = d.meta(x).sizes[static_cast<std::size_t>(dim)];
  if (n.is(0)) {
    fail(diag::EmptyReduction, d.call().location(), {d.call().op().schema.name});
  }
  if (const auto constant = n.maybe_value()) return *constant;
  return d.op("size.int", {x, dim});
}

Argument less_one(Decomposition& d, const Argument& n) {
  if (const auto number = n.number()) return number->as_int() - 1;
  return d.op("sym_sub", {n, 1});
}

Argument half(Decomposition& d, const Argument& n) {
  if (const auto number = n.number()) return number->as_int() / 2;
  return d.op("sym_floordiv", {n, 2});
}

struct Sorted {
  Node* values;
  Node* indices;
};

Sorted sorted_along(Decomposition& d, const Argument& x, std::int64_t dim) {
  Node* both = d.op("sort", {x, dim, false});
  return {d.op("getitem", {both, 0}), d.op("getitem", {both, 1})};
}

/// The element in the middle, the lower one of two, with the dimension kept. NaN sorts last: where
/// it counts and is there it is the result.
Sorted median_along(Decomposition& d, const Argument& x, std::int64_t dim) {
  const bool ignores_nan = d.call().op().schema.name == "nanmedian";
  const Argument n = elements_along(d, x, dim);
  const Sorted sorted = sorted_along(d, x, dim);
  Node* is_number = d.op("logical_not", {d.op("isnan", {x})});
  Node* numbers = d.op("sum.dim", {is_number, Argument::ints({dim}), true});
  Node* position = nullptr;
  if (ignores_nan) {
    Node* middle = d.op("floor_divide", {d.op("sub", {numbers, 1}), 2});
    position = d.op("clamp_min", {middle, 0});
  } else {
    position = d.op("where", {d.op("lt", {numbers, n}), numbers, half(d, less_one(d, n))});
  }
  return {d.op("gather", {sorted.values, dim, position}),
          d.op("gather", {sorted.indices, dim, position})};
}

/// Results along `dim` without the dimension unless it is kept; `input` may have no dimensions.
Nodes along(Decomposition& d, bool keepdim,
            Sorted (*rule)(Decomposition&, const Argument&, std::int64_t)) {
  const std::size_t rank = d.call().tensor(0).rank();
  const std::int64_t dim = d.call().dimension(d.call().constant_integer(1), rank);
  const Argument x = rank == 0 ? Argument(d.op("unsqueeze", {d.argument(0), 0})) : d.argument(0);
  const Sorted found = rule(d, x, dim);
  if (keepdim && rank > 0) return {found.values, found.indices};
  return {d.op("squeeze.dim", {found.values, dim}), d.op("squeeze.dim", {found.indices, dim})};
}

/// What every element of the last dimension is compared with, by `op`: counts of those that fail.
Nodes positions_in(Decomposition& d, const Argument& boundaries, const Argument& values, bool right,
                   bool short_result) {
  const Call& call = d.call();
  const TensorMeta& sorted = d.meta(boundaries);
  if (sorted.rank() == 0) {
    call.fail(diag::ShapeMismatch, {"the sorted sequence needs a dimension"});
  }
  Argument edges = boundaries;
  Argument wanted = values;
  if (values.number()) {
    if (sorted.rank() != 1) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("a number is searched for in one sequence, not in shape {}",
                             shape_str(sorted.sizes))});
    }
  } else {
    const TensorMeta& meta = d.meta(values);
    if (meta.dtype != sorted.dtype) {
      call.fail(diag::DTypeMismatch,
                {fmt::format("values of {} are searched for in a sequence of {}",
                             dtype_name(meta.dtype), dtype_name(sorted.dtype))});
    }
    if (sorted.rank() > 1) {
      bool fits = meta.rank() == sorted.rank();
      for (std::size_t k = 0; fits && k + 1 < sorted.rank(); ++k) {
        fits = meta.sizes[k] == sorted.sizes[k];
      }
      if (!fits) {
        call.fail(diag::ShapeMismatch,
                  {fmt::format("sequences {} and values {} differ before the last dimension",
                               shape_str(sorted.sizes), shape_str(meta.sizes))});
      }
      edges = d.op("unsqueeze", {boundaries, -2});
    }
    wanted = d.op("unsqueeze", {values, -1});
  }
  // Not "below": a NaN that is searched for stands behind everything.
  Node* reached = d.op(right ? "gt" : "ge", {edges, wanted});
  Node* count = d.op("sum.dim", {d.op("logical_not", {reached}), Argument::ints({-1}), false});
  return {short_result ? d.op("to.dtype", {count, DType::kInt32}) : count};
}

/// Position and weight between the neighbours of a quantile among n sorted elements.
Node* weight_of(Decomposition& d, const std::string& mode, Node* rank, Node* below) {
  if (mode == "lower" || mode == "higher" || mode == "nearest") return nullptr;
  if (mode == "midpoint") return d.op("full_like", {rank, 0.5});
  return d.op("sub", {rank, below});
}

}  // namespace

Nodes median_rule(Decomposition& d) {
  Node* flat = d.op("flatten", {d.argument(0)});
  return {d.op("squeeze.dim", {median_along(d, flat, 0).values, 0})};
}

Nodes median_dim_rule(Decomposition& d) { return along(d, d.call().boolean(2), median_along); }

Nodes mode_rule(Decomposition& d) {
  return along(d, d.call().boolean(2), [](Decomposition& d, const Argument& x, std::int64_t dim) {
    const Argument n = elements_along(d, x, dim);
    const Sorted sorted = sorted_along(d, x, dim);
    // Runs of equal elements: where each begins, and how far each element is into its run.
    Node* before = d.op("roll", {sorted.values, Argument::ints({1}), Argument::ints({dim})});
    Node* begins = d.op("ne", {sorted.values, before});
    Node* position = d.op("arange", {n});
    for (auto k = static_cast<std::size_t>(dim) + 1; k < d.meta(x).rank(); ++k) {
      position = d.op("unsqueeze", {position, -1});
    }
    Node* begin = d.op("where", {begins, position, 0});
    begin = d.op("getitem", {d.op("cummax", {begin, dim}), 0});
    Node* length = d.op("sub", {position, begin});
    Node* best = d.op("argmax", {length, dim, true});
    return Sorted{d.op("gather", {sorted.values, dim, best}),
                  d.op("gather", {sorted.indices, dim, best})};
  });
}

Nodes quantile_rule(Decomposition& d) {
  const Call& call = d.call();
  const TensorMeta& input = call.tensor(0);
  if (input.dtype != DType::kFloat32 && input.dtype != DType::kFloat64) {
    call.fail(diag::DTypeMismatch,
              {fmt::format("needs float32 or float64, got {}", dtype_name(input.dtype))});
  }
  Argument q = d.argument(1);
  bool several = false;
  if (const auto number = q.number()) {
    if (!(number->as_double() >= 0 && number->as_double() <= 1)) {
      call.fail(diag::ValueOutOfDomain,
                {fmt::format("`q` = {} does not lie in [0, 1]", number->str())});
    }
    q = d.op("full", {Argument::ints({1}), q}, {{"dtype", input.dtype}});
  } else {
    const TensorMeta& meta = d.meta(q);
    if (meta.rank() > 1 || meta.dtype != input.dtype) {
      call.fail(diag::ShapeMismatch, {fmt::format("`q` needs {} and at most one dimension, got {}",
                                                  dtype_name(input.dtype), meta.str())});
    }
    several = meta.rank() == 1;
    if (!several) q = d.op("unsqueeze", {q, 0});
  }
  const std::string& mode = call.text(4);
  if (mode != "linear" && mode != "lower" && mode != "higher" && mode != "midpoint" &&
      mode != "nearest") {
    call.fail(diag::ValueOutOfDomain, {fmt::format("unknown `interpolation` '{}'", mode)});
  }
  const bool whole = !call.has(2);
  Argument x = d.argument(0);
  if (whole || input.rank() == 0) x = d.op("flatten", {x});
  const std::int64_t dim = whole ? 0 : call.dimension(call.constant_integer(2), input.rank());
  const std::size_t rank = d.meta(x).rank();

  const Argument n = elements_along(d, x, dim);
  Node* sorted = sorted_along(d, x, dim).values;
  Node* nan = d.op("any.dim", {d.op("isnan", {x}), dim, true});
  Node* place = d.op("mul", {q, less_one(d, n)});
  if (mode == "nearest") place = d.op("round", {place});
  Node* below = d.op(mode == "higher" ? "ceil" : "floor", {place});
  const auto element = [&](Node* at) {
    return d.op("index_select", {sorted, dim, d.op("to.dtype", {at, DType::kInt64})});
  };
  Node* result = element(below);
  if (Node* weight = weight_of(d, mode, place, below)) {
    for (auto k = static_cast<std::size_t>(dim) + 1; k < rank; ++k) {
      weight = d.op("unsqueeze", {weight, -1});
    }
    result = d.op("lerp", {result, element(d.op("ceil", {place})), weight});
  }
  result = d.op("masked_fill", {result, nan, kNaN});

  // The quantiles lie along `dim`; they go in front, and the dimension is left as one or dropped.
  const bool keepdim = call.boolean(3);
  if (several) {
    result = d.op("transpose", {d.op("unsqueeze", {result, 0}), 0, dim + 1});
    if (!keepdim || input.rank() == 0) result = d.op("squeeze.dim", {result, dim + 1});
  } else if (!keepdim || input.rank() == 0) {
    result = d.op("squeeze.dim", {result, dim});
  }
  for (std::size_t k = 1; whole && keepdim && k < input.rank(); ++k) {
    result = d.op("unsqueeze", {result, -1});
  }
  return {result};
}

Nodes histc_rule(Decomposition& d) {
  const Call& call = d.call();
  need_floating(call, call.tensor(0).dtype);
  const std::int64_t bins = call.constant_integer(1);
  if (bins < 1) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("`bins` has to be positive, got {}", bins)});
  }
  const double given_low = call.floating(2);
  const double given_high = call.floating(3);
  if (!(given_low <= given_high)) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`max` = {} is below `min` = {}", given_high, given_low)});
  }
  Node* x = d.op("flatten", {d.argument(0)});
  const DType type = d.meta(x).dtype;
  Node* low = nullptr;
  Node* high = nullptr;
  if (given_low == given_high && !d.meta(x).sizes[0].is(0)) {
    low = d.op("min", {x});
    high = d.op("max", {x});
  } else {
    low = d.op("full", {std::vector<Argument>{}, given_low}, {{"dtype", type}});
    high = d.op("full", {std::vector<Argument>{}, given_high}, {{"dtype", type}});
  }
  Node* equal = d.op("eq", {low, high});
  Node* first = d.op("where", {equal, d.op("sub", {low, 1}), low});
  Node* last = d.op("where", {equal, d.op("add", {high, 1}), high});
  Node* inside = d.op("logical_and", {d.op("ge", {x, first}), d.op("le", {x, last})});
  Node* place = d.op("mul", {d.op("sub", {x, first}), bins});
  place = d.op("div", {place, d.op("sub", {last, first})});
  place = d.op("where", {inside, place, 0.0});
  Node* bin = d.op("clamp", {d.op("to.dtype", {place, DType::kInt64}), 0, bins - 1});
  Node* none = d.op("zeros", {Argument::ints({bins})}, {{"dtype", type}});
  return {d.op("scatter_add", {none, 0, bin, d.op("to.dtype", {inside, type})})};
}

Nodes searchsorted_rule(Decomposition& d) {
  return positions_in(d, d.argument(0), d.argument(1), d.call().boolean(3), d.call().boolean(2));
}

Nodes bucketize_rule(Decomposition& d) {
  if (d.call().tensor(1).rank() != 1) {
    d.call().fail(diag::ShapeMismatch, {fmt::format("`boundaries` needs one dimension, got {}",
                                                    shape_str(d.call().tensor(1).sizes))});
  }
  return positions_in(d, d.argument(1), d.argument(0), d.call().boolean(3), d.call().boolean(2));
}

Nodes isin_rule(Decomposition& d) {
  Node* elements = d.op("unsqueeze", {d.argument(0), -1});
  Node* found = d.op("eq", {elements, d.op("flatten", {d.argument(1)})});
  Node* any = d.op("any.dim", {found, -1, false});
  return {d.call().boolean(3) ? d.op("logical_not", {any}) : any};
}

}  // namespace weft::ir
