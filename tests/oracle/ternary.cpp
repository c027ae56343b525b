/// \file Elementwise operators of three operands.
#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"

namespace weft_oracle {
namespace {

OracleTensor as_condition(const OracleTensor& condition) {
  if (condition.kind != Kind::kBool && condition.kind != Kind::kU8)
    throw OracleError("the condition must be bool");
  return condition.cast(Kind::kBool);
}

/// One of two values; both are promoted, the condition takes part in broadcasting only.
Results where(const Reader& reader) {
  OracleTensor condition = as_condition(reader.tensor("condition"));
  Operands x = bring_together(reader, {"input", "other"});
  Sizes sizes = broadcast_sizes(condition.sizes, x.sizes);
  OracleTensor take = broadcast_to(condition, sizes);
  OracleTensor yes = broadcast_to(x.tensors[0], sizes), no = broadcast_to(x.tensors[1], sizes);
  OracleTensor result(x.kind, sizes);
  for (int64_t i = 0; i < result.numel(); ++i) result.set_from(i, take.truth(i) ? yes : no, i);
  return {result};
}

/// The value, converted to the kind of `input`, where the mask holds.
Results masked_fill(const Reader& reader) {
  const OracleTensor& input = reader.tensor("input");
  OracleTensor mask = as_condition(reader.tensor("mask"));
  Sizes sizes = broadcast_sizes(input.sizes, mask.sizes);
  OracleTensor take = broadcast_to(mask, sizes);
  OracleTensor result = broadcast_to(input, sizes);
  const OracleValue& value = reader.value("value");
  const auto* scalar = std::get_if<OracleTensor>(&value.held);
  const bool real = std::holds_alternative<double>(value.held) || (scalar && !scalar->integral());
  for (int64_t i = 0; i < result.numel(); ++i) {
    if (!take.truth(i)) continue;
    if (real || is_float(result.kind)) {
      result.set(i, number_of(value));
    } else {
      result.set_integer(i, integer_of(value));
    }
  }
  return {result};
}

void need_one_kind(const std::string& op, const std::vector<const OracleTensor*>& tensors) {
  for (const OracleTensor* tensor : tensors) {
    refuse_integral(op, tensor->kind);
    if (tensor->kind != tensors[0]->kind) throw OracleError(op + ": kinds differ");
  }
}

Results lerp(const Reader& reader) {
  std::vector<const OracleTensor*> tensors = {&reader.tensor("input"), &reader.tensor("end")};
  if (reader.value("weight").is_tensor()) tensors.push_back(&reader.tensor("weight"));
  need_one_kind("lerp", tensors);
  Operands x = bring_together(reader, {"input", "end", "weight"});
  return {map_reals(x, x.kind, [](const auto& v) {
    return v[2] < 0.5 ? v[0] + v[2] * (v[1] - v[0]) : v[1] - (1 - v[2]) * (v[1] - v[0]);
  })};
}

/// input + value * tensor1 / tensor2.
Results addcdiv(const Reader& reader) {
  Operands x = bring_together(reader, {"input", "tensor1", "tensor2"});
  refuse_integral("addcdiv", promote(reader.tensor("tensor1").kind, reader.tensor("tensor2").kind));
  double value = as_operand(x.kind, reader.real("value", 1));
  return {map_reals(x, x.kind, [&](const auto& v) { return v[0] + value * v[1] / v[2]; })};
}

/// input + value * tensor1 * tensor2.
Results addcmul(const Reader& reader) {
  Operands x = bring_together(reader, {"input", "tensor1", "tensor2"});
  refuse_bool("addcmul", x.kind);
  if (is_float(x.kind)) {
    double value = as_operand(x.kind, reader.real("value", 1));
    return {map_reals(x, x.kind, [&](const auto& v) { return v[0] + value * v[1] * v[2]; })};
  }
  auto value = static_cast<uint64_t>(reader.integer("value", 1));
  return {map_integers(x, x.kind, [&](const auto& v) {
    return static_cast<int64_t>(static_cast<uint64_t>(v[0]) +
                                value * static_cast<uint64_t>(v[1]) * static_cast<uint64_t>(v[2]));
  })};
}

}  // namespace

void add_ternary(Registry& registry) {
  registry["where"] = where;
  registry["masked_fill"] = masked_fill;
  registry["lerp"] = lerp;
  registry["addcdiv"] = addcdiv;
  registry["addcmul"] = addcmul;
}

}  // namespace weft_oracle
