/// \file The oracle against golden results of PyTorch.
#include "tests/oracle/oracle.h"

#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "tests/oracle/golden_runner.h"

namespace weft_oracle {
namespace {

class OracleMode : public OperatorMode {
 public:
  std::string name() const override { return "oracle"; }
  std::vector<OracleTensor> run(const GoldenCase& golden) override {
    return oracle(golden.op, golden.args);
  }
};

TEST(Oracle, AgreesWithEveryGoldenCase) {
  std::vector<GoldenCase> cases = read_golden_file(golden_folder() / "ops.json");
  ASSERT_EQ(cases.size(), 426U);
  OracleMode mode;
  // No list of known failures: what tests others may not fail itself.
  GoldenReport report = run_golden(mode, cases, {});
  EXPECT_TRUE(report.ok()) << report.text();
  EXPECT_EQ(report.passed, cases.size());
  std::cout << report.text();
}

TEST(Oracle, AgreesWithTheFurtherCasesThatItHasFormulasFor) {
  std::vector<std::string> names = oracle_operators();
  std::set<std::string> known(names.begin(), names.end());
  std::vector<GoldenCase> cases;
  for (const GoldenCase& item : read_golden_file(golden_folder() / "further_operators.json"))
    if (known.count(item.op)) cases.push_back(item);
  EXPECT_GE(cases.size(), 45U);
  OracleMode mode;
  GoldenReport report = run_golden(mode, cases, {});
  EXPECT_TRUE(report.ok()) << report.text();
  std::cout << report.text();
}

TEST(Oracle, KnowsEveryGoldenOperator) {
  std::vector<std::string> names = oracle_operators();
  std::set<std::string> known(names.begin(), names.end());
  std::set<std::string> golden;
  for (const GoldenCase& item : read_golden_file(golden_folder() / "ops.json"))
    golden.insert(item.op);
  EXPECT_EQ(golden.size(), 163U);
  for (const std::string& op : golden) EXPECT_TRUE(known.count(op)) << op;
}

}  // namespace
}  // namespace weft_oracle
