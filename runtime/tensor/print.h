/// \file Writing tensors to streams.
#pragma once

#include <iosfwd>

#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// "Float", "Long", ...: libtorch's name of a type, as tensors are printed with it.
/// \source c10::toString
const char* libtorch_name(DType type);

/// Prints the elements row by row and then the type and extents, in libtorch's form. Reading the data
/// is a graph break under capture.
std::ostream& operator<<(std::ostream& stream, const Tensor& tensor);
std::ostream& operator<<(std::ostream& stream, IntArrayRef sizes);
std::ostream& operator<<(std::ostream& stream, const SymInt& value);
std::ostream& operator<<(std::ostream& stream, DType dtype);
std::ostream& operator<<(std::ostream& stream, const Device& device);
std::ostream& operator<<(std::ostream& stream, const Scalar& value);

}  // namespace weft
