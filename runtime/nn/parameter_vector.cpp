#include <weft/runtime/nn/parameter_vector.h>

#include <cstdint>

#include <weft/runtime/api/functions.h>

namespace weft::nn::utils {

Tensor parameters_to_vector(const std::vector<Tensor>& parameters) {
  std::vector<Tensor> parts;
  parts.reserve(parameters.size());
  for (const Tensor& parameter : parameters) parts.push_back(parameter.reshape(-1));
  return cat(parts);
}

void vector_to_parameters(TensorArg vec, const std::vector<Tensor>& parameters) {
  const Tensor& all = vec.get();
  std::int64_t start = 0;
  for (const Tensor& parameter : parameters) {
    const std::int64_t end = start + parameter.numel(vec.where());
    const Tensor part = all.slice(0, start, end, 1, vec.where());
    parameter.set_data(part.view_as(parameter, vec.where()), vec.where());
    start = end;
  }
}

}  // namespace weft::nn::utils
