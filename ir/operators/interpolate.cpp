/// \file Resampling of images.
#include <weft/ir/operators/interpolate.h>

#include <fmt/format.h>

#include <cmath>

#include <weft/ir/operators/assumptions.h>
#include <weft/ir/operators/compute_builder.h>
#include <weft/ir/operators/pooling.h>

namespace weft::ir {
namespace {

/// One resampled dimension.
struct Axis {
  IntExpr in;
  IntExpr out;
  std::optional<double> factor;  ///< where positions follow from a factor, not from the extents
};

enum Parameter : std::size_t {
  kInput,
  kSize,
  kScaleFactor,
  kMode,
  kAlignCorners,
  kRecompute,
  kAntialias
};

std::vector<double> read_factors(const Call& call, std::size_t spatial) {
  std::vector<double> factors;
  for (const CallArgument& item :
       std::get<std::vector<CallArgument>>(call.argument(kScaleFactor).value)) {
    const auto* number = std::get_if<Number>(&item.value);
    if (number == nullptr) {
      call.fail(diag::OperatorUnsupported, {"a scale factor that is no constant"});
    }
    factors.push_back(number->as_double());
  }
  if (factors.size() == 1) factors.assign(spatial, factors[0]);
  if (factors.size() != spatial) {
    call.fail(diag::ValueOutOfDomain,
              {fmt::format("`scale_factor` needs {} values, got {}", spatial, factors.size())});
  }
  for (const double f : factors) {
    if (f > 0 && std::isfinite(f)) continue;
    call.fail(diag::ValueOutOfDomain, {fmt::format("scale factor {} has to be positive", f)});
  }
  return factors;
}

/// floor(extent * factor). A symbolic extent takes factors that are fractions of a power of two,
/// for which the product has no rounding.
IntExpr scaled_extent(const Call& call, const IntExpr& extent, double factor) {
  if (extent.is_constant()) {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(extent.value()) * factor));
  }
  for (std::int64_t q = 1; q <= 1024; q *= 2) {
    const double p = factor * static_cast<double>(q);
    if (p != std::floor(p) || p > 1e9) continue;
    return floor_div(extent * static_cast<std::int64_t>(p), q);
  }
  call.fail(diag::OperatorUnsupported,
            {fmt::format("factor {} on the symbolic extent {}", factor, extent.str())});
}

std::vector<Axis> read_axes(const Call& call) {
  const TensorMeta& input = call.tensor(kInput);
  const std::size_t spatial = input.rank() - 2;
  if (call.has(kSize) == call.has(kScaleFactor)) {
    call.fail(diag::ValueOutOfDomain, {"either `size` or `scale_factor` has to be given"});
  }
  std::vector<Axis> axes(spatial);
  for (std::size_t d = 0; d < spatial; ++d) axes[d].in = input.sizes[d + 2];
  if (call.has(kSize)) {
    std::vector<IntExpr> size = call.integers(kSize);
    if (size.size() == 1) size.assign(spatial, size[0]);
    if (size.size() != spatial) {
      call.fail(diag::ValueOutOfDomain,
                {fmt::format("`size` needs {} values, got {}", spatial, size.size())});
    }
    for (std::size_t d = 0; d < spatial; ++d) axes[d].out = size[d];
  } else {
    const std::vector<double> factors = read_factors(call, spatial);
    const bool recompute = call.has(kRecompute) && call.boolean(kRecompute);
    for (std::size_t d = 0; d < spatial; ++d) {
      axes[d].out = scaled_extent(call, axes[d].in, factors[d]);
      if (!recompute) axes[d].factor = factors[d];
    }
  }
  for (const Axis& axis : axes) {
    assume(axis.out - 1);
    assume(axis.in - 1);
    if (axis.out.bounds().second >= 1 && axis.in.bounds().second >= 1) continue;
    call.fail(diag::ShapeMismatch,
              {fmt::format("resampling {} elements to {}", axis.in.str(), axis.out.str())});
  }
  return axes;
}

