#include <weft/frontend/trace/path_capture.h>

#include <algorithm>
#include <utility>

#include <weft/frontend/trace/diagnostics.h>

namespace weft {

CapturedPath PathCapture::run_once(const Record& record, std::vector<bool> forced) {
  const std::unique_ptr<Tracer> tracer = make_tracer_();
  tracer->max_decisions = static_cast<std::size_t>(max_paths_ - 1);
  tracer->forced_decisions = std::move(forced);
  needed_.clear();
  try {
    ir::GraphModule module = record(*tracer);
    if (tracer->decisions.size() < tracer->forced_decisions.size()) {
      fail(diag::CaptureNotRepeatable, {}, {"a decision on tensor data was made in one only"});
    }
    return {std::move(module), std::move(tracer->decisions)};
  } catch (const Error& error) {
    needed_ = tracer->needed;
    if (tracer->decisions.empty()) throw;
    // What is thrown on a way that the user's data never goes is no fault of the data.
    Diagnostic diagnostic = error.diagnostic();
    constexpr std::size_t kMostNotes = 4;  // of a long way the end
    const std::size_t count = tracer->decisions.size();
    for (std::size_t i = count - std::min(count, kMostNotes); i < count; ++i) {
      const BranchDecision& decision = tracer->decisions[i];
      diagnostic.notes.push_back(decision.where.str() + ": on the way where this is " +
                                 (decision.taken ? "true" : "false"));
    }
    throw Error(std::move(diagnostic));
  } catch (...) {
    needed_ = tracer->needed;
    throw;
  }
}

ir::GraphModule PathCapture::run(const Record& record) {
  std::vector<CapturedPath> paths;
  std::vector<std::vector<bool>> open = {{}};
  while (!open.empty()) {
    std::vector<bool> forced = std::move(open.back());
    open.pop_back();
    const std::size_t known = forced.size();
    paths.push_back(run_once(record, std::move(forced)));
    // Every decision that was not forced went one way; the other way is to be seen yet.
    const std::vector<BranchDecision>& decisions = paths.back().decisions;
    if (paths.size() + open.size() + decisions.size() - known >
        static_cast<std::size_t>(max_paths_)) {
      fail(diag::TooManyPaths, decisions.back().where,
           {std::to_string(max_paths_), std::to_string(decisions.size())});
    }
    std::vector<bool> prefix;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      if (i >= known) {
        open.push_back(prefix);
        open.back().push_back(!decisions[i].taken);
      }
      prefix.push_back(decisions[i].taken);
    }
  }
  return join_paths(std::move(paths));
}

}  // namespace weft
