// Models with extents that a call decides: compiled once, run at many extents, equal to eager.

#include <ostream>
#include <set>

#include "cli_testing.h"
#include "model_cases.h"

namespace weft::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

struct DynamicCase {
  std::string name;
  std::string model;
  std::vector<std::string> inputs;
  std::vector<std::string> at;  ///< with an odd prime, and 1 where the model takes it
  std::vector<std::string> variants = {};
  std::vector<std::string> more = {};  ///< further arguments
};

std::ostream& operator<<(std::ostream& stream, const DynamicCase& c) { return stream << c.name; }

class DynamicModels : public CliTest, public ::testing::WithParamInterface<DynamicCase> {};

TEST_P(DynamicModels, AgreeInEveryModeAtEveryExtent) {
  const DynamicCase& c = GetParam();
  std::vector<std::string> arguments = {"verify", tests_file("cases/" + c.name + ".cpp"), "--model",
                                        c.model};
  for (const std::string& input : c.inputs) arguments.insert(arguments.end(), {"--input", input});
  for (const std::string& at : c.at) arguments.insert(arguments.end(), {"--at", at});
  for (const std::string& variant : c.variants) {
    arguments.insert(arguments.end(), {"--variant", variant});
  }
  arguments.insert(arguments.end(), c.more.begin(), c.more.end());
  const RunResult result = weft(arguments);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, EndsWith("\nok\n"));
  EXPECT_THAT(result.out, HasSubstr("\nbundle at "));
}

const std::vector<std::string> kSequences = {"N=1,T=1",  "N=2,T=7", "N=3,T=16",
                                             "N=7,T=13", "N=1,T=5", "N=17,T=2"};
// Forward loops over the extent, so the model is compiled for one number of it.
const std::vector<std::string> kSixSteps = {"N=1,T=6", "N=2,T=6", "N=3,T=6",
                                            "N=7,T=6", "N=8,T=6", "N=17,T=6"};
const std::vector<std::string> kSevenSteps = {"N=1,T=7", "N=2,T=7", "N=3,T=7",
                                              "N=7,T=7", "N=8,T=7", "N=17,T=7"};
const std::vector<std::string> kBatches = {"N=1", "N=2", "N=3", "N=7", "N=8", "N=17"};

