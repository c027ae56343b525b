/// \file The forward method: where it is found, its parameters and its result.
#include <tests/source/source_testing.h>

namespace weft::source {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;

using Forward = SourceTest;

std::string model(const std::string& members, const std::string& before = "") {
  return "#include <torch/torch.h>\n" + before + "\nstruct Net : torch::nn::Module {\n" + members +
         "\n};\n";
}

TEST_F(Forward, KindsOfParameters) {
  const SourceModel found = analyse(
      model("torch::Tensor forward(torch::Tensor a, const torch::Tensor& b, torch::Tensor& c, "
            "int64_t k, "
            "int n, double p, float q, bool flag, std::vector<torch::Tensor> list, "
            "std::optional<torch::Tensor> mask, const std::string& name, torch::IntArrayRef sizes, "
            "torch::Scalar s, unsigned u, long long w, torch::SymInt z, torch::Tensor&& r, "
            "const torch::Tensor* t) { return a; }"),
      "Net", kWithContainers);
  std::vector<std::string> kinds;
  for (const Parameter& parameter : found.forward.parameters) {
    kinds.push_back(parameter.name + ": " + std::string(to_string(parameter.type.kind)) + " by " +
                    std::string(to_string(parameter.pass)));
  }
  EXPECT_THAT(
      kinds,
      ElementsAre("a: Tensor by value", "b: Tensor by const reference", "c: Tensor by reference",
                  "k: int64 by value", "n: int by value", "p: double by value", "q: float by value",
                  "flag: bool by value", "list: vector by value", "mask: optional by value",
                  "name: string by const reference", "sizes: array reference by value",
                  "s: Scalar by value", "u: integer by value", "w: int64 by value",
                  "z: SymInt by value", "r: Tensor by rvalue reference", "t: Tensor by pointer"));
  const Parameter& b = found.forward.parameters[1];
  EXPECT_EQ(b.spelled, "const torch::Tensor&");
  EXPECT_EQ(b.type.text, "torch::Tensor");
  EXPECT_EQ(b.type.canonical, "weft::Tensor");
  EXPECT_EQ(b.location.line, 4);
  EXPECT_EQ(b.location.column, 61);
  EXPECT_EQ(found.forward.parameters[8].type.elements.at(0).kind, TypeKind::kTensor);
  EXPECT_EQ(found.forward.parameters[9].type.elements.at(0).kind, TypeKind::kTensor);
}

TEST_F(Forward, DefaultsAndUnnamedParameters) {
  const SourceModel found =
      analyse(model("torch::Tensor forward(torch::Tensor x, int64_t k = 3 + 1,\n"
                    "    std::optional<torch::Tensor> mask =   {}, double = 0.5);",
                    "") +
                  "torch::Tensor Net::forward(torch::Tensor input, int64_t top, "
                  "std::optional<torch::Tensor> mask, double) { return input; }\n",
              "Net", {"-include", "optional"});
  const auto& parameters = found.forward.parameters;
  ASSERT_EQ(parameters.size(), 4u);
  EXPECT_EQ(parameters[0].name, "input");
  EXPECT_EQ(parameters[0].default_text, std::nullopt);
  EXPECT_EQ(parameters[1].name, "top");
  EXPECT_EQ(parameters[1].default_text, "3 + 1");
  EXPECT_EQ(parameters[2].default_text, "{}");
  EXPECT_EQ(parameters[3].name, "");
  EXPECT_EQ(parameters[3].default_text, "0.5");
}

TEST_F(Forward, OutOfLineDefinitionGivesTheLocation) {
  const SourceModel found = analyse(model("torch::Tensor forward(torch::Tensor x) const;") +
                                    "\n\ntorch::Tensor Net::forward(torch::Tensor x) const {\n"
                                    "  if (x.sum().item<float>() > 0) return x;\n"
                                    "  return torch::relu(x);\n}\n");
  EXPECT_EQ(found.forward.location.line, 8);
  EXPECT_EQ(found.forward.location.column, 20);
  EXPECT_STREQ(found.forward.location.function, "Net::forward");
  EXPECT_TRUE(found.forward.is_const);
  EXPECT_THAT(brief(found.branches), ElementsAre("if 9:3"));
}

TEST_F(Forward, Results) {
  const auto result = [&](const std::string& type, const std::string& before = "") {
    const std::string text = model(type + " forward(torch::Tensor x) { throw 1; }", before);
    const bool plain = (before + type).find("std::") == std::string::npos;
    return analyse(text, "Net", plain ? std::vector<std::string>() : kWithContainers)
        .forward.result;
  };
  EXPECT_EQ(result("torch::Tensor").kind, TypeKind::kTensor);
  EXPECT_EQ(result("void").kind, TypeKind::kVoid);
  EXPECT_EQ(result("double").kind, TypeKind::kDouble);
  const TypeInfo tuple =
      result("std::tuple<torch::Tensor, std::tuple<torch::Tensor, int64_t>, float, bool>");
  EXPECT_EQ(tuple.kind, TypeKind::kTuple);
  ASSERT_EQ(tuple.elements.size(), 4u);
  EXPECT_EQ(tuple.elements[1].kind, TypeKind::kTuple);
  EXPECT_EQ(tuple.elements[1].elements.at(1).kind, TypeKind::kInt64);
  EXPECT_EQ(tuple.elements[2].kind, TypeKind::kFloat);
  const TypeInfo pair = result("std::pair<torch::Tensor, std::vector<torch::Tensor>>");
  EXPECT_EQ(pair.kind, TypeKind::kPair);
  EXPECT_EQ(pair.elements.at(1).elements.at(0).kind, TypeKind::kTensor);
  EXPECT_EQ(pair.text, "std::pair<torch::Tensor, std::vector<torch::Tensor>>");
  const TypeInfo record = result(
      "Output", "struct Output { torch::Tensor logits; std::vector<Output> parts; int64_t n; };");
  EXPECT_EQ(record.kind, TypeKind::kStruct);
  EXPECT_THAT(record.fields, ElementsAre("logits", "parts", "n"));
  EXPECT_EQ(record.elements.at(0).kind, TypeKind::kTensor);
  EXPECT_EQ(record.elements.at(1).elements.at(0).kind, TypeKind::kStruct);
  EXPECT_EQ(result("Opaque", "class Opaque { int a; public: int b; };").kind, TypeKind::kOther);
  EXPECT_EQ(result("Colour", "enum class Colour { kRed };").kind, TypeKind::kEnum);
}

TEST_F(Forward, DeducedResult) {
  const SourceModel found =
      analyse(model("auto forward(torch::Tensor x) { return std::make_pair(x, int64_t{1}); }"),
              "Net", {"-include", "utility"});
  EXPECT_EQ(found.forward.result.kind, TypeKind::kPair);
  EXPECT_EQ(found.forward.result.elements.at(1).kind, TypeKind::kInt64);
  const SourceModel in_template = analyse(
      "#include <torch/torch.h>\n"
      "template <class T> struct Base : torch::nn::Module {\n"
      "  auto forward(torch::Tensor x, T k) { return std::make_tuple(x, k); } };\n"
      "struct Net : Base<double> {};\n",
      "Net", {"-include", "tuple"});
  EXPECT_EQ(in_template.forward.result.elements.at(1).kind, TypeKind::kDouble);
}

TEST_F(Forward, InheritedAndHidden) {
  const std::string text =
      "#include <torch/torch.h>\n"
      "struct Base : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) { return x; }\n"
      "  torch::Tensor forward(torch::Tensor x, int64_t k) { return x; }\n"
      "};\n"
      "struct Net : Base { torch::Tensor forward(torch::Tensor y) { return Base::forward(y); } };\n"
      "struct Both : Base {};\n"
      "struct Shown : Base { using Base::forward; };\n"
      "struct Part { torch::Tensor forward(torch::Tensor x) { return x; } };\n"
      "struct Quiet : torch::nn::Module, private Part { using Part::forward; Quiet() {} };\n"
      "struct Closed : torch::nn::Module, private Part {};\n";
  EXPECT_EQ(analyse(text).forward.owner, "Net");
  const Diagnostic error = failure(text, "Both");
  EXPECT_STREQ(error.kind->id, "W6111");
  EXPECT_EQ(error.message,
            "model class `Both` has 2 methods `forward`, and which one is meant is not clear");
  EXPECT_THAT(error.notes,
              ElementsAre(EndsWith("net.cpp:3:17: forward(torch::Tensor x)"),
                          EndsWith("net.cpp:4:17: forward(torch::Tensor x, int64_t k)")));
  EXPECT_STREQ(failure(text, "Shown").kind->id, "W6111");
  EXPECT_EQ(analyse(text, "Quiet").forward.owner, "Part");
  EXPECT_STREQ(failure(text, "Closed").kind->id, "W6112");
}

TEST_F(Forward, TwoBasesWithOneEach) {
  const std::string text =
      "#include <torch/torch.h>\n"
      "struct A { torch::Tensor forward(torch::Tensor x) { return x; } };\n"
      "struct B : torch::nn::Module { torch::Tensor forward(torch::Tensor x) { return x; } };\n"
      "struct Net : A, B {};\n";
  EXPECT_STREQ(failure(text).kind->id, "W6111");
}

TEST_F(Forward, CannotBeUsed) {
  const auto id = [&](const std::string& members) {
    return std::string(failure(model(members)).kind->id);
  };
  EXPECT_EQ(id(""), "W6110");
  EXPECT_EQ(id("torch::Tensor operator()(torch::Tensor x) { return x; }"), "W6110");
  EXPECT_EQ(id("private: torch::Tensor forward(torch::Tensor x) { return x; }"), "W6112");
  EXPECT_EQ(id("template <class T> T forward(T x) { return x; }"), "W6113");
  EXPECT_EQ(id("torch::Tensor forward(auto x) { return x; }"), "W6113");
  EXPECT_EQ(id("static torch::Tensor forward(torch::Tensor x) { return x; }"), "W6113");
  EXPECT_EQ(id("torch::Tensor forward(torch::Tensor x) = delete;"), "W6113");
  EXPECT_EQ(id("int forward = 0;"), "W6113");
  EXPECT_EQ(id("torch::Tensor forward(torch::Tensor x);"), "W6114");
  const Diagnostic error =
      failure(model(" protected:\n  torch::Tensor forward(torch::Tensor x) { return x; }"));
  EXPECT_EQ(error.message, "`forward` of model class `Net` is protected");
  EXPECT_EQ(error.location.line, 5);
  EXPECT_EQ(error.location.column, 17);
}

TEST_F(Forward, OfTheLibraryWhenTheModelIsASequential) {
  // Sequential's forward is a template: there is no one signature to take.
  const Diagnostic error = failure(model("", "struct Seq : torch::nn::SequentialImpl {};"), "Seq");
  EXPECT_STREQ(error.kind->id, "W6113");
  const SourceModel linear = analyse(
      "#include <torch/torch.h>\n"
      "struct Net : torch::nn::LinearImpl { Net() : LinearImpl(3, 4) {} };\n");
  EXPECT_EQ(linear.forward.owner, "weft::nn::LinearImpl");
  EXPECT_EQ(linear.forward.parameters.at(0).name, "x");
}

}  // namespace
}  // namespace weft::source
