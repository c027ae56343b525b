#pragma once
/// \file Picks, once per process, the kernels that the processor at hand can run.

#include <cstdlib>
#include <cstring>

#include "isa.h"

/// 1 where the processor may have AVX2 and AVX-512.
#if defined(__x86_64__) || defined(_M_X64)
#define WEFT_HAVE_X86_KERNELS 1
#else
#define WEFT_HAVE_X86_KERNELS 0
#endif

/// The build of a bundle defines it as 1 when it has compiled the kernel files for AVX2 and AVX-512
/// too. Without it a bundle is its baseline kernels, so that `g++ app.cpp net/*.cpp` links.
#ifndef WEFT_KERNELS_PER_ISA
#define WEFT_KERNELS_PER_ISA 0
#endif

#if WEFT_HAVE_X86_KERNELS
#include <cpuid.h>
#endif

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

enum class Isa : int { kBaseline = 0, kAvx2 = 1, kAvx512 = 2 };

/// Lower-case name as in WEFT_ISA_NAME: "baseline", "avx2", "avx512".
inline const char* isa_name(Isa isa) noexcept {
  switch (isa) {
    case Isa::kBaseline:
      return "baseline";
    case Isa::kAvx2:
      return "avx2";
    case Isa::kAvx512:
      return "avx512";
  }
  return "baseline";
}

/// The widest instruction set that the processor and the operating system support.
inline Isa detect_isa() noexcept {
#if WEFT_HAVE_X86_KERNELS
  // F16C is asked by hand: older compilers do not know its name in __builtin_cpu_supports.
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool f16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & (1U << 29)) != 0;
  __builtin_cpu_init();
  if (!f16c || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    return Isa::kBaseline;
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return Isa::kAvx512;
  }
  return Isa::kAvx2;
#else
  return Isa::kBaseline;
#endif
}

/// What `detect_isa` found, lowered by the environment variable WEFT_ISA=baseline|avx2|avx512.
/// A wish for more than the processor has, or an unknown word, is ignored: the variable exists for
/// tests and measurements and must not be able to crash a program.
inline Isa choose_isa(Isa found, const char* wish) noexcept {
  if (wish == nullptr) return found;
  for (int rank = 0; rank <= static_cast<int>(found); ++rank) {
    const Isa isa = static_cast<Isa>(rank);
    if (std::strcmp(wish, isa_name(isa)) == 0) return isa;
  }
  return found;
}

/// The instruction set this process uses. Decided on the first call; thread-safe.
inline Isa active_isa() noexcept {
  static const Isa isa = choose_isa(detect_isa(), std::getenv("WEFT_ISA"));
  return isa;
}

/// One of three kernel pointers, for `isa`. On processors other than x86-64 a bundle passes the
/// baseline kernel three times.
template <class Function>
constexpr Function* select_kernel(Isa isa, Function* baseline, Function* avx2, Function* avx512) {
  return isa == Isa::kAvx512 ? avx512 : isa == Isa::kAvx2 ? avx2 : baseline;
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
