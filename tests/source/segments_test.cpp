/// \file How functions are cut into segments of tensor code and host code.
#include <algorithm>

#include <tests/source/source_testing.h>

namespace weft::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string list_of(const auto& items, const auto& text) {
  std::string result;
  for (const auto& item : items) result += (result.empty() ? "" : " ") + text(item);
  return result;
}

/// "7-8 (x! y) -> (x z+)": lines, then what it takes (! assigns it) and gives (+ declares it).
std::string brief(const Segment& segment) {
  std::string text = std::to_string(segment.location.line);
  if (segment.last_line != segment.location.line) text += "-" + std::to_string(segment.last_line);
  text += " (" + list_of(segment.inputs, [](const SegmentInput& input) {
            return input.name + (input.is_assigned ? "!" : "") + (input.is_float ? "~" : "");
          });
  text += segment.is_expression
              ? ") expression"
              : ") -> (" + list_of(segment.outputs, [](const SegmentOutput& output) {
                  return output.name + (output.is_declared ? "+" : "");
                }) + ")";
  if (!segment.members.empty()) {
    text += " of " + list_of(segment.members, [](const std::string& name) { return name; });
  }
  return text;
}

/// "8: calls `note`, which ...".
std::string brief(const HostStatement& statement) {
  return std::to_string(statement.location.line) + ": " + statement.reason;
}

std::vector<std::string> brief_segments(const SourceModel& model) {
  std::vector<std::string> result;
  for (const Segment& segment : model.plan.segments) result.push_back(brief(segment));
  return result;
}
std::vector<std::string> brief_host(const SourceModel& model) {
  std::vector<std::string> result;
  for (const HostStatement& statement : model.plan.host) result.push_back(brief(statement));
  return result;
}

class Segments : public SourceTest {
 protected:
  SourceModel plan(const std::string& body, const std::string& before = "",
                   const std::string& members = "") const {
    return analyse(model_with_forward(body, before, members), "Net", kWithContainers);
  }
};

/// Ends in a graph break, so that there is something to cut.
const std::string kBreak = "  if (x.sum().item<float>() > 0) return x;\n";

TEST_F(Segments, TensorCodeAloneHasNone) {
  const SourceModel model = plan(
      "  auto y = torch::relu(x); for (int i = 0; i < 3; ++i) y = y + x;\n"
      "  if (x.size(0) > 1) y = torch::tanh(y);\n  return y;");
  EXPECT_THAT(brief_segments(model), IsEmpty());
  EXPECT_THAT(brief_host(model), IsEmpty());
}

TEST_F(Segments, StatementsThatFollowEachOtherAreOne) {
  const SourceModel model =
      plan("  auto y = torch::relu(x);\n  x = y + x;\n" + kBreak + "  return torch::tanh(x + y);");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("7-8 (x!) -> (x y+)", "9 (x) expression", "10 (x y) expression"));
  EXPECT_THAT(brief_host(model), ElementsAre("10: returns"));
}

TEST_F(Segments, LoopsAndBranchesOnShapesAndFlagsStayInside) {
  const SourceModel model = plan(
      "  for (int64_t i = 0; i < x.size(0); ++i) {\n    if (i == 1) continue;\n"
      "    x = x + x[i];\n  }\n  if (limit > 2) x = torch::relu(x); else x = -x;\n" +
      kBreak + "  return x;");
  EXPECT_THAT(brief_segments(model), ElementsAre("7-11 (x!) -> (x) of limit", "12 (x) expression"));
}

TEST_F(Segments, DataLoopsAreHostCodeAroundTheirBodies) {
  const SourceModel model = plan(
      "  while (x.norm().item<float>() > 1) {\n    x = torch::tanh(x);\n    x = x * x;\n  }\n"
      "  do x = torch::relu(x); while (x.sum().item<float>() > 3);\n"
      "  for (; x.any().item<bool>(); x = x + x) { x = -x; }\n  return x;");
  EXPECT_THAT(
      brief_segments(model),
      ElementsAre("7 (x) expression", "8-9 (x!) -> (x)", "11 (x!) -> (x)", "11 (x) expression",
                  "12 (x) expression", "12 (x) expression", "12 (x!) -> (x)"));
  EXPECT_THAT(list_of(model.plan.decisions,
                      [](const DataDecision& one) { return std::to_string(one.location.line); }),
              "7 11 12");
}

