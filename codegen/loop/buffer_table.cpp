/// \file Buffers of a program while its kernels are being made.
#include <weft/codegen/loop/buffer_table.h>

namespace weft::codegen {

BufferTable::BufferTable(const StageGraph& graph, const PortBuffers& ports,
                         std::vector<Buffer>& buffers, NameTable& names)
    : graph_(graph), buffers_(buffers), of_value_(graph.values.size(), -1), names_(names) {
  for (std::size_t k = 0; k < graph.inputs.size(); ++k)
    of_value_[graph.inputs[k]] = ports.inputs[k];
  for (std::size_t k = 0; k < graph.weights.size(); ++k) {
    of_value_[graph.weights[k]] = ports.weights[k];
  }
  for (std::size_t k = 0; k < graph.outputs.size(); ++k) {
    of_value_[graph.outputs[k]] = ports.outputs[k];
  }
}

BufferId BufferTable::of(ValueId value) {
  if (of_value_[value] < 0) {
    const Value& v = graph_.values[value];
    of_value_[value] = add_buffer(buffers_, names_, v.name, v.dtype, v.sizes, Storage::kArena);
  }
  return of_value_[value];
}

BufferId BufferTable::scratch(const std::string& name, DType dtype,
                              std::vector<ir::IntExpr> sizes) {
  return add_buffer(buffers_, names_, name, dtype, std::move(sizes), Storage::kScratch);
}

BufferId add_buffer(std::vector<Buffer>& buffers, NameTable& names, const std::string& name,
                    DType dtype, std::vector<ir::IntExpr> sizes, Storage storage, int ordinal) {
  Buffer buffer;
  buffer.name = names.unique(name);
  buffer.dtype = dtype;
  buffer.sizes = std::move(sizes);
  buffer.storage = storage;
  buffer.ordinal = ordinal;
  buffers.push_back(std::move(buffer));
  return static_cast<BufferId>(buffers.size()) - 1;
}

}  // namespace weft::codegen
