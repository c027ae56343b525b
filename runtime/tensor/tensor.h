/// \file Tensor: the one tensor type of user code, with storage or a proxy behind it.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <weft/ir/source_location.h>
#include <weft/runtime/tensor/arrays.h>
#include <weft/runtime/tensor/options.h>
#include <weft/runtime/tensor/scalar.h>
#include <weft/runtime/tensor/sizes.h>
#include <weft/runtime/tensor/tensor_impl.h>
#include <weft/runtime/tensor/text.h>

/// Marks members that read tensor data on the host, for the source frontend.
#ifdef __clang__
#define WEFT_SYNC [[clang::annotate("weft::sync")]]
#else
#define WEFT_SYNC
#endif

namespace weft {

class Tensor;
class TensorArg;
class TensorList;
class OptionalTensor;
class IndexItem;
template <typename T, std::size_t N>
class TensorAccessor;

/// The user's line, as a defaulted last parameter. Nothing but a location converts to it, so that
/// no argument is ever taken for one.
class where_t {
 public:
  where_t(const std::source_location& where) : where_(where) {}  // NOLINT
  where_t(const SourceLocation& where) : where_(where) {}        // NOLINT
  operator const SourceLocation&() const { return where_; }      // NOLINT

 private:
  SourceLocation where_;
};

/// The default of an optional tensor argument.
const OptionalTensor& no_tensor();

/// A handle: copies share storage, views alias, in-place operators write. Default constructed it is
/// undefined. Under capture it stands for a value of the graph being recorded; questions about
/// sizes and dtype are then answered from the capture's specs.
/// \source torch::Tensor
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(std::nullptr_t) {}
  explicit Tensor(ir::TensorHandle impl) : impl_(std::move(impl)) {}

  bool defined() const { return impl_ != nullptr; }
  void reset() { impl_.reset(); }
  const ir::TensorHandle& handle() const { return impl_; }
  bool is_proxy() const { return impl_ && impl_->is_proxy(); }
  /// True if both handles refer to the same tensor object.
  bool is_same(const Tensor& other) const { return impl_ == other.impl_; }

  // What the tensor is. Under capture each needs the input specs.
  std::int64_t dim(where_t where = std::source_location::current()) const;
  std::int64_t ndimension(where_t where = std::source_location::current()) const {
    return dim(where);
  }
  SymInt size(std::int64_t dim, where_t where = std::source_location::current()) const;
  Sizes sizes(where_t where = std::source_location::current()) const;
  IntArrayRef strides(where_t where = std::source_location::current()) const;
  std::int64_t stride(std::int64_t dim, where_t where = std::source_location::current()) const;
  SymInt numel(where_t where = std::source_location::current()) const;
  DType scalar_type(where_t where = std::source_location::current()) const;
  DType dtype(where_t where = std::source_location::current()) const { return scalar_type(where); }
  TensorOptions options(where_t where = std::source_location::current()) const;
  Device device() const { return Device(); }
  std::int64_t element_size(where_t where = std::source_location::current()) const;
  std::int64_t itemsize(where_t where = std::source_location::current()) const {
    return element_size(where);
  }
  std::int64_t nbytes(where_t where = std::source_location::current()) const {
    return element_size(where) * numel(where).value();
  }
  std::int64_t storage_offset() const;
  bool is_contiguous(where_t where = std::source_location::current()) const;
  /// True if the elements are dense in the order of the format. \source torch.Tensor.is_contiguous
  bool is_contiguous(MemoryFormat format, where_t where = std::source_location::current()) const;
  bool is_floating_point(where_t where = std::source_location::current()) const;
  bool is_signed(where_t where = std::source_location::current()) const;
  bool is_complex() const { return false; }
  bool is_cuda() const { return false; }
  bool is_cpu() const { return true; }
  bool is_sparse() const { return false; }
  bool is_quantized() const { return false; }
  Layout layout() const { return kStrided; }
  std::int64_t get_device() const { return -1; }
  SymInt sym_size(std::int64_t dim, where_t where = std::source_location::current()) const {
    return size(dim, where);
  }
  SymInt sym_numel(where_t where = std::source_location::current()) const { return numel(where); }
  bool requires_grad() const { return impl_ && impl_->requires_grad; }
  const Tensor& requires_grad_(bool value = true) const;
  const Tensor& set_requires_grad(bool value) const { return requires_grad_(value); }
  bool is_leaf() const { return true; }
  /// There are no gradients: always undefined.
  const Tensor& grad() const;
  // \error W2006: weft does not train
  Tensor& mutable_grad(where_t where = std::source_location::current()) const;
  void retain_grad(where_t where = std::source_location::current()) const;
  void backward(where_t where = std::source_location::current()) const;

