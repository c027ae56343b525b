/// \file Functions that make tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <vector>

#include <weft/runtime/tensor/tensor.h>

namespace weft {

// Filled tensors. Under capture each is a node of the graph.
// \source torch.zeros, torch.ones, torch.full, torch.empty; `empty` is zero-filled here.
// `empty` and the factories from another tensor take a memory format, in the options or by itself
// (W2010 for both); in the options of other factories it has no effect, as in libtorch.
Tensor zeros(const SizeList& size, const TensorOptions& options = {},
             where_t where = std::source_location::current());
Tensor ones(const SizeList& size, const TensorOptions& options = {},
            where_t where = std::source_location::current());
Tensor empty(const SizeList& size, const TensorOptions& options = {},
             where_t where = std::source_location::current());
Tensor empty(const SizeList& size, const TensorOptions& options, std::optional<MemoryFormat> format,
             where_t where = std::source_location::current());
Tensor full(const SizeList& size, const Scalar& fill_value, const TensorOptions& options = {},
            where_t where = std::source_location::current());
Tensor scalar_tensor(const Scalar& value, const TensorOptions& options = {},
                     where_t where = std::source_location::current());
Tensor eye(const SizeItem& n, const TensorOptions& options = {},
           where_t where = std::source_location::current());
Tensor eye(const SizeItem& n, const SizeItem& m, const TensorOptions& options = {},
           where_t where = std::source_location::current());
/// \source torch.arange: int64 where all bounds are integers, float32 otherwise
Tensor arange(const Scalar& end, const TensorOptions& options = {},
              where_t where = std::source_location::current());
Tensor arange(const Scalar& start, const Scalar& end, const TensorOptions& options = {},
              where_t where = std::source_location::current());
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step,
              const TensorOptions& options = {}, where_t where = std::source_location::current());
Tensor linspace(const Scalar& start, const Scalar& end, const SizeItem& steps,
                const TensorOptions& options = {},
                where_t where = std::source_location::current());

Tensor zeros_like(TensorArg input, const TensorOptions& options = {},
                  std::optional<MemoryFormat> format = {});
Tensor ones_like(TensorArg input, const TensorOptions& options = {},
                 std::optional<MemoryFormat> format = {});
Tensor empty_like(TensorArg input, const TensorOptions& options = {},
                  std::optional<MemoryFormat> format = {});
Tensor full_like(TensorArg input, const Scalar& fill_value, const TensorOptions& options = {},
                 std::optional<MemoryFormat> format = {});

// Random tensors from the default generator.
Tensor rand(const SizeList& size, const TensorOptions& options = {},
            where_t where = std::source_location::current());
Tensor randn(const SizeList& size, const TensorOptions& options = {},
             where_t where = std::source_location::current());
Tensor randint(std::int64_t high, const SizeList& size, const TensorOptions& options = {},
               where_t where = std::source_location::current());
Tensor randint(std::int64_t low, std::int64_t high, const SizeList& size,
               const TensorOptions& options = {}, where_t where = std::source_location::current());
Tensor rand_like(TensorArg input, const TensorOptions& options = {},
                 std::optional<MemoryFormat> format = {});
Tensor randn_like(TensorArg input, const TensorOptions& options = {},
                  std::optional<MemoryFormat> format = {});
/// Restarts the default generator.
void manual_seed(std::uint64_t seed);

/// Borrows memory; the caller keeps it alive, or `deleter` is called at the end.
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides,
                 const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, const std::function<void(void*)>& deleter,
                 const TensorOptions& options = {});

/// Nested braces of numbers: `tensor({{1.f, 2.f}, {3.f, 4.f}})`. Data known to the host; under
/// capture it becomes a constant of the graph.
class TensorData {
 public:
  template <Arithmetic T>
  TensorData(T value)  // NOLINT(google-explicit-constructor)
      : dtype_(std::is_same_v<T, double> ? DType::kFloat32
               : std::is_integral_v<T> && !std::is_same_v<T, bool> ? DType::kInt64
                                                                    : dtype_of<T>()),
        values_{ir::Number(convert(value))} {}
  template <Arithmetic T>
  TensorData(const std::vector<T>& values)  // NOLINT(google-explicit-constructor)
      : dtype_(TensorData(T{}).dtype_), sizes_{static_cast<std::int64_t>(values.size())} {
    for (T value : values) values_.emplace_back(convert(value));
  }
  template <Arithmetic T>
  TensorData(ArrayRef<T> values) : TensorData(values.vec()) {}  // NOLINT
  TensorData(std::initializer_list<TensorData> items);          // NOLINT
  DType dtype() const { return dtype_; }
  const std::vector<std::int64_t>& sizes() const { return sizes_; }
  const std::vector<ir::Number>& values() const { return values_; }

 private:
  template <Arithmetic T>
  static auto convert(T value) {
    if constexpr (std::is_same_v<T, bool>) return value;
    else if constexpr (std::is_floating_point_v<T>) return static_cast<double>(value);
    else return static_cast<std::int64_t>(value);
  }
  DType dtype_ = DType::kFloat32;
  std::vector<std::int64_t> sizes_;
  std::vector<ir::Number> values_;
};
/// \source torch.tensor: floats make the default dtype float32, integers int64
Tensor tensor(const TensorData& data, const TensorOptions& options = {});

}  // namespace weft
