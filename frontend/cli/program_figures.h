/// \file How large a compiled program is, in figures and as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weft/codegen/loop/loop_ir.h>
#include <weft/ir/graph.h>

namespace weft::cli {

/// "3 bytes", "12 KiB", "20 MiB".
std::string bytes_text(std::int64_t bytes);
/// Of all tensors whose extents are known.
std::int64_t bytes_of(const std::vector<codegen::Port>& ports);
/// The memory for intermediate values: for the largest extents where a call decides them and they
/// have bounds.
std::string arena_text(const codegen::Program& program);

/// One line of the table that compares levels of optimisation.
struct ProgramFigures {
  std::string label;
  std::size_t nodes = 0;        ///< calls in the core graph
  std::size_t kernels = 0;      ///< of every call
  std::size_t once = 0;         ///< kernels that work on weights alone, and run once
  std::int64_t operations = 0;  ///< of one call, as far as extents are known
  std::int64_t bytes = 0;       ///< read and written by the kernels of one call
  std::string weights;
  std::string arena;
};

ProgramFigures figures_of(std::string label, const ir::Graph& core,
                          const codegen::Program& program);
/// With a head, one line each.
std::string figures_table(const std::vector<ProgramFigures>& figures);

}  // namespace weft::cli
