/// \file Tensor members that convert, copy, or change what a handle refers to.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft {

namespace {

Tensor call(const Tensor& self, std::string_view op, std::vector<api::NamedValue> arguments,
            SourceLocation where) {
  arguments.emplace_back("input", api::self_value(self, op, where));
  return api::to_tensor(api::call_named(op, arguments, CallStyle::kMethod, where));
}

/// PyTorch's name of a format, or none.
ir::Value format_value(std::optional<MemoryFormat> format) {
  if (!format) return {};
  switch (*format) {
    case MemoryFormat::Contiguous:
      return std::string("contiguous_format");
    case MemoryFormat::Preserve:
      return std::string("preserve_format");
    case MemoryFormat::ChannelsLast:
      return std::string("channels_last");
    case MemoryFormat::ChannelsLast3d:
      return std::string("channels_last_3d");
  }
  return {};
}

/// The tensor object takes the extents and storage (or the node) of a view of it.
Tensor& become(const Tensor& self, const Tensor& view) {
  TensorImpl& impl = *self.handle();
  const TensorImpl& other = *view.handle();
  if (impl.is_proxy()) {
    impl.node = other.node;
  } else {
    impl.storage = other.storage;
    impl.offset = other.offset;
    impl.sizes = other.sizes;
    impl.strides = other.strides;
    impl.dtype = other.dtype;
  }
  return const_cast<Tensor&>(self);
}

}  // namespace

Tensor Tensor::to(DType dtype, bool, bool copy, std::optional<MemoryFormat> format,
                  where_t where) const {
  return call(*this, "to.dtype",
              {{"dtype", dtype}, {"copy", copy}, {"memory_format", format_value(format)}}, where);
}

Tensor Tensor::to(const TensorOptions& options, bool non_blocking, bool copy,
                  std::optional<MemoryFormat> format, where_t where) const {
  format = api::one_format(options, format, where);
  const ir::Value dtype = api::dtype_value(options, where);  // checks the device
  if (options.has_device()) {
    return call(*this, "to.device",
                {{"device", options.device().str()},
                 {"dtype", dtype},
                 {"copy", copy},
                 {"memory_format", format_value(format)}},
                where);
  }
  if (options.has_dtype()) return to(options.dtype(), non_blocking, copy, format, where);
  api::self_value(*this, "to", where);
  if (format && *format != MemoryFormat::Preserve) {
    return to(scalar_type(where), non_blocking, copy, format, where);
  }
  return copy ? clone(format, where) : *this;
}

Tensor Tensor::to(const Device& device, DType dtype, bool non_blocking, bool copy,
                  std::optional<MemoryFormat> format, where_t where) const {
  return to(TensorOptions(device).dtype(dtype), non_blocking, copy, format, where);
}

Tensor Tensor::to(const Tensor& other, bool, bool copy, std::optional<MemoryFormat> format,
                  where_t where) const {
  return call(*this, "to.other",
              {{"other", api::self_value(other, "to", where)},
               {"copy", copy},
               {"memory_format", format_value(format)}},
              where);
}

Tensor Tensor::contiguous(std::optional<MemoryFormat> format, where_t where) const {
  return call(*this, "contiguous",
              {{"memory_format", format_value(format.value_or(MemoryFormat::Contiguous))}}, where);
}

Tensor Tensor::clone(std::optional<MemoryFormat> format, where_t where) const {
  return call(*this, "clone", {{"memory_format", format_value(format)}}, where);
}

Tensor Tensor::where(const Tensor& condition, const Tensor& other, where_t where) const {
  static const ir::Operator& op = ir::get_operator("where");
  return api::to_tensor(
      dispatch(op,
               {api::self_value(condition, "where", where), api::self_value(*this, "where", where),
                api::self_value(other, "where", where)},
               CallStyle::kFunction, where));
}

Tensor& Tensor::unsqueeze_(std::int64_t dim, where_t where) const {
  return become(*this, unsqueeze(dim, where));
}

Tensor& Tensor::squeeze_(where_t where) const { return become(*this, squeeze(where)); }

Tensor& Tensor::squeeze_(std::int64_t dim, where_t where) const {
  return become(*this, squeeze(dim, where));
}

Tensor& Tensor::transpose_(std::int64_t dim0, std::int64_t dim1, where_t where) const {
  return become(*this, transpose(dim0, dim1, where));
}

Tensor& Tensor::t_(where_t where) const { return become(*this, t(where)); }

Tensor Tensor::data(where_t where) const { return detach(where); }

