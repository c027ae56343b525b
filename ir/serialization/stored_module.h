/// \file StoredModule: a graph module as a file holds it, in text, JSON or binary.
///
/// It needs nothing else to run: the tensors with their elements (or the safetensors file that has
/// them), the graph, and for every module that the graph calls the graph of its forward in place of
/// its class. frontend/trace/graph_file.h makes it of a GraphModule and the reverse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/ir/graph.h>

namespace weft::ir {

/// A parameter, buffer or constant.
struct StoredTensor {
  DType dtype = DType::kFloat32;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;  ///< in elements; of `bytes` they say nothing
  std::string bytes;                  ///< the elements in row-major order, low byte first
  std::string file;                   ///< where not empty: `bytes` are in this safetensors file,
  std::string name;                   ///< under this name
};

/// A graph with what it refers to.
struct StoredModule {
  std::string path;  ///< in the module around it
  std::string name;  ///< of its class
  Attachments custom;
  std::vector<std::pair<std::string, std::size_t>> attributes;  ///< path and number of the tensor
  std::vector<StoredModule> modules;                            ///< that the graph calls
  Graph graph;
};

struct StoredGraphModule {
  std::vector<StoredTensor> tensors;  ///< each once, also where several attributes are one tensor
  StoredModule root;
};

/// \error W1406, W1409
std::string module_to_text(const StoredGraphModule& module);
std::string module_to_json(const StoredGraphModule& module);
std::string module_to_binary(const StoredGraphModule& module);

/// Reads any of the three forms, which its first bytes tell, and those of a graph alone as a module
/// without tensors. Tensors in safetensors files are left there.
/// \error as from_text, from_json and from_binary
StoredGraphModule read_stored_module(std::string_view data, const std::string& file);
/// True for data that begins as one of the forms does.
bool is_stored_module(std::string_view data);

}  // namespace weft::ir
