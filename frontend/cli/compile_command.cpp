#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/codegen/loop/lower.h>
#include <weft/frontend/cli/bundle_writer.h>
#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/program_figures.h>
#include <weft/frontend/cli/progress.h>
#include <weft/frontend/cli/segment_writer.h>
#include <weft/frontend/cli/segmented_model.h>
#include <weft/frontend/cli/temporary_folder.h>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

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

/// What the passes earn: the graph with as few of them as possible beside the one that was
/// compiled.
void print_levels(CaptureSession& session, const PassOptions& options) {
  const ir::GraphModule captured = session.capture();
  PassOptions plain;
  plain.level = ir::level::kNone;
  std::vector<ProgramFigures> figures;
  for (const PassOptions& chosen : {plain, options}) {
    const ir::GraphModule core = session.lower(captured, chosen);
    figures.push_back(
        figures_of(fmt::format("-O{}", chosen.level), core.graph, codegen::lower(core)));
  }
  fmt::print("\n{}", figures_table(figures));
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
  const bool may_be_cut =
      !options.full_graph && !options.eager_fallback && options.model.variants.empty();
  CaptureSession session(options.model, {.capture = !options.segments, .segments = may_be_cut});
  const std::string name = bundle_name(options.name, options.folder, session.model_name());
  fs::path target = options.folder.empty() ? fs::path(name) : fs::path(options.folder);
  target = fs::absolute(target).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();  // "out/" is the folder out
  check_replaceable(target);

  const TemporaryFolder draft(target.parent_path(), ".weft-draft");
  const std::string shown_folder = options.folder.empty() ? name : options.folder;
  if (options.segments || (may_be_cut && !session.is_one_graph())) {
    SegmentedModel model(options.model);
    const std::string summary = write_segments(model, name, draft.path() / name);
    replace_folder(draft.path() / name, target);
    fmt::print("{}: {}", shown_folder, summary);
    return 0;
  }
  const std::vector<codegen::Program> programs =
      generate(session, options, name, draft.path() / name);
  replace_folder(draft.path() / name, target);
  for (std::size_t k = 0; k < programs.size(); ++k) {
    const codegen::Program& program = programs[k];
    const std::string variant =
        options.model.variants.empty() ? "" : fmt::format(", {}", options.model.variants[k]);
    fmt::print("{}{}: {} kernels, {} of weights, {} for intermediate values\n", shown_folder,
               variant, program.kernels.size(), bytes_text(bytes_of(program.weights)),
               arena_text(program));
    if (options.stats) print_stats(program);
  }
  if (options.stats && options.model.variants.empty()) {
    PassOptions silent = options.model.passes;
    silent.print_after.clear();
    print_levels(session, silent);
  }
  return 0;
}

}  // namespace weft::cli
