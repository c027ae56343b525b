// What a capture records: opcodes, paths, constants, leaves, lines.
#include "fx_testing.h"

namespace weft {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

struct Block : nn::Module {
  Block() { fc = register_module("fc", nn::Linear(3, 3)); }
  Tensor forward(Tensor x) { return torch::relu(fc(x)); }
  Tensor encode(const Tensor& x, double scale) { return fc(x) * scale; }
  nn::Linear fc{nullptr};
};

struct BlockHolder : nn::ModuleHolder<Block> {
  using ModuleHolder::ModuleHolder;
};

struct Model : nn::Module {
  Model() {
    block = register_module("block", BlockHolder());
    scale = register_parameter("scale", torch::full({3}, 2.0));
    offset = register_buffer("offset", torch::full({3}, 0.5));
  }
  Tensor forward(Tensor x) { return block(x * scale).add(offset); }
  BlockHolder block{nullptr};
  Tensor scale, offset;
};

struct OpenTracer : Tracer {
  bool is_leaf_module(const nn::Module&, const std::string&) override { return false; }
};

Tensor product(const Tensor& a, const Tensor& b) { return a.matmul(b); }

void expect_equal(const Tensor& a, const Tensor& b) { EXPECT_TRUE(a.equal(b)); }

TEST(FxTracing, B01_AllSixOpcodes) {
  Model model;
  const ir::GraphModule captured = trace(model, {spec("x: f32[2,3]")});
  EXPECT_EQ(steps(captured.graph),
            (std::vector<std::string>{"placeholder x", "get_attr scale", "call_function mul",
                                      "call_module block.fc", "call_function relu",
                                      "get_attr offset", "call_method add", "output output"}));
}

TEST(FxTracing, B02_CapturedAndOriginalAgree) {
  Model model;
  const Tensor x = torch::arange(6, torch::kFloat).view({2, 3});
  const ir::GraphModule captured = trace(model, {x});
  captured.lint();
  EXPECT_EQ(floats(call_graph(captured, x)), floats(model.forward(x)));
}

TEST(FxTracing, B03_FreeFunctionsAndLambdas) {
  EXPECT_EQ(steps(trace(&product).graph)[2], "call_method matmul");
  const Tensor table = torch::ones({2});
  const ir::GraphModule captured = trace([&](const Tensor& x) { return x + table; });
  EXPECT_EQ(captured.name, "Module");
  EXPECT_NE(captured.find_attribute("_tensor_constant0"), nullptr);
}

TEST(FxTracing, B04_DefaultsSurvive) {
  const auto forward = [](const Tensor& x, Scalar k, Scalar c) { return x * k + c; };
  const ir::GraphModule captured =
      trace(forward,
            {spec("x: f32[1]"), TraceInput("k").default_to(2.0), TraceInput("c").default_to(1.0)});
  const Tensor x = torch::ones({1});
  EXPECT_EQ(floats(call_graph(captured, x)), std::vector<float>{3});
  EXPECT_EQ(floats(call_graph(captured, x, 5.0)), std::vector<float>{6});
  EXPECT_EQ(floats(call_graph(captured, x, 5.0, 0.0)), std::vector<float>{5});
  EXPECT_NE(captured.graph.code().find("Scalar k = 2"), std::string::npos) << captured.graph.code();
}

TEST(FxTracing, B07_OneTensorIsOneAttribute) {
  const Tensor a = torch::ones({2});
  const Tensor b = torch::ones({2});
  const ir::GraphModule captured = trace([&](const Tensor& x) { return x + a + a + b; });
  EXPECT_EQ(count(captured.graph, ir::OpCode::kGetAttr), 2u);
}

TEST(FxTracing, B08_ParameterOfASubmoduleKeepsItsPath) {
  struct Tied : Model {
    Tensor forward(Tensor x) { return x.matmul(block->fc->weight); }
  } model;
  EXPECT_EQ(steps(trace(model).graph)[1], "get_attr block.fc.weight");
}

TEST(FxTracing, B09_FreshTensorsAreNamedConstants) {
  const Tensor a = torch::ones({2});
  const Tensor b = torch::zeros({2});
  const ir::GraphModule captured = trace([&](const Tensor& x) { return x + a + b; });
  EXPECT_EQ(captured.attributes()[0].path, "_tensor_constant0");
  EXPECT_EQ(captured.attributes()[1].path, "_tensor_constant1");
}

TEST(FxTracing, B11_OperatorsOnBothSides) {
  const auto forward = [](const Tensor& x) {
    return std::make_tuple(-x, 2 + x, 2 - x, 2 * x, x % 3, x & 1, x | 1, x ^ 1, ~x, 2 < x,
                           x.bitwise_left_shift(1), x.floor_divide(2));
  };
  const ir::GraphModule captured = trace(forward, {spec("x: i64[3]")});
  const Tensor x = torch::arange(3, torch::kLong);
  using Result = decltype(forward(x));
  const Result eager = forward(x);
  const Result run = call_graph<Result>(captured, x);
  std::apply(
      [&](const auto&... e) {
        std::apply([&](const auto&... r) { (expect_equal(e, r), ...); }, run);
      },
      eager);
}

TEST(FxTracing, B12_SlicesWithEllipsisAndSymbolicBounds) {
  using indexing::Ellipsis;
  using indexing::Slice;
  const auto forward = [](const Tensor& x) {
    return x.index({Slice(0, x.size(0) - 1), Ellipsis, 0});
  };
  const ir::GraphModule captured = trace(forward, {spec("x: f32[N,2,3]")});
  const Tensor x = torch::arange(18, torch::kFloat).view({3, 2, 3});
  EXPECT_EQ(floats(call_graph(captured, x)), floats(forward(x)));
  const Tensor table = torch::arange(4, torch::kFloat);
  const ir::GraphModule gather =
      trace([&](const Tensor& i) { return table.index({i}); }, {spec("i: i64[2]")});
  EXPECT_EQ(floats(call_graph(gather, torch::ones({2}, torch::kLong))), (std::vector<float>{1, 1}));
}

TEST(FxTracing, B13_InfinityAndNaNSurvive) {
  const ir::GraphModule captured = trace(
      [](const Tensor& inf) { return inf * INFINITY + -INFINITY + NAN; }, {TraceInput("inf")});
  const std::string code = captured.graph.code();
  for (const char* part : {"INFINITY", "-INFINITY", "NAN", "Tensor inf"}) {
    EXPECT_NE(code.find(part), std::string::npos) << code;
  }
}

TEST(FxTracing, B14_TypesAndEnumeratorsSurvive) {
  const ir::GraphModule captured = trace(
      [](const Tensor& x) {
        return torch::zeros({2}, torch::dtype(torch::kDouble)) + x.to(torch::kDouble).contiguous();
      },
      {spec("x: f32[2]")});
  const ir::Node* zeros = captured.graph.find_nodes(ir::OpCode::kCallFunction, "zeros").at(0);
  EXPECT_EQ(zeros->kwargs().at(0).second, ir::Argument(DType::kFloat64));
}

TEST(FxTracing, B14_DevicesAndMemoryFormatsSurvive) {
  const auto forward = [](const Tensor& x) {
    Tensor y = x.contiguous(torch::MemoryFormat::ChannelsLast).to(torch::kCPU);
    y = y.to(torch::kDouble, false, false, torch::MemoryFormat::Contiguous).clone();
    return y + torch::ones({2, 3, 4, 4}, torch::TensorOptions().device("cpu"));
  };
  const ir::GraphModule captured = trace(forward, {spec("x: f32[2,3,4,4]")});
  const auto node = [&](ir::OpCode opcode, const char* target, std::size_t i = 0) {
    return captured.graph.find_nodes(opcode, target).at(i);
  };
  const ir::Argument channels_last = ir::EnumValue{"MemoryFormat", "channels_last"};
  EXPECT_EQ(node(ir::OpCode::kCallMethod, "contiguous")->kwargs().at(0).second, channels_last);
  const ir::Argument cpu = ir::Device{"cpu"};
  EXPECT_EQ(node(ir::OpCode::kCallMethod, "to")->args().at(1), cpu);
  const ir::Argument dense = ir::EnumValue{"MemoryFormat", "contiguous_format"};
  EXPECT_EQ(node(ir::OpCode::kCallMethod, "to", 1)->kwargs().at(0).second, dense);
  EXPECT_TRUE(node(ir::OpCode::kCallMethod, "clone")->kwargs().empty()) << "none was given";
  EXPECT_EQ(node(ir::OpCode::kCallFunction, "ones")->kwargs().at(0).second, cpu);
  const Tensor x = torch::randn({2, 3, 4, 4});
  EXPECT_EQ(floats(call_graph(captured, x)), floats(forward(x)));
  EXPECT_EQ(floats(call_graph(trace(captured), x)), floats(forward(x)));
  ir::GraphModule core = captured.clone();
  ir::lower_to_core(core);
  EXPECT_EQ(floats(call_graph(core, x)), floats(forward(x)));
}

TEST(FxTracing, B17_StructuredBindingOfSeveralResults) {
  const ir::GraphModule captured = trace(
      [](const Tensor& x) {
        auto [values, indices] = torch::max(x, 1);
        return values + indices;
      },
      {spec("x: f32[2,3]")});
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "getitem"), 2u);
}

