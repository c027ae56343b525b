/// \file A plain executor for tests: strided tensors of doubles, straight from the operator table.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <weft/ir/interpreter.h>
#include <weft/ir/operators/operator.h>

namespace weft {

/// Within the tests of ir/, a tensor is a view of a vector of doubles, whatever its dtype.
class TensorImpl {
 public:
  std::shared_ptr<std::vector<double>> storage;
  std::int64_t offset = 0;
  ir::TensorMeta meta;

  double& at(const std::vector<std::int64_t>& index) const {
    std::int64_t position = offset;
    for (std::size_t d = 0; d < index.size(); ++d) {
      position += index[d] * meta.strides[d].value();
    }
    return storage->at(static_cast<std::size_t>(position));
  }
};

namespace ir::testing {

/// A dense tensor with these elements in row-major order.
TensorHandle make_tensor(std::vector<std::int64_t> sizes, std::vector<double> elements);
inline TensorHandle make_tensor(double element) { return make_tensor({}, {element}); }
/// The elements in row-major order.
std::vector<double> elements(const TensorImpl& tensor);
/// Calls `visit` with every index of the shape, row-major.
void for_each_index(const std::vector<std::int64_t>& sizes,
                    const std::function<void(const std::vector<std::int64_t>&)>& visit);

/// Runs views (sharing storage where strides allow it), pointwise operators, reductions, other
/// tensor expressions and in-place forms as a user's program would.
class ReferenceExecutor : public Executor {
 public:
  Value call_operator(const Operator& op, const std::vector<Value>& arguments,
                      SourceLocation where) override;
};

}  // namespace ir::testing
}  // namespace weft
