// Weights files: good ones are read as they are, malformed ones are refused with a message.

#include "weft_deploy/weights_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "float_bits.h"

namespace {

using weft_deploy::LoadMode;
using weft_deploy::WeightsFile;

std::string with_length(uint64_t length, const std::string& rest) {
  std::string file;
  for (int i = 0; i < 8; ++i) file.push_back(static_cast<char>(length >> 8 * i & 0xFF));
  return file + rest;
}
std::string file_of(const std::string& header, size_t data_bytes) {
  std::string data(data_bytes, '\0');
  for (size_t i = 0; i < data_bytes; ++i) data[i] = static_cast<char>(i);
  return with_length(header.size(), header + data);
}
std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& range) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + shape +
         "],\"data_offsets\":[" + range + "]}";
}

/// The error for these bytes, read in every way; empty if they are accepted.
std::string error_of(const std::string& bytes) {
  std::string from_memory, mapped, copied;
  WeightsFile file;
  // A copy of its own size, for the address sanitizer.
  const std::vector<char> exact(bytes.begin(), bytes.end());
  if (file.open_memory(exact.data(), exact.size(), &from_memory)) from_memory.clear();
  const std::string path = testing::TempDir() + "weft_weights_test.safetensors";
  std::ofstream(path, std::ios::binary) << bytes;
  if (file.open(path.c_str(), LoadMode::kMap, &mapped)) mapped.clear();
  if (file.open(path.c_str(), LoadMode::kRead, &copied)) copied.clear();
  std::remove(path.c_str());
  EXPECT_EQ(mapped, copied);
  if (from_memory.empty()) {
    EXPECT_EQ(mapped, "");
  } else {
    EXPECT_EQ(mapped, path + ": " + from_memory);
  }
  return from_memory;
}

TEST(WeightsFile, ReadsWhatItShould) {
  const std::string bytes = file_of(
      "{\"__metadata__\":{\"format\":\"pt\"}, " + tensor("b", "F32", "2, 3", "0,24") + ",\n" +
          tensor("a.weight", "I64", "", "24,32") + "," + tensor("none", "F16", "3,0", "32,32") +
          "," + tensor("k\\u00e9\\ud83d\\ude00", "BOOL", "3", "32,35") + "," +
          tensor("odd", "F32", "1", "35,39") + "}   ",
      39);
  EXPECT_EQ(error_of(bytes), "");
  WeightsFile file;
  std::string error;
  ASSERT_TRUE(file.open_memory(bytes.data(), bytes.size(), &error)) << error;
  ASSERT_EQ(file.entries().size(), 5U);
  const float* b = nullptr;
  const int64_t shape[] = {2, 3};
  ASSERT_TRUE(file.lookup("b", shape, 2, &b, &error)) << error;
  EXPECT_EQ(deploy_test::bits_of(b[1]), 0x07060504U);
  const int64_t* scalar = nullptr;
  ASSERT_TRUE(file.lookup("a.weight", shape, 0, &scalar, &error)) << error;
  EXPECT_EQ(*scalar, 0x1F1E1D1C1B1A1918);
  const auto* empty = file.find("none");
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(empty->sizes[0], 3);
  EXPECT_NE(file.find("k\xC3\xA9\xF0\x9F\x98\x80"), nullptr);
  // The file puts this one at an odd address; the view does not.
  const float* odd = nullptr;
  const int64_t one[] = {1};
  ASSERT_TRUE(file.lookup("odd", one, 1, &odd, &error)) << error;
  EXPECT_EQ(reinterpret_cast<uintptr_t>(odd) % 4, 0U);
  EXPECT_EQ(deploy_test::bits_of(*odd), 0x26252423U);

  const void* data = nullptr;
  EXPECT_FALSE(file.lookup("c", WEFT_F32, shape, 2, &data, &error));
  EXPECT_EQ(error, "weights tensor \"c\" is missing");
  EXPECT_FALSE(file.lookup("b", WEFT_F64, shape, 2, &data, &error));
  EXPECT_EQ(error, "weights tensor \"b\": expected float64[2, 3], found float32[2, 3]");
  EXPECT_FALSE(file.lookup("b", WEFT_F32, shape, 1, &data, &error));
  EXPECT_EQ(error, "weights tensor \"b\": expected float32[2], found float32[2, 3]");
}

