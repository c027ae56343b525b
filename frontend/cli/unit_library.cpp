#include <weft/frontend/cli/unit_library.h>

#include <dlfcn.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

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
  std::vector<std::string> flags = model_flags(unit.flags);
  if (unit.has_symbolic_numbers) {
    // GCC passes a class through `...` with a warning; Clang does not.
    std::erase(flags, "-w");
    flags.insert(flags.end(), {"-Wno-error", "-Werror=conditionally-supported"});
  } else {
    flags.emplace_back("-w");
  }
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.insert(arguments.end(), {"-fPIC", "-fvisibility=default", "-fdiagnostics-color=never",
                                     paths.prefix_map(), "-x", "c++", "-"});
  return arguments;
}

/// "net.cpp:7:12: error: text" taken apart; nothing for any other line.
std::optional<std::pair<SourceLocation, std::string>> located_error(const std::string& line) {
  const std::size_t mark = line.find("error: ");
  if (mark == std::string::npos) return std::nullopt;
  std::string place = line.substr(0, mark);
  if (place.ends_with("fatal ")) place.resize(place.size() - 6);
  if (!place.ends_with(": ")) return std::nullopt;
  place.resize(place.size() - 2);
  // The numbers at the end: a line, or a line and a column.
  std::vector<int> numbers;
  while (numbers.size() < 2) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos) break;
    int number = 0;
    const char* end = place.data() + place.size();
    const auto [stop, error] = std::from_chars(place.data() + colon + 1, end, number);
    if (error != std::errc() || stop != end) break;
    numbers.insert(numbers.begin(), number);
    place.resize(colon);
  }
  if (numbers.empty()) return std::nullopt;
  const SourceLocation where(intern(place), numbers[0], numbers.size() > 1 ? numbers[1] : 0);
  return std::pair(where, line.substr(mark + 7));
}

/// What a compiler or linker said, as an error at the first place that it complains about; the
/// whole output is a note.
Diagnostic describe_compiler_output(const std::string& output) {
  std::istringstream lines(output);
  std::string kept, unresolved, other;
  std::optional<std::pair<SourceLocation, std::string>> located;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("In file included from <stdin>")) continue;  // not the user's
    if (!located) located = located_error(line);
    if (const std::size_t at = line.find("undefined reference"); at != line.npos) {
      if (unresolved.empty()) unresolved = line.substr(at);
    } else if (other.empty() && line.find("error") != line.npos) {
      other = line;
    }
    kept += line + "\n";
  }
  while (!kept.empty() && kept.back() == '\n') kept.pop_back();
  const std::string message = located               ? located->second
                              : !unresolved.empty() ? unresolved
                              : !other.empty()      ? other
                                                    : "the host compiler failed";
  Diagnostic diagnostic = make_diagnostic(diag::ModelDoesNotBuild,
                                          located ? located->first : SourceLocation(), {message});
  if (!kept.empty()) diagnostic.notes.push_back("the compiler said:\n" + kept);
  return diagnostic;
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
