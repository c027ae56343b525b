/// \file libtorch's umbrella header: maps torch::, at:: and c10:: onto weft.
#pragma once

// As libtorch's header does, this brings the standard headers that model files rely on.
#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <deque>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <thread>
#include <tuple>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include <weft/runtime/weft.h>

#include "functions.h"
#include "linalg.h"
#include "missing.h"
#include "training.h"
#include "types.h"

#undef WEFT_NOT_THERE
#undef WEFT_NO_FUNCTION

namespace torch {
using namespace weft;  // NOLINT(google-build-using-namespace)
using Dtype = weft::DType;
template <typename T>
using optional = std::optional<T>;
inline constexpr std::nullopt_t nullopt = std::nullopt;
using std::make_optional;
using IntList = IntArrayRef;  ///< an older name
}  // namespace torch

namespace at {
using namespace torch;  // NOLINT(google-build-using-namespace)
}  // namespace at

namespace caffe2 {
using torch::TypeMeta;
}  // namespace caffe2

namespace c10 {
using torch::ScalarType;
using torch::scalarTypeToTypeMeta;
using torch::typeMetaToScalarType;
using weft::ArrayRef;
using weft::Device;
using weft::DeviceType;
using weft::InferenceMode;
using weft::IntArrayRef;
using weft::kBFloat16;
using weft::kBool;
using weft::kByte;
using weft::kChar;
using weft::kCPU;
using weft::kCUDA;
using weft::kDouble;
using weft::kFloat;
using weft::kHalf;
using weft::kInt;
using weft::kLong;
using weft::kShort;
using weft::MemoryFormat;
using weft::Scalar;
using weft::SymInt;
using weft::TensorOptions;
using Error = weft::Error;
template <typename T>
using optional = std::optional<T>;
inline constexpr std::nullopt_t nullopt = std::nullopt;
using std::make_optional;
using torch::IntList;
/// The product of extents. \source c10::multiply_integers
inline std::int64_t multiply_integers(const weft::SizeList& values) {
  weft::SymInt product(1);
  for (const weft::SymInt& value : values.items()) product *= value;
  return product;
}
}  // namespace c10
