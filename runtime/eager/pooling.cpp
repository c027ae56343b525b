#include <weft/runtime/eager/pooling.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <weft/runtime/eager/copy.h>
#include <weft/runtime/eager/index_function.h>
#include <weft/runtime/eager/parallel.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::eager {

namespace {

using ir::Combine;
using ir::IntExpr;
using ir::ScalarExpr;
using ir::ScalarOp;

constexpr std::size_t kMostAxes = 3;

/// `constant + window * index of the window + tap * index in the window`
struct Affine {
  std::int64_t constant = 0, window = 0, tap = 0;

  std::int64_t operator()(std::int64_t o, std::int64_t r) const {
    return constant + window * o + tap * r;
  }
};

/// One pooled dimension. An axis that is not there has one window of one element.
struct Axis {
  struct Range {
    std::int64_t begin = 0, end = 1;
    bool holds(std::int64_t i) const { return begin <= i && i < end; }
  };
  std::int64_t extent = 1;
  std::int64_t windows = 1;
  Affine position;
  std::vector<Range> inside{Range()};  ///< per tap: the windows in which it is an element

  std::int64_t taps() const { return static_cast<std::int64_t>(inside.size()); }
};

using Axes = std::array<Axis, kMostAxes>;  // the last one is that of rows

/// The expression in the two variables, if it is of that form.
std::optional<Affine> affine(const IntExpr& e, const ir::Symbol& window, const ir::Symbol& tap) {
  const std::optional<IntExpr> w = e.coefficient(window);
  const std::optional<IntExpr> t = e.coefficient(tap);
  if (!w || !t || !w->is_constant() || !t->is_constant()) return std::nullopt;
  const IntExpr rest = e - *w * IntExpr(window) - *t * IntExpr(tap);
  if (!rest.is_constant()) return std::nullopt;
  return Affine{rest.value(), w->value(), t->value()};
}

/// `value >= 0` where an element belongs to a window.
struct Bound {
  std::size_t axis;
  Affine value;
};

class Reader {
 public:
  Reader(const ir::Compute& compute, const TensorImpl& input)
      : compute_(compute),
        input_(input),
        pooled_(compute.reduce_vars.size()),
        lead_(compute.vars.size() - std::min(pooled_, compute.vars.size())) {}

  std::optional<Axes> axes() {
    const ScalarExpr& body = compute_.body;
    if (pooled_ == 0 || pooled_ > kMostAxes || compute_.vars.size() < pooled_) return std::nullopt;
    if (body->op != ScalarOp::kLoad || body->input != 0) return std::nullopt;
    for (std::size_t k = 0; k < lead_; ++k) {
      if (body->indices[k].as_symbol() != compute_.vars[k]) return std::nullopt;
    }
    if (!body->operands.empty() && !add_bounds(*body->operands[0])) return std::nullopt;
    Axes axes;
    for (std::size_t d = 0; d < pooled_; ++d) {
      if (!read(d, axes[kMostAxes - pooled_ + d])) return std::nullopt;
    }
    return axes;
  }

 private:
  const ir::Symbol& window(std::size_t d) const { return compute_.vars[lead_ + d]; }
  const ir::Symbol& tap(std::size_t d) const { return compute_.reduce_vars[d]; }

  /// Takes apart a conjunction of comparisons, each of which speaks of one axis.
  bool add_bounds(const ir::ScalarNode& node) {
    if (node.op == ScalarOp::kAnd) {
      return add_bounds(*node.operands[0]) && add_bounds(*node.operands[1]);
    }
    if (node.op != ScalarOp::kGe && node.op != ScalarOp::kLt) return false;
    const ir::ScalarNode& left = *node.operands[0];
    const ir::ScalarNode& right = *node.operands[1];
    if (left.op != ScalarOp::kIndex || right.op != ScalarOp::kIndex) return false;
    const IntExpr difference = node.op == ScalarOp::kGe ? left.indices[0] - right.indices[0]
                                                        : right.indices[0] - left.indices[0] - 1;
    for (std::size_t d = 0; d < pooled_; ++d) {
      if (const auto value = affine(difference, window(d), tap(d))) {
        bounds_.push_back({d, *value});
        return true;
      }
    }
    return false;
  }

