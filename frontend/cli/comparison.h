/// \file How far two tensors are apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weft/ir/value.h>

namespace weft::cli {

struct Tolerance {
  double rtol = 1e-4;
  double atol = 1e-5;
};

/// The outcome of comparing one result with what it should be.
struct Difference {
  bool agrees = false;
  /// Element types or shapes differ: what they are. The values are then not compared.
  std::string problem;
  double absolute = 0;  ///< largest |got - want|
  double relative = 0;  ///< largest |got - want| / |want| over elements with want != 0
  /// Where agreement fails, the element that is farthest beyond the tolerance.
  std::vector<std::int64_t> index;
  double got = 0, want = 0;
};

/// Floating-point elements agree if |got - want| <= atol + rtol * |want|, or if both are NaN or the
/// same infinity; integers and booleans if they are equal.
Difference compare(const ir::TensorHandle& got, const ir::TensorHandle& want,
                   const Tolerance& tolerance);

/// One line of the table that `verify` prints.
struct ComparisonRow {
  std::string mode;     ///< "bundle"
  std::string against;  ///< "eager", "expected"
  std::string output;   ///< "output.0"
  std::string type;     ///< "f32[4, 10]"
  Difference difference;
};

/// An aligned table, and a line for each row that disagrees.
std::string comparison_table(const std::vector<ComparisonRow>& rows);

}  // namespace weft::cli
