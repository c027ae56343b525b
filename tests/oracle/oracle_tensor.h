/// \file The oracle's own tensor: row-major values, their element kind, and exact integers.
///
/// Nothing under tests/oracle includes a header of weft, so that an error in weft's types or tables
/// cannot hide in both.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft_oracle {

/// An operator, argument form or input that PyTorch refuses or that the oracle does not know.
class OracleError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

using Sizes = std::vector<int64_t>;

/// Element kinds, in the order bool, integers, floating point.
enum class Kind { kBool, kU8, kI8, kI16, kI32, kI64, kF16, kBF16, kF32, kF64 };

bool is_float(Kind kind);
/// True for integers and for bool.
bool is_integral(Kind kind);
/// PyTorch's name, such as "float32" or "bool".
const char* kind_name(Kind kind);
/// The kind of a PyTorch name; also takes "half", "float", "double", "int", "long".
Kind kind_from_name(const std::string& name);

/// `value` rounded once, to nearest even, to what `kind` (a floating-point kind) can hold.
double round_to(Kind kind, double value);
/// `value` reduced modulo the range of the integral `kind`; for bool, whether it is not zero.
int64_t wrap_to(Kind kind, int64_t value);
/// A floating-point number as an element of the integral `kind`, as a C++ cast on x86-64 gives it:
/// towards zero; out of range the smallest number of a 64-bit (32-bit for int32) integer, whose low
/// bits are kept.
int64_t truncate_to(Kind kind, double value);

/// A dense tensor. `values` has one entry per element, in row-major order. For integral kinds
/// `integers` holds the same elements exactly (a double cannot beyond 2^53); it is empty for
/// floating-point kinds.
struct OracleTensor {
  Kind kind = Kind::kF32;
  Sizes sizes;
  std::vector<double> values;
  std::vector<int64_t> integers;

  OracleTensor() = default;
  /// A tensor of zeros.
  OracleTensor(Kind kind, Sizes sizes);

  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  int64_t numel() const { return static_cast<int64_t>(values.size()); }
  bool integral() const { return is_integral(kind); }
  double real(int64_t i) const { return values[static_cast<size_t>(i)]; }
  /// Exact for integral kinds; an error for floating-point kinds.
  int64_t integer(int64_t i) const;
  bool truth(int64_t i) const { return integral() ? integer(i) != 0 : real(i) != 0; }

  /// Writes element `i`, rounded (or truncated, or wrapped) to the tensor's kind.
  void set(int64_t i, double value);
  void set_integer(int64_t i, int64_t value);
  /// Writes element `j` of `source`, converted to the tensor's kind.
  void set_from(int64_t i, const OracleTensor& source, int64_t j);
  /// Swaps the extents for others that hold as many elements.
  OracleTensor with_sizes(Sizes new_sizes) const;
  /// All elements converted to `to`.
  OracleTensor cast(Kind to) const;
};

/// A tensor of given elements, converted to its kind.
OracleTensor tensor_of(Kind kind, Sizes sizes, const std::vector<double>& elements);
OracleTensor tensor_of_integers(Kind kind, Sizes sizes, const std::vector<int64_t>& elements);

/// "float32 [2, 3]" in messages.
std::string describe(const OracleTensor& tensor);
std::string describe(const Sizes& sizes);

}  // namespace weft_oracle