TEST_F(Segments, BodiesWithoutBraces) {
  const SourceModel model = plan(
      "  const float s = x.sum().item<float>();\n"
      "  if (s > 1) x = torch::relu(x);\n  else if (s > 0) x = -x;\n  else return x * 2;\n"
      "  return x;");
  EXPECT_THAT(brief_segments(model), ElementsAre("7 (x) expression", "8 (x!) -> (x)",
                                                 "9 (x!) -> (x)", "10 (x) expression"));
}

TEST_F(Segments, SwitchOnData) {
  const SourceModel model = plan(
      "  torch::Tensor y;\n  switch (x.argmax().item<int64_t>()) {\n"
      "    case 0: y = torch::relu(x); break;\n    case 1: {\n      auto z = x + x;\n"
      "      y = z * z;\n      break;\n    }\n    default:\n      y = -x;\n  }\n  return y;");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("8 (x) expression", "9 (x) -> (y)", "11-12 (x) -> (y)", "16 (x) -> (y)"));
}

TEST_F(Segments, NumbersThatAreReadAreTaken) {
  const SourceModel model = plan(
      "  const float s = x.sum().item<float>(); const auto k = x.argmax().item<int64_t>();\n"
      "  x = x * s + x[k];\n  return x;");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("7 (x) expression", "7 (x) expression", "8 (k s~ x!) -> (x)"));
}

TEST_F(Segments, BranchesOnNumbersThatAreReadStayOutside) {
  const SourceModel model = plan(
      "  const float s = x.sum().item<float>();\n  const bool big = s > 3;\n"
      "  x = x + x;\n  if (big) x = -x;\n  return big ? torch::relu(x) : x;");
  EXPECT_THAT(brief_segments(model), ElementsAre("7 (x) expression", "9 (x!) -> (x)",
                                                 "10 (x!) -> (x)", "11 (x) expression"));
}

TEST_F(Segments, EffectsStayOutside) {
  const SourceModel model = plan(
      "  x = torch::relu(x);\n  ++count;\n  x = x + x;\n  std::cout << count;\n  x = -x;\n"
      "  state = state + x;\n  state += x;\n  return x * state;",
      "extern \"C\" int printf(const char*, ...); namespace std { extern ostream cout; }");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("7 (x!) -> (x)", "9 (x!) -> (x)", "11 (x!) -> (x)",
                          "12 (x) expression of state", "14 (x) expression of state"));
  EXPECT_THAT(
      brief_host(model),
      ElementsAre("8: writes the member `count`", "10: calls `operator<<`",
                  "12: writes the member `state`", "13: writes the member `state`", "14: returns"));
}

TEST_F(Segments, HelpersAreJudgedByWhatTheyDo) {
  const SourceModel model = plan(
      "  x = pure(x);\n  x = counting(x);\n  x = asks(x);\n  return torch::relu(x);",
      "torch::Tensor pure(torch::Tensor x) { x = x + x; if (x.dim() > 1) return x; return -x; }",
      "  torch::Tensor counting(torch::Tensor y) { ++count; return torch::tanh(y); }"
      "  torch::Tensor asks(torch::Tensor z) { z = -z; return z.any().item<bool>() ? z : z * z; }");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("5 (y) expression", "5 (z!) -> (z)", "5 (z) expression",
                          "5 (z) expression", "7 (x!) -> (x)", "10 (x) expression"));
  EXPECT_THAT(brief_host(model),
              ElementsAre("8: calls `counting`, which writes the member `count`",
                          "9: calls `asks`, which decides on tensor data", "10: returns",
                          "5: writes the member `count`", "5: returns", "5: returns"));
}

TEST_F(Segments, VirtualHelpersAreAsGoodAsTheirOverriders) {
  const SourceModel model =
      plan("  x = part->quiet(x);\n  x = part->loud(x);\n  return -x;",
           "struct Part : torch::nn::Module { int64_t calls = 0;"
           " virtual torch::Tensor quiet(torch::Tensor a) { return a + a; }"
           " virtual torch::Tensor loud(torch::Tensor b) { return b + b; } };"
           " struct Loud : Part { torch::Tensor loud(torch::Tensor c) override {"
           " ++calls; return c * c; } };",
           "  std::shared_ptr<Part> part;");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("2 (c) expression", "7 (x!) -> (x)", "9 (x) expression"));
  EXPECT_THAT(brief_host(model),
              ElementsAre("8: calls `loud`, which writes the member `calls`", "9: returns",
                          "2: writes the member `calls`", "2: returns"));
}

