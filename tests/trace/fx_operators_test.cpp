// Operators of the user's own and wrapped functions.
#include "fx_testing.h"

#include <weft/codegen/bundle/bundle.h>
#include <weft/codegen/loop/lower.h>

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

const auto swish = define_composite<Tensor(Tensor, double)>(
    "fxtest::swish(Tensor x, float beta=1.0) -> Tensor",
    [](const Tensor& x, double beta) { return x * torch::sigmoid(x * beta); });

const auto clip_host = define_operator<Tensor(Tensor, double)>(
    "fxtest::clip_host(Tensor x, float limit) -> Tensor",
    [](const Tensor& x, double limit) {
      Tensor y = x.clone();
      float* data = y.data_ptr<float>();
      for (std::int64_t i = 0; i < y.numel().value(); ++i) {
        data[i] = std::min(data[i], static_cast<float>(limit));
      }
      return y;
    },
    {.doc = "Elements, at most limit.", .shape = like_argument(0)});

int scale_calls = 0;
Tensor scale_by_function(const Tensor& x, double factor) {
  ++scale_calls;
  return x * factor;
}
const auto scale_by = wrap("fxtest_scale_by", &scale_by_function, {.shape = like_argument(0)});

TEST(FxTracing, B19_HostMathOnNumbersIsUntouched) {
  const ir::GraphModule captured =
      trace([](const Tensor& x) { return x * std::sqrt(static_cast<double>(x.size(0))); },
            {spec("x: f32[4]")});
  EXPECT_EQ(captured.graph.output_node()->args()[0].node()->args()[1], ir::Argument(2.0));
}

TEST(FxTracing, B31_WrappingTwiceIsTheSameAsOnce) {
  const auto again = wrap("fxtest_scale_by", &scale_by_function);
  const auto of_wrapped = wrap("fxtest_scale_by", again);
  EXPECT_EQ(of_wrapped.name(), "fxtest_scale_by");
  const ir::GraphModule captured =
      trace([&](const Tensor& x) { return of_wrapped(again(x, 2), 3); });
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "fxtest_scale_by"), 2u);
  EXPECT_EQ(floats(scale_by(torch::ones({1}), 2)), std::vector<float>{2}) << "normal after a trace";
}

TEST(FxTracing, B31_SchemasNameTheTypesOfResults) {
  const auto schema_of = [](const std::string& name) {
    return ir::find_operator(name)->schema.str();
  };
  wrap("fxtest_largest", [](const Tensor& x) { return x.max().item<double>(); });
  EXPECT_EQ(schema_of("fxtest_largest"), "fxtest_largest(Tensor input) -> float");
  wrap("fxtest_counted", [](const Tensor& x) { return std::make_tuple(x, x.dim()); });
  EXPECT_EQ(schema_of("fxtest_counted"), "fxtest_counted(Tensor input) -> (Tensor, int)");
  EXPECT_EQ(schema_of("fxtest_scale_by"), "fxtest_scale_by(Tensor input, float arg_1) -> Tensor");
}

TEST(FxTracing, ResultsOtherThanTheShapeRuleSaysAreRefused) {
  const OperatorOptions as_input = {.shape = like_argument(0)};
  const auto longer = define_operator<Tensor(Tensor)>(
      "fxtest::longer(Tensor x) -> Tensor", [](const Tensor& x) { return torch::cat({x, x}); },
      as_input);
  const auto wider = define_operator<Tensor(Tensor)>(
      "fxtest::wider(Tensor x) -> Tensor", [](const Tensor& x) { return x.to(torch::kDouble); },
      as_input);
  const Diagnostic other_shape = error_of([&] { longer(torch::ones({2})); });
  EXPECT_STREQ(other_shape.kind->id, "W1207");
  EXPECT_EQ(other_shape.location.line, __LINE__ - 2);
  EXPECT_NE(other_shape.message.find(
                "the shape rule says that the result is f32[2], and the function gave f32[4]"),
            std::string::npos)
      << other_shape.message;
  EXPECT_STREQ(error_of([&] { wider(torch::ones({2})); }).kind->id, "W1208");
  // The same where a graph runs that was captured with the rule.
  const ir::GraphModule captured =
      trace([&](const Tensor& x) { return longer(x) + 1; }, {spec("x: f32[2]")});
  EXPECT_STREQ(error_of([&] { call_graph(captured, torch::ones({2})); }).kind->id, "W1207");
  EXPECT_EQ(longer(torch::zeros({0})).numel(), 0) << "as the rule says";
}