void Tensor::set_data(const Tensor& other, where_t where) const {
  api::self_value(*this, "set_data", where);
  api::self_value(other, "set_data", where);
  if (is_proxy() || other.is_proxy()) {
    const TensorImpl& proxy = is_proxy() ? *impl_ : *other.impl_;
    proxy.handler->require_data(proxy, "set_data", where);
  }
  become(*this, other);
}

Tensor& Tensor::resize_(const SizeList& size, where_t where) const {
  api::self_value(*this, "resize_", where);
  if (is_proxy()) impl_->handler->require_data(*impl_, "resize_", where);
  auto& self = const_cast<Tensor&>(*this);
  TensorImpl& impl = *impl_;
  const std::vector<std::int64_t> sizes = size.values();
  if (impl.sizes == sizes) return self;  // with the strides that it has
  std::int64_t count = 1;
  for (const std::int64_t extent : sizes) {
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) {
      fail(diag::IndexListWrong, where, {"resize_: these extents are no shape of a tensor"});
    }
  }
  const std::size_t width = ir::size_of(impl.dtype);
  const auto before = static_cast<std::size_t>(impl.offset);
  const std::size_t held = impl.storage->bytes() / width;
  if (static_cast<std::size_t>(count) > held - std::min(before, held)) {
    const auto refuse = [&](const char* why) {
      fail(diag::StorageNotResizable, where, {std::to_string(count), why});
    };
    if (impl.storage->is_borrowed()) refuse("its memory belongs to the program");
    if (impl.storage.use_count() > 1) refuse("other tensors share it");
    const auto wanted = static_cast<std::size_t>(count) + before;
    if (wanted > std::numeric_limits<std::ptrdiff_t>::max() / width) refuse("that is too much");
    std::shared_ptr<Storage> larger = Storage::allocate(wanted * width);
    std::copy_n(impl.storage->data(), impl.storage->bytes(), larger->data());
    impl.storage = std::move(larger);
  }
  impl.sizes = sizes;
  impl.strides = dense_strides(impl.sizes);
  return self;
}

Tensor& Tensor::mutable_grad(where_t where) const {
  fail(diag::TrainingUnsupported, where, {"mutable_grad"});
}

void Tensor::retain_grad(where_t where) const {
  fail(diag::TrainingUnsupported, where, {"retain_grad"});
}

const Tensor& Tensor::grad() const {
  static const Tensor none;
  return none;
}

void Tensor::backward(where_t where) const { fail(diag::TrainingUnsupported, where, {"backward"}); }

bool Tensor::is_signed(where_t where) const { return ir::is_signed(scalar_type(where)); }

namespace {

bool is_recorded(const Tensor& tensor) { return tensor.defined() && tensor.handle()->is_proxy(); }

// The elements decide where the shapes are known to be the same; what is not known is asked for.
bool equal_in_capture(const Tensor& a, const Tensor& b, SourceLocation where) {
  const ir::ValueMeta left = a.handle()->meta(), right = b.handle()->meta();
  if (left.tensor() == nullptr || right.tensor() == nullptr ||
      left.tensor()->sizes != right.tensor()->sizes) {
    const Tensor& proxy = is_recorded(a) ? a : b;
    proxy.handle()->handler->require_data(*proxy.handle(), "equal", where);
  }
  return a.eq(b, where).all(where).item<bool>(where);
}

}  // namespace

bool Tensor::equal(const Tensor& other, where_t where) const {
  if (is_recorded(*this) || is_recorded(other)) return equal_in_capture(*this, other, where);
  const auto host = [&](const Tensor& tensor) {
    tensor.data_ptr(where);  // the data is read here
    return eager::contiguous(tensor.handle());
  };
  const ir::TensorHandle a = host(*this);
  const ir::TensorHandle b = host(other);
  if (a->dtype != b->dtype) {
    fail(diag::TensorDTypeWrong, where,
         {"equal", std::string(ir::dtype_name(a->dtype)), std::string(ir::dtype_name(b->dtype))});
  }
  if (a->sizes != b->sizes) return false;
  return a->numel() == 0 || eq(other, where).all(where).item<bool>(where);
}

bool Tensor::allclose(const Tensor& other, double rtol, double atol, bool equal_nan,
                      where_t where) const {
  const Tensor a = to(kDouble);
  const Tensor b = other.to(kDouble);
  const Tensor allowed = b.abs(where).mul(rtol, where).add(atol, 1, where);
  // Equal infinities have the distance NaN, so equality counts by itself.
  Tensor close = a.sub(b, 1, where).abs(where).le(allowed, where);
  close = close.logical_and(b.isfinite(where), where).logical_or(a.eq(b, where), where);
  if (equal_nan) {
    close = close.logical_or(a.isnan(where).logical_and(b.isnan(where), where), where);
  }
  return close.all(where).item<bool>(where);
}

}  // namespace weft
