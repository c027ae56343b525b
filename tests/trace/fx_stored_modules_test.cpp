// Graph modules in files: they run in a program that has none of the model's classes.
#include "fx_testing.h"

#include <cstring>
#include <filesystem>
#include <fstream>

#include <weft/frontend/trace/graph_file.h>
#include <weft/ir/graph_codegen.h>
#include <weft/ir/graph_submodule.h>
#include <weft/runtime/eager/copy.h>

namespace digits {
#include "../cases/digits_cnn.cpp"
}  // namespace digits
namespace mlp {
#include "../cases/mlp_dropout.cpp"
}  // namespace mlp
namespace resnet {
#include "../cases/resnet_small.cpp"
}  // namespace resnet
namespace mobilenet {
#include "../cases/mobilenet_se.cpp"
}  // namespace mobilenet
namespace encoder {
#include "../cases/bert_encoder.cpp"
}  // namespace encoder

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
namespace fs = std::filesystem;

const char* const kForms[] = {"net.weft", "net.json", "net.graph"};

/// A folder for one test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / "weft_stored_XXXXXX") {
    std::string name = path_.string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<ir::TensorHandle> run(const ir::GraphModule& module, std::vector<ir::Value> inputs) {
  const ir::Value result = ir::Interpreter(module, eager_executor()).run(std::move(inputs));
  std::vector<ir::TensorHandle> tensors;
  for (const ir::Value& leaf : flatten_value(result)) tensors.push_back(*leaf.tensor());
  return tensors;
}

void expect_same_bits(const std::vector<ir::TensorHandle>& got,
                      const std::vector<ir::TensorHandle>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i]->meta(), want[i]->meta());
    const ir::TensorHandle a = eager::contiguous(got[i]);
    const ir::TensorHandle b = eager::contiguous(want[i]);
    const std::size_t bytes = static_cast<std::size_t>(a->numel()) * ir::size_of(a->dtype);
    EXPECT_EQ(std::memcmp(a->data(), b->data(), bytes), 0) << "result " << i;
  }
}

/// Stores and reads a module in every form, compares what it gives, and the bytes of a second file.
void check_forms(const ir::GraphModule& module, const std::vector<ir::Value>& inputs) {
  const std::vector<ir::TensorHandle> want = run(module, inputs);
  for (const char* form : kForms) {
    SCOPED_TRACE(form);
    const Folder first;
    const Folder second;
    save_graph_module(module, first / form);
    const ir::GraphModule loaded = load_graph_module(first / form);
    loaded.lint();
    EXPECT_TRUE(structurally_equal(loaded.graph, module.graph));
    EXPECT_EQ(loaded.graph.str(), module.graph.str());
    EXPECT_EQ(loaded.name, module.name);
    expect_same_bits(run(loaded, inputs), want);
    save_graph_module(loaded, second / form);
    EXPECT_EQ(read(second / form), read(first / form));
    EXPECT_EQ(read(second / "net.safetensors"), read(first / "net.safetensors"));
  }
}

template <typename Model>
void check_model(Model& model, const std::vector<Tensor>& inputs) {
  model.eval();
  std::vector<TraceInput> specs;
  std::vector<ir::Value> values;
  for (const Tensor& input : inputs) {
    specs.emplace_back(input);
    values.emplace_back(input.handle());
  }
  const ir::GraphModule module = trace(model, specs);
  EXPECT_GT(count(module.graph, ir::OpCode::kCallModule), 0u);
  check_forms(module, values);
}

TEST(FxStored, B94_ModelsRunWithoutTheirClasses) {
  manual_seed(3);
  digits::DigitsNet digits;
  check_model(digits, {torch::randn({4, 1, 8, 8})});
  mlp::MLPImpl mlp;
  check_model(mlp, {torch::randn({4, 20})});
  resnet::ResNetSmall resnet;
  check_model(resnet, {torch::randn({2, 3, 16, 16})});
  mobilenet::MobileNetSE mobilenet;
  check_model(mobilenet, {torch::randn({2, 3, 16, 16})});
  encoder::BertModel bert;
  check_model(bert, {torch::randint(40, {2, 7}, kLong), torch::randint(2, {2, 7}, kLong),
                     torch::ones({2, 7}, kLong)});
}

