#include <weft/runtime/tensor/factories.h>

#include <utility>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/block.h>

namespace weft {

namespace {

using api::NamedValue;

ir::Value dtype_value(const TensorOptions& options) {
  return options.has_dtype() ? ir::Value(options.dtype()) : ir::Value();
}

void require_cpu(const TensorOptions& options, SourceLocation where) {
  if (!options.device().is_cpu()) {
    fail(diag::DeviceUnavailable, where, {options.device().str()});
  }
}

Tensor make(std::string_view op, std::vector<NamedValue> arguments, const TensorOptions& options,
            SourceLocation where) {
  require_cpu(options, where);
  arguments.emplace_back("dtype", dtype_value(options));
  if (options.has_device()) arguments.emplace_back("device", options.device().str());
  Tensor result = api::to_tensor(api::call_named(op, arguments, CallStyle::kFunction, where));
  if (options.requires_grad()) result.requires_grad_();
  return result;
}

/// The tensor in the format that is asked for, in the options or by itself.
Tensor in_format(const Tensor& tensor, const TensorOptions& options,
                 std::optional<MemoryFormat> format, SourceLocation where) {
  format = api::one_format(options, format, where);
  if (!format || *format == MemoryFormat::Preserve) return tensor;
  return tensor.contiguous(format, where);
}

Tensor make_like(std::string_view op, const TensorArg& input, std::vector<NamedValue> arguments,
                 const TensorOptions& options, std::optional<MemoryFormat> format) {
  arguments.emplace_back("input", api::to_value(input));
  return in_format(make(op, std::move(arguments), options, input.where()), options, format,
                   input.where());
}

}  // namespace

Tensor zeros(const SizeList& size, const TensorOptions& options, where_t where) {
  return make("zeros", {{"size", size.to_value()}}, options, where);
}

Tensor ones(const SizeList& size, const TensorOptions& options, where_t where) {
  return make("ones", {{"size", size.to_value()}}, options, where);
}

Tensor empty(const SizeList& size, const TensorOptions& options, where_t where) {
  return empty(size, options, std::nullopt, where);
}

Tensor empty(const SizeList& size, const TensorOptions& options, std::optional<MemoryFormat> format,
             where_t where) {
  format = api::one_format(options, format, where);
  const Tensor dense = make("empty", {{"size", size.to_value()}}, options, where);
  if (format == MemoryFormat::Preserve) {
    fail(diag::IndexListWrong, where, {"empty: there is no order of elements to preserve"});
  }
  return !format || *format == MemoryFormat::Contiguous ? dense : dense.contiguous(format, where);
}

Tensor full(const SizeList& size, const Scalar& fill_value, const TensorOptions& options,
            where_t where) {
  return make("full", {{"size", size.to_value()}, {"fill_value", fill_value.to_value()}}, options,
              where);
}

Tensor scalar_tensor(const Scalar& value, const TensorOptions& options, where_t where) {
  return full({}, value, options.has_dtype() ? options : options.dtype(kFloat), where);
}

Tensor eye(const SizeItem& n, const TensorOptions& options, where_t where) {
  return make("eye", {{"n", api::to_value(n)}}, options, where);
}

Tensor eye(const SizeItem& n, const SizeItem& m, const TensorOptions& options, where_t where) {
  return make("eye.m", {{"n", api::to_value(n)}, {"m", api::to_value(m)}}, options, where);
}

Tensor arange(const Scalar& end, const TensorOptions& options, where_t where) {
  return make("arange", {{"end", end.to_value()}}, options, where);
}

Tensor arange(const Scalar& start, const Scalar& end, const TensorOptions& options, where_t where) {
  return make("arange.start", {{"start", start.to_value()}, {"end", end.to_value()}}, options,
              where);
}

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step,
              const TensorOptions& options, where_t where) {
  return make("arange.start_step",
              {{"start", start.to_value()}, {"end", end.to_value()}, {"step", step.to_value()}},
              options, where);
}

Tensor linspace(const Scalar& start, const Scalar& end, const SizeItem& steps,
                const TensorOptions& options, where_t where) {
  return make(
      "linspace",
      {{"start", start.to_value()}, {"end", end.to_value()}, {"steps", api::to_value(steps)}},
      options, where);
}

