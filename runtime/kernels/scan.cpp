/// \file Running sums, products and extrema along one dimension.
#include <type_traits>

#include <weft/runtime/deploy/scan.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/kernels/lines.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

/// The input in the type that the result is scanned in; half types compute in float32.
ir::TensorHandle scanned(const ir::TensorHandle& input, DType result) {
  const ir::TensorHandle converted = dense_copy_as(input, result);
  const DType type = ir::compute_type(result);
  return type == result ? converted : dense_copy_as(converted, type);
}

DType result_type(const ir::Call& call) {
  const DType own = call.tensor(0).dtype;
  return call.dtype(2).value_or(ir::is_floating(own) ? own : DType::kInt64);
}

template <typename Step>
Values running(const ir::Call& call, const Values& arguments, DType type) {
  const ir::TensorHandle work = scanned(*arguments[0].tensor(), type);
  const Lines lines = lines_of(work->sizes, dimension_argument(call, 1));
  eager::with_type(work->dtype, [&]<typename T>(T*) {
    constexpr bool kFloatOnly = std::is_same_v<Step, weft_deploy::RunningLogSumExp>;
    if constexpr (std::is_floating_point_v<T> || (std::is_integral_v<T> && !kFloatOnly)) {
      weft_deploy::scan_lines<Step>(0, lines.count(), lines, work->data_as<T>(),
                                    work->data_as<T>());
    }
  });
  return {dense_as(work, type)};
}

Values cumsum(const ir::Call& call, const Values& arguments) {
  return running<weft_deploy::RunningSum>(call, arguments, result_type(call));
}

Values cumprod(const ir::Call& call, const Values& arguments) {
  return running<weft_deploy::RunningProduct>(call, arguments, result_type(call));
}

Values logcumsumexp(const ir::Call& call, const Values& arguments) {
  return running<weft_deploy::RunningLogSumExp>(call, arguments, call.tensor(0).dtype);
}

/// \source torch.cummax, torch.cummin
template <bool largest>
Values running_extreme(const ir::Call& call, const Values& arguments) {
  const DType type = call.tensor(0).dtype;
  const ir::TensorHandle work = scanned(*arguments[0].tensor(), type);
  const ir::TensorHandle indices = make_tensor(DType::kInt64, work->sizes);
  const Lines lines = lines_of(work->sizes, dimension_argument(call, 1));
  eager::with_type(work->dtype, [&]<typename T>(T*) {
    if constexpr (std::is_arithmetic_v<T>) {
      weft_deploy::running_extreme_lines<largest>(0, lines.count(), lines, work->data_as<T>(),
                                                  work->data_as<T>(),
                                                  indices->data_as<std::int64_t>());
    }
  });
  return {dense_as(work, type), indices};
}

constexpr KernelRow kRows[] = {
    {"cumsum", cumsum},
    {"cumprod", cumprod},
    {"logcumsumexp", logcumsumexp},
    {"cummax", running_extreme<true>},
    {"cummin", running_extreme<false>},
};

}  // namespace

std::span<const KernelRow> scan_kernels() { return kRows; }

}  // namespace weft::kernels
