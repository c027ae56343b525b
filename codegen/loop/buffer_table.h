/// \file Buffers of a program while its kernels are being made.
#pragma once

#include <string>
#include <vector>

#include <weft/codegen/loop/names.h>
#include <weft/codegen/loop/stage.h>

namespace weft::codegen {

/// Gives values their buffers: ports first, the others when a kernel first touches them.
class BufferTable {
 public:
  BufferTable(const StageGraph& graph, std::vector<Buffer>& buffers);

  BufferId of(ValueId value);
  /// Memory of a task. `name` says what it holds.
  BufferId scratch(const std::string& name, DType dtype, std::vector<ir::IntExpr> sizes);
  const Buffer& operator[](BufferId id) const { return buffers_[id]; }

 private:
  BufferId add(const Value& value, Storage storage, int ordinal);

  const StageGraph& graph_;
  std::vector<Buffer>& buffers_;
  std::vector<BufferId> of_value_;
  NameTable names_;
};

}  // namespace weft::codegen
