// The operator of recurrent layers over whole sequences, against the oracle and the modules, which
// go step by step.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/weft.h>

#include "tests/oracle/golden_runner.h"
#include "tests/oracle/oracle.h"
#include "tests/runtime/oracle_values.h"

namespace weft {
namespace {

struct Operands {
  Tensor projected, h, c, weight, bias;
};

Tensor some(const std::vector<std::int64_t>& sizes, DType type, double scale) {
  Tensor t = zeros(sizes, type);
  t = t.view({-1});
  t = ((arange(t.size(0)).to(type) * scale).sin()).view(sizes);
  return t;
}

Operands operands(std::int64_t gates, std::int64_t steps, std::int64_t batch, std::int64_t hidden,
                  DType type) {
  return {some({steps, batch, gates * hidden}, type, 0.7), some({batch, hidden}, type, 1.3),
          some({batch, hidden}, type, 2.1), some({gates * hidden, hidden}, type, 0.9),
          some({gates * hidden}, type, 0.4)};
}

std::vector<Tensor> run(const Operands& o, const std::string& cell, bool reverse) {
  return api::to_tensors(api::call_named("recurrent",
                                         {{"projected", o.projected.handle()},
                                          {"h", o.h.handle()},
                                          {"c", o.c.handle()},
                                          {"weight_hh", o.weight.handle()},
                                          {"bias_hh", o.bias.handle()},
                                          {"cell", cell},
                                          {"reverse", reverse}},
                                         CallStyle::kFunction, {}));
}

std::string error_of(const Operands& o, const std::string& cell) {
  try {
    run(o, cell, false);
  } catch (const Error& error) {
    return std::string(error.id());
  }
  return "";
}

TEST(RecurrentOperator, AgreesWithTheOracle) {
  const std::vector<std::pair<std::string, std::int64_t>> cells = {
      {"lstm", 4}, {"gru", 3}, {"tanh", 1}, {"relu", 1}};
  for (const auto& [cell, gates] : cells) {
    for (const DType type : {kFloat, kDouble}) {
      for (const std::int64_t steps : {1, 5}) {
        for (const std::int64_t batch : {0, 1, 3}) {
          for (const bool reverse : {false, true}) {
            SCOPED_TRACE(cell + " " + std::to_string(steps) + " " + std::to_string(batch));
            const Operands o = operands(gates, steps, batch, batch == 1 ? 1 : 7, type);
            const auto wanted =
                weft_oracle::oracle("recurrent", {{"projected", testing::to_oracle(o.projected)},
                                                  {"h", testing::to_oracle(o.h)},
                                                  {"c", testing::to_oracle(o.c)},
                                                  {"weight_hh", testing::to_oracle(o.weight)},
                                                  {"bias_hh", testing::to_oracle(o.bias)},
                                                  {"cell", cell},
                                                  {"reverse", reverse}});
            std::vector<weft_oracle::OracleTensor> got;
            for (const Tensor& t : run(o, cell, reverse)) got.push_back(testing::to_oracle(t));
            const auto comparison = weft_oracle::compare(got, wanted, 1e-5, 1e-6);
            EXPECT_TRUE(comparison.agrees()) << comparison.difference;
          }
        }
      }
    }
  }
}

TEST(RecurrentOperator, TakesStridedOperandsAndKeepsNan) {
  Operands o = operands(4, 3, 2, 5, kFloat);
  const std::vector<Tensor> want = run(o, "lstm", false);
  o.projected = o.projected.transpose(0, 1).contiguous().transpose(0, 1);
  o.weight = o.weight.t().contiguous().t();
  EXPECT_TRUE(run(o, "lstm", false)[0].equal(want[0]));
  o.h[1].fill_(NAN);
  const std::vector<Tensor> got = run(o, "lstm", false);
  EXPECT_TRUE(got[0].select(1, 1).isnan().all().item<bool>());
  EXPECT_TRUE(got[0].select(1, 0).equal(want[0].select(1, 0)));
}

TEST(RecurrentOperator, RefusesOperandsThatDoNotFit) {
  const Operands right = operands(4, 3, 2, 5, kFloat);
  EXPECT_EQ(error_of(right, "lstm"), "");
  EXPECT_EQ(error_of(right, "gru"), "W1207");
  EXPECT_EQ(error_of(right, "peephole"), "W1209");
  Operands wrong = right;
  wrong.h = wrong.h.to(kDouble);
  EXPECT_EQ(error_of(wrong, "lstm"), "W1208");
  wrong = right;
  wrong.c = wrong.c.narrow(0, 0, 1);
  EXPECT_EQ(error_of(wrong, "lstm"), "W1207");
  wrong = right;
  wrong.bias = wrong.bias.unsqueeze(0);
  EXPECT_EQ(error_of(wrong, "lstm"), "W1207");
  wrong = right;
  wrong.projected = wrong.projected.narrow(0, 0, 0);
  EXPECT_EQ(error_of(wrong, "lstm"), "W1207");
  EXPECT_EQ(error_of(operands(4, 3, 2, 5, kHalf), "lstm"), "W1208");
}

}  // namespace
}  // namespace weft
