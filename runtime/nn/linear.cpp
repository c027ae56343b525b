#include <weft/runtime/nn/linear.h>

#include <cmath>
#include <ostream>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

LinearImpl::LinearImpl(const LinearOptions& options_) : options(options_) { reset(); }

void LinearImpl::reset() {
  weight = register_parameter("weight", empty({options.out_features(), options.in_features()}));
  bias = register_parameter("bias", options.bias() ? empty({options.out_features()}) : Tensor());
  reset_parameters();
}

void LinearImpl::reset_parameters() {
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  if (bias.defined()) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(options.in_features()));
    init::uniform_(bias, -bound, bound);
  }
}

Tensor LinearImpl::forward(TensorArg input) {
  return run(input, [&] { return linear(input, weight, bias); });
}

void LinearImpl::pretty_print(std::ostream& stream) const {
  stream << std::boolalpha << "torch::nn::Linear(in_features=" << options.in_features()
         << ", out_features=" << options.out_features() << ", bias=" << options.bias() << ")";
}

BilinearImpl::BilinearImpl(const BilinearOptions& options_) : options(options_) { reset(); }

void BilinearImpl::reset() {
  weight = register_parameter(
      "weight", empty({options.out_features(), options.in1_features(), options.in2_features()}));
  bias = register_parameter("bias", options.bias() ? empty({options.out_features()}) : Tensor());
  reset_parameters();
}

void BilinearImpl::reset_parameters() {
  const double bound = 1.0 / std::sqrt(static_cast<double>(options.in1_features()));
  init::uniform_(weight, -bound, bound);
  if (bias.defined()) init::uniform_(bias, -bound, bound);
}

Tensor BilinearImpl::forward(TensorArg input1, TensorArg input2) {
  return run({input1.get().handle(), input2.get().handle()}, input1.where(),
             [&] { return bilinear(input1, input2, weight, bias); });
}

void BilinearImpl::pretty_print(std::ostream& stream) const {
  stream << std::boolalpha << "torch::nn::Bilinear(in1_features=" << options.in1_features()
         << ", in2_features=" << options.in2_features()
         << ", out_features=" << options.out_features() << ", bias=" << options.bias() << ")";
}

Tensor IdentityImpl::forward(TensorArg input) {
  return run(input, [&] { return input.get(); });
}

Tensor FlattenImpl::forward(TensorArg input) {
  return run(input, [&] { return input.get().flatten(options.start_dim(), options.end_dim()); });
}

Tensor UnflattenImpl::forward(TensorArg input) {
  return run(input, [&] {
    return input.get().unflatten(options.dim(), SizeList(options.sizes()), input.where());
  });
}

}  // namespace weft::nn