/// a / b in the type, folded where both are known.
ScalarExpr ratio(DType type, const IntExpr& a, const IntExpr& b) {
  if (!a.is_constant() || !b.is_constant()) {
    return cast(index_value(a), type) / cast(index_value(b), type);
  }
  if (type == DType::kFloat64) {
    return constant(type, static_cast<double>(a.value()) / static_cast<double>(b.value()));
  }
  const float quotient = static_cast<float>(a.value()) / static_cast<float>(b.value());
  return constant(type, static_cast<double>(quotient));
}

/// Distance in the input between two neighbours in the output, without aligned corners.
ScalarExpr step_of(DType type, const Axis& axis) {
  if (!axis.factor) return ratio(type, axis.in, axis.out);
  const double step = 1.0 / *axis.factor;
  return constant(type,
                  type == DType::kFloat64 ? step : static_cast<double>(static_cast<float>(step)));
}

/// A Compute under construction: variables, and one list of taps an axis.
struct Resampling {
  const TensorMeta* input;
  std::vector<IntExpr> sizes;
  std::vector<Symbol> vars;
  std::vector<IndirectIndex> indirect;
  DType type;  ///< of the computation

  Symbol add_indirect(const char* name, std::int64_t lower, const IntExpr& extent,
                      ScalarExpr value) {
    const Symbol symbol = lower == 0 ? make_index(name, extent) : make_symbol(name, lower);
    indirect.push_back({symbol, std::move(value)});
    return symbol;
  }
  ScalarExpr real(const IntExpr& index) const { return cast(index_value(index), type); }
};

Resampling start(const Call& call, const std::vector<Axis>& axes) {
  Resampling r;
  r.input = &call.tensor(kInput);
  r.type = compute_type(r.input->dtype);
  r.sizes = {r.input->sizes[0], r.input->sizes[1]};
  for (const Axis& axis : axes) r.sizes.push_back(axis.out);
  r.vars = index_variables(r.sizes);
  return r;
}

Compute finish(Resampling r, const ScalarExpr& value) {
  const ComputeKind kind = r.indirect.empty() ? ComputeKind::kMove : ComputeKind::kGather;
  Compute c = elementwise(kind, r.input->dtype, std::move(r.vars), std::move(r.sizes),
                          cast(value, r.input->dtype));
  c.indirect = std::move(r.indirect);
  return c;
}

// Nearest neighbours. PyTorch finds them in float32 whatever the type of the image.

float nearest_step(const Axis& axis) {
  if (axis.factor) return static_cast<float>(1.0 / *axis.factor);
  return static_cast<float>(axis.in.value()) / static_cast<float>(axis.out.value());
}

/// k where the factor is a power of two by which the extent grows: its inverse is exact in float32.
std::optional<std::int64_t> exact_growth(const Axis& axis) {
  for (std::int64_t k = 2; k <= 1024; k *= 2) {
    const bool agrees = !axis.factor || *axis.factor == static_cast<double>(k);
    if (agrees && axis.out == k * axis.in) return k;
  }
  return std::nullopt;
}

/// The neighbour as an integer expression, where it chooses the same elements as float32 does.
std::optional<IntExpr> exact_neighbour(const Axis& axis, const IntExpr& o, bool centred) {
  if (axis.in == axis.out) return o;
  // Twice the extent is a case of its own in PyTorch, whatever the factor says.
  if (!centred && axis.out == 2 * axis.in) return floor_div(o, 2);
  if (const auto k = exact_growth(axis); k && !centred) return floor_div(o, *k);
  constexpr std::int64_t kLongest = 1 << 16;
  if (!axis.in.is_constant() || !axis.out.is_constant() || axis.out.value() > kLongest) {
    return std::nullopt;
  }
  const float step = nearest_step(axis);
  const std::int64_t in = axis.in.value();
  const std::int64_t out = axis.out.value();
  const auto rational = [&](const IntExpr& i) {
    return centred ? floor_div((2 * i + 1) * in, 2 * out) : floor_div(i * in, out);
  };
  for (std::int64_t i = 0; i < out; ++i) {
    const float place = (static_cast<float>(i) + (centred ? 0.5F : 0.0F)) * step;
    const auto chosen = std::min(static_cast<std::int64_t>(std::floor(place)), in - 1);
    if (rational(i).value() != chosen) return std::nullopt;
  }
  return rational(o);
}

