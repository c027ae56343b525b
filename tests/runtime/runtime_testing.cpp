#include "runtime_testing.h"

#include <weft/ir/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::testing {

std::vector<double> values_of(const Tensor& tensor) {
  const ir::TensorHandle wide = eager::dense_as(tensor.handle(), DType::kFloat64);
  const double* first = wide->data_as<double>();
  return {first, first + wide->numel()};
}

void expect_error(std::string_view id, const std::function<void()>& action, std::string_view part) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), id) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    return;
  }
  ADD_FAILURE() << "no error; expected " << id;
}

}  // namespace weft::testing
