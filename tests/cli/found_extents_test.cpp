// Extents that the data decides, in models whose inputs have open extents too.

#include <bit>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "cli_testing.h"

namespace weft::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class FoundExtents : public CliTest {};

TEST_F(FoundExtents, AgreeInEveryModeAtEveryExtent) {
  const RunResult result = weft({"verify",  tests_file("cli/data/found_extents.cpp"),
                                 "--input", "x: f32[N,4]",
                                 "--input", "ids: i64[N]",
                                 "--at",    "N=0",
                                 "--at",    "N=1",
                                 "--at",    "N=2",
                                 "--at",    "N=3",
                                 "--at",    "N=7",
                                 "--at",    "N=8",
                                 "--at",    "N=17"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
  EXPECT_THAT(result.out, HasSubstr("\nbundle at N=17  eager    output.0  f32[7, 3] "));
}

TEST_F(FoundExtents, AreExplainedAndCheckedWhenTheyAreKnown) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto found = x.masked_select(x > 0);
    TORCH_CHECK(found.size(0) >= 2, "two positive elements are needed");
    return found.narrow(0, 0, 2) + found.size(0);
  }
};
)");
  const RunResult text = weft({"explain", "net.cpp", "--input", "x: f32[N]"});
  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("\nextents that the data decides\n  "));
  EXPECT_THAT(text.out, HasSubstr("  at most N\n"));
  EXPECT_THAT(text.out,
              HasSubstr("\nconditions on what is found in the data, checked when it is known\n"
                        "  found  nonzero >= 2  the model at net.cpp:5:"));
  const RunResult json = weft({"explain", "net.cpp", "--input", "x: f32[N]", "--json"});
  ASSERT_EQ(json.status, 0) << json.err;
  const nlohmann::json report = nlohmann::json::parse(json.out);
  EXPECT_EQ(report["extents"][1]["found_in_data"], true);
  EXPECT_EQ(report["extents"][1]["at_most"], "N");

  ASSERT_EQ(weft({"compile", "net.cpp", "--input", "x: f32[N]", "-o", "net"}).status, 0);
  write_tensors("right.safetensors", {{"x", {3}, {1, -1, 5}}});
  write_tensors("wrong.safetensors", {{"x", {3}, {1, -1, -5}}});
  const RunResult right =
      weft({"run", "net", "--input", "x=right.safetensors", "--output", "y.safetensors"});
  EXPECT_EQ(right.status, 0) << right.err;
  const RunResult wrong =
      weft({"run", "net", "--input", "x=wrong.safetensors", "--output", "z.safetensors"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr("net.cpp:5"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "z.safetensors"));
}

TEST_F(FoundExtents, ThatNothingBoundsAreRefusedAtTheLine) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor times) {
    return torch::repeat_interleave(x, times, 0);
  }
};
)");
  const RunResult result =
      weft({"compile", "net.cpp", "--input", "x: f32[N]", "--input", "times: i64[N]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("net.cpp:4:"));
}

TEST_F(FoundExtents, OfCountsHaveTheRoomThatTheyAskFor) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor words) {
    auto counts = torch::bincount(words, {}, 4);
    return counts + counts.size(0);
  }
};
)");
  const RunResult text = weft({"explain", "net.cpp", "--input", "words: i64[N]"});
  EXPECT_THAT(text.out, HasSubstr("  at most 4\n")) << text.err;
  const RunResult verified = weft({"verify", "net.cpp", "--input", "words: i64[N]", "--at", "N=5"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;

  ASSERT_EQ(weft({"compile", "net.cpp", "--input", "words: i32[N]", "-o", "net"}).status, 0);
  for (const std::int32_t word : {3, 4, -1}) {
    const auto bits = std::bit_cast<float>(word);
    write_tensors("words.safetensors", {{"words", {3}, {0, bits, 0}, "I32"}});
    const RunResult run =
        weft({"run", "net", "--input", "words=words.safetensors", "--output", "y.safetensors"});
    EXPECT_EQ(run.status, word == 3 ? 0 : 1) << word << run.err;
    if (word != 3) EXPECT_THAT(run.err, HasSubstr("net.cpp:4 bincount(words)"));
  }

  write("open.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor words) { return words.bincount(); }
};
)");
  const RunResult open = weft({"compile", "open.cpp", "--input", "words: i64[N]"});
  EXPECT_EQ(open.status, 1);
  EXPECT_THAT(open.err, HasSubstr("open.cpp:3:"));
  EXPECT_THAT(open.err, HasSubstr("[W5007]"));
}

}  // namespace
}  // namespace weft::cli
