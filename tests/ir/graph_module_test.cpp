#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/graph_module.h>
#include <weft/ir/passes/dead_code_elimination.h>

namespace weft::ir {
namespace {

using ::testing::ElementsAre;

class FakeModule : public ModuleInterface {
 public:
  explicit FakeModule(bool pure = true) : pure_(pure) {}
  std::string module_type() const override { return "Fake"; }
  Value call_forward(const std::vector<Value>& arguments) override { return arguments.at(0); }
  bool is_pure() const override { return pure_; }

 private:
  bool pure_;
};

std::vector<std::string> module_paths(const GraphModule& m) {
  std::vector<std::string> paths;
  for (const auto& [path, module] : m.modules()) paths.push_back(path);
  return paths;
}

TEST(GraphModule, B84_EntriesAreSharedAndReplacedByPath) {
  GraphModule m;
  const auto module = std::make_shared<FakeModule>();
  m.set_module("fc", module);
  m.set_attribute("fc.weight", Value(1.0), dense(DType::kFloat32, {2}));
  EXPECT_EQ(m.find_module("fc"), module);
  EXPECT_EQ(m.find_module("fc2"), nullptr);
  ASSERT_NE(m.find_attribute("fc.weight"), nullptr);
  EXPECT_EQ(m.find_attribute("fc"), nullptr);
  m.set_attribute("fc.weight", Value(2.0), dense(DType::kFloat64, {3}));
  EXPECT_EQ(m.attributes().size(), 1u);
  EXPECT_EQ(m.find_attribute("fc.weight")->meta.str(), "f64[3]");
  m.graph.output(nullptr);
  const GraphModule copy = m.clone();
  EXPECT_EQ(copy.find_module("fc"), module);
  EXPECT_EQ(copy.find_attribute("fc.weight")->meta.str(), "f64[3]");
}

TEST(GraphModule, B85_LintReportsMissingPaths) {
  GraphModule m;
  Node* w = m.graph.get_attr("fc.weight");
  w->meta.location = SourceLocation("net.cpp", 5);
  m.graph.output(w);
  try {
    m.lint();
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.id(), "W1004");
    EXPECT_EQ(e.diagnostic().message, "node `fc_weight`: no tensor at path `fc.weight`");
    EXPECT_EQ(e.diagnostic().location.line, 5);
  }
  m.set_attribute("fc.weight", Value(1.0), dense(DType::kFloat32, {}));
  m.lint();
}

TEST(GraphModule, LintReportsMissingModules) {
  GraphModule m;
  m.graph.output(m.graph.call_module("fc", {m.graph.placeholder("x")}));
  try {
    m.lint();
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.diagnostic().message, "node `fc`: no module at path `fc`");
  }
}

TEST(GraphModule, B86_UnusedModulesGoAttributesStay) {
  GraphModule m;
  for (const char* path : {"a", "a.b", "a.b.leaf", "a.bc", "other", "owner", "owner.sub"}) {
    m.set_module(path, std::make_shared<FakeModule>());
  }
  m.set_attribute("other.weight", Value(1.0), dense(DType::kFloat32, {}));
  m.set_attribute("owner.weight", Value(1.0), dense(DType::kFloat32, {}));
  Node* x = m.graph.placeholder("x");
  Node* w = m.graph.get_attr("owner.weight");
  m.graph.output(std::vector<Argument>{m.graph.call_module("a.b", {x}), w});
  m.delete_unused_modules();
  EXPECT_THAT(module_paths(m), ElementsAre("a", "a.b", "a.b.leaf", "owner"));
  EXPECT_NE(m.find_module("owner"), nullptr);
  EXPECT_EQ(m.find_module("other"), nullptr);
  EXPECT_NE(m.find_attribute("other.weight"), nullptr);
}

TEST(GraphModule, B74_DeadCallsOfPureModulesGoImpureOnesStay) {
  GraphModule m;
  m.set_module("pure", std::make_shared<FakeModule>(true));
  m.set_module("impure", std::make_shared<FakeModule>(false));
  Node* x = m.graph.placeholder("x");
  m.graph.call_module("pure", {x});
  m.graph.call_module("impure", {x});
  m.graph.output(x);
  PassContext context;
  EXPECT_TRUE(dead_code_elimination(m, context));
  EXPECT_EQ(m.graph.find_by_name("pure"), nullptr);
  EXPECT_NE(m.graph.find_by_name("impure"), nullptr);
  EXPECT_THAT(module_paths(m), ElementsAre("impure"));
  EXPECT_FALSE(dead_code_elimination(m, context));
}

}  // namespace
}  // namespace weft::ir