const std::vector<DynamicCase>& dynamic_cases() {
  static const std::vector<DynamicCase> kCases = {
      DynamicCase{"digits_cnn", "DigitsNet", {"x: f32[N,1,8,8]"}, kBatches},
      DynamicCase{"mlp_dropout", "MLP", {"x: f32[N,20]"}, kBatches},
      DynamicCase{"resnet_small",
                  "ResNetSmall",
                  {"images: f32[N,3,H,W]"},
                  {"N=1,H=16,W=16", "N=3,H=16,W=13", "N=2,H=7,W=9", "N=7,H=8,W=8", "N=1,H=19,W=23",
                   "N=5,H=17,W=16"}},
      DynamicCase{"mobilenet_se", "MobileNetSE", {"x: f32[N,3,16,16]"}, kBatches},
      DynamicCase{"dcgan_generator", "Generator", {"noise: f32[N,16,1,1]"}, kBatches},
      DynamicCase{"densenet_small", "DenseNetImpl", {"x: f32[N,3,16,16]"}, kBatches},
      DynamicCase{"gpt_block", "GPT", {"idx: i64[N,T], T in [1,16]"}, kSequences},
      DynamicCase{"gather_scatter", "TopKRouter", {"x: f32[N,8]", "group: i64[N]"}, kBatches},
      DynamicCase{"inception_small", "InceptionNet", {"x: f32[N,3,12,12]"}, kBatches},
      DynamicCase{"lstm_classifier", "TextClassifier", {"tokens: i64[N,8]"}, kBatches},
      DynamicCase{"rank_dispatch_b", "AnyRankNet", {"x: f32[N,3,9,9]"}, kBatches},
      DynamicCase{"slice_index_put",
                  "IndexingNet",
                  {"x: f32[N,6,8], N >= 3", "rows: i64[4]"},
                  {"N=3", "N=4", "N=5", "N=7", "N=8", "N=17"}},
      DynamicCase{"unet_small", "UNet", {"image: f32[N,1,22,20]"}, kBatches},
      DynamicCase{"vae", "VAEImpl", {"x: f32[N,1,8,8]"}, kBatches},
      DynamicCase{"vit_tiny", "ViT", {"img: f32[N,3,16,16]"}, kBatches},
      DynamicCase{"rank_dispatch",
                  "AnyRankNet",
                  {"x: f32[3,H,W]"},
                  {"H=9,W=9", "H=7,W=11", "H=1,W=3", "H=8,W=5", "H=17,W=2", "H=13,W=16"}},
      // Whether `contiguous` of the transpose copies depends on the extent where it may be 1.
      DynamicCase{"view_mutation",
                  "ViewWriter",
                  {"x: f32[N,6], N >= 2"},
                  {"N=2", "N=3", "N=4", "N=7", "N=8", "N=17"}},
      DynamicCase{"lstm_classifier", "TextClassifier", {"tokens: i64[N,T]"}, kSequences},
      // The batch is split into its rows; the sequence must give the four parts.
      DynamicCase{"chunk_by_size",
                  "ChunkMixer",
                  {"x: f32[3,T,4]"},
                  {"T=4", "T=7", "T=8", "T=11", "T=13", "T=16"}},
      DynamicCase{"chunk_by_size",
                  "ChunkMixer",
                  {"x: f32[N,T,4]"},
                  {"N=1,T=11", "N=2,T=7", "N=3,T=16", "N=7,T=13", "N=5,T=10", "N=17,T=4"},
                  {"N=1", "N=2", "N=3", "N=7", "N=5", "N=17"}},
      DynamicCase{"shape_arithmetic", "SpaceToDepthNet", {"x: f32[N,3,8,6]"}, kBatches},
      DynamicCase{"shape_arithmetic",
                  "SpaceToDepthNet",
                  {"x: f32[N,3,H,W], H % 2 == 0, W % 2 == 0, W >= 4, H >= 2"},
                  {"N=1,H=2,W=4", "N=2,H=8,W=6", "N=3,H=6,W=14", "N=7,H=26,W=22", "N=1,H=4,W=34",
                   "N=5,H=14,W=4"}},
      // Takes other ways through forward for one row and for several.
      DynamicCase{"batch_one", "BatchAware", {"x: f32[N,10]"}, kBatches, {"N=1", "N in [2,64]"}},
      DynamicCase{"bert_encoder",
                  "BertModel",
                  {"input_ids: i64[N,T], T in [1,16]", "token_type_ids: i64[N,T]",
                   "attention_mask: i64[N,T]"},
                  kSequences},
      DynamicCase{
          "kv_cache_step",
          "DecodeStep",
          {"token: i64[N,1]", "k_cache: f32[N,4,T,8], T in [6,12]", "v_cache: f32[N,4,T,8]"},
          {"N=1,T=6", "N=2,T=7", "N=3,T=12", "N=7,T=11", "N=8,T=8", "N=17,T=9"},
          {},
          {"--scalar", "pos: i64 = 5"}},
      DynamicCase{"masked_inplace", "MaskedUpdate", {"x: f32[N,8]", "keep: bool[N,8]"}, kBatches},
      DynamicCase{"llama_block", "DecoderLayer", {"hidden: f32[N,T,32], T in [1,16]"}, kSequences},
      DynamicCase{"gru_cell_loop", "SequenceModel", {"x: f32[N,T,5], T ~ 6"}, kSixSteps},
      DynamicCase{"loop_over_size", "DecayScan", {"x: f32[N,T,4], T ~ 7"}, kSevenSteps},
      DynamicCase{"aux_heads", "Classifier", {"images: f32[N,3,8,8]"}, kBatches},
      DynamicCase{"block_template", "Network", {"x: f32[N,3,9,9]"}, kBatches},
      // Writes into the second row of what has one row for each of the batch.
      DynamicCase{"decoder_state",
                  "Seq2Seq",
                  {"source: f32[T,N,8], N >= 2", "start: f32[1,N,8]"},
                  {"T=1,N=2", "T=5,N=3", "T=7,N=4", "T=13,N=7", "T=2,N=8", "T=3,N=17"}},
      DynamicCase{"diffusion_step", "Denoiser", {"noisy: f32[N,4,8,8]"}, kBatches},
      DynamicCase{"feature_pyramid", "Pyramid", {"image: f32[N,3,16,16]"}, kBatches},
      // It checks that it is given four rows.
      DynamicCase{"habits", "Habits", {"x: f32[N,6]"}, {"N=4"}},
      DynamicCase{"member_state", "Encoder", {"x: f32[N,6]"}, kBatches},
      DynamicCase{"optional_targets",
                  "CausalModel",
                  {"ids: i64[N,T], T in [1,6]"},
                  {"N=1,T=2", "N=2,T=5", "N=3,T=3", "N=7,T=6", "N=8,T=4", "N=17,T=1"}},
      DynamicCase{"patch_attention", "PatchTransformer", {"images: f32[N,3,8,8]"}, kBatches},
      DynamicCase{"plain_members", "Net", {"images: f32[N,1,12,12]"}, kBatches},
      // The largest over all points is a pooling window of their number.
      DynamicCase{"point_net", "PointNet", {"points: f32[N,3,10]"}, kBatches},
      DynamicCase{"recurrent_state",
                  "LanguageModel",
                  {"words: i64[N,T]", "h: f32[1,N,6]", "c: f32[1,N,6]"},
                  kSequences},
      DynamicCase{"weight_norm", "Tcn", {"x: f32[N,3,T]"}, kSequences},
      // Decisions on tensor data: both sides are compiled.
      DynamicCase{"branch_sum_sign", "SignGate", {"x: f32[N,6]"}, kBatches},
      DynamicCase{"early_exit", "EarlyExitNet", {"x: f32[N,10]"}, kBatches},
      DynamicCase{
          "helper_branch", "ClippedSiamese", {"left: f32[N,7]", "right: f32[N,7]"}, kBatches},
      DynamicCase{"short_circuit", "Controller", {"state: f32[N,6]"}, kBatches}};
  return kCases;
}

