#include <weft/runtime/nn/activation.h>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

namespace {

/// The operator `op` on the input with these further arguments.
Tensor call_on(const std::string& op, TensorArg input,
               std::vector<api::NamedValue> arguments = {}) {
  arguments.emplace_back("input", input.get().handle());
  return api::to_tensor(api::call_named(op, arguments, CallStyle::kFunction, input.where()));
}

void check_probability(double p, const std::string& name) {
  if (!(p >= 0 && p <= 1)) {
    fail(diag::ModuleOptionWrong, {},
         {name, "the probability " + std::to_string(p) + " does not lie in [0, 1]"});
  }
}

}  // namespace

#define WEFT_FORWARD(Name, op)                             \
  Tensor Name##Impl::forward(TensorArg input) {            \
    return run(input, [&] { return call_on(op, input); }); \
  }
WEFT_FORWARD(Sigmoid, "sigmoid")
WEFT_FORWARD(Tanh, "tanh")
WEFT_FORWARD(Softsign, "softsign")
WEFT_FORWARD(LogSigmoid, "logsigmoid")
WEFT_FORWARD(Tanhshrink, "tanhshrink")
WEFT_FORWARD(Hardswish, "hardswish")
WEFT_FORWARD(Hardsigmoid, "hardsigmoid")
#undef WEFT_FORWARD

#define WEFT_FORWARD(Name, op)                                                          \
  Tensor Name##Impl::forward(TensorArg input) {                                         \
    return run(input, [&] { return call_on(options.inplace() ? op "_" : op, input); }); \
  }
WEFT_FORWARD(ReLU, "relu")
WEFT_FORWARD(ReLU6, "relu6")
WEFT_FORWARD(SiLU, "silu")
WEFT_FORWARD(Mish, "mish")
#undef WEFT_FORWARD

Tensor LeakyReLUImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on(options.inplace() ? "leaky_relu_" : "leaky_relu", input,
                   {{"negative_slope", options.negative_slope()}});
  });
}

Tensor ELUImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on(options.inplace() ? "elu_" : "elu", input, {{"alpha", options.alpha()}});
  });
}

Tensor HardtanhImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on(options.inplace() ? "hardtanh_" : "hardtanh", input,
                   {{"min_val", options.min_val()}, {"max_val", options.max_val()}});
  });
}

Tensor SoftplusImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on("softplus", input,
                   {{"beta", options.beta()}, {"threshold", options.threshold()}});
  });
}

Tensor GELUImpl::forward(TensorArg input) {
  return run(input,
             [&] { return call_on("gelu", input, {{"approximate", options.approximate()}}); });
}

Tensor GLUImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("glu", input, {{"dim", options.dim()}}); });
}

Tensor SoftmaxImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("softmax", input, {{"dim", options.dim()}}); });
}

Tensor LogSoftmaxImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("log_softmax", input, {{"dim", options.dim()}}); });
}

Tensor Softmax2dImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("softmax", input, {{"dim", -3}}); });
}

Tensor SoftminImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("softmin", input, {{"dim", options.dim()}}); });
}

Tensor SELUImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on(options.inplace() ? "selu_" : "selu", input, {}); });
}

Tensor CELUImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on(options.inplace() ? "celu_" : "celu", input, {{"alpha", options.alpha()}});
  });
}

Tensor HardshrinkImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("hardshrink", input, {{"lambd", options.lambda()}}); });
}

Tensor SoftshrinkImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("softshrink", input, {{"lambd", options.lambda()}}); });
}

Tensor ThresholdImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on(options.inplace() ? "threshold_" : "threshold", input,
                   {{"threshold", options.threshold()}, {"value", options.value()}});
  });
}

Tensor RReLUImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on(
        options.inplace() ? "rrelu_" : "rrelu", input,
        {{"lower", options.lower()}, {"upper", options.upper()}, {"training", is_training()}});
  });
}

PReLUImpl::PReLUImpl(const PReLUOptions& options_) : options(options_) { reset(); }

void PReLUImpl::reset() {
  weight = register_parameter("weight",
                              init::constant_(empty({options.num_parameters()}), options.init()));
}

Tensor PReLUImpl::forward(TensorArg input) {
  return run(input, [&] { return call_on("prelu", input, {{"weight", weight.handle()}}); });
}

DropoutImpl::DropoutImpl(const DropoutOptions& options_) : options(options_) { reset(); }

void DropoutImpl::reset() { check_probability(options.p(), "Dropout"); }

Tensor DropoutImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call_on("dropout", input, {{"p", options.p()}, {"training", is_training()}});
  });
}

#define WEFT_DROPOUT(Name, op)                                                            \
  Name##Impl::Name##Impl(const DropoutOptions& options_) : options(options_) { reset(); } \
  void Name##Impl::reset() { check_probability(options.p(), #Name); }                     \
  Tensor Name##Impl::forward(TensorArg input) {                                           \
    return run(input, [&] {                                                               \
      return call_on(op, input, {{"p", options.p()}, {"training", is_training()}});       \
    });                                                                                   \
  }
WEFT_DROPOUT(Dropout2d, "dropout2d")
WEFT_DROPOUT(Dropout3d, "dropout3d")
WEFT_DROPOUT(AlphaDropout, "alpha_dropout")
WEFT_DROPOUT(FeatureAlphaDropout, "feature_alpha_dropout")
#undef WEFT_DROPOUT

}  // namespace weft::nn
