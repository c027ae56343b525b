// `weft verify`: all modes agree on whole models, and it notices where something does not.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "cli_testing.h"
#include "model_cases.h"

namespace weft::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

/// Models that PyTorch has run with weights that follow from the names of the parameters.
class Models : public CliTest, public ::testing::WithParamInterface<ModelCase> {
 protected:
  RunResult verify(const std::vector<std::string>& more) {
    const std::string golden = tests_file("golden/models/" + GetParam().name);
    const RunResult made = run("/usr/bin/python3", {tests_file("tools/detweights.py"),
                                                    golden + ".params.txt", "w.safetensors"});
    EXPECT_EQ(made.status, 0) << made.err;
    std::vector<std::string> arguments = {"verify", tests_file("cases/" + GetParam().name + ".cpp"),
                                          "--weights", "w.safetensors"};
    const std::vector<std::string> options = GetParam().options();
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weft(arguments);
  }
};

TEST_P(Models, AgreeInEveryModeAndWithPyTorch) {
  const std::string golden = tests_file("golden/models/" + GetParam().name + ".safetensors");
  const RunResult result = verify({"--inputs", golden, "--expected", golden});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  // Some buffers are not in the weights file, which a note says.
  EXPECT_THAT(result.err, ::testing::Not(HasSubstr("error")));
  for (const char* mode : {"graph ", "core ", "bundle "}) {
    EXPECT_THAT(result.out, HasSubstr(std::string("\n") + mode));
  }
  EXPECT_THAT(result.out, HasSubstr("\neager   expected"));
  // What these write into the caller's tensors is compared as well.
  if (GetParam().name == "kv_cache_step") {
    EXPECT_THAT(result.out, HasSubstr("\nbundle  eager     input.k_cache "));
    EXPECT_THAT(result.out, HasSubstr("\nbundle  eager     input.v_cache "));
  }
  if (GetParam().name == "masked_inplace") {
    EXPECT_THAT(result.out, HasSubstr("\nbundle  eager     input.x "));
  }
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
}

/// Models that are not captured as one graph: with loops that end on tensor data, a `switch` on it,
/// or numbers of it in what is printed.
bool is_in_segments(const ModelCase& model_case) {
  static const std::set<std::string> kInSegments = {
      "fixed_point_while", "power_iteration", "nested_line_search", "moe_switch", "logged_stages"};
  return kInSegments.count(model_case.name) != 0;
}

std::vector<ModelCase> cases_where(bool are_in_segments) {
  std::vector<ModelCase> cases = model_cases(/*most_breaks=*/1000);
  std::erase_if(cases,
                [&](const ModelCase& one) { return is_in_segments(one) != are_in_segments; });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Verify, Models, ::testing::ValuesIn(cases_where(false)),
                         [](const auto& info) { return info.param.name; });

class SegmentedModels : public Models {};

TEST_P(SegmentedModels, AreRefusedWithTheirLineAsOneGraph) {
  const RunResult result = verify({"--full-graph"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr(GetParam().name + ".cpp:"));
  EXPECT_THAT(result.err,
              ::testing::AnyOf(HasSubstr("[W6201]"), HasSubstr("[W6202]"), HasSubstr("[W4013]")));
}

TEST_P(SegmentedModels, EqualPyTorchWithTheirSegmentsCompiled) {
  const std::string golden = tests_file("golden/models/" + GetParam().name + ".safetensors");
  const RunResult result = verify({"--inputs", golden, "--expected", golden});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("\neager        expected"));
  EXPECT_THAT(result.out, HasSubstr("\ntransformed  expected"));
  EXPECT_THAT(result.out, HasSubstr(" calls compiled, 0 not\n"));
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
  std::ifstream printed(tests_file("golden/models/" + GetParam().name + ".stdout.txt"));
  const std::string wanted{std::istreambuf_iterator<char>(printed), {}};
  EXPECT_THAT(result.err, EndsWith(wanted + wanted)) << "what the model prints in each mode";
}

INSTANTIATE_TEST_SUITE_P(Verify, SegmentedModels, ::testing::ValuesIn(cases_where(true)),
                         [](const auto& info) { return info.param.name; });

