/// \file Activations and dropout as modules.
#pragma once

#include <string>

#include <weft/runtime/nn/layer.h>
#include <weft/runtime/nn/options.h>

namespace weft::nn {

/// False for options that let a module write into its input.
template <typename Options>
bool is_pure_by(const Options& options) {
  if constexpr (requires { options.inplace(); }) return !options.inplace();
  else return true;
}

/// An activation without options: forward applies the operator of the same meaning.
#define WEFT_ACTIVATION(Name)                            \
  class Name##Impl : public Layer<Name##Impl> {          \
   public:                                               \
    void reset() override {}                             \
    Tensor forward(TensorArg input);                     \
  };                                                     \
  TORCH_MODULE(Name)
WEFT_ACTIVATION(Sigmoid);
WEFT_ACTIVATION(Tanh);
WEFT_ACTIVATION(Softsign);
WEFT_ACTIVATION(LogSigmoid);
WEFT_ACTIVATION(Tanhshrink);
WEFT_ACTIVATION(Hardswish);
WEFT_ACTIVATION(Hardsigmoid);
WEFT_ACTIVATION(Softmax2d);
#undef WEFT_ACTIVATION

struct InplaceOptions {
  InplaceOptions(bool inplace = false) : inplace_(inplace) {}  // NOLINT
  TORCH_ARG(bool, inplace);
};
using ReLUOptions = InplaceOptions;
using ReLU6Options = InplaceOptions;
using SiLUOptions = InplaceOptions;
using MishOptions = InplaceOptions;
using SELUOptions = InplaceOptions;

/// An activation that may write its result into its input.
#define WEFT_INPLACE_ACTIVATION(Name)                                               \
  class Name##Impl : public Layer<Name##Impl> {                                     \
   public:                                                                          \
    explicit Name##Impl(const InplaceOptions& options_ = {}) : options(options_) {} \
    void reset() override {}                                                        \
    Tensor forward(TensorArg input);                                                \
    bool is_pure() const override { return !options.inplace(); }                    \
    InplaceOptions options;                                                         \
  };                                                                                \
  TORCH_MODULE(Name)
WEFT_INPLACE_ACTIVATION(ReLU);
WEFT_INPLACE_ACTIVATION(ReLU6);
WEFT_INPLACE_ACTIVATION(SiLU);
WEFT_INPLACE_ACTIVATION(Mish);
WEFT_INPLACE_ACTIVATION(SELU);
#undef WEFT_INPLACE_ACTIVATION

struct LeakyReLUOptions {
  TORCH_ARG(double, negative_slope) = 1e-2;
  TORCH_ARG(bool, inplace) = false;
};
struct ELUOptions {
  TORCH_ARG(double, alpha) = 1.0;
  TORCH_ARG(bool, inplace) = false;
};
struct HardtanhOptions {
  TORCH_ARG(double, min_val) = -1.0;
  TORCH_ARG(double, max_val) = 1.0;
  TORCH_ARG(bool, inplace) = false;
};
struct SoftplusOptions {
  TORCH_ARG(double, beta) = 1.0;
  TORCH_ARG(double, threshold) = 20.0;
};
struct GELUOptions {
  TORCH_ARG(std::string, approximate) = "none";
};
struct GLUOptions {
  GLUOptions(std::int64_t dim = -1) : dim_(dim) {}  // NOLINT
  TORCH_ARG(std::int64_t, dim);
};
struct SoftmaxOptions {
  SoftmaxOptions(std::int64_t dim) : dim_(dim) {}  // NOLINT
  TORCH_ARG(std::int64_t, dim);
};
using LogSoftmaxOptions = SoftmaxOptions;
using SoftminOptions = SoftmaxOptions;
struct CELUOptions {
  TORCH_ARG(double, alpha) = 1.0;
  TORCH_ARG(bool, inplace) = false;
};
/// `lambda` bounds the values that become 0.
struct ShrinkOptions {
  ShrinkOptions(double lambda = 0.5) : lambda_(lambda) {}  // NOLINT
  TORCH_ARG(double, lambda);
};
using HardshrinkOptions = ShrinkOptions;
using SoftshrinkOptions = ShrinkOptions;
struct ThresholdOptions {
  ThresholdOptions(double threshold, double value) : threshold_(threshold), value_(value) {}
  TORCH_ARG(double, threshold);
  TORCH_ARG(double, value);
  TORCH_ARG(bool, inplace) = false;
};
struct RReLUOptions {
  TORCH_ARG(double, lower) = 1.0 / 8.0;
  TORCH_ARG(double, upper) = 1.0 / 3.0;
  TORCH_ARG(bool, inplace) = false;
};
struct PReLUOptions {
  TORCH_ARG(std::int64_t, num_parameters) = 1;
  TORCH_ARG(double, init) = 0.25;
};

/// An activation with options. With `inplace` it writes into its input.
#define WEFT_OPTION_ACTIVATION(Name, Options)                                 \
  class Name##Impl : public Layer<Name##Impl> {                               \
   public:                                                                    \
    explicit Name##Impl(const Options& options_ = {}) : options(options_) {}  \
    void reset() override {}                                                  \
    Tensor forward(TensorArg input);                                          \
    bool is_pure() const override { return is_pure_by(options); }        \
    Options options;                                                          \
  };                                                                          \
  TORCH_MODULE(Name)
