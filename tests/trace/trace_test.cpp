/// \file Captures of small models: graphs as text, leaves, attributes, aliases, refusals.
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <weft/frontend/trace/inline_modules.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/passes/pipeline.h>

namespace weft {
namespace {

TensorSpec spec(const char* text) { return SpecParser().tensor(text); }

/// The id of the error that `action` throws.
template <typename F>
std::string error_id(F action) {
  try {
    action();
  } catch (const Error& error) {
    return std::string(error.id());
  }
  return "none";
}

Tensor run(const ir::GraphModule& module, std::vector<ir::Value> inputs) {
  ir::Interpreter interpreter(module, eager_executor());
  return Tensor(*interpreter.run(std::move(inputs)).tensor());
}

std::vector<float> floats(const Tensor& tensor) {
  const Tensor dense = tensor.contiguous();
  const float* data = dense.data_ptr<float>();
  return std::vector<float>(data, data + dense.numel().value());
}

struct AllOpcodes : nn::Module {
  AllOpcodes() {
    linear = register_module("linear", nn::Linear(3, 3));
    scale = register_parameter("scale", torch::full({3}, 2.0));
    offset = register_buffer("offset", torch::full({3}, 0.5));
  }
  Tensor forward(Tensor x) { return torch::relu(linear(x) * scale).add(offset); }
  nn::Linear linear{nullptr};
  Tensor scale, offset;
};

TEST(Trace, B01_AllSixOpcodes) {
  AllOpcodes model;
  const ir::GraphModule captured = trace(model, {spec("x: f32[2,3]")});
  std::vector<std::string> opcodes;
  for (const ir::Node* node : captured.graph) {
    opcodes.emplace_back(ir::opcode_name(node->opcode()));
  }
  EXPECT_EQ(opcodes,
            (std::vector<std::string>{"placeholder", "call_module", "get_attr", "call_function",
                                      "call_function", "get_attr", "call_method", "output"}));
}

TEST(Trace, B02_CapturedAndOriginalAgree) {
  AllOpcodes model;
  const Tensor x = torch::arange(6, torch::kFloat).view({2, 3}) - 2.5;
  const std::vector<float> eager = floats(model.forward(x));
  ir::GraphModule captured = trace(model, {x});
  captured.lint();
  EXPECT_EQ(floats(run(captured, {x.handle()})), eager);
  ir::GraphModule core = inline_modules(captured);
  ir::lower_to_core(core);
  core.lint();
  EXPECT_EQ(floats(run(core, {x.handle()})), eager);
}

TEST(Trace, B03_FreeFunction) {
  const ir::GraphModule captured =
      trace([](const Tensor& a, const Tensor& b) { return a.matmul(b).sum(); });
  EXPECT_EQ(captured.graph.placeholders().size(), 2u);
  EXPECT_EQ(captured.graph.find_nodes(ir::OpCode::kCallMethod, "matmul").size(), 1u);
}

TEST(Trace, B07_OneGetAttrPerTensor) {
  struct Twice : nn::Module {
    Twice() { w = register_parameter("w", torch::ones({2})); }
    Tensor forward(Tensor x) { return x * w + w; }
    Tensor w;
  } model;
  const ir::GraphModule captured = trace(model);
  EXPECT_EQ(captured.graph.find_nodes(ir::OpCode::kGetAttr, "w").size(), 1u);
}

TEST(Trace, B08_SubmoduleParameterHasItsRealPath) {
  struct Tied : nn::Module {
    Tied() { inner = register_module("inner", nn::Linear(2, 2)); }
    Tensor forward(Tensor x) { return torch::matmul(x, inner->weight.t()); }
    nn::Linear inner{nullptr};
  } model;
  const ir::GraphModule captured = trace(model);
  EXPECT_EQ(captured.graph.find_nodes(ir::OpCode::kGetAttr, "inner.weight").size(), 1u);
  EXPECT_NE(captured.find_attribute("inner.weight"), nullptr);
}

TEST(Trace, B09_FreshTensorsBecomeConstants) {
  const ir::GraphModule captured =
      trace([](const Tensor& x) { return x + torch::tensor({1.0f, 2.0f}); });
  ASSERT_EQ(captured.attributes().size(), 1u);
  EXPECT_EQ(captured.attributes()[0].path, "_tensor_constant0");
}

TEST(Trace, B26_NoLeafTracerHasNoModuleCalls) {
  struct Open : Tracer {
    bool is_leaf_module(const nn::Module&, const std::string&) override { return false; }
  };
  AllOpcodes model;
  TraceOptions options;
  options.make_tracer = [] { return std::make_unique<Open>(); };
  const ir::GraphModule captured = trace(model, {spec("x: f32[2,3]")}, options);
  EXPECT_TRUE(captured.graph.find_nodes(ir::OpCode::kCallModule).empty());
  EXPECT_EQ(captured.graph.find_nodes(ir::OpCode::kGetAttr, "linear.weight").size(), 1u);
}

TEST(Trace, F01_InPlaceKeepsTheAlias) {
  const auto forward = [](Tensor x) {
    Tensor y = x * 1;
    Tensor z = y;
    y += 1;
    return std::make_tuple(z, y);
  };
  ir::GraphModule captured = trace(forward, {spec("x: f32[2]")});
  ir::lower_to_core(captured);
  ir::Interpreter interpreter(captured, eager_executor());
  const Tensor x = torch::zeros({2});
  const ir::Value result = interpreter.run({x.handle()});
  const auto& list = *result.list();
  EXPECT_EQ(floats(Tensor(*list[0].tensor())), (std::vector<float>{1, 1}));
  EXPECT_EQ(floats(Tensor(*list[1].tensor())), (std::vector<float>{1, 1}));
}

TEST(Trace, F10_FactoriesAndRandomDrawsAreNodes) {
  const ir::GraphModule captured =
      trace([](const Tensor& x) { return x + torch::rand({2}) + torch::zeros({2}); });
  EXPECT_EQ(captured.graph.find_nodes(ir::OpCode::kCallFunction, "rand").size(), 1u);
  EXPECT_EQ(captured.graph.find_nodes(ir::OpCode::kCallFunction, "zeros").size(), 1u);
  EXPECT_TRUE(captured.attributes().empty());
}

TEST(Trace, U02_ConstantMadeInForwardIsNotCached) {
  const ir::GraphModule captured = trace([](const Tensor& x) {
    Tensor a = torch::ones({1});
    return a.add_(x);
  });
  const Tensor one = torch::ones({1});
  for (int call = 0; call < 3; ++call) {
    EXPECT_EQ(floats(run(captured, {one.handle()})), std::vector<float>{2});
  }
}

/// Constants are what lent memory holds when it is used: it is gone when the graph runs.
TEST(Trace, MemoryOfTheProgramIsCopied) {
  struct Lent : nn::Module {
    Tensor forward(Tensor x) {
      std::vector<float> scales = {2, 4, 6, 8, 10, 12};
      const Tensor scale = torch::from_blob(scales.data(), {2, 3});
      Tensor y = x * scale.t().clone() + scale.t();
      scales[0] = 100;
      y = y + scale.t();
      std::fill(scales.begin(), scales.end(), NAN);
      return y;
    }
  };
  Lent model;
  const ir::GraphModule captured = trace(model, {spec("x: f32[3,2]")});
  const Tensor x = torch::ones({3, 2});
  EXPECT_EQ(floats(model.forward(x)), (std::vector<float>{104, 24, 12, 30, 18, 36}));
  EXPECT_EQ(floats(run(captured, {x.handle()})), floats(model.forward(x)));
}

TEST(Trace, NodesCarryTheUsersLine) {
  const ir::GraphModule captured = trace([](const Tensor& x) { return x + x; });
  const int line = __LINE__ - 1;
  const ir::Node* add = captured.graph.find_nodes(ir::OpCode::kCallFunction, "add")[0];
  EXPECT_EQ(add->meta.location.line, line);
  EXPECT_NE(std::string(add->meta.location.file).find("trace_test.cpp"), std::string::npos);
}

TEST(Trace, BranchOnDataIsALocatedBreak) {
  try {
    trace([](const Tensor& x) { return x.sum().item<float>() > 0 ? x : -x; }, {spec("x: f32[2]")});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "W4001");
    EXPECT_EQ(error.diagnostic().location.line, __LINE__ - 4);
  }
}

TEST(Trace, DataPointerIsRefused) {
  EXPECT_EQ(error_id([] {
              trace([](const Tensor& x) { return x * *x.data_ptr<float>(); }, {spec("x: f32[1]")});
            }),
            "W4003");
}

TEST(Trace, SymbolicExtentAsNumberIsRefused) {
  EXPECT_EQ(error_id([] {
              trace([](const Tensor& x) { return x * static_cast<double>(x.size(0)); },
                    {spec("x: f32[N]")});
            }),
            "W4002");
}

TEST(Trace, UnknownRankIsReported) {
  EXPECT_EQ(error_id([] { trace([](const Tensor& x) { return x.dim() == 2 ? x : -x; }); }),
            "W1102");
}

TEST(Trace, EscapedProxyIsRefused) {
  Tensor kept;
  trace([&](const Tensor& x) { return kept = x + 1; }, {spec("x: f32[2]")});
  EXPECT_EQ(error_id([&] { kept + 1; }), "W4004");
}

TEST(Trace, ProxyOfAnotherCaptureIsRefused) {
  EXPECT_EQ(error_id([] {
              trace(
                  [](const Tensor& x) {
                    trace([&](const Tensor& y) { return x + y; }, {spec("y: f32[2]")});
                    return x;
                  },
                  {spec("x: f32[2]")});
            }),
            "W4005");
}

TEST(Trace, WriteToConstantIsRefused) {
  Tensor outside = torch::ones({2});
  EXPECT_EQ(error_id([&] { trace([&](const Tensor& x) { return outside.add_(x); }); }), "W4006");
  EXPECT_EQ(floats(outside), (std::vector<float>{1, 1}));
}

TEST(Trace, UnregisteredModuleWithWeightsIsRefused) {
  struct Hidden : nn::Module {
    Tensor forward(Tensor x) { return linear(x); }
    nn::Linear linear{2, 2};
  } model;
  EXPECT_EQ(error_id([&] { trace(model); }), "W4007");
}

TEST(Trace, UnrepeatableForwardIsNoticed) {
  int calls = 0;
  EXPECT_EQ(error_id([&] { trace([&](const Tensor& x) { return ++calls % 2 ? x + 1 : x * 2; }); }),
            "W4101");
}

TEST(Trace, ArgumentsMustFit) {
  AllOpcodes model;
  EXPECT_EQ(error_id([&] { trace(model, {spec("x: f32[2,3]"), spec("y: f32[2,3]")}); }), "W4102");
  EXPECT_EQ(error_id([&] { trace(model, {SpecParser().scalar("x: i64 = 3")}); }), "W4103");
}

TEST(Trace, ResultWithoutTensorIsRefused) {
  EXPECT_EQ(error_id([] { trace([](const Tensor&) { return 1; }); }), "W4104");
}

TEST(InputSpec, ParsesNamesTypesAndExtents) {
  SpecParser parser;
  const TensorSpec x = parser.tensor(" x : f32 [ N, 3, 224 ] ");
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.dtype, kFloat);
  ASSERT_EQ(x.sizes.size(), 3u);
  EXPECT_TRUE(x.sizes[1].is(3));
  const TensorSpec y = parser.tensor("y: i64[N]");
  EXPECT_TRUE(x.sizes[0] == y.sizes[0]) << "one name is one symbol";
  EXPECT_TRUE(parser.tensor("s: bool[]").sizes.empty());
  EXPECT_EQ(parser.scalar("k: i64 = -3").value.as_int(), -3);
  EXPECT_EQ(parser.scalar("k: i64 = -9223372036854775808").value.as_int(), INT64_MIN);
  EXPECT_EQ(parser.scalar("k: u8 = 255").value.as_int(), 255);
  EXPECT_EQ(parser.scalar("f: f64 = 1e-3").value.as_double(), 1e-3);
  EXPECT_TRUE(parser.scalar("b: bool = true").value.as_bool());
}

