/// \file interpolate and pixel_shuffle.
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

/// An input entry of one dimension and its share in an output entry.
struct Tap {
  int64_t at;
  double weight;
};
using Taps = std::vector<Tap>;

/// One dimension of a resampling. `given_scale` is 0 unless the caller gave a factor that is to be
/// used as it is.
struct Axis {
  int64_t in, out;
  double given_scale;

  double step() const {
    return given_scale > 0 ? 1 / given_scale : static_cast<double>(in) / static_cast<double>(out);
  }
};

/// PyTorch computes the index in float32; where the product falls just short of an integer that
/// decides.
Taps nearest(const Axis& axis, int64_t out, bool exact) {
  if (!exact && axis.out == axis.in) return {{out, 1}};
  if (!exact && axis.out == 2 * axis.in) return {{out / 2, 1}};
  auto step = axis.given_scale > 0 ? static_cast<float>(1 / axis.given_scale)
                                   : static_cast<float>(axis.in) / static_cast<float>(axis.out);
  float from = static_cast<float>(out) + (exact ? 0.5F : 0.0F);
  auto at = static_cast<int64_t>(std::floor(from * step));
  return {{std::min(at, axis.in - 1), 1}};
}

double source(const Axis& axis, int64_t out, bool align_corners) {
  if (!align_corners) return axis.step() * (static_cast<double>(out) + 0.5) - 0.5;
  if (axis.out <= 1) return 0;
  return static_cast<double>(axis.in - 1) / static_cast<double>(axis.out - 1) *
         static_cast<double>(out);
}

Taps linear(const Axis& axis, int64_t out, bool align_corners) {
  double at = std::max(source(axis, out, align_corners), 0.0);
  int64_t low = std::min(static_cast<int64_t>(at), axis.in - 1);
  double share = std::min(std::max(at - static_cast<double>(low), 0.0), 1.0);
  return {{low, 1 - share}, {std::min(low + 1, axis.in - 1), share}};
}

/// Keys' cubic convolution kernel with a = -0.75.
double cubic_weight(double distance) {
  constexpr double kA = -0.75;
  double x = std::fabs(distance);
  if (x <= 1) return ((kA + 2) * x - (kA + 3)) * x * x + 1;
  return ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA;
}

Taps cubic(const Axis& axis, int64_t out, bool align_corners) {
  double at = source(axis, out, align_corners);
  double low = std::floor(at);
  Taps taps;
  for (int k = -1; k <= 2; ++k) {
    int64_t entry = std::min(std::max<int64_t>(static_cast<int64_t>(low) + k, 0), axis.in - 1);
    taps.push_back({entry, cubic_weight(at - low - k)});
  }
  return taps;
}

struct Mode {
  const char* name;
  size_t spatial;  // 0: any
  Taps (*taps)(const Axis&, int64_t out, bool align_corners);
};

constexpr std::array<Mode, 6> kModes = {{
    {"nearest", 0, [](const Axis& axis, int64_t out, bool) { return nearest(axis, out, false); }},
    {"nearest-exact", 0,
     [](const Axis& axis, int64_t out, bool) { return nearest(axis, out, true); }},
    {"linear", 1, linear},
    {"bilinear", 2, linear},
    {"trilinear", 3, linear},
    {"bicubic", 2, cubic},
}};

std::vector<Axis> read_axes(const Reader& reader, const Sizes& image) {
  std::vector<Axis> axes;
  if (reader.has("size") == reader.has("scale_factor"))
    throw OracleError("interpolate: size or scale_factor");
  bool recompute = reader.flag("recompute_scale_factor", false);
  if (reader.has("size")) {
    Sizes out = reader.integers_for("size", image.size(), 0);
    for (size_t d = 0; d < image.size(); ++d) axes.push_back({image[d], out[d], 0});
  } else {
    std::vector<double> scales = reader.reals("scale_factor");
    if (scales.size() == 1) scales.resize(image.size(), scales[0]);
    if (scales.size() != image.size())
      throw OracleError("interpolate: scale_factor has another rank");
    for (size_t d = 0; d < image.size(); ++d) {
      auto out = static_cast<int64_t>(std::floor(static_cast<double>(image[d]) * scales[d]));
      axes.push_back({image[d], out, recompute ? 0 : scales[d]});
    }
  }
  for (const Axis& axis : axes) {
    if (axis.in <= 0 || axis.out <= 0) throw OracleError("interpolate of or to nothing");
  }
  return axes;
}

