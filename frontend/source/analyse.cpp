#include <filesystem>
#include <fstream>

#include <weft/frontend/source/compiler_flags.h>
#include <weft/frontend/source/diagnostics.h>
#include <weft/frontend/source/host_reads.h>
#include <weft/frontend/source/model_finder.h>
#include <weft/frontend/source/parse.h>
#include <weft/frontend/source/reached_code.h>
#include <weft/frontend/source/segment_finder.h>
#include <weft/frontend/source/symbolic_numbers.h>
#include <weft/frontend/source/source_model.h>

namespace weft::source {
namespace {

void check_readable(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) fail(diag::SourceUnreadable, {}, {path, "no such file"});
  if (std::filesystem::is_directory(status)) {
    fail(diag::SourceUnreadable, {}, {path, "it is a folder"});
  }
  if (!std::ifstream(path)) fail(diag::SourceUnreadable, {}, {path, "permission denied"});
}

}  // namespace

SourceModel analyse_source(const SourceOptions& options) {
  check_readable(options.path);
  CompilerFlags flags = sort_flags(options.flags);
  const ParseJob job{.path = options.path,
                     .flags = std::move(flags.accepted),
                     .include_dirs = options.include_dirs,
                     .resource_dir = find_resource_dir(options.resource_dir),
                     .precompiled_folder = options.precompiled_folder};
  SourceModel result;
  result.path = std::filesystem::absolute(options.path).lexically_normal().string();
  result.ignored_flags = std::move(flags.ignored);
  parse_file(job, [&](const Program& program) {
    result.user_files = program.user_file_names;
    const ChosenModel chosen = find_model(program.sema, program.user_files, options.model, result);
    const ReachedCode code = find_host_reads(program.sema, program.user_files, chosen, result);
    result.plan = find_segments(program.sema, program.user_files, chosen.record, code);
    find_symbolic_numbers(program.sema, program.user_files, result);
  });
  return result;
}

}  // namespace weft::source
