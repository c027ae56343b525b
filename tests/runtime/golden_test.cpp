// Every golden case of an operator, computed by eager execution.

#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <vector>

#include "runtime_testing.h"
#include "tests/oracle/golden_file.h"
#include "tests/oracle/golden_runner.h"

namespace weft {
namespace {

using weft_oracle::GoldenCase;

class EagerMode : public weft_oracle::OperatorMode {
 public:
  std::string name() const override { return "eager"; }
  std::vector<weft_oracle::OracleTensor> run(const GoldenCase& golden) override {
    return testing::run_operator(golden.op, golden.args);
  }
};

void compare(const std::string& file) {
  const std::vector<GoldenCase> cases =
      weft_oracle::read_golden_file(weft_oracle::golden_folder() / file);
  const auto known =
      weft_oracle::read_known_failures(weft_oracle::golden_folder() / "known_failures.txt");
  EagerMode mode;
  const weft_oracle::GoldenReport report = weft_oracle::run_golden(mode, cases, known);
  std::cout << report.text();
  EXPECT_TRUE(report.ok()) << report.text();
  EXPECT_EQ(report.passed + report.known.size(), cases.size());
}

TEST(Golden, EagerAgreesWithPyTorch) { compare("ops.json"); }

TEST(Golden, EagerAgreesWithPyTorchOnFurtherOperators) { compare("further_operators.json"); }

}  // namespace
}  // namespace weft