TEST(FxTracing, CompositesThatKeepATensorAreRefusedWhenTheyUseItAgain) {
  const auto keeping =
      define_composite<Tensor(Tensor)>("fxtest::keeping(Tensor x) -> Tensor", [](const Tensor& x) {
        static const Tensor kept = torch::ones({2});
        static const Tensor argument = x;
        return x * kept + argument;
      });
  EXPECT_EQ(floats(keeping(torch::full({2}, 3.0))), (std::vector<float>{6, 6}));
  EXPECT_EQ(error_id([&] { keeping(torch::full({2}, 3.0)); }), "W4004");
}

TEST(FxTracing, OperandsOfOtherKindsAreRefused) {
  const auto sum =
      trace([](Tensor a, Tensor b) { return a + b; }, {torch::ones({2}), torch::ones({2})});
  const Diagnostic error = error_of([&] { call_graph(sum, torch::ones({2}), std::string("b")); });
  EXPECT_STREQ(error.kind->id, "W1204");
  EXPECT_NE(error.message.find("got a string"), std::string::npos) << error.message;
}

TEST(FxTracing, B31_AnotherFunctionOfTheSameNameIsRefused) {
  const auto other = [](const Tensor& x, double) { return x; };
  const Diagnostic error = error_of([&] { wrap("fxtest_scale_by", other); });
  EXPECT_STREQ(error.kind->id, "W4106");
  EXPECT_EQ(error.location.line, __LINE__ - 2);
}

TEST(FxTracing, B32_WrappedFunctionRunsOnConcreteArguments) {
  scale_calls = 0;
  const Tensor weight = torch::full({2}, 3.0);
  const ir::GraphModule captured =
      trace([&](const Tensor& x) { return x + scale_by(weight, 2); }, {spec("x: f32[2]")});
  EXPECT_EQ(scale_calls, 2) << "once in each of the two captures";
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "fxtest_scale_by"), 0u);
  EXPECT_EQ(floats(call_graph(captured, torch::ones({2}))), (std::vector<float>{7, 7}));
}

TEST(FxTracing, B33_WrappedFunctionSurvivesASecondTrace) {
  const auto doubled = [](const Tensor& x) { return torch::relu(scale_by(x, 2)); };
  const ir::GraphModule captured = trace(doubled, {spec("x: f32[2]")});
  const ir::GraphModule again = trace(captured);
  EXPECT_EQ(steps(again.graph), steps(captured.graph));
  EXPECT_TRUE(structurally_equal(again.graph, captured.graph));
  EXPECT_EQ(floats(call_graph(again, torch::ones({2}))), (std::vector<float>{2, 2}));
}

TEST(FxTracing, B34_WrappedFunctionOfASubmodulesParameter) {
  struct Model : nn::Module {
    Model() { inner = register_module("inner", nn::Linear(2, 2)); }
    Tensor forward(Tensor x) { return x + scale_by_weight(x, inner->weight); }
    static Tensor multiply(const Tensor& x, const Tensor& weight) { return x.matmul(weight); }
    decltype(wrap("fxtest_scale_by_weight", &multiply)) scale_by_weight =
        wrap("fxtest_scale_by_weight", &multiply);
    nn::Linear inner{nullptr};
  } model;
  const ir::GraphModule captured = trace(model);
  const ir::Node* call =
      captured.graph.find_nodes(ir::OpCode::kCallFunction, "fxtest_scale_by_weight").at(0);
  EXPECT_EQ(call->args()[1].node()->opcode(), ir::OpCode::kGetAttr);
  EXPECT_EQ(call->args()[1].node()->target(), "inner.weight");
}

TEST(FxTracing, B35_AutowrapPerTracer) {
  const auto halve =
      wrap("fxtest_halve", [](const Tensor& x) { return x / 2; }, {.scope = WrapScope::kOnRequest});
  struct Records : Tracer {
    Records() { autowrap_functions = {"fxtest_halve"}; }
  };
  const auto forward = [&](const Tensor& x) { return halve(x); };
  EXPECT_EQ(steps(trace(forward).graph)[1], "call_function div");
  EXPECT_EQ(steps(trace(forward, {}, with_tracer<Records>()).graph)[1],
            "call_function fxtest_halve");
}