std::string sizes(SpecParser& parser, const char* text) {
  return ir::shape_str(parser.tensor(text).sizes);
}

TEST(InputSpec, ExtentsMayBeComputed) {
  SpecParser parser;
  EXPECT_EQ(sizes(parser, "x: f32[N, 2*H, N+1, 3*2, H*N]"), "[N, 2*H, N + 1, 6, N*H]");
  EXPECT_EQ(sizes(parser, "y: f32[H-1]"), "[H - 1]");
}

TEST(InputSpec, ConditionsBoundAnExtent) {
  SpecParser parser;
  const TensorSpec x = parser.tensor("x: f32[N,H,M], N in [1,64], H >= 2, M <= 9");
  EXPECT_EQ(x.sizes[0].bounds(), std::pair(std::int64_t{1}, std::int64_t{64}));
  EXPECT_EQ(x.sizes[1].bounds(), std::pair(std::int64_t{2}, std::int64_t{INT64_MAX}));
  EXPECT_EQ(x.sizes[2].bounds(), std::pair(std::int64_t{0}, std::int64_t{9}));
}

TEST(InputSpec, AMultipleCanBeDivided) {
  SpecParser parser;
  const TensorSpec x = parser.tensor("x: f32[N,3], N % 8 == 0, N in [1,64]");
  EXPECT_EQ(x.sizes[0].bounds(), std::pair(std::int64_t{8}, std::int64_t{64}));
  EXPECT_EQ(x.sizes[0].str(), "N");
  const ir::IntExpr part = ir::floor_div(x.sizes[0], 8);
  EXPECT_EQ(part.str(), "(N/8)");
  EXPECT_TRUE(part * 8 == x.sizes[0]);
  EXPECT_EQ((part * 16 + 1).str(), "2*N + 1");
  EXPECT_EQ(sizes(parser, "y: f32[2*N]"), "[2*N]");
}

