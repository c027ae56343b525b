// Weights files: what is written is read again, and bytes are a function of the tensors alone.

#include <gtest/gtest.h>

#include <cmath>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <weft/runtime/weft.h>
#include <weft/runtime/weights/safetensors.h>

#include "runtime_testing.h"
#include "tests/oracle/golden_file.h"
#include "tests/oracle/safetensors_file.h"

namespace weft {
namespace {

using testing::expect_error;

class Weights : public ::testing::Test {
 protected:
  Weights()
      : folder_(std::filesystem::temp_directory_path() /
                ("weft_weights_" +
                 std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Weights() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string bytes_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(Weights, EveryTypeAndShapeComesBack) {
  const NamedTensors tensors = {
      {"bool", tensor({true, false, true})},
      {"bytes", arange(5, kByte)},
      {"chars", tensor({-1, 127}, kChar)},
      {"shorts", tensor({-300}, kShort)},
      {"ints", tensor({1 << 30}, kInt)},
      {"longs", tensor({-5, 5})},
      {"half", tensor({0.5, -65504.0}, kHalf)},
      {"bf16", tensor({1.5, 3.0}, kBFloat16)},
      {"floats", arange(6, kFloat).view({2, 3}).t()},
      {"doubles", tensor({1e-300}, kDouble)},
      {"scalar", tensor(2.5)},
      {"none", zeros({0, 7})},
      {"nan", full({2}, NAN)},
      {"a name with \" \\ and \u00e9", ones({1})},
  };
  save_safetensors(path("all.safetensors"), tensors, {{"format", "pt"}});
  const NamedTensors loaded = load_safetensors(path("all.safetensors"));
  ASSERT_EQ(loaded.size(), tensors.size());
  for (const auto& [name, wanted] : tensors) {
    const auto found = std::find_if(loaded.begin(), loaded.end(),
                                    [&](const auto& item) { return item.first == name; });
    ASSERT_NE(found, loaded.end()) << name;
    EXPECT_EQ(found->second.dtype(), wanted.dtype()) << name;
    EXPECT_TRUE(found->second.sizes() == wanted.sizes()) << name;
    EXPECT_EQ(weft_oracle::describe(testing::to_oracle(found->second)),
              weft_oracle::describe(testing::to_oracle(wanted)));
    if (name != "nan") {
      EXPECT_TRUE(found->second.equal(wanted)) << name;
    }
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(found->second.data_ptr()) % 8, 0U);
  }
}

TEST_F(Weights, AnotherReaderReadsThem) {
  save_safetensors(path("x.safetensors"),
                   {{"b", tensor({1, 2})}, {"a", tensor({0.25, -1.0})}});
  const auto file = weft_oracle::read_safetensors(path("x.safetensors"));
  EXPECT_EQ(file.tensors.size(), 2U);
  EXPECT_EQ(file.at("a").values, (std::vector<double>{0.25, -1}));
  EXPECT_EQ(file.at("b").integers, (std::vector<std::int64_t>{1, 2}));
}

TEST_F(Weights, GoldenFileIsReadWhole) {
  const auto golden = weft_oracle::golden_folder() / "ops.safetensors";
  const auto expected = weft_oracle::read_safetensors(golden);
  const NamedTensors loaded = load_safetensors(golden.string());
  ASSERT_EQ(loaded.size(), expected.tensors.size());
  for (const auto& [name, tensor] : loaded) {
    const auto agree =
        weft_oracle::compare({testing::to_oracle(tensor)}, {expected.at(name)}, 0, 0);
    EXPECT_TRUE(agree.agrees()) << name << ": " << agree.difference;
  }
}

TEST_F(Weights, BytesDependOnTheTensorsAlone) {
  const Tensor x = arange(4, kFloat).view({2, 2});
  const Tensor y = tensor({1, 2});
  save_safetensors(path("one"), {{"x", x}, {"y", y}});
  save_safetensors(path("two"), {{"y", y}, {"x", x.clone()}});
  EXPECT_EQ(bytes_of(path("one")), bytes_of(path("two")));
  const std::string header =
      R"({"y":{"dtype":"I64","shape":[2],"data_offsets":[0,16]},)"
      R"("x":{"dtype":"F32","shape":[2,2],"data_offsets":[16,32]}})";
  EXPECT_EQ(bytes_of(path("one")).substr(8, header.size()), header);
}

TEST_F(Weights, WritingReplacesTheFileAsAWhole) {
  save_safetensors(path("x"), {{"x", ones({1})}});
  save_safetensors(path("x"), {{"x", zeros({3})}});
  EXPECT_EQ(load_safetensors(path("x"))[0].second.numel(), 3);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(
                              std::filesystem::path(path("x")).parent_path()),
                          std::filesystem::directory_iterator()),
            1);
}

TEST_F(Weights, WhatCannotBeStoredIsRefused) {
  const Tensor x = ones({1});
  expect_error("W3109", [&] { save_safetensors(path("x"), {{"a", x}, {"a", x}}); }, "twice");
  expect_error("W3109", [&] { save_safetensors(path("x"), {{"", x}}); }, "empty");
  expect_error("W3109", [&] { save_safetensors(path("x"), {{"../a", x}}); }, "..");
  expect_error("W3109", [&] { save_safetensors(path("x"), {{"a\xff", x}}); }, "UTF-8");
  expect_error("W3109", [&] { save_safetensors(path("x"), {{"a", Tensor()}}); }, "undefined");
  expect_error("W3109", [&] { save_safetensors(path("x"), {{"__metadata__", x}}); }, "reserved");
  EXPECT_FALSE(std::filesystem::exists(path("x")));
  expect_error("W3108", [&] { save_safetensors(path("no/such/folder"), {{"a", x}}); }, "no/such");
}

TEST_F(Weights, UnreadableFilesAreRefused) {
  expect_error("W3101", [&] { load_safetensors(path("absent")); }, "absent");
  expect_error("W3101", [&] { load_safetensors(path("")); }, "regular");
}

}  // namespace
}  // namespace weft
