#include <weft/runtime/eager/block.h>

#include <cstring>
#include <optional>
#include <type_traits>

#include <weft/ir/diagnostics.h>
#include <weft/runtime/eager/isa_kernels.h>
#include <weft/runtime/eager/scalar_functions.h>

namespace weft::eager {

namespace {

using ir::ScalarOp;

template <typename T>
constexpr bool kIsHalf =
    std::is_same_v<T, weft_deploy::Half> || std::is_same_v<T, weft_deploy::BFloat16>;

[[noreturn]] void no_such_operation(ScalarOp op, DType type) {
  fail(diag::InternalError, {},
       {"no scalar operation " + std::string(ir::scalar_op_name(op)) + " on " +
        std::string(ir::dtype_name(type))});
}

template <typename A, typename R, typename F>
void map1(const void* a, void* out, std::size_t n, F f) {
  const A* x = static_cast<const A*>(a);
  R* y = static_cast<R*>(out);
  for (std::size_t i = 0; i < n; ++i) y[i] = f(x[i]);
}

template <typename A, typename R, typename F>
void map2(const void* a, const void* b, void* out, std::size_t n, F f) {
  const A* x = static_cast<const A*>(a);
  const A* y = static_cast<const A*>(b);
  R* z = static_cast<R*>(out);
  for (std::size_t i = 0; i < n; ++i) z[i] = f(x[i], y[i]);
}

template <typename T>
bool unary_float(ScalarOp op, const void* a, void* out, std::size_t n) {
#define WEFT_CASE(name, function)                                   \
  case ScalarOp::name:                                              \
    map1<T, T>(a, out, n, [](T x) { return functions::function(x); }); \
    return true;
  switch (op) {
    WEFT_CASE(kNeg, negate)
    WEFT_CASE(kAbs, abs)
    WEFT_CASE(kSign, sign)
    WEFT_CASE(kSqrt, sqrt)
    WEFT_CASE(kRsqrt, rsqrt)
    WEFT_CASE(kExp, exp)
    WEFT_CASE(kExp2, exp2)
    WEFT_CASE(kExpm1, expm1)
    WEFT_CASE(kLog, log)
    WEFT_CASE(kLog1p, log1p)
    WEFT_CASE(kLog2, log2)
    WEFT_CASE(kLog10, log10)
    WEFT_CASE(kSin, sin)
    WEFT_CASE(kCos, cos)
    WEFT_CASE(kTan, tan)
    WEFT_CASE(kAsin, asin)
    WEFT_CASE(kAcos, acos)
    WEFT_CASE(kAtan, atan)
    WEFT_CASE(kSinh, sinh)
    WEFT_CASE(kCosh, cosh)
    WEFT_CASE(kTanh, tanh)
    WEFT_CASE(kAsinh, asinh)
    WEFT_CASE(kAcosh, acosh)
    WEFT_CASE(kAtanh, atanh)
    WEFT_CASE(kErf, erf)
    WEFT_CASE(kErfc, erfc)
    WEFT_CASE(kSigmoid, sigmoid)
    WEFT_CASE(kFloor, floor)
    WEFT_CASE(kCeil, ceil)
    WEFT_CASE(kRound, round)
    WEFT_CASE(kTrunc, trunc)
    case ScalarOp::kIsNan:
      map1<T, bool>(a, out, n, [](T x) { return functions::is_nan(x); });
      return true;
    case ScalarOp::kIsInf:
      map1<T, bool>(a, out, n, [](T x) { return functions::is_inf(x); });
      return true;
    default:
      return false;
  }
#undef WEFT_CASE
}

/// The functions of float32 that whole vectors compute.
std::optional<VectorFunction> vector_function(ScalarOp op) {
  switch (op) {
#define WEFT_CASE(name)  \
  case ScalarOp::name:   \
    return VectorFunction::name;
    WEFT_CASE(kSqrt)
    WEFT_CASE(kRsqrt)
    WEFT_CASE(kExp)
    WEFT_CASE(kExp2)
    WEFT_CASE(kExpm1)
    WEFT_CASE(kLog)
    WEFT_CASE(kLog1p)
    WEFT_CASE(kLog2)
    WEFT_CASE(kLog10)
    WEFT_CASE(kSin)
    WEFT_CASE(kCos)
    WEFT_CASE(kTanh)
    WEFT_CASE(kErf)
    WEFT_CASE(kSigmoid)
#undef WEFT_CASE
    default:
      return std::nullopt;
  }
}

template <typename T>
bool unary_integer(ScalarOp op, const void* a, void* out, std::size_t n) {
  switch (op) {
    case ScalarOp::kNeg:
      map1<T, T>(a, out, n, [](T x) { return weft_deploy::wrap_neg(x); });
      return true;
    case ScalarOp::kAbs:
      map1<T, T>(a, out, n, [](T x) { return x < 0 ? weft_deploy::wrap_neg(x) : x; });
      return true;
    case ScalarOp::kSign:
      map1<T, T>(a, out, n, [](T x) { return static_cast<T>((x > 0) - (x < 0)); });
      return true;
    case ScalarOp::kBitNot:
      map1<T, T>(a, out, n, [](T x) { return static_cast<T>(~x); });
      return true;
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kRound:
    case ScalarOp::kTrunc:
      map1<T, T>(a, out, n, [](T x) { return x; });
      return true;
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf:
      map1<T, bool>(a, out, n, [](T) { return false; });
      return true;
    default:
      return false;
  }
}

bool unary_bool(ScalarOp op, const void* a, void* out, std::size_t n) {
  switch (op) {
    case ScalarOp::kNot:
    case ScalarOp::kBitNot:
      map1<bool, bool>(a, out, n, [](bool x) { return !x; });
      return true;
    case ScalarOp::kAbs:
    case ScalarOp::kSign:
      map1<bool, bool>(a, out, n, [](bool x) { return x; });
      return true;
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf:
      map1<bool, bool>(a, out, n, [](bool) { return false; });
      return true;
    default:
      return false;
  }
}

/// Comparisons on every type; false if `op` is none.
template <typename T>
bool compare(ScalarOp op, const void* a, const void* b, void* out, std::size_t n) {
#define WEFT_CASE(name, sign)                                             \
  case ScalarOp::name:                                                    \
    map2<T, bool>(a, b, out, n, [](T x, T y) { return x sign y; });       \
    return true;
  switch (op) {
    WEFT_CASE(kEq, ==)
    WEFT_CASE(kNe, !=)
    WEFT_CASE(kLt, <)
    WEFT_CASE(kLe, <=)
    WEFT_CASE(kGt, >)
    WEFT_CASE(kGe, >=)
    default:
      return false;
  }
#undef WEFT_CASE
}

template <typename T>
bool binary_float(ScalarOp op, const void* a, const void* b, void* out, std::size_t n) {
#define WEFT_CASE(name, expression)                                       \
  case ScalarOp::name:                                                    \
    map2<T, T>(a, b, out, n, [](T x, T y) -> T { return expression; });   \
    return true;
  switch (op) {
    WEFT_CASE(kAdd, x + y)
    WEFT_CASE(kSub, x - y)
    WEFT_CASE(kMul, x * y)
    WEFT_CASE(kDiv, x / y)
    WEFT_CASE(kFloorDiv, functions::floor_divide(x, y))
    WEFT_CASE(kRemainder, functions::remainder(x, y))
    WEFT_CASE(kFmod, functions::fmod(x, y))
    WEFT_CASE(kPow, functions::pow(x, y))
    WEFT_CASE(kAtan2, functions::atan2(x, y))
    WEFT_CASE(kHypot, functions::hypot(x, y))
    WEFT_CASE(kMin, weft_deploy::minimum(x, y))
    WEFT_CASE(kMax, weft_deploy::maximum(x, y))
    default:
      return compare<T>(op, a, b, out, n);
  }
#undef WEFT_CASE
}

template <typename T>
bool has_zero(const void* b, std::size_t n) {
  const T* y = static_cast<const T*>(b);
  bool zero = false;
  for (std::size_t i = 0; i < n; ++i) zero |= y[i] == 0;
  return zero;
}

template <typename T>
bool binary_integer(ScalarOp op, const void* a, const void* b, void* out, std::size_t n) {
#define WEFT_CASE(name, expression)                                                       \
  case ScalarOp::name:                                                                    \
    map2<T, T>(a, b, out, n, [](T x, T y) { return static_cast<T>(expression); });        \
    return true;
  switch (op) {
    WEFT_CASE(kAdd, weft_deploy::wrap_add(x, y))
    WEFT_CASE(kSub, weft_deploy::wrap_sub(x, y))
    WEFT_CASE(kMul, weft_deploy::wrap_mul(x, y))
    WEFT_CASE(kDiv, functions::divide_truncating(x, y))
    WEFT_CASE(kFloorDiv, functions::divide_floor(x, y))
    WEFT_CASE(kRemainder, functions::integer_remainder(x, y))
    WEFT_CASE(kFmod, functions::integer_fmod(x, y))
    WEFT_CASE(kPow, functions::integer_pow(x, y))
    WEFT_CASE(kMin, y < x ? y : x)
    WEFT_CASE(kMax, x < y ? y : x)
    WEFT_CASE(kBitAnd, x & y)
    WEFT_CASE(kBitOr, x | y)
    WEFT_CASE(kBitXor, x ^ y)
    WEFT_CASE(kShiftLeft, functions::shift_left(x, y))
    WEFT_CASE(kShiftRight, functions::shift_right(x, y))
    default:
      return compare<T>(op, a, b, out, n);
  }
#undef WEFT_CASE
}

bool binary_bool(ScalarOp op, const void* a, const void* b, void* out, std::size_t n) {
#define WEFT_CASE(name, expression)                                                \
  case ScalarOp::name:                                                             \
    map2<bool, bool>(a, b, out, n, [](bool x, bool y) -> bool { return expression; }); \
    return true;
  switch (op) {
    WEFT_CASE(kAnd, x && y)
    WEFT_CASE(kOr, x || y)
    WEFT_CASE(kXor, x != y)
    WEFT_CASE(kBitAnd, x && y)
    WEFT_CASE(kBitOr, x || y)
    WEFT_CASE(kBitXor, x != y)
    WEFT_CASE(kAdd, x || y)
    WEFT_CASE(kMul, x && y)
    WEFT_CASE(kMin, x && y)
    WEFT_CASE(kMax, x || y)
    default:
      return compare<bool>(op, a, b, out, n);
  }
#undef WEFT_CASE
}

bool divides_integers(ScalarOp op) {
  return op == ScalarOp::kDiv || op == ScalarOp::kFloorDiv || op == ScalarOp::kRemainder ||
         op == ScalarOp::kFmod;
}

template <typename From, typename To>
To convert(From x) {
  if constexpr (std::is_same_v<From, To>) {
    return x;
  } else if constexpr (kIsHalf<From>) {
    return convert<float, To>(weft_deploy::to_f32(x));
  } else if constexpr (std::is_same_v<To, weft_deploy::Half>) {
    return weft_deploy::to_half(convert<From, float>(x));
  } else if constexpr (std::is_same_v<To, weft_deploy::BFloat16>) {
    return weft_deploy::to_bfloat16(convert<From, float>(x));
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return functions::float_to_integer<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace

void unary_block(ScalarOp op, DType type, const void* a, void* out, std::size_t n) {
  if (type == DType::kFloat32) {
    if (const std::optional<VectorFunction> function = vector_function(op)) {
      return isa_kernels().map(*function, static_cast<const float*>(a), static_cast<float*>(out),
                               static_cast<std::int64_t>(n));
    }
  }
  const bool done = with_type(type, [&]<typename T>(T*) {
    if constexpr (std::is_same_v<T, bool>) {
      return unary_bool(op, a, out, n);
    } else if constexpr (std::is_floating_point_v<T>) {
      return unary_float<T>(op, a, out, n);
    } else if constexpr (std::is_integral_v<T>) {
      return unary_integer<T>(op, a, out, n);
    } else {
      return false;
    }
  });
  if (!done) no_such_operation(op, type);
}

bool binary_block(ScalarOp op, DType type, const void* a, const void* b, void* out,
                  std::size_t n) {
  bool zero_divisor = false;
  const bool done = with_type(type, [&]<typename T>(T*) {
    if constexpr (std::is_same_v<T, bool>) {
      return binary_bool(op, a, b, out, n);
    } else if constexpr (std::is_floating_point_v<T>) {
      return binary_float<T>(op, a, b, out, n);
    } else if constexpr (std::is_integral_v<T>) {
      zero_divisor = divides_integers(op) && has_zero<T>(b, n);
      return binary_integer<T>(op, a, b, out, n);
    } else {
      return false;
    }
  });
  if (!done) no_such_operation(op, type);
  return !zero_divisor;
}

void select_block(DType type, const bool* condition, const void* a, const void* b, void* out,
                  std::size_t n) {
  with_type(type, [&]<typename T>(T*) {
    const T* x = static_cast<const T*>(a);
    const T* y = static_cast<const T*>(b);
    T* z = static_cast<T*>(out);
    for (std::size_t i = 0; i < n; ++i) z[i] = condition[i] ? x[i] : y[i];
  });
}

void cast_block(DType from, const void* a, DType to, void* out, std::size_t n) {
  with_type(from, [&]<typename From>(From*) {
    with_type(to, [&]<typename To>(To*) {
      map1<From, To>(a, out, n, [](From x) { return convert<From, To>(x); });
    });
  });
}

void fill_block(DType type, const ir::Number& value, void* out, std::size_t n) {
  with_type(type, [&]<typename T>(T*) {
    T element;
    if (value.is_float()) {
      element = convert<double, T>(value.as_double());
    } else {
      element = convert<std::int64_t, T>(value.as_int());
    }
    T* y = static_cast<T*>(out);
    for (std::size_t i = 0; i < n; ++i) y[i] = element;
  });
}

void load_block(DType type, const void* source, std::int64_t step, void* out, std::size_t n) {
  with_type(type, [&]<typename T>(T*) {
    const T* x = static_cast<const T*>(source);
    T* y = static_cast<T*>(out);
    if (step == 1) {
      std::memcpy(y, x, n * sizeof(T));
    } else {
      for (std::size_t i = 0; i < n; ++i) y[i] = x[static_cast<std::int64_t>(i) * step];
    }
  });
}

}  // namespace weft::eager
