#pragma once
/// \file Recurrent layers over sequences whose length the call decides, for float and double.

#include "scalar_math.h"
#include "scalar_ops.h"

namespace weft_deploy {
inline namespace WEFT_ISA_SPACE {

/// `batch` sequences of `steps` steps; states have `hidden` elements.
struct RecurrentShape {
  int64_t steps;
  int64_t batch;
  int64_t hidden;
};

// One step of each kind. `x` are the gates that the input gives, `s` those that the state gives,
// each `hidden` elements a gate; `h` and `c` are the state, which the step replaces.

/// Gates i, f, g, o: c' = f c + i g, h' = o tanh(c').
struct LstmCell {
  static constexpr int64_t gates = 4;
  template <class T>
  static WEFT_INLINE void step(int64_t hidden, const T* x, const T* s, T* h, T* c) {
    for (int64_t j = 0; j < hidden; ++j) {
      const T i = sigmoid(x[j] + s[j]);
      const T f = sigmoid(x[hidden + j] + s[hidden + j]);
      const T g = tanh(x[2 * hidden + j] + s[2 * hidden + j]);
      const T o = sigmoid(x[3 * hidden + j] + s[3 * hidden + j]);
      c[j] = f * c[j] + i * g;
      h[j] = o * tanh(c[j]);
    }
  }
};

/// Gates r, z, n: n = tanh(x_n + r s_n), h' = (h - n) z + n.
struct GruCell {
  static constexpr int64_t gates = 3;
  template <class T>
  static WEFT_INLINE void step(int64_t hidden, const T* x, const T* s, T* h, T*) {
    for (int64_t j = 0; j < hidden; ++j) {
      const T r = sigmoid(x[j] + s[j]);
      const T z = sigmoid(x[hidden + j] + s[hidden + j]);
      const T n = tanh(x[2 * hidden + j] + r * s[2 * hidden + j]);
      h[j] = (h[j] - n) * z + n;
    }
  }
};

/// h' = tanh(x + s).
struct TanhCell {
  static constexpr int64_t gates = 1;
  template <class T>
  static WEFT_INLINE void step(int64_t hidden, const T* x, const T* s, T* h, T*) {
    for (int64_t j = 0; j < hidden; ++j) h[j] = tanh(x[j] + s[j]);
  }
};

/// h' = max(x + s, 0); NaN stays.
struct ReluCell {
  static constexpr int64_t gates = 1;
  template <class T>
  static WEFT_INLINE void step(int64_t hidden, const T* x, const T* s, T* h, T*) {
    for (int64_t j = 0; j < hidden; ++j) {
      const T sum = x[j] + s[j];
      h[j] = sum < T(0) ? T(0) : sum;
    }
  }
};

/// The elements of T that `recurrent_lines` needs as scratch.
template <class Cell>
constexpr int64_t recurrent_scratch(int64_t hidden) {
  return hidden * (Cell::gates * hidden) + Cell::gates * hidden + 2 * hidden;
}

/// Sequences [begin, end) of the batch. x: [steps, batch, gates * hidden], what the inputs give to
/// the gates; h, c: [batch, hidden], the states before; weight: [gates * hidden, hidden]; bias:
/// [gates * hidden]. output: [steps, batch, hidden], the state h of every step; last_h, last_c: the
/// states after. `reverse` takes the last step first.
///
/// \numerics sums over the state in its order, beginning with the bias
template <class Cell, class T>
WEFT_INLINE void recurrent_lines(int64_t begin, int64_t end, RecurrentShape shape, bool reverse,
                                 const T* x, const T* h, const T* c, const T* weight, const T* bias,
                                 T* output, T* last_h, T* last_c, T* scratch) {
  const int64_t hidden = shape.hidden, width = Cell::gates * hidden;
  T* const by_state = scratch;  // the weight with one row for each element of the state
  T* const sums = by_state + hidden * width;
  T* const now_h = sums + width;
  T* const now_c = now_h + hidden;
  for (int64_t j = 0; j < width; ++j) {
    for (int64_t k = 0; k < hidden; ++k) by_state[k * width + j] = weight[j * hidden + k];
  }
  for (int64_t n = begin; n < end; ++n) {
    for (int64_t j = 0; j < hidden; ++j) {
      now_h[j] = h[n * hidden + j];
      now_c[j] = c[n * hidden + j];
    }
    for (int64_t k = 0; k < shape.steps; ++k) {
      const int64_t t = reverse ? shape.steps - 1 - k : k;
      for (int64_t j = 0; j < width; ++j) sums[j] = bias[j];
      for (int64_t i = 0; i < hidden; ++i) {
        const T value = now_h[i];
        const T* const row = by_state + i * width;
        for (int64_t j = 0; j < width; ++j) sums[j] += value * row[j];
      }
      Cell::step(hidden, x + (t * shape.batch + n) * width, sums, now_h, now_c);
      T* const to = output + (t * shape.batch + n) * hidden;
      for (int64_t j = 0; j < hidden; ++j) to[j] = now_h[j];
    }
    for (int64_t j = 0; j < hidden; ++j) {
      last_h[n * hidden + j] = now_h[j];
      last_c[n * hidden + j] = now_c[j];
    }
  }
}

}  // namespace WEFT_ISA_SPACE
}  // namespace weft_deploy
