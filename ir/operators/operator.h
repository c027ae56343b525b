/// \file The operator table: one row an operator, everything else follows from it.
#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <weft/ir/node.h>
#include <weft/ir/operators/call.h>
#include <weft/ir/operators/schema.h>
#include <weft/ir/scalar_expr.h>

namespace weft::ir {

class Graph;

/// How the types of the operands give the type of a pointwise result, and what it computes in.
enum class TypeRule : std::uint8_t {
  kPromote,       ///< the promoted type (add, maximum)
  kPromoteInt,    ///< the promoted type, bool becomes int64 (square)
  kPromoteFloat,  ///< the promoted type, integers and bool become float32 (div, exp, mean)
  kCompare,       ///< computes in the promoted type, gives bool (eq, lt, isnan)
  kLogical,       ///< operands become bool, gives bool (logical_and)
  kInput,         ///< the type of the first operand, numbers never widen it (relu, clamp with ints)
  kFloatOnly,     ///< the type of the first operand, which must be floating
  kSum,           ///< reductions: integers and bool give int64, floats keep their type
  kIndex,         ///< int64 (argmax)
  kBool,          ///< bool (any, all)
};

/// Builds the scalar expression of a pointwise operator or of a reduction's contribution.
class Body {
 public:
  Body(const Call& call, DType compute, const std::vector<Symbol>& vars,
       const std::vector<IntExpr>& sizes);

  const Call& call() const { return call_; }
  /// The type in which the body computes (float32 where the result is a half type).
  DType compute_type() const { return compute_; }
  /// Operand at schema position `i`, broadcast to the result and cast to the compute type; a number
  /// becomes a constant of that type.
  ScalarExpr in(std::size_t i, std::size_t element = 0) const;
  /// The same without the cast.
  ScalarExpr raw(std::size_t i, std::size_t element = 0) const;
  /// A constant of the compute type.
  ScalarExpr number(Number value) const { return constant(compute_, value); }
  /// The number at schema position `i` as a constant of the compute type.
  ScalarExpr number_argument(std::size_t i) const;

 private:
  const Call& call_;
  DType compute_;
  const std::vector<Symbol>& vars_;
  const std::vector<IntExpr>& sizes_;
};

/// What an operator demands of its operands beyond its schema and type rule. `type` is the type
/// that the operands have after promotion, before the result's type is derived from it.
using OperandCheck = void (*)(const Call& call, DType type);

/// Tensor operands broadcast together; the body gives one element. The types of `Tensor` and
/// `Tensor|Scalar` parameters are promoted, and of a `Scalar` in the first place; a parameter named
/// `dtype` that is given overrides the result's type.
///
/// Where the schema says that the result is aliased (`to`), the result may be the first operand
/// itself if the dtype does not change.
struct Pointwise {
  TypeRule types;
  ScalarExpr (*body)(Body& body);
  OperandCheck check = nullptr;
};

/// Reduction of the first tensor over the dimensions named by the parameters `dim` and `keepdim`
/// where the schema has them (None or an empty list: all), else over all dimensions.
struct Reduction {
  TypeRule types;
  Combine combine;
  ScalarExpr (*map)(Body& body, ScalarExpr x) = nullptr;  ///< contribution of x; none: x itself
  /// Result from the accumulator and the number of elements (as a value of the accumulator's type).
  ScalarExpr (*finalize)(Body& body, ScalarExpr accumulator, ScalarExpr count) = nullptr;
  bool needs_elements = false;  ///< no identity: an empty reduction is W1210
  OperandCheck check = nullptr;
};

/// Any tensor expressions, one per result. Shape and dtype rule follow from them.
using ComputeRule = std::vector<Compute> (*)(const Call& call);

/// A view: element `vars` of the result is element `index` of the first tensor.
struct ViewMap {
  std::vector<Symbol> vars;
  std::vector<IntExpr> sizes;
  std::vector<IntExpr> index;  ///< one per dimension of the input
};
/// One map per result. For the reshape family the indices hold divisions; eager execution then
/// finds strides if they exist, and copies (reshape, flatten) or refuses (view) if not.
using ViewRule = std::vector<ViewMap> (*)(const Call& call);

struct View {
  ViewRule rule;
  bool may_copy = false;  ///< reshape, flatten, contiguous: a copy where no strides exist
  bool dense = false;     ///< contiguous: a dense copy unless the tensor is dense already
};

/// What a decomposition builds with: nodes go into `graph` with their metas propagated, errors
/// point at the decomposed call.
class Decomposition {
 public:
  Decomposition(Graph& graph, const Call& call, std::vector<Argument> arguments);
  Graph& graph() { return graph_; }
  const Call& call() const { return call_; }
  /// Bound argument at schema position `i`.
  const Argument& argument(std::size_t i) const { return arguments_[i]; }
  /// The elements of a list argument, also where the list is the result of one node.
  std::vector<Argument> items(std::size_t i);
  /// A call_function node with propagated meta.
  Node* op(std::string_view full_name, std::vector<Argument> args, KeywordArguments kwargs = {});
  /// Meta of a node or argument that is a tensor.
  const TensorMeta& meta(const Argument& argument) const;

