// The oracle has a formula for every operator but those named here, and agrees with eager execution
// on a call of each that is made from its schema.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/tensor/tensor.h>

#include "tests/differential/sample_calls.h"
#include "tests/oracle/golden_runner.h"
#include "tests/oracle/oracle.h"
#include "tests/runtime/oracle_values.h"

namespace weft::differential {
namespace {

/// Overloads that the oracle's formula of the name does not mean, by other parameters.
bool is_another_meaning(const std::string& full_name) {
  return full_name == "view.dtype" || full_name == "repeat_interleave.Tensor" ||
         full_name == "repeat_interleave.positions" || full_name == "swapaxes" ||
         full_name == "bincount.bins";
}

bool oracle_knows(const ir::Operator& op) {
  if (is_another_meaning(op.full_name())) return false;
  static const std::vector<std::string> names = weft_oracle::oracle_operators();
  return std::binary_search(names.begin(), names.end(), op.full_name()) ||
         std::binary_search(names.begin(), names.end(), op.schema.name);
}

weft_oracle::OracleValue oracle_value(const ir::Value& value) {
  if (const ir::TensorHandle* tensor = value.tensor()) return testing::to_oracle(Tensor(*tensor));
  if (const auto* list = value.list()) {
    weft_oracle::OracleList items;
    for (const ir::Value& item : *list) items.push_back(oracle_value(item));
    return items;
  }
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
  if (const auto* number = std::get_if<double>(&value.value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
  if (const auto* type = std::get_if<DType>(&value.value)) return testing::kind_of(*type);
  return {};
}

/// Elements between 0 and 1 that differ, in floating tensors, and with `integers` from 1 to 5 in
/// those of integers; the others stay as they are.
void vary(std::vector<ir::Value>& values, std::int64_t& seed, bool integers = false) {
  for (ir::Value& value : values) {
    if (const auto* list = value.list()) {
      std::vector<ir::Value> items = *list;
      vary(items, seed, integers);
      value = std::move(items);
    }
    if (!value.tensor()) continue;
    weft_oracle::OracleTensor tensor = testing::to_oracle(Tensor(*value.tensor()));
    if (tensor.integral() && !integers) continue;
    for (std::int64_t i = 0; i < tensor.numel(); ++i) {
      seed = (seed * 37 + 11) % 101;
      if (tensor.integral()) {
        tensor.set_integer(i, tensor.kind == weft_oracle::Kind::kBool ? seed % 2 : 1 + seed % 5);
      } else {
        tensor.set(i, static_cast<double>(seed) / 128 + 1.0 / 16);
      }
    }
    value = testing::from_oracle(tensor).handle();
  }
}

std::vector<weft_oracle::OracleTensor> tensors_of(const ir::Value& value) {
  std::vector<weft_oracle::OracleTensor> result;
  if (value.tensor()) result.push_back(testing::to_oracle(Tensor(*value.tensor())));
  if (const auto* list = value.list()) {
    for (const ir::Value& item : *list)
      result.push_back(testing::to_oracle(Tensor(*item.tensor())));
  }
  return result;
}

/// Compares what eager execution gives with the oracle's answer.
void expect_agreement(const SampleCall& call, double rtol, double atol) {
  SCOPED_TRACE(described(call));
  weft_oracle::OracleArguments arguments;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    arguments[call.op->schema.parameters[i].name] = oracle_value(call.arguments[i]);
  }
  try {
    const auto wanted = weft_oracle::oracle(call.op->full_name(), arguments);
    const auto comparison =
        weft_oracle::compare(tensors_of(eager_result(call)), wanted, rtol, atol);
    EXPECT_TRUE(comparison.agrees()) << comparison.difference;
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
}

TEST(OracleCoverage, EveryOperatorAgreesOnACallMadeFromItsSchema) {
  std::size_t compared = 0;
  for (const ir::Operator* op : ir::all_operators()) {
    if (op->functional || op->row->effect != ir::Effect::kPure || !oracle_knows(*op)) continue;
    // Numbers that differ make no positive definite matrix; recorded results hold these two.
    if (op->schema.name == "cholesky" || op->schema.name == "linalg_cholesky") continue;
    for (SampleCall& call : right_call(*op)) {
      std::int64_t seed = 5;
      vary(call.arguments, seed);
      expect_agreement(call, 1e-4, 1e-5);
      ++compared;
    }
  }
  std::cout << compared << " operators compared\n";
  EXPECT_GT(compared, 250u);
}

// So the rules of types and shapes of a new operator are tested without a line of its own.
TEST(OracleCoverage, PointwiseOperatorsAgreeOnOtherTypesAndShapes) {
  std::size_t compared = 0;
  for (const ir::Operator* op : ir::all_operators()) {
    if (op->functional || !std::holds_alternative<ir::Pointwise>(op->meaning())) continue;
    if (!oracle_knows(*op)) continue;
    for (const SampleCall& right : right_call(*op)) {
      for (SampleCall& call : changed_calls(right)) {
        if (call.certainly_wrong) continue;
        std::int64_t seed = 5;
        vary(call.arguments, seed, true);
        if (!eager_outcome(call).empty()) continue;
        expect_agreement(call, 2e-3, 1e-3);
        ++compared;
      }
    }
  }
  std::cout << compared << " calls compared\n";
  EXPECT_GT(compared, 800u);
}

struct Group {
  const char* reason;
  std::set<std::string> operators;
};

/// Golden cases of PyTorch hold most of these, as further_operators.json does the special
/// functions.
std::vector<Group> groups_without_formulas() {
  return {
      {"a step of a composition, compared through the operators that are made of it",
       {"_corrected_mean",
        "_max_or_lowest",
        "contract",
        "convolution",
        "convolution_transpose",
        "fold_col2im",
        "repeat_interleave.Tensor",
        "repeat_interleave.positions",
        "bincount.bins",
        "constant_pad_nd",
        "upsample_bilinear2d",
        "upsample_nearest2d",
        "grid_sampler",
        "max_pool1d_with_indices",
        "max_pool2d_with_indices",
        "max_pool3d_with_indices",
        "adaptive_max_pool1d_with_indices",
        "adaptive_max_pool2d_with_indices",
        "adaptive_max_pool3d_with_indices",
        "cross_entropy_loss"}},
      {"another name, or other parameter names, of an operator that has a formula",
       {"swapaxes", "log_sigmoid", "copy", "mT", "msort"}},
      {"the elements are not said, or are one number",
       {"empty", "empty_like", "new_empty", "new_full", "new_ones", "new_zeros", "fill", "zero"}},
      {"special functions and statistics held against PyTorch's results only",
       {"digamma", "erfinv", "float_power", "heaviside", "histc", "mode", "nanmean", "nanmedian",
        "nanmedian.dim", "quantile"}},
      {"losses held against PyTorch's results only",
       {"cosine_embedding_loss", "hinge_embedding_loss", "margin_ranking_loss", "multi_margin_loss",
        "multilabel_soft_margin_loss", "pairwise_distance", "poisson_nll_loss", "soft_margin_loss",
        "triplet_margin_loss"}},
      {"not written yet",
       {"aminmax", "sinc", "bilinear", "bitwise_left_shift", "bitwise_right_shift",
        "channel_shuffle", "diag_embed", "diagonal_scatter", "lp_pool1d", "lp_pool2d",
        "max_unpool1d", "max_unpool2d", "max_unpool3d", "select_scatter", "slice_scatter",
        "tensordot", "view.dtype"}},
  };
}

TEST(OracleCoverage, OperatorsWithoutAFormulaAreThoseNamedHere) {
  std::set<std::string> without;
  for (const ir::Operator* op : ir::all_operators()) {
    const bool shape = std::holds_alternative<ir::ShapeQuery>(op->meaning());
    const bool counts = op->row->effect == ir::Effect::kPure && !shape;
    if (!op->functional && counts && !oracle_knows(*op)) without.insert(op->full_name());
  }
  std::set<std::string> named;
  for (const Group& group : groups_without_formulas()) {
    named.insert(group.operators.begin(), group.operators.end());
  }
  EXPECT_EQ(without, named);
}

}  // namespace
}  // namespace weft::differential
