/// \file GraphLowering: the kernels of a graph without conditionals.
#pragma once

#include <vector>

#include <weft/codegen/loop/buffer_table.h>
#include <weft/codegen/loop/fusion.h>
#include <weft/codegen/loop/lower.h>
#include <weft/codegen/loop/names.h>

namespace weft::codegen {

/// What names have been given in a program.
struct ProgramNames {
  NameTable buffers;
  NameTable kernels;
};

/// Turns a core graph into stages at once; its ports get buffers, and then its kernels are appended
/// to a program.
class GraphLowering {
 public:
  GraphLowering(const ir::GraphModule& module, const LowerOptions& options);

  const StageGraph& graph() const { return graph_; }
  /// The name and type of the k-th port.
  Port input(std::size_t k) const;
  Port weight(std::size_t k) const;
  Port output(std::size_t k) const;
  /// Appends kernels, and the buffers between them. Buffers of written inputs are added to
  /// `Program::written`.
  void append(Program& program, const PortBuffers& ports, ProgramNames& names);

 private:
  void add_kernel(Program& program, const Group& group, BufferTable& buffers, ProgramNames& names);
  bool is_empty(const Group& group) const;
  std::vector<Statement> library_call(const Stage& stage, BufferTable& buffers) const;
  std::vector<const ir::Node*> named_nodes(const Group& group,
                                           const std::vector<const ir::Node*>& nodes) const;

  StageGraph graph_;
  std::vector<Group> groups_;
  std::vector<std::vector<int>> users_;
  KernelNames kernel_names_;
};

}  // namespace weft::codegen