TEST(FxTracing, B18_SizesAreRecordedAndCountsOfConcreteValuesAreNot) {
  const ir::GraphModule captured = trace(
      [](const Tensor& x) {
        const std::vector<int> list = {1, 2, 3};
        return x.view({x.size(0), -1}) * static_cast<double>(list.size());
      },
      {spec("x: f32[N,2,3]")});
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallMethod, "size"), 1u);
}

TEST(FxTracing, B20_ConditionOnAProxyNamesTheNode) {
  const Diagnostic error = error_of([] {
    trace(
        [](const Tensor& x) {
          const Tensor total = x.sum();
          if (total > 0) return x;
          return -x;
        },
        {spec("x: f32[2]")}, {.max_paths = 1});
  });
  EXPECT_STREQ(error.kind->id, "W4001");
  EXPECT_NE(error.message.find("`gt`"), std::string::npos) << error.message;
  EXPECT_EQ(error.location.line, __LINE__ - 7);
  EXPECT_NE(std::string(error.location.file).find("fx_tracing_test.cpp"), std::string::npos);
}

TEST(FxTracing, B21_AssertionIsRecordedAndFiresWhenTheGraphRuns) {
  const ir::GraphModule captured = trace(
      [](const Tensor& x) {
        assert_true(torch::scalar_tensor(x.size(0)) > 2, "at least three rows");
        return x + 1;
      },
      {spec("x: f32[N]")});
  EXPECT_EQ(floats(call_graph(captured, torch::zeros({3}))).size(), 3u);
  const Diagnostic error = error_of([&] { call_graph(captured, torch::zeros({2})); });
  EXPECT_STREQ(error.kind->id, "W2103");
  EXPECT_EQ(error.location.line, __LINE__ - 7);
}

