/// \file Devices, memory formats and TensorOptions.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include <weft/ir/dtype.h>

namespace weft {

inline constexpr DType kBool = DType::kBool;
inline constexpr DType kByte = DType::kUInt8;
inline constexpr DType kUInt8 = DType::kUInt8;
inline constexpr DType kChar = DType::kInt8;
inline constexpr DType kInt8 = DType::kInt8;
inline constexpr DType kShort = DType::kInt16;
inline constexpr DType kInt16 = DType::kInt16;
inline constexpr DType kInt = DType::kInt32;
inline constexpr DType kInt32 = DType::kInt32;
inline constexpr DType kLong = DType::kInt64;
inline constexpr DType kInt64 = DType::kInt64;
inline constexpr DType kHalf = DType::kFloat16;
inline constexpr DType kFloat16 = DType::kFloat16;
inline constexpr DType kBFloat16 = DType::kBFloat16;
inline constexpr DType kFloat = DType::kFloat32;
inline constexpr DType kFloat32 = DType::kFloat32;
inline constexpr DType kDouble = DType::kFloat64;
inline constexpr DType kFloat64 = DType::kFloat64;

template <typename T>
concept Arithmetic = std::is_arithmetic_v<T>;

/// The dtype that a C++ element type stands for; char counts as int8.
template <Arithmetic T>
constexpr DType dtype_of() {
  static_assert(sizeof(T) <= 8 && (std::is_floating_point_v<T> || std::is_same_v<T, bool> ||
                                   sizeof(T) == 1 || std::is_signed_v<T>),
                "no dtype has this element type");
  if constexpr (std::is_same_v<T, bool>) {
    return DType::kBool;
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? DType::kFloat32 : DType::kFloat64;
  } else if constexpr (sizeof(T) == 1) {
    return std::is_same_v<T, std::uint8_t> ? DType::kUInt8 : DType::kInt8;
  } else {
    return sizeof(T) == 2 ? DType::kInt16 : sizeof(T) == 4 ? DType::kInt32 : DType::kInt64;
  }
}

enum class DeviceType : std::int8_t { kCPU, kCUDA, CPU = kCPU, CUDA = kCUDA };
inline constexpr DeviceType kCPU = DeviceType::kCPU;
inline constexpr DeviceType kCUDA = DeviceType::kCUDA;

/// Where a tensor lives. Eager execution is on the CPU only; asking for another device is refused
/// when a tensor would have to be there.
class Device {
 public:
  Device(DeviceType type = DeviceType::kCPU, int index = -1)  // NOLINT(google-explicit-constructor)
      : type_(type), index_(index) {}
  Device(const std::string& text);  // NOLINT(google-explicit-constructor)
  Device(const char* text) : Device(std::string(text)) {}  // NOLINT(google-explicit-constructor)
  DeviceType type() const { return type_; }
  int index() const { return index_; }
  bool has_index() const { return index_ >= 0; }
  bool is_cpu() const { return type_ == DeviceType::kCPU; }
  bool is_cuda() const { return type_ == DeviceType::kCUDA; }
  std::string str() const;
  friend bool operator==(const Device& a, const Device& b) = default;

 private:
  DeviceType type_;
  int index_;
};

enum class Layout : std::int8_t { kStrided };
inline constexpr Layout kStrided = Layout::kStrided;

/// The order of the elements in memory.
enum class MemoryFormat : std::int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

/// Dtype, device and the rest of what a factory may be told. Setters return a copy.
class TensorOptions {
 public:
  TensorOptions() = default;
  TensorOptions(DType dtype) : dtype_(dtype) {}             // NOLINT(google-explicit-constructor)
  TensorOptions(Device device) : device_(device) {}         // NOLINT(google-explicit-constructor)
  TensorOptions(DeviceType device) : device_(device) {}     // NOLINT(google-explicit-constructor)
  template <typename T>
    requires(std::convertible_to<const T&, std::string> && !std::is_arithmetic_v<T>)
  TensorOptions(const T& device) : device_(Device(std::string(device))) {}  // NOLINT
  TensorOptions(Layout) {}                                  // NOLINT(google-explicit-constructor)
  TensorOptions(MemoryFormat format) : format_(format) {}   // NOLINT(google-explicit-constructor)
  template <Arithmetic T>
  TensorOptions dtype() const {
    return dtype(dtype_of<T>());
  }
  TensorOptions dtype(std::optional<DType> v) const { return with(&TensorOptions::dtype_, v); }
  TensorOptions device(std::optional<Device> v) const { return with(&TensorOptions::device_, v); }
  TensorOptions device(DeviceType type, int index) const { return device(Device(type, index)); }
  TensorOptions requires_grad(bool v) const { return with(&TensorOptions::grad_, v); }
  TensorOptions layout(std::optional<Layout>) const { return *this; }
  TensorOptions memory_format(std::optional<MemoryFormat> v) const {
    return with(&TensorOptions::format_, v);
  }
  TensorOptions pinned_memory(bool) const { return *this; }

  bool has_dtype() const { return dtype_.has_value(); }
  bool has_device() const { return device_.has_value(); }
  bool has_layout() const { return false; }
  bool has_requires_grad() const { return grad_; }
  bool has_memory_format() const { return format_.has_value(); }
  DType dtype() const { return dtype_.value_or(DType::kFloat32); }
  Layout layout() const { return kStrided; }
  std::optional<DType> dtype_opt() const { return dtype_; }
  std::optional<MemoryFormat> memory_format_opt() const { return format_; }
  Device device() const { return device_.value_or(Device()); }
  bool requires_grad() const { return grad_; }

 private:
  template <typename Field, typename T>
  TensorOptions with(Field TensorOptions::*field, T value) const {
    TensorOptions copy = *this;
    copy.*field = value;
    return copy;
  }
  std::optional<DType> dtype_;
  std::optional<Device> device_;
  std::optional<MemoryFormat> format_;
  bool grad_ = false;
};

inline TensorOptions dtype(DType v) { return TensorOptions(v); }
template <Arithmetic T>
TensorOptions dtype() {
  return TensorOptions(dtype_of<T>());
}
inline TensorOptions layout(Layout v) { return TensorOptions(v); }
inline TensorOptions device(Device v) { return TensorOptions(v); }
inline TensorOptions memory_format(MemoryFormat v) { return TensorOptions(v); }
inline TensorOptions requires_grad(bool v = true) { return TensorOptions().requires_grad(v); }

}  // namespace weft
