/// \file What a list of indices, as in x[a, :, mask], selects.
#pragma once

#include <vector>

#include "tests/oracle/arguments.h"
#include "tests/oracle/layout.h"

namespace weft_oracle {

/// The selected positions of a tensor and the extents that they are arranged in.
struct Selection {
  Sizes sizes;
  std::vector<int64_t> positions;
};

/// Advanced indexing: None keeps a dimension, integer tensors broadcast together (negative entries
/// count from the end), a mask stands for the positions where it holds. The broadcast dimensions
/// take the place of the indexed ones, or come first if a kept dimension lies between these.
Selection select_by(const OracleTensor& x, const OracleValue& indices);

/// `index`, checked against `size`; with `from_end` negative ones count from the end.
int64_t checked_index(int64_t index, int64_t size, bool from_end);

}  // namespace weft_oracle
