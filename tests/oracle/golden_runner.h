/// \file Runs golden cases through one way of computing operators, against a list of known
/// failures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/oracle/golden_file.h"

namespace weft_oracle {

/// A way of computing an operator: eagerly, by the interpreter, by generated code, ...
class OperatorMode {
 public:
  virtual ~OperatorMode() = default;
  /// The word that stands for this mode in the list of known failures.
  virtual std::string name() const = 0;
  /// Computes the case's operator on its arguments. What it throws counts as a failure of the case.
  virtual std::vector<OracleTensor> run(const GoldenCase& golden) = 0;
};

/// A line `mode op-or-id reason`; the mode `*` is any.
struct KnownFailure {
  std::string mode;
  std::string target;
  std::string reason;
  int line = 0;

  bool covers(const std::string& mode_name, const GoldenCase& golden) const;
};

/// Reads the list; a line without a reason is an error.
std::vector<KnownFailure> read_known_failures(const std::filesystem::path& path);

struct CaseFailure {
  std::string id;
  std::string what;
};

struct GoldenReport {
  std::string mode;
  size_t passed = 0;
  /// Failures that no line covers.
  std::vector<CaseFailure> failures;
  /// Failures that a line covers, with its reason.
  std::vector<CaseFailure> known;
  /// Lines for this mode none of whose cases failed: the reason has gone, or the name is wrong.
  /// Lines for every mode (`*`) are looked at in each.
  std::vector<CaseFailure> stale;
  /// The passing case that comes nearest to its tolerance, and how near (1 is at the tolerance).
  std::string nearest_id;
  double nearest = 0;

  bool ok() const { return failures.empty() && stale.empty(); }
  /// Counts, then every failure and stale line.
  std::string text() const;
};

GoldenReport run_golden(OperatorMode& mode, const std::vector<GoldenCase>& cases,
                        const std::vector<KnownFailure>& known_failures);

}  // namespace weft_oracle
