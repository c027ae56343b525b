// Tensors of every kind on a stream. Compiles with libtorch too, which wrote data/printing.txt.
#include <torch/torch.h>

#include "libtorch_api.h"

namespace api {
namespace {

std::string all;

template <typename T>
void print(const std::string& name, const T& value) {
  std::ostringstream stream;
  stream << value;
  all += "## " + name + "\n" + stream.str() + "\n";
}

torch::Tensor f64(std::initializer_list<double> values) {
  return torch::tensor(std::vector<double>(values), torch::kDouble);
}

void numbers() {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  print("undefined", torch::Tensor());
  print("scalar float", torch::tensor(1.5f));
  print("scalar double", torch::tensor(0.1, torch::kDouble));
  print("scalar third", torch::tensor(1.0f / 3));
  print("scalar large", torch::tensor(1234567.0f));
  print("scalar tiny", torch::tensor(1.25e-7f));
  print("scalar long", torch::tensor(7));
  print("scalar big long", torch::tensor(12345678901));
  print("scalar bool", torch::tensor(true));
  print("scalar nan", torch::tensor(static_cast<float>(nan)));
  print("scalar inf", torch::tensor(static_cast<float>(-inf)));
  print("long", torch::tensor({1, 2, 30}));
  print("negative long", torch::tensor({-1, 20, -300}));
  print("ten digits", torch::tensor({1234567890, 2}));
  print("bytes", torch::tensor({1, 2, 255}, torch::kByte));
  print("chars", torch::tensor({-1, 2, 127}, torch::kChar));
  print("shorts", torch::tensor({-1, 2}, torch::kShort));
  print("ints", torch::tensor({-1, 2}, torch::kInt));
  print("bools", torch::tensor({true, false}));
  print("halves", f64({0.5, 0.333333}).to(torch::kHalf));
  print("brain floats", f64({0.5, 0.333333}).to(torch::kBFloat16));
  print("whole floats", f64({1, 2, 3}).to(torch::kFloat));
  print("floats", f64({0.5, -1.25, 3}).to(torch::kFloat));
  print("doubles", f64({0.123456789, 12.5, -3.75}));
  print("hundreds", f64({123.456, 1.5}));
  print("thousands", f64({12345.678, 1.5}));
  print("millions", f64({1234567.5, 2345678.25}));
  print("wide range", f64({1e-6, 1.5e3}));
  print("wider range", f64({1e-120, 1.5e120}));
  print("small", f64({0.001, 0.002}));
  print("smaller", f64({0.00001, 0.00002}));
  print("tenths", f64({0.1, 0.25}));
  print("zero and small", f64({0, 0.01}));
  print("zeros", f64({0, 0, 0}));
  print("whole with nan", f64({1, nan, 3}));
  print("fractions with nan", f64({1.5, nan, inf}));
  print("infinities", f64({1, inf, -inf}));
  print("only nan", f64({nan, nan}));
  print("only infinities", f64({inf, -inf}));
  print("negative zero", f64({-0.0, 0.5}));
  print("negative large", f64({-123456.5, -2.25}));
  print("billions", f64({1e9, 2}));
  print("ten billions", f64({1e10, 2}));
}

void shapes() {
  const torch::Tensor x = torch::arange(24).to(torch::kFloat);
  print("empty", torch::zeros({0}));
  print("empty matrix", torch::zeros({0, 3}));
  print("empty rows", torch::zeros({2, 0}));
  print("empty cube", torch::zeros({2, 0, 3}));
  print("one", torch::ones({1}));
  print("one matrix", torch::ones({1, 1}));
  print("matrix", x.view({4, 6}));
  print("transposed", x.view({4, 6}).t());
  print("matrix of fractions", x.view({4, 6}) / 8);
  print("scaled matrix", x.view({4, 6}) * 100000.5);
  print("scaled small matrix", (x.view({4, 6}) + 1) / 10000);
  print("row", x.view({1, 24}));
  print("column", x.view({24, 1}));
  print("cube", x.view({2, 3, 4}));
  print("cube of fractions", x.view({2, 3, 4}) / 7);
  print("scaled cube", x.view({2, 3, 4}) * 100000.5);
  print("four", x.view({2, 2, 2, 3}));
  print("five", x.view({1, 2, 1, 3, 4}));
  print("slice", x.view({2, 3, 4}).slice(2, 1, 3));
  print("channels last", x.view({1, 2, 3, 4}).permute({0, 3, 1, 2}));
  print("wide", torch::arange(60).view({2, 30}));
  print("wide floats", torch::arange(60).to(torch::kFloat).view({2, 30}) / 4);
  print("wide scaled", torch::arange(60).to(torch::kFloat).view({2, 30}) * 100000.5);
  print("wide cube", torch::arange(80).to(torch::kFloat).view({2, 1, 40}) / 4);
  print("bool matrix", x.view({4, 6}) > 10);
  print("long cube", torch::arange(12).view({2, 2, 3}) * 1000);
}

void others() {
  print("sizes", torch::zeros({2, 3}).sizes());
  print("no sizes", torch::zeros({}).sizes());
  print("dtype", torch::zeros({1}).scalar_type());
  print("device", torch::zeros({1}).device());
  print("number", torch::tensor(1.5f).item());
  print("whole number", torch::tensor(3).item());
  print("true", torch::tensor(true).item());
}

}  // namespace

std::string printing() {
  all.clear();
  numbers();
  shapes();
  others();
  return all;
}

}  // namespace api
