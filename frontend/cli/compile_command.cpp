#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/frontend/cli/bundle_writer.h>
#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/progress.h>
#include <weft/frontend/cli/temporary_folder.h>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

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

/// What it is for the largest extents where a call decides them and they have bounds.
std::string arena_text(const codegen::Program& program) {
  if (program.extents.empty()) return bytes_text(program.arena_bytes.value());
  const std::int64_t most = program.arena_bytes.bounds().second;
  return most == INT64_MAX ? program.arena_bytes.str() + " bytes" : "up to " + bytes_text(most);
}

void print_stats(const codegen::Program& program) {
  std::size_t width = 6;
  std::int64_t flops = 0;
  for (const codegen::Kernel& kernel : program.kernels) {
    width = std::max(width, kernel.name.size());
    flops += kernel.flops;
  }
  fmt::print("\n{:<{}}  {:>12}  {:>12}  operators\n", "kernel", width, "operations", "bytes");
  for (const codegen::Kernel& kernel : program.kernels) {
    fmt::print("{:<{}}  {:>12}  {:>12}  {}\n", kernel.name, width, kernel.flops, kernel.bytes,
               fmt::join(kernel.operators, " "));
  }
  fmt::print("\n{} kernels, {} operations a call, {} of weights, {} for intermediate values\n",
             program.kernels.size(), flops, bytes_text(bytes_of(program.weights)),
             arena_text(program));
  for (const std::string& note : program.notes) fmt::print("{}\n", note);
}

/// The program of the model, or those of its variants.
std::vector<codegen::Program> generate(CaptureSession& session, const CompileOptions& options,
                                       const std::string& name, const fs::path& folder) {
  const std::vector<std::string>& variants = options.model.variants;
  if (!variants.empty() || options.eager_fallback) {
    const Progress progress("generating code for the variants of " + name);
    // Without variants there is one, for all that the specs allow.
    return generate_variants(session, variants.empty() ? std::vector<std::string>{""} : variants,
                             name, folder, options.eager_fallback);
  }
  const ir::GraphModule core = session.lower(session.capture());
  const Progress progress("generating code for " + name);
  return {generate_bundle(core, session.paths(), name, folder)};
}

}  // namespace

int run_compile(const CompileOptions& options) {
  // Everything that can be wrong about the target is found before the long work.
  if (!options.folder.empty()) check_replaceable(options.folder);
  if (!options.name.empty() || !options.folder.empty()) {
    bundle_name(options.name, options.folder, "");
  }
  CaptureSession session(options.model);
  const std::string name = bundle_name(options.name, options.folder, session.model_name());
  fs::path target = options.folder.empty() ? fs::path(name) : fs::path(options.folder);
  target = fs::absolute(target).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();  // "out/" is the folder out
  check_replaceable(target);

  const TemporaryFolder draft(target.parent_path(), ".weft-draft");
  const std::vector<codegen::Program> programs =
      generate(session, options, name, draft.path() / name);
  replace_folder(draft.path() / name, target);
  const std::string shown = options.folder.empty() ? name : options.folder;
  for (std::size_t k = 0; k < programs.size(); ++k) {
    const codegen::Program& program = programs[k];
    const std::string variant =
        options.model.variants.empty() ? "" : fmt::format(", {}", options.model.variants[k]);
    fmt::print("{}{}: {} kernels, {} of weights, {} for intermediate values\n", shown, variant,
               program.kernels.size(), bytes_text(bytes_of(program.weights)), arena_text(program));
    if (options.stats) print_stats(program);
  }
  return 0;
}

}  // namespace weft::cli