INSTANTIATE_TEST_SUITE_P(Dynamic, DynamicModels, ::testing::ValuesIn(dynamic_cases()),
                         [](const ::testing::TestParamInfo<DynamicCase>& info) {
                           // Some models with several sets of open extents.
                           std::string extents;
                           for (const char c : info.param.inputs.front().substr(
                                    0, info.param.inputs.front().find(']'))) {
                             if (c >= 'A' && c <= 'Z') extents += c;
                           }
                           return info.param.name + "_" + extents +
                                  (info.param.variants.empty() ? "" : "_variants");
                         });

// Loops that end on tensor data, and what is printed of it, are no one graph at any extents.
struct RefusedCase {
  std::string name;
  std::string input;
  std::string message;
};

const std::vector<RefusedCase> kRefusedCases = {
    {"fixed_point_while", "x: f32[N,8]", "control flow on tensor data: `while`"},
    {"logged_stages", "x: f32[N,4,6]", "the symbolic extent N, which is `size_2`, is needed"},
    {"moe_switch", "tokens: f32[N,8]", "control flow on tensor data: `switch`"},
    {"nested_line_search", "signal: f32[N,12]", "control flow on tensor data: `if`"},
    {"power_iteration", "x: f32[N,8]", "forward goes more than 64 ways"}};

TEST_F(CliTest, EveryModelCaseRunsWithOpenExtentsOrIsRefusedAsOneGraph) {
  std::set<std::string> known;
  for (const DynamicCase& one : dynamic_cases()) known.insert(one.name);
  for (const RefusedCase& one : kRefusedCases) known.insert(one.name);
  for (const ModelCase& one : model_cases(100)) {
    // `NAME_b` is the same model with other inputs.
    const bool second = one.name.ends_with("_b");
    EXPECT_EQ(known.count(second ? one.name.substr(0, one.name.size() - 2) : one.name), 1u)
        << one.name;
  }
  for (const RefusedCase& one : kRefusedCases) {
    const RunResult result = weft({"explain", tests_file("cases/" + one.name + ".cpp"), "--input",
                                   one.input, "--full-graph"});
    EXPECT_EQ(result.status, 1) << one.name;
    EXPECT_THAT(result.err, HasSubstr("cases/" + one.name + ".cpp:"));
    EXPECT_THAT(result.err, HasSubstr(one.message));
  }
}

