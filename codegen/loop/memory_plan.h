/// \file Places in the arena for buffers that live between kernels.
#pragma once

#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen {

/// Alignment of every buffer in the arena, in bytes.
inline constexpr std::int64_t kArenaAlignment = 64;

/// Sets `arena_offset` of the arena buffers, `arena_bytes` and `constant_bytes`. Two buffers share
/// memory only if one was read for the last time before the kernel that first writes the other; the
/// predicate of a branch is read as late as by the branch's first kernel.
/// Buffers whose sizes depend on extents lie behind the others, at offsets that depend on them too.
/// With `reuse` off each has a place of its own.
void plan_memory(Program& program, bool reuse);

}  // namespace weft::codegen
