/// \file Places where the host reads tensor data.
#include <tests/source/source_testing.h>

namespace weft::source {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using HostReads = SourceTest;

TEST_F(HostReads, ItemInACondition) {
  const SourceModel found =
      analyse(model_with_forward("  if (x.sum().item<float>() > 0) return torch::relu(x);\n"
                                 "  return x;"));
  ASSERT_THAT(found.reads, SizeIs(1));
  const HostRead& read = found.reads[0];
  EXPECT_EQ(read.kind, ReadKind::kItem);
  EXPECT_EQ(read.operation, "item<float>");
  EXPECT_EQ(read.text, "x.sum().item<float>()");
  EXPECT_EQ(read.location.line, 7);
  EXPECT_EQ(read.location.column, 15);
  EXPECT_STREQ(read.location.function, "Net::forward");
  EXPECT_EQ(read.control, ControlKind::kIf);
  EXPECT_EQ(read.control_location.column, 3);
  EXPECT_THAT(read.reached_by, IsEmpty());
  ASSERT_THAT(found.branches, SizeIs(1));
  EXPECT_EQ(found.branches[0].condition, "x.sum().item<float>() > 0");
  EXPECT_THAT(found.branches[0].reads, ElementsAre(0));
}

TEST_F(HostReads, SizesAndFlagsAreNoData) {
  const SourceModel found =
      analyse(model_with_forward("  if (x.size(0) > 1 && x.dim() == 2) x = torch::relu(x);\n"
                                 "  for (int64_t i = 0; i < x.size(1); ++i) x = x + x[i];\n"
                                 "  if (is_training() || limit > 2) x = -x;\n"
                                 "  int64_t n = x.numel();\n"
                                 "  while (n > 4) n /= 2;\n"
                                 "  if (state.defined()) x = x + state;\n"
                                 "  return x.data();"));
  EXPECT_THAT(found.reads, IsEmpty());
  EXPECT_THAT(found.branches, IsEmpty());
}

TEST_F(HostReads, EveryKind) {
  const SourceModel found = analyse(
      model_with_forward(
          "  bool a(x > 0);\n"
          "  if (x > 1) x = -x;\n"
          "  double b = static_cast<double>(x);\n"
          "  double c = x.item().toDouble();\n"
          "  void* p = x.data_ptr(); float* q = x.data_ptr<float>();\n"
          "  bool d = x.equal(x) || torch::equal(x, x) || at::is_nonzero(x);\n"
          "  bool e = x.allclose(x); e = x.is_nonzero();\n"
          "  auto f = x.accessor<float, 2>(); auto g = x.norm_on_host();\n"
          "  std::ostream& out = *static_cast<std::ostream*>(p); out << \"x = \" << x << '.';\n"
          "  bool h = !x;\n"
          "  return x;"),
      "Net", kWithContainers);
  EXPECT_THAT(brief(found.reads),
              ElementsAre("operator bool 7:10", "operator bool 8:7", "operator double 9:34",
                          "item 10:16", "data_ptr 11:15", "data_ptr<float> 11:40", "equal 12:14",
                          "equal 12:33", "is_nonzero 12:52", "allclose 13:14", "is_nonzero 13:33",
                          "accessor<float, 2> 14:14", "norm_on_host 14:47", "operator<< 15:69",
                          "operator bool 16:13"));
  std::vector<std::string> kinds;
  for (const HostRead& read : found.reads) kinds.emplace_back(to_string(read.kind));
  EXPECT_EQ(kinds[0], "conversion to bool");
  EXPECT_EQ(kinds[2], "conversion to a number");
  EXPECT_EQ(kinds[4], "data pointer");
  EXPECT_EQ(kinds[6], "comparison");
  EXPECT_EQ(kinds[12], "read");
  EXPECT_EQ(kinds[13], "print");
  EXPECT_THAT(brief(found.branches), ElementsAre("if 8:3", "|| 12:45"));
}

TEST_F(HostReads, NamesOfTheUserAreNotMeant) {
  const SourceModel found = analyse(model_with_forward(
      "  Shop shop; if (shop.item() > 2 && equal(1, 2)) x = -x;\n  return x;",
      "struct Shop { int item() { return 3; } }; bool equal(int a, int b) { return a == b; }"));
  EXPECT_THAT(found.reads, IsEmpty());
  EXPECT_THAT(found.branches, IsEmpty());
}

TEST_F(HostReads, InHelpersWithTheWayThere) {
  const SourceModel found = analyse(model_with_forward(
      "  x = clip(x);\n  return encode(x);",
      "namespace { bool small(const torch::Tensor& t, double eps = 1e-3) { return "
      "t.item<double>() < eps; } }",
      "  torch::Tensor clip(torch::Tensor t) { if (small(t)) return t; return t * 2; } "
      "torch::Tensor encode(torch::Tensor t) { return clip(t); }"));
  ASSERT_THAT(found.reads, SizeIs(1));
  EXPECT_STREQ(found.reads[0].location.function, "small");
  EXPECT_EQ(found.reads[0].location.line, 2);
  ASSERT_THAT(found.reads[0].reached_by, SizeIs(2));
  EXPECT_EQ(found.reads[0].reached_by[0].callee, "Net::clip");
  EXPECT_EQ(found.reads[0].reached_by[0].location.line, 7);
  EXPECT_EQ(found.reads[0].reached_by[0].location.column, 7);
  EXPECT_EQ(found.reads[0].reached_by[1].callee, "small");
  ASSERT_THAT(found.branches, SizeIs(1));
  EXPECT_EQ(found.branches[0].location.line, 5);
  EXPECT_THAT(found.branches[0].reads, ElementsAre(0));
}

TEST_F(HostReads, FunctionsThatForwardDoesNotCall) {
  const SourceModel found = analyse(model_with_forward(
      "  return x;", "float unused(torch::Tensor t) { return t.item<float>(); }",
      "  float loss(torch::Tensor t) { return unused(t); } int n = sizeof(unused(state)); "));
  EXPECT_THAT(found.reads, IsEmpty());
}

TEST_F(HostReads, LambdasFunctionObjectsAndFunctionPointers) {
  const SourceModel found = analyse(model_with_forward(
      "  auto plain = [&](const torch::Tensor& t) { return t.item<float>(); };\n"
      "  auto generic = [](const auto& t) { return t.template item<double>(); };\n"
      "  auto unused = [](const auto& t) { return t.template item<int>(); };\n"
      "  float (*pointer)(const torch::Tensor&) = read;\n"
      "  apply(x, Functor{});\n"
      "  return x * (plain(x) + generic(x) + pointer(x));",
      "float read(const torch::Tensor& t) { return t.item<float>(); } "
      "struct Functor { void operator()(torch::Tensor t) const { t.item<long>(); } }; "
      "template <class F> void apply(torch::Tensor x, F f) { f(x); }"));
  EXPECT_THAT(brief(found.reads), ElementsAre("item<float> 2:47", "item<long> 2:124",
                                              "item<float> 7:55", "item<double> 8:56"));
  EXPECT_STREQ(found.reads[2].location.function, "Net::forward (lambda)");
}

TEST_F(HostReads, TemplatesReportEachPlaceOnce) {
  const SourceModel found = analyse(
      "#include <torch/torch.h>\n"
      "template <class T> T value(const torch::Tensor& t) { return t.item<T>(); }\n"
      "template <bool kRead> struct Base : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) {\n"
      "    if constexpr (kRead) { if (value<float>(x) > value<double>(x)) return x; }\n"
      "    return twice(x);\n"
      "  }\n"
      "  template <class U> U twice(U x) { x.template item<int>(); return x; }\n"
      "};\n"
      "struct Net : Base<true> {};\n"
      "struct Still : Base<false> {};\n");
  EXPECT_THAT(brief(found.reads), ElementsAre("item<T> 2:63", "item<int> 8:48"));
  EXPECT_THAT(brief(found.branches), ElementsAre("if 5:28"));
  const SourceModel still = analyse(
      "#include <torch/torch.h>\n"
      "template <bool kRead> struct Base : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) {\n"
      "    if constexpr (kRead) { if (x.item<float>() > 0) return x; }\n"
      "    return x; } };\n"
      "struct Net : Base<false> {};\n");
  EXPECT_THAT(still.reads, IsEmpty());
}

TEST_F(HostReads, VirtualHelperOfADerivedClass) {
  const SourceModel found = analyse(
      "#include <torch/torch.h>\n"
      "struct Base : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) { return gate(x); }\n"
      "  virtual torch::Tensor gate(torch::Tensor x) { return x; }\n"
      "};\n"
      "struct Net : Base {\n"
      "  torch::Tensor gate(torch::Tensor x) override { return x * x.item<float>(); }\n"
      "};\n");
  EXPECT_THAT(brief(found.reads), ElementsAre("item<float> 7:63"));
}

TEST_F(HostReads, ModulesOfTheUser) {
  const std::string block =
      "#include <torch/torch.h>\n"
      "struct BlockImpl : torch::nn::Module {\n"
      "  BlockImpl(int64_t n) {}\n"
      "  torch::Tensor forward(torch::Tensor x) { return x * x.item<float>(); }\n"
      "};\n"
      "TORCH_MODULE(Block);\n";
  const auto reads = [&](const std::string& members, const std::vector<std::string>& flags = {}) {
    const std::string net = "struct Net : torch::nn::Module {\n" + members + "};\n";
    return brief(analyse(block + net, "Net", flags).reads);
  };
  const std::string seen = "item<float> 4:57";
  // Through the holder's operator(), through ->, and by a value.
  EXPECT_THAT(reads("Block b{3}; torch::Tensor forward(torch::Tensor x) { return b(x); }"),
              ElementsAre(seen));
  EXPECT_THAT(reads("Block b{3}; torch::Tensor forward(torch::Tensor x) { return b->forward(x); }"),
              ElementsAre(seen));
  EXPECT_THAT(reads("BlockImpl b{3}; torch::Tensor forward(torch::Tensor x) { return "
                    "b.forward(x); }"),
              ElementsAre(seen));
  // Put into a Sequential in the constructor, or in a function that the constructor calls.
  EXPECT_THAT(reads("torch::nn::Sequential s; Net() { s->push_back(Block(3)); } torch::Tensor "
                    "forward(torch::Tensor x) { return s->forward(x); }"),
              ElementsAre(seen));
  EXPECT_THAT(reads("torch::nn::Sequential s; Net() { build(); } void build() { s = "
                    "torch::nn::Sequential(std::make_shared<BlockImpl>(3)); } torch::Tensor "
                    "forward(torch::Tensor x) { return s(x); }",
                    kWithContainers),
              ElementsAre(seen));
  EXPECT_THAT(reads("torch::nn::Sequential s; Net() { s->push_back([](torch::Tensor t) { t.item(); "
                    "return t; }); } torch::Tensor forward(torch::Tensor x) { return s(x); }"),
              ElementsAre("item 8:71"));
  // Held but not called.
  EXPECT_THAT(reads("Block b{3}; torch::Tensor forward(torch::Tensor x) { return x; }"), IsEmpty());
}

TEST_F(HostReads, BaseClassForwardOfASequential) {
  const SourceModel found = analyse(
      "#include <torch/torch.h>\n"
      "struct GateImpl : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) { if (x.item<bool>()) return x; return -x; }\n"
      "};\n"
      "TORCH_MODULE(Gate);\n"
      "struct Net : torch::nn::SequentialImpl {\n"
      "  Net() { push_back(Gate()); }\n"
      "  torch::Tensor forward(torch::Tensor x) { return torch::nn::SequentialImpl::forward(x); }\n"
      "};\n");
  EXPECT_THAT(brief(found.branches), ElementsAre("if 3:44"));
}

TEST_F(HostReads, DefaultArgumentsAndMemberInitializers) {
  const SourceModel found = analyse(model_with_forward(
      "  Pair pair{x};\n  return scaled(x);",
      "struct Pair { torch::Tensor t; float v = t.item<float>(); };",
      "  torch::Tensor scaled(torch::Tensor t, torch::Tensor u = torch::Tensor() * "
      "torch::Tensor().item<double>()) { return t; }"));
  EXPECT_THAT(brief(found.reads), ElementsAre("item<float> 2:44", "item<double> 5:93"));
}

TEST_F(HostReads, ConstructorsAndDestructorsOfLocalObjects) {
  const SourceModel found = analyse(model_with_forward(
      "  Watch watch(x); Quiet quiet;\n  return x;",
      "struct Watch { torch::Tensor t; float v; Watch(torch::Tensor a) : t(a), v(a.item<float>()) "
      "{} ~Watch() { t.item<int>(); } }; struct Quiet {};"));
  EXPECT_THAT(brief(found.reads), ElementsAre("item<float> 2:77", "item<int> 2:108"));
}

TEST_F(HostReads, RecursionEnds) {
  const SourceModel found = analyse(model_with_forward(
      "  return down(x, 3);", "",
      "  torch::Tensor down(torch::Tensor t, int n) { if (n == 0) return up(t, n); return t; } "
      "torch::Tensor up(torch::Tensor t, int n) { return t.item<bool>() ? t : down(t, n - 1); }"));
  EXPECT_THAT(brief(found.branches), ElementsAre("?: 5:154"));
}

TEST_F(HostReads, CodeOfOtherLibrariesIsNotLookedInto) {
  write("vendor.h",
        "#pragma once\n#include <torch/torch.h>\n"
        "inline float peek(torch::Tensor t) { return t.item<float>(); }\n");
  const std::string text = "#include \"vendor.h\"\n" + model_with_forward("  return x * peek(x);");
  EXPECT_THAT(analyse(text).reads, SizeIs(1));
  const std::string system = "#include <vendor.h>\n" + model_with_forward("  return x * peek(x);");
  std::filesystem::create_directories(path_of("vendor"));
  std::filesystem::rename(path_of("vendor.h"), path_of("vendor") + "/vendor.h");
  EXPECT_THAT(analyse(system, "Net", {"-isystem", path_of("vendor")}).reads, IsEmpty());
}

}  // namespace
}  // namespace weft::source
