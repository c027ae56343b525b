/// \file The type of a result from the types of its operands, as PyTorch promotes them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include <weft/ir/dtype.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/scalar.h>

namespace weft::ir {

/// Collects operands and gives their common type. Tensors with dimensions decide; a tensor without
/// dimensions, and below it a number, widens the result only where its category is higher.
/// \source torch.result_type
class ResultType {
 public:
  void add_tensor(DType type, std::size_t rank) {
    add(rank > 0 ? kDimensions : kNoDimensions, type);
  }
  void add_number(DTypeCategory category) { add(kNumbers, default_dtype(category)); }
  /// The common type; InternalError without operands.
  DType get() const;

 private:
  enum Level { kDimensions, kNoDimensions, kNumbers, kLevels };
  void add(Level level, DType type);
  std::array<std::optional<DType>, kLevels> types_;
};

/// The common type of the operands of a call that take part in promotion: `Tensor` and
/// `Tensor|Scalar` parameters, and a `Scalar` in the first place. A `condition` or `mask` only
/// chooses.
DType promoted_type(const Call& call);

/// True where PyTorch lets an in-place operator write a result of type `from` into a tensor of type
/// `to`: floats do not go into integers, and nothing but bool goes into bool.
/// \source torch.can_cast
bool can_cast(DType from, DType to);

/// True where a number is representable in a type up to rounding: infinities and NaN in floats,
/// floats within the range of an integer type.
bool number_fits(const Number& value, DType type);

/// The largest finite value of a floating type.
double largest_finite(DType type);

/// A number as a constant of a type: integers wrap, floats lose their fraction in integer types.
Number convert_number(const Number& value, DType type);

/// The three types of a pointwise call.
struct PointwiseTypes {
  DType operand;  ///< what the operands have after promotion
  DType compute;  ///< what the body computes in
  DType result;
};
/// \error W1208 where the rule refuses the operands
PointwiseTypes pointwise_types(const Call& call, TypeRule rule);

/// The types of a reduction.
struct ReductionTypes {
  DType operand;  ///< the elements are converted to this first
  DType compute;  ///< then to this, in which the contribution is computed
  DType result;
};
/// \error W1208
ReductionTypes reduction_types(const Call& call, TypeRule rule);

}  // namespace weft::ir
