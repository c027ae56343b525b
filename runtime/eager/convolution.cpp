#include <weft/runtime/eager/convolution.h>

#include <algorithm>
#include <utility>

#include <weft/runtime/eager/isa_kernels.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/eager/matrix_product.h>
#include <weft/runtime/eager/parallel.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

using Extents = std::vector<std::int64_t>;

std::int64_t product(const Extents& values, std::size_t first = 0) {
  std::int64_t result = 1;
  for (std::size_t d = first; d < values.size(); ++d) result *= values[d];
  return result;
}

/// Geometry of the operators, one value a spatial dimension.
struct Geometry {
  Extents image, kernel, result;  ///< spatial extents
  Extents stride, padding, dilation;
  std::int64_t batch, channels, out_channels, groups;

  std::size_t rank() const { return image.size(); }
};

Extents constants(const std::vector<ir::IntExpr>& values) {
  Extents result;
  for (const ir::IntExpr& value : values) result.push_back(value.value());
  return result;
}

Extents spatial(const Extents& sizes) { return {sizes.begin() + 2, sizes.end()}; }

Extents named(const ir::Call& call, std::string_view name) {
  return call.constant_integers(*call.op().schema.find(name));
}

Geometry geometry(const ir::Call& call, const Extents& result) {
  Geometry g;
  const Extents input = constants(call.tensor(0).sizes);
  g.image = spatial(input);
  g.kernel = spatial(constants(call.tensor(1).sizes));
  g.result = spatial(result);
  g.stride = named(call, "stride");
  g.padding = named(call, "padding");
  g.dilation = named(call, "dilation");
  g.groups = call.constant_integer(*call.op().schema.find("groups"));
  g.batch = input[0];
  g.channels = input[1];
  g.out_channels = result[1];
  return g;
}

/// One or two dimensions.
void convolve_planes(const Geometry& g, const float* input, const float* weight, float* out) {
  const std::size_t last = g.rank() - 1;
  const auto height = [&](const Extents& values, std::int64_t otherwise) {
    return last == 0 ? otherwise : values[0];
  };
  weft_deploy::ConvShape s{};
  s.batch = g.batch;
  s.in_channels = g.channels;
  s.in_h = height(g.image, 1);
  s.in_w = g.image[last];
  s.out_channels = g.out_channels;
  s.out_h = height(g.result, 1);
  s.out_w = g.result[last];
  s.groups = g.groups;
  s.kernel_h = height(g.kernel, 1);
  s.kernel_w = g.kernel[last];
  s.stride_h = height(g.stride, 1);
  s.stride_w = g.stride[last];
  s.pad_h = height(g.padding, 0);
  s.pad_w = g.padding[last];
  s.dilation_h = height(g.dilation, 1);
  s.dilation_w = g.dilation[last];
  s.in_channel_stride = s.in_h * s.in_w;
  s.in_batch_stride = s.in_channels * s.in_channel_stride;

  const IsaKernels& kernels = isa_kernels();
  const weft_deploy::Executor executor = weft_deploy::default_executor();
  const bool small =
      s.batch * s.out_channels * s.pixels() * s.group_inputs() * s.taps() < kWorthThreads;
  const ConvTask task{
      weft_deploy::plan_conv(kernels.lanes, s, small ? 1 : executor.concurrency(executor.self)),
      input, weight, out};
  WorkerScratch scratch(weft_deploy::conv_scratch_floats(kernels.lanes, s));
  scratch.run(task.plan.tile_count(), small,
              [&](std::int64_t begin, std::int64_t end, float* own) {
                kernels.conv(task, begin, end, own);
              });
}

/// Walks the windows of one plane: calls `visit(window, tap, place)` for every element of the plane
/// that a tap of a window meets, `place` being its position in the plane.
template <typename Visit>
void for_each_tap(const Geometry& g, const Extents& plane, const Extents& windows, Visit visit) {
  const std::size_t rank = g.rank();
  Extents tap(rank, 0);
  for (std::int64_t t = 0; t < product(g.kernel); ++t) {
    Extents window(rank, 0);
    for (std::int64_t w = 0; w < product(windows); ++w) {
      std::int64_t place = 0;
      bool inside = true;
      for (std::size_t d = 0; d < rank; ++d) {
        const std::int64_t at =
            window[d] * g.stride[d] - g.padding[d] + tap[d] * g.dilation[d];
        inside = inside && at >= 0 && at < plane[d];
        place = place * plane[d] + at;
      }
      if (inside) visit(w, t, place);
      for (std::size_t d = rank; d-- > 0;) {
        if (++window[d] < windows[d]) break;
        window[d] = 0;
      }
    }
    for (std::size_t d = rank; d-- > 0;) {
      if (++tap[d] < g.kernel[d]) break;
      tap[d] = 0;
    }
  }
}

