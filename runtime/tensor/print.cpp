#include <weft/runtime/tensor/print.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <weft/runtime/dispatch.h>
#include <weft/runtime/eager/copy.h>

namespace weft {

const char* libtorch_name(DType type) {
  switch (type) {
    case DType::kBool:
      return "Bool";
    case DType::kUInt8:
      return "Byte";
    case DType::kInt8:
      return "Char";
    case DType::kInt16:
      return "Short";
    case DType::kInt32:
      return "Int";
    case DType::kInt64:
      return "Long";
    case DType::kFloat16:
      return "Half";
    case DType::kBFloat16:
      return "BFloat16";
    case DType::kFloat32:
      return "Float";
    case DType::kFloat64:
      return "Double";
  }
  return "UNKNOWN_SCALAR";
}

namespace {

constexpr std::int64_t kLineWidth = 80;

/// Puts a stream's format back when the scope ends.
class FormatScope {
 public:
  explicit FormatScope(std::ostream& stream)
      : stream_(stream), flags_(stream.flags()), precision_(stream.precision()) {}
  ~FormatScope() {
    stream_.flags(flags_);
    stream_.precision(precision_);
  }
  FormatScope(const FormatScope&) = delete;
  FormatScope& operator=(const FormatScope&) = delete;

 private:
  std::ostream& stream_;
  std::ios::fmtflags flags_;
  std::streamsize precision_;
};

/// How the numbers of one block are written: all in one form and width, divided by a power of ten
/// where that is shorter.
struct NumberFormat {
  enum class Form { kPlain, kFixed, kScientific } form = Form::kPlain;
  int width = 0;
  double scale = 1;

  void apply(std::ostream& stream) const {
    switch (form) {
      case Form::kPlain:
        stream << std::defaultfloat;
        break;
      case Form::kFixed:
        stream << std::fixed << std::setprecision(4);
        break;
      case Form::kScientific:
        stream << std::scientific << std::setprecision(4);
        break;
    }
  }
};

/// Digits before the decimal point; 1 for zero.
int digits_before_point(double value) {
  return value == 0 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
}

NumberFormat format_of(const double* values, std::int64_t count) {
  using Form = NumberFormat::Form;
  bool whole = true;
  bool any = false;
  double least = 0;
  double most = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) continue;
    const double magnitude = std::fabs(values[i]);
    whole = whole && values[i] == std::ceil(values[i]);
    least = any ? std::min(least, magnitude) : magnitude;
    // libtorch compares with the sign, so that the largest of several negative numbers is not seen.
    most = any ? std::max(most, values[i]) : magnitude;
    any = true;
  }
  const int low = any ? digits_before_point(least) : 1;
  const int high = any ? digits_before_point(most) : 1;
  if (whole) {
    if (high > 9) return {Form::kScientific, 11, 1};
    return {Form::kPlain, high + 1, 1};
  }
  if (high - low > 4) {
    const bool wide = std::abs(high) > 99 || std::abs(low) > 99;
    return {Form::kScientific, wide ? 12 : 11, 1};
  }
  if (high > 5 || high < 0) return {Form::kFixed, 7, std::pow(10.0, high - 1)};
  return {Form::kFixed, high == 0 ? 7 : high + 6, 1};
}

void write_scale(std::ostream& stream, double scale) {
  const FormatScope scope(stream);
  stream << std::defaultfloat << scale << " *\n";
}

/// A matrix in as many bands of columns as the line width asks for.
void write_matrix(std::ostream& stream, const double* values, std::int64_t rows,
                  std::int64_t columns, int indent) {
  const NumberFormat format = format_of(values, rows * columns);
  format.apply(stream);
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  const std::int64_t band = std::max<std::int64_t>(1, (kLineWidth - indent) / (format.width + 1));
  stream << margin;
  for (std::int64_t first = 0; first < columns; first += band) {
    const std::int64_t end = std::min(columns, first + band);
    if (band < columns) {
      if (first != 0) stream << '\n';
      stream << "Columns " << first + 1 << " to " << end << margin;
    }
    if (format.scale != 1) {
      write_scale(stream, format.scale);
      stream << margin;
    }
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = first; column < end; ++column) {
        stream << std::setw(format.width) << values[row * columns + column] / format.scale
               << (column + 1 == end ? '\n' : ' ');
      }
      if (row + 1 < rows) stream << margin << (format.scale != 1 ? " " : "");
    }
  }
}