class Verify : public CliTest {
 protected:
  Verify() { write("net.cpp", kNet); }
  RunResult verify(std::vector<std::string> more) {
    more.insert(more.begin(), {"verify", "net.cpp", "--model", "Net", "--input", "x: f32[2,3]",
                               "--scalar", "gain: f64 = 2", "--weights", "w.safetensors"});
    write_tensors("w.safetensors", net_weights());
    return weft(more);
  }
  void write_case(const std::vector<float>& expected) {
    write_tensors("case.safetensors",
                  {{"input.x", {2, 3}, {1, 1, 1, -1, 0, 0}}, {"output.0", {2, 2}, expected}});
  }
};

TEST_F(Verify, MakesInputsWhereThereAreNone) {
  const RunResult result = verify({});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
}

TEST_F(Verify, NoticesAResultThatIsNotTheExpectedOne) {
  write_case({13, 0, 0, 25});
  EXPECT_EQ(verify({"--inputs", "case.safetensors", "--expected", "case.safetensors"}).status, 0);

  write_case({13, 0, 0, 25.5});
  const RunResult result =
      verify({"--inputs", "case.safetensors", "--expected", "case.safetensors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("bundle against expected: output.0[1, 1] is 25 and should be "
                                    "25.5"));
  EXPECT_THAT(result.out, HasSubstr("\nFAILED: 4 of 7 comparisons"));
  // 0.5 is 2 percent of it.
  EXPECT_EQ(
      verify({"--inputs", "case.safetensors", "--expected", "case.safetensors", "--rtol", "0.02"})
          .status,
      0);
  EXPECT_EQ(
      verify({"--inputs", "case.safetensors", "--expected", "case.safetensors", "--atol", "0.5"})
          .status,
      0);
}

TEST_F(Verify, EagerModeAloneNeedsExpectedResults) {
  EXPECT_EQ(verify({"--eager"}).status, 2);
  write_case({13, 0, 0, 25.5});
  const RunResult result =
      verify({"--eager", "--inputs", "case.safetensors", "--expected", "case.safetensors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("\nFAILED: 1 of 1 comparisons"));
}

TEST_F(Verify, NaNIsEqualToNaNOnly) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  write_tensors("nan.safetensors",
                {{"x", {2, 3}, {nan, 0, 0, 0, 0, 0}}, {"output.0", {2, 2}, {nan, nan, 1, 5}}});
  const RunResult same = verify({"--inputs", "nan.safetensors", "--expected", "nan.safetensors"});
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  write_tensors("number.safetensors", {{"output.0", {2, 2}, {0, nan, 1, 5}}});
  EXPECT_EQ(verify({"--inputs", "nan.safetensors", "--expected", "number.safetensors"}).status, 1);
}

TEST_F(Verify, RefusesFilesThatDoNotFit) {
  write_case({13, 0, 0, 25});
  write_tensors("other.safetensors", {{"x", {1, 3}, {1, 2, 3}}, {"z", {1}, {0}}});
  write_tensors("none.safetensors", {});
  write_tensors("two.safetensors", {{"output.0", {2, 2}, {13, 0, 0, 25}}, {"output.1", {1}, {0}}});
  write_tensors("flat.safetensors", {{"output.0", {4}, {13, 0, 0, 25}}});

  RunResult result = verify({"--inputs", "other.safetensors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              HasSubstr("tensor \"x\" is f32[1, 3], and the spec says f32[2, 3] [W7302]"));
  result = verify({"--inputs", "none.safetensors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("there is no tensor \"input.x\" or \"x\" [W7302]"));
  EXPECT_THAT(result.err, HasSubstr("hint: it holds no tensors"));
  result = verify({"--expected", "none.safetensors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              HasSubstr("there is no tensor \"output.0\"; the model has one result, and the file: "
                        "it holds no tensors [W7303]"));
  result = verify({"--expected", "two.safetensors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("it has a tensor \"output.1\""));
  result = verify({"--inputs", "case.safetensors", "--expected", "flat.safetensors"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("output.0 is f32[2, 2] and should be f32[4]"));
}

}  // namespace
}  // namespace weft::cli
