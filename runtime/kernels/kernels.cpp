/// \file Looking up and running kernels.
#include <weft/runtime/kernels/kernels.h>

#include <string>
#include <unordered_map>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/register_operator.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/call_values.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::kernels {

namespace {

using Table = std::unordered_map<std::string_view, Kernel>;

const Table& table() {
  static const Table table = [] {
    Table rows;
    for (const auto family : {scan_kernels(), sorting_kernels(), scatter_kernels(),
                              index_write_kernels(), selection_kernels(), recurrent_kernels(),
                              random_kernels(), linear_algebra_kernels(), check_kernels()}) {
      for (const KernelRow& row : family) rows.emplace(row.operator_name, row.kernel);
    }
    return rows;
  }();
  return table;
}

}  // namespace

ir::Value item(const ir::TensorHandle& tensor, SourceLocation where) {
  if (tensor->numel() != 1) {
    fail(diag::TensorNotOneElement, where,
         {"item", ir::shape_str({tensor->sizes.begin(), tensor->sizes.end()})});
  }
  if (tensor->dtype == DType::kBool) return *tensor->data_as<bool>();
  if (ir::is_floating(tensor->dtype)) {
    double value = 0;
    eager::cast_block(tensor->dtype, tensor->data(), DType::kFloat64, &value, 1);
    return value;
  }
  std::int64_t value = 0;
  eager::cast_block(tensor->dtype, tensor->data(), DType::kInt64, &value, 1);
  return value;
}

bool has_kernel(std::string_view full_name) { return table().count(full_name) != 0; }

ir::Value run(const ir::Call& call, const std::vector<ir::Value>& arguments) {
  const std::string name = call.op().full_name();
  if (const ir::OperatorDefinition* definition = call.op().definition) {
    ir::infer(call);
    return eager::pack_results(call.op(), definition->run(call, arguments));
  }
  const auto found = table().find(name);
  if (found == table().end()) {
    fail(diag::InternalError, call.location(), {"no kernel for the operator `" + name + "`"});
  }
  ir::infer(call);
  return eager::pack_results(call.op(), found->second(call, arguments));
}

}  // namespace weft::kernels
