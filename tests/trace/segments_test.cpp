/// \file Segments of a transformed source: run, captured, and run by compiled code.
#include <weft/frontend/trace/segment.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <torch/torch.h>

#include <weft/frontend/trace/segment_recorder.h>
#include <weft/ir/interpreter.h>
#include <weft/runtime/deploy/tensor_view.h>
#include <weft/runtime/dispatch.h>

namespace weft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// As the frontend writes it.
struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(4, 3));
    gain = register_parameter("gain", torch::full({3}, 2.0));
    loose = torch::full({3}, 5.0);
    eval();
  }

  Tensor forward(Tensor x) {
    auto weft_segment_1_1 = segment(
        "net.cpp:1:1", segment_owner(this),
        [this](Tensor x) {
          x = torch::relu(fc->forward(x)) * gain;
          auto y = x + tol;
          return std::make_tuple(x, y);
        },
        segment_members(gain, tol), x);
    x = std::get<0>(std::move(weft_segment_1_1));
    Tensor y = std::get<1>(std::move(weft_segment_1_1));
    const float s = segment(
                        "net.cpp:2:1", segment_owner(this),
                        [](const Tensor& y) -> Tensor { return y.sum(); }, segment_members(), y)
                        .item<float>();
    if (segment_decision("net.cpp:3:1", s > 0)) {
      auto weft_segment_4_1 = segment(
          "net.cpp:4:1", segment_owner(this),
          [](const auto& s, Tensor x) {
            x = x * s;
            return std::make_tuple(x);
          },
          segment_members(), s, x);
      x = std::get<0>(std::move(weft_segment_4_1));
    } else {
      auto weft_segment_5_1 = segment(
          "net.cpp:5:1", segment_owner(this),
          [](Tensor x) {
            x = -x;
            return std::make_tuple(x);
          },
          segment_members(), x);
      x = std::get<0>(std::move(weft_segment_5_1));
    }
    return x;
  }

  torch::nn::Linear fc{nullptr};
  Tensor gain, loose;
  double tol = 0.5;
};

Tensor ramp(std::vector<std::int64_t> sizes) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  return torch::arange(count, torch::kFloat).reshape(sizes) * 0.25 - 1.0;
}

const RecordedSegment& at_site(const SegmentRecorder& recorder, const std::string& site) {
  for (const RecordedSegment& segment : recorder.segments()) {
    if (segment.site == site) return segment;
  }
  throw std::runtime_error("no segment at " + site);
}

/// The outputs of a captured segment for these inputs.
std::vector<Tensor> interpreted(const RecordedSegment& segment, std::vector<ir::Value> inputs) {
  ir::Interpreter interpreter(segment.graph, eager_executor());
  std::vector<Tensor> results;
  for (const ir::Value& leaf : flatten_value(interpreter.run(std::move(inputs)))) {
    results.emplace_back(*leaf.tensor());
  }
  return results;
}

/// Runs one segment under a recorder and returns what was recorded of it.
template <typename Body, typename... Inputs>
RecordedSegment record(nn::Module* owner, const Body& body, const Inputs&... inputs) {
  SegmentRecorder recorder;
  const SegmentHandlerScope scope(&recorder);
  segment("here", owner, body, segment_members(), inputs...);
  return RecordedSegment{.site = recorder.segments().at(0).site,
                         .key = recorder.segments().at(0).key,
                         .reason = recorder.segments().at(0).reason,
                         .graph = recorder.segments().at(0).graph.clone(),
                         .sources = recorder.segments().at(0).sources,
                         .input_leaves = recorder.segments().at(0).input_leaves,
                         .fingerprint = recorder.segments().at(0).fingerprint,
                         .result = recorder.segments().at(0).result,
                         .strides = recorder.segments().at(0).strides};
}

TEST(Segments, RunTheirTextWhereNothingIsCompiled) {
  Net net;
  const Tensor x = ramp({2, 4});
  const Tensor hidden = torch::relu(net.fc->forward(x)) * net.gain;
  const float s = (hidden + 0.5).sum().item<float>();
  EXPECT_TRUE(torch::equal(net.forward(x), hidden * s));
}

