/// \file Whether a model can be constructed without arguments.
#include <tests/source/source_testing.h>

namespace weft::source {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;

using Constructor = SourceTest;

std::string model(const std::string& members) {
  return "#include <torch/torch.h>\n"
         "struct Options { int64_t hidden = 3; };\n"
         "struct Net : torch::nn::Module {\n" +
         members + "\n  torch::Tensor forward(torch::Tensor x) { return x; }\n};\n";
}

TEST_F(Constructor, DefaultsForAllParameters) {
  EXPECT_EQ(analyse(model("")).model.name, "Net");
  EXPECT_EQ(analyse(model("explicit Net(const Options& options = Options()) {}")).model.name,
            "Net");
  EXPECT_EQ(analyse(model("Net(double tol = 1e-3, int rounds = 60) {}")).model.name, "Net");
  EXPECT_EQ(analyse(model("Net(int n) {}\n Net() : Net(3) {}")).model.name, "Net");
  EXPECT_EQ(analyse(model("template <class... A> Net(A... all) {}")).model.name, "Net");
}

TEST_F(Constructor, MissingOneNamesThoseThereAre) {
  const Diagnostic error = failure(
      model("  Net(int64_t hidden, const Options& options) {}\n  explicit Net(double p) {}"));
  EXPECT_STREQ(error.kind->id, "W6108");
  EXPECT_EQ(error.message,
            "model class `Net` cannot be constructed without arguments: no constructor takes no "
            "arguments");
  EXPECT_EQ(error.location.line, 3);
  EXPECT_THAT(error.notes,
              ElementsAre(EndsWith("net.cpp:4:3: Net(int64_t hidden, const Options& options)"),
                          EndsWith("net.cpp:5:12: Net(double p)")));
}

TEST_F(Constructor, NotPublicDeletedOrAmbiguous) {
  const Diagnostic hidden = failure(model(" private:\n  Net() {}\n public:"));
  EXPECT_STREQ(hidden.kind->id, "W6108");
  EXPECT_THAT(hidden.notes, ElementsAre(EndsWith("net.cpp:5:3: Net() (private)")));
  const Diagnostic removed = failure(model("  Net() = delete;"));
  EXPECT_THAT(removed.message, EndsWith("that constructor is deleted"));
  EXPECT_THAT(removed.notes, ElementsAre(EndsWith("net.cpp:4:3: Net() (deleted)")));
  EXPECT_STREQ(failure(model("Net(int a = 1) {}\n Net(double b = 2) {}")).kind->id, "W6108");
}

TEST_F(Constructor, MemberThatNeedsArguments) {
  const Diagnostic error =
      failure(model("  Options& options;\n  torch::nn::LinearImpl fc;\n  int64_t n = 3;"));
  EXPECT_STREQ(error.kind->id, "W6108");
  EXPECT_THAT(error.notes,
              ElementsAre(EndsWith("net.cpp:4:12: member `options` needs an initializer"),
                          EndsWith("net.cpp:5:25: member `fc` needs an initializer")));
}

TEST_F(Constructor, AbstractClass) {
  const Diagnostic error = failure(model("  virtual torch::Tensor step(torch::Tensor x) = 0;"));
  EXPECT_STREQ(error.kind->id, "W6107");
  EXPECT_THAT(error.notes, ElementsAre(EndsWith("step(torch::Tensor x) is not defined")));
}

TEST_F(Constructor, SubclassOfATemplateThatPassesArguments) {
  const std::string text =
      "#include <torch/torch.h>\n"
      "struct BlockImpl : torch::nn::Module {\n"
      "  static constexpr int64_t expansion = 1;\n"
      "  BlockImpl(int64_t in, int64_t out) : fc(in, out) {}\n"
      "  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }\n"
      "  torch::nn::Linear fc;\n"
      "};\n"
      "TORCH_MODULE(Block);\n"
      "template <class B> class ResNet : public torch::nn::Module {\n"
      " public:\n"
      "  ResNet(std::vector<int64_t> layers, int64_t classes)\n"
      "      : fc(32 * B::ContainedType::expansion, classes) {\n"
      "    layer = register_module(\"layer\", B(16, 32));\n"
      "  }\n"
      "  torch::Tensor forward(torch::Tensor x) {\n"
      "    if (layer) x = layer->forward(x);\n"
      "    return fc(x);\n"
      "  }\n"
      " private:\n"
      "  B layer{nullptr};\n"
      "  torch::nn::Linear fc{nullptr};\n"
      "};\n"
      "struct Net : ResNet<Block> { Net() : ResNet({2, 1, 2}, 10) {} };\n";
  const SourceModel found = analyse(text, "Net", kWithContainers);
  EXPECT_EQ(found.forward.owner, "ResNet");
  EXPECT_EQ(found.forward.location.line, 15);
  EXPECT_THAT(found.reads, IsEmpty());
  EXPECT_THAT(found.branches, IsEmpty());
  EXPECT_STREQ(failure(text, "BlockImpl", kWithContainers).kind->id, "W6108");
}

}  // namespace
}  // namespace weft::source