  bool read(std::size_t d, Axis& axis) {
    const auto position = affine(compute_.body->indices[lead_ + d], window(d), tap(d));
    if (!position) return false;
    axis.position = *position;
    axis.extent = input_.sizes[lead_ + d];
    axis.windows = compute_.sizes[lead_ + d].value();
    axis.inside.clear();
    for (std::int64_t r = 0; r < compute_.reduce_sizes[d].value(); ++r) {
      axis.inside.push_back(windows_with(d, r, axis.windows));
    }
    return true;
  }

  /// Bounds are linear, so that the windows between two that have the tap have it as well.
  Axis::Range windows_with(std::size_t d, std::int64_t r, std::int64_t windows) const {
    const auto inside = [&](std::int64_t o) {
      return std::all_of(bounds_.begin(), bounds_.end(), [&](const Bound& bound) {
        return bound.axis != d || bound.value(o, r) >= 0;
      });
    };
    Axis::Range range{0, windows};
    while (range.begin < range.end && !inside(range.begin)) ++range.begin;
    while (range.begin < range.end && !inside(range.end - 1)) --range.end;
    return range;
  }

  const ir::Compute& compute_;
  const TensorImpl& input_;
  std::size_t pooled_, lead_;
  std::vector<Bound> bounds_;
};

/// The number of elements by which each window of a plane is divided, one for all where they are
/// equal; nothing where the expression is not such a quotient.
std::optional<std::vector<float>> divisors(const ir::Compute& compute) {
  const ScalarExpr& quotient = compute.finalize;
  if (quotient.get() == nullptr || quotient->op != ScalarOp::kDiv) return std::nullopt;
  const ir::ScalarNode& count = *quotient->operands[1];
  if (quotient->operands[0]->op != ScalarOp::kAccumulator || count.op != ScalarOp::kCast ||
      count.operands[0]->op != ScalarOp::kIndex) {
    return std::nullopt;
  }
  const IntExpr& elements = count.operands[0]->indices[0];
  if (elements.is_constant()) return std::vector<float>{static_cast<float>(elements.value())};
  const IndexFunction function(elements, IndexScope{compute.vars, {}});
  const std::size_t lead = compute.vars.size() - compute.reduce_vars.size();
  std::vector<std::int64_t> at(compute.vars.size(), 0);
  std::vector<float> result;
  for (bool more = true; more;) {
    result.push_back(static_cast<float>(function(at.data())));
    more = false;
    for (std::size_t d = at.size(); d-- > lead && !more;) {
      more = ++at[d] < compute.sizes[d].value();
      if (!more) at[d] = 0;
    }
  }
  return result;
}

/// NaN beats every number, and of equal ones the first stays.
struct Largest {
  using Held = float;
  static constexpr Held kStart = -std::numeric_limits<float>::infinity();
  static float add(float held, float x) { return x <= held || held != held ? held : x; }
};

/// float32 sums are kept in float64 and rounded once.
struct Sum {
  using Held = double;
  static constexpr Held kStart = 0;
  static double add(double held, float x) { return held + static_cast<double>(x); }
};

/// `held[i]` takes in `x[i * step]`.
template <typename Combining>
void combine_rows(typename Combining::Held* __restrict held, const float* __restrict x,
                  std::int64_t step, std::int64_t n) {
  if (step == 1) {
    for (std::int64_t i = 0; i < n; ++i) held[i] = Combining::add(held[i], x[i]);
  } else if (step == 2) {
    for (std::int64_t i = 0; i < n; ++i) held[i] = Combining::add(held[i], x[2 * i]);
  } else {
    for (std::int64_t i = 0; i < n; ++i) held[i] = Combining::add(held[i], x[i * step]);
  }
}

/// Takes in what the windows of one row of results hold; elements in row-major order of each
/// window.
template <typename Combining>
void pool_row(const Axes& axes, const float* plane, std::int64_t o0, std::int64_t o1,
              typename Combining::Held* held) {
  const auto& [first, second, last] = axes;
  std::fill_n(held, last.windows, Combining::kStart);
  for (std::int64_t r0 = 0; r0 < first.taps(); ++r0) {
    if (!first.inside[static_cast<std::size_t>(r0)].holds(o0)) continue;
    const std::int64_t outer = first.position(o0, r0) * second.extent;
    for (std::int64_t r1 = 0; r1 < second.taps(); ++r1) {
      if (!second.inside[static_cast<std::size_t>(r1)].holds(o1)) continue;
      const float* line = plane + (outer + second.position(o1, r1)) * last.extent;
      for (std::int64_t r = 0; r < last.taps(); ++r) {
        const auto [begin, end] = last.inside[static_cast<std::size_t>(r)];
        if (begin >= end) continue;
        combine_rows<Combining>(held + begin, line + last.position(begin, r), last.position.window,
                                end - begin);
      }
    }
  }
}

class PreparedPooling : public PreparedCompute {
 public:
  PreparedPooling(const ir::Compute& compute, Axes axes, std::vector<float> divisors)
      : axes_(std::move(axes)), divisors_(std::move(divisors)) {
    for (const IntExpr& size : compute.sizes) sizes_.push_back(size.value());
  }

