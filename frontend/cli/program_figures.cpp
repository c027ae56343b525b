#include <weft/frontend/cli/program_figures.h>

#include <climits>
#include <optional>

#include <fmt/format.h>

namespace weft::cli {

std::string bytes_text(std::int64_t bytes) {
  if (bytes < 10 * 1024) return fmt::format("{} bytes", bytes);
  if (bytes < 10 * 1024 * 1024) return fmt::format("{} KiB", bytes / 1024);
  return fmt::format("{} MiB", bytes / (1024 * 1024));
}

std::int64_t bytes_of(const std::vector<codegen::Port>& ports) {
  std::int64_t bytes = 0;
  for (const codegen::Port& port : ports) {
    const std::optional<std::int64_t> count = port.meta.numel().maybe_value();
    bytes += count.value_or(0) * static_cast<std::int64_t>(ir::size_of(port.meta.dtype));
  }
  return bytes;
}

std::string arena_text(const codegen::Program& program) {
  if (program.extents.empty()) return bytes_text(program.arena_bytes.value());
  const std::int64_t most = program.arena_bytes.bounds().second;
  return most == INT64_MAX ? program.arena_bytes.str() + " bytes" : "up to " + bytes_text(most);
}

ProgramFigures figures_of(std::string label, const ir::Graph& core,
                          const codegen::Program& program) {
  ProgramFigures figures;
  figures.label = std::move(label);
  for (const ir::Node* node : core) {
    const bool call =
        node->opcode() == ir::OpCode::kCallFunction || node->opcode() == ir::OpCode::kCallModule;
    if (call) ++figures.nodes;
  }
  for (const codegen::Kernel& kernel : program.kernels) {
    if (kernel.weights_only) {
      ++figures.once;
      continue;
    }
    ++figures.kernels;
    figures.operations += kernel.flops;
    figures.bytes += kernel.bytes;
  }
  figures.weights = bytes_text(bytes_of(program.weights));
  figures.arena = arena_text(program);
  return figures;
}

std::string figures_table(const std::vector<ProgramFigures>& figures) {
  constexpr const char* kLine = "{:<6}  {:>6}  {:>7}  {:>5}  {:>12}  {:>12}  {:>12}  {}\n";
  std::string table = fmt::format(kLine, "level", "nodes", "kernels", "once", "operations", "bytes",
                                  "weights", "intermediate values");
  for (const ProgramFigures& f : figures) {
    table += fmt::format(kLine, f.label, f.nodes, f.kernels, f.once, f.operations, f.bytes,
                         f.weights, f.arena);
  }
  return table;
}

}  // namespace weft::cli
