#include "weft_deploy/tensor_view.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace {

using weft_deploy::make_view;
using weft_deploy::Status;
using weft_deploy::TensorView;

std::string described(const TensorView& v) {
  char text[64];
  weft_deploy::describe_view(v, text, sizeof(text));
  return text;
}

TEST(TensorView, DescribesItself) {
  float data[6] = {};
  const TensorView v = make_view(data, {2, 3});
  EXPECT_EQ(described(v), "float32[2, 3]");
  EXPECT_EQ(v.strides[0], 3);
  EXPECT_EQ(v.strides[1], 1);
  EXPECT_EQ(described(make_view(static_cast<const bool*>(nullptr), nullptr, 0)), "bool[]");
  TensorView odd = v;
  odd.dtype = 77;
  EXPECT_EQ(described(odd), "unknown type[2, 3]");
  char small[12];
  weft_deploy::describe_view(v, small, sizeof(small));
  EXPECT_STREQ(small, "float32[2, ");
}

// Callers describe what they have; refusing it is for the model. Sanitizers see an overflow.
TEST(TensorView, TakesSizesThatModelsRefuse) {
  const TensorView v = make_view(static_cast<float*>(nullptr), {3, int64_t{1} << 62, 8});
  EXPECT_EQ(v.sizes[1], int64_t{1} << 62);
  EXPECT_EQ(v.strides[1], 8);
  EXPECT_EQ(v.strides[0], 0);
}

TEST(TensorView, TypedDataRefusesOtherTypes) {
  int64_t data[2] = {};
  const TensorView v = make_view(data, {2});
  EXPECT_EQ(weft_deploy::typed_data<int64_t>(v), data);
  EXPECT_EQ(weft_deploy::typed_data<float>(v), nullptr);
  EXPECT_EQ(weft_deploy::typed_data<const int64_t>(v), data);
}

TEST(TensorView, CountsElements) {
  TensorView v = make_view(static_cast<float*>(nullptr), nullptr, 0);
  EXPECT_EQ(weft_deploy::element_count(v), 1);
  v.rank = 3;
  v.sizes[0] = v.sizes[1] = int64_t{1} << 40;
  v.sizes[2] = 1;
  EXPECT_EQ(weft_deploy::element_count(v), -1);
  v.sizes[2] = 0;
  EXPECT_EQ(weft_deploy::element_count(v), 0);
  v.sizes[0] = -1;
  EXPECT_EQ(weft_deploy::element_count(v), -1);
}

TEST(TensorView, Contiguity) {
  float data[24] = {};
  TensorView v = make_view(data, {2, 3, 4});
  EXPECT_TRUE(weft_deploy::is_contiguous(v));
  v.strides[0] = 13;
  EXPECT_FALSE(weft_deploy::is_contiguous(v));
  v.sizes[0] = 1;  // its stride does not matter
  EXPECT_TRUE(weft_deploy::is_contiguous(v));
  v.strides[2] = 2;
  EXPECT_FALSE(weft_deploy::is_contiguous(v));
  v.sizes[0] = 0;  // nor do any of an empty tensor
  EXPECT_TRUE(weft_deploy::is_contiguous(v));
  const TensorView empty = make_view(data, {2, 0, 4});
  EXPECT_TRUE(weft_deploy::is_contiguous(empty));
}

TEST(Status, KeepsAndCutsMessages) {
  Status status;
  EXPECT_EQ(weft_deploy::fail(&status, WEFT_BAD_ARGUMENT, "argument %d", 3), WEFT_BAD_ARGUMENT);
  EXPECT_EQ(status.code, WEFT_BAD_ARGUMENT);
  EXPECT_STREQ(status.message, "argument 3");
  const std::string longer(1000, 'x');
  weft_deploy::fail(&status, WEFT_INTERNAL, "%s", longer.c_str());
  EXPECT_EQ(std::strlen(status.message), sizeof(status.message) - 1);
  EXPECT_EQ(weft_deploy::succeed(&status), WEFT_OK);
  EXPECT_STREQ(status.message, "");
  EXPECT_EQ(weft_deploy::fail(nullptr, WEFT_INTERNAL, "nobody listens"), WEFT_INTERNAL);
}

TEST(Status, RefusalsEndWithTheirNumber) {
  Status status;
  EXPECT_EQ(weft_deploy::refuse(&status, WEFT_REFUSED_RANK, "argument %d", 3), WEFT_BAD_ARGUMENT);
  EXPECT_EQ(status.reason, 8003);
  EXPECT_STREQ(status.message, "argument 3 [W8003]");
  EXPECT_EQ(weft_deploy::refuse(&status, WEFT_REFUSED_VALUE, "bad"), WEFT_BAD_VALUE);
  const std::string longer(1000, 'x');
  weft_deploy::refuse(&status, WEFT_REFUSED_TYPE, "%s", longer.c_str());
  const std::string message = status.message;
  EXPECT_LT(message.size(), sizeof(status.message));
  EXPECT_EQ(message.substr(message.size() - 9), "x [W8002]");
  EXPECT_EQ(weft_deploy::fail(&status, WEFT_BAD_WEIGHTS, "no"), WEFT_BAD_WEIGHTS);
  EXPECT_EQ(status.reason, WEFT_NOT_REFUSED);
  EXPECT_EQ(weft_deploy::refuse(nullptr, WEFT_REFUSED_TYPE, "nobody"), WEFT_BAD_ARGUMENT);
}

TEST(DType, NamesAndSizes) {
  EXPECT_STREQ(weft_deploy::dtype_name(WEFT_BF16), "bfloat16");
  EXPECT_STREQ(weft_deploy::dtype_name(-1), "unknown type");
  EXPECT_EQ(weft_deploy::dtype_size(WEFT_I64), 8);
  EXPECT_EQ(weft_deploy::dtype_size(10), 0);
}

}  // namespace
