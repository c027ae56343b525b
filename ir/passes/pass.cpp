/// \file Running passes and checking what they leave behind.
#include <weft/ir/passes/pass.h>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <unordered_map>

#include <weft/ir/diagnostics.h>
#include <weft/ir/passes/verify.h>

namespace weft::ir {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The facts that hold after a pass, and who ended those that do not.
class FactFlow {
 public:
  explicit FactFlow(FactSet facts) : facts_(std::move(facts)) {}

  const FactSet& facts() const { return facts_; }

  void pass(const PassInfo& info) {
    for (auto it = facts_.begin(); it != facts_.end();) {
      if (contains(info.keeps, *it)) {
        ++it;
        continue;
      }
      ended_by_[*it] = info.name;
      it = facts_.erase(it);
    }
    facts_.insert(info.gives.begin(), info.gives.end());
  }

  void demand(const PassInfo& info) const {
    for (const std::string& need : info.needs) {
      if (facts_.count(need) != 0) continue;
      const auto ended = ended_by_.find(need);
      fail(diag::PassNeeds, {},
           {info.name, need,
            ended == ended_by_.end() ? std::string("no pass before it gives it")
                                     : fmt::format("pass {} does not keep it", ended->second)});
    }
  }

  // After one round of a group, only what held before it too may be counted on at its start.
  void meet(const FactSet& other) {
    std::erase_if(facts_, [&](const std::string& fact) { return other.count(fact) == 0; });
  }

 private:
  FactSet facts_;
  std::unordered_map<std::string, std::string> ended_by_;
};

class Runner {
 public:
  Runner(GraphModule& module, PassContext& context) : module_(module), context_(context) {}

  bool run(const std::vector<PassInfo>& passes) {
    check_names(passes);
    FactFlow planned(context_.facts);
    plan(passes, planned);
    metas_agree_ = metas_agree(module_);
    FactFlow facts(context_.facts);
    const bool changed = run_all(passes, facts);
    context_.facts = facts.facts();
    return changed;
  }

 private:
  bool left_out(const PassInfo& info) const { return context_.disabled.count(info.name) != 0; }

  static void collect_names(const std::vector<PassInfo>& passes, FactSet& names) {
    for (const PassInfo& info : passes) {
      names.insert(info.name);
      collect_names(info.inner, names);
    }
  }

  void check_names(const std::vector<PassInfo>& passes) const {
    FactSet names;
    collect_names(passes, names);
    for (const std::string& name : context_.disabled) {
      if (names.count(name) != 0) continue;
      fail(diag::UnknownPass, {}, {name, fmt::format("{}", fmt::join(names, ", "))});
    }
  }

  void plan(const std::vector<PassInfo>& passes, FactFlow& facts) const {
    for (const PassInfo& info : passes) {
      if (left_out(info)) continue;
      facts.demand(info);
      if (info.inner.empty()) {
        facts.pass(info);
        continue;
      }
      const FactSet before = facts.facts();
      plan(info.inner, facts);
      facts.meet(before);
      plan(info.inner, facts);
    }
  }

  bool run_all(const std::vector<PassInfo>& passes, FactFlow& facts) {
    bool changed = false;
    for (const PassInfo& info : passes) {
      if (left_out(info)) {
        report({.name = info.name, .left_out = true});
      } else if (info.inner.empty()) {
        changed |= run_one(info, facts);
      } else {
        changed |= run_group(info, facts);
      }
    }
    return changed;
  }

  bool run_group(const PassInfo& group, FactFlow& facts) {
    for (int round = 0; round < group.bound; ++round) {
      if (!run_all(group.inner, facts)) return round > 0;
    }
    fail(diag::FixpointBound, {}, {group.name, std::to_string(group.bound)});
  }

  bool run_one(const PassInfo& info, FactFlow& facts) {
    PassReport done;
    done.name = info.name;
    done.nodes_before = module_.graph.size();
    const std::uint64_t hash = context_.strict ? module_.graph.structural_hash() : 0;
    const auto start = std::chrono::steady_clock::now();
    done.changed = run_named(info);
    done.time = std::chrono::steady_clock::now() - start;
    done.nodes_after = module_.graph.size();
    facts.pass(info);
    metas_agree_ = metas_agree_ || facts.facts().count(fact::kShapes) != 0;
    verify(module_, info.name, facts.facts(), metas_agree_);
    if (context_.strict && !done.changed && module_.graph.structural_hash() != hash) {
      fail(diag::PassFailed, {}, {info.name, "it changed the graph and reported that it did not"});
    }
    report(done);
    if (context_.after) context_.after(info.name, module_);
    return done.changed;
  }

  // What a pass throws names the pass.
  bool run_named(const PassInfo& info) {
    try {
      return info.run(module_, context_);
    } catch (const Error& error) {
      Diagnostic diagnostic = error.diagnostic();
      diagnostic.notes.push_back("in pass " + info.name);
      throw Error(std::move(diagnostic));
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      fail(diag::PassThrew, {}, {info.name, error.what()});
    }
  }

  void report(const PassReport& done) const {
    if (context_.report) context_.report(done);
  }

  GraphModule& module_;
  PassContext& context_;
  bool metas_agree_ = false;
};

}  // namespace

std::string PassReport::str() const {
  if (left_out) return fmt::format("left out {}", name);
  const double ms = std::chrono::duration<double, std::milli>(time).count();
  if (!changed)
    return fmt::format("after {}: {} nodes (unchanged), {:.1f} ms", name, nodes_after, ms);
  return fmt::format("after {}: {} -> {} nodes, {:.1f} ms", name, nodes_before, nodes_after, ms);
}

PassInfo fixpoint(std::string name, std::vector<PassInfo> passes, int bound) {
  PassInfo group{std::move(name)};
  group.inner = std::move(passes);
  group.bound = bound;
  return group;
}

bool PassManager::run(GraphModule& module, PassContext& context) const {
  return Runner(module, context).run(passes_);
}

}  // namespace weft::ir
