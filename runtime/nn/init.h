/// \file Initialisation of parameters, in place.
#pragma once

#include <cstdint>
#include <tuple>
#include <variant>

#include <weft/runtime/nn/enum_types.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft {

namespace nn::init {

using NonlinearityType =
    std::variant<enumtype::kLinear, enumtype::kConv1D, enumtype::kConv2D, enumtype::kConv3D,
                 enumtype::kConvTranspose1D, enumtype::kConvTranspose2D, enumtype::kConvTranspose3D,
                 enumtype::kSigmoid, enumtype::kTanh, enumtype::kReLU, enumtype::kLeakyReLU>;
using FanModeType = std::variant<enumtype::kFanIn, enumtype::kFanOut>;

// Each fills the tensor and returns it. They write values directly, so an active capture does not
// see them: parameters are made in constructors.
// \source torch.nn.init
Tensor constant_(Tensor tensor, const Scalar& value);
Tensor ones_(Tensor tensor);
Tensor zeros_(Tensor tensor);
Tensor uniform_(Tensor tensor, double low = 0, double high = 1);
Tensor normal_(Tensor tensor, double mean = 0, double std = 1);
Tensor kaiming_uniform_(Tensor tensor, double a = 0, FanModeType mode = enumtype::kFanIn(),
                        NonlinearityType nonlinearity = enumtype::kLeakyReLU());
Tensor kaiming_normal_(Tensor tensor, double a = 0, FanModeType mode = enumtype::kFanIn(),
                       NonlinearityType nonlinearity = enumtype::kLeakyReLU());
Tensor xavier_uniform_(Tensor tensor, double gain = 1);
Tensor xavier_normal_(Tensor tensor, double gain = 1);
/// Ones on the diagonal of a matrix, zeros elsewhere.
Tensor eye_(Tensor matrix);
/// Convolution kernels that pass their input through.
Tensor dirac_(Tensor tensor);
/// Rows (or columns, where there are more rows) of length `gain` at right angles, for the first
/// dimension against the others.
Tensor orthogonal_(Tensor tensor, double gain = 1);
/// Normal values, a share of each column 0.
Tensor sparse_(Tensor matrix, double sparsity, double std = 0.01);
/// Numbers of inputs and outputs that one element of a weight connects.
/// \error W3004 under 2 dimensions
std::tuple<std::int64_t, std::int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor);
/// Factor by which a nonlinearity shrinks the standard deviation.
double calculate_gain(NonlinearityType nonlinearity, double param = 0.01);

}  // namespace nn::init
}  // namespace weft
