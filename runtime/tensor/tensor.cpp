#include <weft/runtime/tensor/tensor.h>

#include <string>
#include <string_view>
#include <utility>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/dispatch.h>

namespace weft {

namespace {

const TensorImpl& defined_impl(const Tensor& tensor, const char* what, SourceLocation where) {
  if (!tensor.defined()) fail(diag::TensorUndefined, where, {what});
  return *tensor.handle();
}

/// The meta of a proxy, which must be known.
const ir::TensorMeta& known_meta(const TensorImpl& impl, const char* what, SourceLocation where) {
  if (!impl.node) impl.handler->require_data(impl, what, where);
  const ir::TensorMeta* meta = impl.node->meta.value.tensor();
  if (!meta) fail(diag::ExtentUnknown, where, {what});
  return *meta;
}

/// A proxy's extents as numbers, kept in its impl so that references to them stay valid.
const std::vector<std::int64_t>& constants(const std::vector<ir::IntExpr>& values,
                                           std::vector<std::int64_t>& kept, const char* what,
                                           SourceLocation where) {
  kept.clear();
  for (const ir::IntExpr& value : values) {
    if (!value.is_constant()) fail(diag::SymbolUnbound, where, {value.str() + " in " + what});
    kept.push_back(value.value());
  }
  return kept;
}

std::int64_t wrap_dimension(std::int64_t dim, std::int64_t rank, const char* what,
                            SourceLocation where) {
  if (dim < -rank || dim >= rank) {
    fail(diag::DimensionOutOfRange, where, {what, std::to_string(dim), std::to_string(rank)});
  }
  return dim < 0 ? dim + rank : dim;
}

/// `target op= operand`; parameters beyond the second take their defaults.
void write_into(const Tensor& target, std::string_view name, ir::Value operand,
                SourceLocation where) {
  const ir::Operator& op = ir::get_operator(name);
  const auto& parameters = op.schema.parameters;
  dispatch(op,
           api::bind_named(op,
                           {{parameters[0].name, api::self_value(target, name, where)},
                            {parameters[1].name, std::move(operand)}},
                           where),
           CallStyle::kFunction, where);
}

}  // namespace

const OptionalTensor& no_tensor() {
  static const OptionalTensor none;
  return none;
}

std::int64_t Tensor::dim(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "dim", where);
  const std::size_t rank =
      impl.is_proxy() ? known_meta(impl, "rank", where).rank() : impl.sizes.size();
  return static_cast<std::int64_t>(rank);
}

SymInt Tensor::size(std::int64_t dim, where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "size", where);
  if (impl.is_proxy()) {
    const ir::ValueMeta value = impl.meta();
    if (const ir::TensorMeta* meta = value.tensor()) {
      dim = wrap_dimension(dim, static_cast<std::int64_t>(meta->rank()), "size", where);
    }
    static const ir::Operator& op = ir::get_operator("size.int");
    return SymInt(*dispatch(op, {handle(), dim}, CallStyle::kMethod, where).tensor());
  }
  const auto rank = static_cast<std::int64_t>(impl.sizes.size());
  return SymInt(impl.sizes[static_cast<std::size_t>(wrap_dimension(dim, rank, "size", where))]);
}

Sizes Tensor::sizes(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "sizes", where);
  if (!impl.is_proxy()) return IntArrayRef(impl.sizes);
  return {impl_, known_meta(impl, "shape", where).rank(), where};
}

IntArrayRef Tensor::strides(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "strides", where);
  if (!impl.is_proxy()) return impl.strides;
  return constants(known_meta(impl, "strides", where).strides, impl_->strides, "strides()", where);
}

std::int64_t Tensor::stride(std::int64_t dim, where_t where) const {
  const IntArrayRef all = strides(where);
  const auto rank = static_cast<std::int64_t>(all.size());
  return all[static_cast<std::size_t>(wrap_dimension(dim, rank, "stride", where))];
}

SymInt Tensor::numel(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "numel", where);
  if (!impl.is_proxy()) return SymInt(impl.numel());
  static const ir::Operator& op = ir::get_operator("numel");
  return SymInt(*dispatch(op, {handle()}, CallStyle::kMethod, where).tensor());
}

