/// \file The C++ form of one parameter of a schema.
#pragma once

#include "cpp_signature.h"

namespace weft::api {

/// Which of several C++ types a parameter takes in an overload.
enum class ParameterForm {
  kPlain,
  kNumber,     ///< the number of `Tensor|Scalar`
  kInteger,    ///< int64, where a list would be made from it too
  kSymbolic,   ///< SymInt, likewise
};

CppParameter cpp_parameter(const ir::SchemaParameter& parameter, ParameterForm form);

/// `const TensorOptions& options = {}`, which stands for dtype and device.
CppParameter options_parameter();

}  // namespace weft::api