// Cut into segments, each runs at three numbers of its extent with code compiled for all calls, but
// the one whose host code needs the extent as a number.
TEST_F(CliTest, ModelsInSegmentsAgreeAtSomeOfTheirExtents) {
  for (const RefusedCase& one : kRefusedCases) {
    const RunResult result =
        weft({"verify", tests_file("cases/" + one.name + ".cpp"), "--input", one.input});
    if (one.name == "logged_stages") {
      EXPECT_EQ(result.status, 1);
      EXPECT_THAT(result.err, HasSubstr("logged_stages.cpp:22:39: error: "));
      EXPECT_THAT(result.err, HasSubstr("[W4002]"));
      continue;
    }
    EXPECT_EQ(result.status, 0) << one.name << ": " << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr(" calls compiled, 0 not\n")) << one.name;
    EXPECT_THAT(result.out, ::testing::EndsWith("\nok\n")) << one.name;
  }
}

TEST_F(CliTest, AnEqualityThatTheModelChecksIsOneGuard) {
  const RunResult explained =
      weft({"explain", tests_file("cases/habits.cpp"), "--input", "x: f32[N,6]"});
  ASSERT_EQ(explained.status, 0) << explained.err;
  const std::size_t at = explained.out.find("condition  N == 4 ");
  ASSERT_NE(at, std::string::npos) << explained.out;
  EXPECT_EQ(explained.out.find("condition  N == 4 ", at + 1), std::string::npos);
}

TEST_F(CliTest, ModelsThatNeedAnOpenExtentAsANumberAreRefusedAtTheLine) {
  const auto refused = [&](const std::string& name, const std::string& input,
                           const std::string& id) {
    const RunResult result =
        weft({"explain", tests_file("cases/" + name + ".cpp"), "--input", input});
    EXPECT_EQ(result.status, 1) << name;
    EXPECT_THAT(result.err, HasSubstr("cases/" + name + ".cpp:"));
    EXPECT_THAT(result.err, HasSubstr("[" + id + "]"));
  };
  // `if (x.size(0) == 1)` is neither true nor false.
  refused("batch_one", "x: f32[N,10]", "W4011");
  // The batch is split into as many parts as it has rows.
  refused("chunk_by_size", "x: f32[N,T,4]", "W1214");
  // `for (int64_t t = 0; t < x.size(1); ++t)`.
  refused("loop_over_size", "x: f32[N,T,4]", "W4011");
  // Whether `contiguous` copies depends on the extent, and so does what the write changes.
  refused("view_mutation", "x: f32[N,6]", "W1301");
}

class DynamicBundle : public CliTest {
 protected:
  /// Builds a program against the bundle `name` in the test's folder.
  RunResult build(const std::string& name, const std::string& program) const {
    write("build.sh", R"(set -e
name=$1 program=$2
compile="${WEFT_CXX:-c++} -std=c++17 -O1 -ffp-contract=off -Wall -Wextra -Werror -I$name"
kernels() {
  isa=$1
  shift
  for file in $name/${name}_kernels_*.cpp; do
    $compile "$@" -DWEFT_ISA_NAME=$isa -c $file -o $isa.$(basename $file .cpp).o
  done
}
kernels baseline
if [ $(uname -m) = x86_64 ]; then
  compile="$compile -DWEFT_KERNELS_PER_ISA=1"
  kernels avx2 -mavx2 -mfma -mf16c
  kernels avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mfma -mf16c
fi
$compile $program $name/$name.cpp *.o -o program -lpthread
)");
    return run("/bin/sh", {"build.sh", name, program});
  }
};

