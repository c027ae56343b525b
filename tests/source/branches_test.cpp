/// \file Control flow on tensor data.
#include <tests/source/source_testing.h>

#include <weft/frontend/source/findings.h>

namespace weft::source {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Branches = SourceTest;

TEST_F(Branches, EveryKindOfStatement) {
  const SourceModel found = analyse(model_with_forward(
      "  if (x.item<float>() > 0) x = -x; else if (x.item<float>() > 1) x = x + x;\n"
      "  while (x.norm().item<float>() > limit) x = x * 0.5;\n"
      "  do x = x * 2.0; while (x.item<bool>());\n"
      "  for (int i = 0; i < x.item<int>(); ++i) x = x + x;\n"
      "  switch (x.argmax().item<int64_t>()) { case 0: x = -x; }\n"
      "  x = x.item<bool>() ? x : -x;\n"
      "  bool both = x.item<bool>() && limit > 1;\n"
      "  if (both) x = -x;\n"
      "  return x;"));
  EXPECT_THAT(brief(found.branches),
              ElementsAre("if 7:3", "if 7:41", "while 8:3", "do 9:3", "for 10:3", "switch 11:3",
                          "?: 12:22", "&& 13:30", "if 14:3"));
  EXPECT_THAT(found.reads, SizeIs(8));
}

TEST_F(Branches, ThroughVariablesMembersAndResults) {
  const SourceModel found = analyse(
      model_with_forward(
          "  const double previous = residual(x);\n"
          "  double ratio = 0; ratio += std::abs(previous) / 2;\n"
          "  if (ratio > 1) x = -x;\n"
          "  limit = x.item<float>();\n"
          "  Stats stats{x, x.item<double>()};\n"
          "  auto [tensor, flag] = check(x);\n"
          "  if (flag) x = tensor;\n"
          "  if (stats.mean > 2) x = stats.t;\n"
          "  if (limit > 3) x = x + x;\n"
          "  std::vector<float> log; log.push_back(x.item<float>());\n"
          "  if (log.back() > 4) x = x * log[0];\n"
          "  double out = 0; fill(x, out);\n"
          "  if (out > 5) return x;\n"
          "  std::tie(x, count) = count_of(x);\n"
          "  if (count > 6) return x;\n"
          "  return x;",
          "#include <cmath>\n#line 3\nstruct Stats { torch::Tensor t; double mean; };\n#line 3",
          "  double residual(torch::Tensor t) { double r = t.item<double>(); return r; } "
          "std::pair<torch::Tensor, bool> check(torch::Tensor t) { return {t, t.item<bool>()}; } "
          "void fill(torch::Tensor t, double& to) { to = t.item<double>(); } "
          "std::tuple<torch::Tensor, int64_t> count_of(torch::Tensor t) { return {t, "
          "t.item<int64_t>()}; }"),
      "Net", kWithContainers);
  EXPECT_THAT(brief(found.branches), ElementsAre("if 9:3", "if 13:3", "if 14:3", "if 15:3",
                                                 "if 17:3", "if 19:3", "if 21:3"));
  for (const DataBranch& branch : found.branches) EXPECT_THAT(branch.reads, SizeIs(1));
}

TEST_F(Branches, HostValuesThatStayHostValuesAreNoBranches) {
  const SourceModel found =
      analyse(model_with_forward("  float scale = x.item<float>();\n"
                                 "  torch::Tensor y = x * scale;\n"
                                 "  if (y.size(0) > 3) y = -y;\n"
                                 "  if (y.defined() && limit > 0) y = y + y;\n"
                                 "  std::vector<torch::Tensor> rows; rows.push_back(x * scale);\n"
                                 "  for (auto& row : rows) if (row.dim() > 1) y = y + row;\n"
                                 "  return y;"),
              "Net", kWithContainers);
  EXPECT_THAT(found.reads, SizeIs(1));
  EXPECT_THAT(found.branches, IsEmpty());
}

TEST_F(Branches, ConditionVariablesAndInitStatements) {
  const SourceModel found =
      analyse(model_with_forward("  if (bool b = x.item<bool>()) x = -x;\n"
                                 "  if (float f = x.item<float>(); f > 2) x = x + x;\n"
                                 "  while (int n = x.item<int>()) x = x * n;\n"
                                 "  return x;"));
  EXPECT_THAT(brief(found.branches), ElementsAre("if 7:3", "if 8:3", "while 9:3"));
}

TEST_F(Branches, ReferencesAndLambdasCarryValues) {
  const SourceModel found = analyse(model_with_forward(
      "  float flags[2] = {0, 0}; float& first = flags[0]; first = x.item<float>();\n"
      "  if (flags[1] > 0) x = -x;\n"
      "  double best = 0; auto update = [&](torch::Tensor t) { best = t.item<double>(); };\n"
      "  update(x);\n"
      "  if (best > 0) x = -x;\n"
      "  auto value = [](torch::Tensor t) { return t.item<int>(); };\n"
      "  if (value(x) > 0) x = -x;\n"
      "  return x;"));
  EXPECT_THAT(brief(found.branches), ElementsAre("if 8:3", "if 11:3", "if 13:3"));
}

TEST_F(Branches, CheckMacro) {
  const SourceModel found = analyse(
      model_with_forward("  CHECK(x.item<float>() > 0);\n  CHECK(x.dim() == 2);\n  return x;",
                         "#define CHECK(c) if (!(c)) throw 1"));
  ASSERT_THAT(brief(found.branches), ElementsAre("if 7:3"));
  EXPECT_EQ(found.reads.at(0).text, "x.item<float>()");
  EXPECT_EQ(found.reads.at(0).location.column, 11);
}

TEST_F(Branches, Descriptions) {
  const SourceModel found = analyse(model_with_forward(
      "  x = halve(x);\n  return x * x.item<float>();", "",
      "  torch::Tensor halve(torch::Tensor t) { while (t.norm().item<float>() > 1) t = t * 0.5; "
      "return t; }"));
  const std::vector<Diagnostic> described = describe_findings(found);
  ASSERT_THAT(described, SizeIs(2));
  EXPECT_STREQ(described[0].kind->id, "W6201");
  EXPECT_EQ(described[0].message,
            "control flow on tensor data: `while` depends on `t.norm().item<float>()`");
  EXPECT_EQ(described[0].location.line, 5);
  EXPECT_THAT(described[0].notes,
              ElementsAre(EndsWith("net.cpp:5:58: `item<float>` reads tensor data"),
                          EndsWith("net.cpp:7:7: forward gets there through `Net::halve`")));
  EXPECT_STREQ(described[1].kind->id, "W6202");
  EXPECT_EQ(described[1].message, "the host reads tensor data: `x.item<float>()`");
  EXPECT_EQ(described[1].location.line, 8);
}

TEST_F(Branches, NoneInAStraightModel) {
  EXPECT_THAT(describe_findings(analyse(model_with_forward("  return torch::relu(x);"))),
              IsEmpty());
}

}  // namespace
}  // namespace weft::source