TEST(FxTracing, B22_AssertionsWithAndWithoutMessage) {
  ir::GraphModule captured = trace([](const Tensor& x) {
    assert_true(x > 0);
    assert_true(x < 5, "too large");
    return x;
  });
  captured.graph.eliminate_dead_code();
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "assert_true"), 2u);
  EXPECT_EQ(error_id([&] { call_graph(captured, torch::zeros({1})); }), "W2103");
  EXPECT_NE(
      error_of([&] { call_graph(captured, torch::full({1}, 9.0)); }).message.find("too large"),
      std::string::npos);
}

TEST(FxTracing, B23_WritesAreRefusedWhereTheCheckIsOn) {
  struct Strict : Tracer {
    Strict() { check_mutable_operations = true; }
  };
  const Diagnostic error = error_of(
      [] { trace([](const Tensor& x) { return (x * 2).add_(1); }, {}, with_tracer<Strict>()); });
  EXPECT_STREQ(error.kind->id, "W4008");
  EXPECT_NE(error.message.find("add_(Tensor(a!) input"), std::string::npos) << error.message;
}

TEST(FxTracing, B24_CreateNodeMayVeto) {
  struct NoWrites : Tracer {
    ir::Node* create_node(ir::OpCode opcode, const std::string& target,
                          std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                          SourceLocation where) override {
      if (target.ends_with('_')) throw std::runtime_error("no " + target);
      return Tracer::create_node(opcode, target, std::move(args), std::move(kwargs), where);
    }
  };
  const auto options = with_tracer<NoWrites>();
  EXPECT_THROW(trace([](const Tensor& x) { return (x * 2).add_(1); }, {}, options),
               std::runtime_error);
  EXPECT_THROW(trace([](const Tensor& x) { return torch::relu_(x); }, {}, options),
               std::runtime_error);
  trace([](const Tensor& x) { return x.add(1); }, {}, options);
}

