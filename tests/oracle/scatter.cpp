/// \file Operators that write to places that come from data: scatter, index_add, index_put, ...
#include <algorithm>
#include <cmath>

#include "tests/oracle/indexing.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

/// What an element becomes when further values arrive at it. Floating-point totals stay wide until
/// the end.
enum class Arrival { kReplace, kAdd, kMultiply, kLargest, kSmallest };

class Target {
 public:
  explicit Target(const OracleTensor& start)
      : result_(start), wide_(start.values.begin(), start.values.end()) {}

  void arrive(int64_t at, const OracleTensor& source, int64_t from, Arrival how,
              double factor = 1) {
    auto place = static_cast<size_t>(at);
    if (how == Arrival::kReplace) {
      result_.set_from(at, source, from);
      wide_[place] = result_.real(at);
    } else if (result_.integral()) {
      arrive_integer(at, source.integer(from), how, static_cast<int64_t>(factor));
    } else {
      arrive_real(place, source.real(from) * factor, how);
    }
  }

  OracleTensor finish() {
    if (!result_.integral()) {
      for (int64_t i = 0; i < result_.numel(); ++i)
        result_.set(i, static_cast<double>(wide_[static_cast<size_t>(i)]));
    }
    return result_;
  }

 private:
  void arrive_integer(int64_t at, int64_t value, Arrival how, int64_t factor) {
    int64_t held = result_.integer(at);
    auto a = static_cast<uint64_t>(held),
         b = static_cast<uint64_t>(value) * static_cast<uint64_t>(factor);
    if (how == Arrival::kAdd) held = static_cast<int64_t>(a + b);
    if (how == Arrival::kMultiply) held = static_cast<int64_t>(a * b);
    if (how == Arrival::kLargest) held = std::max(held, value);
    if (how == Arrival::kSmallest) held = std::min(held, value);
    result_.set_integer(at, held);
  }

  void arrive_real(size_t place, Sum value, Arrival how) {
    Sum& held = wide_[place];
    if (how == Arrival::kAdd) held += value;
    if (how == Arrival::kMultiply) held *= value;
    if (how == Arrival::kLargest || how == Arrival::kSmallest) {
      if (std::isnan(held) || std::isnan(value)) {
        held = NAN;
      } else {
        held = how == Arrival::kLargest ? std::max(held, value) : std::min(held, value);
      }
    }
  }

  OracleTensor result_;
  std::vector<Sum> wide_;
};

Arrival arrival_named(const std::string& name) {
  if (name.empty()) return Arrival::kReplace;
  if (name == "add" || name == "sum" || name == "mean") return Arrival::kAdd;
  if (name == "multiply" || name == "prod") return Arrival::kMultiply;
  if (name == "amax") return Arrival::kLargest;
  if (name == "amin") return Arrival::kSmallest;
  throw OracleError("scatter: unknown reduction '" + name + "'");
}

/// For every element of the index, calls `visit(place in x, position of the index)`.
void each_scatter(const OracleTensor& x, int64_t given_dim, const OracleTensor& index,
                  const std::function<void(int64_t, const Index&, int64_t)>& visit) {
  int64_t dim = normal_dim(given_dim, x.rank());
  if (index.kind != Kind::kI64) throw OracleError("scatter: the index must be int64");
  if (index.numel() && index.rank() != x.rank()) throw OracleError("scatter: ranks differ");
  each_index(index.sizes, [&](const Index& from, int64_t at) {
    Index to = from;
    for (size_t d = 0; d < to.size(); ++d) {
      to[d] = checked_index(static_cast<int64_t>(d) == dim ? index.integer(at) : to[d], x.sizes[d],
                            false);
    }
    if (x.rank() == 0) checked_index(index.integer(at), 1, false);
    visit(position(x.sizes, to), from, at);
  });
}

/// The source of a scatter, which may be larger than the index, or one number.
struct Source {
  OracleTensor tensor;
  bool number;

  Source(const Reader& reader, Kind kind) {
    std::string name = reader.either({"src", "value"});
    const OracleValue& value = reader.value(name);
    number = !value.is_tensor();
    if (number) {
      tensor = OracleTensor(kind, {});
      std::holds_alternative<double>(value.held) ? tensor.set(0, number_of(value))
                                                 : tensor.set_integer(0, integer_of(value));
    } else {
      tensor = reader.tensor(name);
      if (tensor.kind != kind) throw OracleError("scatter: kinds differ");
    }
  }
  int64_t at(const Index& index) const {
    if (number || tensor.rank() == 0) return 0;
    for (size_t d = 0; d < index.size(); ++d) {
      if (index[d] >= tensor.sizes.at(d))
        throw OracleError("scatter: the source is smaller than the index");
    }
    return position(tensor.sizes, index);
  }
};

Results scatter(const Reader& reader, Arrival how) {
  const OracleTensor& x = reader.tensor("input");
  Source source(reader, x.kind);
  Target target(x);
  each_scatter(x, reader.integer("dim"), reader.tensor("index"),
               [&](int64_t to, const Index& from, int64_t) {
                 target.arrive(to, source.tensor, source.at(from), how);
               });
  return {target.finish()};
}

