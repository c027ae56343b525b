/// \file Convolutions and their transposes in one to three dimensions, im2col and col2im.
#include <algorithm>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

/// What the arguments of a convolution say, per spatial dimension.
struct Geometry {
  Sizes stride, before, after, dilation, output_padding;
  int64_t groups = 1;
};

/// "same" puts the odd one of the padding at the end; "valid" is none.
void read_padding(const Reader& reader, const Sizes& kernel, Geometry& g) {
  const OracleValue* padding = reader.find("padding");
  if (!padding || !std::holds_alternative<std::string>(padding->held)) {
    g.before = g.after = reader.integers_for("padding", kernel.size(), 0);
    return;
  }
  g.before = g.after = Sizes(kernel.size(), 0);
  std::string mode = reader.text("padding", "");
  if (mode == "valid") return;
  if (mode != "same") throw OracleError("convolution: unknown padding '" + mode + "'");
  for (size_t d = 0; d < kernel.size(); ++d) {
    if (g.stride[d] != 1) throw OracleError("convolution: padding 'same' needs stride 1");
    int64_t total = g.dilation[d] * (kernel[d] - 1);
    g.before[d] = total / 2;
    g.after[d] = total - total / 2;
  }
}

Geometry read_geometry(const Reader& reader, const Sizes& kernel, bool transposed) {
  Geometry g;
  g.stride = reader.integers_for("stride", kernel.size(), 1);
  g.dilation = reader.integers_for("dilation", kernel.size(), 1);
  read_padding(reader, kernel, g);
  if (transposed) g.output_padding = reader.integers_for("output_padding", kernel.size(), 0);
  g.groups = reader.integer("groups", 1);
  for (size_t d = 0; d < kernel.size(); ++d) {
    if (g.stride[d] <= 0 || g.dilation[d] <= 0 || g.before[d] < 0)
      throw OracleError("convolution: bad stride or padding");
  }
  return g;
}

struct Operands3 {
  OracleTensor input, weight;
  const OracleTensor* bias;
  bool batched;
};

/// Adds the batch dimension if the call has none.
Operands3 read_operands(const Reader& reader, size_t spatial) {
  Operands3 x = {reader.tensor("input"), reader.tensor("weight"), reader.optional_tensor("bias"),
                 true};
  auto rank = static_cast<int64_t>(spatial) + 2;
  refuse_integral("convolution", x.input.kind);
  if (x.weight.kind != x.input.kind || (x.bias && x.bias->kind != x.input.kind)) {
    throw OracleError("convolution: kinds differ");
  }
  x.batched = x.input.rank() == rank;
  if (x.weight.rank() != rank || (!x.batched && x.input.rank() != rank - 1)) {
    throw OracleError("convolution: " + describe(x.input) + " with weight " + describe(x.weight));
  }
  if (!x.batched) {
    Sizes sizes = x.input.sizes;
    sizes.insert(sizes.begin(), 1);
    x.input = x.input.with_sizes(sizes);
  }
  return x;
}

Results finish(const OracleTensor& result, bool batched) {
  if (batched) return {result};
  return {result.with_sizes(Sizes(result.sizes.begin() + 1, result.sizes.end()))};
}

void need(bool condition, const char* what) {
  if (!condition) throw OracleError(std::string("convolution: ") + what);
}