TEST(InputSpec, ConditionsThatCannotBeMetAreRefused) {
  for (const char* bad :
       {"x: f32[N], N", "x: f32[N], N in 3", "x: f32[N], N in [3,2]", "x: f32[N], N % 0 == 0",
        "x: f32[N], N % 8 == 1", "x: f32[N], M >= 1", "x: f32[N], N >= x", "x: f32[N], 3 >= 1",
        "x: f32[N], N % 8 == 0, N in [1,7]", "x: f32[N] N >= 1", "x: f32[2*]", "x: f32[3-4]",
        "x: f32[N], N = 3, N = 4", "x: f32[N], N >= 5, N <= 4", "x: f32[N], N <= 4, N in [5,6]",
        "x: f32[N], N % 2 == 0, N % 9223372036854775807 == 0", "x: f32[N], N = 5, N ~ 4",
        "x: f32[N], N ~ 4, N ~ 5", "x: f32[N], N % 2 == 0, N ~ 5"}) {
    EXPECT_EQ(error_id([&] { SpecParser().tensor(bad); }), "W4201") << bad;
  }
  SpecParser parser;
  parser.tensor("x: f32[N]");
  EXPECT_EQ(error_id([&] { parser.tensor("y: f32[N], N >= 1"); }), "W4201");
}

