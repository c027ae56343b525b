#pragma once
/// \file The interface between a bundle's entry and its kernels.

#include "isa.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

/// Where the random draws of one call begin.
struct RandomStream {
  uint64_t seed;
  uint64_t position;
};

/// One part of a kernel's work. `buffers` are the kernel's tensors in the order of its comment,
/// `scratch` is private memory of the worker, aligned to 64 bytes.
struct KernelPart {
  void* const* buffers;
  int64_t begin;
  int64_t end;
  void* scratch;
  int32_t threads;  ///< for plans of tiles; the same in every part of one call
  int32_t* bad;     ///< set to 1 where the data holds an index or divisor that is out of range
  const int64_t* extents = nullptr;  ///< values of the extents that the call decides
  int64_t* found = nullptr;          ///< set to the number of results where the data decides it
  const RandomStream* random = nullptr;
};

using KernelFunction = void (*)(const KernelPart& part);

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
