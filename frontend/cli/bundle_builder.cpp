#include <weft/frontend/cli/bundle_builder.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <weft/frontend/cli/build_cache.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/host_compiler.h>
#include <weft/frontend/cli/progress.h>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr bool kIsX86 = true;
#else
constexpr bool kIsX86 = false;
#endif

/// Hash of everything that the library is made from. The weights are not part of it.
ContentHash hash_of(const fs::path& folder, const BundleManifest& manifest) {
  std::vector<fs::path> files = {folder / "manifest.json"};
  for (const std::string& file : manifest.entries) {
    files.push_back(folder / file);
    files.push_back((folder / file).replace_extension(".h"));
  }
  for (const std::string& file : manifest.kernels) files.push_back(folder / file);
  for (const fs::path& file : files) {
    if (!fs::is_regular_file(file)) {
      fail(diag::BundleUnusable, {}, {folder.string(), file.filename().string() + " is missing"});
    }
  }
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "weft_deploy", error)) {
    files.push_back(entry.path());
  }
  if (error) fail(diag::BundleUnusable, {}, {folder.string(), "weft_deploy is missing"});
  std::sort(files.begin(), files.end());  // a folder's order is any
  ContentHash hash;
  hash.add(compiler_identity());
  for (const fs::path& file : files) {
    hash.add(file.filename().string());
    hash.add_file(file);
  }
  return hash;
}

struct ObjectJobs {
  std::vector<CompilerJob> jobs;
  std::vector<std::string> objects;
};

ObjectJobs object_jobs(const fs::path& folder, const BundleManifest& manifest,
                       const fs::path& work) {
  ObjectJobs result;
  const auto add = [&](const std::string& file, const std::vector<std::string>& more) {
    const std::string object = (work / fmt::format("{}.o", result.jobs.size())).string();
    std::vector<std::string> arguments = manifest.flags;
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), {"-fPIC", "-pthread", "-fdiagnostics-color=never", "-c",
                                       (folder / file).string(), "-o", object});
    result.jobs.push_back({.arguments = std::move(arguments), .standard_input = {}});
    result.objects.push_back(object);
  };
  for (const std::string& file : manifest.kernels) {
    for (const BundleInstructionSet& isa : manifest.instruction_sets) {
      if (!kIsX86 && !isa.flags.empty()) continue;
      std::vector<std::string> more = isa.flags;
      more.push_back("-DWEFT_ISA_NAME=" + isa.name);
      add(file, more);
    }
  }
  for (const std::string& file : manifest.entries) {
    add(file,
        kIsX86 ? std::vector<std::string>{"-DWEFT_KERNELS_PER_ISA=1"} : std::vector<std::string>{});
  }
  return result;
}

void check(const ProcessResult& result) {
  if (result.status == 0 || result.status == -1) return;
  std::string text = result.output.substr(0, 4000);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  fail(diag::BundleDoesNotBuild, {}, {"\n" + text});
}

}  // namespace

fs::path build_bundle(const fs::path& folder, const BundleManifest& manifest,
                      const fs::path& work) {
  const ContentHash hash = hash_of(folder, manifest);
  if (const fs::path cached = find_cached(hash, ".so"); !cached.empty()) return cached;

  const ObjectJobs objects = object_jobs(folder, manifest, work);
  const Progress progress(
      fmt::format("building {} ({} files)", folder.string(), objects.jobs.size()));
  for (const ProcessResult& result : run_compilers(objects.jobs)) check(result);
  const fs::path library = work / (manifest.name + ".so");
  CompilerJob link{.arguments = {"-shared", "-pthread", "-o", library.string()},
                   .standard_input = {}};
  link.arguments.insert(link.arguments.end(), objects.objects.begin(), objects.objects.end());
  check(run_compiler(link));
  store_cached(hash, ".so", library);
  return library;
}

}  // namespace weft::cli