TEST_F(Segments, ReferencesPointersAndLambdasAreHostCode) {
  const SourceModel model = plan(
      "  torch::Tensor h = x + x; torch::Tensor& r = h; h = h * h;\n  r = torch::relu(r);\n"
      "  torch::Tensor* p = &h; *p = -x;\n  auto f = [&] { return h + x; };\n"
      "  h = h + f();\n" +
      kBreak + "  return h;");
  EXPECT_THAT(brief_host(model),
              ElementsAre("7: declares what a segment cannot give",
                          "8: writes `r`, which is no local variable", "9: takes an address",
                          "9: writes something that is no local variable", "10: is a lambda",
                          HasSubstr("11: calls `operator()`"), "13: returns"));
}

TEST_F(Segments, TryBlocksKeepWhatWasDoneBeforeAnException) {
  const SourceModel model = plan(
      "  torch::Tensor h;\n  try {\n    h = torch::relu(x);\n    h = h + torch::tanh(h);\n"
      "    check(h);\n  } catch (int) {\n    h = h + x;\n  }\n  return h;",
      "void check(torch::Tensor);");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("9 (x) expression", "10 (h) expression", "13 (h! x) -> (h)"));
}

TEST_F(Segments, Containers) {
  const SourceModel model = plan(
      "  std::vector<torch::Tensor> parts;\n  for (int i = 0; i < 3; ++i) parts.push_back(x * i);\n"
      "  x = torch::stack(parts);\n  std::vector<torch::Tensor> more{x, -x};\n" +
      kBreak + "  more.push_back(x + x);\n  return torch::stack(more);");
  EXPECT_THAT(brief_segments(model), ElementsAre("7-10 (x!) -> (more+ x)", "11 (x) expression",
                                                 "12 (x) expression", "13 (more) expression"));
}

TEST_F(Segments, Macros) {
  const SourceModel model =
      plan("  STEP(x);\n  x = ACTIVATION(x);\n  KEEP({ x = x + x; })\n" + kBreak + "  return x;",
           "#define STEP(a) a = a + a; a = -a\n#define ACTIVATION torch::relu\n#define KEEP(...) "
           "__VA_ARGS__");
  EXPECT_THAT(brief_segments(model), Not(IsEmpty()));
}

TEST_F(Segments, NamesThatAreHidden) {
  const SourceModel model = plan("  auto y = x + x;\n  { auto y = torch::relu(x); x = y * y; }\n" +
                                 kBreak + "  { torch::Tensor x = y + y; y = x; }\n  return y * x;");
  EXPECT_THAT(brief_segments(model), ElementsAre("7-8 (x!) -> (x y+)", "9 (x) expression",
                                                 "10 (y!) -> (y)", "11 (x y) expression"));
}

TEST_F(Segments, WhatIsDeclaredInsideAndNamedBehindGetsOut) {
  const SourceModel model = plan(
      "  const auto y = x + x; torch::Tensor later = y; auto [a, b] = std::make_pair(-y, y * "
      "y);\n" +
      kBreak + "  later = a + b;\n  return later;");
  EXPECT_THAT(brief_segments(model),
              ElementsAre("7 (x) -> (a+ b+ later+)", "8 (x) expression", "9 (a b) -> (later)"));
}

TEST_F(Segments, TemplatesStayAsTheyAre) {
  const SourceModel model =
      plan("  x = half(x, 2);\n  return torch::relu(x);",
           "template <class T> torch::Tensor half(torch::Tensor x, T k) { x = x * k;"
           " return x.any().template item<bool>() ? -x : x; }");
  EXPECT_THAT(brief_segments(model), ElementsAre("8 (x) expression"));
  EXPECT_THAT(brief_host(model), ElementsAre("7: calls `half`, which decides on tensor data",
                                             "8: returns", "2: is in a template"));
}

TEST_F(Segments, MembersThatChangeElsewhereAreNotFrozen) {
  const SourceModel model =
      plan("  x = part->forward(x);\n" + kBreak + "  part->gain = 3;\n  return part->forward(x);",
           "struct Part : torch::nn::Module { float gain = 2;"
           " torch::Tensor forward(torch::Tensor x) { return x * gain; } };",
           "  std::shared_ptr<Part> part;");
  EXPECT_THAT(brief_segments(model), ElementsAre("8 (x) expression"));
  EXPECT_THAT(brief_host(model), Contains(HasSubstr("reads the member `gain`, which changes")));
}

}  // namespace
}  // namespace weft::source
