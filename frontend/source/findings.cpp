#include <weft/frontend/source/findings.h>

#include <set>

#include <fmt/format.h>

#include <weft/frontend/source/diagnostics.h>

namespace weft::source {
namespace {

std::string hint_for(ControlKind kind) {
  switch (kind) {
    case ControlKind::kWhile:
    case ControlKind::kDo:
    case ControlKind::kFor:
      return "run a number of rounds that does not depend on data, and keep finished results with "
             "torch::where";
    case ControlKind::kSwitch:
      return "compute every case and select with torch::where, or index a stacked tensor";
    default:
      return "if both arms are tensor code, torch::where(condition, a, b) selects without a branch";
  }
}

void add_calls(const std::vector<CallSite>& calls, Diagnostic& diagnostic) {
  for (const CallSite& call : calls) {
    diagnostic.notes.push_back(
        fmt::format("{}: forward gets there through `{}`", call.location.str(), call.callee));
  }
}

}  // namespace

std::vector<Diagnostic> describe_findings(const SourceModel& model) {
  std::vector<Diagnostic> diagnostics;
  std::set<std::size_t> explained;
  for (const DataBranch& branch : model.branches) {
    const HostRead& first = model.reads[branch.reads.front()];
    Diagnostic diagnostic =
        make_diagnostic(diag::BranchOnTensorData, branch.location,
                        {std::string(to_string(branch.kind)), first.text, hint_for(branch.kind)});
    for (const std::size_t index : branch.reads) {
      const HostRead& read = model.reads[index];
      diagnostic.notes.push_back(
          fmt::format("{}: `{}` reads tensor data", read.location.str(), read.operation));
      explained.insert(index);
    }
    add_calls(branch.reached_by, diagnostic);
    diagnostics.push_back(std::move(diagnostic));
  }
  for (std::size_t index = 0; index < model.reads.size(); ++index) {
    if (explained.count(index)) continue;
    const HostRead& read = model.reads[index];
    Diagnostic diagnostic = make_diagnostic(diag::HostReadOfTensor, read.location, {read.text});
    add_calls(read.reached_by, diagnostic);
    diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

}  // namespace weft::source
