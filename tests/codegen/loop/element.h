/// \file Elements of tensors and the value of scalar expressions, for tests: one element at a time,
/// in double and int64.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include <weft/ir/scalar_expr.h>

namespace weft::codegen::test {

/// A value of any type: floats in `f`, integers and bool in `i`.
struct Element {
  double f = 0;
  std::int64_t i = 0;
  bool valid = true;  ///< false: memory that nothing was written to
};

/// Something that a program must never do: reading what was not written, leaving a tensor.
class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

Element convert(Element value, DType from, DType to);
double as_double(const Element& value, DType type);

/// A scalar expression made ready for being evaluated many times.
class Tape {
 public:
  struct Environment {
    std::function<std::int64_t(const ir::SymbolInfo&)> symbol;
    std::function<Element(int input, const std::vector<std::int64_t>& indices)> load;
    std::function<Element(int id)> accumulator;
  };

  explicit Tape(const ir::ScalarExpr& expression);
  Element evaluate(const Environment& environment) const;

 private:
  struct Step {
    ir::ScalarExpr node;
    std::vector<std::size_t> operands;
  };
  std::vector<Step> steps_;
};

/// Accumulates contributions; for kArgMin and kArgMax the result is the position.
class Accumulation {
 public:
  Accumulation(ir::Combine combine, DType type);
  void add(const Element& value);
  Element result() const;

 private:
  ir::Combine combine_;
  DType type_;
  Element value_;
  std::int64_t count_ = 0;
  std::int64_t best_ = 0;
};

}  // namespace weft::codegen::test
