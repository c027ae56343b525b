/// \file Conversions between element kinds, and the tensor that keeps them.
#include "tests/oracle/oracle_tensor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace weft_oracle {
namespace {

struct KindRow {
  Kind kind;
  const char* name;
  const char* alias;
};

constexpr std::array<KindRow, 10> kKinds = {{{Kind::kBool, "bool", "bool"},
                                             {Kind::kU8, "uint8", "uint8"},
                                             {Kind::kI8, "int8", "int8"},
                                             {Kind::kI16, "int16", "short"},
                                             {Kind::kI32, "int32", "int"},
                                             {Kind::kI64, "int64", "long"},
                                             {Kind::kF16, "float16", "half"},
                                             {Kind::kBF16, "bfloat16", "bfloat16"},
                                             {Kind::kF32, "float32", "float"},
                                             {Kind::kF64, "float64", "double"}}};

/// Rounds to `precision` significant bits, the last of which weighs at least 2^smallest.
double round_bits(double value, int precision, int smallest, double largest) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  int unit = std::max(exponent - precision, smallest);
  double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  if (std::fabs(rounded) > largest)
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  return std::copysign(rounded, value);
}

int64_t element_count(const Sizes& sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (size < 0) throw OracleError("negative extent in " + describe(sizes));
    count *= size;
  }
  return count;
}

}  // namespace

bool is_float(Kind kind) { return kind >= Kind::kF16; }
bool is_integral(Kind kind) { return !is_float(kind); }

const char* kind_name(Kind kind) { return kKinds[static_cast<size_t>(kind)].name; }

Kind kind_from_name(const std::string& name) {
  for (const KindRow& row : kKinds) {
    if (name == row.name || name == row.alias) return row.kind;
  }
  throw OracleError("unknown element kind '" + name + "'");
}

double round_to(Kind kind, double value) {
  switch (kind) {
    case Kind::kF16:
      return round_bits(value, 11, -24, 65504.0);
    case Kind::kBF16:
      return round_bits(value, 8, -133, std::ldexp(255.0, 120));
    case Kind::kF32:
      return static_cast<double>(static_cast<float>(value));
    case Kind::kF64:
      return value;
    default:
      throw OracleError(std::string("round_to: not a floating-point kind: ") + kind_name(kind));
  }
}

int64_t wrap_to(Kind kind, int64_t value) {
  switch (kind) {
    case Kind::kBool:
      return value != 0;
    case Kind::kU8:
      return static_cast<uint8_t>(value);
    case Kind::kI8:
      return static_cast<int8_t>(value);
    case Kind::kI16:
      return static_cast<int16_t>(value);
    case Kind::kI32:
      return static_cast<int32_t>(value);
    case Kind::kI64:
      return value;
    default:
      throw OracleError(std::string("wrap_to: not an integral kind: ") + kind_name(kind));
  }
}

int64_t truncate_to(Kind kind, double value) {
  if (kind == Kind::kBool) return value != 0;
  double whole = std::trunc(value);
  if (kind == Kind::kI32 && !(whole >= -0x1p31 && whole < 0x1p31))
    return std::numeric_limits<int32_t>::min();
  if (!(whole >= -0x1p63 && whole < 0x1p63))
    return wrap_to(kind, std::numeric_limits<int64_t>::min());
  return wrap_to(kind, static_cast<int64_t>(whole));
}

OracleTensor::OracleTensor(Kind element_kind, Sizes extents)
    : kind(element_kind), sizes(std::move(extents)) {
  auto count = static_cast<size_t>(element_count(sizes));
  values.assign(count, 0.0);
  if (integral()) integers.assign(count, 0);
}

int64_t OracleTensor::integer(int64_t i) const {
  if (!integral()) throw OracleError("integer element asked of " + describe(*this));
  return integers[static_cast<size_t>(i)];
}

void OracleTensor::set(int64_t i, double value) {
  if (integral()) return set_integer(i, truncate_to(kind, value));
  values[static_cast<size_t>(i)] = round_to(kind, value);
}

void OracleTensor::set_integer(int64_t i, int64_t value) {
  auto at = static_cast<size_t>(i);
  if (integral()) {
    integers[at] = wrap_to(kind, value);
    values[at] = static_cast<double>(integers[at]);
  } else if (kind == Kind::kF32) {
    // Straight from the integer: by way of a double it would be rounded twice.
    values[at] = static_cast<double>(static_cast<float>(value));
  } else {
    values[at] = round_to(kind, static_cast<double>(value));
  }
}

void OracleTensor::set_from(int64_t i, const OracleTensor& source, int64_t j) {
  if (source.integral()) {
    set_integer(i, source.integer(j));
  } else {
    set(i, source.real(j));
  }
}

OracleTensor OracleTensor::with_sizes(Sizes new_sizes) const {
  if (element_count(new_sizes) != numel()) {
    throw OracleError("cannot see " + describe(*this) + " as " + describe(new_sizes));
  }
  OracleTensor result = *this;
  result.sizes = std::move(new_sizes);
  return result;
}

OracleTensor OracleTensor::cast(Kind to) const {
  OracleTensor result(to, sizes);
  for (int64_t i = 0; i < numel(); ++i) result.set_from(i, *this, i);
  return result;
}

OracleTensor tensor_of(Kind kind, Sizes sizes, const std::vector<double>& elements) {
  OracleTensor result(kind, std::move(sizes));
  if (elements.size() != result.values.size())
    throw OracleError("wrong number of elements for " + describe(result));
  for (int64_t i = 0; i < result.numel(); ++i) result.set(i, elements[static_cast<size_t>(i)]);
  return result;
}

OracleTensor tensor_of_integers(Kind kind, Sizes sizes, const std::vector<int64_t>& elements) {
  OracleTensor result(kind, std::move(sizes));
  if (elements.size() != result.values.size())
    throw OracleError("wrong number of elements for " + describe(result));
  for (int64_t i = 0; i < result.numel(); ++i)
    result.set_integer(i, elements[static_cast<size_t>(i)]);
  return result;
}

std::string describe(const Sizes& sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + "]";
}

std::string describe(const OracleTensor& tensor) {
  return std::string(kind_name(tensor.kind)) + " " + describe(tensor.sizes);
}

}  // namespace weft_oracle