/// Any number of dimensions: the windows of one group of one image as columns, times the weight.
void convolve_unfolded(const Geometry& g, const float* input, const float* weight, float* out) {
  const std::int64_t plane = product(g.image);
  const std::int64_t windows = product(g.result);
  const std::int64_t taps = product(g.kernel);
  const std::int64_t inputs = g.channels / g.groups;
  const std::int64_t outputs = g.out_channels / g.groups;
  const std::int64_t depth = inputs * taps;
  for (std::int64_t image = 0; image < g.batch * g.groups; ++image) {
    std::vector<float> columns(static_cast<std::size_t>(depth * windows), 0.0f);
    const float* from = input + image * inputs * plane;
    for_each_tap(g, g.image, g.result, [&](std::int64_t w, std::int64_t t, std::int64_t place) {
      for (std::int64_t c = 0; c < inputs; ++c) {
        columns[static_cast<std::size_t>((c * taps + t) * windows + w)] = from[c * plane + place];
      }
    });
    const float* rows = weight + image % g.groups * outputs * depth;
    multiply_matrices({rows, depth, 1, {0}}, {columns.data(), windows, 1, {0}}, outputs, windows,
                      depth, out + image * outputs * windows);
  }
}

/// Every input element times the kernel, added up where the kernel's elements fall. The windows of
/// the result are those of the input of the convolution that this one transposes.
void convolve_transposed(const Geometry& g, const float* input, const float* weight, float* out) {
  const std::int64_t windows = product(g.image);
  const std::int64_t plane = product(g.result);
  const std::int64_t taps = product(g.kernel);
  const std::int64_t inputs = g.channels / g.groups;
  const std::int64_t outputs = g.out_channels / g.groups;
  const std::int64_t rows = outputs * taps;
  std::vector<float> columns(static_cast<std::size_t>(rows * windows));
  for (std::int64_t image = 0; image < g.batch * g.groups; ++image) {
    const float* a = weight + image % g.groups * inputs * rows;
    multiply_matrices({a, 1, rows, {0}}, {input + image * inputs * windows, windows, 1, {0}}, rows,
                      windows, inputs, columns.data());
    float* to = out + image * outputs * plane;
    for_each_tap(g, g.result, g.image, [&](std::int64_t w, std::int64_t t, std::int64_t place) {
      for (std::int64_t c = 0; c < outputs; ++c) {
        to[c * plane + place] += columns[static_cast<std::size_t>((c * taps + t) * windows + w)];
      }
    });
  }
}

class PreparedConvolution : public PreparedCompute {
 public:
  PreparedConvolution(const ir::Compute& compute, const ir::Call& call, bool transposed)
      : dtype_(compute.dtype), sizes_(constants(compute.sizes)), geometry_(geometry(call, sizes_)) {
    is_empty_ = product(sizes_) == 0 || geometry_.channels == 0 || product(geometry_.image) == 0;
    convolve_ = transposed              ? convolve_transposed
                : geometry_.rank() <= 2 ? convolve_planes
                                        : convolve_unfolded;
  }

  ir::TensorHandle run(const std::vector<ir::TensorHandle>& inputs,
                       SourceLocation) const override {
    const ir::TensorHandle result = make_tensor(DType::kFloat32, sizes_);
    if (!is_empty_) {
      const ir::TensorHandle input = dense_as(inputs[0], DType::kFloat32);
      const ir::TensorHandle weight = dense_as(inputs[1], DType::kFloat32);
      convolve_(geometry_, input->data_as<float>(), weight->data_as<float>(),
                result->data_as<float>());
    }
    return dense_as(result, dtype_);
  }

 private:
  DType dtype_;
  Extents sizes_;
  Geometry geometry_;
  bool is_empty_;
  void (*convolve_)(const Geometry&, const float*, const float*, float*);
};

}  // namespace

std::unique_ptr<const PreparedCompute> prepare_convolution(const ir::Compute& compute,
                                                           const ir::Call& call) {
  const std::string& name = call.op().schema.name;
  const bool transposed = name == "convolution_transpose";
  if (!transposed && name != "convolution") return nullptr;
  if (ir::compute_type(compute.dtype) != DType::kFloat32) return nullptr;
  return std::make_unique<PreparedConvolution>(compute, call, transposed);
}

}  // namespace weft::eager
