/// \file Linear, Identity and Flatten.
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

}  // namespace weft::nn
