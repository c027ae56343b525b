/// \file The rule of recurrent layers over whole sequences.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/operators/call.h>

namespace weft::ir {

/// Gates of the kinds of cells: lstm 4, gru 3, tanh 1, relu 1; 0 for any other name.
int gates_of_cell(const std::string& cell);

/// Metas of the states h of all steps, and of h and c after the last one.
/// \shape   projected: [steps, batch, gates * hidden]; h, c: [batch, hidden]; weight_hh:
///          [gates * hidden, hidden]; bias_hh: [gates * hidden] -> [steps, batch, hidden],
///          [batch, hidden], [batch, hidden]
/// \dtype   f32 f64, the same for all
/// \error   W1207, W1208, W1209; that there is a step is assumed
/// \source  torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN: one layer in one direction
std::vector<ValueMeta> recurrent_rule(const Call& call);

}  // namespace weft::ir
