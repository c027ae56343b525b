/// \file The operator table against the golden data: meanings evaluated element by element.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "evaluate_compute.h"

namespace weft::ir::testing {
namespace {

using Json = nlohmann::json;

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

template <typename T>
void append_values(const char* bytes, std::size_t size, std::vector<double>& values) {
  for (std::size_t k = 0; k + sizeof(T) <= size; k += sizeof(T)) {
    T v;
    std::memcpy(&v, bytes + k, sizeof(T));
    values.push_back(static_cast<double>(v));
  }
}

double half_value(std::uint16_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

std::map<std::string, Array> read_tensors(const std::string& path) {
  const std::string file = read_file(path);
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  const Json header = Json::parse(file.substr(8, length));
  const char* data = file.data() + 8 + length;
  std::map<std::string, Array> tensors;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") continue;
    Array a{*parse_dtype(entry["dtype"].get<std::string>()), entry["shape"], {}};
    const std::size_t begin = entry["data_offsets"][0];
    const std::size_t size = entry["data_offsets"][1].get<std::size_t>() - begin;
    switch (a.dtype) {
      case DType::kBool:
      case DType::kUInt8:
        append_values<std::uint8_t>(data + begin, size, a.data);
        break;
      case DType::kInt32:
        append_values<std::int32_t>(data + begin, size, a.data);
        break;
      case DType::kInt64:
        append_values<std::int64_t>(data + begin, size, a.data);
        break;
      case DType::kFloat64:
        append_values<double>(data + begin, size, a.data);
        break;
      case DType::kFloat16:
        append_values<std::uint16_t>(data + begin, size, a.data);
        for (double& v : a.data) v = half_value(static_cast<std::uint16_t>(v));
        break;
      default:
        append_values<float>(data + begin, size, a.data);
        break;
    }
    tensors[name] = std::move(a);
  }
  return tensors;
}

struct Golden {
  Json cases;
  std::map<std::string, Array> tensors;
};

const Golden& golden() {
  static const Golden data = [] {
    const std::string folder = std::string(WEFT_SOURCE_DIR) + "/tests/golden/";
    return Golden{Json::parse(read_file(folder + "ops.json"))["cases"],
                  read_tensors(folder + "ops.safetensors")};
  }();
  return data;
}

void collect_tensors(const Json& value, std::vector<Array>& tensors) {
  if (value.is_object() && value.contains("tensor")) {
    tensors.push_back(golden().tensors.at(value["tensor"]));
  }
  if (value.is_array()) {
    for (const Json& item : value) collect_tensors(item, tensors);
  }
}

Argument to_argument(const Json& value, const std::vector<Node*>& nodes, std::size_t& next) {
  if (value.is_null()) return {};
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    std::vector<Argument> items;
    for (const Json& item : value) items.push_back(to_argument(item, nodes, next));
    return items;
  }
  if (value.contains("tensor")) return nodes[next++];
  if (value.contains("dtype")) return *parse_dtype(value["dtype"].get<std::string>());
  const std::string text = value["float"];
  return text == "nan" ? NAN : text == "inf" ? INFINITY : -INFINITY;
}

void expect_equal(const Array& got, const Array& want, double rtol, double atol) {
  ASSERT_EQ(got.dtype, want.dtype);
  ASSERT_EQ(got.sizes, want.sizes);
  ASSERT_EQ(got.data.size(), want.data.size());
  for (std::size_t k = 0; k < got.data.size(); ++k) {
    const double g = got.data[k];
    const double w = want.data[k];
    if (g == w || (std::isnan(g) && std::isnan(w))) continue;
    const double tolerance = is_floating(want.dtype) ? atol + rtol * std::fabs(w) : 0;
    ASSERT_LE(std::fabs(g - w), tolerance) << "element " << k << ": " << g << " instead of " << w;
  }
}

class GoldenOperator : public ::testing::TestWithParam<std::size_t> {};

/// Kernels of their own have no expression: their shapes and types are compared, where the shape
/// does not depend on the data.
void expect_meta(const ValueMeta& meta, const Json& outputs) {
  std::vector<const TensorMeta*> metas;
  if (meta.tensor() != nullptr) metas.push_back(meta.tensor());
  if (meta.list() != nullptr) {
    for (const ValueMeta& item : *meta.list()) metas.push_back(item.tensor());
  }
  ASSERT_EQ(metas.size(), outputs.size());
  for (std::size_t k = 0; k < metas.size(); ++k) {
    const TensorMeta want = golden().tensors.at(outputs[k]["tensor"]).meta();
    EXPECT_EQ(metas[k]->dtype, want.dtype);
    ASSERT_EQ(metas[k]->rank(), want.rank());
    for (std::size_t d = 0; d < want.rank(); ++d) {
      if (!metas[k]->sizes[d].is_constant()) continue;
      EXPECT_EQ(metas[k]->sizes[d], want.sizes[d]);
    }
  }
}

TEST_P(GoldenOperator, GivesTheGoldenResult) {
  const Json& c = golden().cases[GetParam()];
  const std::string name = c["op"];
  std::vector<Array> tensors;
  for (const auto& [parameter, value] : c["args"].items()) collect_tensors(value, tensors);
  const NamedArguments arguments = [&](Nodes nodes) {
    KeywordArguments kwargs;
    std::size_t next = 0;
    for (const auto& [parameter, value] : c["args"].items()) {
      kwargs.emplace_back(parameter, to_argument(value, nodes, next));
    }
    return kwargs;
  };
  std::vector<Array> results;
  try {
    results = run_named(name, tensors, arguments);
  } catch (const NoMeaning&) {
    std::vector<TensorMeta> metas;
    for (const Array& tensor : tensors) metas.push_back(tensor.meta());
    expect_meta(infer_named(name, metas, arguments), c["outputs"]);
    return;
  }
  ASSERT_EQ(results.size(), c["outputs"].size());
  for (std::size_t k = 0; k < results.size(); ++k) {
    expect_equal(results[k], golden().tensors.at(c["outputs"][k]["tensor"]), c["rtol"], c["atol"]);
  }
}

std::string case_name(const ::testing::TestParamInfo<std::size_t>& info) {
  std::string name = golden().cases[info.param]["id"];
  for (char& ch : name) {
    if (ch == '.') ch = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, GoldenOperator,
                         ::testing::Range(std::size_t{0}, golden().cases.size()), case_name);

}  // namespace
}  // namespace weft::ir::testing