TEST(Segments, AreCapturedWithWhatTheyTakeAndUse) {
  Net net;
  SegmentRecorder recorder;
  const Tensor x = ramp({2, 4});
  Tensor result;
  {
    const SegmentHandlerScope scope(&recorder);
    result = net.forward(x);
  }
  EXPECT_TRUE(torch::equal(result, net.forward(x)));
  const RecordedSegment& first = at_site(recorder, "net.cpp:1:1");
  EXPECT_EQ(first.reason, "");
  EXPECT_EQ(first.key, "f32[2,4] |f32[3] d3fe0000000000000 |ee");
  EXPECT_EQ(first.result, "(o0 o1 )");
  ASSERT_THAT(first.sources, SizeIs(4));
  using Kind = CompiledSegment::Source::Kind;
  EXPECT_EQ(first.sources[0].kind, Kind::kTensor);
  EXPECT_EQ(first.sources[0].leaf, 0u);
  std::vector<std::string> paths;
  std::vector<std::size_t> members;
  for (const auto& source : first.sources) {
    if (source.kind == Kind::kPath) paths.push_back(source.path);
    if (source.kind == Kind::kTensor && source.leaf > 0) members.push_back(source.leaf);
  }
  EXPECT_THAT(paths, ElementsAre("fc.weight", "fc.bias"));
  EXPECT_THAT(members, ElementsAre(1)) << "the member, though it is a parameter too";
  std::vector<ir::Value> inputs;
  for (const auto& source : first.sources) {
    inputs.push_back(source.kind == Kind::kPath ? tensor_at_path(net, source.path)
                     : source.leaf == 0         ? x.handle()
                                                : net.gain.handle());
  }
  const std::vector<Tensor> outputs = interpreted(first, inputs);
  const Tensor hidden = torch::relu(net.fc->forward(x)) * net.gain;
  EXPECT_TRUE(torch::equal(outputs.at(0), hidden));
  EXPECT_TRUE(torch::equal(outputs.at(1), hidden + 0.5));
}

TEST(Segments, FloatsAreInputsAndNeverBuiltIn) {
  Net net;
  SegmentRecorder recorder;
  {
    const SegmentHandlerScope scope(&recorder);
    net.forward(ramp({2, 4}));
  }
  const RecordedSegment& scaled = at_site(recorder, "net.cpp:4:1");
  EXPECT_EQ(scaled.reason, "");
  EXPECT_EQ(scaled.key, "d f32[2,3] ||ee");
  ASSERT_THAT(scaled.sources, SizeIs(2));
  EXPECT_EQ(scaled.sources[0].kind, CompiledSegment::Source::Kind::kNumber);
  EXPECT_EQ(scaled.sources[0].dtype, DType::kFloat32);
  const Tensor x = ramp({2, 3});
  const std::vector<Tensor> outputs =
      interpreted(scaled, {torch::full({}, 0.75f).handle(), x.handle()});
  EXPECT_TRUE(torch::equal(outputs.at(0), x * 0.75f));
}

TEST(Segments, DecisionsAreSeenBothWays) {
  SegmentRecorder recorder;
  const bool all = explore_segments(recorder, [] {
    Net net;
    net.forward(ramp({2, 4}));
  });
  EXPECT_TRUE(all);
  EXPECT_EQ(at_site(recorder, "net.cpp:4:1").reason, "");
  EXPECT_EQ(at_site(recorder, "net.cpp:5:1").reason, "");
}

TEST(Segments, LoopsOnDataEndWhenTheyAreForced) {
  SegmentRecorder recorder;
  explore_segments(recorder, [] {
    Tensor x = torch::ones({2});
    while (segment_decision("loop", x.sum().item<float>() < 100)) {
      x = segment(
          "body", nullptr, [](const Tensor& x) -> Tensor { return x * 2; }, segment_members(), x);
    }
  });
  EXPECT_THAT(recorder.segments(), SizeIs(1));
}

TEST(Segments, RunsThatDifferAreImpure) {
  SegmentRecorder recorder;
  std::int64_t count = 0;
  try {
    explore_segments(recorder, [&] {
      ++count;
      segment(
          "here", nullptr, [](std::int64_t n, const Tensor& x) -> Tensor { return x * n; },
          segment_members(), count, torch::ones({2}));
    });
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "W4101");
  }
}

TEST(Segments, ExceptionsOnForcedWaysAreNoErrors) {
  SegmentRecorder recorder;
  EXPECT_TRUE(explore_segments(recorder, [] {
    if (segment_decision("never", false)) throw std::runtime_error("the data never goes here");
  }));
  EXPECT_THROW(explore_segments(recorder, [] { throw std::runtime_error("it does"); }),
               std::runtime_error);
}

