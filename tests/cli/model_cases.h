/// \file The models in tests/cases with what their header lines say, see the README there.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace weft::cli {

struct ModelCase {
  std::string name;
  std::string model;
  std::vector<std::string> inputs;     ///< "x: f32[2,3,8,8]"
  std::vector<std::string> scalars;    ///< "k: i64 = 3"
  std::vector<std::string> tolerance;  ///< rtol and atol, or nothing
  int breaks = 0;                      ///< places that read tensor data on the host

  /// --model, --input, --scalar, --rtol and --atol.
  std::vector<std::string> options() const;
};

/// All cases with at most so many breaks, by name.
std::vector<ModelCase> model_cases(int most_breaks);

std::ostream& operator<<(std::ostream& stream, const ModelCase& model_case);

}  // namespace weft::cli
