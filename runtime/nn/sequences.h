/// \file nn::utils::rnn: sequences of different lengths in one tensor.
#pragma once

#include <vector>

#include <weft/runtime/tensor/tensor.h>

namespace weft::nn::utils::rnn {

/// Sequences [L_k, *] as one tensor [L, B, *] (or [B, L, *]) with the ends filled.
/// \source torch.nn.utils.rnn.pad_sequence
Tensor pad_sequence(const TensorList& sequences, bool batch_first = false,
                    double padding_value = 0);

namespace detail {
template <typename...>
inline constexpr bool kNever = false;
}  // namespace detail

/// Using one of these is a compile error: sequences stay padded.
template <typename... Arguments>
Tensor pack_padded_sequence(Arguments&&...) {
  static_assert(detail::kNever<Arguments...>,
                "weft has no packed sequences: give the padded sequence to the module, and select "
                "the last step of each with gather");
  return {};
}
template <typename... Arguments>
Tensor pad_packed_sequence(Arguments&&...) {
  static_assert(detail::kNever<Arguments...>,
                "weft has no packed sequences: the result of the module is padded already");
  return {};
}
template <typename... Arguments>
Tensor pack_sequence(Arguments&&...) {
  static_assert(detail::kNever<Arguments...>,
                "weft has no packed sequences: pad them with torch::nn::utils::rnn::pad_sequence");
  return {};
}

}  // namespace weft::nn::utils::rnn
