/// \file nn::utils: parameters as one vector.
#pragma once

#include <vector>

#include <weft/runtime/tensor/tensor.h>

namespace weft::nn::utils {

/// The elements of all parameters, one after the other, as a new vector.
/// \source torch.nn.utils.parameters_to_vector
Tensor parameters_to_vector(const std::vector<Tensor>& parameters);

/// Makes the parameters refer to the elements of `vec`, in this order; their shapes stay. Elements
/// at the end that are left over are not used.
/// \error W1206 where there are too few \source torch.nn.utils.vector_to_parameters
void vector_to_parameters(TensorArg vec, const std::vector<Tensor>& parameters);

}  // namespace weft::nn::utils