TEST(InputSpec, AllConditionsOfANameHold) {
  SpecParser parser;
  const TensorSpec x = parser.tensor("x: f32[N], N in [8,90], N >= 2, N % 4 == 0, N % 6 == 0");
  EXPECT_EQ(x.sizes[0].str(), "N");
  EXPECT_EQ(x.sizes[0].bounds(), (std::pair<std::int64_t, std::int64_t>{12, 84}));
}

TEST(InputSpec, ExtentsThatNoNumberHoldsAreRefused) {
  for (const char* bad : {"x: f32[9223372036854775807*N]", "x: f32[4611686018427387904,4]",
                          "x: f32[N], N % 9223372036854775807 == 0",
                          "x: f32[N], N >= 9223372036854775807", "x: u8[9223372036854775807]"}) {
    EXPECT_EQ(error_id([&] { SpecParser().tensor(bad); }), "W4201") << bad;
  }
}

TEST(InputSpec, ComplainsWithTheColumn) {
  for (const char* bad :
       {"", "x", "x:", "x: f31[2]", "x: f32", "x: f32[2", "x: f32[2,]", "x: f32[-1]", "x: f32[2] y",
        "3x: f32[1]", "x: f32[2x]", "x: f32[N_]", "x: f32[_N]", "x: f32[N__M]"}) {
    EXPECT_EQ(error_id([&] { SpecParser().tensor(bad); }), "W4201") << bad;
  }
  for (const char* bad : {"k", "k: i64", "k: i64 =", "k: i64 = x", "k: bool = 1", "k: f64 = 1x",
                          "k: i64 = 9223372036854775808", "k: i32 = 2147483648", "k: u8 = -1",
                          "k: i8 = 200", "k: i64 = -9223372036854775809"}) {
    EXPECT_EQ(error_id([&] { SpecParser().scalar(bad); }), "W4201") << bad;
  }
}

}  // namespace
}  // namespace weft