DType Tensor::scalar_type(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "dtype", where);
  return impl.is_proxy() ? known_meta(impl, "dtype", where).dtype : impl.dtype;
}

TensorOptions Tensor::options(where_t where) const {
  return TensorOptions(scalar_type(where)).device(device());
}

std::int64_t Tensor::element_size(where_t where) const {
  return static_cast<std::int64_t>(ir::size_of(scalar_type(where)));
}

std::int64_t Tensor::storage_offset() const {
  return defined_impl(*this, "storage_offset", {}).offset;
}

bool Tensor::is_contiguous(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "is_contiguous", where);
  return impl.is_proxy() ? known_meta(impl, "strides", where).is_contiguous()
                         : impl.is_contiguous();
}

bool Tensor::is_contiguous(MemoryFormat format, where_t where) const {
  const std::size_t rank = static_cast<std::size_t>(dim(where));
  const std::size_t wanted = format == MemoryFormat::ChannelsLast     ? 4
                             : format == MemoryFormat::ChannelsLast3d ? 5
                                                                      : rank;
  if (rank != wanted) return false;
  if (format == MemoryFormat::Contiguous || format == MemoryFormat::Preserve) {
    return is_contiguous(where);
  }
  const IntArrayRef steps = strides(where);
  std::int64_t step = 1;
  // The channels are innermost, then the image from its last dimension on, then the batch.
  for (std::size_t k = 0; k < rank; ++k) {
    const std::size_t d = k == 0 ? 1 : k + 1 == rank ? 0 : rank - k;
    const std::int64_t extent = size(static_cast<std::int64_t>(d), where).value();
    if (extent != 1 && steps[d] != step) return false;
    step *= extent;
  }
  return true;
}

bool Tensor::is_floating_point(where_t where) const { return ir::is_floating(scalar_type(where)); }

const Tensor& Tensor::requires_grad_(bool value) const {
  if (impl_) impl_->requires_grad = value;
  return *this;
}

Scalar Tensor::item(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "item", where);
  static const ir::Operator& op = ir::get_operator("item");
  if (impl.is_proxy() || current_handler()) {
    return Scalar(*dispatch(op, {handle()}, CallStyle::kMethod, where).tensor());
  }
  if (impl.numel() != 1) {
    fail(diag::TensorNotOneElement, where,
         {"item", ir::shape_str({impl.sizes.begin(), impl.sizes.end()})});
  }
  const ir::Value value = eager_call(op, {handle()}, where);
  if (const auto* flag = std::get_if<bool>(&value.value)) return Scalar(*flag);
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return Scalar(*integer);
  return Scalar(std::get<double>(value.value));
}

bool Tensor::is_nonzero(where_t where) const { return item(where).toBool(); }

void* Tensor::typed_data(DType expected, SourceLocation where) const {
  void* data = data_ptr(where);
  if (impl_->dtype != expected) {
    fail(diag::TensorDTypeWrong, where,
         {"data_ptr", std::string(ir::dtype_name(expected)),
          std::string(ir::dtype_name(impl_->dtype))});
  }
  return data;
}

void* Tensor::data_ptr(where_t where) const {
  const TensorImpl& impl = defined_impl(*this, "data_ptr", where);
  if (impl.is_proxy()) impl.handler->require_data(impl, "data_ptr", where);
  return impl.data();
}

Tensor Tensor::cuda() const { fail(diag::DeviceUnavailable, {}, {"cuda"}); }

#define WEFT_COMPOUND_ASSIGNMENT(op, name)                          \
  Tensor& Tensor::operator op(const TensorArg & other) {            \
    write_into(*this, name, api::to_value(other), other.where());   \
    return *this;                                                   \
  }                                                                 \
  Tensor& Tensor::operator op(const ScalarArg & other) {            \
    write_into(*this, name, other.get().to_value(), other.where()); \
    return *this;                                                   \
  }
WEFT_COMPOUND_ASSIGNMENT(+=, "add_")
WEFT_COMPOUND_ASSIGNMENT(-=, "sub_")
WEFT_COMPOUND_ASSIGNMENT(*=, "mul_")
WEFT_COMPOUND_ASSIGNMENT(/=, "div_")
#undef WEFT_COMPOUND_ASSIGNMENT

}  // namespace weft
