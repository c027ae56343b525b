#include <weft/ir/operators/recurrent.h>

#include <fmt/format.h>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {

int gates_of_cell(const std::string& cell) {
  if (cell == "lstm") return 4;
  if (cell == "gru") return 3;
  return cell == "tanh" || cell == "relu" ? 1 : 0;
}

std::vector<ValueMeta> recurrent_rule(const Call& call) {
  const int gates = gates_of_cell(call.text(5));
  if (gates == 0) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`cell` is lstm, gru, tanh or relu, got \"{}\"", call.text(5))});
  }
  constexpr std::size_t kRanks[] = {3, 2, 2, 2, 1};
  for (std::size_t i = 0; i < 5; ++i) {
    require_rank(call, i, kRanks[i]);
    if (i > 0) require_same_type(call, 0, i);
  }
  const TensorMeta& projected = call.tensor(0);
  if (projected.dtype != DType::kFloat32 && projected.dtype != DType::kFloat64) {
    call.fail(diag::DTypeMismatch,
              {fmt::format("float32 or float64 is needed, got {}", dtype_name(projected.dtype))});
  }
  const IntExpr& steps = projected.sizes[0];
  const IntExpr& batch = projected.sizes[1];
  const IntExpr& hidden = call.tensor(1).sizes[1];
  const IntExpr width = hidden * gates;
  const auto need = [&](const IntExpr& have, const IntExpr& wanted, const char* what) {
    if (certainly_differ(have, wanted)) {
      call.fail(diag::ShapeMismatch, {fmt::format("{} has extent {} where {} is needed", what,
                                                  have.str(), wanted.str())});
    }
    assume(have - wanted);
    assume(wanted - have);
  };
  need(projected.sizes[2], width, "projected");
  need(call.tensor(1).sizes[0], batch, "h");
  need(call.tensor(2).sizes[0], batch, "c");
  need(call.tensor(2).sizes[1], hidden, "c");
  need(call.tensor(3).sizes[0], width, "weight_hh");
  need(call.tensor(3).sizes[1], hidden, "weight_hh");
  need(call.tensor(4).sizes[0], width, "bias_hh");
  if (steps.is(0)) call.fail(diag::ShapeMismatch, {"a sequence without steps has no last state"});
  assume(steps - 1);
  const TensorMeta state = dense(projected.dtype, {batch, hidden});
  return {{dense(projected.dtype, {steps, batch, hidden})}, {state}, {state}};
}

}  // namespace weft::ir
