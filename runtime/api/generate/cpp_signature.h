/// \file The C++ spelling of an operator: parameter types, defaults, result type, body.
#pragma once

#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>

namespace weft::api {

/// One C++ parameter that stands for a parameter of the schema.
struct CppParameter {
  std::string name;
  std::string type;
  std::string default_value;  ///< empty: none
  std::string to_value;       ///< expression of type ir::Value made from the parameter
  std::string where;          ///< expression of the user's location, empty if it has none
};

/// One C++ function or method.
struct CppSignature {
  const ir::Operator* op = nullptr;
  bool method = false;
  std::vector<CppParameter> parameters;  ///< the tensor itself left out for methods
  std::string result;
  /// The values to dispatch in schema order.
  std::vector<std::string> values;

  std::string declaration() const;
  std::string definition() const;
};

/// True for operators that get generated functions or methods at all; what asks about extents or
/// takes index lists is written by hand.
bool is_generated(const ir::Operator& op);

/// All C++ overloads for a spelling: a `Tensor|Scalar` parameter gives two.
std::vector<CppSignature> signatures(const ir::Operator& op, bool method);

}  // namespace weft::api
