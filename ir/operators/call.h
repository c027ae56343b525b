/// \file Call: the bound arguments of one operator call, as its rules see them.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <weft/ir/diagnostics.h>
#include <weft/ir/operators/schema.h>
#include <weft/ir/tensor_meta.h>

namespace weft::ir {

struct Operator;

/// One bound argument with everything that is known without running.
struct CallArgument {
  std::variant<std::monostate, TensorMeta, Number, UnknownNumber, IntExpr, std::string, DType,
               Device, EnumValue, EllipsisArgument, std::vector<CallArgument>>
      value;
  /// A slice in an index list: three elements start, stop, step in the vector alternative.
  bool is_slice = false;
};

/// An operator call whose tensors are metas and whose integers may be symbolic. Accessors take the
/// position of the schema's parameter; asking for the wrong type is an internal error, since
/// binding has checked the types already.
class Call {
 public:
  Call(const Operator& op, std::vector<CallArgument> arguments, SourceLocation where = {});

  const Operator& op() const { return *op_; }
  SourceLocation location() const { return where_; }
  std::size_t size() const { return arguments_.size(); }
  const CallArgument& argument(std::size_t i) const { return arguments_[i]; }
  const std::vector<CallArgument>& arguments() const { return arguments_; }

  bool has(std::size_t i) const;  ///< not None
  bool is_tensor(std::size_t i) const;
  const TensorMeta& tensor(std::size_t i) const;
  std::vector<const TensorMeta*> tensors(std::size_t i) const;
  IntExpr integer(std::size_t i) const;
  /// The integer where it must be a constant (a dimension, a count of splits).
  std::int64_t constant_integer(std::size_t i) const;
  std::vector<IntExpr> integers(std::size_t i) const;
  std::vector<std::int64_t> constant_integers(std::size_t i) const;
  /// A constant number; OperatorUnsupported where it is known at run time only.
  Number number(std::size_t i) const;
  double floating(std::size_t i) const { return number(i).as_double(); }
  bool boolean(std::size_t i) const;
  const std::string& text(std::size_t i) const;
  std::optional<DType> dtype(std::size_t i) const;  ///< nothing for None

  /// `dim` wrapped into [0, rank); for rank 0, -1 and 0 are accepted and give 0.
  /// \error W1205
  std::int64_t dimension(std::int64_t dim, std::size_t rank) const;

  /// Inputs of a Compute in order: every tensor argument (lists flattened, None skipped) and every
  /// run-time number as a tensor without dimensions, of the widest type of its category (float64,
  /// int64, bool). Returns the ordinal of argument `i`, element `element`.
  int input_ordinal(std::size_t i, std::size_t element = 0) const;
  std::vector<TensorMeta> inputs() const;

  /// Throws with the operator's name as the first argument of the message.
  [[noreturn]] void fail(const DiagnosticKind& kind, std::initializer_list<std::string> args) const;

 private:
  const Operator* op_;
  std::vector<CallArgument> arguments_;
  SourceLocation where_;
};

/// A bound argument as rules see it; nothing where the meta of a node in it is missing.
std::optional<CallArgument> call_argument(const Argument& argument);

/// The call that a node makes, from the metas of its operands; nothing while a meta is missing.
std::optional<Call> call_of_node(const Node& node);

}  // namespace weft::ir
