#include <weft/frontend/trace/result_tensors.h>

#include <weft/ir/diagnostics.h>
#include <weft/runtime/nn/value_conversion.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

std::vector<ir::TensorHandle> result_tensors(const ir::Value& result) {
  std::vector<ir::TensorHandle> tensors;
  for (const ir::Value& leaf : flatten_value(result)) {
    if (const ir::TensorHandle* tensor = leaf.tensor()) {
      tensors.push_back(*tensor);
    } else if (const auto* integer = std::get_if<std::int64_t>(&leaf.value)) {
      tensors.push_back(make_tensor(DType::kInt64, {}));
      *tensors.back()->data_as<std::int64_t>() = *integer;
    } else if (const auto* number = std::get_if<double>(&leaf.value)) {
      tensors.push_back(make_tensor(DType::kFloat32, {}));
      *tensors.back()->data_as<float>() = static_cast<float>(*number);
    } else if (const auto* flag = std::get_if<bool>(&leaf.value)) {
      tensors.push_back(make_tensor(DType::kBool, {}));
      *tensors.back()->data_as<bool>() = *flag;
    } else {
      fail(diag::InternalError, {}, {"a result of forward is neither tensor nor number"});
    }
  }
  return tensors;
}

}  // namespace weft