TEST_F(DynamicBundle, RefusesEveryWrongCallBeforeItWrites) {
  const RunResult compiled =
      weft({"compile", tests_file("cli/data/guarded.cpp"), "--input",
            "x: f32[N,4,T], N in [1,16], T % 2 == 0", "--input", "mask: bool[N,1,T,T]", "--input",
            "y: f32[2*N]", "-o", "guarded"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  const RunResult built = build("guarded", tests_file("cli/data/guard_calls.cpp"));
  ASSERT_EQ(built.status, 0) << built.err;
  const RunResult result = run("./program", {"guarded/guarded.weights"});
  EXPECT_EQ(result.status, 0) << result.out.substr(0, 4000);
  EXPECT_EQ(result.out, "ok\n");
}

TEST_F(DynamicBundle, TheSameBytesEveryTime) {
  for (const char* folder : {"a", "b"}) {
    const RunResult compiled =
        weft({"compile", tests_file("cli/data/readme_example.cpp"), "--input",
              "x: f32[N,64], N in [1,4096]", "--name", "net", "-o", folder});
    ASSERT_EQ(compiled.status, 0) << compiled.err;
  }
  EXPECT_EQ(read_folder("a"), read_folder("b"));
}

TEST_F(DynamicBundle, ReadmeShowsWhatWorks) {
  ASSERT_EQ(weft({"compile", tests_file("cli/data/readme_example.cpp"), "--input",
                  "x: f32[N,64], N in [1,4096]", "-o", "net"})
                .status,
            0);
  write("main.cpp", R"(#include <cstdio>
#include "net.h"
int main() {
  net::Model model("net/net.weights");
  net::Workspace workspace(model);
  std::vector<float> x(3 * 64), output_0(3 * 10);
  net::Extents extents;
  extents.N = 3;
  model.run(x.data(), output_0.data(), extents, workspace);
  const std::vector<std::int64_t> shape = net::Model::output_shape(0, extents);
  std::printf("%d %d\n", static_cast<int>(shape[0]), static_cast<int>(shape[1]));
  extents.N = 4097;
  try {
    model.run(x.data(), output_0.data(), extents, workspace);
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
  }
}
)");
  const RunResult built = build("net", "main.cpp");
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(
      run("./program", {}).out,
      "3 10\nargument 0 `x`: expected float32[N, 64] where N in [1, 4096], got float32[4097, 64] "
      "[W8004]\n");
}

TEST_F(DynamicBundle, VerifyComplainsOfExtents) {
  const auto verify = [&](const std::string& at) {
    return weft({"verify", tests_file("cli/data/readme_example.cpp"), "--input",
                 "x: f32[N,64], N in [1,8]", "--at", at})
        .err;
  };
  EXPECT_THAT(verify("M=3"), HasSubstr("it gives no value for `N` [W7001]"));
  EXPECT_THAT(verify("N=3,M=3"), HasSubstr("no input has an extent `M` [W7001]"));
  EXPECT_THAT(verify("N=x"), HasSubstr("is not of the form NAME=NUMBER [W7001]"));
  EXPECT_THAT(verify("N=9"), HasSubstr("the input specs do not allow N to be 9 [W7304]"));
  const RunResult negative = weft({"verify", tests_file("cli/data/readme_example.cpp"), "--input",
                                   "x: f32[M-5,64]", "--at", "M=3"});
  EXPECT_THAT(negative.err,
              HasSubstr("the input specs do not allow M - 5 to be -2, with M=3 [W7304]"));
}

TEST_F(DynamicBundle, AnExtentThatIsNeededAsANumberIsRefusedOrSpecialisedAtItsLine) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = x.size(0);
    return x.sum(0) / n;
  }
};
)");
  const RunResult refused = weft({"compile", "net.cpp", "--input", "x: f32[N,3]"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("net.cpp:4:"));
  EXPECT_THAT(refused.err, HasSubstr("[W4002]"));

  const RunResult explained = weft({"explain", "net.cpp", "--input", "x: f32[N,3], N ~ 4"});
  EXPECT_EQ(explained.status, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("N = 4"));
  EXPECT_THAT(explained.out, HasSubstr("net.cpp:4:"));
  EXPECT_THAT(explained.out, ::testing::ContainsRegex("size +x.size.0. == 4 +forward needs `N` "
                                                      "as a number at .*net.cpp:4:"));
}

