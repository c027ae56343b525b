#include <weft/frontend/cli/comparison.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/frontend/cli/tensor_file.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::int64_t> index_of(std::int64_t position, const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> index(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    index[d] = position % sizes[d];
    position /= sizes[d];
  }
  return index;
}

/// Collects the differences of elements.
class Collector {
 public:
  Collector(const std::vector<std::int64_t>& sizes, const Tolerance& tolerance)
      : sizes_(sizes), tolerance_(tolerance) {
    result_.agrees = true;
  }

  void add_floating(std::int64_t position, double got, double want) {
    if (got == want || (std::isnan(got) && std::isnan(want))) return;
    const bool finite = std::isfinite(got) && std::isfinite(want);
    const double distance = finite ? std::abs(got - want) : kInfinity;
    add(position, got, want, distance,
        distance - (tolerance_.atol + tolerance_.rtol * (finite ? std::abs(want) : 0)));
  }

  void add_integer(std::int64_t position, std::int64_t got, std::int64_t want) {
    if (got == want) return;
    const double g = static_cast<double>(got), w = static_cast<double>(want);
    const double distance = std::max(1.0, std::abs(g - w));  // beyond 2^53 both may round alike
    add(position, g, w, distance, distance);
  }

  Difference result() const { return result_; }

 private:
  /// `excess` is how far the element is beyond the tolerance.
  void add(std::int64_t position, double got, double want, double distance, double excess) {
    result_.absolute = std::max(result_.absolute, distance);
    if (want != 0) {
      const double scale = std::isfinite(want) ? std::abs(want) : 1;
      const double relative = std::isnan(scale) ? kInfinity : distance / scale;
      result_.relative = std::max(result_.relative, relative);
    }
    if (!(excess > 0) || (!result_.agrees && excess <= worst_)) return;
    worst_ = excess;
    result_.agrees = false;
    result_.index = index_of(position, sizes_);
    result_.got = got;
    result_.want = want;
  }

  const std::vector<std::int64_t>& sizes_;
  Tolerance tolerance_;
  Difference result_;
  double worst_ = 0;
};

/// A dense copy with this element type.
ir::TensorHandle converted(const ir::TensorHandle& tensor, DType dtype) {
  ir::TensorHandle result = make_tensor(dtype, tensor->sizes);
  eager::copy_into(tensor, result);
  return result;
}

std::string number(double value) { return value == 0 ? "0" : fmt::format("{:.2e}", value); }

}  // namespace

Difference compare(const ir::TensorHandle& got, const ir::TensorHandle& want,
                   const Tolerance& tolerance) {
  if (got->dtype != want->dtype || got->sizes != want->sizes) {
    Difference difference;
    difference.problem = fmt::format("is {} and should be {}", describe(*got), describe(*want));
    return difference;
  }
  Collector collector(want->sizes, tolerance);
  const std::int64_t count = want->numel();
  if (ir::is_floating(want->dtype)) {
    const ir::TensorHandle g = converted(got, DType::kFloat64);
    const ir::TensorHandle w = converted(want, DType::kFloat64);
    for (std::int64_t k = 0; k < count; ++k) {
      collector.add_floating(k, g->data_as<double>()[k], w->data_as<double>()[k]);
    }
  } else {
    const ir::TensorHandle g = converted(got, DType::kInt64);
    const ir::TensorHandle w = converted(want, DType::kInt64);
    for (std::int64_t k = 0; k < count; ++k) {
      collector.add_integer(k, g->data_as<std::int64_t>()[k], w->data_as<std::int64_t>()[k]);
    }
  }
  return collector.result();
}

std::string comparison_table(const std::vector<ComparisonRow>& rows) {
  using Line = std::array<std::string, 7>;
  std::vector<Line> lines = {{"mode", "against", "output", "type", "absolute", "relative", ""}};
  for (const ComparisonRow& row : rows) {
    const Difference& d = row.difference;
    const bool compared = d.problem.empty();
    lines.push_back({row.mode, row.against, row.output, row.type,
                     compared ? number(d.absolute) : "-", compared ? number(d.relative) : "-",
                     d.agrees ? "ok" : "FAILED"});
  }
  std::array<std::size_t, 7> widths = {};
  for (const Line& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row;
    for (std::size_t c = 0; c < line.size(); ++c) {
      // Numbers are easier to compare where they end in one column.
      row += c == 4 || c == 5 ? fmt::format("{:>{}}  ", line[c], widths[c])
                              : fmt::format("{:<{}}  ", line[c], widths[c]);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  for (const ComparisonRow& row : rows) {
    const Difference& d = row.difference;
    if (d.agrees) continue;
    text +=
        d.problem.empty()
            ? fmt::format("{} against {}: {}[{}] is {} and should be {}\n", row.mode, row.against,
                          row.output, fmt::join(d.index, ", "), d.got, d.want)
            : fmt::format("{} against {}: {} {}\n", row.mode, row.against, row.output, d.problem);
  }
  return text;
}

}  // namespace weft::cli