  ir::TensorHandle run(const std::vector<ir::TensorHandle>& inputs, SourceLocation) const override {
    const ir::TensorHandle result = make_tensor(DType::kFloat32, sizes_);
    if (result->numel() == 0) return result;
    const ir::TensorHandle input = contiguous(inputs[0]);
    std::int64_t plane = 1, windows = 1, taps = 1;
    for (const Axis& axis : axes_) {
      plane *= axis.extent;
      windows *= axis.windows;
      taps *= axis.taps();
    }
    const float* from = input->data_as<float>();
    float* to = result->data_as<float>();
    const std::int64_t planes = result->numel() / windows;
    const bool small = planes * windows * taps < kWorthThreads;
    weft_deploy::run_parallel(
        weft_deploy::default_executor(), planes, small ? planes : 1,
        [&](std::int64_t begin, std::int64_t end, std::int32_t) {
          std::vector<double> sums(static_cast<std::size_t>(axes_.back().windows));
          for (std::int64_t p = begin; p < end; ++p) {
            pool_plane(from + p * plane, to + p * windows, sums.data());
          }
        });
    return result;
  }

 private:
  void pool_plane(const float* plane, float* out, double* sums) const {
    const std::int64_t length = axes_.back().windows;
    const bool one = divisors_.size() == 1;
    std::int64_t row = 0;
    for (std::int64_t o0 = 0; o0 < axes_[0].windows; ++o0) {
      for (std::int64_t o1 = 0; o1 < axes_[1].windows; ++o1, ++row) {
        float* to = out + row * length;
        if (divisors_.empty()) {
          pool_row<Largest>(axes_, plane, o0, o1, to);
          continue;
        }
        pool_row<Sum>(axes_, plane, o0, o1, sums);
        const float* divisor = divisors_.data() + (one ? 0 : row * length);
        for (std::int64_t i = 0; i < length; ++i) {
          to[i] = static_cast<float>(sums[i]) / divisor[one ? 0 : i];
        }
      }
    }
  }

  Axes axes_;
  std::vector<float> divisors_;  ///< empty for maxima
  std::vector<std::int64_t> sizes_;
};

bool is_empty(const ir::Compute& compute) {
  const auto zero = [](const IntExpr& size) { return size.is(0); };
  return std::any_of(compute.sizes.begin(), compute.sizes.end(), zero) ||
         std::any_of(compute.reduce_sizes.begin(), compute.reduce_sizes.end(), zero);
}

/// Rows of few windows over many elements are added up along the elements by the general evaluator.
bool has_long_windows(const Axis& rows) { return rows.taps() >= 8 && rows.windows < rows.taps(); }

}  // namespace

std::unique_ptr<const PreparedCompute> prepare_pooling(
    const ir::Compute& compute, const std::vector<ir::TensorHandle>& inputs) {
  const bool sums = compute.combine == Combine::kSum;
  if (compute.kind != ir::ComputeKind::kPooling || compute.dtype != DType::kFloat32 ||
      (!sums && compute.combine != Combine::kMax) || is_empty(compute)) {
    return nullptr;
  }
  std::optional<Axes> axes = Reader(compute, *inputs[0]).axes();
  if (!axes || has_long_windows(axes->back())) return nullptr;
  std::vector<float> divided_by;
  if (sums) {
    std::optional<std::vector<float>> counts = divisors(compute);
    if (!counts) return nullptr;
    divided_by = std::move(*counts);
  } else if (compute.finalize) {
    return nullptr;
  }
  return std::make_unique<PreparedPooling>(compute, std::move(*axes), std::move(divided_by));
}

}  // namespace weft::eager
