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

/// Where a C++ spelling belongs.
enum class CppPlace { kFunction, kFunctional, kMethod };

/// One C++ function or method.
struct CppSignature {
  const ir::Operator* op = nullptr;
  bool method = false;
  std::vector<CppParameter> parameters;  ///< the tensor itself left out for methods
  std::string result;
  std::vector<std::string> values;  ///< the values to dispatch in schema order

  std::string declaration() const;
  std::string definition() const;
};

/// Where the operator gets generated functions or methods. What asks about extents, takes index
/// lists, memory formats or devices alone is written by hand.
std::vector<CppPlace> places(const ir::Operator& op);

/// All C++ overloads for a place: a `Tensor|Scalar` parameter gives two, and so does an integer where
/// another overload takes a list.
std::vector<CppSignature> signatures(const ir::Operator& op, CppPlace place);

}  // namespace weft::api