/// out[n, o, y] = bias[o] + sum over c, k of input[n, c, y * stride + k * dilation - padding] *
/// weight[o, c, k].
Results convolve(const Reader& reader, size_t spatial) {
  Operands3 x = read_operands(reader, spatial);
  Sizes kernel(x.weight.sizes.begin() + 2, x.weight.sizes.end());
  Geometry g = read_geometry(reader, kernel, false);
  int64_t out_channels = x.weight.sizes[0], group_in = x.weight.sizes[1];
  need(g.groups > 0 && out_channels % g.groups == 0, "groups do not divide the output channels");
  need(x.input.sizes[1] == group_in * g.groups, "input channels, weight and groups do not fit");
  need(!x.bias || x.bias->sizes == Sizes{out_channels}, "bias needs one entry per output channel");
  Sizes sizes = {x.input.sizes[0], out_channels};
  for (size_t d = 0; d < spatial; ++d) {
    int64_t room =
        x.input.sizes[d + 2] + g.before[d] + g.after[d] - g.dilation[d] * (kernel[d] - 1) - 1;
    need(room >= 0, "the kernel is larger than the padded input");
    sizes.push_back(room / g.stride[d] + 1);
  }
  OracleTensor result(x.input.kind, sizes);
  Sizes window = {group_in};
  window.insert(window.end(), kernel.begin(), kernel.end());
  each_index(sizes, [&](const Index& out, int64_t at) {
    Sum total = x.bias ? x.bias->real(out[1]) : 0.0;
    int64_t first_channel = out[1] / (out_channels / g.groups) * group_in;
    each_index(window, [&](const Index& tap, int64_t) {
      Index in = {out[0], first_channel + tap[0]}, w = {out[1], tap[0]};
      for (size_t d = 0; d < spatial; ++d) {
        in.push_back(out[d + 2] * g.stride[d] + tap[d + 1] * g.dilation[d] - g.before[d]);
        w.push_back(tap[d + 1]);
        if (in.back() < 0 || in.back() >= x.input.sizes[d + 2]) return;
      }
      total += static_cast<Sum>(x.input.real(position(x.input.sizes, in))) *
               x.weight.real(position(x.weight.sizes, w));
    });
    result.set(at, static_cast<double>(total));
  });
  return finish(result, x.batched);
}

/// The transpose: input element i reaches y = i * stride + k * dilation - padding for every k;
/// weight[c, o, k].
Results convolve_transposed(const Reader& reader, size_t spatial) {
  Operands3 x = read_operands(reader, spatial);
  Sizes kernel(x.weight.sizes.begin() + 2, x.weight.sizes.end());
  Geometry g = read_geometry(reader, kernel, true);
  int64_t in_channels = x.weight.sizes[0], group_out = x.weight.sizes[1],
          out_channels = group_out * g.groups;
  need(g.groups > 0 && in_channels % g.groups == 0, "groups do not divide the input channels");
  need(x.input.sizes[1] == in_channels, "input channels and weight do not fit");
  need(!x.bias || x.bias->sizes == Sizes{out_channels}, "bias needs one entry per output channel");
  int64_t group_in = in_channels / g.groups;
  Sizes sizes = {x.input.sizes[0], out_channels};
  for (size_t d = 0; d < spatial; ++d) {
    need(g.output_padding[d] < std::max(g.stride[d], g.dilation[d]), "output_padding is too large");
    sizes.push_back((x.input.sizes[d + 2] - 1) * g.stride[d] - 2 * g.before[d] +
                    g.dilation[d] * (kernel[d] - 1) + g.output_padding[d] + 1);
    need(sizes.back() > 0, "no output is left");
  }
  OracleTensor result(x.input.kind, sizes);
  Sizes window = {group_in};
  window.insert(window.end(), kernel.begin(), kernel.end());
  each_index(sizes, [&](const Index& out, int64_t at) {
    Sum total = x.bias ? x.bias->real(out[1]) : 0.0;
    int64_t first_channel = out[1] / group_out * group_in;
    each_index(window, [&](const Index& tap, int64_t) {
      Index in = {out[0], first_channel + tap[0]}, w = {first_channel + tap[0], out[1] % group_out};
      for (size_t d = 0; d < spatial; ++d) {
        int64_t reached = out[d + 2] + g.before[d] - tap[d + 1] * g.dilation[d];
        if (reached < 0 || reached % g.stride[d] || reached / g.stride[d] >= x.input.sizes[d + 2])
          return;
        in.push_back(reached / g.stride[d]);
        w.push_back(tap[d + 1]);
      }
      total += static_cast<Sum>(x.input.real(position(x.input.sizes, in))) *
               x.weight.real(position(x.weight.sizes, w));
    });
    result.set(at, static_cast<double>(total));
  });
  return finish(result, x.batched);
}

