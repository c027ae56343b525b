/// \file Whole graph modules in files: graph, tensors and called modules.
#pragma once

#include <cstddef>
#include <filesystem>

#include <weft/ir/graph_module.h>
#include <weft/ir/serialization/stored_module.h>

namespace weft {

/// A graph module as a file holds it, with all elements in it. Each module that the graph calls is
/// stored as the graph of its forward, so that a program without the model's classes can run it.
/// \error W1410 for what no file can hold: a module whose calls compute in different ways, tensors
/// that share memory, a code generator of the program's own
ir::StoredGraphModule store(const ir::GraphModule& module);
/// The graph module again. Modules are ir::GraphSubmodule, tensors have memory of their own; those
/// in safetensors files are read from `folder`.
/// \error W4108, W31xx for a file that lacks a tensor or cannot be read
ir::GraphModule restore(const ir::StoredGraphModule& stored, const std::filesystem::path& folder);

struct SaveOptions {
  /// In text and JSON, larger tensors go into a safetensors file beside it: `net.weft` and
  /// `net.safetensors`. The binary form holds all.
  std::size_t inline_bytes = 256;
};

/// Writes a graph module: as text into a file `.weft`, as JSON into `.json`, in binary into any
/// other.
/// \error W4108 where it cannot be written, and those of `store`
/// \source torch.save of a GraphModule, which stores code; torch.export.save
void save_graph_module(const ir::GraphModule& module, const std::filesystem::path& path,
                       const SaveOptions& options = {});
/// Reads a graph module, or a graph alone, in any form; its content tells which.
/// \error W4108, W1401 to W1409
ir::GraphModule load_graph_module(const std::filesystem::path& path);

}  // namespace weft
