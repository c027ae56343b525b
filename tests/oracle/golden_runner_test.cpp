/// \file The comparison rule, the list of known failures and the runner, on made-up cases.
#include "tests/oracle/golden_runner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/oracle/oracle.h"
#include "tests/oracle/safetensors_file.h"

namespace weft_oracle {
namespace {

std::string difference(const OracleTensor& got, const OracleTensor& want) {
  return compare({got}, {want}, 1e-3, 1e-4).difference;
}

OracleTensor f32(std::vector<double> elements) {
  auto count = static_cast<int64_t>(elements.size());
  return tensor_of(Kind::kF32, {count}, elements);
}

TEST(Compare, ToleranceIsAbsoluteAndRelative) {
  EXPECT_EQ(difference(f32({100.05}), f32({100})), "");
  EXPECT_NE(difference(f32({100.2}), f32({100})), "");
  EXPECT_EQ(difference(f32({0.00009}), f32({0})), "");
  EXPECT_NE(difference(f32({0.0002}), f32({0})), "");
}

TEST(Compare, NanAndInfinityBelongToThemselves) {
  EXPECT_EQ(difference(f32({NAN, INFINITY, -INFINITY}), f32({NAN, INFINITY, -INFINITY})), "");
  EXPECT_NE(difference(f32({0}), f32({NAN})), "");
  EXPECT_NE(difference(f32({NAN}), f32({0})), "");
  EXPECT_NE(difference(f32({INFINITY}), f32({-INFINITY})), "");
  EXPECT_NE(difference(f32({1e30}), f32({INFINITY})), "");
  EXPECT_NE(difference(f32({INFINITY}), f32({1e30})), "");
}

TEST(Compare, KindsExtentsAndCountsAreEqual) {
  EXPECT_NE(difference(tensor_of(Kind::kF64, {1}, {1}), f32({1})), "");
  EXPECT_NE(difference(tensor_of(Kind::kF32, {}, {1}), f32({1})), "");
  EXPECT_NE(difference(OracleTensor(Kind::kF32, {0, 3}), OracleTensor(Kind::kF32, {0, 2})), "");
  EXPECT_FALSE(compare({}, {f32({1})}, 1, 1).agrees());
  EXPECT_FALSE(compare({f32({1}), f32({1})}, {f32({1})}, 1, 1).agrees());
}

TEST(Compare, IntegersAreExactBeyondDoubles) {
  int64_t big = (int64_t{1} << 60) + 1;
  OracleTensor a = tensor_of_integers(Kind::kI64, {1}, {big}),
               b = tensor_of_integers(Kind::kI64, {1}, {big - 1});
  EXPECT_TRUE(compare({a}, {a}, 1, 1).agrees());
  EXPECT_FALSE(compare({a}, {b}, 1, 1).agrees());
}

TEST(Compare, SaysTheWorstElement) {
  std::string text = difference(f32({1, 2, 3}), f32({1, 2.5, 9}));
  EXPECT_EQ(text,
            "2 of 3 elements differ, most at 2 of float32 [3]: got 3, want 9 (659.340659 times the "
            "tolerance)");
}

/// Gives back its argument, plus one for the operator "off"; throws for "broken".
class EchoMode : public OperatorMode {
 public:
  std::string name() const override { return "echo"; }
  std::vector<OracleTensor> run(const GoldenCase& golden) override {
    if (golden.op == "broken") throw OracleError("no such thing");
    OracleTensor x = std::get<OracleTensor>(golden.args.at("input").held);
    if (golden.op == "off") x.set(0, x.real(0) + 1);
    return {x};
  }
};

std::vector<GoldenCase> made_up_cases() {
  std::vector<GoldenCase> cases;
  for (const char* id : {"fine.0", "off.0", "off.1", "broken.0"}) {
    GoldenCase golden;
    golden.id = id;
    golden.op = golden.id.substr(0, golden.id.find('.'));
    golden.args = {{"input", f32({2})}};
    golden.outputs = {f32({2})};
    golden.rtol = golden.atol = 1e-5;
    cases.push_back(golden);
  }
  return cases;
}

GoldenReport echo_report(const std::vector<KnownFailure>& known) {
  EchoMode mode;
  return run_golden(mode, made_up_cases(), known);
}

TEST(GoldenRunner, ReportsFailuresAndExceptions) {
  GoldenReport report = echo_report({});
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.passed, 1U);
  ASSERT_EQ(report.failures.size(), 3U);
  EXPECT_EQ(report.failures[0].id, "off.0");
  EXPECT_EQ(report.failures[2].what, "threw: no such thing");
  EXPECT_NE(report.text().find("off.1: 1 of 1 elements differ"), std::string::npos)
      << report.text();
}

TEST(GoldenRunner, KnownFailuresGoByOperatorOrId) {
  GoldenReport report =
      echo_report({{"echo", "off", "adds one", 1}, {"*", "broken.0", "throws", 2}});
  EXPECT_TRUE(report.ok()) << report.text();
  EXPECT_EQ(report.known.size(), 3U);
  EXPECT_FALSE(
      echo_report({{"other", "off", "another mode", 1}, {"*", "broken", "throws", 2}}).ok());
}

TEST(GoldenRunner, AnUnexpectedPassFails) {
  std::vector<KnownFailure> known = {{"echo", "off", "adds one", 1},
                                     {"echo", "broken", "throws", 2}};
  known.push_back({"echo", "fine.0", "was wrong once", 3});
  GoldenReport report = echo_report(known);
  EXPECT_FALSE(report.ok());
  ASSERT_EQ(report.stale.size(), 1U);
  EXPECT_EQ(report.stale[0].id, "fine.0");
  known.back() = {"echo", "no_such_operator", "misspelt", 3};
  EXPECT_FALSE(echo_report(known).ok());
  known.back() = {"other", "fine.0", "not this mode", 3};
  EXPECT_TRUE(echo_report(known).ok());
}

std::filesystem::path write_file(const std::string& name, const std::string& text) {
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(KnownFailures, AreReadFromAList) {
  auto path = write_file("weft_known_failures.txt",
                         "# comment\n\n eager  pow.3   wrong sign  # more\n* sort  unstable\n");
  std::vector<KnownFailure> list = read_known_failures(path);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].mode, "eager");
  EXPECT_EQ(list[0].target, "pow.3");
  EXPECT_EQ(list[0].reason.substr(0, 10), "wrong sign");
  EXPECT_EQ(list[1].line, 4);
  EXPECT_THROW(read_known_failures(write_file("weft_known_failures.txt", "eager pow.3\n")),
               OracleError);
  EXPECT_NO_THROW(read_known_failures(golden_folder() / "known_failures.txt"));
}

