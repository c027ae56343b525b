/// \file PyTorch's type promotion, and operands brought to one kind and one shape.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/oracle/arguments.h"

namespace weft_oracle {

/// The smallest kind that both convert to.
Kind promote(Kind a, Kind b);
/// PyTorch's `result_type`: tensors with dimensions go before tensors without, and these before
/// numbers; one of a later class counts only if it is of a higher category (bool, integer, floating
/// point).
Kind result_kind(const std::vector<const OracleValue*>& operands);
/// What a mathematical function of `kind` gives: float32 for integers and bool.
Kind float_kind(Kind kind);
/// The kind that arithmetic on `kind` is done in: float32 for float16 and bfloat16.
Kind compute_kind(Kind kind);

/// Operands of an elementwise operator after promotion and broadcasting.
struct Operands {
  Kind kind;
  Sizes sizes;
  std::vector<OracleTensor> tensors;
};

/// Brings the named tensors and numbers together. With `floating`, integers and bool become
/// float32. Numbers beside float16 and bfloat16 tensors are held in float32, as arithmetic on these
/// kinds is.
Operands bring_together(const Reader& reader, const std::vector<std::string>& names,
                        bool floating = false);
/// The same, brought to a kind that is already known.
Operands bring_together_as(const Reader& reader, const std::vector<std::string>& names, Kind kind);

/// Fills a tensor element by element, with the reals at the same position in each operand.
using RealFunction = std::function<double(const std::vector<double>&)>;
using IntegerFunction = std::function<int64_t(const std::vector<int64_t>&)>;
OracleTensor map_reals(const Operands& operands, Kind result, const RealFunction& function);
OracleTensor map_integers(const Operands& operands, Kind result, const IntegerFunction& function);
/// `on_integers` for integral operands and `on_reals` for the others; the result has the operands'
/// kind.
OracleTensor map_either(const Operands& operands, const RealFunction& on_reals,
                        const IntegerFunction& on_integers);

/// Refuses bool, integers, or everything but floating point, in words that name the operator.
void refuse_bool(const std::string& op, Kind kind);
void refuse_integral(const std::string& op, Kind kind);

/// A number as arithmetic on `kind` sees it.
double as_operand(Kind kind, double number);

}  // namespace weft_oracle