  // Data on the host. Each is a graph break under capture.
  WEFT_SYNC Scalar item(where_t where = std::source_location::current()) const;
  template <Arithmetic T>
  WEFT_SYNC T item(where_t where = std::source_location::current()) const {
    return item(where).template to<T>();
  }
  // One that stays symbolic under capture.
  template <typename T>
    requires(detail::AnySymFloat<T> || detail::AnySymInt<T>)
  T item(where_t where = std::source_location::current()) const {
    return item(where).template to<T>();
  }
  WEFT_SYNC bool is_nonzero(where_t where = std::source_location::current()) const;
  // A conversion has no line of its own; an error points at the line of the condition's tensor.
  WEFT_SYNC explicit operator bool() const { return is_nonzero(SourceLocation()); }
  /// Elements in storage order; the tensor must have element type T (W2003).
  template <Arithmetic T>
  WEFT_SYNC T* data_ptr(where_t where = std::source_location::current()) const {
    return static_cast<T*>(typed_data(dtype_of<T>(), where));
  }
  WEFT_SYNC void* data_ptr(where_t where = std::source_location::current()) const;
  template <Arithmetic T>
  const T* const_data_ptr(where_t where = std::source_location::current()) const {
    return data_ptr<T>(where);
  }
  template <Arithmetic T>
  T* mutable_data_ptr(where_t where = std::source_location::current()) const {
    return data_ptr<T>(where);
  }
  /// Elements by index, `a[i][j]`; include accessor.h. The tensor must have element type T and rank
  /// N.
  template <typename T, std::size_t N>
  WEFT_SYNC TensorAccessor<T, N> accessor(where_t where = std::source_location::current()) const;
  /// True for the same shape and equal elements, NaN equal to nothing.
  /// \error W2003 for different dtypes \source torch.equal
  WEFT_SYNC bool equal(const Tensor& other, where_t where = std::source_location::current()) const;
  /// True where |a - b| <= atol + rtol * |b| holds for all elements. \source torch.allclose
  WEFT_SYNC bool allclose(const Tensor& other, double rtol = 1e-05, double atol = 1e-08,
                          bool equal_nan = false,
                          where_t where = std::source_location::current()) const;

  // Conversions. The result is this tensor itself where nothing changes and no copy is asked for.
  // Asking for a device other than the CPU is W2004. \source torch.Tensor.to
  Tensor to(DType dtype, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> format = {},
            where_t where = std::source_location::current()) const;
  Tensor to(const TensorOptions& options = {}, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> format = {},
            where_t where = std::source_location::current()) const;
  Tensor to(const Device& device, DType dtype, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> format = {},
            where_t where = std::source_location::current()) const;
  Tensor to(const Tensor& other, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> format = {},
            where_t where = std::source_location::current()) const;
  Tensor toType(DType dtype, where_t where = std::source_location::current()) const {
    return to(dtype, false, false, {}, where);
  }
  Tensor contiguous(std::optional<MemoryFormat> format = {},
                    where_t where = std::source_location::current()) const;
  Tensor clone(std::optional<MemoryFormat> format = {},
               where_t where = std::source_location::current()) const;
  /// `condition ? this : other`, element by element. \source torch.where
  Tensor where(const Tensor& condition, const Tensor& other,
               where_t where = std::source_location::current()) const;

  // Views that replace this tensor's shape; other handles on it see the change.
  Tensor& unsqueeze_(std::int64_t dim, where_t where = std::source_location::current()) const;
  Tensor& squeeze_(where_t where = std::source_location::current()) const;
  Tensor& squeeze_(std::int64_t dim, where_t where = std::source_location::current()) const;
  Tensor& transpose_(std::int64_t dim0, std::int64_t dim1,
                     where_t where = std::source_location::current()) const;
  Tensor& t_(where_t where = std::source_location::current()) const;
  Tensor& detach_() const { return const_cast<Tensor&>(*this); }
  /// Changes the extents in place, in row-major order unless they are the same: elements that no
  /// longer fit stay in memory, new ones are 0. It reads what is there: a graph break under
  /// capture.
  /// \error W2011 where more memory is needed than the tensor has by itself
  /// \source torch.Tensor.resize_
  Tensor& resize_(const SizeList& size, where_t where = std::source_location::current()) const;
  /// The elements without history: a handle on the same storage.
  Tensor data(where_t where = std::source_location::current()) const;
  Tensor variable_data(where_t where = std::source_location::current()) const {
    return data(where);
  }
  /// Another handle on the elements.
  Tensor alias(where_t where = std::source_location::current()) const { return data(where); }
  template <Arithmetic T>
  T* data(where_t where = std::source_location::current()) const {
    return data_ptr<T>(where);
  }
  /// Makes this tensor object refer to the storage of another one; all handles on it follow.
  void set_data(const Tensor& other, where_t where = std::source_location::current()) const;

  // Devices: the CPU is the only one.
  Tensor cpu() const { return *this; }
  Tensor cuda() const;

  // Compound assignment writes in place.
  Tensor& operator+=(const TensorArg& other);
  Tensor& operator-=(const TensorArg& other);
  Tensor& operator*=(const TensorArg& other);
  Tensor& operator/=(const TensorArg& other);
  Tensor& operator+=(const ScalarArg& other);
  Tensor& operator-=(const ScalarArg& other);
  Tensor& operator*=(const ScalarArg& other);
  Tensor& operator/=(const ScalarArg& other);

