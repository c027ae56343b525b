/// \file Tensors made from numbers, and conversion between kinds.
#include <cmath>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

void ignore_placement(const Reader& reader) {
  for (const char* name : {"layout", "device", "pin_memory", "requires_grad", "memory_format"})
    reader.ignore(name);
}

/// bool, int64 or float32, after the number.
Kind kind_of_number(const OracleValue& value) { return result_kind({&value}); }

void fill(OracleTensor& tensor, const OracleValue& value) {
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    if (std::holds_alternative<double>(value.held)) {
      tensor.set(i, number_of(value));
    } else {
      tensor.set_integer(i, integer_of(value));
    }
  }
}

Results filled(const Reader& reader, const OracleValue& value, Kind fallback) {
  OracleTensor result(reader.kind("dtype", fallback), reader.integers("size"));
  ignore_placement(reader);
  fill(result, value);
  return {result};
}

Results filled_like(const Reader& reader, const OracleValue& value) {
  const OracleTensor& model = reader.tensor("input");
  OracleTensor result(reader.kind("dtype", model.kind), model.sizes);
  ignore_placement(reader);
  fill(result, value);
  return {result};
}

/// ceil((end - start) / step) numbers; int64 if all three are integers, else float32.
Results arange(const Reader& reader) {
  OracleValue zero = 0, one = 1;
  const OracleValue& start = reader.has("start") ? reader.value("start") : zero;
  const OracleValue& step = reader.has("step") ? reader.value("step") : one;
  const OracleValue& end = reader.value("end");
  bool whole = true;
  for (const OracleValue* value : {&start, &end, &step})
    whole = whole && !std::holds_alternative<double>(value->held);
  Kind kind = reader.kind("dtype", whole ? Kind::kI64 : Kind::kF32);
  ignore_placement(reader);
  if (is_integral(kind)) {
    auto cut = [](const OracleValue& v) {
      return std::holds_alternative<double>(v.held) ? static_cast<int64_t>(number_of(v))
                                                    : integer_of(v);
    };
    int64_t from = cut(start), to = cut(end), by = cut(step);
    if (by == 0 || (by > 0 ? to < from : to > from))
      throw OracleError("arange: the step leads away from the end");
    int64_t count = by > 0 ? (to - from + by - 1) / by : (from - to - by - 1) / -by;
    OracleTensor result(kind, {count});
    for (int64_t i = 0; i < count; ++i) result.set_integer(i, from + i * by);
    return {result};
  }
  double from = number_of(start), to = number_of(end), by = number_of(step);
  if (by == 0 || (by > 0 ? to < from : to > from))
    throw OracleError("arange: the step leads away from the end");
  OracleTensor result(kind, {static_cast<int64_t>(std::ceil((to - from) / by))});
  for (int64_t i = 0; i < result.numel(); ++i) result.set(i, from + static_cast<double>(i) * by);
  return {result};
}

/// Evenly spaced numbers with both ends, counted from the nearer end so that both are exact.
Results linspace(const Reader& reader, bool powers) {
  double start = reader.real("start"), end = reader.real("end"),
         base = powers ? reader.real("base", 10) : 0;
  int64_t steps = reader.integer("steps");
  Kind kind = reader.kind("dtype", Kind::kF32);
  ignore_placement(reader);
  if (steps < 0) throw OracleError("linspace: negative number of steps");
  refuse_integral("linspace", kind);
  OracleTensor result(kind, {steps});
  double step = steps > 1 ? (end - start) / static_cast<double>(steps - 1) : 0;
  for (int64_t i = 0; i < steps; ++i) {
    double at = i < steps / 2 || steps == 1 ? start + step * static_cast<double>(i)
                                            : end - step * static_cast<double>(steps - 1 - i);
    result.set(i, powers ? std::pow(base, at) : at);
  }
  return {result};
}

Results eye(const Reader& reader) {
  int64_t n = reader.integer("n"), m = reader.integer("m", n);
  OracleTensor result(reader.kind("dtype", Kind::kF32), {n, m});
  ignore_placement(reader);
  for (int64_t i = 0; i < n && i < m; ++i) result.set_integer(i * m + i, 1);
  return {result};
}

/// Bad casts (of what does not fit) give what x86-64 gives.
Results to(const Reader& reader) {
  reader.ignore("copy");
  reader.ignore("non_blocking");
  ignore_placement(reader);
  const OracleTensor& x = reader.tensor("input");
  return {x.cast(reader.has("other") ? reader.tensor("other").kind : reader.kind("dtype", x.kind))};
}

Results scalar_tensor(const Reader& reader) {
  const OracleValue& value = reader.value(reader.either({"s", "value"}));
  OracleTensor result(reader.kind("dtype", Kind::kF32), {});
  ignore_placement(reader);
  fill(result, value);
  return {result};
}

}  // namespace

void add_factories(Registry& registry) {
  registry["full"] = [](const Reader& r) {
    return filled(r, r.value("fill_value"), kind_of_number(r.value("fill_value")));
  };
  registry["zeros"] = [](const Reader& r) { return filled(r, 0, Kind::kF32); };
  registry["ones"] = [](const Reader& r) { return filled(r, 1, Kind::kF32); };
  registry["full_like"] = [](const Reader& r) { return filled_like(r, r.value("fill_value")); };
  registry["zeros_like"] = [](const Reader& r) { return filled_like(r, 0); };
  registry["ones_like"] = [](const Reader& r) { return filled_like(r, 1); };
  registry["arange"] = arange;
  registry["linspace"] = [](const Reader& r) { return linspace(r, false); };
  registry["logspace"] = [](const Reader& r) { return linspace(r, true); };
  registry["eye"] = eye;
  registry["to"] = registry["type_as"] = to;
  registry["scalar_tensor"] = scalar_tensor;
}

}  // namespace weft_oracle