TEST(GoldenFile, ReadsEveryFormOfArgument) {
  std::string header = R"({"t":{"dtype":"I64","shape":[2],"data_offsets":[0,16]}})";
  std::string length(8, '\0');
  length[0] = static_cast<char>(header.size());
  std::string data(16, '\0');
  data[7] = 0x40;  // 2^62
  data[8] = 5;
  write_file("weft_golden_form.safetensors", length + header + data);
  auto path = write_file("weft_golden_form.json",
                         R"({"cases": [{"id": "a.0", "op": "a", "args": {"input": {"tensor": "t"},
    "dtype": {"dtype": "float16"}, "high": {"float": "inf"}, "none": null,
    "list": [1, 2.0, "x", true]},
    "outputs": [{"tensor": "t"}], "rtol": 0.5, "atol": 0.25}]})");
  std::vector<GoldenCase> cases = read_golden_file(path);
  ASSERT_EQ(cases.size(), 1U);
  const OracleArguments& args = cases[0].args;
  EXPECT_EQ(std::get<OracleTensor>(args.at("input").held).integer(0), int64_t{1} << 62);
  EXPECT_EQ(std::get<Kind>(args.at("dtype").held), Kind::kF16);
  EXPECT_EQ(std::get<double>(args.at("high").held), INFINITY);
  EXPECT_TRUE(args.at("none").is_none());
  const auto& list = std::get<OracleList>(args.at("list").held);
  EXPECT_TRUE(std::holds_alternative<int64_t>(list[0].held));
  EXPECT_TRUE(std::holds_alternative<double>(list[1].held));
  EXPECT_TRUE(std::holds_alternative<bool>(list[3].held));
  EXPECT_EQ(cases[0].outputs[0].integer(1), 5);
  EXPECT_EQ(cases[0].rtol, 0.5);
}

TEST(Safetensors, MalformedFilesAreErrors) {
  EXPECT_THROW(read_safetensors("/no/such/file"), OracleError);
  EXPECT_THROW(read_safetensors(write_file("weft_bad.safetensors", "123")), OracleError);
  EXPECT_THROW(read_safetensors(write_file("weft_bad.safetensors", std::string(8, '\xff'))),
               OracleError);
  std::string header = R"({"t":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  std::string length(8, '\0');
  length[0] = static_cast<char>(header.size());
  EXPECT_THROW(read_safetensors(write_file("weft_bad.safetensors", length + header + "1234")),
               OracleError);
}

}  // namespace
}  // namespace weft_oracle
