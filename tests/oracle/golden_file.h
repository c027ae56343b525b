/// \file Files of golden operator cases (tests/golden/README.md describes the form) and the rule by
/// which results agree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/oracle/arguments.h"

namespace weft_oracle {

struct GoldenCase {
  std::string id;
  std::string op;
  OracleArguments args;
  std::vector<OracleTensor> outputs;
  double rtol = 0;
  double atol = 0;
};

/// The cases of `NAME.json`, whose tensors lie in `NAME.safetensors` beside it. Throws OracleError,
/// with the id of the case at fault, for anything that the form does not know.
std::vector<GoldenCase> read_golden_file(const std::filesystem::path& json);

/// The folders of the test tree.
std::filesystem::path tests_folder();
std::filesystem::path golden_folder();

/// How far results are from what was wanted.
struct Comparison {
  /// Empty if they agree; otherwise what differs first, or by how much at most.
  std::string difference;
  /// The largest |got - want| / (atol + rtol * |want|) over elements of floating-point outputs;
  /// infinite where a NaN or an infinity stands alone. At most 1 if the values agree.
  double worst = 0;

  bool agrees() const { return difference.empty(); }
};

/// Number, kinds and extents of the outputs and integers must be equal; floating-point numbers
/// within the tolerance; NaN belongs to NaN and an infinity to the same one.
Comparison compare(const std::vector<OracleTensor>& got, const std::vector<OracleTensor>& want,
                   double rtol, double atol);

}  // namespace weft_oracle
