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

/// What the eager function of a user's operator gives has to be what its shape rule says: graphs
/// and generated code know the rule only.
/// \error W1207, W1208
void check_custom_result(const ir::Call& call, const std::string& name, const ir::ValueMeta& said,
                         const ir::Value& given) {
  if (const ir::ValueMetaList* parts = said.list()) {
    const std::vector<ir::Value>* list = given.list();
    if (list == nullptr || list->size() != parts->size()) {
      call.fail(diag::ShapeMismatch,
                {"the shape rule says " + std::to_string(parts->size()) +
                 " tensors, and the function gave " +
                 (list == nullptr ? "no list" : std::to_string(list->size()))});
    }
    for (std::size_t k = 0; k < parts->size(); ++k) {
      check_custom_result(call, "result " + std::to_string(k), (*parts)[k], (*list)[k]);
    }
    return;
  }
  const ir::TensorMeta* meta = said.tensor();
  if (meta == nullptr) return;
  const ir::TensorHandle* tensor = given.tensor();
  if (tensor == nullptr || *tensor == nullptr) {
    call.fail(diag::ShapeMismatch, {"the shape rule says that " + name + " is " + meta->str() +
                                    ", and the function gave no tensor"});
  }
  const std::vector<std::int64_t>& sizes = (*tensor)->sizes;
  bool fits = sizes.size() == meta->sizes.size();
  for (std::size_t k = 0; fits && k < sizes.size(); ++k) {
    const auto extent = meta->sizes[k].maybe_value();  // none where the data decides it
    fits = !extent || *extent == sizes[k];
  }
  if (fits && (*tensor)->dtype == meta->dtype) return;
  call.fail(fits ? diag::DTypeMismatch : diag::ShapeMismatch,
            {"the shape rule says that " + name + " is " + meta->str() +
             ", and the function gave " + (*tensor)->meta().str()});
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
    const ir::ValueMeta said = ir::infer(call);
    ir::Value given = eager::pack_results(call.op(), definition->run(call, arguments));
    check_custom_result(call, "the result", said, given);
    return given;
  }
  const auto found = table().find(name);
  if (found == table().end()) {
    fail(diag::InternalError, call.location(), {"no kernel for the operator `" + name + "`"});
  }
  ir::infer(call);
  return eager::pack_results(call.op(), found->second(call, arguments));
}

}  // namespace weft::kernels
