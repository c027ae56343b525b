#include <gtest/gtest.h>

#include <cmath>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/operator.h>

#include "call_scene.h"

namespace weft::ir {
namespace {

using testing::expect_error;

TEST(Schema, EveryRowRoundTrips) {
  ASSERT_GT(all_operators().size(), 200u);
  for (const Operator* op : all_operators()) {
    const std::string text = op->schema.str();
    EXPECT_EQ(parse_schema(text).str(), text);
    const Schema again = parse_schema(text);
    ASSERT_EQ(again.parameters.size(), op->schema.parameters.size()) << text;
    for (std::size_t i = 0; i < again.parameters.size(); ++i) {
      EXPECT_EQ(again.parameters[i].default_value, op->schema.parameters[i].default_value) << text;
      EXPECT_EQ(again.parameters[i].list_size, op->schema.parameters[i].list_size) << text;
      EXPECT_EQ(again.parameters[i].written, op->schema.parameters[i].written) << text;
    }
  }
}

TEST(Schema, RowsAreComplete) {
  for (const Operator* op : all_operators()) {
    SCOPED_TRACE(op->full_name());
    const std::string_view doc = op->row->doc;
    ASSERT_FALSE(doc.empty());
    EXPECT_EQ(doc.back(), '.');
    EXPECT_FALSE(op->schema.results.empty() && op->row->effect == Effect::kPure);
    bool defaults_began = false;
    for (const SchemaParameter& p : op->schema.parameters) {
      if (p.keyword_only) break;
      EXPECT_TRUE(p.default_value || !defaults_began) << p.name << " after a default";
      defaults_began = p.default_value.has_value();
    }
    if (op->row->spellings & (kMethod | kInPlace)) {
      ASSERT_FALSE(op->schema.parameters.empty());
      EXPECT_EQ(op->schema.parameters[0].type, SchemaType::kTensor) << "a method needs a tensor";
    }
  }
}

TEST(Schema, ReadsAllTypes) {
  const Schema s = parse_schema(
      "f.over(Tensor a, Tensor? b, Tensor[] c, Scalar d, Tensor|Scalar e, int g, int[] h, "
      "int[2] i, int[1]? j, float k, bool l, str m, DType n, Device o, MemoryFormat p, index[] q) "
      "-> Tensor");
  EXPECT_EQ(s.name, "f");
  EXPECT_EQ(s.overload, "over");
  EXPECT_EQ(s.full_name(), "f.over");
  const auto type = [&](std::size_t i) { return s.parameters[i].type; };
  EXPECT_EQ(type(0), SchemaType::kTensor);
  EXPECT_TRUE(s.parameters[1].optional);
  EXPECT_TRUE(s.parameters[2].list);
  EXPECT_EQ(type(3), SchemaType::kNumber);
  EXPECT_EQ(type(4), SchemaType::kTensorOrNumber);
  EXPECT_EQ(type(5), SchemaType::kInt);
  EXPECT_EQ(s.parameters[6].list_size, 0);
  EXPECT_EQ(s.parameters[7].list_size, 2);
  EXPECT_TRUE(s.parameters[8].optional && s.parameters[8].list);
  EXPECT_EQ(type(9), SchemaType::kFloat);
  EXPECT_EQ(type(10), SchemaType::kBool);
  EXPECT_EQ(type(11), SchemaType::kString);
  EXPECT_EQ(type(12), SchemaType::kDType);
  EXPECT_EQ(type(13), SchemaType::kDevice);
  EXPECT_EQ(type(14), SchemaType::kEnum);
  EXPECT_EQ(s.parameters[14].enum_type, "MemoryFormat");
  EXPECT_EQ(type(15), SchemaType::kIndex);
  EXPECT_EQ(s.find("g"), std::size_t{5});
  EXPECT_EQ(s.find("z"), std::nullopt);
  EXPECT_EQ(s.parameters[8].type_str(), "int[1]?");
  EXPECT_EQ(s.parameters[4].type_str(), "Tensor|Scalar");
}

TEST(Schema, ReadsDefaults) {
  const Schema s = parse_schema(
      "f(int a=-3, float b=1, float c=1e-05, float d=inf, float e=-inf, bool g=True, str h='mean', "
      "int[2] i=1, int[] j=[1, 2], int[1] k=[], Tensor? l=None, DType m=float16, "
      "MemoryFormat n=contiguous_format, Scalar o=2, Scalar p=0.5) -> ()");
  const auto value = [&](std::size_t i) { return *s.parameters[i].default_value; };
  EXPECT_EQ(value(0), Argument(-3));
  EXPECT_EQ(value(1), Argument(1.0));
  EXPECT_EQ(value(2), Argument(1e-05));
  EXPECT_EQ(value(3), Argument(HUGE_VAL));
  EXPECT_EQ(value(4), Argument(-HUGE_VAL));
  EXPECT_EQ(value(5), Argument(true));
  EXPECT_EQ(value(6), Argument("mean"));
  EXPECT_EQ(value(7), Argument::ints({1, 1}));
  EXPECT_EQ(value(8), Argument::ints({1, 2}));
  EXPECT_EQ(value(9), Argument::ints({}));
  EXPECT_TRUE(value(10).is_none());
  EXPECT_EQ(value(11), Argument(DType::kFloat16));
  EXPECT_EQ(value(12), Argument(EnumValue{"MemoryFormat", "contiguous_format"}));
  EXPECT_EQ(value(13), Argument(2));
  EXPECT_EQ(value(14), Argument(0.5));
  EXPECT_TRUE(s.results.empty());
  EXPECT_EQ(parse_schema(s.str()).str(), s.str());
}

TEST(Schema, ReadsAliasesKeywordsAndResults) {
  const Schema s = parse_schema(
      "f_( Tensor(a!) x,Tensor(b) y , * , bool keep = False )->(Tensor(a!) values, Tensor "
      "indices)");
  EXPECT_TRUE(s.writes());
  EXPECT_TRUE(s.parameters[0].written && s.parameters[0].aliased);
  EXPECT_TRUE(s.parameters[1].aliased && !s.parameters[1].written);
  EXPECT_FALSE(s.parameters[1].keyword_only);
  EXPECT_TRUE(s.parameters[2].keyword_only);
  ASSERT_EQ(s.results.size(), 2u);
  EXPECT_EQ(s.results[0].name, "values");
  EXPECT_TRUE(s.results[0].aliased);
  EXPECT_EQ(s.str(),
            "f_(Tensor(a!) x, Tensor(b) y, *, bool keep=False) -> (Tensor(a!) values, Tensor "
            "indices)");
  EXPECT_EQ(parse_schema("f() -> Tensor[]").str(), "f() -> Tensor[]");
  EXPECT_FALSE(parse_schema("f(Tensor(a) x) -> Tensor(a)").writes());
}

TEST(Schema, RefusesWhatIsNoSchema) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "character 1: expected operator name"},
      {"f", "character 2: expected `(`"},
      {"f(", "expected a type"},
      {"f(Tensor)", "expected a parameter name"},
      {"f(Tensor x)", "expected `-`"},
      {"f(Tensor x) -> Tensor x y", "unexpected text"},
      {"f(tensor x) -> Tensor", "unknown type `tensor`"},
      {"f(int[0] x) -> Tensor", "expected the size of a list"},
      {"f(int[two] x) -> Tensor", "expected the size of a list"},
      {"f(Tensor|int x) -> Tensor", "only `Tensor|Scalar` is a union"},
      {"f(int x=1.5) -> Tensor", "`x` is no float"},
      {"f(int x=None) -> Tensor", "`x` may not be None"},
      {"f(int x=True) -> Tensor", "`x` is no bool"},
      {"f(int x='a') -> Tensor", "`x` is no string"},
      {"f(str x='a) -> Tensor", "unterminated string"},
      {"f(int x=[1]) -> Tensor", "`x` is no list"},
      {"f(int[] x=1) -> Tensor", "`x` needs a list"},
      {"f(int x=big) -> Tensor", "`big` is no value for `x`"},
      {"f(float x=1.5.2) -> Tensor", "expected a number"},
      {"f(Tensor x) -> Tensor?", "a result cannot be None"},
  };
  for (const auto& [text, message] : cases) {
    SCOPED_TRACE(text);
    expect_error([text = text] { parse_schema(text); }, "W1000", message);
  }
}

}  // namespace
}  // namespace weft::ir