/// Every matrix of the last two dimensions under the indices of the others, the first one fastest.
void write_matrices(std::ostream& stream, const double* values,
                    const std::vector<std::int64_t>& sizes) {
  const std::size_t outer = sizes.size() - 2;
  const std::int64_t rows = sizes[outer];
  const std::int64_t columns = sizes[outer + 1];
  std::vector<std::int64_t> at(outer, 0);
  for (bool first = true, more = true; more; first = false) {
    if (!first) stream << '\n';
    stream << '(';
    std::int64_t matrix = 0;
    for (std::size_t d = 0; d < outer; ++d) {
      stream << at[d] + 1 << ',';
      matrix = matrix * sizes[d] + at[d];
    }
    stream << ".,.) = \n";
    write_matrix(stream, values + matrix * rows * columns, rows, columns, 1);
    more = false;
    for (std::size_t d = 0; d < outer && !more; ++d) {
      more = ++at[d] < sizes[d];
      if (!more) at[d] = 0;
    }
  }
}

void write_vector(std::ostream& stream, const double* values, std::int64_t count) {
  const NumberFormat format = format_of(values, count);
  format.apply(stream);
  if (format.scale != 1) write_scale(stream, format.scale);
  for (std::int64_t i = 0; i < count; ++i) {
    stream << std::setw(format.width) << values[i] / format.scale << '\n';
  }
}

template <typename Range>
void write_list(std::ostream& stream, const Range& values, const char* separator) {
  bool first = true;
  for (const auto& value : values) {
    if (!first) stream << separator;
    stream << value;
    first = false;
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const Tensor& tensor) {
  if (!tensor.defined()) return stream << "[ Tensor (undefined) ]";
  const TensorImpl& impl = *tensor.handle();
  if (impl.is_proxy()) impl.handler->require_data(impl, "printing", {});
  const FormatScope scope(stream);
  const ir::TensorHandle dense = eager::dense_as(tensor.handle(), DType::kFloat64);
  const double* values = dense->data_as<double>();
  const std::vector<std::int64_t>& sizes = impl.sizes;
  if (sizes.empty()) {
    stream << std::defaultfloat << values[0] << '\n';
  } else if (dense->numel() > 0 && sizes.size() == 1) {
    write_vector(stream, values, sizes[0]);
  } else if (dense->numel() > 0 && sizes.size() == 2) {
    write_matrix(stream, values, sizes[0], sizes[1], 0);
  } else if (dense->numel() > 0) {
    write_matrices(stream, values, sizes);
  }
  stream << "[ CPU" << libtorch_name(impl.dtype) << "Type{";
  write_list(stream, sizes, ",");
  return stream << "} ]";
}

std::ostream& operator<<(std::ostream& stream, IntArrayRef sizes) {
  stream << '[';
  write_list(stream, sizes, ", ");
  return stream << ']';
}

std::ostream& operator<<(std::ostream& stream, const SymInt& value) {
  return stream << value.value();
}

std::ostream& operator<<(std::ostream& stream, DType dtype) { return stream << libtorch_name(dtype); }

std::ostream& operator<<(std::ostream& stream, const Device& device) {
  return stream << device.str();
}

std::ostream& operator<<(std::ostream& stream, const Scalar& value) {
  if (value.isFloatingPoint()) return stream << value.toDouble();
  return value.isBoolean() ? stream << (value.toBool() ? "true" : "false")
                           : stream << value.toLong();
}

}  // namespace weft