TEST(WeightsFile, EmptyFileOfTensorsIsFine) {
  EXPECT_EQ(error_of(file_of("{}", 0)), "");
  EXPECT_EQ(error_of(file_of("{\"__metadata__\":{}}", 0)), "");
  EXPECT_EQ(error_of(file_of("{ }\n", 0)), "");
}

TEST(WeightsFile, MapsAndKeepsTheFileOpen) {
  const std::string path = testing::TempDir() + "weft_weights_map.safetensors";
  std::ofstream(path, std::ios::binary) << file_of("{" + tensor("x", "U8", "9", "0,9") + "}", 9);
  for (const LoadMode mode : {LoadMode::kMap, LoadMode::kRead}) {
    WeightsFile file;
    std::string error;
    ASSERT_TRUE(file.open(path.c_str(), mode, &error)) << error;
    EXPECT_EQ(static_cast<const unsigned char*>(file.find("x")->data)[8], 8);
    ASSERT_TRUE(file.open(path.c_str(), mode, &error)) << "opening again, " << error;
    file.close();
    EXPECT_EQ(file.find("x"), nullptr);
  }
  std::remove(path.c_str());
  WeightsFile file;
  std::string error;
  EXPECT_FALSE(file.open(path.c_str(), LoadMode::kMap, &error));
  EXPECT_EQ(error, path + ": cannot be opened: No such file or directory");
  EXPECT_FALSE(file.open(testing::TempDir().c_str(), LoadMode::kMap, &error)) << "a folder";
}

struct Malformed {
  const char* what;
  std::string bytes;
  const char* message;  // part of the error
};

