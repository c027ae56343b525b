// Malformed weights files: each is refused with its id, the byte and the tensor at fault.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <weft/runtime/weft.h>
#include <weft/runtime/weights/safetensors.h>

#include "runtime_testing.h"

namespace weft {
namespace {

using testing::expect_error;

std::string length_bytes(std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(length >> (8 * i) & 0xFF);
  return bytes;
}

std::string file_of(const std::string& header, const std::string& data = "") {
  return length_bytes(header.size()) + header + data;
}

NamedTensors load(const std::string& bytes) {
  return load_safetensors(std::as_bytes(std::span(bytes.data(), bytes.size())), "hostile");
}

/// A file with one F32 tensor `x` whose description ends in `rest`.
std::string one(const std::string& rest, std::size_t data = 8) {
  return file_of(R"({"x":{)" + rest + "}}", std::string(data, '\0'));
}

constexpr const char* kGood = R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";

TEST(HostileWeights, TheGoodFileIsGood) {
  const NamedTensors loaded = load(file_of(kGood, std::string(8, '\0')));
  ASSERT_EQ(loaded.size(), 1U);
  EXPECT_EQ(loaded[0].first, "x");
  EXPECT_TRUE(load(file_of("{}")).empty());
  EXPECT_TRUE(load(file_of("{}   \n")).empty());
  EXPECT_TRUE(load(file_of(R"({"__metadata__":{"a":"b"}})")).empty());
}

TEST(HostileWeights, Lengths) {
  for (std::size_t size = 0; size < 8; ++size) {
    expect_error("W3102", [&] { load(std::string(size, '\0')); }, std::to_string(size) + " bytes");
  }
  expect_error("W3103", [] { load(length_bytes(0)); }, "byte 8");
  expect_error("W3102", [] { load(length_bytes(3) + "{}"); });
  expect_error("W3102", [] { load(length_bytes(std::uint64_t{1} << 63) + "{}"); }, "limit");
  expect_error("W3102", [] { load(length_bytes(UINT64_MAX) + "{}"); }, "limit");
  expect_error("W3102", [] { load(length_bytes(100'000'001) + "{}"); }, "limit");
}

TEST(HostileWeights, Text) {
  const std::string entry = R"("x":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  const std::vector<std::string> headers = {
      " {}",
      "[]",
      "null",
      "{} x",
      "{}{}",
      "{",
      "{\"x\"",
      "{\"x\":",
      "{\"x\":1}",
      "{" + entry,
      "{x:{}}",
      "{'x':{}}",
      "{" + entry + ",}",
      "{" + entry + entry + "}",
      "{,}",
      "{\"x\n\":{}}",
      "{\"x\\q\":{}}",
      "{\"x\\u12\":{}}",
      "{\"x\\ud800\":{}}",
      "{\"x\\udc00\":{}}",
      "{\"x\xff\":{}}",
      "{\"x\xc0\xaf\":{}}",
      "{\"x\xed\xa0\x80\":{}}",
      "{\"x",
      std::string(10'000, '['),
      "{\"x\":" + std::string(10'000, '{'),
      std::string("{\0}", 3),
  };
  for (const std::string& header : headers) {
    expect_error("W3103", [&] { load(file_of(header)); }, "byte");
  }
  expect_error("W3103", [] { load(file_of(R"({"__metadata__":{"a":1}})")); });
  expect_error("W3103", [] { load(file_of(R"({"__metadata__":{"a":"b","a":"c"}})")); });
  expect_error("W3103", [] { load(file_of(R"({"__metadata__":[]})")); });
}

TEST(HostileWeights, Entries) {
  const std::string shape = R"("shape":[2],)";
  const std::string range = R"("data_offsets":[0,8])";
  const std::string dtype = R"("dtype":"F32",)";
  expect_error("W3104", [&] { load(one(shape + range)); }, "`dtype` is missing");
  expect_error("W3104", [&] { load(one(dtype + range)); }, "`shape` is missing");
  expect_error("W3104", [&] { load(one(R"("dtype":"F32","shape":[2])")); }, "data_offsets");
  expect_error("W3104", [&] { load(one("")); }, "tensor `x`");
  expect_error("W3104", [&] { load(one(dtype + dtype + shape + range)); }, "twice");
  expect_error("W3104", [&] { load(one(dtype + shape + range + R"(,"more":1)")); }, "more");
  expect_error("W3104", [&] { load(one(R"("dtype":"F31",)" + shape + range)); }, "F31");
  expect_error("W3104", [&] { load(one(R"("dtype":"f32",)" + shape + range)); }, "f32");
  expect_error("W3107", [&] { load(one(R"("dtype":"F8_E4M3",)" + shape + range)); }, "F8_E4M3");
  const std::string twice = R"("x":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  expect_error("W3104", [&] { load(file_of("{" + twice + "," + twice + "}")); }, "twice");
  expect_error("W3104", [&] { load(file_of(R"({"__metadata__":{},"__metadata__":{}})")); },
               "twice");
}

TEST(HostileWeights, FieldTypes) {
  const auto entry = [](const std::string& dtype, const std::string& shape,
                        const std::string& range) {
    return one("\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + range);
  };
  expect_error("W3103", [&] { load(entry("1", "[2]", "[0,8]")); });
  expect_error("W3103", [&] { load(entry("null", "[2]", "[0,8]")); });
  expect_error("W3103", [&] { load(entry("\"F32\"", "2", "[0,8]")); });
  expect_error("W3103", [&] { load(entry("\"F32\"", "[-2]", "[0,8]")); }, "not negative");
  expect_error("W3103", [&] { load(entry("\"F32\"", "[2.0]", "[0,8]")); }, "whole");
  expect_error("W3103", [&] { load(entry("\"F32\"", "[2e0]", "[0,8]")); }, "whole");
  expect_error("W3103", [&] { load(entry("\"F32\"", "[02]", "[0,8]")); }, "leading zeros");
  expect_error("W3103", [&] { load(entry("\"F32\"", "[\"2\"]", "[0,8]")); });
  expect_error("W3103", [&] { load(entry("\"F32\"", "[9223372036854775808]", "[0,8]")); }, "2^63");
  expect_error("W3103", [&] { load(entry("\"F32\"", "[2]", "[0]")); });
  expect_error("W3103", [&] { load(entry("\"F32\"", "[2]", "[0,8,8]")); });
  expect_error("W3103", [&] { load(entry("\"F32\"", "[2]", "[0,18446744073709551616]")); });
}

TEST(HostileWeights, Sizes) {
  const auto entry = [](const std::string& shape, const std::string& range, std::size_t data = 8) {
    return one("\"dtype\":\"F32\",\"shape\":" + shape + ",\"data_offsets\":" + range, data);
  };
  expect_error("W3105", [&] { load(entry("[3]", "[0,8]")); }, "12 bytes");
  expect_error("W3105", [&] { load(entry("[]", "[0,8]")); }, "4 bytes");
  expect_error("W3105", [&] { load(entry("[2]", "[8,0]")); }, "before");
  expect_error("W3105", [&] { load(entry("[9223372036854775807]", "[0,8]")); }, "too many");
  expect_error("W3105", [&] { load(entry("[4294967296,4294967296]", "[0,0]", 0)); }, "too many");
  expect_error("W3105", [&] { load(entry("[4294967296,4294967296,0]", "[0,0]", 0)); },
               "too many");
  expect_error("W3105", [&] { load(entry("[2]", "[8,16]", 16)); }, "gap");
  expect_error("W3106", [&] { load(entry("[2]", "[0,8]", 9)); }, "9 bytes");
  expect_error("W3106", [&] { load(entry("[2]", "[0,8]", 7)); }, "7 bytes");
  std::string deep = "[1";
  for (int i = 0; i < 100; ++i) deep += ",1";
  expect_error("W3104", [&] { load(entry(deep + "]", "[0,4]", 4)); }, "dimensions");
}

TEST(HostileWeights, OverlapsAndGaps) {
  const auto two = [](const std::string& first, const std::string& second, std::size_t data) {
    return file_of(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + first +
                       R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + second + "}}",
                   std::string(data, '\1'));
  };
  EXPECT_EQ(load(two("[4,8]", "[0,4]", 8)).size(), 2U);
  EXPECT_EQ(load(two("[4,8]", "[0,4]", 8))[0].first, "a");
  expect_error("W3105", [&] { load(two("[0,4]", "[0,4]", 8)); }, "overlaps");
  expect_error("W3105", [&] { load(two("[0,4]", "[2,6]", 6)); }, "tensor `b`");
  expect_error("W3105", [&] { load(two("[0,4]", "[5,9]", 9)); }, "gap");
  expect_error("W3106", [&] { load(two("[0,4]", "[4,8]", 12)); });
}

TEST(HostileWeights, Names) {
  const auto named = [](const std::string& name) {
    return file_of("{\"" + name + R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})");
  };
  EXPECT_EQ(load(named("a/b"))[0].first, "a/b");
  EXPECT_EQ(load(named("..a"))[0].first, "..a");
  EXPECT_EQ(load(named("\\u00e9\\ud83d\\ude00"))[0].first, "\u00e9\U0001F600");
  expect_error("W3104", [&] { load(named("")); }, "empty");
  expect_error("W3104", [&] { load(named("a\\u0000b")); }, "control");
  expect_error("W3104", [&] { load(named("../etc/passwd")); }, "`..`");
  expect_error("W3104", [&] { load(named("a\\\\..\\\\b")); }, "`..`");
}

TEST(HostileWeights, ManyEmptyTensors) {
  std::string header = "{";
  for (int i = 0; i < 200'000; ++i) {
    header += (i == 0 ? "\"" : ",\"") + std::to_string(i) +
              R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  }
  expect_error("W3104", [&] { load(file_of(header + "}")); }, "131072 tensors");
}

TEST(HostileWeights, BoolsAreZeroOrOne) {
  const NamedTensors loaded = load(
      file_of(R"({"x":{"dtype":"BOOL","shape":[3],"data_offsets":[0,3]}})", std::string("\0\1\x7f", 3)));
  EXPECT_EQ(testing::values_of(loaded[0].second), (std::vector<double>{0, 1, 1}));
}

// Any change of a good file is either a good file or refused; nothing crashes.
TEST(HostileWeights, RandomChanges) {
  const std::string good =
      file_of(R"({"__metadata__":{"format":"pt"},)"
              R"("layer.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
              R"("layer.bias":{"dtype":"I64","shape":[1],"data_offsets":[24,32]},)"
              R"("flag":{"dtype":"BOOL","shape":[],"data_offsets":[32,33]}})",
              std::string(33, '\1'));
  ASSERT_EQ(load(good).size(), 3U);
  std::mt19937 random(7);
  const std::string alphabet = "{}[]\",:0123456789-.eE\\u \nFI3264abc";
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = good;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[at] = static_cast<char>(random());
          break;
        case 1:
          bytes[at] = alphabet[random() % alphabet.size()];
          break;
        case 2:
          bytes.erase(at, 1 + random() % 4);
          break;
        default:
          bytes.insert(at, 1, alphabet[random() % alphabet.size()]);
          break;
      }
      if (bytes.empty()) bytes = "x";
    }
    try {
      for (const auto& [name, tensor] : load(bytes)) ASSERT_TRUE(tensor.defined());
    } catch (const Error& error) {
      ++refused;
      const std::string id(error.id());
      ASSERT_TRUE(id >= "W3102" && id <= "W3107") << error.what();
    }
  }
  EXPECT_GT(refused, 10'000);
}

}  // namespace
}  // namespace weft
