/// \file Buffers of a program while its kernels are being made.
#include <weft/codegen/loop/buffer_table.h>

namespace weft::codegen {

BufferTable::BufferTable(const StageGraph& graph, std::vector<Buffer>& buffers)
    : graph_(graph), buffers_(buffers), of_value_(graph.values.size(), -1) {
  const auto add_ports = [&](const std::vector<ValueId>& values, Storage storage) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      of_value_[values[k]] = add(graph.values[values[k]], storage, static_cast<int>(k));
    }
  };
  add_ports(graph.inputs, Storage::kInput);
  add_ports(graph.weights, Storage::kWeight);
  add_ports(graph.outputs, Storage::kOutput);
}

BufferId BufferTable::add(const Value& value, Storage storage, int ordinal) {
  Buffer buffer;
  buffer.name = names_.unique(value.name);
  buffer.dtype = value.dtype;
  buffer.sizes = value.sizes;
  buffer.storage = storage;
  buffer.ordinal = ordinal;
  buffers_.push_back(std::move(buffer));
  return static_cast<BufferId>(buffers_.size()) - 1;
}

BufferId BufferTable::of(ValueId value) {
  if (of_value_[value] < 0) of_value_[value] = add(graph_.values[value], Storage::kArena, 0);
  return of_value_[value];
}

BufferId BufferTable::scratch(const std::string& name, DType dtype,
                              std::vector<ir::IntExpr> sizes) {
  Buffer buffer;
  buffer.name = names_.unique(name);
  buffer.dtype = dtype;
  buffer.sizes = std::move(sizes);
  buffer.storage = Storage::kScratch;
  buffers_.push_back(std::move(buffer));
  return static_cast<BufferId>(buffers_.size()) - 1;
}

}  // namespace weft::codegen
