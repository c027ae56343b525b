// Wrong calls of every operator, made from its schema: refused with an id, in eager mode and while
// they are recorded.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <weft/ir/operators/operator.h>

#include "tests/differential/sample_calls.h"

namespace weft::differential {
namespace {

bool is_id(const std::string& outcome) {
  return outcome.size() == 5 && outcome[0] == 'W' && outcome != "W1000" &&
         outcome.find_first_not_of("0123456789", 1) == std::string::npos;
}

TEST(ErrorSamples, WrongCallsAreRefusedWithAnIdInEveryMode) {
  std::set<std::string> without;
  std::size_t operators = 0;
  std::size_t samples = 0;
  std::size_t refused = 0;
  for (const ir::Operator* op : ir::all_operators()) {
    // Reading a number is where a capture ends, whatever the number; sym_float reads one too, and
    // is called with extents only.
    if (op->full_name() == "item" || op->full_name() == "sym_float") continue;
    ++operators;
    const std::vector<SampleCall> right = right_call(*op);
    if (right.empty()) {
      without.insert(op->full_name());
      continue;
    }
    EXPECT_EQ(traced_outcome(right[0]), "") << described(right[0]);
    for (const SampleCall& call : changed_calls(right[0])) {
      const std::string eager = eager_outcome(call);
      const std::string traced = traced_outcome(call);
      ++samples;
      refused += !eager.empty();
      EXPECT_TRUE(eager.empty() || is_id(eager)) << described(call) << ": eager: " << eager;
      EXPECT_TRUE(traced.empty() || is_id(traced)) << described(call) << ": traced: " << traced;
      if (call.certainly_wrong) {
        EXPECT_FALSE(eager.empty()) << described(call) << ": taken";
      }
      EXPECT_EQ(eager, traced) << described(call);
    }
  }
  std::cout << operators << " operators, " << samples << " changed calls, " << refused
            << " refused\n";
  EXPECT_GT(refused, 4 * operators);
  // Theirs are tests of their own: these need three or more different shapes, and assert_true a
  // condition that holds.
  EXPECT_EQ(without, (std::set<std::string>{"addmv", "addmv_", "assert_true", "batch_norm",
                                            "convolution_transpose", "max_unpool3d", "recurrent"}));
}

/// The calls that are right or may be, by the operator, without what was changed.
std::vector<SampleCall> open_calls() {
  std::vector<SampleCall> calls;
  for (const ir::Operator* op : ir::all_operators()) {
    if (op->full_name() == "sym_float") continue;  // of extents only, whatever PyTorch's takes
    for (const SampleCall& right : right_call(*op)) {
      calls.push_back(right);
      for (SampleCall& call : changed_calls(right)) {
        call.what.clear();
        if (!call.certainly_wrong) calls.push_back(std::move(call));
      }
    }
  }
  return calls;
}

/// What PyTorch does with calls: true where it takes them.
std::map<std::string, bool> recorded_answers() {
  std::ifstream file(std::string(WEFT_SOURCE_DIR) + "/tests/golden/accepted_calls.txt");
  std::map<std::string, bool> answers;
  for (std::string line; std::getline(file, line);) answers[line.substr(2)] = line[0] == '+';
  return answers;
}

/// Operators none of whose calls is recorded, for PyTorch has none of the name that takes what they
/// are called with here.
std::set<std::string> unrecorded_operators() {
  return {
      // Of weft alone, for compositions, captures and extents.
      "_corrected_mean",
      "_max_or_lowest",
      "check_argument",
      "check_extent",
      "contract",
      "convolution",
      "fold_col2im",
      "getitem",
      "linalg_solve_triangular.matrices",
      "sym_add",
      "sym_floordiv",
      "sym_mod",
      "sym_mul",
      "sym_neg",
      "sym_sub",
      "unfold_im2col",
      // Called otherwise from Python.
      "alpha_dropout_",
      "broadcast_tensors",
      "dropout_",
      "feature_alpha_dropout_",
      "feature_dropout",
      "feature_dropout_",
      "lp_pool1d",
      "tensordot",
      // Integers as targets are computed as the formula says.
      "binary_cross_entropy",
      "binary_cross_entropy_with_logits",
      "cosine_embedding_loss",
      "kl_div",
  };
}

/// Lines "+ NAME reason" (PyTorch takes calls that are refused) and "- NAME reason" (the reverse).
std::set<std::string> known_differences() {
  std::ifstream file(std::string(WEFT_SOURCE_DIR) + "/tests/golden/known_differences.txt");
  std::set<std::string> names;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') names.insert(line.substr(0, line.find(' ', 2)));
  }
  return names;
}

TEST(ErrorSamples, CallsAreTakenAndRefusedAsByPyTorch) {
  const std::vector<SampleCall> calls = open_calls();
  if (const char* path = std::getenv("WEFT_WRITE_CALLS")) {
    std::ofstream file(path);
    for (const SampleCall& call : calls) file << described(call) << "\n";
  }
  const std::map<std::string, bool> answers = recorded_answers();
  const std::set<std::string> known = known_differences();
  std::set<std::string> met;
  std::size_t compared = 0;
  std::set<std::string> unrecorded;
  for (const SampleCall& call : calls) unrecorded.insert(call.op->full_name());
  for (const SampleCall& call : calls) {
    const auto answer = answers.find(described(call));
    if (answer == answers.end()) continue;
    ++compared;
    unrecorded.erase(call.op->full_name());
    const std::string outcome = eager_outcome(call);
    if (outcome.empty() == answer->second) continue;
    const std::string kind = std::string(answer->second ? "+ " : "- ") + call.op->schema.name;
    if (known.count(kind)) {
      met.insert(kind);
      continue;
    }
    ADD_FAILURE() << (answer->second ? "PyTorch takes " : "PyTorch refuses ") << answer->first
                  << " " << outcome;
  }
  std::cout << compared << " of " << calls.size() << " calls compared\n";
  EXPECT_GT(compared, 5000u);
  EXPECT_EQ(unrecorded, unrecorded_operators())
      << "WEFT_WRITE_CALLS=FILE writes the calls for tests/golden/write_accepted_calls.py";
  EXPECT_EQ(met, known) << "a difference that is gone has no line any more";
}

}  // namespace
}  // namespace weft::differential
