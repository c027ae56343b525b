#pragma once
/// \file The functions that the tests call in each instruction set. isa_kernels.inc defines them;
/// the kernels_*.cpp compile it once per set, as a bundle does with its kernel files.

#include <cstdint>
#include <vector>

#include "weft_deploy/conv_plan.h"

namespace deploy_test {

// Rows of the tables of functions: the name in weft_deploy.
// clang-format off
#define WEFT_TEST_UNARY(X)                                                                    \
  X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(tanh) X(sigmoid) X(erf) X(sin)   \
  X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(asinh) X(acosh) X(atanh) X(erfc)    \
  X(lgamma) X(sqrt) X(rsqrt) X(round) X(floor) X(ceil) X(trunc) X(abs) X(sign)
#define WEFT_TEST_BINARY(X)                                                                   \
  X(pow) X(atan2) X(hypot) X(fmod) X(remainder) X(div_floor) X(div_trunc) X(maximum)          \
  X(minimum) X(copysign)
#define WEFT_TEST_INTEGER(X)                                                                  \
  X(wrap_add) X(wrap_sub) X(wrap_mul) X(div_trunc) X(div_floor) X(fmod) X(remainder) X(pow)   \
  X(maximum) X(minimum)
#define WEFT_TEST_ELEMENT(X)                                                                  \
  X(float) X(double) X(int32_t) X(int64_t) X(bool) X(Half) X(BFloat16) X(int8_t) X(uint8_t)   \
  X(int16_t)
// clang-format on
#define WEFT_TEST_NAME(name) #name,
inline constexpr const char* kUnary[] = {WEFT_TEST_UNARY(WEFT_TEST_NAME)};
inline constexpr const char* kBinary[] = {WEFT_TEST_BINARY(WEFT_TEST_NAME)};
inline constexpr const char* kInteger[] = {WEFT_TEST_INTEGER(WEFT_TEST_NAME)};
inline constexpr const char* kElement[] = {WEFT_TEST_ELEMENT(WEFT_TEST_NAME)};
#undef WEFT_TEST_NAME
inline constexpr int kUnaryCount = sizeof(kUnary) / sizeof(*kUnary);
inline constexpr int kBinaryCount = sizeof(kBinary) / sizeof(*kBinary);
inline constexpr int kIntegerCount = sizeof(kInteger) / sizeof(*kInteger);
inline constexpr int kElementCount = sizeof(kElement) / sizeof(*kElement);

/// How a loop goes over its elements.
enum class Form { kVector, kScalar };

struct GemmCase {
  int64_t m, n, k;
  const float* a;
  int64_t a_row, a_k;
  const float* b;
  int64_t b_k, b_n;
  bool pack;          ///< pack B first and use the panels
  int threads;        ///< for the plan; tiles run one after another
  const float* bias;  ///< n values
  float* c;           ///< row-major, relu(a b + bias)
  int* visits;        ///< m * n counts of epilogue calls
};
struct ConvCase {
  weft_deploy::ConvShape shape;
  const float* in;
  const float* weight;
  const float* bias;  ///< per output channel
  int threads;
  float* out;
  int* visits;
};

/// Results that fit no table.
struct Reductions {
  float sum, prod, max, min;
  int64_t sum_i64, max_i64;
  bool any, all;
};

struct IsaKernels {
  const char* name;
  int lanes;
  void (*unary_f32)(int function, Form form, const float* in, float* out, int64_t n);
  void (*unary_f64)(int function, Form form, const double* in, double* out, int64_t n);
  void (*binary_f32)(int function, Form form, const float* a, const float* b, float* out,
                     int64_t n);
  void (*binary_f64)(int function, Form form, const double* a, const double* b, double* out,
                     int64_t n);
  void (*integer_i32)(int function, Form form, const int32_t* a, const int32_t* b, int32_t* out,
                      int64_t n);
  void (*integer_i64)(int function, Form form, const int64_t* a, const int64_t* b, int64_t* out,
                      int64_t n);
  /// a << b and a >> b as i32, i64, and (in i32 lanes) as i16 and u8, into out[0 .. 7][n].
  void (*shifts)(Form form, const int64_t* a, const int64_t* b, int64_t* out, int64_t n);
  /// Loads elements of type `from`, converts them, stores type `to`.
  void (*convert)(int from, int to, Form form, const void* in, void* out, int64_t n);
  void (*copy_strided)(int type, Form form, const void* in, int64_t in_stride, void* out,
                       int64_t out_stride, int64_t n);
  /// out[i] = in[index[i]]
  void (*gather)(Form form, const float* in, const int64_t* index, float* out, int64_t n);
  /// 0, 1, 2, ... plus first; compared and selected: even lanes from a, odd ones from b.
  void (*select_even)(Form form, int64_t first, const double* a, const double* b, double* out,
                      int64_t n);
  void (*reduce)(Form form, const float* in, int64_t n, Reductions* out);
  void (*gemm)(const GemmCase&);
  void (*gemm_i32)(const int32_t* a, const int32_t* b, int64_t m, int64_t n, int64_t k, int32_t* c);
  void (*gemm_f64)(const double* a, const double* b, int64_t m, int64_t n, int64_t k, double* c);
  void (*conv)(const ConvCase&);
};

/// The sets that this processor can run, baseline first.
const std::vector<const IsaKernels*>& runnable_kernels();

}  // namespace deploy_test

extern "C" {
const deploy_test::IsaKernels* deploy_test_kernels_baseline();
const deploy_test::IsaKernels* deploy_test_kernels_portable16();
const deploy_test::IsaKernels* deploy_test_kernels_avx2();
const deploy_test::IsaKernels* deploy_test_kernels_avx512();
}
