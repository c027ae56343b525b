// The diagnostics of tensors and eager execution, each with its id and what it has to say.

#include <gtest/gtest.h>

#include <string>

#include <weft/runtime/tensor/accessor.h>
#include <weft/runtime/weft.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;

TEST(RuntimeDiagnostics, UndefinedTensors) {
  const Tensor none;
  expect_error("W2001", [&] { none.sizes(); }, "sizes");
  expect_error("W2001", [&] { none.relu(); }, "relu: the tensor is undefined [W2001]");
  expect_error("W2001", [&] { relu(none); });
  expect_error("W2001", [&] { cat({ones({1}), none}); });
  expect_error("W2001", [&] { ones({1}) + none; });
  expect_error("W2001", [&] { none.to(kFloat); });
  expect_error("W2001", [&] { none.item(); });
}

TEST(RuntimeDiagnostics, ElementsAndTypes) {
  expect_error("W2002", [] { ones({2, 2}).item<float>(); }, "shape [2, 2]");
  expect_error("W2003", [] { ones({1}).data_ptr<double>(); }, "expected element type float64");
  expect_error("W2003", [] { ones({1}).equal(ones({1}, kDouble)); });
  expect_error("W2008", [] { ones({2}).accessor<float, 2>(); }, "expected 2 dimensions, got 1");
}

TEST(RuntimeDiagnostics, Devices) {
  expect_error("W2004", [] { zeros({1}, kCUDA); }, "device `cuda`");
  expect_error("W2004", [] { zeros({1}).to(Device("cuda:1")); }, "cuda:1");
  expect_error("W2004", [] { zeros({1}).cuda(); });
  expect_error("W2004", [] { randperm(3, TensorOptions(kCUDA)); });
}

TEST(RuntimeDiagnostics, MemoryFormats) {
  const auto last = MemoryFormat::ChannelsLast;
  const TensorOptions options = TensorOptions().memory_format(last);
  const Tensor x = zeros({1, 2, 3, 4});
  expect_error("W2010", [&] { empty({1, 2, 3, 4}, options, last); }, "both in the options");
  expect_error("W2010", [&] { ones_like(x, options, last); });
  expect_error("W2010", [&] { x.to(options, false, false, last); });
}

TEST(RuntimeDiagnostics, Resizing) {
  Tensor x = zeros({4});
  const Tensor view = x.view({2, 2});
  expect_error("W2011", [&] { x.resize_({5}); }, "5 elements need more memory than the tensor has");
  expect_error("W2011", [&] { x.resize_({5}); }, "other tensors share it");
  float memory[4] = {};
  expect_error("W2011", [&] { from_blob(memory, {4}).resize_({2, 3}); }, "belongs to the program");
  expect_error("W2011", [] { zeros({1}).resize_({std::int64_t{1} << 62}); }, "too much");
  expect_error("W2005", [] { zeros({1}).resize_({-1}); }, "no shape of a tensor");
  expect_error("W2005", [] {
    const std::int64_t many = std::int64_t{1} << 40;
    zeros({1}).resize_({many, many});
  });
}

TEST(RuntimeDiagnostics, IndexLists) {
  expect_error("W2005", [] { ones({2}).index({0, 0}); }, "2 indices for a tensor of rank 1");
  expect_error("W2005", [] { ones({2}).index({".."}); });
  expect_error("W2005", [] { tensor({{1, 2}, {3}}); }, "different lengths");
}

TEST(RuntimeDiagnostics, Training) {
  expect_error("W2006", [] { ones({1}).backward(); }, "backward is part of training");
  expect_error("W2006", [] { ones({1}).mutable_grad(); }, "mutable_grad");
  expect_error("W2006", [] { ones({1}).retain_grad(); }, "retain_grad");
}

TEST(RuntimeDiagnostics, UserChecks) {
  const int n = 3;
  expect_error("W2007", [&] { TORCH_CHECK(n == 4, "n is ", n); }, "n is 3");
}

TEST(RuntimeDiagnostics, Writes) {
  expect_error("W2101", [] { ones({1}).expand({2}).zero_(); }, "zero_");
}

TEST(RuntimeDiagnostics, TheUsersLineIsNamed) {
  const int line = __LINE__ + 2;
  try {
    matmul(ones({2, 3}), ones({2, 3}));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic().location.line, line);
    EXPECT_NE(std::string(error.what()).find("diagnostics_test.cpp:" + std::to_string(line)),
              std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("[W1207]"), std::string::npos) << error.what();
  }
}

TEST(RuntimeDiagnostics, ErrorsInsideDecompositionsPointAtTheCall) {
  const int line = __LINE__ + 2;
  try {
    conv2d(ones({1, 2, 4, 4}), ones({3, 5, 3, 3}));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic().location.line, line) << error.what();
  }
}

TEST(RuntimeDiagnostics, DivisionByZero) {
  expect_error("W1211", [] { tensor({1, 2}).floor_divide(tensor({1, 0})); });
  expect_error("W1211", [] { tensor({1, 2}) % tensor({0, 1}); });
}

}  // namespace
}  // namespace weft