TEST(Segments, WhatIsNotProvenStaysText) {
  Net net;
  const Tensor x = ramp({2, 3});
  EXPECT_THAT(record(
                  nullptr, [](const Tensor& x) -> Tensor { return x.t(); }, x)
                  .reason,
              HasSubstr("shares memory"));
  EXPECT_THAT(record(
                  &net, [&](const Tensor& x) { return std::make_tuple(x + 1, net.gain); }, x)
                  .reason,
              HasSubstr("shares memory"));
  EXPECT_THAT(record(
                  nullptr,
                  [](const Tensor& x) {
                    Tensor y = x + 1;
                    return std::make_tuple(y, y.t());
                  },
                  x)
                  .reason,
              HasSubstr("shares memory"));
  EXPECT_THAT(record(
                  nullptr, [](const Tensor& x) { return x + torch::randn({2, 3}); }, x)
                  .reason,
              HasSubstr("random"));
  EXPECT_THAT(record(
                  &net, [&](const Tensor& x) -> Tensor { return x + net.loose; }, x)
                  .reason,
              HasSubstr("neither given nor a registered"));
  EXPECT_THAT(record(
                  nullptr, [](const Tensor& x) -> Tensor { return x * x.sum().item<float>(); }, x)
                  .reason,
              ::testing::Not(IsEmpty()));
}

TEST(Segments, ErrorsOfTheTextAreTheUsers) {
  EXPECT_THROW(
      record(
          nullptr, [](const Tensor& x) -> Tensor { return x + torch::ones({5}); }, ramp({2, 3})),
      Error);
}

TEST(Segments, TheTensorThatIsGivenComesBackItself) {
  const Tensor x = ramp({2, 3});
  const RecordedSegment same =
      record(nullptr, [](Tensor x) { return std::make_tuple(x, torch::relu(x)); }, x);
  EXPECT_EQ(same.reason, "");
  EXPECT_EQ(same.result, "(a0 o0 )");
}

TEST(Segments, ResultsKeepTheirStrides) {
  const Tensor x = ramp({2, 3});
  const RecordedSegment turned =
      record(nullptr, [](const Tensor& x) -> Tensor { return torch::relu(x).t(); }, x);
  EXPECT_EQ(turned.reason, "");
  EXPECT_THAT(turned.strides, ElementsAre(ElementsAre(1, 3)));
}

TEST(Segments, KeysTellCallsApart) {
  const auto key = [](const auto&... inputs) {
    return record(
               nullptr, [](const auto&...) -> Tensor { return torch::ones({1}); }, inputs...)
        .key;
  };
  const Tensor x = ramp({2, 3});
  EXPECT_NE(key(x), key(ramp({3, 2})));
  EXPECT_NE(key(x), key(x.t().contiguous().t())) << "strides";
  EXPECT_NE(key(x), key(x.to(torch::kDouble)));
  EXPECT_NE(key(std::int64_t{1}), key(std::int64_t{2}));
  EXPECT_NE(key(true), key(false));
  EXPECT_EQ(key(1.5f), key(2.5f)) << "an input of the graph";
  EXPECT_NE(key(std::vector<Tensor>{x, x}), key(std::vector<Tensor>{x}));
  EXPECT_NE(key(std::vector<Tensor>{x}, x), key(x, std::vector<Tensor>{x}));
  EXPECT_NE(key(std::vector<double>{1.5}), key(std::vector<double>{2.5}));
}

TEST(Segments, TrainingModeOfEveryModuleIsPartOfTheKey) {
  Net net;
  const auto key = [&] {
    return record(&net, [](const Tensor& x) -> Tensor { return x + 1; }, ramp({2, 3})).key;
  };
  const std::string before = key();
  net.fc->train();
  EXPECT_NE(key(), before);
}

/// Compiled code that doubles two floats, and says so by adding 1000.
struct Doubling {
  static std::int32_t create(void** model, const char*, weft_status*) {
    static int one;
    *model = &one;
    return WEFT_OK;
  }
  static void destroy(void*) {}
  static std::size_t workspace_bytes(const void*) { return 16; }
  static std::int32_t run(const void*, const weft_tensor_view* inputs, std::int32_t,
                          const weft_tensor_view* outputs, std::int32_t, void*, std::size_t,
                          weft_status* status) {
    const auto* in = static_cast<const float*>(inputs[0].data);
    auto* out = static_cast<float*>(outputs[0].data);
    if (in[0] < 0) {
      status->message[0] = 0;
      return WEFT_OK + 1;
    }
    for (int i = 0; i < 2; ++i) out[i] = 2 * in[i] + 1000;
    return WEFT_OK;
  }
};

Tensor twice(const Tensor& x) {
  return segment(
      "twice", nullptr, [](const Tensor& x) -> Tensor { return x * 2; }, segment_members(), x);
}