std::vector<Malformed> malformed() {
  const auto one = [](const std::string& dtype, const std::string& shape, const std::string& range,
                      size_t data) {
    return file_of("{" + tensor("t", dtype, shape, range) + "}", data);
  };
  const auto raw = [](const std::string& header) { return file_of(header, 0); };
  const std::string t = tensor("t", "F32", "1", "0,4");
  return {
      {"nothing", "", "at least 8 bytes, this has 0"},
      {"seven bytes", std::string(7, '\0'), "at least 8 bytes, this has 7"},
      {"length 0", with_length(0, ""), "byte 0: expected { as the first byte"},
      {"length past the file", with_length(3, "{}"), "the header has 3 bytes, more than the file"},
      {"length 2^63", with_length(uint64_t{1} << 63, "{}"), "more than the format allows"},
      {"length 2^64 - 1", with_length(~uint64_t{0}, "{}"), "more than the format allows"},
      {"length above the limit", with_length(100000001, "{}"), "more than the format allows"},
      {"not UTF-8", raw("{\"\xFF\":{}}"), "byte 2: not UTF-8"},
      {"overlong UTF-8", raw("{\"\xC0\xAF\":{}}"), "byte 2: not UTF-8"},
      {"a surrogate in UTF-8", raw("{\"\xED\xA0\x80\":{}}"), "byte 2: not UTF-8"},
      {"UTF-8 cut off", raw("{}\xE2\x82"), "byte 2: not UTF-8"},
      {"not JSON", raw("hello"), "byte 0: expected { as the first byte"},
      {"an array", raw("[]"), "byte 0: expected { as the first byte"},
      {"space first", raw(" {}"), "byte 0: expected { as the first byte"},
      {"text behind", raw("{} {}"), "byte 3: unexpected text after the closing }"},
      {"deep nesting", raw("{\"t\":" + std::string(10000, '{') + "}"), "expected a string"},
      {"deep arrays", raw("{\"t\":{\"shape\":" + std::string(10000, '[')),
       "expected a non-negative integer"},
      {"not closed", raw("{\"t\""), "expected :"},
      {"comma at the end", file_of("{" + t + ",}", 4), "expected a string"},
      {"name twice", file_of("{" + t + "," + tensor("t", "F32", "1", "4,8") + "}", 8),
       "\"t\": the name occurs twice"},
      {"name twice through an escape",
       file_of("{" + t + "," + tensor("\\u0074", "F32", "1", "4,8") + "}", 8),
       "the name occurs twice"},
      {"no fields", raw("{\"t\":{}}"), "dtype, shape and data_offsets are missing"},
      {"no dtype", raw("{\"t\":{\"shape\":[0],\"data_offsets\":[0,0]}}"),
       "\"t\": dtype is missing"},
      {"no shape", raw("{\"t\":{\"dtype\":\"F32\",\"data_offsets\":[0,0]}}"), "shape is missing"},
      {"no offsets", raw("{\"t\":{\"dtype\":\"F32\",\"shape\":[0]}}"), "data_offsets is missing"},
      {"unknown field", raw("{\"t\":{\"dtype\":\"F32\",\"x\":1}}"), "unknown field \"x\""},
      {"field twice", raw("{\"t\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}"),
       "field \"dtype\" occurs twice"},
      {"dtype a number", raw("{\"t\":{\"dtype\":1}}"), "expected a string"},
      {"shape a string", raw("{\"t\":{\"shape\":\"1\"}}"), "expected ["},
      {"a size a string", raw("{\"t\":{\"shape\":[\"1\"]}}"), "expected a non-negative integer"},
      {"tensor null", raw("{\"t\":null}"), "expected {"},
      {"unknown dtype", one("F31", "1", "0,4", 4), "unknown dtype \"F31\""},
      {"negative size", one("F32", "-1", "0,4", 4), "expected a non-negative integer"},
      {"fraction", one("F32", "1.5", "0,4", 4), "expected ]"},
      {"exponent", one("F32", "1e2", "0,4", 4), "expected ]"},
      {"leading zero", one("F32", "01", "0,4", 4), "a number begins with 0"},
      {"size 2^63", one("U8", "9223372036854775808", "0,4", 4), "a size is too large"},
      {"size 2^64", one("U8", "18446744073709551616", "0,4", 4), "a number exceeds 64 bits"},
      {"product overflows", one("F32", "4294967296,4294967296", "0,0", 0),
       "the product of the sizes overflows"},
      {"product overflows to the right size", one("F32", "4611686018427387905", "0,4", 4),
       "the product of the sizes overflows"},
      {"nine dimensions", one("F32", "1,1,1,1,1,1,1,1,1", "0,4", 4), "more than 8 dimensions"},
      {"shape too large", one("F32", "2", "0,4", 4),
       "dtype and shape need 8 bytes, data_offsets span 4"},
      {"shape too small", one("F32", "1", "0,8", 8),
       "dtype and shape need 4 bytes, data_offsets span 8"},
      {"backwards", one("F32", "1", "4,0", 4), "data_offsets run backwards"},
      {"offsets leave the file", one("F32", "2", "0,8", 4), "data_offsets leave the file"},
      {"one offset", one("F32", "1", "4", 4), "expected ,"},
      {"three offsets", one("F32", "1", "0,4,8", 4), "expected ]"},
      {"overlap", file_of("{" + t + "," + tensor("u", "F32", "1", "0,4") + "}", 4),
       "data overlaps another tensor's: begins at 0, expected 4"},
      {"hole", file_of("{" + t + "," + tensor("u", "F32", "1", "8,12") + "}", 12),
       "\"u\": unused data before it: begins at 8, expected 4"},
      {"hole at the start", one("F32", "1", "4,8", 8),
       "unused data before it: begins at 4, expected 0"},
      {"data behind", one("F32", "1", "0,4", 5),
       "tensors end at byte 4 of the data, the file at 5"},
      {"data without tensors", file_of("{}", 1),
       "tensors end at byte 0 of the data, the file at 1"},
      {"metadata a number", raw("{\"__metadata__\":{\"a\":1}}"), "expected a string"},
      {"metadata nested", raw("{\"__metadata__\":{\"a\":{}}}"), "expected a string"},
      {"metadata twice", raw("{\"__metadata__\":{},\"__metadata__\":{}}"),
       "__metadata__ occurs twice"},
      {"metadata key twice", raw("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}"),
       "a key of __metadata__ occurs twice"},
      {"string not closed", raw("{\"t"), "a string does not end"},
      {"escape at the end", raw("{\"t\\"), "a string does not end"},
      {"unknown escape", raw("{\"\\x41\":{}}"), "an unknown escape"},
      {"short unicode escape", raw("{\"\\u12"), "a \\u escape is cut off"},
      {"bad unicode escape", raw("{\"\\u12g4\":{}}"), "four hexadecimal digits"},
      {"half a surrogate pair", raw("{\"\\ud800\":{}}"), "half of a surrogate pair"},
      {"surrogates swapped", raw("{\"\\udc00\\ud800\":{}}"), "half of a surrogate pair"},
      {"zero in a name", raw("{\"a\\u0000b\":{}}"), "a zero character"},
      {"line break in a name", raw("{\"a\nb\":{}}"), "a control character"},
  };
}

