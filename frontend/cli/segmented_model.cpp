#include <weft/frontend/cli/segmented_model.h>

#include <dlfcn.h>

#include <filesystem>
#include <map>
#include <set>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/frontend/cli/bundle_builder.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/input_values.h>
#include <weft/frontend/cli/progress.h>
#include <weft/frontend/cli/user_code.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {

SegmentedModel::SegmentedModel(const ModelOptions& options)
    : session_(options, {.transformed = true}), passes_(options.passes) {}

void SegmentedModel::explore(const std::vector<ir::TensorHandle>& inputs) {
  const Progress progress("capturing the segments of " + session_.model_name());
  // Each run has a model of its own, whose prints and counts are not those of the calls.
  const SilentOutput silent;
  const std::shared_ptr<nn::Module> kept = session_.renew_model();
  explore_segments(recorder_, [&] {
    session_.renew_model();
    session_.call(copies_of(inputs));
  });
  session_.exchange_model(kept);
}

std::vector<SegmentCode> SegmentedModel::generate(const std::string& prefix) {
  std::vector<SegmentCode> codes;
  for (; generated_ < recorder_.segments().size(); ++generated_) {
    const RecordedSegment& segment = recorder_.segments()[generated_];
    if (!segment.reason.empty()) continue;
    try {
      codes.push_back(make_segment_code(segment, fmt::format("{}_s{}", prefix, generated_), passes_,
                                        session_.paths()));
    } catch (const Error& error) {
      recorder_.give_up(generated_, error.diagnostic().message);
    }
  }
  return codes;
}

void SegmentedModel::compile() {
  const std::string name = fmt::format("model{}", generated_);
  const std::vector<SegmentCode> codes = generate(name);
  if (codes.empty()) return;
  SegmentSources sources = join_segments(name, codes);
  sources.files["manifest.json"] = "{}\n";  // a bundle has one, and this is built like a bundle
  const std::filesystem::path folder = folder_.path() / name;
  codegen::write_bundle(sources.files, folder);
  const TemporaryFolder work;
  const std::filesystem::path path = build_bundle(folder, sources.manifest, work.path());
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) fail(diag::BundleUnusable, {}, {folder.string(), dlerror()});
  for (const SegmentCode& code : codes) {
    const auto find = [&](const char* function, auto& pointer) {
      pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(
          dlsym(library, (code.name + function).c_str()));
      if (!pointer) fail(diag::BundleUnusable, {}, {folder.string(), code.name + function});
    };
    BundleFunctions functions;
    find("_create", functions.create);
    find("_destroy", functions.destroy);
    find("_workspace_bytes", functions.workspace_bytes);
    find("_run", functions.run);
    const RecordedSegment& segment = *code.segment;
    register_segment({.site = segment.site,
                      .key = segment.key,
                      .sources = segment.sources,
                      .result = segment.result,
                      .strides = segment.strides,
                      .fingerprint = segment.fingerprint,
                      .code = std::make_shared<BundleCall>(functions, code.ports, "")});
  }
}

std::string SegmentedModel::report() const {
  std::map<std::string, std::size_t> compiled;
  std::map<std::string, std::set<std::string>> reasons;
  for (const RecordedSegment& segment : recorder_.segments()) {
    if (segment.reason.empty()) {
      ++compiled[segment.site];
    } else {
      reasons[segment.site].insert(segment.reason);
    }
  }
  std::string text;
  for (const auto& [site, counts] : segment_statistics()) {
    text +=
        fmt::format("segment {}: compiled for {} of its calls' kinds; {} calls compiled, {} not\n",
                    site, compiled[site], counts.compiled, counts.text);
  }
  for (const auto& [site, why] : reasons) {
    text += fmt::format("segment {} runs as written: {}\n", site, fmt::join(why, "; "));
  }
  return text;
}

std::vector<ir::TensorHandle> SegmentedModel::call(const std::vector<ir::TensorHandle>& inputs) {
  const SegmentHandlerScope scope(compiled_segments());
  return session_.call(inputs);
}

}  // namespace weft::cli
