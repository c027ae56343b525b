#include <weft/frontend/cli/weights_loader.h>

#include <algorithm>

#include <fmt/format.h>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/runtime/nn/state_dict.h>

namespace weft::cli {
namespace {

/// \error W7301
void check(const nn::StateDictMatch& match, const std::string& path) {
  std::vector<std::string> problems = match.mismatches();
  for (const std::string& key : match.missing_parameters()) {
    problems.push_back(
        fmt::format("tensor \"{}\" is missing; the model needs {}", key, match.wanted(key)));
  }
  for (const std::string& key : match.unexpected()) {
    problems.push_back(fmt::format("tensor \"{}\" is not in the model", key));
  }
  if (problems.empty()) return;
  constexpr std::size_t kMostProblems = 20;
  Diagnostic diagnostic = make_diagnostic(diag::WeightsDoNotFit, {}, {path, problems.front()});
  for (std::size_t i = 1; i < std::min(problems.size(), kMostProblems); ++i) {
    diagnostic.notes.push_back(problems[i]);
  }
  if (problems.size() > kMostProblems) {
    diagnostic.notes.push_back(fmt::format("and {} more", problems.size() - kMostProblems));
  }
  throw Error(std::move(diagnostic));
}

}  // namespace

std::vector<std::string> load_weights(nn::Module& model, const std::string& path) {
  const TensorFile file(path);
  const nn::StateDictMatch match(model, file.tensors());
  check(match, path);
  match.apply();
  std::vector<std::string> notes;
  for (const std::string& key : match.missing_buffers()) {
    notes.push_back(fmt::format(
        "buffer \"{}\" is not in {} and keeps what the constructor computed", key, path));
  }
  return notes;
}

}  // namespace weft::cli
