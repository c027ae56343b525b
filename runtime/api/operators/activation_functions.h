/// \file Free functions of the operators in activation_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// max(x, 0); NaN stays.
/// \source relu(Tensor input) -> Tensor
Tensor relu(TensorArg input);
/// max(x, 0); NaN stays. The result is written into the first tensor.
/// \source relu_(Tensor(a!) input) -> Tensor(a!)
Tensor relu_(TensorArg input);
/// min(max(x, 0), 6); NaN stays.
/// \source relu6(Tensor input) -> Tensor
Tensor relu6(TensorArg input);
/// min(max(x, 0), 6); NaN stays. The result is written into the first tensor.
/// \source relu6_(Tensor(a!) input) -> Tensor(a!)
Tensor relu6_(TensorArg input);
/// min(max(x, min_val), max_val); NaN stays.
/// \source hardtanh(Tensor input, Scalar min_val=-1, Scalar max_val=1) -> Tensor
Tensor hardtanh(TensorArg input, const Scalar& min_val = -1, const Scalar& max_val = 1);
/// min(max(x, min_val), max_val); NaN stays. The result is written into the first tensor.
/// \source hardtanh_(Tensor(a!) input, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!)
Tensor hardtanh_(TensorArg input, const Scalar& min_val = -1, const Scalar& max_val = 1);
/// min(max(x + 3, 0), 6) / 6.
/// \source hardsigmoid(Tensor input) -> Tensor
Tensor hardsigmoid(TensorArg input);
/// min(max(x + 3, 0), 6) / 6. The result is written into the first tensor.
/// \source hardsigmoid_(Tensor(a!) input) -> Tensor(a!)
Tensor hardsigmoid_(TensorArg input);
/// x * min(max(x + 3, 0), 6) / 6.
/// \source hardswish(Tensor input) -> Tensor
Tensor hardswish(TensorArg input);
/// x * min(max(x + 3, 0), 6) / 6. The result is written into the first tensor.
/// \source hardswish_(Tensor(a!) input) -> Tensor(a!)
Tensor hardswish_(TensorArg input);
/// x above 0, negative_slope * x below.
/// \source leaky_relu(Tensor input, Scalar negative_slope=0.01) -> Tensor
Tensor leaky_relu(TensorArg input, const Scalar& negative_slope = 0.01);
/// x above 0, negative_slope * x below. The result is written into the first tensor.
/// \source leaky_relu_(Tensor(a!) input, Scalar negative_slope=0.01) -> Tensor(a!)
Tensor leaky_relu_(TensorArg input, const Scalar& negative_slope = 0.01);
/// x above 0, and below x times a slope drawn from [lower, upper), or their mean.
/// \source rrelu(Tensor input, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False) -> Tensor
Tensor rrelu(TensorArg input, const Scalar& lower = 0.125, const Scalar& upper = 0.3333333333333333, bool training = false);
/// x above 0, and below x times a slope drawn from [lower, upper), or their mean. The result is written into the first tensor.
/// \source rrelu_(Tensor(a!) input, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False) -> Tensor(a!)
Tensor rrelu_(TensorArg input, const Scalar& lower = 0.125, const Scalar& upper = 0.3333333333333333, bool training = false);
/// x above the threshold, value elsewhere; NaN stays.
/// \source threshold(Tensor input, Scalar threshold, Scalar value) -> Tensor
Tensor threshold(TensorArg input, const Scalar& threshold, const Scalar& value);
/// x above the threshold, value elsewhere; NaN stays. The result is written into the first tensor.
/// \source threshold_(Tensor(a!) input, Scalar threshold, Scalar value) -> Tensor(a!)
Tensor threshold_(TensorArg input, const Scalar& threshold, const Scalar& value);
/// 0 within [-lambd, lambd], else x.
/// \source hardshrink(Tensor input, Scalar lambd=0.5) -> Tensor
Tensor hardshrink(TensorArg input, const Scalar& lambd = 0.5);
/// x moved towards 0 by lambd, and 0 within [-lambd, lambd].
/// \source softshrink(Tensor input, Scalar lambd=0.5) -> Tensor
Tensor softshrink(TensorArg input, const Scalar& lambd = 0.5);
/// scale * x above 0, scale * alpha * (exp(input_scale * x) - 1) below.
/// \source elu(Tensor input, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor
Tensor elu(TensorArg input, const Scalar& alpha = 1, const Scalar& scale = 1, const Scalar& input_scale = 1);
/// scale * x above 0, scale * alpha * (exp(input_scale * x) - 1) below. The result is written into the first tensor.
/// \source elu_(Tensor(a!) input, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!)
Tensor elu_(TensorArg input, const Scalar& alpha = 1, const Scalar& scale = 1, const Scalar& input_scale = 1);
/// elu with the constants that keep mean 0 and variance 1.
/// \source selu(Tensor input) -> Tensor
Tensor selu(TensorArg input);
/// elu with the constants that keep mean 0 and variance 1. The result is written into the first tensor.
/// \source selu_(Tensor(a!) input) -> Tensor(a!)
Tensor selu_(TensorArg input);
/// x above 0, alpha * (exp(x / alpha) - 1) below.
/// \source celu(Tensor input, Scalar alpha=1.0) -> Tensor
Tensor celu(TensorArg input, const Scalar& alpha = 1.0);
/// x above 0, alpha * (exp(x / alpha) - 1) below. The result is written into the first tensor.
/// \source celu_(Tensor(a!) input, Scalar alpha=1.0) -> Tensor(a!)
Tensor celu_(TensorArg input, const Scalar& alpha = 1.0);
/// x * sigmoid(x).
/// \source silu(Tensor input) -> Tensor
Tensor silu(TensorArg input);
/// x * sigmoid(x). The result is written into the first tensor.
/// \source silu_(Tensor(a!) input) -> Tensor(a!)
Tensor silu_(TensorArg input);
/// x * tanh(log(1 + exp(x))).
/// \source mish(Tensor input) -> Tensor
Tensor mish(TensorArg input);
/// x * tanh(log(1 + exp(x))). The result is written into the first tensor.
/// \source mish_(Tensor(a!) input) -> Tensor(a!)
Tensor mish_(TensorArg input);
/// x times the normal distribution function of x, or its tanh approximation.
/// \source gelu(Tensor input, *, str approximate='none') -> Tensor
Tensor gelu(TensorArg input, const TextArg& approximate = "none");
/// x times the normal distribution function of x, or its tanh approximation. The result is written into the first tensor.
/// \source gelu_(Tensor(a!) input, *, str approximate='none') -> Tensor(a!)
Tensor gelu_(TensorArg input, const TextArg& approximate = "none");
/// log(1 + exp(beta * x)) / beta, and x where beta * x exceeds the threshold.
/// \source softplus(Tensor input, Scalar beta=1, Scalar threshold=20) -> Tensor
Tensor softplus(TensorArg input, const Scalar& beta = 1, const Scalar& threshold = 20);
/// log(1 / (1 + exp(-x))), accurate for large |x|.
/// \source log_sigmoid(Tensor input) -> Tensor
Tensor log_sigmoid(TensorArg input);
/// x above 0, weight * x below, with one weight a channel or one for all.
/// \source prelu(Tensor input, Tensor weight) -> Tensor
Tensor prelu(TensorArg input, TensorArg weight);
/// The first half of a dimension times the sigmoid of the second.
/// \source glu(Tensor input, int dim=-1) -> Tensor
Tensor glu(TensorArg input, std::int64_t dim = -1);
/// In training, elements zeroed with probability p and the others divided by 1 - p.
/// \source dropout(Tensor input, float p=0.5, bool training=True) -> Tensor
Tensor dropout(TensorArg input, double p = 0.5, bool training = true);
/// In training, elements zeroed with probability p and the others divided by 1 - p. The result is written into the first tensor.
/// \source dropout_(Tensor(a!) input, float p=0.5, bool training=True) -> Tensor(a!)
Tensor dropout_(TensorArg input, double p = 0.5, bool training = true);
/// Dropout of whole channels.
/// \source feature_dropout(Tensor input, float p=0.5, bool training=True) -> Tensor
Tensor feature_dropout(TensorArg input, double p = 0.5, bool training = true);
/// Dropout of whole channels. The result is written into the first tensor.
/// \source feature_dropout_(Tensor(a!) input, float p=0.5, bool training=True) -> Tensor(a!)
Tensor feature_dropout_(TensorArg input, double p = 0.5, bool training = true);
/// Dropout for selu: dropped elements take its lower limit, mean and variance stay.
/// \source alpha_dropout(Tensor input, float p=0.5, bool training=False) -> Tensor
Tensor alpha_dropout(TensorArg input, double p = 0.5, bool training = false);
/// Dropout for selu: dropped elements take its lower limit, mean and variance stay. The result is written into the first tensor.
/// \source alpha_dropout_(Tensor(a!) input, float p=0.5, bool training=False) -> Tensor(a!)
Tensor alpha_dropout_(TensorArg input, double p = 0.5, bool training = false);
/// Alpha dropout of whole channels.
/// \source feature_alpha_dropout(Tensor input, float p=0.5, bool training=False) -> Tensor
Tensor feature_alpha_dropout(TensorArg input, double p = 0.5, bool training = false);
/// Alpha dropout of whole channels. The result is written into the first tensor.
/// \source feature_alpha_dropout_(Tensor(a!) input, float p=0.5, bool training=False) -> Tensor(a!)
Tensor feature_alpha_dropout_(TensorArg input, double p = 0.5, bool training = false);

}  // namespace weft

namespace weft::functional {

/// x - tanh(x).
/// \source tanhshrink(Tensor input) -> Tensor
Tensor tanhshrink(TensorArg input);
/// x / (1 + |x|).
/// \source softsign(Tensor input) -> Tensor
Tensor softsign(TensorArg input);
/// log(1 / (1 + exp(-x))), accurate for large |x|.
/// \source logsigmoid(Tensor input) -> Tensor
Tensor logsigmoid(TensorArg input);
/// Dropout of whole channels.
/// \source dropout2d(Tensor input, float p=0.5, bool training=True) -> Tensor
Tensor dropout2d(TensorArg input, double p = 0.5, bool training = true);
/// Dropout of whole channels.
/// \source dropout3d(Tensor input, float p=0.5, bool training=True) -> Tensor
Tensor dropout3d(TensorArg input, double p = 0.5, bool training = true);

}  // namespace weft::functional

