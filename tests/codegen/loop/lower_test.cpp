/// \file Lowering of small graphs: the results are right in every way of lowering, and the kernels
/// are those that one would write.
#include <gtest/gtest.h>

#include "check.h"
#include "graph_maker.h"

namespace weft::codegen::test {
namespace {

using ir::Node;

TEST(Lower, PointwiseChainIsOneKernel) {
  GraphMaker g;
  Node* x = g.input("x", {4, 6});
  Node* y = g.op("exp", {g.op("mul", {x, 2.0})});
  const Program p = check(g.core({g.op("add", {y, x})}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
  EXPECT_EQ(p.arena_bytes.value(), 0);
}

TEST(Lower, SeveralResultsOfOneSpaceShareAKernel) {
  GraphMaker g;
  Node* x = g.input("x", {4, 6});
  Node* y = g.op("exp", {x});
  Node* z = g.op("mul", {y, x});
  Node* w = g.op("sin", {x});
  const Program p = check(g.core({y, z, w}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, SoftmaxIsOneKernel) {
  GraphMaker g;
  Node* x = g.input("x", {5, 7});
  const Program p = check(g.core({g.op("softmax", {x, 1})}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
  EXPECT_EQ(p.arena_bytes.value(), 0);
}

TEST(Lower, SoftmaxOfChannelsRunsOverPixelsInVectors) {
  GraphMaker g;
  Node* x = g.input("x", {2, 5, 4, 16});
  const Program p = check(g.core({g.op("softmax", {x, 1})}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
  EXPECT_NE(print(p).find("vector i1 < 64\n"), std::string::npos) << print(p);
}

TEST(Lower, SoftmaxOfScaledAndMaskedScores) {
  GraphMaker g;
  Node* x = g.input("x", {2, 3, 5, 5});
  Node* mask = g.input("mask", {2, 1, 1, 5});
  Node* scores = g.op("add", {g.op("div", {x, 8.0}), mask});
  const Program p = check(g.core({g.op("softmax", {scores, -1})}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, LogSoftmaxIsOneKernel) {
  GraphMaker g;
  Node* x = g.input("x", {5, 7});
  const Program p = check(g.core({g.op("log_softmax", {x, 1})}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, LayerNormWithResidualIsOneKernel) {
  GraphMaker g;
  Node* x = g.input("x", {3, 4, 8});
  Node* y = g.input("y", {3, 4, 8});
  Node* w = g.weight("norm.weight", {8});
  Node* b = g.weight("norm.bias", {8});
  Node* sum = g.op("add", {x, y});
  Node* norm = g.op("layer_norm", {sum, GraphMaker::ints({8}), w, b, 1e-5});
  const Program p = check(g.core({norm, sum}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, GroupNormIsOneKernel) {
  GraphMaker g;
  Node* x = g.input("x", {2, 6, 3, 4});
  Node* w = g.weight("norm.weight", {6});
  Node* b = g.weight("norm.bias", {6});
  const Program p = check(g.core({g.op("group_norm", {x, 3, w, b, 1e-5})}));
  EXPECT_LE(p.kernels.size(), 2u) << print(p);
}

TEST(Lower, LinearWithActivationAndResidual) {
  GraphMaker g;
  Node* x = g.input("x", {2, 3, 8});
  Node* w = g.weight("fc.weight", {8, 8});
  Node* b = g.weight("fc.bias", {8});
  Node* y = g.op("add", {g.op("gelu", {g.op("linear", {x, w, b})}), x});
  const Program p = check(g.core({y}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, EpilogueThroughAView) {
  GraphMaker g;
  Node* x = g.input("x", {6, 4});
  Node* w = g.weight("w", {8, 4});
  Node* r = g.input("r", {2, 3, 8});
  Node* y = g.op("view", {g.op("linear", {x, w}), GraphMaker::ints({2, 3, 8})});
  const Program p = check(g.core({g.op("relu", {g.op("add", {y, r})})}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, DigitsNetwork) {
  GraphMaker g;
  Node* x = g.input("x", {2, 1, 8, 8});
  const auto block = [&](const std::string& k, Node* in, std::int64_t from, std::int64_t to) {
    g.module_path = "conv" + k;
    g.module_type = "Conv2d";
    Node* value = g.op("conv2d", {in, g.weight("conv" + k + ".weight", {to, from, 3, 3}), nullptr,
                                  GraphMaker::ints({1, 1}), GraphMaker::ints({1, 1})});
    g.module_path = "bn" + k;
    g.module_type = "BatchNorm2d";
    value = g.op("batch_norm",
                 {value, g.weight("bn" + k + ".weight", {to}), g.weight("bn" + k + ".bias", {to}),
                  g.weight("bn" + k + ".running_mean", {to}),
                  g.weight("bn" + k + ".running_var", {to}), false, 0.1, 10.0});
    g.module_path = "";
    value = g.op("relu", {value});
    ++g.line;
    return value;
  };
  const auto linear = [&](const std::string& name, Node* in, std::int64_t from, std::int64_t to) {
    g.module_path = name;
    g.module_type = "Linear";
    Node* value = g.op(
        "linear", {in, g.weight(name + ".weight", {to, from}), g.weight(name + ".bias", {to})});
    g.module_path = "";
    return value;
  };
  Node* h = block("2", block("1", x, 1, 4), 4, 8);
  h = g.op("flatten", {g.op("max_pool2d", {h, GraphMaker::ints({2, 2})}), 1});
  h = g.op("relu", {linear("fc1", h, 128, 16)});
  h = g.op("log_softmax", {linear("fc2", h, 16, 10), 1});
  const Program p = check(g.core({h}));
  EXPECT_EQ(kernel_names(p),
            (std::vector<std::string>{"bn1", "bn2", "conv1_bn1_relu", "conv2_bn2_relu",
                                      "max_pool2d", "fc1_relu", "fc2", "log_softmax"}))
      << print(p);
  EXPECT_EQ(p.kernels[2].comments, (std::vector<std::string>{"net.cpp:1 relu(bn1(conv1(x)))"}));
  // What the two normalisations make of their weights: four rows of 4 or 8 floats.
  EXPECT_TRUE(p.kernels[0].weights_only && p.kernels[1].weights_only);
  EXPECT_FALSE(p.kernels[2].weights_only);
  EXPECT_EQ(p.constant_bytes, 4 * 64);
}

TEST(Lower, AttentionHasSevenKernels) {
  GraphMaker g;
  const std::int64_t batch = 2, length = 5, heads = 3, width = 4, hidden = heads * width;
  Node* x = g.input("x", {batch, length, hidden});
  const auto head = [&](const std::string& name) {
    g.module_path = name;
    g.module_type = "Linear";
    Node* y = g.op("linear", {x, g.weight(name + ".weight", {hidden, hidden}),
                              g.weight(name + ".bias", {hidden})});
    g.module_path = "";
    y = g.op("view", {y, GraphMaker::ints({batch, length, heads, width})});
    return g.op("transpose", {y, 1, 2});
  };
  Node* q = head("query");
  Node* k = head("key");
  Node* v = head("value");
  Node* scores = g.op("matmul", {q, g.op("transpose", {k, -1, -2})});
  Node* weights = g.op("softmax", {g.op("div", {scores, 2.0}), -1});
  Node* context = g.op("transpose", {g.op("matmul", {weights, v}), 1, 2});
  context = g.op("reshape", {context, GraphMaker::ints({batch, length, hidden})});
  g.module_path = "output";
  Node* y = g.op("linear", {context, g.weight("output.weight", {hidden, hidden}),
                            g.weight("output.bias", {hidden})});
  g.module_path = "";
  const Program p = check(g.core({g.op("add", {y, x})}));
  // query, key, value, scores, softmax, context in its new order, output.
  EXPECT_EQ(kernel_names(p), (std::vector<std::string>{"query", "key", "value", "matmul_div",
                                                       "softmax", "matmul_reshape", "output_add"}))
      << print(p);
}

TEST(Lower, ResidualBlock) {
  GraphMaker g;
  Node* x = g.input("x", {2, 4, 6, 6});
  const auto conv = [&](const std::string& name, Node* in, std::int64_t kernel) {
    g.module_path = name;
    g.module_type = "Conv2d";
    const std::int64_t pad = kernel / 2;
    Node* y = g.op("conv2d", {in, g.weight(name + ".weight", {4, 4, kernel, kernel}), nullptr,
                              GraphMaker::ints({1, 1}), GraphMaker::ints({pad, pad})});
    g.module_path = "";
    return y;
  };
  Node* h = g.op("relu", {conv("conv1", x, 3)});
  Node* y = conv("conv2", h, 3);
  Node* shortcut = conv("downsample", x, 1);
  const Program p = check(g.core({g.op("relu", {g.op("add", {y, shortcut})})}));
  EXPECT_EQ(kernel_names(p),
            (std::vector<std::string>{"conv1_relu", "conv2", "downsample_add_relu"}))
      << print(p);
}

TEST(Lower, SqueezeAndExcite) {
  GraphMaker g;
  Node* x = g.input("x", {2, 8, 5, 5});
  Node* pooled = g.op("adaptive_avg_pool2d", {x, GraphMaker::ints({1, 1})});
  Node* w1 = g.weight("reduce.weight", {2, 8, 1, 1});
  Node* w2 = g.weight("expand.weight", {8, 2, 1, 1});
  Node* h = g.op("relu", {g.op("conv2d", {pooled, w1})});
  Node* scale = g.op("hardsigmoid", {g.op("conv2d", {h, w2})});
  const Program p = check(g.core({g.op("mul", {x, scale})}));
  EXPECT_EQ(p.kernels.size(), 4u) << print(p);
}

TEST(Lower, EmbeddingsAndLayerNorm) {
  GraphMaker g;
  Node* ids = g.input("ids", {2, 5}, DType::kInt64);
  Node* word = g.op("embedding", {g.weight("word.weight", {7, 6}), g.op("remainder", {ids, 7})});
  Node* positions = g.op("arange", {5});
  Node* position = g.op("embedding", {g.weight("position.weight", {9, 6}), positions});
  Node* sum = g.op("add", {word, position});
  const Program p = check(g.core({g.op("layer_norm", {sum, GraphMaker::ints({6})})}));
  // The rows of known positions are a slice of the weight.
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, ReductionsOverTheSameRowsShareAKernel) {
  GraphMaker g;
  Node* x = g.input("x", {6, 9});
  Node* largest = g.op("max.dim", {x, 1});
  Node* mean = g.op("mean.dim", {x, GraphMaker::ints({1})});
  const Program p = check(g.core({g.item(largest, 0), g.item(largest, 1), mean}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
}

TEST(Lower, ColumnReductionIsVectorisedOverColumns) {
  GraphMaker g;
  Node* x = g.input("x", {9, 32});
  const Program p = check(g.core({g.op("sum.dim", {x, GraphMaker::ints({0})})}));
  EXPECT_NE(print(p).find("vector i0 < 32\n    t0: f32 = sum over r0 < 9"), std::string::npos)
      << print(p);
}

TEST(Lower, LargeWorkIsParallel) {
  GraphMaker g;
  Node* x = g.input("x", {4, 3, 40, 50});
  const Program p = check(g.core({g.op("sigmoid", {g.op("transpose", {x, 0, 1})})}));
  EXPECT_NE(print(p).find("  parallel i0 < 12\n    vector i1 < 2000\n"), std::string::npos)
      << print(p);
  GraphMaker h;
  Node* y = h.input("y", {100000});
  const Program q = lower(h.core({h.op("exp", {y})}));
  EXPECT_NE(print(q).find("\n  vector i0 < 100000\n"), std::string::npos) << print(q);
}

TEST(Lower, FewLongRowsAreCut) {
  GraphMaker g;
  Node* x = g.input("x", {2, 20011});
  const Program p = check(g.core({g.op("exp", {g.op("slice", {x, 1, 1, 20008})})}));
  EXPECT_NE(print(p).find("min("), std::string::npos) << print(p);
}

TEST(Lower, OutputsThatAreInputsWeightsAndEachOther) {
  GraphMaker g;
  Node* x = g.input("x", {2, 3});
  Node* w = g.weight("w", {4});
  Node* y = g.op("neg", {x});
  const Program p =
      check(g.core({x, w, y, y, g.op("t", {y}), g.op("view", {y, GraphMaker::ints({6})})}));
  EXPECT_EQ(p.outputs.size(), 6u);
}

TEST(Lower, ReshapedResultNeedsNoCopy) {
  GraphMaker g;
  Node* x = g.input("x", {2, 3});
  const Program p = check(g.core({g.op("view", {g.op("neg", {x}), GraphMaker::ints({3, 2})})}));
  EXPECT_EQ(p.kernels.size(), 1u) << print(p);
  EXPECT_EQ(p.outputs[0].meta.str(), "f32[3, 2]");
}

TEST(Lower, EmptyAndScalarTensors) {
  GraphMaker g;
  Node* empty = g.input("empty", {0, 3});
  Node* scalar = g.input("scalar", {});
  Node* x = g.input("x", {2, 3});
  const Program p =
      check(g.core({g.op("sum.dim", {empty, GraphMaker::ints({0})}), g.op("exp", {empty}),
                    g.op("add", {x, scalar}), g.op("cat", {std::vector<ir::Argument>{empty, x}, 0}),
                    g.op("exp", {scalar}), g.op("sum", {scalar})}));
  EXPECT_EQ(p.outputs[1].meta.str(), "f32[0, 3]");
}

TEST(Lower, ProductsOfVectorsAndEmptyDepth) {
  GraphMaker g;
  Node* a = g.input("a", {3, 4});
  Node* v = g.input("v", {4});
  Node* u = g.input("u", {3});
  Node* none = g.input("none", {3, 0});
  Node* gone = g.input("gone", {0, 4});
  check(g.core({g.op("matmul", {a, v}), g.op("matmul", {u, a}), g.op("matmul", {v, v}),
                g.op("matmul", {none, gone}), g.op("outer", {u, v})}));
}

TEST(Lower, IntegerHalfAndDoubleProducts) {
  GraphMaker g;
  std::vector<Node*> results;
  for (const DType type : {DType::kInt32, DType::kInt64, DType::kFloat16, DType::kBFloat16,
                           DType::kFloat64, DType::kUInt8}) {
    const std::string name(ir::dtype_short_name(type));
    Node* a = g.input("a_" + name, {3, 4}, type);
    Node* b = g.input("b_" + name, {4, 5}, type);
    results.push_back(g.op("add", {g.op("matmul", {a, b}), 1}));
  }
  check(g.core(results));
}

TEST(Lower, EinsumThatIsNoMatrix) {
  GraphMaker g;
  Node* a = g.input("a", {2, 3, 4});
  Node* b = g.input("b", {4, 2, 5});
  std::vector<ir::Argument> operands{a, b};
  check(
      g.core({g.op("einsum", {"bij,jbk->bik", operands}), g.op("einsum", {"bij,jbk->ik", operands}),
              g.op("einsum", {"bij,jbk->kbi", operands})}));
}

TEST(Lower, ConvolutionsOfAllKinds) {
  GraphMaker g;
  Node* image = g.input("image", {2, 4, 7, 6});
  Node* signal = g.input("signal", {2, 4, 9});
  Node* volume = g.input("volume", {1, 2, 4, 4, 4});
  Node* bias = g.weight("bias", {6});
  const auto ints = [](std::initializer_list<std::int64_t> v) { return GraphMaker::ints(v); };
  std::vector<Node*> results;
  results.push_back(g.op("conv2d", {image, g.weight("w1", {6, 4, 3, 2}), bias, ints({2, 1}),
                                    ints({1, 0}), ints({1, 2})}));
  results.push_back(g.op("conv2d", {image, g.weight("w2", {6, 2, 3, 3}), bias, ints({1, 1}),
                                    ints({1, 1}), ints({1, 1}), 2}));
  results.push_back(g.op("conv2d", {image, g.weight("w3", {4, 1, 3, 3}), nullptr, ints({1, 1}),
                                    ints({1, 1}), ints({1, 1}), 4}));
  results.push_back(g.op("conv1d", {signal, g.weight("w4", {6, 4, 3}), bias, ints({2})}));
  results.push_back(g.op("conv3d", {volume, g.weight("w5", {2, 2, 2, 2, 2})}));
  results.push_back(
      g.op("conv_transpose2d", {image, g.weight("w6", {4, 3, 3, 3}), nullptr, ints({2, 2})}));
  // Operands that are views: channels of a larger image, an image with other strides.
  Node* part = g.op("slice", {g.input("wide", {2, 9, 7, 6}), 1, 3, 7});
  results.push_back(g.op("conv2d", {part, g.weight("w7", {2, 4, 2, 2})}));
  Node* turned = g.op("transpose", {image, 2, 3});
  results.push_back(g.op("conv2d", {turned, g.weight("w8", {2, 4, 2, 2})}));
  const Program p = check(g.core(results));
  int statements = 0;
  const std::string text = print(p);
  for (std::size_t at = 0; (at = text.find("  convolution ", at)) != std::string::npos; ++at) {
    ++statements;
  }
  EXPECT_EQ(statements, 6) << text;
}

TEST(Lower, PoolingOfAllKinds) {
  GraphMaker g;
  Node* x = g.input("x", {2, 3, 7, 9});
  const auto two = [](std::int64_t v) { return GraphMaker::ints({v, v}); };
  Node* indexed = g.op("max_pool2d_with_indices", {x, two(3), two(2), two(1)});
  check(g.core({g.op("max_pool2d", {x, two(3), two(2), two(1)}), g.op("avg_pool2d", {x, two(2)}),
                g.op("relu", {g.op("adaptive_avg_pool2d", {x, two(2)})}), g.item(indexed, 0),
                g.item(indexed, 1)}));
}

TEST(Lower, GatherAndIndexing) {
  GraphMaker g;
  Node* x = g.input("x", {5, 6});
  Node* i = g.input("i", {4}, DType::kInt64);
  Node* wrapped = g.op("remainder", {i, 5});
  Node* j = g.op("unsqueeze", {wrapped, 1});
  std::vector<ir::Argument> index{wrapped, nullptr};
  check(g.core({g.op("index_select", {x, 0, wrapped}),
                g.op("gather", {x, 0, g.op("expand", {j, GraphMaker::ints({4, 6})})}),
                g.op("sum.dim", {g.op("index_select", {x, 0, wrapped}), GraphMaker::ints({0})}),
                g.op("softmax", {g.op("index_select", {x, 1, wrapped}), 1}),
                g.op("index.Tensor", {x, index})}));
}

TEST(Lower, MovementOfAllKinds) {
  GraphMaker g;
  Node* x = g.input("x", {3, 4});
  Node* y = g.input("y", {2, 4});
  const std::vector<ir::Argument> both{g.op("exp", {x}), y, g.op("relu", {x})};
  Node* joined = g.op("cat", {both, 0});
  check(g.core({joined, g.op("sum.dim", {joined, GraphMaker::ints({1})}),
                g.op("constant_pad_nd", {g.op("sin", {x}), GraphMaker::ints({1, 2}), 0.5}),
                g.op("flip", {x, GraphMaker::ints({0})}), g.op("roll", {x, 1, 0}),
                g.op("tril", {g.op("cos", {x})}), g.op("repeat", {y, GraphMaker::ints({2, 2})}),
                g.op("mul", {g.op("slice", {g.op("exp", {x}), 0, 1, 3}), y})}));
}

TEST(Lower, BoolAndIntegerPointwise) {
  GraphMaker g;
  Node* x = g.input("x", {3, 4}, DType::kInt8);
  Node* m = g.input("m", {3, 4}, DType::kBool);
  Node* h = g.input("h", {3, 4}, DType::kFloat16);
  check(g.core({g.op("where", {m, x, g.op("mul", {x, 100})}), g.op("any", {m}),
                g.op("sum.dim", {m, GraphMaker::ints({1})}), g.op("exp", {g.op("mul", {h, h})}),
                g.op("softmax", {h, 1}), g.op("argmax", {x, 1}),
                g.op("logical_and", {m, g.op("gt", {x, 0})})}));
}

}  // namespace
}  // namespace weft::codegen::test
