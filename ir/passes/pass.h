/// \file What a pass is, and the manager that runs a list of them.
#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <weft/ir/graph_module.h>

namespace weft::ir {

class Executor;

/// How much the passes of a list may do to a graph.
///
/// | level | passes |
/// |---|---|
/// | 0 | those that the code generator needs |
/// | 1 | also removal of identities, of equal computations and of what nobody uses |
/// | 2 | also rewrites of every kind that keep each bit of each result |
/// | 3 | also rewrites of floating-point results that hold up to rounding |
namespace level {
inline constexpr int kNone = 0;
inline constexpr int kClean = 1;
inline constexpr int kExact = 2;
inline constexpr int kRounding = 3;
inline constexpr int kDefault = kExact;
}  // namespace level

/// Names of facts about a graph. Passes may use names of their own besides the ones that the
/// manager can check.
using FactSet = std::set<std::string, std::less<>>;

namespace fact {
/// The dtype and extents of every value that can be concluded are recorded, and agree.
inline constexpr const char* kShapes = "shapes";
/// The recorded strides are those that the operators give.
inline constexpr const char* kStrides = "strides";
/// Every call is written as `normalize` writes it.
inline constexpr const char* kNormalised = "normalised";
/// No node writes into a tensor that another one can see.
inline constexpr const char* kFunctional = "functional";
}  // namespace fact

/// What one pass did, for logs.
struct PassReport {
  std::string name;
  std::size_t nodes_before = 0;
  std::size_t nodes_after = 0;
  bool changed = false;
  bool left_out = false;  ///< switched off by name
  std::chrono::nanoseconds time{0};

  /// "after fuse: 41 -> 17 nodes, 0.3 ms", "after fuse: 17 nodes (unchanged), 0.1 ms",
  /// "left out fuse".
  std::string str() const;
};

/// What a run of passes shares.
struct PassContext {
  /// Called after each pass.
  std::function<void(const PassReport& report)> report;
  /// Called with the graph after each pass that was not left out.
  std::function<void(const std::string& pass, const GraphModule& module)> after;
  /// What `lower_to_core` takes its list of passes from.
  int level = level::kDefault;
  /// Computes what is the same in every run; without it such computations stay in the graph.
  Executor* executor = nullptr;
  /// Names of passes that are left out. Names that are not in the list are refused.
  std::set<std::string, std::less<>> disabled;
  /// Also checks that a pass which reports no change made none; costs a hash of the graph a pass.
  bool strict = false;
  /// Facts that hold before the first pass, and after the run those that hold then.
  FactSet facts;
  /// Tells what a module's forward returns for arguments with metas; without it, nothing is
  /// concluded about module calls. Returns an empty meta where it does not know either.
  std::function<ValueMeta(ModuleInterface& module, const std::vector<Argument>& arguments,
                          SourceLocation where)>
      infer_module;
};

/// Changes a module and returns whether it did; false means that the graph is as it was.
using PassFunction = std::function<bool(GraphModule& module, PassContext& context)>;

/// A pass with what it needs and leaves. A fact that a pass neither gives nor keeps no longer holds
/// after it.
struct PassInfo {
  std::string name;
  PassFunction run = {};
  std::vector<std::string> needs = {};
  std::vector<std::string> gives = {};
  std::vector<std::string> keeps = {};
  /// A group instead of a function: these passes, again until none of them changes anything.
  std::vector<PassInfo> inner = {};
  int bound = 0;  ///< rounds that the group may take
};

/// A group that is run until it changes nothing, for `bound` rounds at most.
/// \error W1322 when it is run and has not come to rest by then
PassInfo fixpoint(std::string name, std::vector<PassInfo> passes, int bound = 16);

/// Runs passes one after the other and checks the graph after each.
///
/// Whether needs are met is decided from the list alone before anything runs, so that it does not
/// depend on what a pass finds in a graph.
/// \source torch.fx.passes.infra.pass_manager.PassManager
class PassManager {
 public:
  PassManager() = default;
  explicit PassManager(std::vector<PassInfo> passes) : passes_(std::move(passes)) {}

  void add(PassInfo pass) { passes_.push_back(std::move(pass)); }
  const std::vector<PassInfo>& passes() const { return passes_; }

  /// Returns whether any pass changed the module. After each pass the graph is linted, its metas
  /// are compared with what the operators give, and the facts that hold are checked.
  /// \error W1320 for needs that are not met, W1321 for an unknown name in `context.disabled`,
  /// W1302 if a pass leaves an ill-formed graph, W1323 if a node breaks a fact, each with the
  /// user's line of the node; W1324 for an exception of a pass that is no weft::Error, which gets a
  /// note with the name of the pass instead
  bool run(GraphModule& module, PassContext& context) const;

 private:
  std::vector<PassInfo> passes_;
};

}  // namespace weft::ir
