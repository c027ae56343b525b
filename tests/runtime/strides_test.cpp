// Strides of the results of pointwise operators and copies against those that PyTorch gives.

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <weft/ir/operators/operator.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/eager/call_values.h>

#include "runtime_testing.h"
#include "tests/oracle/golden_file.h"

namespace weft {
namespace {

using Json = nlohmann::json;
using Values = std::vector<ir::Value>;
using Integers = std::vector<std::int64_t>;

/// A view of a storage with elements -2, -1, 0, 1, 2, -2, ... .
Tensor tensor_argument(const Json& json) {
  const DType type = ir::parse_dtype(json["type"].get<std::string>()).value();
  const auto count = json["storage"].get<std::int64_t>();
  const Tensor storage = arange(count).remainder(5).sub(2).to(type);
  const ir::TensorHandle view = make_view(storage.handle(), json["sizes"].get<Integers>(),
                                          json["strides"].get<Integers>(), 0);
  return Tensor(view);
}

ir::Value argument(const Json& json) {
  if (json.is_object() && json.contains("dtype")) {
    return ir::parse_dtype(json["dtype"].get<std::string>()).value();
  }
  if (json.is_object()) return tensor_argument(json).handle();
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  return json.get<double>();
}

/// The tensors among the arguments, dense.
Values dense_arguments(const Values& arguments) {
  Values result = arguments;
  for (ir::Value& value : result) {
    if (const ir::TensorHandle* tensor = value.tensor()) {
      value = Tensor(*tensor).contiguous().handle();
    }
  }
  return result;
}

Integers constants(const std::vector<ir::IntExpr>& values) {
  Integers result;
  for (const ir::IntExpr& value : values) result.push_back(value.value());
  return result;
}

/// True where the strides put every element into the same place.
bool same_places(const Integers& sizes, const Integers& a, const Integers& b) {
  bool same = true;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 0) return true;
    same = same && (sizes[d] == 1 || a[d] == b[d]);
  }
  return same;
}

/// PyTorch gives these through other operators, which differ in the strides of extents of 1.
bool has_own_strides_of_extents_of_one(const std::string& name) {
  return name == "clamp" || name == "hardtanh" || name == "relu6" || name == "lerp";
}

TEST(Strides, OfPointwiseResultsAreThoseOfPyTorch) {
  std::ifstream file(weft_oracle::golden_folder() / "strides.json");
  const Json document = Json::parse(file);
  ASSERT_GT(document["cases"].size(), 1000u);
  for (const Json& item : document["cases"]) {
    SCOPED_TRACE(item.dump());
    const ir::Operator& op = ir::get_operator(item["op"].get<std::string>());
    std::vector<api::NamedValue> given;
    for (const auto& [name, value] : item["args"].items())
      given.emplace_back(name, argument(value));
    const Values arguments = api::bind_named(op, given, {});
    const auto wanted = item["strides"].get<Integers>();

    const ir::ValueMeta meta = ir::infer(eager::make_call(op, arguments, {}));
    const Integers inferred = constants(meta.tensor()->strides);
    if (has_own_strides_of_extents_of_one(op.schema.name)) {
      EXPECT_TRUE(same_places(constants(meta.tensor()->sizes), inferred, wanted));
    } else {
      EXPECT_EQ(inferred, wanted);
    }

    const Tensor result(*eager_call(op, arguments, {}).tensor());
    EXPECT_EQ(result.handle()->sizes, item["sizes"].get<Integers>());
    EXPECT_EQ(result.handle()->strides, inferred);
    const Tensor dense(*eager_call(op, dense_arguments(arguments), {}).tensor());
    EXPECT_EQ(testing::values_of(result.nan_to_num()), testing::values_of(dense.nan_to_num()));
  }
}

}  // namespace
}  // namespace weft
