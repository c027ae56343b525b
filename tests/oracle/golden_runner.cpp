/// \file The runner of golden cases.
#include "tests/oracle/golden_runner.h"

#include <fstream>
#include <sstream>

namespace weft_oracle {
namespace {

/// What is wrong with a mode's results, or nothing.
Comparison judge(OperatorMode& mode, const GoldenCase& golden) {
  try {
    return compare(mode.run(golden), golden.outputs, golden.rtol, golden.atol);
  } catch (const std::exception& error) {
    Comparison result;
    result.difference = std::string("threw: ") + error.what();
    return result;
  }
}

}  // namespace

bool KnownFailure::covers(const std::string& mode_name, const GoldenCase& golden) const {
  return (mode == "*" || mode == mode_name) && (target == golden.op || target == golden.id);
}

std::vector<KnownFailure> read_known_failures(const std::filesystem::path& path) {
  std::ifstream stream(path);
  if (!stream) throw OracleError("cannot open " + path.string());
  std::vector<KnownFailure> result;
  std::string text;
  for (int line = 1; std::getline(stream, text); ++line) {
    std::istringstream words(text.substr(0, text.find('#')));
    KnownFailure failure;
    failure.line = line;
    if (!(words >> failure.mode)) continue;
    words >> failure.target >> std::ws;
    std::getline(words, failure.reason);
    if (failure.reason.empty()) {
      throw OracleError(path.string() + ":" + std::to_string(line) +
                        ": a line is 'mode op-or-id reason'");
    }
    result.push_back(failure);
  }
  return result;
}

GoldenReport run_golden(OperatorMode& mode, const std::vector<GoldenCase>& cases,
                        const std::vector<KnownFailure>& known_failures) {
  GoldenReport report;
  report.mode = mode.name();
  std::vector<bool> needed(known_failures.size(), false);
  for (const GoldenCase& golden : cases) {
    Comparison result = judge(mode, golden);
    if (result.agrees()) {
      ++report.passed;
      if (result.worst > report.nearest) {
        report.nearest = result.worst;
        report.nearest_id = golden.id;
      }
      continue;
    }
    const KnownFailure* covering = nullptr;
    for (size_t k = 0; k < known_failures.size(); ++k) {
      if (!known_failures[k].covers(report.mode, golden)) continue;
      covering = &known_failures[k];
      needed[k] = true;
    }
    if (covering) {
      report.known.push_back({golden.id, covering->reason});
    } else {
      report.failures.push_back({golden.id, result.difference});
    }
  }
  for (size_t k = 0; k < known_failures.size(); ++k) {
    const KnownFailure& line = known_failures[k];
    if (needed[k] || (line.mode != "*" && line.mode != report.mode)) continue;
    report.stale.push_back({line.target, "line " + std::to_string(line.line) +
                                             " of the known failures: no case fails"});
  }
  return report;
}

std::string GoldenReport::text() const {
  std::ostringstream out;
  out << mode << ": " << passed << " golden cases pass, " << failures.size() << " fail, "
      << known.size() << " fail as known";
  if (!nearest_id.empty()) out << "; nearest to its tolerance: " << nearest_id << " at " << nearest;
  out << "\n";
  for (const CaseFailure& failure : failures)
    out << "  " << failure.id << ": " << failure.what << "\n";
  for (const CaseFailure& failure : known)
    out << "  known: " << failure.id << ": " << failure.what << "\n";
  for (const CaseFailure& failure : stale)
    out << "  unexpected pass: " << failure.id << ": " << failure.what << "\n";
  return out.str();
}

}  // namespace weft_oracle