OracleTensor resample(const OracleTensor& x, const std::vector<std::vector<Taps>>& taps) {
  size_t lead = x.sizes.size() - taps.size();
  Sizes sizes(x.sizes.begin(), x.sizes.begin() + static_cast<long>(lead));
  for (const auto& axis : taps) sizes.push_back(static_cast<int64_t>(axis.size()));
  OracleTensor result(x.kind, sizes);
  each_index(sizes, [&](const Index& out, int64_t at) {
    Sizes counts;
    for (size_t d = 0; d < taps.size(); ++d) {
      counts.push_back(static_cast<int64_t>(taps[d][static_cast<size_t>(out[lead + d])].size()));
    }
    Sum total = 0;
    each_index(counts, [&](const Index& choice, int64_t) {
      Index in = out;
      Sum weight = 1;
      for (size_t d = 0; d < taps.size(); ++d) {
        const Tap& tap =
            taps[d][static_cast<size_t>(out[lead + d])][static_cast<size_t>(choice[d])];
        in[lead + d] = tap.at;
        weight *= tap.weight;
      }
      total += weight * x.real(position(x.sizes, in));
    });
    result.set(at, static_cast<double>(total));
  });
  return result;
}

Results interpolate(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  refuse_integral("interpolate", x.kind);
  std::string name = reader.text("mode", "nearest");
  if (x.rank() < 3 || x.rank() > 5) throw OracleError("interpolate of " + describe(x));
  Sizes image(x.sizes.begin() + 2, x.sizes.end());
  std::vector<Axis> axes = read_axes(reader, image);
  bool align_corners = reader.flag("align_corners", false);
  if (reader.flag("antialias", false)) throw OracleError("the oracle does not do antialiasing");
  if (name == "area") {
    OracleList out;
    for (const Axis& axis : axes) out.emplace_back(axis.out);
    return oracle("adaptive_avg_pool" + std::to_string(image.size()) + "d",
                  {{"input", x}, {"output_size", out}});
  }
  for (const Mode& mode : kModes) {
    if (name != mode.name || (mode.spatial && mode.spatial != image.size())) continue;
    if (mode.spatial == 0 && reader.has("align_corners"))
      throw OracleError("interpolate: nearest has no align_corners");
    std::vector<std::vector<Taps>> taps(axes.size());
    for (size_t d = 0; d < axes.size(); ++d) {
      for (int64_t out = 0; out < axes[d].out; ++out)
        taps[d].push_back(mode.taps(axes[d], out, align_corners));
    }
    return {resample(x, taps)};
  }
  throw OracleError("interpolate: no mode '" + name + "' for " + describe(x));
}

/// Channels c * r * r + i * r + j become row offset i and column offset j of a block.
Results pixel_shuffle(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  int64_t r = reader.integer("upscale_factor");
  if (x.rank() < 3 || r <= 0 || x.sizes[x.sizes.size() - 3] % (r * r))
    throw OracleError("pixel_shuffle of " + describe(x));
  size_t c = x.sizes.size() - 3;
  Sizes sizes = x.sizes;
  sizes[c] /= r * r;
  sizes[c + 1] *= r;
  sizes[c + 2] *= r;
  return {pick(x, sizes, [&](const Index& out) {
    Index in = out;
    in[c] = (out[c] * r + out[c + 1] % r) * r + out[c + 2] % r;
    in[c + 1] = out[c + 1] / r;
    in[c + 2] = out[c + 2] / r;
    return in;
  })};
}

Results pixel_unshuffle(const Reader& reader) {
  const OracleTensor& x = reader.tensor("input");
  int64_t r = reader.integer("downscale_factor");
  size_t c = x.sizes.size() - 3;
  if (x.rank() < 3 || r <= 0 || x.sizes[c + 1] % r || x.sizes[c + 2] % r)
    throw OracleError("pixel_unshuffle of " + describe(x));
  Sizes sizes = x.sizes;
  sizes[c] *= r * r;
  sizes[c + 1] /= r;
  sizes[c + 2] /= r;
  return {pick(x, sizes, [&](const Index& out) {
    Index in = out;
    in[c] = out[c] / (r * r);
    in[c + 1] = out[c + 1] * r + out[c] / r % r;
    in[c + 2] = out[c + 2] * r + out[c] % r;
    return in;
  })};
}

}  // namespace

void add_resampling(Registry& registry) {
  registry["interpolate"] = registry["upsample"] = interpolate;
  registry["pixel_shuffle"] = pixel_shuffle;
  registry["pixel_unshuffle"] = pixel_unshuffle;
}

}  // namespace weft_oracle