TEST(FxTracing, B25_CreateNodeMayTagEveryNode) {
  struct Tagging : Tracer {
    ir::Node* create_node(ir::OpCode opcode, const std::string& target,
                          std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                          SourceLocation where) override {
      ir::Node* node =
          Tracer::create_node(opcode, target, std::move(args), std::move(kwargs), where);
      node->meta.custom["tag"] = 7;
      return node;
    }
  };
  Model model;
  const ir::GraphModule captured = trace(model, {spec("x: f32[2,3]")}, with_tracer<Tagging>());
  for (const ir::Node* node : captured.graph) {
    ASSERT_EQ(node->meta.custom.count("tag"), 1u) << node->format();
    EXPECT_EQ(node->meta.custom.at("tag"), ir::Argument(7));
  }
}

TEST(FxTracing, B26_NoLeafTracerHasNoModuleCalls) {
  Model model;
  const ir::GraphModule captured = trace(model, {spec("x: f32[2,3]")}, with_tracer<OpenTracer>());
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallModule), 0u);
  EXPECT_EQ(count(captured.graph, ir::OpCode::kGetAttr, "block.fc.weight"), 1u);
}

TEST(FxTracing, B27_UserModulesMayBeLeaves) {
  struct BlocksAreLeaves : Tracer {
    bool is_leaf_module(const nn::Module& module, const std::string& path) override {
      return path == "block" || Tracer::is_leaf_module(module, path);
    }
  };
  Model model;
  const Tensor x = torch::arange(6, torch::kFloat).view({2, 3});
  const ir::GraphModule captured = trace(model, {x}, with_tracer<BlocksAreLeaves>());
  EXPECT_EQ(steps(captured.graph)[3], "call_module block");
  EXPECT_EQ(floats(call_graph(captured, x)), floats(model.forward(x)));
  const ir::GraphModule opened = inline_modules(captured);
  EXPECT_EQ(count(opened.graph, ir::OpCode::kCallModule), 0u);
  EXPECT_EQ(floats(call_graph(opened, x)), floats(model.forward(x)));
}

TEST(FxTracing, B28_DecoratedForwardIsTracedThrough) {
  Model model;
  const auto decorated = [&](const Tensor& x) { return torch::relu(model.forward(x)); };
  EXPECT_EQ(count(trace(model).graph, ir::OpCode::kCallFunction, "relu"), 1u);
  const ir::GraphModule captured = trace(model, decorated, {spec("x: f32[2,3]")});
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "relu"), 2u);
}

TEST(FxTracing, B29_ScopesAroundForward) {
  const ir::GraphModule captured = trace([](const Tensor& x) {
    const NoGradGuard no_grad;
    return x + 1;
  });
  EXPECT_EQ(captured.graph.size(), 3u);
}

TEST(FxTracing, B30_OtherMethods) {
  Block block;
  const ir::GraphModule captured =
      trace(block, &Block::encode, {spec("x: f32[2,3]"), concrete(2.0, "scale")});
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallModule, "fc"), 1u);
  EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, "relu"), 0u);
}

TEST(FxTracing, B39_TypesReachThePrintedGraph) {
  const ir::GraphModule captured =
      trace([](const Tensor& x, const std::optional<Tensor>& y, Scalar k) { return (x + *y) * k; });
  const std::string code = captured.graph.code();
  EXPECT_NE(code.find("std::optional<Tensor> input_2, Scalar input_3"), std::string::npos) << code;
}

