#include <weft/frontend/cli/unit_library.h>

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include <weft/frontend/cli/build_cache.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/host_compiler.h>
#include <weft/frontend/cli/install_layout.h>
#include <weft/frontend/cli/progress.h>
#include <weft/frontend/cli/temporary_folder.h>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

/// The user's flags without those that choose what the compiler writes.
std::vector<std::string> model_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ") {
      ++i;  // and its value
    } else if (flag != "-c" && flag != "-S" && flag != "-E" && !flag.starts_with("-M")) {
      kept.push_back(flag);
    }
  }
  return kept;
}

/// The arguments that decide what the unit means. The unit is read from standard input, so that no
/// path of a temporary file gets into the preprocessed text.
std::vector<std::string> unit_arguments(const CaptureUnit& unit, const SourcePaths& paths) {
  const InstallLayout& layout = install_layout();
  std::vector<std::string> arguments = {"-std=c++20", "-O1", "-I" + layout.include_dir,
                                        "-I" + layout.compat_dir};
  const std::vector<std::string> flags = model_flags(unit.flags);
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.insert(arguments.end(), {"-w", "-fPIC", "-fvisibility=default",
                                     "-fdiagnostics-color=never", paths.prefix_map(), "-x", "c++",
                                     "-"});
  return arguments;
}

[[noreturn]] void refuse(const std::string& output, const SourcePaths& paths) {
  throw Error(describe_compiler_output(paths.as_typed(output)));
}

void compile(CompilerJob job, std::vector<std::string> more, const SourcePaths& paths) {
  job.arguments.insert(job.arguments.end(), more.begin(), more.end());
  const ProcessResult result = run_compiler(job);
  if (result.status != 0) refuse(result.output, paths);
}

/// The path of the unit's shared library, which is in `folder` or in the cache.
fs::path build(const CaptureUnit& unit, const SourcePaths& paths, const fs::path& folder) {
  const fs::path source = folder / "unit.cpp";
  std::ofstream(source) << unit.text;
  const CompilerJob job{.arguments = unit_arguments(unit, paths),
                        .standard_input = source.string()};

  const fs::path preprocessed = folder / "unit.ii";
  compile(job, {"-E", "-o", preprocessed.string()}, paths);
  ContentHash hash;
  hash.add(compiler_identity());
  for (const std::string& argument : job.arguments) hash.add(argument);
  hash.add_file(preprocessed);
  if (const fs::path cached = find_cached(hash, ".so"); !cached.empty()) return cached;

  const fs::path library = folder / "unit.so";
  compile(job,
          {"-x", "none", install_layout().library, "-shared", "-Wl,--no-undefined", "-o",
           library.string()},
          paths);
  store_cached(hash, ".so", library);
  return library;
}

}  // namespace

Diagnostic describe_compiler_output(const std::string& output) {
  static const std::regex kError("(.*?):([0-9]+):(?:([0-9]+):)? (?:fatal )?error: (.*)");
  std::istringstream lines(output);
  std::string kept, first;
  SourceLocation where;
  std::string message;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("<stdin>") != std::string::npos) continue;  // text that the user has not written
    std::smatch match;
    if (message.empty() && std::regex_match(line, match, kError)) {
      where = SourceLocation(intern(match[1]), std::stoi(match[2]),
                             match[3].matched ? std::stoi(match[3]) : 0);
      message = match[4];
    }
    if (first.empty() && line.find("error") != std::string::npos) first = line;
    kept += line + "\n";
  }
  while (!kept.empty() && kept.back() == '\n') kept.pop_back();
  if (message.empty()) message = first.empty() ? "the host compiler rejects the model" : first;
  Diagnostic diagnostic = make_diagnostic(diag::ModelDoesNotBuild, where, {message});
  if (!kept.empty()) diagnostic.notes.push_back("the compiler said:\n" + kept);
  return diagnostic;
}

const ModelEntry& load_capture_unit(const CaptureUnit& unit, const SourcePaths& paths) {
  const TemporaryFolder folder;
  fs::path library;
  {
    const Progress progress("compiling the model");
    library = build(unit, paths, folder.path());
  }
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fail(diag::ModelDoesNotBuild, {}, {std::string("the model cannot be loaded: ") + dlerror()});
  }
  using EntryFunction = const ModelEntry* (*)();
  const auto entry = reinterpret_cast<EntryFunction>(dlsym(handle, "weft_model_entry"));
  if (!entry) fail(diag::InternalError, {}, {"the compiled model has no entry"});
  return *entry();
}

}  // namespace weft::cli
