#pragma once
/// \file What a workspace remembers between calls: the state of the random generator, and how many
/// results the last call found in its data. It lies at the beginning, at any alignment.

#include <string.h>

#include "kernel_part.h"

namespace weft_deploy {
inline namespace WEFT_HOST_SPACE {

constexpr uint64_t kRunStateMark = 0x77656674'72756E31;
/// The seed of a workspace that was given none.
constexpr uint64_t kDefaultSeed = 67280421310721;

struct RunState {
  uint64_t mark;  ///< kRunStateMark once it has been written
  RandomStream random;
};

inline RunState read_run_state(const void* workspace) {
  RunState state;
  memcpy(&state, workspace, sizeof(state));
  if (state.mark != kRunStateMark) state = {kRunStateMark, {kDefaultSeed, 0}};
  return state;
}
inline void write_run_state(void* workspace, const RunState& state) {
  memcpy(workspace, &state, sizeof(state));
}

/// The numbers behind the state.
inline void write_found(void* workspace, int position, int64_t number) {
  memcpy(static_cast<char*>(workspace) + sizeof(RunState) + 8 * position, &number, 8);
}
inline int64_t read_found(const void* workspace, int position) {
  int64_t number = 0;
  memcpy(&number, static_cast<const char*>(workspace) + sizeof(RunState) + 8 * position, 8);
  return number;
}

}  // namespace WEFT_HOST_SPACE
}  // namespace weft_deploy