TEST(FxTracing, B39_TheTypeOfTheResultReachesThePrintedGraph) {
  const ir::GraphModule pair =
      trace([](const Tensor& x) { return std::make_tuple(x, std::vector<Tensor>{x}); });
  EXPECT_TRUE(pair.graph.code().starts_with("std::tuple<Tensor, std::vector<Tensor>> forward("))
      << pair.graph.code();
  EXPECT_EQ(trace(pair).graph.output_node()->meta.type, pair.graph.output_node()->meta.type);
  EXPECT_TRUE(trace([](const Tensor& x) { return x; }).graph.output_node()->meta.type.empty());
  struct Pairs : nn::Module {
    std::pair<Tensor, Tensor> forward(Tensor x) { return {x, x + 1}; }
  } model;
  const std::string type = "std::pair<Tensor, Tensor>";
  EXPECT_EQ(trace(model).graph.output_node()->meta.type, type);
  EXPECT_EQ(trace(model, &Pairs::forward).graph.output_node()->meta.type, type);
}

TEST(FxTracing, B87_ParametersCanBeSubstitutedForOneRun) {
  Model model;
  const ir::GraphModule captured = trace([&](const Tensor& x) { return x * model.scale; });
  ir::Interpreter interpreter(captured, eager_executor());
  interpreter.seed(captured.graph.find_nodes(ir::OpCode::kGetAttr).at(0),
                   torch::full({3}, 7.0).handle());
  EXPECT_EQ(floats(Tensor(*interpreter.run({torch::ones({3}).handle()}).tensor())),
            (std::vector<float>{7, 7, 7}));
  EXPECT_EQ(floats(model.scale), (std::vector<float>{2, 2, 2}));
}

TEST(FxTracing, B90_ErrorsOfARunPointAtTheModelsLine) {
  const ir::GraphModule captured = trace([](const Tensor& x, const Tensor& y) { return x + y; });
  const int line = __LINE__ - 1;
  const Diagnostic error =
      error_of([&] { call_graph(captured, torch::ones({2}), torch::ones({3})); });
  EXPECT_STREQ(error.kind->id, "W1206");
  EXPECT_EQ(error.location.line, line);
}

Tensor helper(const Tensor& x) {
  return x + 1;  // innermost
}

TEST(FxTracing, B99_CallersAreRecordedOnRequest) {
  const auto forward = [](const Tensor& x) {
    return torch::relu(helper(x));  // caller
  };
  const int caller = __LINE__ - 2;
  const auto traced = [&](bool record) {
    return trace(forward, {}, {.record_stack_traces = record});
  };
  const ir::GraphModule without = traced(false);
  for (const ir::Node* node : without.graph)
    EXPECT_TRUE(node->meta.custom.empty() || node->opcode() == ir::OpCode::kPlaceholder);
  const ir::GraphModule module = traced(true);
  const ir::Node* add = module.graph.find_nodes(ir::OpCode::kCallFunction, "add").at(0);
  const std::string frames = *add->meta.custom.at("stack_trace").text();
  const std::string file = "fx_tracing_test.cpp:";
  const std::size_t outer = frames.find(file + std::to_string(caller) + " in ");
  const std::size_t inner = frames.find(file + std::to_string(add->meta.location.line) + " in ");
  ASSERT_NE(outer, std::string::npos) << frames;
  ASSERT_NE(inner, std::string::npos) << frames;
  EXPECT_LT(outer, inner) << "the innermost is last";
  EXPECT_NE(frames.find(" in helper"), std::string::npos) << frames;
  EXPECT_EQ(frames.find("frontend/trace/trace.h"), std::string::npos) << frames;
  struct Records : Tracer {
    Records() { record_stack_traces = true; }
  };
  const ir::GraphModule own = trace(forward, {}, with_tracer<Records>());
  EXPECT_TRUE(own.graph.output_node()->all_input_nodes()[0]->meta.custom.contains("stack_trace"));
}