WEFT_OPTION_ACTIVATION(LeakyReLU, LeakyReLUOptions);
WEFT_OPTION_ACTIVATION(ELU, ELUOptions);
WEFT_OPTION_ACTIVATION(Hardtanh, HardtanhOptions);
WEFT_OPTION_ACTIVATION(Softplus, SoftplusOptions);
WEFT_OPTION_ACTIVATION(GELU, GELUOptions);
WEFT_OPTION_ACTIVATION(GLU, GLUOptions);
WEFT_OPTION_ACTIVATION(CELU, CELUOptions);
WEFT_OPTION_ACTIVATION(Hardshrink, HardshrinkOptions);
WEFT_OPTION_ACTIVATION(Softshrink, SoftshrinkOptions);
#undef WEFT_OPTION_ACTIVATION

/// Draws its slopes in training mode.
/// \source torch.nn.RReLU
class RReLUImpl : public Layer<RReLUImpl> {
 public:
  explicit RReLUImpl(const RReLUOptions& options_ = {}) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  bool is_pure() const override { return !is_training() && is_pure_by(options); }
  RReLUOptions options;
};
TORCH_MODULE(RReLU);

/// \source torch.nn.Softmax
class SoftmaxImpl : public Layer<SoftmaxImpl> {
 public:
  explicit SoftmaxImpl(std::int64_t dim) : options(dim) {}
  explicit SoftmaxImpl(const SoftmaxOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  SoftmaxOptions options;
};
TORCH_MODULE(Softmax);

/// \source torch.nn.LogSoftmax
class LogSoftmaxImpl : public Layer<LogSoftmaxImpl> {
 public:
  explicit LogSoftmaxImpl(std::int64_t dim) : options(dim) {}
  explicit LogSoftmaxImpl(const LogSoftmaxOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  LogSoftmaxOptions options;
};
TORCH_MODULE(LogSoftmax);

/// \source torch.nn.Softmin
class SoftminImpl : public Layer<SoftminImpl> {
 public:
  explicit SoftminImpl(std::int64_t dim) : options(dim) {}
  explicit SoftminImpl(const SoftminOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  SoftminOptions options;
};
TORCH_MODULE(Softmin);

/// \source torch.nn.Threshold
class ThresholdImpl : public Layer<ThresholdImpl> {
 public:
  ThresholdImpl(double threshold, double value) : options(threshold, value) {}
  explicit ThresholdImpl(const ThresholdOptions& options_) : options(options_) {}
  void reset() override {}
  Tensor forward(TensorArg input);
  bool is_pure() const override { return !options.inplace(); }
  ThresholdOptions options;
};
TORCH_MODULE(Threshold);

/// \source torch.nn.PReLU
class PReLUImpl : public Layer<PReLUImpl> {
 public:
  explicit PReLUImpl(const PReLUOptions& options_ = {});
  void reset() override;
  Tensor forward(TensorArg input);
  PReLUOptions options;
  Tensor weight;  ///< [num_parameters]
};
TORCH_MODULE(PReLU);

struct DropoutOptions {
  DropoutOptions(double p = 0.5) : p_(p) {}  // NOLINT
  TORCH_ARG(double, p);
  TORCH_ARG(bool, inplace) = false;
};
using Dropout2dOptions = DropoutOptions;
using Dropout3dOptions = DropoutOptions;
using AlphaDropoutOptions = DropoutOptions;
using FeatureAlphaDropoutOptions = DropoutOptions;

/// Returns its input in eval mode; in training mode it draws random zeros.
/// \source torch.nn.Dropout
class DropoutImpl : public Layer<DropoutImpl> {
 public:
  explicit DropoutImpl(double p) : DropoutImpl(DropoutOptions(p)) {}
  explicit DropoutImpl(const DropoutOptions& options_ = {});
  void reset() override;
  Tensor forward(TensorArg input);
  bool is_pure() const override { return !is_training(); }
  DropoutOptions options;
};
TORCH_MODULE(Dropout);

/// Whole channels are dropped in training mode. \source torch.nn.Dropout2d and its kin
#define WEFT_DROPOUT(Name)                                                  \
  class Name##Impl : public Layer<Name##Impl> {                             \
   public:                                                                  \
    explicit Name##Impl(double p) : Name##Impl(DropoutOptions(p)) {}        \
    explicit Name##Impl(const DropoutOptions& options_ = {});               \
    void reset() override;                                                  \
    Tensor forward(TensorArg input);                                        \
    bool is_pure() const override { return !is_training(); }                \
    DropoutOptions options;                                                 \
  };                                                                        \
  TORCH_MODULE(Name)
WEFT_DROPOUT(Dropout2d);
WEFT_DROPOUT(Dropout3d);
WEFT_DROPOUT(AlphaDropout);
WEFT_DROPOUT(FeatureAlphaDropout);
#undef WEFT_DROPOUT

}  // namespace weft::nn
