/// \file The files of a bundle: same bytes every time, aligned weights, refused names and folders.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>

#include <torch/torch.h>

#include <weft/codegen/bundle/bundle.h>
#include <weft/codegen/loop/lower.h>
#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/passes/pipeline.h>
#include <weft/runtime/eager/copy.h>

namespace weft::codegen {
namespace {

struct Small : nn::Module {
  Small() {
    linear = register_module("linear", nn::Linear(3, 5));
    norm = register_module("norm", nn::LayerNorm(nn::LayerNormOptions({5})));
  }
  Tensor forward(Tensor x) { return torch::softmax(norm(torch::relu(linear(x))), 1); }
  nn::Linear linear{nullptr};
  nn::LayerNorm norm{nullptr};
};

void read_tensor(const ir::Value& value, std::byte* out) {
  const ir::TensorHandle dense = eager::contiguous(*value.tensor());
  std::memcpy(out, dense->data(),
              static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype));
}

BundleFiles compile(const std::string& name) {
  torch::manual_seed(7);
  Small model;
  model.eval();
  ir::GraphModule core =
      inline_modules(trace(model, {SpecParser().tensor("x: f32[2,3]")}));
  ir::lower_to_core(core);
  const Program program = lower(core);
  return make_bundle(program, core, {name, "0.0", read_tensor});
}

std::string error_id(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error.id());
  }
  return "none";
}

TEST(Bundle, TwoRunsGiveTheSameBytes) { EXPECT_EQ(compile("small"), compile("small")); }

TEST(Bundle, HoldsWhatItPromises) {
  const BundleFiles files = compile("small");
  for (const char* path : {"small.h", "small.cpp", "small_kernels_0.cpp", "small.weights",
                           "CMakeLists.txt", "manifest.json", "weft_deploy/isa.h"}) {
    EXPECT_TRUE(files.count(path)) << path;
  }
  for (const auto& [path, text] : files) {
    if (path.find("weft_deploy") == 0) continue;
    EXPECT_EQ(text.find("#include <weft"), std::string::npos) << path;
  }
}

TEST(Bundle, WeightsBeginAtMultiplesOf64) {
  const BundleFiles files = compile("small");
  const std::string& weights = files.at("small.weights");
  std::uint64_t header = 0;
  std::memcpy(&header, weights.data(), 8);
  EXPECT_EQ((8 + header) % 64, 0u);
  EXPECT_NE(weights.find("linear.weight"), std::string::npos);
}

TEST(Bundle, SymbolsCarryTheName) {
  const BundleFiles files = compile("other_name");
  EXPECT_NE(files.at("other_name.h").find("other_name_run"), std::string::npos);
  EXPECT_EQ(files.at("other_name.cpp").find("small"), std::string::npos);
}

TEST(Bundle, NamesThatAreNoIdentifiersAreRefused) {
  for (const char* name : {"", "3d", "a b", "class", "a-b", "_x"}) {
    EXPECT_EQ(error_id([&] { compile(name); }), "W5011") << name;
  }
}

TEST(Bundle, FolderThatCannotBeWrittenIsRefused) {
  EXPECT_EQ(error_id([] { write_bundle(compile("small"), "/proc/no/such/folder"); }), "W5012");
}

TEST(Lower, ResultThatIsNoTensorIsRefused) {
  ir::GraphModule module;
  ir::Node* x = module.graph.placeholder("x");
  x->meta.value = {ir::dense(kFloat, {2, 3})};
  ir::Node* extents = module.graph.call_function("size", {x});
  extents->meta.value = ir::infer(*ir::call_of_node(*extents));
  module.graph.output(extents);
  EXPECT_EQ(error_id([&] { lower(module); }), "W5006");
}

}  // namespace
}  // namespace weft::codegen
