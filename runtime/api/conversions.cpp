#include <weft/runtime/api/conversions.h>

#include <weft/runtime/diagnostics.h>

namespace weft::api {

ir::Value to_value(const TensorArg& tensor) {
  if (!tensor.get().defined()) fail(diag::TensorUndefined, tensor.where(), {"operator argument"});
  return tensor.get().handle();
}

ir::Value self_value(const Tensor& self, std::string_view method, SourceLocation where) {
  if (!self.defined()) fail(diag::TensorUndefined, where, {std::string(method)});
  return self.handle();
}

ir::Value dtype_value(const TensorOptions& options, SourceLocation where) {
  if (!options.device().is_cpu()) {
    fail(diag::DeviceUnavailable, where, {options.device().str()});
  }
  return options.has_dtype() ? ir::Value(options.dtype()) : ir::Value();
}

std::optional<MemoryFormat> one_format(const TensorOptions& options,
                                       std::optional<MemoryFormat> format, SourceLocation where) {
  if (format && options.has_memory_format()) fail(diag::MemoryFormatTwice, where);
  return format ? format : options.memory_format_opt();
}

ir::Value to_value(const OptionalTensor& tensor) {
  return tensor.has_value() ? ir::Value(tensor.get().handle()) : ir::Value();
}

ir::Value to_value(const TensorList& tensors) {
  std::vector<ir::Value> values;
  values.reserve(tensors.get().size());
  for (const Tensor& tensor : tensors.get()) {
    if (!tensor.defined()) fail(diag::TensorUndefined, tensors.where(), {"list of tensors"});
    values.emplace_back(tensor.handle());
  }
  return values;
}

ir::Value to_value(const SizeList& sizes, int count) {
  if (sizes.size() != 1) return sizes.to_value();
  return std::vector<ir::Value>(static_cast<std::size_t>(count), sizes[0].to_value());
}

ir::Value to_value(const OptionalSizeList& sizes) {
  return sizes.has_value() ? sizes.value().to_value() : ir::Value();
}

ir::Value to_value(const OptionalSizeList& sizes, int count) {
  return sizes.has_value() ? to_value(sizes.value(), count) : ir::Value();
}

Tensor to_tensor(const ir::Value& value) { return Tensor(*value.tensor()); }

std::vector<Tensor> to_tensors(const ir::Value& value) {
  std::vector<Tensor> tensors;
  for (const ir::Value& item : *value.list()) tensors.push_back(to_tensor(item));
  return tensors;
}

}  // namespace weft::api