TEST(Segments, CompiledCodeRunsTheCallsThatItIsFor) {
  BundleFunctions functions;
  functions.create = Doubling::create;
  functions.destroy = Doubling::destroy;
  functions.workspace_bytes = Doubling::workspace_bytes;
  functions.run = Doubling::run;
  BundlePorts ports;
  ports.written = {false};
  ports.outputs = {{DType::kFloat32, {2}}};
  CompiledSegment compiled;
  compiled.site = "twice";
  compiled.key = "f32[2] ||";
  compiled.sources = {{CompiledSegment::Source::Kind::kTensor, 0, {}, {}}};
  compiled.result = "o0 ";
  compiled.strides = {{}};
  compiled.fingerprint =
      record(
          nullptr, [](const Tensor& x) -> Tensor { return x * 2; }, torch::ones({2}))
          .fingerprint;
  compiled.code = std::make_shared<BundleCall>(functions, ports, "");
  register_segment(std::move(compiled));
  EXPECT_TRUE(torch::equal(twice(torch::tensor({1.f, 2.f})), torch::tensor({1002.f, 1004.f})));
  EXPECT_TRUE(torch::equal(twice(torch::tensor({1.f, 2.f, 3.f})), torch::tensor({2.f, 4.f, 6.f})))
      << "another key";
  EXPECT_TRUE(torch::equal(twice(torch::tensor({-1.f, 2.f})), torch::tensor({-2.f, 4.f})))
      << "refused by the code";
  EXPECT_EQ(segment_statistics().at("twice").compiled, 1u);
  EXPECT_EQ(segment_statistics().at("twice").text, 2u);
  forget_segments();
  EXPECT_TRUE(torch::equal(twice(torch::tensor({1.f, 2.f})), torch::tensor({2.f, 4.f})));
}

/// A block whose number is no part of the key where another object calls it.
struct Block : torch::nn::Module {
  explicit Block(double value) : factor(value) {}
  Tensor forward(const Tensor& x) { return x * factor; }
  double factor;
};
struct Holder : torch::nn::Module {
  explicit Holder(double factor)
      : block(register_module("block", std::make_shared<Block>(factor))) {}
  Tensor forward(const Tensor& x) {
    return segment(
        "holder", segment_owner(this),
        [this](const Tensor& x) -> Tensor { return block->forward(x); }, segment_members(), x);
  }
  std::shared_ptr<Block> block;
};

TEST(Segments, ObjectsThatAreMadeOtherwiseRunTheirText) {
  SegmentRecorder recorder;
  {
    const SegmentHandlerScope scope(&recorder);
    Holder(2).forward(torch::ones({2}));
  }
  BundleFunctions functions;
  functions.create = Doubling::create;
  functions.destroy = Doubling::destroy;
  functions.workspace_bytes = Doubling::workspace_bytes;
  functions.run = Doubling::run;
  BundlePorts ports;
  ports.written = {false};
  ports.outputs = {{DType::kFloat32, {2}}};
  const RecordedSegment& recorded = recorder.segments().at(0);
  register_segment({.site = recorded.site,
                    .key = recorded.key,
                    .sources = recorded.sources,
                    .result = recorded.result,
                    .strides = recorded.strides,
                    .fingerprint = recorded.fingerprint,
                    .code = std::make_shared<BundleCall>(functions, ports, "")});
  Holder same(2), other(3);
  const auto shared = std::make_shared<Holder>(3);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(same.forward(torch::ones({2}))[0].item<float>(), 1002) << "compiled";
    EXPECT_EQ(other.forward(torch::ones({2}))[0].item<float>(), 3);
    EXPECT_EQ(shared->forward(torch::ones({2}))[0].item<float>(), 3);
  }
  // Another object at the same place.
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(Holder(k % 2 == 0 ? 2 : 3).forward(torch::ones({2}))[0].item<float>(),
              k % 2 == 0 ? 1002 : 3);
  }
  forget_segments();
}

TEST(Segments, OperatorsThatChangeTheTensorItselfStayText) {
  EXPECT_THAT(record(
                  nullptr,
                  [](Tensor x) {
                    x.unsqueeze_(0);
                    return std::make_tuple(x, x * 2);
                  },
                  ramp({2, 3}))
                  .reason,
              HasSubstr("changes the shape"));
}

TEST(Segments, TensorsAreFoundByTheirPaths) {
  Net net;
  EXPECT_EQ(tensor_at_path(net, "fc.weight"), net.fc->weight.handle());
  EXPECT_EQ(tensor_at_path(net, "gain"), net.gain.handle());
  for (const char* path : {"fc", "fc.none", "none.weight", "", ".", "fc.weight.x"}) {
    EXPECT_EQ(tensor_at_path(net, path), nullptr) << path;
  }
}

}  // namespace
}  // namespace weft
