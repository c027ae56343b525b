#include <weft/frontend/trace/result_tensors.h>

#include <weft/ir/diagnostics.h>
#include <weft/ir/passes/functionalize.h>
#include <weft/runtime/eager/copy.h>
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

void write_back(const ir::Graph& core, const std::vector<ir::TensorHandle>& inputs,
                std::vector<ir::TensorHandle>& results) {
  const std::vector<std::size_t> written = ir::written_inputs(core);
  const std::size_t own = results.size() - written.size();
  // A result may be a view of an input, which holds what it was before.
  if (!written.empty()) {
    for (ir::TensorHandle& result : results) result = eager::dense_copy_as(result, result->dtype);
  }
  for (std::size_t k = 0; k < written.size(); ++k) {
    eager::copy_into(results[own + k], inputs.at(written[k]));
  }
  results.resize(own);
}

}  // namespace weft
