/// \file What operators with a kernel in the support library need of their operands.
#include <weft/codegen/loop/library_operands.h>

#include <string>

#include <weft/ir/operators/operator.h>

namespace weft::codegen {

std::optional<std::vector<std::vector<DType>>> library_operand_types(const ir::Call& call) {
  const std::string name = call.op().full_name();
  const DType own = ir::compute_type(call.tensor(0).dtype);
  if (name == "sort" || name == "topk" || name == "cummax" || name == "cummin" ||
      name == "logcumsumexp") {
    return {{{own}}};
  }
  if (name == "cumsum" || name == "cumprod") {
    const DType type = ir::infer(call).tensor()->dtype;
    return {{{type, ir::compute_type(type)}}};
  }
  if (name == "scatter.src" || name == "scatter.reduce" || name == "scatter_add" ||
      name == "scatter_reduce" || name == "index_add" || name == "index_copy") {
    return {{{own}, {DType::kInt64}, {own}}};
  }
  return std::nullopt;
}

}  // namespace weft::codegen