 private:
  Graph& graph_;
  const Call& call_;
  std::vector<Argument> arguments_;
};
/// Returns one node per result.
using DecomposeRule = std::vector<Node*> (*)(Decomposition& d);

/// A kernel of its own (sort, cumsum, scatter). Shape and dtype come from `rule`; runtime/kernels
/// and the code generator look the kernel up by the operator's full name.
struct Structured {
  std::vector<ValueMeta> (*rule)(const Call& call);
};

/// A question about extents or arithmetic on integers (size, dim, numel, sym_add).
struct ShapeQuery {
  ValueMeta (*rule)(const Call& call);
};

using Meaning =
    std::variant<Pointwise, Reduction, ComputeRule, View, DecomposeRule, Structured, ShapeQuery>;

/// Which spellings users have: `torch::relu(x)`, `x.relu()`, `x.relu_()`.
enum Spelling : unsigned {
  kFunction = 1,
  kMethod = 2,
  kInPlace = 4,     ///< `name_` as method and function, result copied into the first argument
  kFunctional = 8,  ///< nn::functional only, under the same name
  kAllSpellings = kFunction | kMethod | kInPlace,
};

enum class Effect : std::uint8_t {
  kPure,
  kRandom,  ///< draws from the generator: never merged, moved across another, or dropped
  kHost,    ///< reads data on the host or has a host effect (item, checks)
};

/// One row of the table.
struct OperatorRow {
  const char* schema;
  const char* doc;  ///< one sentence, what the result is
  Meaning meaning;
  unsigned spellings = kFunction | kMethod;
  Effect effect = Effect::kPure;
};

struct OperatorDefinition;

/// A row with its schema parsed. For a row with kInPlace a second Operator `name_` exists, whose
/// `functional` points at the first.
struct Operator {
  Schema schema;
  const OperatorRow* row = nullptr;
  const Operator* functional =
      nullptr;  ///< of an in-place form: the operator whose result it writes
  const OperatorDefinition* definition = nullptr;  ///< of an operator that the user registered

  std::string full_name() const { return schema.full_name(); }
  const Meaning& meaning() const { return row->meaning; }
  bool is_view() const { return std::holds_alternative<View>(row->meaning); }
  bool writes() const { return schema.writes(); }
};

/// All operators of weft, in table order; in-place forms directly after their functional form.
/// Those that users registered are found by name (register_operator.h).
const std::vector<const Operator*>& all_operators();
/// By full name ("max.dim"); null if there is none.
const Operator* find_operator(std::string_view full_name);
/// \error W1201
const Operator& get_operator(std::string_view full_name);
/// All overloads of a name, in table order.
const std::vector<const Operator*>& overloads(std::string_view name);
/// The first overload whose schema accepts the arguments; null if none does. Tensors are recognised
/// by node metas where known, any node is taken for a tensor where not.
const Operator* resolve_overload(std::string_view name, const std::vector<Argument>& args,
                                 const KeywordArguments& kwargs);

/// Dtype and extents (or integer expressions) of the results.
/// \error the operator's own checks, with the call's location
ValueMeta infer(const Call& call);

/// The tensor expressions of a call whose operator is Pointwise, Reduction or ComputeRule.
std::vector<Compute> compute_of(const Call& call);
/// The view maps of a call whose operator is a View.
std::vector<ViewMap> view_of(const Call& call);
/// Appends the decomposition to `graph` at its insertion point. Returns one node per result.
std::vector<Node*> decompose(Graph& graph, const Call& call, std::vector<Argument> bound_arguments);

// The families of rows; each is defined in a file of its name.
std::span<const OperatorRow> pointwise_unary_rows();
std::span<const OperatorRow> pointwise_binary_rows();
std::span<const OperatorRow> comparison_rows();
std::span<const OperatorRow> pointwise_ternary_rows();
std::span<const OperatorRow> activation_rows();
std::span<const OperatorRow> reduction_rows();
std::span<const OperatorRow> view_rows();
std::span<const OperatorRow> matmul_rows();
std::span<const OperatorRow> linear_algebra_rows();
std::span<const OperatorRow> convolution_rows();
std::span<const OperatorRow> pooling_rows();
std::span<const OperatorRow> normalization_rows();
std::span<const OperatorRow> indexing_rows();
std::span<const OperatorRow> movement_rows();  // cat, stack, pad, roll, repeat, tril: copies
std::span<const OperatorRow> factory_rows();
std::span<const OperatorRow> loss_rows();
std::span<const OperatorRow> shape_query_rows();
std::span<const OperatorRow> check_rows();

}  // namespace weft::ir
