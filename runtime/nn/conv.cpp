#include <weft/runtime/nn/conv.h>

#include <cmath>
#include <ostream>
#include <string_view>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/tensor/factories.h>

namespace weft::nn {

namespace {

const char* kForward[] = {"conv1d", "conv2d", "conv3d"};
const char* kTransposed[] = {"conv_transpose1d", "conv_transpose2d", "conv_transpose3d"};

const char* mode_name(const PaddingMode& mode) {
  static constexpr const char* kNames[] = {"zeros", "reflect", "replicate", "circular"};
  return kNames[mode.index()];
}

template <typename Options>
void check_groups(const Options& options, std::string_view name) {
  const std::int64_t groups = options.groups();
  if (groups < 1 || options.in_channels() % groups != 0 || options.out_channels() % groups != 0) {
    fail(diag::ModuleOptionWrong, {},
         {std::string(name), "in_channels " + std::to_string(options.in_channels()) +
                                 " and out_channels " + std::to_string(options.out_channels()) +
                                 " must be divisible by groups " + std::to_string(groups)});
  }
}

/// \source torch.nn: kaiming_uniform with a = sqrt(5), and the bias in 1 / sqrt(fan_in)
void initialise(const Tensor& weight, const Tensor& bias) {
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  if (!bias.defined()) return;
  double fan_in = 1;
  for (std::size_t d = 1; d < weight.sizes().size(); ++d) {
    fan_in *= static_cast<double>(weight.sizes()[d]);
  }
  init::uniform_(bias, -1 / std::sqrt(fan_in), 1 / std::sqrt(fan_in));
}

ir::Value optional_value(const Tensor& tensor) {
  return tensor.defined() ? ir::Value(tensor.handle()) : ir::Value();
}

template <std::size_t D>
std::vector<ir::Value> values(const ExpandingArray<D>& array) {
  std::vector<ir::Value> result;
  for (std::size_t d = 0; d < D; ++d) result.emplace_back(array[d]);
  return result;
}

/// Zero padding as numbers; "same" puts the odd element behind, which needs a pad of its own.
template <std::size_t D>
struct Padding {
  std::array<std::int64_t, D> before{};
  std::array<std::int64_t, D> after{};
  bool symmetric() const { return before == after; }
};

template <std::size_t D>
Padding<D> resolve_padding(const ConvOptions<D>& options) {
  Padding<D> padding;
  if (const auto* fixed = std::get_if<ExpandingArray<D>>(&options.padding())) {
    padding.before = padding.after = **fixed;
  } else if (std::holds_alternative<enumtype::kSame>(options.padding())) {
    for (std::size_t d = 0; d < D; ++d) {
      const std::int64_t total = options.dilation()[d] * (options.kernel_size()[d] - 1);
      padding.before[d] = total / 2;
      padding.after[d] = total - total / 2;
    }
  }
  return padding;
}

/// torch.nn.functional.pad lists the last dimension first.
template <std::size_t D>
std::vector<ir::Value> pad_list(const Padding<D>& padding) {
  std::vector<ir::Value> list;
  for (std::size_t d = D; d-- > 0;) {
    list.emplace_back(padding.before[d]);
    list.emplace_back(padding.after[d]);
  }
  return list;
}

}  // namespace

template <std::size_t D, typename Derived>
void ConvNdImpl<D, Derived>::reset_weights() {
  check_groups(options, this->name());
  std::vector<std::int64_t> sizes = {options.out_channels(),
                                     options.in_channels() / options.groups()};
  for (std::int64_t k : *options.kernel_size()) sizes.push_back(k);
  weight = this->register_parameter("weight", weft::empty(sizes));
  bias = this->register_parameter("bias",
                                  options.bias() ? weft::empty({options.out_channels()}) : Tensor());
  initialise(weight, bias);
}

template <std::size_t D, typename Derived>
void ConvNdImpl<D, Derived>::reset_parameters() {
  initialise(weight, bias);
}

template <std::size_t D, typename Derived>
Tensor ConvNdImpl<D, Derived>::forward(TensorArg input) {
  return this->run(input, [&] {
    ir::Value x = input.get().handle();
    Padding<D> padding = resolve_padding(options);
    const bool zeros = std::holds_alternative<enumtype::kZeros>(options.padding_mode());
    if (!zeros || !padding.symmetric()) {
      x = api::call_named("pad",
                          {{"input", x},
                           {"pad", pad_list(padding)},
                           {"mode", std::string(zeros ? "constant"
                                                      : mode_name(options.padding_mode()))}},
                          CallStyle::kFunction, input.where());
      padding = {};
    }
    return api::to_tensor(api::call_named(
        kForward[D - 1],
        {{"input", x},
         {"weight", weight.handle()},
         {"bias", optional_value(bias)},
         {"stride", values(options.stride())},
         {"padding", values(ExpandingArray<D>(padding.before))},
         {"dilation", values(options.dilation())},
         {"groups", options.groups()}},
        CallStyle::kFunction, input.where()));
  });
}

template <std::size_t D, typename Derived>
void ConvNdImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::" << this->name() << "(" << options.in_channels() << ", "
         << options.out_channels() << ")";
}

template <std::size_t D, typename Derived>
void ConvTransposeNdImpl<D, Derived>::reset_weights() {
  check_groups(options, this->name());
  std::vector<std::int64_t> sizes = {options.in_channels(),
                                     options.out_channels() / options.groups()};
  for (std::int64_t k : *options.kernel_size()) sizes.push_back(k);
  weight = this->register_parameter("weight", weft::empty(sizes));
  bias = this->register_parameter("bias",
                                  options.bias() ? weft::empty({options.out_channels()}) : Tensor());
  initialise(weight, bias);
}

template <std::size_t D, typename Derived>
Tensor ConvTransposeNdImpl<D, Derived>::forward(TensorArg input) {
  return this->run(input, [&] {
    return api::to_tensor(api::call_named(
        kTransposed[D - 1],
        {{"input", input.get().handle()},
         {"weight", weight.handle()},
         {"bias", optional_value(bias)},
         {"stride", values(options.stride())},
         {"padding", values(options.padding())},
         {"output_padding", values(options.output_padding())},
         {"groups", options.groups()},
         {"dilation", values(options.dilation())}},
        CallStyle::kFunction, input.where()));
  });
}

template class ConvNdImpl<1, Conv1dImpl>;
template class ConvNdImpl<2, Conv2dImpl>;
template class ConvNdImpl<3, Conv3dImpl>;
template class ConvTransposeNdImpl<1, ConvTranspose1dImpl>;
template class ConvTransposeNdImpl<2, ConvTranspose2dImpl>;
template class ConvTransposeNdImpl<3, ConvTranspose3dImpl>;

}  // namespace weft::nn
