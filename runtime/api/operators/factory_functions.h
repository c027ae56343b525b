/// \file Free functions of the operators in factory_rows.cpp.
// Written by weft_generate_api from the operator table; change the table, not this file.
#pragma once

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Powers of `base` with exponents at equal distances.
/// \source logspace(Scalar start, Scalar end, int steps, float base=10.0, *, DType? dtype=None, Device? device=None) -> Tensor
Tensor logspace(const Scalar& start, const Scalar& end, const SizeItem& steps, double base = 10.0, const TensorOptions& options = {}, where_t where = std::source_location::current());
/// The integers below n in random order.
/// \source randperm(int n, *, DType? dtype=None, Device? device=None) -> Tensor
Tensor randperm(const SizeItem& n, const TensorOptions& options = {}, where_t where = std::source_location::current());
/// Normally distributed numbers.
/// \source normal(float mean, float std, int[] size, *, DType? dtype=None, Device? device=None) -> Tensor
Tensor normal(double mean, double std, const SizeList& size, const TensorOptions& options = {}, where_t where = std::source_location::current());
/// Normally distributed numbers.
/// \source normal.Tensor_float(Tensor mean, float std=1.0) -> Tensor
Tensor normal(TensorArg mean, double std = 1.0);
/// Normally distributed numbers.
/// \source normal.Tensor_Tensor(Tensor mean, Tensor std) -> Tensor
Tensor normal(TensorArg mean, TensorArg std);
/// Integers in [0, high), in the shape and type of another tensor.
/// \source randint_like(Tensor input, int high, *, DType? dtype=None, Device? device=None) -> Tensor
Tensor randint_like(TensorArg input, const SizeItem& high, const TensorOptions& options = {});
/// Integers in [low, high), in the shape and type of another tensor.
/// \source randint_like.low(Tensor input, int low, int high, *, DType? dtype=None, Device? device=None) -> Tensor
Tensor randint_like(TensorArg input, const SizeItem& low, const SizeItem& high, const TensorOptions& options = {});
/// 1 with the probability that `input` holds, else 0.
/// \source bernoulli(Tensor input) -> Tensor
Tensor bernoulli(TensorArg input);
/// 1 with probability p, else 0.
/// \source bernoulli.p(Tensor input, float p) -> Tensor
Tensor bernoulli(TensorArg input, double p);
/// 1 with probability p, else 0. The result is written into the first tensor.
/// \source bernoulli_.p(Tensor(a!) input, float p) -> Tensor(a!)
Tensor bernoulli_(TensorArg input, double p);
/// Numbers of events, Poisson distributed around the rates that `input` holds.
/// \source poisson(Tensor input) -> Tensor
Tensor poisson(TensorArg input);
/// Positions drawn with the probabilities that the last dimension holds.
/// \source multinomial(Tensor input, int num_samples, bool replacement=False) -> Tensor
Tensor multinomial(TensorArg input, const SizeItem& num_samples, bool replacement = false);

}  // namespace weft

