#include <weft/runtime/nn/normalization.h>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

namespace {

ir::Value optional_value(const Tensor& tensor) {
  return tensor.defined() ? ir::Value(tensor.handle()) : ir::Value();
}

Tensor call(const char* op, const std::vector<api::NamedValue>& arguments, SourceLocation where) {
  return api::to_tensor(api::call_named(op, arguments, CallStyle::kFunction, where));
}

/// Scale, shift and running statistics of each channel, as far as the options ask for them.
template <typename Norm>
void make_channel_state(Norm& norm) {
  const std::int64_t n = norm.options.num_features();
  const bool affine = norm.options.affine(), tracked = norm.options.track_running_stats();
  norm.weight =
      norm.register_parameter("weight", affine ? init::ones_(weft::empty({n})) : Tensor());
  norm.bias = norm.register_parameter("bias", affine ? weft::empty({n}) : Tensor());
  norm.running_mean = norm.register_buffer("running_mean", tracked ? weft::empty({n}) : Tensor());
  norm.running_var =
      norm.register_buffer("running_var", tracked ? init::ones_(weft::empty({n})) : Tensor());
  norm.num_batches_tracked =
      norm.register_buffer("num_batches_tracked", tracked ? weft::empty({}, kLong) : Tensor());
}

}  // namespace

template <typename Derived>
void BatchNormImplBase<Derived>::make_state() {
  make_channel_state(*this);
}

template <typename Derived>
Tensor BatchNormImplBase<Derived>::forward(TensorArg input) {
  return this->run(input, [&] {
    return call("batch_norm",
                {{"input", input.get().handle()},
                 {"running_mean", optional_value(running_mean)},
                 {"running_var", optional_value(running_var)},
                 {"weight", optional_value(weight)},
                 {"bias", optional_value(bias)},
                 {"training", this->is_training() || !running_mean.defined()},
                 {"momentum", options.momentum().value_or(0.0)},
                 {"eps", options.eps()}},
                input.where());
  });
}

template class BatchNormImplBase<BatchNorm1dImpl>;
template class BatchNormImplBase<BatchNorm2dImpl>;
template class BatchNormImplBase<BatchNorm3dImpl>;

LayerNormImpl::LayerNormImpl(const LayerNormOptions& options_) : options(options_) { reset(); }

void LayerNormImpl::reset() {
  const bool affine = options.elementwise_affine();
  const SizeList shape(options.normalized_shape());
  weight = register_parameter("weight", affine ? init::ones_(weft::empty(shape)) : Tensor());
  bias = register_parameter("bias", affine ? weft::empty(shape) : Tensor());
}

Tensor LayerNormImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call("layer_norm",
                {{"input", input.get().handle()},
                 {"normalized_shape", SizeList(options.normalized_shape()).to_value()},
                 {"weight", optional_value(weight)},
                 {"bias", optional_value(bias)},
                 {"eps", options.eps()}},
                input.where());
  });
}

GroupNormImpl::GroupNormImpl(const GroupNormOptions& options_) : options(options_) { reset(); }

void GroupNormImpl::reset() {
  const std::int64_t n = options.num_channels();
  weight =
      register_parameter("weight", options.affine() ? init::ones_(weft::empty({n})) : Tensor());
  bias = register_parameter("bias", options.affine() ? weft::empty({n}) : Tensor());
}

Tensor GroupNormImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call("group_norm",
                {{"input", input.get().handle()},
                 {"num_groups", options.num_groups()},
                 {"weight", optional_value(weight)},
                 {"bias", optional_value(bias)},
                 {"eps", options.eps()}},
                input.where());
  });
}

template <typename Derived>
void InstanceNormImplBase<Derived>::make_state() {
  make_channel_state(*this);
}

template <typename Derived>
Tensor InstanceNormImplBase<Derived>::forward(TensorArg input) {
  return this->run(input, [&] {
    return call("instance_norm",
                {{"input", input.get().handle()},
                 {"weight", optional_value(weight)},
                 {"bias", optional_value(bias)},
                 {"running_mean", optional_value(running_mean)},
                 {"running_var", optional_value(running_var)},
                 {"use_input_stats", this->is_training() || !options.track_running_stats()},
                 {"momentum", options.momentum()},
                 {"eps", options.eps()}},
                input.where());
  });
}

template class InstanceNormImplBase<InstanceNorm1dImpl>;
template class InstanceNormImplBase<InstanceNorm2dImpl>;
template class InstanceNormImplBase<InstanceNorm3dImpl>;

Tensor LocalResponseNormImpl::forward(TensorArg input) {
  return run(input, [&] {
    return call("local_response_norm",
                {{"input", input.get().handle()},
                 {"size", options.size()},
                 {"alpha", options.alpha()},
                 {"beta", options.beta()},
                 {"k", options.k()}},
                input.where());
  });
}

}  // namespace weft::nn