TEST(FxTracing, B37_WrappedFunctionMayDependOnData) {
  const auto sign = wrap("fxtest_sign", [](const Tensor& x) {
    return x.sum().item<float>() > 0 ? torch::ones({1}) : torch::zeros({1});
  });
  const ir::GraphModule captured = trace([&](const Tensor& x) { return sign(x); });
  EXPECT_EQ(floats(call_graph(captured, torch::full({2}, 1.0))), std::vector<float>{1});
  EXPECT_EQ(floats(call_graph(captured, torch::full({2}, -1.0))), std::vector<float>{0});
}

TEST(FxOperators, BehavesLikeABuiltIn) {
  const Tensor x = torch::arange(4, torch::kFloat) - 1.5;
  EXPECT_EQ(floats(swish(x, 2)), floats(x * torch::sigmoid(x * 2))) << "eager";
  const ir::GraphModule captured =
      trace([](const Tensor& x) { return swish(swish(x), 2.0) + 1; }, {spec("x: f32[4]")});
  const int line = __LINE__ - 1;
  const ir::Node* node =
      captured.graph.find_nodes(ir::OpCode::kCallFunction, "fxtest::swish").at(0);
  EXPECT_EQ(node->args().size(), 1u) << "the default is left out";
  EXPECT_EQ(node->meta.location.line, line);
  EXPECT_EQ(node->meta.value.tensor()->str(), "f32[4]");
  EXPECT_NE(captured.graph.code().find("fxtest::swish("), std::string::npos)
      << captured.graph.code();
  EXPECT_EQ(floats(call_graph(captured, x)), floats(swish(swish(x), 2.0) + 1));
  ir::GraphModule core = captured.clone();
  EXPECT_EQ(core.graph.structural_hash(), captured.graph.structural_hash());
  ir::lower_to_core(core);
  EXPECT_EQ(count(core.graph, ir::OpCode::kCallFunction, "fxtest::swish"), 0u);
  EXPECT_EQ(floats(call_graph(core, x)), floats(call_graph(captured, x)));
}

TEST(FxOperators, B94_CopiesOfGraphsKeepCustomOperators) {
  const ir::GraphModule captured = trace([](const Tensor& x) { return swish(x, 3.0); });
  ir::GraphModule copy;
  ir::NodeMap values;
  copy.graph.output(copy.graph.graph_copy(captured.graph, values));
  EXPECT_TRUE(structurally_equal(copy.graph, captured.graph));
}

TEST(FxOperators, HostCodeKeepsItsShapeRule) {
  const ir::GraphModule captured =
      trace([](const Tensor& x) { return clip_host(x, 1.0).sum(); }, {spec("x: f32[3]")});
  EXPECT_EQ(captured.graph.find_nodes(ir::OpCode::kCallFunction, "fxtest::clip_host")[0]
                ->meta.value.tensor()
                ->str(),
            "f32[3]");
  EXPECT_EQ(floats(call_graph(captured, torch::arange(3, torch::kFloat))), std::vector<float>{2});
}

TEST(FxOperators, HostCodeIsRefusedByTheCodeGeneratorAtItsLine) {
  ir::GraphModule captured =
      trace([](const Tensor& x) { return clip_host(x, 1.0) + 1; }, {spec("x: f32[3]")});
  const int line = __LINE__ - 1;
  ir::lower_to_core(captured);
  const Diagnostic error = error_of([&] { codegen::lower(captured); });
  EXPECT_STREQ(error.kind->id, "W5001");
  EXPECT_EQ(error.location.line, line);
  ir::GraphModule composed =
      trace([](const Tensor& x) { return swish(x) + 1; }, {spec("x: f32[3]")});
  ir::lower_to_core(composed);
  EXPECT_FALSE(codegen::lower(composed).kernels.empty());
}

