/// \file Shapes and types of random tensors.
#include <weft/ir/operators/random_rules.h>

#include <fmt/format.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>

namespace weft::ir {
namespace {

using Metas = std::vector<ValueMeta>;

DType dtype_or(const Call& call, DType otherwise) {
  const std::optional<std::size_t> i = call.op().schema.find("dtype");
  return i ? call.dtype(*i).value_or(otherwise) : otherwise;
}

void require_floating_type(const Call& call, DType type) {
  if (is_floating(type)) return;
  call.fail(diag::DTypeMismatch, {fmt::format("gives floating numbers, not {}", dtype_name(type))});
}

std::vector<IntExpr> size_parameter(const Call& call) {
  std::vector<IntExpr> sizes = call.integers(*call.op().schema.find("size"));
  for (const IntExpr& n : sizes) {
    if (n.bounds().second >= 0) continue;
    call.fail(diag::ShapeMismatch, {fmt::format("negative size in {}", shape_str(sizes))});
  }
  return sizes;
}

}  // namespace

int significant_digits(DType type) {
  switch (type) {
    case DType::kBool:
      return 1;
    case DType::kUInt8:
    case DType::kBFloat16:
      return 8;
    case DType::kInt8:
      return 7;
    case DType::kInt16:
      return 15;
    case DType::kInt32:
      return 31;
    case DType::kFloat16:
      return 11;
    case DType::kFloat32:
      return 24;
    case DType::kFloat64:
      return 53;
    case DType::kInt64:
      break;
  }
  return 63;
}

Metas random_float_rule(const Call& call) {
  const DType type = dtype_or(call, DType::kFloat32);
  require_floating_type(call, type);
  return {{dense(type, size_parameter(call))}};
}

Metas random_integer_rule(const Call& call) {
  const std::optional<std::size_t> low = call.op().schema.find("low");
  const IntExpr from = low ? call.integer(*low) : IntExpr(0);
  const IntExpr to = call.integer(*call.op().schema.find("high"));
  if ((to - from).bounds().second < 1) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("no integers from {} up to {}", from.str(), to.str())});
  }
  return {{dense(dtype_or(call, DType::kInt64), size_parameter(call))}};
}

Metas random_permutation_rule(const Call& call) {
  const IntExpr n = call.integer(0);
  if (n.bounds().second < 0) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("negative number {}", n.str())});
  }
  return {{dense(dtype_or(call, DType::kInt64), {n})}};
}

Metas random_like_rule(const Call& call) {
  const DType type = dtype_or(call, call.tensor(0).dtype);
  auto end = call.op().schema.find("high");
  if (!end) end = call.op().schema.find("to");
  const int digits = significant_digits(type);
  if (end && !is_floating(type) && digits < 63) {
    const IntExpr to = call.integer(*end);
    if ((to - 1).bounds().first >= std::int64_t{1} << digits) {
      call.fail(diag::ValueOutOfDomain,
                {fmt::format("{} has no integers up to {}", dtype_name(type), (to - 1).str())});
    }
  }
  return {{dense(type, call.tensor(0).sizes)}};
}

Metas random_float_like_rule(const Call& call) {
  const DType type = dtype_or(call, call.tensor(0).dtype);
  require_floating_type(call, type);
  return {{dense(type, call.tensor(0).sizes)}};
}

Metas multinomial_rule(const Call& call) {
  require_floating(call, 0);
  const TensorMeta& input = call.tensor(0);
  const IntExpr samples = call.integer(1);
  if (input.rank() != 1 && input.rank() != 2) {
    call.fail(diag::ShapeMismatch,
              {fmt::format("needs 1 or 2 dimensions, got shape {}", shape_str(input.sizes))});
  }
  const bool too_many = !call.boolean(2) && (samples - input.sizes.back()).bounds().first > 0;
  if (samples.bounds().second < 1 || too_many) {
    call.fail(diag::ValueOutOfDomain, {fmt::format("cannot draw {} of {} without replacement",
                                                   samples.str(), input.sizes.back().str())});
  }
  std::vector<IntExpr> sizes = input.sizes;
  sizes.back() = samples;
  return {{dense(DType::kInt64, std::move(sizes))}};
}

std::vector<Node*> normal_rule(Decomposition& d) {
  require_floating(d.call(), 0);
  Node* shape = d.op("mul", {d.argument(0), d.argument(1)});
  Node* noise = d.op("mul", {d.op("randn_like", {shape}), d.argument(1)});
  return {d.op("add", {noise, d.argument(0)})};
}

}  // namespace weft::ir