ScalarExpr neighbour(const Axis& axis, const IntExpr& o, bool centred) {
  constexpr DType kType = DType::kFloat32;
  ScalarExpr place = cast(index_value(o), kType);
  if (centred) place = place + constant(kType, 0.5);
  place = unary(ScalarOp::kFloor, place * step_of(kType, axis));
  return binary(ScalarOp::kMin, cast(place, DType::kInt64), index_value(axis.in - 1));
}

Compute nearest(const Call& call, const std::vector<Axis>& axes, bool centred) {
  Resampling r = start(call, axes);
  std::vector<IntExpr> index = {r.vars[0], r.vars[1]};
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const IntExpr o = r.vars[d + 2];
    const auto exact = exact_neighbour(axes[d], o, centred);
    index.push_back(
        exact ? *exact
              : IntExpr(r.add_indirect("near", 0, axes[d].in, neighbour(axes[d], o, centred))));
  }
  const ScalarExpr value = load(r.input->dtype, 0, std::move(index));
  return finish(std::move(r), value);
}

// Interpolation by weighted taps.

struct Tap {
  IntExpr index;
  ScalarExpr weight;  ///< empty: 1
};

/// Sum over the taps of all axes, the last axis innermost.
ScalarExpr weighted(const Resampling& r, const std::vector<std::vector<Tap>>& taps,
                    std::vector<IntExpr>& index) {
  const std::size_t d = index.size() - 2;
  if (d == taps.size()) return cast(load(r.input->dtype, 0, index), r.type);
  ScalarExpr sum;
  for (const Tap& tap : taps[d]) {
    index.push_back(tap.index);
    ScalarExpr value = weighted(r, taps, index);
    index.pop_back();
    if (tap.weight) value = value * tap.weight;
    sum = sum ? sum + value : value;
  }
  return sum;
}

/// Where element `o` of the output lies in the input, as a real number.
ScalarExpr source_position(const Resampling& r, const Axis& axis, const IntExpr& o, bool align,
                           bool clamp) {
  if (align) {
    if (axis.out.is(1)) return constant(r.type, 0.0);
    return ratio(r.type, axis.in - 1, axis.out - 1) * r.real(o);
  }
  const ScalarExpr half = constant(r.type, 0.5);
  ScalarExpr place = step_of(r.type, axis) * (r.real(o) + half) - half;
  if (clamp) place = binary(ScalarOp::kMax, place, constant(r.type, 0.0));
  return place;
}

std::vector<Tap> linear_taps(Resampling& r, const Axis& axis, const IntExpr& o, bool align) {
  if (axis.in == axis.out) return {{o, {}}};
  const ScalarExpr place = source_position(r, axis, o, align, true);
  const ScalarExpr whole =
      binary(ScalarOp::kMin, cast(place, DType::kInt64), index_value(axis.in - 1));
  const IntExpr first = r.add_indirect("low", 0, axis.in, whole);
  const ScalarExpr weight = place - r.real(first);
  return {{first, constant(r.type, 1.0) - weight}, {min(first + 1, axis.in - 1), weight}};
}

/// Keys' cubic with a = -0.75 at distance `x` from a tap: within one step, and within two.
ScalarExpr cubic_near(const ScalarExpr& x) {
  constexpr double a = -0.75;
  return ((same(x, a + 2) * x - same(x, a + 3)) * x) * x + same(x, 1.0);
}
ScalarExpr cubic_far(const ScalarExpr& x) {
  constexpr double a = -0.75;
  return ((same(x, a) * x - same(x, 5 * a)) * x + same(x, 8 * a)) * x - same(x, 4 * a);
}

