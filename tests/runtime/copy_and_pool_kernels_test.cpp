// The kernels of pooling and of joining tensors against the oracle.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/eager/joining.h>
#include <weft/runtime/eager/pooling.h>
#include <weft/runtime/weft.h>

#include "runtime_testing.h"
#include "tests/oracle/golden_file.h"
#include "tests/oracle/oracle.h"

namespace weft {
namespace {

using weft_oracle::Kind;
using weft_oracle::OracleArguments;
using weft_oracle::OracleList;
using weft_oracle::OracleTensor;
using weft_oracle::Sizes;

OracleTensor random_tensor(std::mt19937& random, const Sizes& sizes, Kind kind = Kind::kF32) {
  std::normal_distribution<double> normal;
  OracleTensor result(kind, sizes);
  for (std::int64_t i = 0; i < result.numel(); ++i) result.set(i, normal(random));
  return result;
}

OracleList list(const std::vector<std::int64_t>& values) {
  return OracleList(values.begin(), values.end());
}

/// The same elements at strides that are not those of a dense tensor.
ir::TensorHandle spread(const ir::TensorHandle& tensor) {
  const Tensor x = Tensor(tensor);
  if (x.dim() < 2) return tensor;
  return x.transpose(0, -1).contiguous().transpose(0, -1).handle();
}

void compare(const std::string& op, const OracleArguments& arguments, double tolerance = 2e-6) {
  const auto expected = weft_oracle::oracle(op, arguments);
  const auto dense =
      weft_oracle::compare(testing::run_operator(op, arguments), expected, tolerance, tolerance);
  EXPECT_TRUE(dense.agrees()) << op << ": " << dense.difference;
  const auto strided = weft_oracle::compare(testing::run_operator(op, arguments, spread), expected,
                                            tolerance, tolerance);
  EXPECT_TRUE(strided.agrees()) << op << " of strided tensors: " << strided.difference;
}

struct PoolCase {
  Sizes input;
  std::vector<std::int64_t> kernel, stride, padding, dilation;
  bool ceil_mode = false;
};

const std::vector<PoolCase>& pool_cases() {
  static const std::vector<PoolCase> cases = {
      {{2, 3, 8, 8}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {{2, 3, 9, 7}, {3, 2}, {2, 3}, {1, 1}, {1, 1}},
      {{3, 9, 7}, {2, 2}, {2, 2}, {0, 0}, {1, 1}},
      {{1, 2, 10, 11}, {3, 3}, {2, 1}, {1, 1}, {2, 3}},
      {{1, 2, 8, 10}, {3, 3}, {2, 3}, {1, 0}, {1, 1}, true},
      {{1, 1, 1, 1}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {{0, 2, 5, 5}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {{2, 300, 5, 3}, {5, 3}, {1, 1}, {2, 1}, {1, 1}},
      {{2, 4, 19}, {4}, {3}, {2}, {1}},
      {{2, 4, 7}, {3}, {5}, {1}, {2}, true},
      {{1, 2, 5, 6, 7}, {2, 3, 3}, {1, 2, 2}, {1, 1, 0}, {1, 1, 1}},
      {{1, 1, 4, 40}, {1, 40}, {1, 1}, {0, 0}, {1, 1}},
  };
  return cases;
}

OracleArguments arguments_of(const PoolCase& c, OracleTensor input) {
  return {{"input", std::move(input)},
          {"kernel_size", list(c.kernel)},
          {"stride", list(c.stride)},
          {"padding", list(c.padding)},
          {"ceil_mode", c.ceil_mode}};
}

std::string named(const char* kind, const PoolCase& c) {
  return kind + std::to_string(c.kernel.size()) + "d";
}

TEST(PoolingKernel, Maxima) {
  std::mt19937 random(1);
  for (const PoolCase& c : pool_cases()) {
    OracleTensor x = random_tensor(random, c.input);
    if (x.numel() > 6) {
      x.set(0, std::numeric_limits<double>::quiet_NaN());
      x.set(3, -std::numeric_limits<double>::infinity());
      x.set(5, std::numeric_limits<double>::infinity());
    }
    OracleArguments arguments = arguments_of(c, std::move(x));
    arguments["dilation"] = list(c.dilation);
    compare(named("max_pool", c), arguments, 0);
  }
}

TEST(PoolingKernel, Averages) {
  std::mt19937 random(2);
  for (const PoolCase& c : pool_cases()) {
    for (const bool count_padding : {true, false}) {
      OracleArguments arguments = arguments_of(c, random_tensor(random, c.input));
      arguments["count_include_pad"] = count_padding;
      compare(named("avg_pool", c), arguments);
      if (c.kernel.size() == 1) continue;
      arguments["divisor_override"] = 3;
      compare(named("avg_pool", c), arguments);
    }
  }
}

TEST(PoolingKernel, AdaptiveWindows) {
  std::mt19937 random(3);
  for (const char* op : {"adaptive_avg_pool2d", "adaptive_max_pool2d"}) {
    for (const std::vector<std::int64_t>& output :
         {std::vector<std::int64_t>{4, 6}, {1, 1}, {3, 5}, {8, 12}, {0, 3}}) {
      compare(op, {{"input", random_tensor(random, {2, 3, 8, 12})}, {"output_size", list(output)}});
    }
  }
}

TEST(PoolingKernel, WindowsInPaddingAlone) {
  // Minus infinity is what an element of the padding counts as, also where all others are that.
  const Tensor x = full({1, 1, 2, 2}, -INFINITY);
  const Tensor y = max_pool2d(x, 3, 1, 1);
  EXPECT_TRUE(y.eq(-INFINITY).all().item<bool>());
}

TEST(JoiningKernel, Runs) {
  std::mt19937 random(4);
  const auto check = [&](std::int64_t dim, const std::vector<Sizes>& shapes,
                         Kind kind = Kind::kF32) {
    OracleList tensors;
    for (const Sizes& shape : shapes) tensors.emplace_back(random_tensor(random, shape, kind));
    compare("cat", {{"tensors", tensors}, {"dim", dim}}, 0);
  };
  check(1, {{2, 3, 4, 4}, {2, 1, 4, 4}, {2, 5, 4, 4}});
  check(0, {{2, 3}, {1, 3}});
  check(-1, {{2, 3}, {2, 0}, {2, 7}});
  check(0, {{3}, {0}, {2}});
  check(1, {{2, 3, 4}, {0}, {2, 1, 4}});  // PyTorch leaves vectors without elements out
  check(2, {{2, 3, 4}, {2, 3, 1}}, Kind::kI64);
  check(1, {{2, 3}, {2, 3}}, Kind::kF16);
  check(0, {{0, 3}, {0, 3}});
  check(1, {{5, 1}});
}

TEST(JoiningKernel, ViewsAndRepetitions) {
  const Tensor x = arange(24, kFloat).view({2, 3, 4});
  const std::vector<Tensor> halves = x.chunk(2, 2);
  EXPECT_TRUE(cat({halves[0], halves[1]}, 2).equal(x));
  EXPECT_TRUE(cat({halves[1], halves[0]}, 0)
                  .equal(cat({halves[1].contiguous(), halves[0].contiguous()}, 0)));
  const Tensor row = arange(4, kFloat).expand({2, 3, 4});
  EXPECT_TRUE(cat({row, x}, 1).equal(cat({row.contiguous(), x}, 1)));
  EXPECT_TRUE(cat({x.slice(1, 1, 3), x.select(1, 0).unsqueeze(1)}, 1).equal(x.roll(-1, 1)));
}

TEST(PoolingKernel, IsTaken) {
  const auto taken = [](const char* name, const std::vector<ir::Value>& arguments) {
    const ir::Call call = eager::make_call(ir::get_operator(name), arguments, {});
    return eager::prepare_pooling(ir::compute_of(call)[0], eager::tensor_inputs(arguments)) !=
           nullptr;
  };
  const auto two = [](std::int64_t extent) {
    return ir::Value(std::vector<ir::Value>{extent, extent});
  };
  const ir::Value image = ones({1, 2, 8, 8}).handle();
  const ir::Value doubles = ones({1, 2, 8, 8}, kDouble).handle();
  const ir::Value none;
  EXPECT_TRUE(taken("max_pool2d", {image, two(3), two(1), two(1), two(1), false}));
  EXPECT_FALSE(taken("max_pool2d", {doubles, two(3), two(1), two(1), two(1), false}));
  EXPECT_TRUE(taken("avg_pool2d", {image, two(3), two(2), two(1), false, false, none}));
  EXPECT_TRUE(taken("adaptive_avg_pool2d", {image, two(4)}));
  EXPECT_FALSE(taken("adaptive_avg_pool2d", {image, two(3)}));
}

TEST(JoiningKernel, IsTaken) {
  const auto taken = [](const std::vector<ir::Value>& tensors) {
    const std::vector<ir::Value> arguments = {tensors, std::int64_t{0}};
    const ir::Call call = eager::make_call(ir::get_operator("cat"), arguments, {});
    return eager::prepare_joining(ir::compute_of(call)[0], call, eager::tensor_inputs(arguments)) !=
           nullptr;
  };
  const ir::Value image = ones({1, 2, 8, 8}).handle();
  EXPECT_TRUE(taken({image, image}));
  EXPECT_FALSE(taken({image, ones({1, 2, 8, 8}, kLong).handle()}));
}

}  // namespace
}  // namespace weft