TEST(FxOperators, CppSourceMakesHostCodeCompilable) {
  const auto blend = define_operator<std::tuple<Tensor, Tensor>(
      Tensor, Tensor, double, std::int64_t, bool, std::vector<std::int64_t>)>(
      "fxtest::blend(Tensor x, Tensor y, float share, int shift, bool flip, int[] dims) -> (Tensor "
      "low, Tensor)",
      [](const Tensor& x, const Tensor& y, double, std::int64_t, bool,
         const std::vector<std::int64_t>&) { return std::make_tuple(x, y); },
      {.shape =
           [](const ir::Call& call) {
             return std::vector<ir::ValueMeta>{{call.tensor(0)}, {call.tensor(1)}};
           },
       .cpp = ir::CppSource{"low[0] = x[0];\nresult_1[0] = y[0];", {"<cmath>"}}});
  ir::GraphModule captured = trace(
      [&](const Tensor& x, const Tensor& y) {
        auto [low, high] = blend(x, y, 0.1, -3, true, {4, 5});
        return std::make_tuple(low + 1, high);
      },
      {spec("x: f32[2,3]"), spec("y: f16[]")});
  ir::lower_to_core(captured);
  const codegen::Program program = codegen::lower(captured);
  codegen::BundleOptions options;
  options.name = "net";
  const codegen::BundleFiles files = codegen::make_bundle(program, captured, options);
  const std::string& entry = files.at("net.cpp");
  EXPECT_NE(entry.find("#include <cmath>\n"), std::string::npos);
  const std::size_t at = entry.find("// fxtest::blend(");
  ASSERT_NE(at, std::string::npos) << entry;
  const std::string source = entry.substr(at, entry.find("\n}\n", at) + 3 - at);
  for (const char* line :
       {"const float* x,", "const int64_t* x_sizes,", "int64_t x_count,", "const float* y,",
        "double share,", "int64_t shift,", "bool flip,", "const int64_t* dims,",
        "int64_t dims_count,", "float* low,", "float* result_1,", "constexpr int64_t x_rank = 2;",
        "constexpr int64_t y_rank = 0;", "low[0] = x[0];\nresult_1[0] = y[0];\n}"}) {
    EXPECT_NE(source.find(line), std::string::npos) << line << "\n" << source;
  }
}

TEST(FxOperators, CppSourceThatCannotBeUsedIsRefused) {
  const auto id = [](ir::OperatorDefinition definition) {
    ir::OperatorDefinition on_gpu = definition;
    on_gpu.cuda = ir::CudaSource{.body = "fill<<<1, 1, 0, stream>>>(result);"};
    EXPECT_EQ(error_id([&] { ir::register_operator(std::move(on_gpu)); }), "W1223");
    definition.cpp = ir::CppSource{"result[0] = 0;"};
    return error_id([&] { ir::register_operator(std::move(definition)); });
  };
  const auto run = [](const ir::Call&, const std::vector<ir::Value>& values) { return values; };
  EXPECT_EQ(id({.schema = "fxtest::c0(Tensor x) -> Tensor", .run = run}), "W1223") << "no shapes";
  EXPECT_EQ(id({.schema = "fxtest::c0(Tensor x) -> Tensor",
                .decomposition = [](ir::Decomposition&) { return std::vector<ir::Node*>(); }}),
            "W1223");
  EXPECT_EQ(id({.schema = "fxtest::c0(Tensor x) -> Tensor",
                .shape = like_argument(0),
                .run = run,
                .effect = ir::Effect::kHost}),
            "W1223");
  const auto named = define_operator<Tensor(Tensor, std::string)>(
      "fxtest::named(Tensor x, str name) -> Tensor",
      [](const Tensor& x, const std::string&) { return x; },
      {.shape = like_argument(0), .cpp = ir::CppSource{"result[0] = x[0];"}});
  ir::GraphModule captured =
      trace([&](const Tensor& x) { return named(x, "a"); }, {spec("x: f32[3]")});
  const int line = __LINE__ - 1;
  ir::lower_to_core(captured);
  const Diagnostic error = error_of([&] { codegen::lower(captured); });
  EXPECT_STREQ(error.kind->id, "W5001");
  EXPECT_EQ(error.location.line, line);
  EXPECT_NE(error.str().find("`name`"), std::string::npos) << error.str();
}

TEST(FxOperators, CudaSourceIsKeptBesideTheCppSource) {
  const auto half = define_operator<Tensor(Tensor)>(
      "fxtest::half(Tensor x) -> Tensor", [](const Tensor& x) { return x / 2; },
      {.shape = like_argument(0),
       .cpp = ir::CppSource{"for (int64_t i = 0; i < x_count; ++i) result[i] = x[i] / 2;"},
       .cuda = ir::CudaSource{
           .device = "__global__ void halve(const float* x, float* result, int64_t count) {\n"
                     "  const int64_t i = blockIdx.x * int64_t{blockDim.x} + threadIdx.x;\n"
                     "  if (i < count) result[i] = x[i] / 2;\n}",
           .body = "halve<<<(x_count + 255) / 256, 256, 0, stream>>>(x, result, x_count);"}});
  const std::optional<ir::CudaSource>& kept = half.op().definition->cuda;
  ASSERT_TRUE(kept.has_value());
  EXPECT_NE(kept->body.find("stream"), std::string::npos);
  // It does not get into code for the CPU.
  ir::GraphModule captured = trace([&](const Tensor& x) { return half(x); }, {spec("x: f32[3]")});
  ir::lower_to_core(captured);
  codegen::BundleOptions options;
  options.name = "net";
  const std::string entry =
      codegen::make_bundle(codegen::lower(captured), captured, options).at("net.cpp");
  EXPECT_NE(entry.find("result[i] = x[i] / 2;"), std::string::npos);
  EXPECT_EQ(entry.find("halve"), std::string::npos);
}

