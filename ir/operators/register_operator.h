/// \file Operators of the user's own, which behave like those of the table.
#pragma once

#include <functional>
#include <source_location>
#include <string>
#include <vector>

#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>

namespace weft::ir {

/// C++17 source of an operator for generated code: the body of a function that runs once for each
/// call and fills the results.
///
/// | in the schema      | in the body                                                             |
/// |--------------------|-------------------------------------------------------------------------|
/// | `Tensor x`         | `const T* x`, row-major; `x_sizes`, `x_rank`, `x_count` (its elements)  |
/// | `int`, `bool`      | `int64_t`, `bool`                                                       |
/// | `float`, `Scalar`  | `double`                                                                |
/// | `int[] dims`       | `const int64_t* dims`, `dims_count`                                     |
/// | the result         | `T* result` and the same three; `result_0`, `result_1` or their names   |
///
/// T is the tensor's element type, float for the half types. Other parameters cannot be used.
struct CppSource {
  std::string body = {};
  std::vector<std::string> includes = {};  ///< "<cmath>"
};

/// CUDA C++17 source of an operator, for code generated for GPUs. It is checked and kept with the
/// operator; there is no generator for the target cuda yet that would read it.
struct CudaSource {
  std::string device = {};  ///< `__global__` and `__device__` functions, in a namespace of their own
  /// Host code as in CppSource::body, which launches them: tensors are in device memory, and
  /// `stream` is the cudaStream_t to use. It must not wait for the device.
  std::string body = {};
  std::vector<std::string> includes = {};
};

/// One row of the user's. The name may have a namespace, `mylib::swish(Tensor x) -> Tensor`.
///
/// The meaning is any that a row of the table can have: then shapes, eager execution and generated
/// code follow from it. Else it is code of the user's: `decomposition` into other operators, from
/// which the same follows, or `run` with or without `shape`. For the latter code can be generated
/// only where `cpp` is given too (else W5001, with the line of the call).
struct OperatorDefinition {
  std::string schema = {};
  std::string doc = {};
  std::optional<Meaning> meaning = {};
  std::function<std::vector<Node*>(Decomposition&)> decomposition = {};
  /// Dtype and extents of the results; without it nothing is known about them during capture.
  std::function<std::vector<ValueMeta>(const Call&)> shape = {};
  /// The eager function: one value per schema parameter, one per result.
  std::function<std::vector<Value>(const Call&, const std::vector<Value>&)> run = {};
  /// The same function for generated code. It needs `run`, `shape` and the effect kPure; nothing
  /// but `weft verify` and tests finds out whether the two agree.
  std::optional<CppSource> cpp = {};
  /// The same function on a GPU, under the same conditions.
  std::optional<CudaSource> cuda = {};
  /// With kInPlace a second operator `name_` exists, which writes the result into the first
  /// argument.
  unsigned spellings = kFunction;
  Effect effect = Effect::kPure;
};

/// Adds an operator to the table, from any thread, for the life of the program.
/// \error W1221 for text that is no schema, W1222 for a name that exists, W1223 for a definition
/// without a meaning, or with several
const Operator& register_operator(OperatorDefinition definition,
                                  SourceLocation where = std::source_location::current());

}  // namespace weft::ir
