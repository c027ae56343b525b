/// \file Building blocks of the operators' tensor expressions.
#include <weft/ir/operators/compute_builder.h>

#include <fmt/format.h>

#include <limits>

#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/promotion.h>

namespace weft::ir {

std::vector<Symbol> index_variables(const std::vector<IntExpr>& sizes, const char* letter) {
  std::vector<Symbol> vars;
  vars.reserve(sizes.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    vars.push_back(make_index(fmt::format("{}{}", letter, d), sizes[d]));
  }
  return vars;
}

std::vector<IntExpr> as_expressions(const std::vector<Symbol>& symbols) {
  return std::vector<IntExpr>(symbols.begin(), symbols.end());
}

void IndexCondition::add(ScalarExpr comparison) {
  expression_ = expression_ ? expression_ && std::move(comparison) : std::move(comparison);
}

IndexCondition& IndexCondition::at_least(const IntExpr& a, const IntExpr& b) {
  if ((a - b).bounds().first < 0) add(index_value(a) >= index_value(b));
  return *this;
}

IndexCondition& IndexCondition::below(const IntExpr& a, const IntExpr& b) {
  if ((b - a).bounds().first < 1) add(index_value(a) < index_value(b));
  return *this;
}

IndexCondition& IndexCondition::equal(const IntExpr& a, const IntExpr& b) {
  if (!(a == b)) add(index_value(a) == index_value(b));
  return *this;
}

IndexCondition& IndexCondition::divides(const IntExpr& divisor, const IntExpr& a) {
  const IntExpr rest = mod(a, divisor);
  if (!rest.is(0)) add(index_value(rest) == index_value(0));
  return *this;
}

IndexCondition& IndexCondition::within(const IntExpr& index, const IntExpr& extent) {
  return at_least(index, 0).below(index, extent);
}

ScalarExpr load_where(const IndexCondition& condition, DType type, int input,
                      std::vector<IntExpr> indices, ScalarExpr otherwise) {
  if (condition.always()) return load(type, input, std::move(indices));
  return load_if(type, input, std::move(indices), condition.expression(), std::move(otherwise));
}

ScalarExpr select_where(const IndexCondition& condition, ScalarExpr then, ScalarExpr otherwise) {
  if (condition.always()) return then;
  return select(condition.expression(), std::move(then), std::move(otherwise));
}

ScalarExpr number_operand(const Call& call, std::size_t i, DType type) {
  const auto& value = call.argument(i).value;
  if (const auto* symbolic = std::get_if<IntExpr>(&value)) {
    return cast(index_value(*symbolic), type);
  }
  if (const auto* unknown = std::get_if<UnknownNumber>(&value)) {
    const DType own = unknown->category == DTypeCategory::kFloating
                          ? DType::kFloat64
                          : default_dtype(unknown->category);
    return cast(load(own, call.input_ordinal(i), {}), type);
  }
  return constant(type, convert_number(call.number(i), type));
}

ScalarExpr zero_of(DType type) { return constant(type, convert_number(0, type)); }

Number lowest_value(DType type) {
  switch (type) {
    case DType::kBool:
      return false;
    case DType::kUInt8:
      return 0;
    case DType::kInt8:
      return std::int64_t{std::numeric_limits<std::int8_t>::min()};
    case DType::kInt16:
      return std::int64_t{std::numeric_limits<std::int16_t>::min()};
    case DType::kInt32:
      return std::int64_t{std::numeric_limits<std::int32_t>::min()};
    case DType::kInt64:
      return std::numeric_limits<std::int64_t>::min();
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat32:
    case DType::kFloat64:
      return -std::numeric_limits<double>::infinity();
  }
  return 0;
}

Compute elementwise(ComputeKind kind, DType type, std::vector<Symbol> vars,
                    std::vector<IntExpr> sizes, ScalarExpr body) {
  Compute result;
  result.kind = kind;
  result.dtype = type;
  result.vars = std::move(vars);
  result.sizes = std::move(sizes);
  result.body = std::move(body);
  return result;
}

bool certainly_differ(const IntExpr& a, const IntExpr& b) {
  const auto [lower, upper] = (a - b).bounds();
  return lower > 0 || upper < 0;
}

bool same_extents(const std::vector<IntExpr>& a, const std::vector<IntExpr>& b) { return a == b; }

std::vector<IntExpr> broadcast_index(const std::vector<IntExpr>& index,
                                     const std::vector<IntExpr>& to,
                                     const std::vector<IntExpr>& sizes) {
  std::vector<IntExpr> result(sizes.size());
  const std::size_t skip = index.size() - sizes.size();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const bool stretched = sizes[d].is(1) && !to[d + skip].is(1);
    result[d] = stretched ? IntExpr(0) : index[d + skip];
  }
  return result;
}

void require_floating(const Call& call, std::size_t i) {
  const DType type = call.tensor(i).dtype;
  if (is_floating(type)) return;
  call.fail(diag::DTypeMismatch,
            {fmt::format("`{}` has to be a floating tensor, got {}",
                         call.op().schema.parameters[i].name, dtype_name(type))});
}

void require_index_type(const Call& call, std::size_t i) {
  const DType type = call.tensor(i).dtype;
  if (type == DType::kInt64 || type == DType::kInt32) return;
  call.fail(diag::DTypeMismatch,
            {fmt::format("`{}` has to hold int64 or int32, got {}",
                         call.op().schema.parameters[i].name, dtype_name(type))});
}

void require_same_type(const Call& call, std::size_t i, std::size_t j) {
  const DType a = call.tensor(i).dtype;
  const DType b = call.tensor(j).dtype;
  if (a == b) return;
  const auto& parameters = call.op().schema.parameters;
  call.fail(diag::DTypeMismatch,
            {fmt::format("`{}` and `{}` need one dtype, got {} and {}", parameters[i].name,
                         parameters[j].name, dtype_name(a), dtype_name(b))});
}

void require_rank(const Call& call, std::size_t i, std::size_t rank) {
  const TensorMeta& meta = call.tensor(i);
  if (meta.rank() == rank) return;
  call.fail(diag::ShapeMismatch,
            {fmt::format("`{}` needs {} dimensions, got shape {}",
                         call.op().schema.parameters[i].name, rank, shape_str(meta.sizes))});
}

}  // namespace weft::ir
