/// \file Linear, Bilinear, Identity, Flatten and Unflatten.
#pragma once

#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

struct LinearOptions {
  LinearOptions(std::int64_t in_features, std::int64_t out_features)
      : in_features_(in_features), out_features_(out_features) {}
  TORCH_ARG(std::int64_t, in_features);
  TORCH_ARG(std::int64_t, out_features);
  TORCH_ARG(bool, bias) = true;
};

/// `y = x A^T + b` over the last dimension: [*, in_features] -> [*, out_features].
/// \source torch.nn.Linear
class LinearImpl : public Layer<LinearImpl> {
 public:
  LinearImpl(std::int64_t in_features, std::int64_t out_features)
      : LinearImpl(LinearOptions(in_features, out_features)) {}
  explicit LinearImpl(const LinearOptions& options_);
  void reset() override;
  void reset_parameters();
  Tensor forward(TensorArg input);
  void pretty_print(std::ostream& stream) const override;

  LinearOptions options;
  Tensor weight;  ///< [out_features, in_features]
  Tensor bias;    ///< [out_features]; undefined without bias
};
TORCH_MODULE(Linear);

struct BilinearOptions {
  BilinearOptions(std::int64_t in1_features, std::int64_t in2_features, std::int64_t out_features)
      : in1_features_(in1_features), in2_features_(in2_features), out_features_(out_features) {}
  TORCH_ARG(std::int64_t, in1_features);
  TORCH_ARG(std::int64_t, in2_features);
  TORCH_ARG(std::int64_t, out_features);
  TORCH_ARG(bool, bias) = true;
};

/// `y_o = x1^T A_o x2 + b_o` over the last dimensions:
/// [*, in1_features], [*, in2_features] -> [*, out_features].
/// \source torch.nn.Bilinear
class BilinearImpl : public Layer<BilinearImpl> {
 public:
  BilinearImpl(std::int64_t in1_features, std::int64_t in2_features, std::int64_t out_features)
      : BilinearImpl(BilinearOptions(in1_features, in2_features, out_features)) {}
  explicit BilinearImpl(const BilinearOptions& options_);
  void reset() override;
  void reset_parameters();
  Tensor forward(TensorArg input1, TensorArg input2);
  void pretty_print(std::ostream& stream) const override;

  BilinearOptions options;
  Tensor weight;  ///< [out_features, in1_features, in2_features]
  Tensor bias;    ///< [out_features]; undefined without bias
};
TORCH_MODULE(Bilinear);

/// Returns its input.
class IdentityImpl : public Layer<IdentityImpl> {
 public:
  void reset() override {}
  Tensor forward(TensorArg input);
};
TORCH_MODULE(Identity);

struct FlattenOptions {
  TORCH_ARG(std::int64_t, start_dim) = 1;
  TORCH_ARG(std::int64_t, end_dim) = -1;
};

/// \source torch.nn.Flatten
class FlattenImpl : public Layer<FlattenImpl> {
 public:
  explicit FlattenImpl(const FlattenOptions& options_ = {}) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  FlattenOptions options;
};
TORCH_MODULE(Flatten);

/// \source torch::nn::UnflattenOptions
struct UnflattenOptions {
  UnflattenOptions(std::int64_t dim, std::vector<std::int64_t> sizes)
      : dim_(dim), sizes_(std::move(sizes)) {}
  TORCH_ARG(std::int64_t, dim);
  TORCH_ARG(std::vector<std::int64_t>, sizes);
};

/// \source torch.nn.Unflatten
class UnflattenImpl : public Layer<UnflattenImpl> {
 public:
  UnflattenImpl(std::int64_t dim, std::vector<std::int64_t> sizes)
      : options(dim, std::move(sizes)) {}
  explicit UnflattenImpl(UnflattenOptions options_) : options(std::move(options_)) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  UnflattenOptions options;
};
TORCH_MODULE(Unflatten);

}  // namespace weft::nn
