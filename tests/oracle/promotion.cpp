/// \file PyTorch's type promotion.
#include "tests/oracle/promotion.h"

#include <algorithm>

#include "tests/oracle/layout.h"

namespace weft_oracle {
namespace {

int category(Kind kind) { return kind == Kind::kBool ? 0 : is_float(kind) ? 2 : 1; }

/// The kind of one class of operands, where `any` says whether the class has a member.
struct Class {
  bool any = false;
  Kind kind = Kind::kBool;

  void add(Kind other) {
    kind = any ? promote(kind, other) : other;
    any = true;
  }
};

Class combine(const Class& first, const Class& second) {
  if (!first.any) return second;
  if (!second.any || category(second.kind) <= category(first.kind)) return first;
  Class result = first;
  result.add(second.kind);
  return result;
}

Kind number_kind(const OracleValue& value) {
  if (std::holds_alternative<bool>(value.held)) return Kind::kBool;
  if (std::holds_alternative<int64_t>(value.held)) return Kind::kI64;
  if (std::holds_alternative<double>(value.held)) return Kind::kF32;
  throw OracleError("a tensor or a number was needed");
}

OracleTensor as_tensor(const OracleValue& value, Kind kind) {
  if (value.is_tensor()) return std::get<OracleTensor>(value.held).cast(kind);
  OracleTensor result(compute_kind(kind), {});
  if (std::holds_alternative<double>(value.held)) {
    result.set(0, std::get<double>(value.held));
  } else {
    result.set_integer(0, integer_of(value));
  }
  return result;
}

}  // namespace

Kind promote(Kind a, Kind b) {
  if (a > b) std::swap(a, b);
  if (a == b || a == Kind::kBool) return b;
  if (a == Kind::kU8 && b == Kind::kI8) return Kind::kI16;
  if (a == Kind::kF16 && b == Kind::kBF16) return Kind::kF32;
  return b;
}

Kind result_kind(const std::vector<const OracleValue*>& operands) {
  Class with_dims, without_dims, numbers;
  for (const OracleValue* operand : operands) {
    if (operand->is_tensor()) {
      const auto& tensor = std::get<OracleTensor>(operand->held);
      (tensor.sizes.empty() ? without_dims : with_dims).add(tensor.kind);
    } else {
      numbers.add(number_kind(*operand));
    }
  }
  return combine(with_dims, combine(without_dims, numbers)).kind;
}

Kind float_kind(Kind kind) { return is_float(kind) ? kind : Kind::kF32; }

Kind compute_kind(Kind kind) {
  return kind == Kind::kF16 || kind == Kind::kBF16 ? Kind::kF32 : kind;
}

Operands bring_together(const Reader& reader, const std::vector<std::string>& names,
                        bool floating) {
  std::vector<const OracleValue*> values;
  for (const std::string& name : names) values.push_back(&reader.value(name));
  Kind kind = result_kind(values);
  return bring_together_as(reader, names, floating ? float_kind(kind) : kind);
}

Operands bring_together_as(const Reader& reader, const std::vector<std::string>& names, Kind kind) {
  Operands operands;
  operands.kind = kind;
  for (const std::string& name : names) {
    operands.tensors.push_back(as_tensor(reader.value(name), kind));
    operands.sizes = broadcast_sizes(operands.sizes, operands.tensors.back().sizes);
  }
  for (OracleTensor& tensor : operands.tensors) tensor = broadcast_to(tensor, operands.sizes);
  return operands;
}

OracleTensor map_reals(const Operands& operands, Kind result, const RealFunction& function) {
  OracleTensor out(result, operands.sizes);
  std::vector<double> row(operands.tensors.size());
  for (int64_t i = 0; i < out.numel(); ++i) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = operands.tensors[k].real(i);
    out.set(i, function(row));
  }
  return out;
}

OracleTensor map_integers(const Operands& operands, Kind result, const IntegerFunction& function) {
  OracleTensor out(result, operands.sizes);
  std::vector<int64_t> row(operands.tensors.size());
  for (int64_t i = 0; i < out.numel(); ++i) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = operands.tensors[k].integer(i);
    out.set_integer(i, function(row));
  }
  return out;
}

OracleTensor map_either(const Operands& operands, const RealFunction& on_reals,
                        const IntegerFunction& on_integers) {
  return is_float(operands.kind) ? map_reals(operands, operands.kind, on_reals)
                                 : map_integers(operands, operands.kind, on_integers);
}

void refuse_bool(const std::string& op, Kind kind) {
  if (kind == Kind::kBool) throw OracleError(op + " does not take bool tensors");
}

void refuse_integral(const std::string& op, Kind kind) {
  if (is_integral(kind))
    throw OracleError(op + " takes floating-point tensors, not " + kind_name(kind));
}

double as_operand(Kind kind, double number) {
  return is_float(kind) ? round_to(compute_kind(kind), number) : number;
}

}  // namespace weft_oracle