TEST(FxOperators, PointwiseExpressionAndInPlaceForm) {
  const ir::Operator& op = ir::register_operator(
      {.schema = "fxtest::cube(Tensor x) -> Tensor",
       .doc = "The third power.",
       .meaning = ir::Pointwise{ir::TypeRule::kInput,
                                [](ir::Body& b) { return b.in(0) * b.in(0) * b.in(0); }},
       .spellings = ir::kFunction | ir::kInPlace});
  const TypedOperator<Tensor(Tensor)> cube(op);
  const TypedOperator<Tensor(Tensor)> cube_(ir::get_operator("fxtest::cube_"));
  EXPECT_EQ(floats(cube(torch::full({1}, 3.0))), std::vector<float>{27});
  ir::GraphModule captured = trace(
      [&](const Tensor& x) {
        Tensor y = x + 1;
        Tensor alias = y;
        cube_(y);
        return alias;
      },
      {spec("x: f32[1]")});
  ir::lower_to_core(captured);
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "fxtest::cube"), 1u);
  EXPECT_EQ(floats(call_graph(captured, torch::full({1}, 1.0))), std::vector<float>{8});
}

TEST(FxOperators, DeclaredEffectKeepsTheCall) {
  const auto log = define_operator<void(Tensor)>(
      "fxtest::log(Tensor x) -> ()", [](const Tensor&) {}, {.effect = ir::Effect::kHost});
  ir::GraphModule captured = trace([&](const Tensor& x) {
    log(x);
    return x + 1;
  });
  captured.graph.eliminate_dead_code();
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "fxtest::log"), 1u);
}

TEST(FxOperators, SeveralResults) {
  const auto halves = define_composite<std::tuple<Tensor, Tensor>(Tensor)>(
      "fxtest::halves(Tensor x) -> (Tensor low, Tensor high)",
      [](const Tensor& x) { return std::make_tuple(x / 2, x - x / 2); });
  const ir::GraphModule captured = trace(
      [&](const Tensor& x) {
        auto [low, high] = halves(x);
        return low - high;
      },
      {spec("x: f32[2]")});
  EXPECT_EQ(floats(call_graph(captured, torch::ones({2}))), (std::vector<float>{0, 0}));
}

TEST(FxOperators, MistakesAreRefusedWithTheirLine) {
  const auto define = [](const char* schema, SourceLocation where) {
    return define_operator<Tensor(Tensor)>(schema, [](const Tensor& x) { return x; }, {}, where);
  };
  const struct {
    const char* schema;
    const char* id;
  } cases[] = {{"fxtest::swish(Tensor x) -> Tensor", "W1222"},
               {"relu(Tensor x) -> Tensor", "W1222"},
               {"fxtest::bad(Tensor x -> Tensor", "W1221"},
               {"fxtest::bad(Tensr[ x) -> Tensor", "W1221"},
               {"fxtest::bad(int x) -> Tensor", "W4107"},
               {"fxtest::bad(Tensor x, Tensor y) -> Tensor", "W4107"},
               {"fxtest::bad(Tensor x) -> (Tensor, Tensor)", "W4107"}};
  for (const auto& c : cases) {
    const Diagnostic error = error_of([&] { define(c.schema, std::source_location::current()); });
    ASSERT_NE(error.kind, nullptr) << c.schema;
    EXPECT_STREQ(error.kind->id, c.id) << c.schema;
    EXPECT_EQ(error.location.line, __LINE__ - 3) << c.schema;
  }
  EXPECT_EQ(error_id([] {
              define_operator<double(Tensor)>("fxtest::bad(Tensor x) -> Tensor",
                                              [](const Tensor&) { return 1.0; });
            }),
            "W4107");
  EXPECT_EQ(error_id([] { ir::register_operator({.schema = "fxtest::none(Tensor x) -> Tensor"}); }),
            "W1223");
  EXPECT_EQ(ir::find_operator("fxtest::bad"), nullptr) << "the name stays free";
  EXPECT_EQ(error_id([] { clip_host(torch::ones({1})); }), "W1202");
}

}  // namespace
}  // namespace weft
