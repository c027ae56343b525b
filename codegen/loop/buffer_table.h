/// \file Buffers of a program while its kernels are being made.
#pragma once

#include <string>
#include <vector>

#include <weft/codegen/loop/names.h>
#include <weft/codegen/loop/stage.h>

namespace weft::codegen {

/// Buffers of what crosses the border of a graph, in the order of its ports.
struct PortBuffers {
  std::vector<BufferId> inputs, weights, outputs;
};

/// Gives values their buffers: those of ports are there already, the others are made when a kernel
/// first touches them. Names are unique in the program.
class BufferTable {
 public:
  BufferTable(const StageGraph& graph, const PortBuffers& ports, std::vector<Buffer>& buffers,
              NameTable& names);

  BufferId of(ValueId value);
  /// Memory of a task. `name` says what it holds.
  BufferId scratch(const std::string& name, DType dtype, std::vector<ir::IntExpr> sizes);
  const Buffer& operator[](BufferId id) const { return buffers_[id]; }

 private:
  const StageGraph& graph_;
  std::vector<Buffer>& buffers_;
  std::vector<BufferId> of_value_;
  NameTable& names_;
};

/// Adds a buffer of the program.
BufferId add_buffer(std::vector<Buffer>& buffers, NameTable& names, const std::string& name,
                    DType dtype, std::vector<ir::IntExpr> sizes, Storage storage, int ordinal = 0);

}  // namespace weft::codegen
