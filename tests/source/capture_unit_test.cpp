/// \file The text of the capture unit.
#include <tests/source/source_testing.h>

#include <weft/frontend/source/capture_unit.h>

namespace weft::source {
namespace {

using CaptureUnit = SourceTest;

SourceModel model_at(const std::string& path, const std::string& cpp_name) {
  SourceModel model;
  model.path = path;
  model.model.cpp_name = cpp_name;
  model.forward.location = {intern(path), 12, 3, ""};
  return model;
}

TEST_F(CaptureUnit, IncludesTheFileAndRegistersTheModel) {
  EXPECT_EQ(capture_unit_text(model_at("/models/net.cpp", "::ns::NetImpl")),
            "#include \"/models/net.cpp\"\n"
            "#include <weft/frontend/trace/capture_unit.h>\n"
            "#line 12 \"/models/net.cpp\"\n"
            "WEFT_CAPTURE_UNIT(::ns::NetImpl)\n");
}

TEST_F(CaptureUnit, PathsThatCannotBeIncluded) {
  EXPECT_EQ(capture_unit_text(model_at("/my models/n\xc3\xa9t.cpp", "::Net")).substr(0, 31),
            "#include \"/my models/n\xc3\xa9t.cpp\"\n");
  for (const char* path : {"/a\"b.cpp", "/a\\b.cpp", "/a\nb.cpp"}) {
    try {
      capture_unit_text(model_at(path, "::Net"));
      FAIL() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.id(), "W6008");
    }
  }
}

TEST_F(CaptureUnit, CompilesWhereverTheModelIs) {
  // The unit of each model is analysed in turn: what it names has to exist.
  std::filesystem::create_directories(path_of("inc/weft/frontend/trace"));
  std::ofstream(path_of("inc/weft/frontend/trace/capture_unit.h"))
      << "#define WEFT_CAPTURE_UNIT(...) extern \"C\" void* make() { return new "
         "__VA_ARGS__(); } auto call = &__VA_ARGS__::forward;\n";
  const std::string text =
      "#include <torch/torch.h>\n"
      "namespace { struct Hidden : torch::nn::Module { torch::Tensor forward(torch::Tensor x) { "
      "return x; } }; }\n"
      "namespace a::inline b { struct NetImpl : torch::nn::Module { torch::Tensor "
      "forward(torch::Tensor x) { return x; } }; TORCH_MODULE(Net); }\n"
      "template <class A, int N> struct Wide : torch::nn::Module { A forward(A x) { return x; } "
      "};\n"
      "namespace c { using Alias = Wide<torch::Tensor, 2>; struct Local {}; using Odd = "
      "Wide<Local, 1>; }\n"
      "Wide<c::Local, 1> odd; Wide<torch::Tensor, 7> seven;\n";
  for (const char* name :
       {"Hidden", "Net", "Alias", "Odd", "Wide<c::Local, 1>", "Wide<weft::Tensor, 7>"}) {
    SourceOptions unit = options(text, name);
    const SourceModel found = analyse_source(unit);
    unit.path = write("unit.cpp", capture_unit_text(found));
    unit.include_dirs.push_back(path_of("inc"));
    EXPECT_EQ(analyse_source(unit).model.name, found.model.name) << name;
  }
}

}  // namespace
}  // namespace weft::source
