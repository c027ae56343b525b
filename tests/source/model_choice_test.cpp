/// \file Which class a model name stands for.
#include <tests/source/source_testing.h>

namespace weft::source {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using ModelChoice = SourceTest;

constexpr const char* kForward = "  torch::Tensor forward(torch::Tensor x) { return x; }\n";

std::string include() { return "#include <torch/torch.h>\n"; }

TEST_F(ModelChoice, ClassInGlobalNamespace) {
  const SourceModel found =
      analyse(include() + "struct Net : torch::nn::Module {\n" + kForward + "};\n");
  EXPECT_EQ(found.model.name, "Net");
  EXPECT_EQ(found.model.cpp_name, "::Net");
  EXPECT_EQ(found.model.holder, "");
  EXPECT_EQ(found.model.location.line, 2);
  EXPECT_EQ(found.model.location.column, 8);
  EXPECT_EQ(std::string(found.model.location.file), path_of("net.cpp"));
  EXPECT_EQ(found.path, path_of("net.cpp"));
}

TEST_F(ModelChoice, HolderAndImplNameTheSameModel) {
  const std::string text =
      include() + "struct NetImpl : torch::nn::Module {\n" + kForward + "};\nTORCH_MODULE(Net);\n";
  for (const char* name : {"Net", "NetImpl", "::Net", "::NetImpl"}) {
    const SourceModel found = analyse(text, name);
    EXPECT_EQ(found.model.name, "NetImpl") << name;
    EXPECT_EQ(found.model.cpp_name, "::NetImpl") << name;
    EXPECT_EQ(found.model.holder, "Net") << name;
  }
}

TEST_F(ModelChoice, NamespacesNestedClassesAndUnnamedNamespaces) {
  const std::string text =
      include() + "namespace a::b { struct Outer { struct Net : torch::nn::Module {\n" + kForward +
      "}; }; }\n"
      "namespace { struct Hidden : torch::nn::Module {\n" +
      kForward +
      "}; }\n"
      "inline namespace v1 { struct Versioned : torch::nn::Module {\n" +
      kForward + "}; }\n";
  EXPECT_EQ(analyse(text, "Net").model.cpp_name, "::a::b::Outer::Net");
  EXPECT_EQ(analyse(text, "b::Outer::Net").model.name, "a::b::Outer::Net");
  EXPECT_EQ(analyse(text, "Hidden").model.cpp_name, "::Hidden");
  EXPECT_EQ(analyse(text, "::Versioned").model.cpp_name, "::Versioned");
  EXPECT_STREQ(failure(text, "::Net").kind->id, "W6102");
  EXPECT_STREQ(failure(text, "uter::Net").kind->id, "W6102");
}

TEST_F(ModelChoice, OneNameInTwoNamespaces) {
  const std::string text = include() + "namespace a { struct Net : torch::nn::Module {\n" +
                           kForward + "}; }\nnamespace b { struct Net : torch::nn::Module {\n" +
                           kForward + "}; }\n";
  const Diagnostic error = failure(text, "Net");
  EXPECT_STREQ(error.kind->id, "W6103");
  EXPECT_EQ(error.message, "`Net` names 2 model classes");
  EXPECT_THAT(error.notes,
              ElementsAre(EndsWith("net.cpp:2:22: a::Net"), EndsWith("net.cpp:5:22: b::Net")));
  EXPECT_EQ(analyse(text, "b::Net").model.location.line, 5);
}

TEST_F(ModelChoice, ExactNameWinsOverTheEndOfAnother) {
  const std::string text = include() + "namespace a { struct Net : torch::nn::Module {\n" +
                           kForward + "}; }\nstruct Net : torch::nn::Module {\n" + kForward +
                           "};\n";
  EXPECT_EQ(analyse(text, "Net").model.cpp_name, "::Net");
  EXPECT_EQ(analyse(text, "a::Net").model.cpp_name, "::a::Net");
}

TEST_F(ModelChoice, UnknownNameListsTheModelsThereAre) {
  const std::string text = include() + "struct Encoder : torch::nn::Module {\n" + kForward +
                           "};\nstruct HeadImpl : torch::nn::Module {\n" + kForward +
                           "};\nTORCH_MODULE(Head);\n"
                           "template <class T> struct Body : torch::nn::Module {};\n"
                           "struct Plain {};\n";
  const Diagnostic error = failure(text, "Decoder");
  EXPECT_STREQ(error.kind->id, "W6102");
  EXPECT_EQ(error.kind->fault, Fault::kUser);
  EXPECT_EQ(error.message, "no model class `Decoder` in `" + path_of("net.cpp") + "`");
  EXPECT_THAT(error.notes,
              ElementsAre(EndsWith("net.cpp:2:8: Encoder"), EndsWith("net.cpp:5:8: HeadImpl"),
                          EndsWith("net.cpp:9:27: Body (class template)")));
  const Diagnostic plain = failure(text, "Plain");
  EXPECT_STREQ(plain.kind->id, "W6109");
  EXPECT_EQ(plain.location.line, 10);
  EXPECT_EQ(plain.notes.size(), 3u);
}

TEST_F(ModelChoice, NoModelAtAll) {
  EXPECT_STREQ(failure("int main() {}\n").kind->id, "W6101");
  EXPECT_STREQ(failure("").kind->id, "W6101");
  EXPECT_STREQ(failure(include(), "").kind->id, "W6101");
  // The library's own modules are not the user's.
  EXPECT_STREQ(failure(include(), "Linear").kind->id, "W6101");
}

TEST_F(ModelChoice, WithoutANameTheOnlyModelIsTaken) {
  const std::string one =
      "struct NetImpl : torch::nn::Module {\n" + std::string(kForward) + "};\nTORCH_MODULE(Net);\n";
  EXPECT_EQ(analyse(include() + one, "").model.name, "NetImpl");
  const Diagnostic error = failure(include() + one + "struct Other : torch::nn::Module {};\n", "");
  EXPECT_STREQ(error.kind->id, "W6104");
  EXPECT_EQ(error.notes.size(), 2u);
}

TEST_F(ModelChoice, TemplateBaseCrtpAndVirtualBase) {
  const std::string text =
      include() +
      "template <class D> struct Base : torch::nn::Module {\n"
      "  torch::Tensor forward(torch::Tensor x) { return static_cast<D*>(this)->step(x); }\n"
      "};\n"
      "struct Net : Base<Net> { torch::Tensor step(torch::Tensor x) { return x; } };\n"
      "struct CloneImpl : torch::nn::Cloneable<CloneImpl> {\n"
      "  void reset() override {}\n" +
      kForward +
      "};\n"
      "struct Left : virtual torch::nn::Module {}; struct Right : virtual torch::nn::Module {};\n"
      "struct Diamond : Left, Right {\n" +
      kForward + "};\n";
  const SourceModel found = analyse(text, "Net");
  EXPECT_EQ(found.forward.owner, "Base");
  EXPECT_EQ(found.forward.location.line, 3);
  EXPECT_EQ(analyse(text, "CloneImpl").model.name, "CloneImpl");
  EXPECT_EQ(analyse(text, "Diamond").model.name, "Diamond");
}

TEST_F(ModelChoice, TemplatesNeedAnAliasOrASubclass) {
  const std::string text = include() +
                           "template <class B, int N = 2> struct ResNet : torch::nn::Module {\n"
                           "  torch::Tensor forward(torch::Tensor x, B flag = B()) { return x; }\n"
                           "};\n"
                           "struct Block {};\n"
                           "using Net = ResNet<Block>;\n"
                           "namespace deep { typedef ResNet<Block, 3> Deep; }\n"
                           "struct Sub : ResNet<int> {};\nstruct Wide : ResNet<int, 3> {};\n";
  const Diagnostic error = failure(text, "ResNet");
  EXPECT_STREQ(error.kind->id, "W6105");
  EXPECT_EQ(error.location.line, 2);
  EXPECT_THAT(error.hint, HasSubstr("using Model = ResNet<...>;"));
  const SourceModel alias = analyse(text, "Net");
  EXPECT_EQ(alias.model.name, "ResNet<Block>");
  EXPECT_EQ(alias.model.cpp_name, "::Net");
  EXPECT_EQ(analyse(text, "Deep").model.cpp_name, "::deep::Deep");
  EXPECT_EQ(analyse(text, "Sub").forward.parameters.at(1).type.kind, TypeKind::kInt);
  EXPECT_EQ(analyse(text, "ResNet< int >").model.cpp_name, "::ResNet<int>");
}

TEST_F(ModelChoice, ClassMadeByAMacro) {
  const std::string text = include() +
                           "#define MODEL(NAME, ...) struct NAME : torch::nn::Module { "
                           "torch::Tensor forward(torch::Tensor x) __VA_ARGS__ }\n"
                           "MODEL(Net, {\n"
                           "  if (x.sum().item<float>() > 0) return x;\n"
                           "  return x; });\n";
  const SourceModel found = analyse(text);
  EXPECT_EQ(found.model.location.line, 3);
  EXPECT_EQ(found.model.location.column, 7);
  EXPECT_THAT(brief(found.reads), ElementsAre("item<float> 4:15"));
  EXPECT_THAT(brief(found.branches), ElementsAre("if 4:3"));
}

TEST_F(ModelChoice, PrivateNestedClassCannotBeNamed) {
  const std::string text =
      include() + "class Outer { struct Net : torch::nn::Module {\n" + kForward + "}; };\n";
  const Diagnostic error = failure(text);
  EXPECT_STREQ(error.kind->id, "W6106");
  EXPECT_EQ(error.message, "model class `Outer::Net` is private");
}

TEST_F(ModelChoice, ModuleBaseThatCannotBeReached) {
  const std::string text = include() + "class Net : torch::nn::Module {\n public:\n" + kForward +
                           "};\nstruct A : torch::nn::Module {}; struct B : torch::nn::Module {};\n"
                           "struct Both : A, B {\n" +
                           kForward + "};\nstruct Open : private Net, public A {\n" + kForward +
                           "};\n";
  const Diagnostic error = failure(text);
  EXPECT_STREQ(error.kind->id, "W6115");
  EXPECT_EQ(error.message, "model class `Net` derives from torch::nn::Module privately");
  EXPECT_EQ(failure(text, "Both").message,
            "model class `Both` derives from torch::nn::Module more than once");
  EXPECT_STREQ(failure(text, "Open").kind->id, "W6115");
}

TEST_F(ModelChoice, ExplicitSpecialization) {
  const std::string text = include() +
                           "template <class T> struct Net;\n"
                           "template <> struct Net<int> : torch::nn::Module {\n" +
                           kForward + "};\n";
  EXPECT_EQ(analyse(text, "Net<int>").model.cpp_name, "::Net<int>");
}

TEST_F(ModelChoice, ModelInAHeaderOfTheUser) {
  write("net.h", std::string("#pragma once\n#include <torch/torch.h>\n") +
                     "struct Net : torch::nn::Module {\n" + kForward + "};\n");
  const SourceModel found = analyse("#include \"net.h\"\n#include \"net.h\"\n");
  EXPECT_EQ(std::string(found.model.location.file), path_of("net.h"));
  EXPECT_THAT(found.user_files, ElementsAre(path_of("net.cpp"), path_of("net.h")));
  EXPECT_THAT(found.reads, IsEmpty());
}

TEST_F(ModelChoice, MixOfPlainNamesAndUsingDirectives) {
  const std::string text = include() +
                           "using namespace torch;\nnamespace nn = torch::nn;\n"
                           "struct Net : nn::Module { Tensor forward(Tensor x) { return relu(x); "
                           "} };\n";
  EXPECT_EQ(analyse(text).forward.parameters.at(0).type.kind, TypeKind::kTensor);
}

}  // namespace
}  // namespace weft::source