TEST_F(DynamicBundle, RecurrentModulesTakeSequencesOfAnyLengthButNone) {
  write("net.cpp", R"(#include <torch/torch.h>
struct Net : torch::nn::Module {
  Net() {
    gru = register_module("gru", torch::nn::GRU(torch::nn::GRUOptions(3, 5).bias(false).bidirectional(true)));
    rnn = register_module("rnn", torch::nn::RNN(torch::nn::RNNOptions(10, 4).nonlinearity(torch::kReLU)));
    wide = register_module("wide", torch::nn::LSTM(torch::nn::LSTMOptions(4, 6)));
    wide->to(torch::kDouble);
  }
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x, torch::Tensor h) {
    auto [b, last] = rnn(std::get<0>(gru(x)), h);
    auto [c, state] = wide(b.to(torch::kDouble));
    return {c, std::get<1>(state), last};
  }
  torch::nn::GRU gru{nullptr};
  torch::nn::RNN rnn{nullptr};
  torch::nn::LSTM wide{nullptr};
};
)");
  const std::vector<std::string> specs = {"--input", "x: f32[T,N,3]", "--input", "h: f32[1,M,4]"};
  const auto command = [&](const char* name, std::vector<std::string> more) {
    more.insert(more.begin(), {name, "net.cpp"});
    more.insert(more.end(), specs.begin(), specs.end());
    return weft(more);
  };
  const RunResult verified =
      command("verify", {"--at", "T=1,N=1,M=1", "--at", "T=13,N=5,M=5", "--at", "T=4,N=0,M=0"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  const RunResult explained = command("explain", {});
  EXPECT_THAT(explained.out, HasSubstr("T >= 1"));
  EXPECT_THAT(explained.out, HasSubstr("N - M >= 0"));
  EXPECT_THAT(explained.out, HasSubstr("recurrent at net.cpp:10:"));
}

TEST_F(DynamicBundle, FloatsFromSizesStaySymbolicAndExplainSaysSo) {
  const std::string model = R"(#include <torch/torch.h>
static double share(int64_t part, int64_t whole) { return static_cast<double>(part) / whole; }
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int64_t n = x.size(0), t = x.size(1);
    float scale = 1.0f / std::sqrt(static_cast<float>(t));
    scale *= 2;
    return x * scale + std::max(share(n, n + t), 0.25);
  }
};
)";
  write("net.cpp", model);
  const RunResult verified =
      weft({"verify", "net.cpp", "--input", "x: f32[N,T]", "--at", "N=1,T=1", "--at", "N=3,T=7"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  const RunResult text = weft({"explain", "net.cpp", "--input", "x: f32[N,T]"});
  EXPECT_THAT(text.out, HasSubstr("net.cpp:6:11  float stays symbolic"));
  EXPECT_THAT(text.out, HasSubstr("net.cpp:2:15  double stays symbolic"));
  // Where a symbolic float does not fit, integers stay symbolic all the same.
  write("net.cpp", model +
                       "static void show(torch::Tensor x) { const double n = x.size(0);\n"
                       "  const double* at = &n; (void)at; }\n");
  const RunResult refused = weft({"explain", "net.cpp", "--input", "x: f32[N,T]"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("net.cpp:5:44: error: the symbolic extent T"));
  EXPECT_THAT(refused.err, HasSubstr("[W4002]"));
}

TEST_F(DynamicBundle, IntegersFromSizesStaySymbolicAndExplainSaysSo) {
  write("net.cpp", R"(#include <torch/torch.h>
static int64_t half(int64_t extent) { return extent / 2; }
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int64_t n = x.size(0), t = x.size(1);
    TORCH_CHECK(t >= 4, "too short");
    return x.narrow(1, 0, half(t)).reshape({n * half(t)});
  }
};
)");
  const RunResult verified =
      weft({"verify", "net.cpp", "--input", "x: f32[N,T]", "--at", "N=1,T=4", "--at", "N=3,T=7"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  const RunResult text = weft({"explain", "net.cpp", "--input", "x: f32[N,T]"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("declared in \"x: f32[N,T]\""));
  EXPECT_THAT(text.out, HasSubstr("int64_t stays symbolic"));
  EXPECT_THAT(text.out, HasSubstr("T >= 4"));
  const RunResult json = weft({"explain", "net.cpp", "--input", "x: f32[N,T]", "--json"});
  EXPECT_EQ(json.status, 0) << json.err;
  EXPECT_THAT(json.out, HasSubstr("\"needs\": \"T >= 4\""));
  EXPECT_THAT(json.out, HasSubstr("\"line\": \"net.cpp:"));
}

}  // namespace
}  // namespace weft::cli
