#include <weft/runtime/nn/sequences.h>

#include <algorithm>

#include <weft/runtime/api/functions.h>

namespace weft::nn::utils::rnn {

Tensor pad_sequence(const TensorList& sequences, bool batch_first, double padding_value) {
  const SourceLocation where = sequences.where();
  std::int64_t longest = 0;
  for (const Tensor& sequence : sequences.get()) {
    longest = std::max(longest, sequence.size(0, where).value());
  }
  std::vector<Tensor> padded;
  for (const Tensor& sequence : sequences.get()) {
    std::vector<std::int64_t> ends(2 * static_cast<std::size_t>(sequence.dim(where)), 0);
    ends.back() = longest - sequence.size(0, where).value();
    padded.push_back(weft::constant_pad_nd(TensorArg(sequence, where), ends, padding_value));
  }
  return weft::stack(TensorList(ArrayRef<Tensor>(padded)), batch_first ? 0 : 1);
}

}  // namespace weft::nn::utils::rnn