/// With include_self=false what stood at a place takes no part once something arrives there.
Results scatter_reduce(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Source source(reader, x.kind);
  std::string name = reader.text("reduce", "");
  Arrival how = arrival_named(name);
  if (how == Arrival::kReplace || name == "add" || name == "multiply")
    throw OracleError("scatter_reduce: bad reduction");
  bool include_self = reader.flag("include_self", true);
  Target target(x);
  std::vector<int64_t> arrived(static_cast<size_t>(x.numel()), 0);
  each_scatter(x, reader.integer("dim"), reader.tensor("index"),
               [&](int64_t to, const Index& from, int64_t) {
                 bool first = arrived[static_cast<size_t>(to)]++ == 0;
                 target.arrive(to, source.tensor, source.at(from),
                               first && !include_self ? Arrival::kReplace : how);
               });
  OracleTensor result = target.finish();
  if (name != "mean") return {result};
  for (int64_t i = 0; i < result.numel(); ++i) {
    int64_t count = arrived[static_cast<size_t>(i)] + (include_self ? 1 : 0);
    if (count <= 1) continue;
    if (result.integral()) {
      int64_t total = result.integer(i), quotient = total / count;
      result.set_integer(i, total % count != 0 && total < 0 ? quotient - 1 : quotient);
    } else {
      result.set(i, result.real(i) / static_cast<double>(count));
    }
  }
  return {result};
}

/// Slices of `source` arrive at the slices of `input` that a vector of indices names.
Results by_slices(const Reader& reader, Arrival how) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& index = reader.tensor("index");
  const OracleTensor& source = reader.tensor("source");
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim"), x.rank()));
  double alpha = how == Arrival::kAdd ? reader.real("alpha", 1) : 1;
  if (index.rank() > 1 || !index.integral()) throw OracleError("the index is a vector of integers");
  if (source.kind != x.kind) throw OracleError("kinds differ");
  Sizes sizes = x.sizes;
  if (!sizes.empty()) sizes[dim] = index.numel();
  if (source.sizes != sizes) throw OracleError(describe(source) + " for slices of " + describe(x));
  Target target(x);
  each_index(sizes, [&](const Index& from, int64_t at) {
    Index to = from;
    if (to.empty()) checked_index(index.integer(0), 1, false);
    if (!to.empty()) to[dim] = checked_index(index.integer(from[dim]), x.sizes[dim], false);
    target.arrive(position(x.sizes, to), source, at, how, alpha);
  });
  return {target.finish()};
}

Results index_fill(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& index = reader.tensor("index");
  auto dim = static_cast<size_t>(normal_dim(reader.integer("dim"), x.rank()));
  const OracleValue& value = reader.value("value");
  OracleTensor result = x;
  each_index(x.sizes, [&](const Index& at, int64_t place) {
    for (int64_t k = 0; k < index.numel(); ++k) {
      int64_t entry = checked_index(index.integer(k), x.sizes.empty() ? 1 : x.sizes[dim], true);
      if (at.empty() || at[dim] == entry) result.set(place, number_of(value));
    }
  });
  return {result};
}

/// input[indices] = values, or += with `accumulate`; values broadcast to what is selected.
Results index_put(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  Selection selection = select_by(x, reader.value("indices"));
  const OracleTensor& given = reader.tensor("values");
  if (given.kind != x.kind) throw OracleError("index_put: kinds differ");
  OracleTensor values = broadcast_to(given, selection.sizes);
  Arrival how = reader.flag("accumulate", false) ? Arrival::kAdd : Arrival::kReplace;
  Target target(x);
  for (int64_t i = 0; i < values.numel(); ++i)
    target.arrive(selection.positions[static_cast<size_t>(i)], values, i, how);
  return {target.finish()};
}

/// Elements of `source`, in order, at the places where the mask holds.
Results masked_scatter(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  const OracleTensor& source = reader.tensor("source");
  if (source.kind != x.kind) throw OracleError("masked_scatter: kinds differ");
  Sizes sizes = broadcast_sizes(x.sizes, reader.tensor("mask").sizes);
  OracleTensor result = broadcast_to(x, sizes), mask = broadcast_to(reader.tensor("mask"), sizes);
  int64_t next = 0;
  for (int64_t i = 0; i < result.numel(); ++i) {
    if (!mask.truth(i)) continue;
    if (next >= source.numel())
      throw OracleError("masked_scatter: the source has too few elements");
    result.set_from(i, source, next++);
  }
  return {result};
}

}  // namespace

void add_scatters(Registry& registry) {
  registry["scatter"] = [](const Reader& r) {
    return scatter(r, arrival_named(r.text("reduce", "")));
  };
  registry["scatter_add"] = [](const Reader& r) { return scatter(r, Arrival::kAdd); };
  registry["scatter_reduce"] = scatter_reduce;
  registry["index_add"] = [](const Reader& r) { return by_slices(r, Arrival::kAdd); };
  registry["index_copy"] = [](const Reader& r) { return by_slices(r, Arrival::kReplace); };
  registry["index_fill"] = index_fill;
  registry["index_put"] = index_put;
  registry["masked_scatter"] = masked_scatter;
}

}  // namespace weft_oracle
