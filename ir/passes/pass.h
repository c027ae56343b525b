/// \file What a pass is, and the manager that runs a list of them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

/// What a run of passes shares.
struct PassContext {
  /// Receives one line a pass: "after common_subexpression_elimination: 41 -> 17 nodes".
  std::function<void(std::string_view line)> log;
  /// Names of passes that are left out.
  std::set<std::string, std::less<>> disabled;
  /// Also checks that a pass which reports no change made none; costs a hash of the graph a pass.
  bool strict = false;
};

/// Changes a module and returns whether it did; false means that the graph is as it was.
using PassFunction = bool (*)(GraphModule& module, PassContext& context);

struct PassInfo {
  const char* name;
  PassFunction run;
};

/// Runs passes one after the other and checks the graph after each.
class PassManager {
 public:
  PassManager() = default;
  explicit PassManager(std::vector<PassInfo> passes) : passes_(std::move(passes)) {}

  void add(PassInfo pass) { passes_.push_back(pass); }
  const std::vector<PassInfo>& passes() const { return passes_; }

  /// Returns whether any pass changed the module.
  /// \error W1302 if a pass leaves an ill-formed graph
  bool run(GraphModule& module, PassContext& context) const;

 private:
  std::vector<PassInfo> passes_;
};

}  // namespace weft::ir