Tensor zeros_like(TensorArg input, const TensorOptions& options,
                  std::optional<MemoryFormat> format) {
  return make_like("zeros_like", input, {}, options, format);
}

Tensor ones_like(TensorArg input, const TensorOptions& options,
                 std::optional<MemoryFormat> format) {
  return make_like("ones_like", input, {}, options, format);
}

Tensor empty_like(TensorArg input, const TensorOptions& options,
                  std::optional<MemoryFormat> format) {
  return make_like("empty_like", input, {}, options, format);
}

Tensor full_like(TensorArg input, const Scalar& fill_value, const TensorOptions& options,
                 std::optional<MemoryFormat> format) {
  return make_like("full_like", input, {{"fill_value", fill_value.to_value()}}, options, format);
}

Tensor rand(const SizeList& size, const TensorOptions& options, where_t where) {
  return make("rand", {{"size", size.to_value()}}, options, where);
}

Tensor randn(const SizeList& size, const TensorOptions& options, where_t where) {
  return make("randn", {{"size", size.to_value()}}, options, where);
}

Tensor randint(std::int64_t high, const SizeList& size, const TensorOptions& options,
               where_t where) {
  return make("randint", {{"high", high}, {"size", size.to_value()}}, options, where);
}

Tensor randint(std::int64_t low, std::int64_t high, const SizeList& size,
               const TensorOptions& options, where_t where) {
  return make("randint.low", {{"low", low}, {"high", high}, {"size", size.to_value()}}, options,
              where);
}

Tensor rand_like(TensorArg input, const TensorOptions& options,
                 std::optional<MemoryFormat> format) {
  return make_like("rand_like", input, {}, options, format);
}

Tensor randn_like(TensorArg input, const TensorOptions& options,
                  std::optional<MemoryFormat> format) {
  return make_like("randn_like", input, {}, options, format);
}

Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options) {
  require_cpu(options, {});
  auto impl = std::make_shared<TensorImpl>();
  impl->dtype = options.dtype();
  impl->sizes = sizes.vec();
  impl->strides = strides.vec();
  std::int64_t last = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 0) last = -1;
    if (last >= 0) last += (sizes[d] - 1) * strides[d];
  }
  const std::size_t bytes = static_cast<std::size_t>(last + 1) * ir::size_of(impl->dtype);
  impl->storage = Storage::wrap(data, bytes, nullptr);
  return Tensor(std::move(impl));
}

Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options) {
  std::vector<std::int64_t> strides(sizes.size(), 1);
  for (std::size_t d = sizes.size(); d-- > 1;) strides[d - 1] = strides[d] * sizes[d];
  return from_blob(data, sizes, strides, options);
}

Tensor from_blob(void* data, IntArrayRef sizes, const std::function<void(void*)>& deleter,
                 const TensorOptions& options) {
  Tensor result = from_blob(data, sizes, options);
  const TensorImpl& impl = *result.handle();
  result.handle()->storage =
      Storage::wrap(data, impl.storage->bytes(), std::shared_ptr<void>(data, deleter));
  return result;
}

TensorData::TensorData(std::initializer_list<TensorData> items)
    : sizes_{static_cast<std::int64_t>(items.size())} {
  bool first = true;
  for (const TensorData& item : items) {
    if (first) {
      dtype_ = item.dtype_;
      sizes_.insert(sizes_.end(), item.sizes_.begin(), item.sizes_.end());
    } else if (!std::equal(sizes_.begin() + 1, sizes_.end(), item.sizes_.begin(),
                           item.sizes_.end())) {
      fail(diag::IndexListWrong, {}, {"tensor: the nested lists have different lengths"});
    }
    if (item.dtype_ > dtype_) dtype_ = item.dtype_;
    first = false;
    values_.insert(values_.end(), item.values_.begin(), item.values_.end());
  }
}

Tensor tensor(const TensorData& data, const TensorOptions& options) {
  require_cpu(options, {});
  const DType dtype = options.has_dtype() ? options.dtype() : data.dtype();
  ir::TensorHandle result = make_tensor(dtype, data.sizes());
  const std::size_t width = ir::size_of(dtype);
  for (std::size_t i = 0; i < data.values().size(); ++i) {
    eager::fill_block(dtype, data.values()[i], result->data() + i * width, 1);
  }
  Tensor made(std::move(result));
  if (options.requires_grad()) made.requires_grad_();
  return made;
}

}  // namespace weft
