/// \file torch::save, torch::load and the archives behind them. data/pytorch/weft_*.pt are files
/// that weft wrote and libtorch 2.4.1 has read (data/pytorch/read_files.cpp).
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <torch/torch.h>
#include <weft/runtime/tensor/tensor_impl.h>
#include <weft/runtime/weights/zip_archive.h>

#include "../runtime_testing.h"

namespace weft {
namespace {

namespace nn = torch::nn;
using testing::expect_error;
using testing::values_of;

struct BlockImpl : nn::Module {
  BlockImpl() {
    conv = register_module("conv", nn::Conv1d(nn::Conv1dOptions(2, 3, 1).bias(false)));
    layers = register_module(
        "layers", nn::Sequential(nn::Linear(3, 3), nn::ReLU(), nn::Functional(torch::tanh)));
    again = register_module("again", layers->ptr<nn::LinearImpl>(0));
    table = register_parameter("table", torch::zeros({2, 3}));
    same = register_parameter("same", table);
    turned = register_buffer("turned", table.t());
    flags = register_buffer("flags", torch::tensor({1, 0}).to(torch::kBool));
    count = register_buffer("count", torch::tensor(7));
  }
  nn::Conv1d conv{nullptr};
  nn::Sequential layers{nullptr};
  std::shared_ptr<nn::LinearImpl> again;
  torch::Tensor table, same, turned, flags, count;
};
TORCH_MODULE(Block);

/// Parameter k is filled with `arange * 0.5 + k`.
Block filled() {
  Block block;
  torch::NoGradGuard guard;
  int k = 0;
  for (auto& item : block->named_parameters()) {
    torch::Tensor& p = item.value();
    p.copy_(torch::arange(p.numel(), torch::kFloat).reshape(p.sizes()) * 0.5 + k++);
  }
  return block;
}

std::string data_file(const std::string& name) {
  return std::string(WEFT_SOURCE_DIR) + "/tests/runtime/data/pytorch/" + name;
}
std::string new_file(const std::string& name) { return ::testing::TempDir() + "archive_" + name; }

void expect_equal(nn::Module& a, nn::Module& b) {
  const NamedTensors left = nn::state_dict(a), right = nn::state_dict(b);
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    EXPECT_EQ(left[i].first, right[i].first);
    EXPECT_EQ(left[i].second.dtype(), right[i].second.dtype()) << left[i].first;
    EXPECT_EQ(values_of(left[i].second), values_of(right[i].second)) << left[i].first;
  }
}

void expect_equal_records(const std::string& path, const std::string& golden) {
  const weights::ZipArchive written(path), expected(golden);
  EXPECT_EQ(written.names(), expected.names());
  for (const std::string& name : expected.names()) {
    EXPECT_EQ(written.read(name), expected.read(name)) << name;
  }
}

TEST(Archives, HoldTheBytesThatLibtorchHasRead) {
  const std::string path = new_file("records.pt");
  torch::save(filled(), path);
  expect_equal_records(path, data_file("weft_module.pt"));
  torch::save(std::vector<torch::Tensor>{torch::arange(6, torch::kFloat).reshape({2, 3}).t(),
                                         torch::tensor(2.5), torch::empty({0, 3}),
                                         torch::full({2}, -3, torch::kChar)},
              path);
  expect_equal_records(path, data_file("weft_tensors.pt"));
}

TEST(Archives, AModuleComesBack) {
  const Block saved = filled();
  const std::string path = new_file("module.pt");
  Block loaded;
  torch::save(saved, path);
  torch::load(loaded, path);
  expect_equal(*saved, *loaded);
  // The tied tensors of the module are still tied.
  EXPECT_EQ(loaded->table.data_ptr(), loaded->same.data_ptr());

  std::shared_ptr<BlockImpl> pointer = Block().ptr();
  std::stringstream stream;
  torch::save(saved.ptr(), stream);
  torch::load(pointer, stream);
  expect_equal(*saved, *pointer);

  std::string bytes;
  torch::save(saved, [&](const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
    return size;
  });
  EXPECT_EQ(bytes, stream.str());
  Block third;
  torch::load(third, bytes.data(), bytes.size(), torch::kCPU);
  expect_equal(*saved, *third);
}

TEST(Archives, TensorsOfEveryTypeAndStrideComeBack) {
  const torch::Tensor base = torch::arange(24, torch::kFloat).reshape({4, 6});
  std::vector<torch::Tensor> saved = {base,
                                      base.t(),
                                      base.select(1, 2),
                                      base.expand({2, 4, 6}),
                                      torch::empty({0, 3}),
                                      torch::tensor(NAN),
                                      base.flip(0)};
  for (const torch::ScalarType type :
       {torch::kDouble, torch::kHalf, torch::kBFloat16, torch::kByte, torch::kChar, torch::kShort,
        torch::kInt, torch::kLong, torch::kBool}) {
    saved.push_back(torch::tensor({0.0, 1.0, 3.0}).to(type));
  }
  const std::string path = new_file("tensors.pt");
  torch::save(saved, path);
  std::vector<torch::Tensor> loaded;
  torch::load(loaded, path);
  ASSERT_EQ(loaded.size(), saved.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    EXPECT_EQ(loaded[i].dtype(), saved[i].dtype()) << i;
    EXPECT_EQ(loaded[i].sizes(), saved[i].sizes()) << i;
    EXPECT_EQ(loaded[i].handle()->strides, saved[i].handle()->strides) << i;
    if (i == 5) continue;  // NaN
    EXPECT_EQ(values_of(loaded[i]), values_of(saved[i])) << i;
  }
  EXPECT_TRUE(std::isnan(loaded[5].item<float>()));
  EXPECT_EQ(loaded[0].data_ptr<float>() + 2, loaded[2].data_ptr<float>()) << "one storage";

  torch::save({base, base.t()}, path);
  loaded.clear();
  torch::load(loaded, path, torch::kCPU);
  EXPECT_EQ(loaded.size(), 2U);
  std::stringstream stream;
  torch::save({torch::full({1}, 7)}, stream);
  torch::load(loaded, stream);
  ASSERT_EQ(loaded.size(), 3U) << "a vector keeps what it holds";
  EXPECT_EQ(loaded[2].item<int>(), 7);

  torch::save({torch::ones(1).requires_grad_(), torch::ones(1)}, path);
  loaded.clear();
  torch::load(loaded, path);
  EXPECT_TRUE(loaded[0].requires_grad());
  EXPECT_FALSE(loaded[1].requires_grad());

  std::vector<torch::Tensor> many;
  for (int i = 0; i < 12; ++i) many.push_back(torch::full({1}, i));
  torch::save(many, path);
  loaded.clear();
  torch::load(loaded, path);
  ASSERT_EQ(loaded.size(), 12U);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(loaded[i].item<int>(), i);
  torch::serialize::OutputArchive archive;
  archive.write("1", torch::ones(1));
  archive.write("0", torch::zeros(1));
  archive.save_to(path);
  loaded.clear();
  torch::load(loaded, path);
  ASSERT_EQ(loaded.size(), 2U) << "by their numbers, not as they were written";
  EXPECT_EQ(loaded[1].item<int>(), 1);
  archive.write("3", torch::ones(1));
  archive.save_to(path);
  expect_error("W3006", [&] { torch::load(loaded, path); }, "`3`");
  EXPECT_EQ(loaded.size(), 2U);

  torch::save(base.t(), path);
  torch::Tensor one;
  torch::load(one, path);
  EXPECT_EQ(values_of(one), values_of(base.t()));
}

/// What libtorch's Module::named_parameters and its archives list, so does weft.
TEST(Archives, ModulesAndTensorsWithTwoNamesAreThereTwice) {
  Block block;
  std::vector<std::string> names;
  for (const auto& item : block->named_parameters()) names.push_back(item.key());
  EXPECT_EQ(names, (std::vector<std::string>{"table", "same", "conv.weight", "layers.0.weight",
                                             "layers.0.bias", "again.weight", "again.bias"}));
  EXPECT_EQ(block->modules().size(), 7U);
  int applied = 0;
  block->apply([&](nn::Module&) { ++applied; });
  EXPECT_EQ(applied, 7);
  block->register_module("itself", block.ptr());
  EXPECT_EQ(block->parameters().size(), 7U);
  block->unregister_module("itself");
}

TEST(Archives, AreWrittenAndReadByHand) {
  const Block saved = filled();
  torch::serialize::OutputArchive archive, inner;
  archive.write("step", torch::tensor(12));
  archive.write("table", saved->table, /*is_buffer=*/true);
  archive.write("net", inner);
  saved->save(inner);
  const std::string path = new_file("archive.pt");
  archive.save_to(path);

  torch::serialize::InputArchive read, net;
  read.load_from(path);
  EXPECT_EQ(read.keys(), (std::vector<std::string>{"step", "table", "net"}));
  torch::Tensor step, table = torch::empty({1}), none;
  read.read("step", step);
  EXPECT_EQ(step.item<int>(), 12);
  read.read("table", table, /*is_buffer=*/true);
  EXPECT_EQ(values_of(table), values_of(saved->table));
  read.read("net", net);
  Block block;
  block->load(net);
  expect_equal(*saved, *block);
  EXPECT_FALSE(read.try_read("none", none));
  EXPECT_FALSE(read.try_read("none", net));
  expect_error("W3006", [&] { read.read("none", none); }, "no tensor \"none\"");
  expect_error("W3006", [&] { read.read("none", net); }, "under \"none\"");
  // As in libtorch, what else is in the archive is none of the module's business.
  nn::Linear linear(3, 3);
  torch::serialize::InputArchive layers, first;
  net.read("layers", layers);
  layers.read("0", first);
  linear->load(first);
  EXPECT_EQ(values_of(linear->weight), values_of(saved->again->weight));
  expect_error("W3006", [&] { linear->load(read); }, "missing");
}

struct Point {
  torch::Tensor x, y;
};
torch::serialize::OutputArchive& operator<<(torch::serialize::OutputArchive& archive,
                                            const Point& point) {
  archive.write("x", point.x);
  archive.write("y", point.y);
  return archive;
}
torch::serialize::InputArchive& operator>>(torch::serialize::InputArchive& archive, Point& point) {
  archive.read("x", point.x);
  archive.read("y", point.y);
  return archive;
}

TEST(Archives, TakeTypesOfTheUsers) {
  const std::string path = new_file("point.pt");
  torch::save(Point{torch::tensor(1), torch::tensor(2)}, path);
  Point point;
  torch::load(point, path);
  EXPECT_EQ(point.y.item<int>(), 2);
}

TEST(Archives, WhatCannotBeStoredIsRefused) {
  const torch::Tensor x = torch::ones({2});
  const auto refused = [](const torch::serialize::OutputArchive& archive, std::string_view part) {
    expect_error("W3109", [&] { archive.save_to(new_file("refused.pt")); }, part);
  };
  for (const char* name : {"", "a\"b", "a\\b", "a\nb", "a\xff"}) {
    torch::serialize::OutputArchive archive;
    archive.write(name, x);
    refused(archive, "name");
  }
  torch::serialize::OutputArchive twice, undefined, outer, inner;
  twice.write("a", x);
  twice.write("a", x);
  refused(twice, "twice");
  undefined.write("a", torch::Tensor());
  refused(undefined, "undefined");
  expect_error("W3109", [&] { outer.write("a", outer); }, "hold itself");
  outer.write("a", inner);
  expect_error("W3109", [&] { inner.write("b", outer); }, "hold itself");
  torch::serialize::OutputArchive deep;
  deep.write("x", x);
  for (int i = 0; i < 100; ++i) {
    torch::serialize::OutputArchive around;
    around.write("a", deep);
    deep = around;
  }
  refused(deep, "too deeply");

  const std::string path = new_file("no/such/folder/x.pt");
  expect_error("W3108", [&] { torch::save(x, path); }, "no/such");
  std::ostringstream closed;
  closed.setstate(std::ios::badbit);
  expect_error("W3108", [&] { torch::save(x, closed); }, "stream");
  expect_error("W3108", [&] { torch::save(x, [](const void*, std::size_t) { return 0; }); }, "all");
}

TEST(Archives, WritingReplacesTheFileAsAWhole) {
  const std::string path = new_file("whole.pt");
  torch::save(torch::ones({2}), path);
  expect_error("W3109", [&] { torch::save(torch::Tensor(), path); });
  torch::Tensor x;
  torch::load(x, path);
  EXPECT_EQ(values_of(x), (std::vector<double>{1, 1}));
}

}  // namespace
}  // namespace weft