/// Where window `place` of a two-dimensional unfolding looks in the image for kernel element `tap`.
struct Unfolding {
  Sizes kernel, dilation, padding, stride, places;

  Unfolding(const Reader& reader, const Sizes& image)
      : kernel(reader.integers_for("kernel_size", 2, 0)),
        dilation(reader.integers_for("dilation", 2, 1)),
        padding(reader.integers_for("padding", 2, 0)),
        stride(reader.integers_for("stride", 2, 1)) {
    for (size_t d = 0; d < 2; ++d) {
      int64_t room = image[d] + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1;
      if (room < 0 || stride[d] <= 0)
        throw OracleError("unfold: the kernel is larger than the padded image");
      places.push_back(room / stride[d] + 1);
    }
  }
  int64_t at(size_t d, int64_t place, int64_t tap) const {
    return place * stride[d] - padding[d] + tap * dilation[d];
  }
};

/// [n, c, h, w] to [n, c * kernel, places]; padding reads as 0.
Results im2col(const Reader& reader) {
  OracleTensor x = reader.tensor("input");
  bool batched = x.rank() == 4;
  if (!batched) x = x.with_sizes({1, x.sizes.at(0), x.sizes.at(1), x.sizes.at(2)});
  Unfolding u(reader, {x.sizes[2], x.sizes[3]});
  Sizes full = {x.sizes[0], x.sizes[1], u.kernel[0], u.kernel[1], u.places[0], u.places[1]};
  OracleTensor result(x.kind, full);
  each_index(full, [&](const Index& i, int64_t at) {
    int64_t row = u.at(0, i[4], i[2]), column = u.at(1, i[5], i[3]);
    if (row < 0 || row >= x.sizes[2] || column < 0 || column >= x.sizes[3]) return;
    result.set_from(at, x, position(x.sizes, {i[0], i[1], row, column}));
  });
  return finish(result.with_sizes({full[0], full[1] * full[2] * full[3], full[4] * full[5]}),
                batched);
}

/// The transpose of im2col: windows are added up.
Results col2im(const Reader& reader) {
  OracleTensor x = reader.tensor("input");
  bool batched = x.rank() == 3;
  if (!batched) x = x.with_sizes({1, x.sizes.at(0), x.sizes.at(1)});
  Sizes image = reader.integers_for("output_size", 2, 0);
  Unfolding u(reader, image);
  int64_t taps = u.kernel[0] * u.kernel[1];
  if (taps == 0 || x.sizes[1] % taps || x.sizes[2] != u.places[0] * u.places[1])
    throw OracleError("fold: extents do not fit");
  Sizes full = {x.sizes[0], x.sizes[1] / taps, u.kernel[0], u.kernel[1], u.places[0], u.places[1]};
  OracleTensor result(x.kind, {full[0], full[1], image[0], image[1]});
  std::vector<Sum> totals(static_cast<size_t>(result.numel()), 0);
  each_index(full, [&](const Index& i, int64_t at) {
    int64_t row = u.at(0, i[4], i[2]), column = u.at(1, i[5], i[3]);
    if (row < 0 || row >= image[0] || column < 0 || column >= image[1]) return;
    totals[static_cast<size_t>(position(result.sizes, {i[0], i[1], row, column}))] += x.real(at);
  });
  for (int64_t i = 0; i < result.numel(); ++i)
    result.set(i, static_cast<double>(totals[static_cast<size_t>(i)]));
  return finish(result, batched);
}

}  // namespace

void add_convolutions(Registry& registry) {
  for (size_t spatial = 1; spatial <= 3; ++spatial) {
    std::string suffix = std::to_string(spatial) + "d";
    registry["conv" + suffix] = [spatial](const Reader& r) { return convolve(r, spatial); };
    registry["conv_transpose" + suffix] = [spatial](const Reader& r) {
      return convolve_transposed(r, spatial);
    };
  }
  registry["unfold_im2col"] = registry["im2col"] = im2col;
  registry["fold"] = registry["col2im"] = col2im;
}

}  // namespace weft_oracle
