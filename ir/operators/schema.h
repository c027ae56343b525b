/// \file Operator schemas in PyTorch's native notation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/argument.h>
#include <weft/ir/source_location.h>

namespace weft::ir {

/// Kinds of parameter and result.
enum class SchemaType : std::uint8_t {
  kTensor,
  kNumber,          ///< Scalar: bool, int or float
  kTensorOrNumber,  ///< `Tensor|Scalar`, the second operand of arithmetic
  kInt,
  kFloat,
  kBool,
  kString,
  kDType,
  kDevice,
  kEnum,   ///< `MemoryFormat`, `Layout`, ...: a name with a capital, see `enum_type`
  kIndex,  ///< an element of an indexing list: int, slice, None, ellipsis, tensor
  kAny,    ///< `Any`: a value of any kind, None too
};

/// One parameter: `int[2] stride=1`, `Tensor? bias=None`, `Tensor(a!) input`.
struct SchemaParameter {
  std::string name;
  SchemaType type = SchemaType::kTensor;
  std::string enum_type;      ///< of kEnum: "MemoryFormat"
  bool optional = false;      ///< `?`: may be None
  bool list = false;          ///< `[]` or `[k]`
  int list_size = 0;          ///< k: a single value stands for k equal ones; 0: any length
  bool keyword_only = false;  ///< after `*`
  bool written = false;       ///< `(a!)`: the operator writes into it
  bool aliased = false;       ///< `(a)` or `(a!)`: the result shares its storage
  std::optional<Argument> default_value;

  /// The type as it is written, without alias sets: "int[2]", "Tensor|Scalar?".
  std::string type_str() const;
};

/// A parsed schema: `name.overload(parameters) -> results`.
struct Schema {
  std::string name;      ///< "max"; of an operator of the user's also "mylib::swish"
  std::string overload;  ///< "dim", may be empty
  std::vector<SchemaParameter> parameters;
  struct Result {
    std::string name;  ///< may be empty
    SchemaType type = SchemaType::kTensor;
    bool list = false;
    bool aliased = false;

    /// The type as it is written, without alias sets: "Tensor[]".
    std::string type_str() const;
  };
  std::vector<Result> results;  ///< several for `-> (Tensor values, Tensor indices)`

  /// "max.dim", or "max" without overload.
  std::string full_name() const;
  /// The notation that it was parsed from, normalised.
  std::string str() const;
  std::optional<std::size_t> find(std::string_view parameter) const;
  bool writes() const;
};

/// \error InternalError with the position for text that is no schema
Schema parse_schema(std::string_view text);
/// The same for a schema that the user wrote.
/// \error W1221 with the position
Schema parse_schema(std::string_view text, SourceLocation where);

/// One argument per parameter, in order, defaults filled in, single values widened to lists where
/// the schema says `[k]`. Integers are accepted for floats.
/// \error W1202, W1203, W1204
std::vector<Argument> bind_arguments(const Schema& schema, const std::vector<Argument>& args,
                                     const std::vector<std::pair<std::string, Argument>>& kwargs,
                                     SourceLocation where = {});

}  // namespace weft::ir
