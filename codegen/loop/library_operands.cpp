/// \file What operators with a kernel in the support library need of their operands.
#include <weft/codegen/loop/library_operands.h>

#include <limits>
#include <string>

#include <weft/codegen/diagnostics.h>
#include <weft/ir/operators/operator.h>

namespace weft::codegen {

std::optional<std::vector<std::vector<DType>>> library_operand_types(const ir::Call& call) {
  const std::string name = call.op().full_name();
  if (call.op().definition) {
    std::vector<std::vector<DType>> types;
    for (const ir::TensorMeta& input : call.inputs())
      types.push_back({ir::compute_type(input.dtype)});
    return types;
  }
  if (call.inputs().empty()) {
    if (call.op().row->effect != ir::Effect::kRandom) return std::nullopt;
    return {std::vector<std::vector<DType>>{}};
  }
  const DType own = ir::compute_type(call.tensor(0).dtype);
  if (name == "sort" || name == "topk" || name == "cummax" || name == "cummin" ||
      name == "logcumsumexp") {
    return {{{own}}};
  }
  if (name == "cumsum" || name == "cumprod") {
    const DType type = ir::infer(call).tensor()->dtype;
    return {{{type, ir::compute_type(type)}}};
  }
  if (name == "scatter.src" || name == "scatter.reduce" || name == "scatter_add" ||
      name == "scatter_reduce" || name == "index_add" || name == "index_copy") {
    return {{{own}, {DType::kInt64}, {own}}};
  }
  if (name == "linalg_solve.matrices" || name == "linalg_solve_triangular.matrices") {
    return {{{own}, {own}}};
  }
  if (name == "linalg_inv" || name == "linalg_det" || name == "linalg_slogdet" ||
      name == "linalg_cholesky" || name == "linalg_qr") {
    return {{{own}}};
  }
  if (name == "index_put.Tensor") return {{{own}, {DType::kInt64}, {own}}};
  if (name == "masked_scatter") return {{{own}, {DType::kBool}, {own}}};
  if (name == "nonzero") return {{{DType::kBool}}};
  if (name == "_unique2" || name == "unique_dim" || name == "unique_consecutive") {
    return {{{own}}};
  }
  if (name == "recurrent") return {std::vector<std::vector<DType>>(5, {own})};
  if (name == "repeat_interleave.Tensor" || name == "bincount.bins") return {{{DType::kInt64}}};
  if (name == "bernoulli" || name == "multinomial" || name == "poisson") {
    return {{{DType::kFloat64}}};
  }
  if (call.op().row->effect == ir::Effect::kRandom) return {std::vector<std::vector<DType>>{}};
  return std::nullopt;
}

std::optional<ir::IntExpr> most_results(const ir::Call& call) {
  const std::string name = call.op().full_name();
  if (name == "repeat_interleave.Tensor") return std::nullopt;
  if (name == "bincount.bins") {
    // More bins than `minlength` are found by the kernel, and are an error of the call, unless the
    // type of the numbers is a short one.
    const std::int64_t most = ir::infer(call).tensor()->sizes[0].bounds().second;
    if (most < std::numeric_limits<std::int64_t>::max()) return most;
    const std::int64_t wanted = call.constant_integer(1);
    return wanted > 0 ? std::optional<ir::IntExpr>(wanted) : std::nullopt;
  }
  const auto dim = call.op().schema.find("dim");
  if (!dim || !call.has(*dim)) return call.tensor(0).numel();
  const ir::TensorMeta& input = call.tensor(0);
  return input
      .sizes[static_cast<std::size_t>(call.dimension(call.constant_integer(*dim), input.rank()))];
}

void check_custom_call(const ir::Call& call) {
  for (std::size_t i = 0; i < call.size(); ++i) {
    const ir::SchemaParameter& parameter = call.op().schema.parameters[i];
    const auto& value = call.argument(i).value;
    bool known = false;
    if (parameter.type == ir::SchemaType::kTensor) {
      known = !parameter.list && std::holds_alternative<ir::TensorMeta>(value);
    } else if (parameter.list) {
      known = parameter.type == ir::SchemaType::kInt &&
              std::holds_alternative<std::vector<ir::CallArgument>>(value);
    } else if (parameter.type == ir::SchemaType::kInt || parameter.type == ir::SchemaType::kBool ||
               parameter.type == ir::SchemaType::kFloat ||
               parameter.type == ir::SchemaType::kNumber) {
      known =
          std::holds_alternative<ir::Number>(value) || std::holds_alternative<ir::IntExpr>(value);
    }
    if (known) continue;
    fail(diag::NoLowering, call.location(),
         {call.op().full_name() + " with this `" + parameter.name + "`"});
  }
}

}  // namespace weft::codegen
