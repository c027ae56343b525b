/// \file The matrix product that other operators are made of.
#pragma once

#include "tests/oracle/oracle_tensor.h"

namespace weft_oracle {

/// torch.matmul: vectors, matrices, and batches of matrices that broadcast. Integers wrap; kinds
/// must be equal. With `wide`, floating-point results stay in float64, for operators that go on
/// computing with them.
OracleTensor matrix_product(const OracleTensor& a, const OracleTensor& b, bool wide = false);

}  // namespace weft_oracle
