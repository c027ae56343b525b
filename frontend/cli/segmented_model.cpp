#include <weft/frontend/cli/segmented_model.h>

#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/frontend/cli/bundle_library.h>
#include <weft/frontend/cli/bundle_writer.h>
#include <weft/frontend/cli/input_values.h>
#include <weft/frontend/cli/pass_options.h>
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

void SegmentedModel::compile() {
  const std::vector<RecordedSegment>& segments = recorder_.segments();
  for (; compiled_ < segments.size(); ++compiled_) {
    const RecordedSegment& segment = segments[compiled_];
    if (!segment.reason.empty()) continue;
    const std::string name = fmt::format("segment_{}", compiled_);
    ir::GraphModule core = segment.graph.clone();
    try {
      lower_to_core(core, passes_);
      generate_bundle(core, session_.paths(), name, folder_.path() / name);
    } catch (const Error& error) {
      recorder_.give_up(compiled_, error.diagnostic().message);
      continue;
    }
    const BundleLibrary library(folder_.path() / name);
    register_segment({.site = segment.site,
                      .key = segment.key,
                      .sources = segment.sources,
                      .result = segment.result,
                      .strides = segment.strides,
                      .code = library.code()});
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