TEST(FxTracing, B99_EveryNodeHasItsLineAndModules) {
  const ir::GraphModule captured = trace(
      [](Tensor x, const Tensor& i) {
        Tensor y = 2 - x;  // first line
        y += 1;
        y[0] = 3.0;
        y[1] = x[0];
        y = y[i];
        y = -y.relu();
        y = torch::cat({y, y});
        return y;
      },
      {spec("x: f32[2,2]"), spec("i: i64[1]")});
  const int first = __LINE__ - 10;
  std::vector<int> lines;
  for (const ir::Node* node : captured.graph) {
    const bool input = node->opcode() == ir::OpCode::kPlaceholder;
    if (input || node->opcode() == ir::OpCode::kOutput) continue;
    EXPECT_NE(std::string(node->meta.location.file).find("fx_tracing_test.cpp"), std::string::npos)
        << node->format() << " " << node->meta.location.str();
    lines.push_back(node->meta.location.line - first);
  }
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end()));
  EXPECT_EQ(std::set<int>(lines.begin(), lines.end()), (std::set<int>{0, 1, 2, 3, 4, 5, 6}));

  Model model;
  const ir::GraphModule modules = trace(model, {spec("x: f32[2,3]")});
  const ir::Node* relu = modules.graph.find_nodes(ir::OpCode::kCallFunction, "relu").at(0);
  EXPECT_EQ(relu->meta.module_stack, (std::vector<ir::ModuleFrame>{{"block", "Block"}}));
}

TEST(FxTracing, F08_ConditionErrorsSayEverything) {
  const Diagnostic error = error_of([] {
    trace([](const Tensor& x) { return x * static_cast<double>(x.size(0)); }, {spec("x: f32[N]")});
  });
  EXPECT_STREQ(error.kind->id, "W4002");
  EXPECT_EQ(error.location.line, __LINE__ - 3);
  EXPECT_NE(error.message.find("extent N"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("`size`"), std::string::npos) << error.message;
  EXPECT_FALSE(error.hint.empty());
}

TEST(FxTracing, F10_FactoriesAndRandomDrawsAreNodes) {
  const ir::GraphModule captured = trace(
      [](const Tensor& x) {
        return x + torch::randn({2}) + torch::zeros({2}) + torch::rand_like(x);
      },
      {spec("x: f32[2]")});
  for (const char* op : {"randn", "zeros", "rand_like"}) {
    EXPECT_EQ(count(captured.graph, ir::OpCode::kCallFunction, op), 1u) << op;
  }
  EXPECT_TRUE(captured.attributes().empty());
  EXPECT_NE(floats(call_graph(captured, torch::zeros({2}))),
            floats(call_graph(captured, torch::zeros({2}))));
}

TEST(FxTracing, UnrepeatableHostCodeIsNoticedAtItsLine) {
  int calls = 0;
  const Diagnostic error = error_of([&] {
    trace([&](const Tensor& x) {
      const Tensor y = x + 1;
      return y * static_cast<double>(++calls);
    });
  });
  EXPECT_STREQ(error.kind->id, "W4101");
  EXPECT_EQ(error.location.line, __LINE__ - 4);
  EXPECT_EQ(error_id([&] {
              trace([&](const Tensor& x) {
                Tensor table;
                {
                  const HandlerScope eager(nullptr);
                  table = torch::full({1}, static_cast<double>(++calls));
                }
                return x + table;
              });
            }),
            "W4101")
      << "constants are compared too";
}

TEST(FxTracing, LayersRefuseWhatIsNoTensor) {
  struct Net : torch::nn::Module {
    Net() { fc = register_module("fc", torch::nn::Linear(2, 2)); }
    Tensor forward(const Tensor& x) { return fc(x); }
    torch::nn::Linear fc{nullptr};
  };
  Net net;
  const ir::GraphModule captured = trace(net);
  for (const ir::Value& value : {ir::Value(1.5), ir::Value(), ir::Value(std::string("x")),
                                 ir::Value(std::vector<ir::Value>())}) {
    const std::string id =
        error_id([&] { ir::Interpreter(captured, eager_executor()).run({value}); });
    EXPECT_TRUE(id == "W3005" || id == "W1204" || id == "W2001") << id;
  }
  const Diagnostic error = error_of(
      [&] { ir::Interpreter(captured, eager_executor()).run({torch::ones({2, 5}).handle()}); });
  EXPECT_STREQ(error.kind->id, "W1207");
  EXPECT_NE(std::string(error.location.file).find("fx_tracing_test.cpp"), std::string::npos)
      << "the call is the user's line, not the layer's";
}

}  // namespace
}  // namespace weft