TEST(FxStored, B94_TensorsKeepTypesStridesAndIdentity) {
  struct Model : nn::Module {
    Model() {
      shared = register_parameter("shared", torch::full({2, 3}, 2.0));
      register_parameter("again", shared);
      turned = register_buffer("turned", torch::arange(6, kFloat).view({2, 3}).t().clone().t());
      none = register_buffer("none", torch::zeros({0, 3}));
      flags = register_buffer("flags", torch::ones({2, 3}, kBool));
      half = register_buffer("half", torch::full({}, 0.5, kHalf));
    }
    Tensor forward(Tensor x) {
      return torch::where(flags, x * shared + turned, x * std::numeric_limits<double>::infinity()) +
             half.to(kFloat) + none.sum();
    }
    Tensor shared, turned, none, flags, half;
  } model;
  ir::GraphModule module = trace(model, {spec("x: f32[2,3]")});
  module.set_attribute("alias", model.shared.handle(), *model.shared.handle()->meta().tensor());
  module.set_attribute("turned_view", torch::arange(6, kFloat).view({2, 3}).t().handle(), {});
  module.custom["note"] = "kept \"as\" it is\n";
  check_forms(module, {torch::ones({2, 3}).handle()});
  const ir::GraphModule copy = restore(store(module), {});
  EXPECT_EQ(copy.find_attribute("alias")->value.tensor()->get(),
            copy.find_attribute("shared")->value.tensor()->get());
  EXPECT_EQ((*copy.find_attribute("turned_view")->value.tensor())->strides,
            (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(copy.custom.at("note"), ir::Argument("kept \"as\" it is\n"));
}

TEST(FxStored, B94_NestedGraphModulesAndModulesThatAreCalledTwice) {
  struct Model : nn::Module {
    Model() { fc = register_module("fc", nn::Linear(3, 3)); }
    Tensor forward(Tensor x) { return fc(fc(x)) + fc(x[0]); }
    nn::Linear fc{nullptr};
  } model;
  const ir::GraphModule inner = trace(model, {spec("x: f32[2,3]")});
  check_forms(inner, {torch::ones({2, 3}).handle()});
  ir::GraphModule outer;
  outer.name = "Outer";
  outer.set_module("block.0",
                   std::make_shared<ir::GraphSubmodule>(inner.clone(), eager_executor()));
  ir::Node* x = outer.graph.placeholder("x");
  outer.graph.output(outer.call_module("block.0", {x}));
  check_forms(outer, {torch::ones({2, 3}).handle()});
}

TEST(FxStored, LargeTensorsAreBesideTextAndSmallOnesInIt) {
  digits::DigitsNet model;
  model.eval();
  const ir::GraphModule module = trace(model, {spec("x: f32[4,1,8,8]")});
  const Folder folder;
  save_graph_module(module, folder / "net.weft");
  EXPECT_NE(read(folder / "net.weft").find("in \"net.safetensors\" \"fc1.weight\""),
            std::string::npos);
  EXPECT_NE(read(folder / "net.weft").find(" hex \""), std::string::npos);
  save_graph_module(module, folder / "all.weft", {.inline_bytes = SIZE_MAX});
  EXPECT_FALSE(fs::exists(folder / "all.safetensors"));
  expect_same_bits(
      run(load_graph_module(folder / "all.weft"), {torch::ones({4, 1, 8, 8}).handle()}),
      run(module, {torch::ones({4, 1, 8, 8}).handle()}));
}

TEST(FxStored, WhatNoFileCanHoldIsRefused) {
  const auto id = [](const ir::GraphModule& module) { return error_id([&] { store(module); }); };
  const Tensor whole = torch::arange(4, kFloat);
  ir::GraphModule views = trace([&](const Tensor& x) { return x + whole.slice(0, 0, 2); });
  views.set_attribute("whole", whole.handle(), *whole.handle()->meta().tensor());
  views.set_attribute("part", whole.slice(0, 2, 4).handle(), {});
  EXPECT_EQ(id(views), "W1410") << "they share memory";

  ir::GraphModule coded = trace([](const Tensor& x) { return x + 1; });
  coded.codegen = std::make_shared<ir::CodeGen>();
  EXPECT_EQ(id(coded), "W1410");

  struct Foreign : ir::ModuleInterface {
    std::string module_type() const override { return "Foreign"; }
    ir::Value call_forward(const std::vector<ir::Value>& arguments) override {
      return arguments.at(0);
    }
  };
  ir::GraphModule foreign;
  foreign.set_module("m", std::make_shared<Foreign>());
  ir::Node* x = foreign.graph.placeholder("x");
  foreign.graph.output(foreign.call_module("m", {x}));
  EXPECT_EQ(id(foreign), "W1410");

  struct ByRank : nn::Module {
    Tensor forward(Tensor x) { return x.dim() == 1 ? x * 2 : x + 1; }
  };
  struct Model : nn::Module {
    Model() { inner = register_module("inner", std::make_shared<ByRank>()); }
    Tensor forward(Tensor x) { return inner(x) + inner(x[0]); }
    nn::ModuleHolder<ByRank> inner{nullptr};
  } model;
  struct Leaves : Tracer {
    bool is_leaf_module(const nn::Module&, const std::string&) override { return true; }
  };
  const ir::GraphModule ranks = trace(model, {spec("x: f32[2,2]")}, with_tracer<Leaves>());
  const Diagnostic error = error_of([&] { store(ranks); });
  EXPECT_STREQ(error.kind->id, "W1410");
  EXPECT_NE(error.str().find("its calls compute in different ways"), std::string::npos);
  EXPECT_NE(error.str().find("inline_modules"), std::string::npos);
  check_forms(inline_modules(ranks), {torch::ones({2, 2}).handle()});
}

TEST(FxStored, FilesThatDoNotFitAreRefused) {
  const Folder folder;
  EXPECT_EQ(error_id([&] { load_graph_module(folder / "none.weft"); }), "W4108");
  const ir::GraphModule module = trace([](const Tensor& x) { return x + 1; });
  EXPECT_EQ(error_id([&] { save_graph_module(module, folder / "no/such/net.weft"); }), "W4108");

  const std::string tail =
      "module \"\" \"Net\" {\nattribute \"w\" 0\ngraph {\n%w = get_attr[w]()\n"
      "%output = output[output](%w)\n}\n}\n";
  save_safetensors((folder / "w.safetensors").string(), {{"w", torch::ones({2})}});
  const auto load = [&](const char* tensor) {
    write(folder / "net.weft", std::string("weft module 1\ntensor 0 ") + tensor + "\n" + tail);
    return error_id([&] { load_graph_module(folder / "net.weft"); });
  };
  EXPECT_EQ(load("f32[2] in \"w.safetensors\" \"w\""), "none");
  EXPECT_EQ(load("f32[2] in \"w.safetensors\" \"v\""), "W4108");
  EXPECT_EQ(load("f32[3] in \"w.safetensors\" \"w\""), "W4108");
  EXPECT_EQ(load("i32[2] in \"w.safetensors\" \"w\""), "W4108");
  EXPECT_EQ(load("f32[2] in \"gone.safetensors\" \"w\""), "W3101");
  EXPECT_EQ(load("f32[2] in \"../w.safetensors\" \"w\""), "W1405");
}

}  // namespace
}  // namespace weft
