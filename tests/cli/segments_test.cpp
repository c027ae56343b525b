// Models that are not one graph: what is said of them, and what is written for them.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class SegmentedCommands : public CliTest {};

/// A loop that ends on data, host code in it, and a step that nothing captures.
const char* const kLoop = R"(#include <torch/torch.h>
#include <string>
struct Loop : torch::nn::Module {
  Loop() { fc = register_module("fc", torch::nn::Linear(3, 3)); }
  std::pair<torch::Tensor, int64_t> forward(torch::Tensor x) {
    int64_t rounds = 0;
    while (x.norm().item<float>() > 0.5f && rounds < 20) {
      x = torch::tanh(fc->forward(x)) * 0.5;
      log += std::to_string(++rounds);
    }
    x = x + torch::rand({1}) * 0;
    return {x, static_cast<int64_t>(log.size())};
  }
  std::string log;
  torch::nn::Linear fc{nullptr};
};
)";

TEST_F(SegmentedCommands, ExplainTellsSegmentsBreaksAndWhatStaysOnTheHost) {
  write("loop.cpp", kLoop);
  const RunResult text = weft({"explain", "loop.cpp", "--input", "x: f32[2,3]"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(
      text.out,
      AllOf(HasSubstr("Loop of loop.cpp: 3 segments, 1 graph break, 2 statements on the host\n"),
            HasSubstr(
                "       0 !     7 |     while (x.norm().item<float>() > 0.5f && rounds < 20) {\n"),
            HasSubstr("    1  loop.cpp:8:7: statements of Loop::forward; takes x; gives x\n"),
            HasSubstr("  loop.cpp:9:7: `log += std::to_string(++rounds)` "),
            HasSubstr("loop.cpp:7:5: control flow on tensor data: `while` depends on "
                      "`x.norm().item<float>()` [W6201]\n"
                      "     7 |     while (x.norm().item<float>() > 0.5f && rounds < 20) {\n"
                      "       |     ^\n")));

  const RunResult json = weft({"explain", "loop.cpp", "--input", "x: f32[2,3]", "--json"});
  const auto report = nlohmann::json::parse(json.out);
  EXPECT_EQ(report["segments"].size(), 3u);
  EXPECT_EQ(report["segments"][1]["id"], "loop.cpp:8:7");
  EXPECT_EQ(report["segments"][1]["takes"], nlohmann::json({"x"}));
  EXPECT_EQ(report["breaks"][0]["id"], "W6201");
  EXPECT_EQ(report["breaks"][0]["line"], "loop.cpp:7:5");
  EXPECT_EQ(report["host"][0]["line"], "loop.cpp:9:7");

  const RunResult page =
      weft({"explain", "loop.cpp", "--input", "x: f32[2,3]", "--html", "loop.html"});
  EXPECT_EQ(page.status, 0) << page.err;
  const std::string html = read("loop.html");
  EXPECT_THAT(html, AllOf(HasSubstr("<title>Loop of loop.cpp</title>"),
                          HasSubstr("<span class=\"s s1\" title=\"segment 1\">x = torch::tanh("),
                          HasSubstr("&lt;float&gt;"), Not(HasSubstr("src="))));

  const RunResult unwritten =
      weft({"explain", "loop.cpp", "--input", "x: f32[2,3]", "--html", "none/loop.html"});
  EXPECT_EQ(unwritten.status, 2);
  EXPECT_THAT(unwritten.err, HasSubstr("[W7004]"));
}

TEST_F(SegmentedCommands, FullGraphRefusesThemWithTheirLine) {
  write("loop.cpp", kLoop);
  for (const char* command : {"explain", "compile", "verify"}) {
    const RunResult result = weft({command, "loop.cpp", "--input", "x: f32[2,3]", "--full-graph"});
    EXPECT_EQ(result.status, 1) << command;
    EXPECT_THAT(result.err, HasSubstr("loop.cpp:7:5: error: ")) << command;
    EXPECT_THAT(result.err, HasSubstr("[W6201]")) << command;
  }
}

TEST_F(SegmentedCommands, VerifyRunsTheTransformedSource) {
  write("loop.cpp", kLoop);
  const RunResult result = weft({"verify", "loop.cpp", "--input", "x: f32[2,3]"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("transformed  eager    output.1  i64[] "),
                                HasSubstr("segment loop.cpp:11:5 runs as written: it draws random"),
                                HasSubstr(" calls compiled, 0 not\n")));
}

TEST_F(SegmentedCommands, CompileWritesTheTransformedSource) {
  write("loop.cpp", kLoop);
  const RunResult result = weft({"compile", "loop.cpp", "--input", "x: f32[2,3]", "-o", "out"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("out: 2 segments compiled for 2 kinds of calls, the source is "
                              "out_source/loop.cpp\n"),
                    HasSubstr("loop.cpp:11:5 runs as written: it draws random numbers\n")));
  const std::string source = read("out/out_source/loop.cpp");
  EXPECT_THAT(
      source,
      AllOf(
          HasSubstr("#line 1 \"loop.cpp\"\n#include <torch/torch.h>\n"),
          HasSubstr("    while (::weft::segment(\"loop.cpp:7:12\", ::weft::segment_owner(this), []"
                    "(const ::weft::Tensor& x) -> ::weft::Tensor { return x.norm(); }, "
                    "::weft::segment_members(), x).item<float>() > 0.5f && rounds < 20) {\n"),
          HasSubstr("\n      log += std::to_string(++rounds);\n")));
  EXPECT_THAT(source, Not(HasSubstr("segment_decision")));
  // The same again, over the old folder.
  const auto first = read_folder("out");
  EXPECT_EQ(weft({"compile", "loop.cpp", "--input", "x: f32[2,3]", "-o", "out"}).status, 0);
  EXPECT_EQ(read_folder("out"), first);
}

TEST_F(SegmentedCommands, HeadersWithSegmentsComeAlong) {
  write("net.cpp",
        "#include \"parts/step.h\"\n#include \"plain.h\"\n"
        "struct Net : torch::nn::Module {\n"
        "  torch::Tensor forward(torch::Tensor x) { return step(x) * kTwo; }\n};\n");
  std::filesystem::create_directories(folder_ / "parts");
  write("plain.h", "#pragma once\nconstexpr double kTwo = 2;\n");
  write("parts/step.h",
        "#pragma once\n#include <torch/torch.h>\n#include \"../plain.h\"\n"
        "inline torch::Tensor step(torch::Tensor x) {\n"
        "  x = torch::tanh(x) * kTwo;\n"
        "  while (x.sum().item<float>() > 1) x = x - 1;\n  return x;\n}\n");
  EXPECT_EQ(weft({"verify", "net.cpp", "--input", "x: f32[2,3]"}).status, 0);
  const RunResult result = weft({"compile", "net.cpp", "--input", "x: f32[2,3]", "-o", "out"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(read("out/out_source/parts/step.h"),
              HasSubstr("\"parts/step.h:5:3\", ::weft::segment_owner(nullptr), []"));
  EXPECT_THAT(read("out/out_source/plain.h"), HasSubstr("kTwo = 2"));

  std::filesystem::create_directories(folder_ / "below");
  write("below/net.cpp",
        "#include \"../parts/step.h\"\nstruct Net : torch::nn::Module {\n"
        "  torch::Tensor forward(torch::Tensor x) { return step(x); }\n};\n");
  const RunResult outside =
      weft({"compile", "below/net.cpp", "--input", "x: f32[2,3]", "-o", "other"});
  EXPECT_EQ(outside.status, 1);
  EXPECT_THAT(outside.err,
              AllOf(HasSubstr("step.h` has segments and lies outside"), HasSubstr("[W7105]")));
}

TEST_F(SegmentedCommands, TensorCodeAloneHasNoSegments) {
  write("net.cpp",
        "#include <torch/torch.h>\nstruct Net : torch::nn::Module {\n"
        "  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }\n};\n");
  const RunResult result = weft({"verify", "net.cpp", "--input", "x: f32[2]", "--segments"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              HasSubstr("net.cpp:3:17: error: forward of `Net` has no segments [W7104]"));
}

}  // namespace
}  // namespace weft::cli