std::vector<Tap> cubic_taps(Resampling& r, const Axis& axis, const IntExpr& o, bool align) {
  const ScalarExpr place = source_position(r, axis, o, align, false);
  const ScalarExpr whole = cast(unary(ScalarOp::kFloor, place), DType::kInt64);
  const IntExpr base = r.add_indirect("low", -1, axis.in, whole);
  const ScalarExpr t = place - r.real(base);
  const ScalarExpr one = constant(r.type, 1.0);
  const ScalarExpr weights[] = {cubic_far(t + one), cubic_near(t), cubic_near(one - t),
                                cubic_far((one - t) + one)};
  std::vector<Tap> taps;
  for (int k = 0; k < 4; ++k) {
    taps.push_back({max(0, min(base + (k - 1), axis.in - 1)), weights[k]});
  }
  return taps;
}

using TapRule = std::vector<Tap> (*)(Resampling&, const Axis&, const IntExpr&, bool);

Compute by_taps(const Call& call, const std::vector<Axis>& axes, TapRule rule) {
  require_floating(call, kInput);
  const bool align = call.has(kAlignCorners) && call.boolean(kAlignCorners);
  Resampling r = start(call, axes);
  std::vector<std::vector<Tap>> taps;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    taps.push_back(rule(r, axes[d], r.vars[d + 2], align));
  }
  std::vector<IntExpr> index = {r.vars[0], r.vars[1]};
  const ScalarExpr value = weighted(r, taps, index);
  return finish(std::move(r), value);
}

Compute by_area(const Call& call, const std::vector<Axis>& axes) {
  require_floating(call, kInput);
  std::vector<IntExpr> output;
  for (const Axis& axis : axes) output.push_back(axis.out);
  return adaptive_avg_compute(call.tensor(kInput), output);
}

struct Mode {
  const char* name;
  std::size_t least_spatial;
  std::size_t most_spatial;
  bool has_corners;  ///< whether align_corners means something
};

constexpr Mode kModes[] = {
    {"nearest", 1, 3, false}, {"nearest-exact", 1, 3, false}, {"area", 1, 3, false},
    {"linear", 1, 1, true},   {"bilinear", 2, 2, true},       {"trilinear", 3, 3, true},
    {"bicubic", 2, 2, true},
};

const Mode& read_mode(const Call& call) {
  const std::string& name = call.text(kMode);
  const TensorMeta& input = call.tensor(kInput);
  for (const Mode& mode : kModes) {
    if (name != mode.name) continue;
    if (input.rank() < mode.least_spatial + 2 || input.rank() > mode.most_spatial + 2) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("mode '{}' does not take shape {}", name, shape_str(input.sizes))});
    }
    if (!mode.has_corners && call.has(kAlignCorners)) {
      call.fail(diag::ValueOutOfDomain, {fmt::format("mode '{}' takes no `align_corners`", name)});
    }
    return mode;
  }
  call.fail(diag::ValueOutOfDomain, {fmt::format("unknown mode '{}'", name)});
}

}  // namespace

std::vector<Compute> interpolate_rule(const Call& call) {
  const std::string_view mode = read_mode(call).name;
  if (call.boolean(kAntialias)) call.fail(diag::OperatorUnsupported, {"antialias"});
  const std::vector<Axis> axes = read_axes(call);
  if (mode == "nearest") return {nearest(call, axes, false)};
  if (mode == "nearest-exact") return {nearest(call, axes, true)};
  if (mode == "area") return {by_area(call, axes)};
  if (mode == "bicubic") return {by_taps(call, axes, cubic_taps)};
  return {by_taps(call, axes, linear_taps)};
}

}  // namespace weft::ir