TEST(WeightsFile, RefusesMalformedFiles) {
  for (const Malformed& m : malformed()) {
    const std::string error = error_of(m.bytes);
    EXPECT_NE(error.find(m.message), std::string::npos) << m.what << ": " << error;
  }
}

TEST(WeightsFile, ManyEmptyTensors) {
  std::string header = "{";
  for (int i = 0; i < 100000; ++i) {
    header += (i == 0 ? "" : ",") + tensor("t" + std::to_string(i), "F32", "0", "0,0");
  }
  EXPECT_EQ(error_of(file_of(header + "}", 0)), "");
}

// Damaged files must never crash or be read outside of their bytes; whether one is accepted is
// decided by the other tests.
TEST(WeightsFile, SurvivesRandomDamage) {
  const std::string good = file_of(
      "{\"__metadata__\":{\"a\":\"b\"}," + tensor("x", "F32", "2,3", "0,24") + "," +
          tensor("y\\u00e9", "I16", "5", "24,34") + "," + tensor("z", "BOOL", "", "34,35") + "}",
      35);
  deploy_test::Random random(3);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = good;
    for (int64_t edits = 1 + random.below(3); edits > 0 && !bytes.empty(); --edits) {
      const size_t at = static_cast<size_t>(random.below(static_cast<int64_t>(bytes.size())));
      static const std::string kPieces = "{}[]\",:0123456789\\u-. F\xFF";
      const char c =
          kPieces[static_cast<size_t>(random.below(static_cast<int64_t>(kPieces.size())))];
      switch (random.below(4)) {
        case 0:
          bytes[at] = c;
          break;
        case 1:
          bytes.insert(at, 1, c);
          break;
        case 2:
          bytes.erase(at, static_cast<size_t>(1 + random.below(4)));
          break;
        default:
          bytes.resize(at + 1);
      }
    }
    const std::vector<char> exact(bytes.begin(), bytes.end());
    WeightsFile file;
    std::string error;
    if (file.open_memory(exact.data(), exact.size(), &error)) {
      ++accepted;
      uint64_t total = 0;
      for (const auto& entry : file.entries()) {
        for (uint64_t b = 0; b < entry.end - entry.begin; ++b) {
          total += static_cast<const unsigned char*>(entry.data)[b];
        }
      }
      EXPECT_LT(total, 100000U);
    } else {
      EXPECT_FALSE(error.empty());
    }
  }
  EXPECT_GT(accepted, 0) << "damage to names and data is not noticed, by design";
}

}  // namespace
