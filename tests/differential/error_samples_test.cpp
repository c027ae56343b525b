// Wrong calls of every operator, made from its schema: refused with an id, in eager mode and while
// they are recorded.

#include <gtest/gtest.h>

#include <iostream>
#include <set>
#include <string>

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
    // Reading a number is where a capture ends, whatever the number.
    if (op->full_name() == "item") continue;
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
  EXPECT_EQ(without,
            (std::set<std::string>{"addmv", "addmv_", "assert_true", "batch_norm",
                                   "convolution_transpose", "fold_col2im", "max_unpool3d"}));
}

}  // namespace
}  // namespace weft::differential