  /// `x[i]`: select along the first dimension; assigning to the result writes into x.
  Tensor operator[](const SymIntArg& index) const;
  Tensor operator[](const TensorArg& index) const;
  Tensor& operator=(const Tensor&) & = default;
  Tensor& operator=(Tensor&&) & = default;
  /// `x[i] = v` and `x.slice(...) = v` copy into the viewed storage.
  Tensor& operator=(const TensorArg& value) &&;
  Tensor& operator=(const ScalarArg& value) &&;
  Tensor(const Tensor&) = default;
  Tensor(Tensor&&) = default;

  Tensor index(std::initializer_list<IndexItem> indices,
               where_t where = std::source_location::current()) const;
  Tensor index(const std::vector<IndexItem>& indices,
               where_t where = std::source_location::current()) const;
  /// A copy with the elements that `index` would give replaced, or increased.
  Tensor index_put(std::initializer_list<IndexItem> indices, const Tensor& value,
                   bool accumulate = false, where_t where = std::source_location::current()) const;
  Tensor index_put(const std::vector<IndexItem>& indices, const Tensor& value,
                   bool accumulate = false, where_t where = std::source_location::current()) const;
  Tensor& index_put_(std::initializer_list<IndexItem> indices, const Tensor& value,
                     bool accumulate = false,
                     where_t where = std::source_location::current()) const;
  Tensor& index_put_(std::initializer_list<IndexItem> indices, const Scalar& value,
                     where_t where = std::source_location::current()) const;
  Tensor& index_put_(const std::vector<IndexItem>& indices, const Tensor& value,
                     bool accumulate = false,
                     where_t where = std::source_location::current()) const;

  // Every operator of the table with a method spelling, in-place forms included.
#include <weft/runtime/api/tensor_methods.inc>

 private:
  void* typed_data(DType expected, SourceLocation where) const;

  ir::TensorHandle impl_;
};

/// A tensor argument together with the user's line: the converting constructor is evaluated at the
/// call, also for overloaded operators and through function pointers.
class TensorArg {
 public:
  TensorArg(const Tensor& tensor,  // NOLINT(google-explicit-constructor)
            std::source_location where = std::source_location::current())
      : tensor_(&tensor), where_(where) {}
  TensorArg(const Tensor& tensor, const SourceLocation& where) : tensor_(&tensor), where_(where) {}
  const Tensor& get() const { return *tensor_; }
  SourceLocation where() const { return where_; }

 private:
  const Tensor* tensor_;
  SourceLocation where_;
};

/// `Tensor?`: a tensor, an undefined tensor, or nullopt.
class OptionalTensor {
 public:
  OptionalTensor() = default;
  OptionalTensor(std::nullopt_t) {}                          // NOLINT
  OptionalTensor(const Tensor& tensor) : tensor_(tensor) {}  // NOLINT
  OptionalTensor(const std::optional<Tensor>& tensor)        // NOLINT
      : tensor_(tensor ? *tensor : Tensor()) {}
  const Tensor& get() const { return tensor_; }
  bool has_value() const { return tensor_.defined(); }

 private:
  Tensor tensor_;
};

/// A list of tensors as an argument: braces, a vector, an array. Carries the user's line.
class TensorList {
 public:
  TensorList(std::initializer_list<Tensor> tensors,  // NOLINT(google-explicit-constructor)
             std::source_location where = std::source_location::current())
      : tensors_(tensors), where_(where) {}
  TensorList(std::vector<Tensor> tensors,  // NOLINT(google-explicit-constructor)
             std::source_location where = std::source_location::current())
      : tensors_(std::move(tensors)), where_(where) {}
  TensorList(ArrayRef<Tensor> tensors,  // NOLINT(google-explicit-constructor)
             std::source_location where = std::source_location::current())
      : tensors_(tensors.vec()), where_(where) {}
  template <std::size_t N>
  TensorList(const std::array<Tensor, N>& tensors,  // NOLINT(google-explicit-constructor)
             std::source_location where = std::source_location::current())
      : tensors_(tensors.begin(), tensors.end()), where_(where) {}
  const std::vector<Tensor>& get() const { return tensors_; }
  SourceLocation where() const { return where_; }
  std::size_t size() const { return tensors_.size(); }
  bool empty() const { return tensors_.empty(); }
  const Tensor& operator[](std::size_t i) const { return tensors_[i]; }
  const Tensor& at(std::size_t i) const { return tensors_.at(i); }
  const Tensor& front() const { return tensors_.front(); }
  const Tensor& back() const { return tensors_.back(); }
  std::vector<Tensor>::const_iterator begin() const { return tensors_.begin(); }
  std::vector<Tensor>::const_iterator end() const { return tensors_.end(); }
  std::vector<Tensor> vec() const { return tensors_; }

 private:
  std::vector<Tensor> tensors_;
  SourceLocation where_;
};

}  // namespace weft
