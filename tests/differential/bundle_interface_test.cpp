// The C++ interface of bundles whose workspace keeps something: random numbers, and numbers of
// results that the data decides.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <torch/torch.h>

#include <weft/codegen/bundle/bundle.h>
#include <weft/codegen/loop/lower.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/eager/copy.h>

namespace weft::differential {
namespace {

namespace fs = std::filesystem;

void read_tensor(const ir::Value& value, std::byte* out) {
  const ir::TensorHandle dense = eager::contiguous(*value.tensor());
  std::memcpy(out, dense->data(),
              static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype));
}

/// Compiles a bundle and a program without any warning, as C++17, and gives what the program
/// prints.
std::string output_of(ir::GraphModule core, const std::string& program) {
  std::string form = (fs::temp_directory_path() / "weft-interface-XXXXXX").string();
  if (!mkdtemp(form.data())) return "no folder";
  const fs::path folder = form;
  ir::lower_to_core(core);
  codegen::write_bundle(
      codegen::make_bundle(codegen::lower(core), core, {"net", "0.0", read_tensor}),
      folder / "net");
  std::ofstream(folder / "main.cpp") << program;
  const std::string command =
      "cd " + folder.string() +
      " && " WEFT_HOST_COMPILER
      " -std=c++17 -O1 -Wall -Wextra -pedantic -Werror -pthread -ffp-contract=off -Inet main.cpp "
      "net/*.cpp -o main > log 2>&1 && ./main >> log 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream log(folder / "log");
  std::ostringstream text;
  text << log.rdbuf();
  fs::remove_all(folder);
  return status == 0 ? text.str() : "failed: " + text.str();
}

TEST(BundleInterface, NumbersOfResultsAndSeeds) {
  const ir::GraphModule graph =
      trace([](Tensor x) { return std::make_tuple(x.masked_select(x > 0), torch::rand({3})); },
            {SpecParser().tensor("x: f32[N,2], N in [1,64]")});
  manual_seed(11);
  const Tensor first = torch::rand({3});
  const Tensor second = torch::rand({3});
  std::ostringstream wanted;
  wanted << "room 6, found 3: 1 2 3\nsame draws: 1 1\nfound 0\n";
  std::ostringstream program;
  program.precision(9);
  program << "#include <cstdio>\n#include \"net.h\"\n"
             "int main() {\n"
             "  net::Model model(\"net/net.weights\");\n"
             "  net::Workspace workspace(model);\n"
             "  workspace.manual_seed(11);\n"
             "  net::Extents extents;\n"
             "  extents.N = 3;\n"
             "  const float x[] = {1, -1, 2, -2, 3, 0};\n"
             "  const float none[] = {0, 0, 0, 0, 0, 0};\n"
             "  float found[6];\n"
             "  float draws[3];\n"
             "  float more[3];\n"
             "  model.run(x, found, draws, extents, workspace);\n"
             "  const auto room = net::Model::output_shape(0, extents);\n"
             "  const auto shape = net::Model::result_shape(0, extents, workspace);\n"
             "  std::printf(\"room %d, found %d:\", int(room[0]), int(shape[0]));\n"
             "  for (int i = 0; i < shape[0]; ++i) std::printf(\" %g\", found[i]);\n"
             "  model.run(none, found, more, extents, workspace);\n";
  const auto compare = [&](const char* name, const Tensor& tensor) {
    program << "  const float wanted_" << name << "[] = {";
    for (int i = 0; i < 3; ++i)
      program << tensor[i].item<float>() << "f" << (i < 2 ? ", " : "};\n");
  };
  program << std::showpoint;
  compare("draws", first);
  compare("more", second);
  program << "  bool same = true;\n  bool goes_on = true;\n"
             "  for (int i = 0; i < 3; ++i) {\n"
             "    same = same && draws[i] == wanted_draws[i];\n"
             "    goes_on = goes_on && more[i] == wanted_more[i];\n  }\n"
             "  std::printf(\"\\nsame draws: %d %d\\n\", same, goes_on);\n"
             "  std::printf(\"found %d\\n\",\n"
             "              int(net::Model::result_shape(0, extents, workspace)[0]));\n}\n";
  EXPECT_EQ(output_of(graph.clone(), program.str()), wanted.str());
}

TEST(BundleInterface, WithoutDeclaredExtents) {
  const ir::GraphModule graph =
      trace([](Tensor x) { return x.nonzero(); }, {SpecParser().tensor("x: f32[2,2]")});
  EXPECT_EQ(
      output_of(graph.clone(),
                "#include <cstdio>\n#include \"net.h\"\n"
                "int main() {\n"
                "  net::Model model(\"net/net.weights\");\n"
                "  net::Workspace workspace(model);\n"
                "  const float x[] = {0, 5, 0, 7};\n"
                "  std::int64_t rows[8];\n"
                "  model.run(x, rows, workspace);\n"
                "  const auto shape = net::Model::result_shape(0, workspace);\n"
                "  std::printf(\"%dx%d: %d%d %d%d\\n\", int(shape[0]), int(shape[1]),\n"
                "              int(rows[0]), int(rows[1]), int(rows[2]), int(rows[3]));\n}\n"),
      "2x2: 01 11\n");
}

TEST(BundleInterface, RandomNumbersWhereAllSizesAreConstants) {
  const ir::GraphModule graph = trace([](Tensor x) { return torch::dropout(x, 0.5, true); },
                                      {SpecParser().tensor("x: f32[64]")});
  EXPECT_EQ(output_of(graph.clone(),
                      "#include <cstdio>\n#include \"net.h\"\n"
                      "int main() {\n"
                      "  net::Model model(\"net/net.weights\");\n"
                      "  net::Workspace a(model);\n"
                      "  net::Workspace b(model);\n"
                      "  a.manual_seed(5);\n  b.manual_seed(5);\n"
                      "  float x[64];\n  float y[64];\n  float z[64];\n  float w[64];\n"
                      "  for (float& v : x) v = 1;\n"
                      "  model.run(x, y, a);\n  model.run(x, z, b);\n  model.run(x, w, b);\n"
                      "  bool same = true;\n  bool moved = false;\n  int kept = 0;\n"
                      "  for (int i = 0; i < 64; ++i) {\n"
                      "    same = same && y[i] == z[i];\n"
                      "    moved = moved || w[i] != z[i];\n"
                      "    kept += y[i] == 2 ? 1 : 0;\n  }\n"
                      "  std::printf(\"%d %d %d\\n\", same, moved, kept > 16 && kept < 48);\n}\n"),
            "1 1 1\n");
}

}  // namespace
}  // namespace weft::differential
