/// \file replace_pattern: copying the replacement in and the match out.
#include <weft/ir/rewriting/replace_pattern.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <weft/ir/diagnostics.h>
#include <weft/ir/passes/rewrite.h>

namespace weft::ir {
namespace {

// The nodes and constants that a graph returns, aggregates taken apart.
void flatten(const Argument& argument, std::vector<Argument>& out) {
  if (const ArgumentList* list = argument.list()) {
    for (const Argument& item : list->items()) flatten(item, out);
  } else if (const auto* dict = std::get_if<ArgumentDict>(&argument.variant())) {
    for (const ArgumentItem& item : dict->items()) flatten(item.value, out);
  } else {
    out.push_back(argument);
  }
}

class Replacer {
 public:
  Replacer(GraphModule& module, const SubgraphMatcher& matcher)
      : module_(module), matcher_(matcher) {}

  // Does nothing where replacing another match left no place that all inputs precede. An output
  // follows every call, so that there is a node to insert before.
  bool replace(Match match, const GraphModule& replacement, std::vector<ReplacedPattern>& done) {
    check_counts(replacement);
    for (Argument& input : match.inputs) input = current(input);
    Node* before = insertion_point(match);
    for (const Argument& input : match.inputs) {
      bool early = true;
      for_each_node(input,
                    [&](Node* n) { early = early && module_.graph.comes_before(n, before); });
      if (!early) return false;
    }
    ReplacedPattern entry;
    std::vector<Argument> results;
    try {
      results = copy_in(match, replacement, before, entry.replacements);
    } catch (...) {
      // The replacement does not fit this match: the graph stays as it was.
      for (auto it = entry.replacements.rbegin(); it != entry.replacements.rend(); ++it) {
        module_.graph.erase_node(*it);
      }
      throw;
    }
    take_out(match, results, entry.replacements);
    entry.match = std::move(match);
    done.push_back(std::move(entry));
    return true;
  }

  // Brings nodes with many operands up to date, which were left as they were: renewing their
  // arguments for every match would take time in the square of their number.
  void finish() {
    for (Node* user : wide_users_) {
      map_arguments(user, [this](Node* n) { return current(n); });
    }
    wide_users_.clear();
    for (const TakenOut& taken : taken_out_) erase(taken);
    taken_out_.clear();
  }

 private:
  // What stands for a value now, after earlier replacements.
  Argument current(const Argument& argument) {
    return map_nodes(argument, [this](Node* node) {
      Argument value(node);
      for (auto it = replaced_.find(node); it != replaced_.end();
           it = value.node() != nullptr ? replaced_.find(value.node()) : replaced_.end()) {
        value = it->second;
      }
      if (value.node() != node) replaced_.insert_or_assign(node, value);
      return value;
    });
  }

  static Node* insertion_point(const Match& match) {
    Node* last = match.matched.back();
    if (match.results.size() == 1) return last->next();
    const Graph& graph = last->graph();
    Node* first_user = nullptr;
    for (const Node* result : match.results) {
      for (Node* user : result->users()) {
        if (std::find(match.matched.begin(), match.matched.end(), user) != match.matched.end()) {
          continue;
        }
        if (first_user == nullptr || graph.comes_before(user, first_user)) first_user = user;
      }
    }
    return first_user != nullptr ? first_user : last->next();
  }

  std::vector<Argument> copy_in(const Match& match, const GraphModule& replacement, Node* before,
                                std::vector<Node*>& made) {
    std::unordered_map<const Node*, Argument> values;
    const auto map = [&](Node* node) { return values.at(node); };
    const Node& origin = *match.results.front();
    const auto scope = InsertionScope::before(before);
    std::size_t next_input = 0;
    std::vector<Argument> results;
    for (const Node* node : replacement.graph) {
      if (node->opcode() == OpCode::kPlaceholder) {
        const bool bound = !matcher_.inputs()[next_input]->users().empty();
        if (!bound && !node->users().empty()) {
          fail(diag::ReplacementMismatch, node->meta.location,
               {fmt::format("it uses `{}`, which the pattern does not", node->name())});
        }
        values.emplace(node, match.inputs[next_input++]);
        continue;
      }
      if (node->opcode() == OpCode::kOutput) {
        for (const Argument& a : node->args()) flatten(map_nodes(a, map), results);
        continue;
      }
      Node* copy = module_.graph.node_copy(node, map);
      made.push_back(copy);
      adopt_target(*copy, replacement);
      // The line that users know is the one of what was replaced.
      copy->meta.location = origin.meta.location;
      copy->meta.module_stack = origin.meta.module_stack;
      copy_origin(origin, *copy);
      if (copy->opcode() != OpCode::kGetAttr) {
        copy->meta.value = {};
        infer_meta(*copy);
      }
      values.emplace(node, copy);
    }
    return results;
  }

  // Brings the tensor or module that a copied node refers to into the module.
  void adopt_target(Node& copy, const GraphModule& replacement) {
    if (copy.opcode() == OpCode::kGetAttr) {
      const GraphModule::Attribute* attribute = replacement.find_attribute(copy.target());
      if (attribute == nullptr) return;
      const TensorHandle* tensor = attribute->value.tensor();
      const std::string path = place(
          copy.target(), tensor != nullptr ? tensor->get() : nullptr, [&](const std::string& at) {
            const GraphModule::Attribute* there = module_.find_attribute(at);
            const TensorHandle* other = there != nullptr ? there->value.tensor() : nullptr;
            return Place{there == nullptr,
                         other != nullptr && tensor != nullptr && *other == *tensor};
          });
      if (module_.find_attribute(path) == nullptr) {
        module_.set_attribute(path, attribute->value, attribute->meta);
      }
      if (path != copy.target()) copy.set_target(path);
    } else if (copy.opcode() == OpCode::kCallModule) {
      const std::shared_ptr<ModuleInterface> called = replacement.find_module(copy.target());
      if (called == nullptr) return;
      const std::string path = place(copy.target(), called.get(), [&](const std::string& at) {
        const std::shared_ptr<ModuleInterface> there = module_.find_module(at);
        return Place{there == nullptr, there == called};
      });
      if (module_.find_module(path) == nullptr) module_.set_module(path, called);
      if (path != copy.target()) copy.set_target(path);
    }
  }

  struct Place {
    bool free;
    bool same;  // the tensor or module is there already
  };

  // Where a tensor or module of the replacement goes that has the path `wanted` there: to that path
  // if it is free or has the same one, else to `wanted_1`, `wanted_2`, ... What was placed before
  // stays where it is, and no number is tried twice.
  template <typename Look>
  std::string place(const std::string& wanted, const void* object, const Look& look) {
    const auto known = places_.find({wanted, object});
    if (object != nullptr && known != places_.end() && look(known->second).same) {
      return known->second;
    }
    std::string path = wanted;
    for (Place at = look(path); !at.free && !at.same; at = look(path)) {
      path = fmt::format("{}_{}", wanted, ++last_number_[wanted]);
    }
    places_.insert_or_assign({wanted, object}, path);
    return path;
  }

  void check_counts(const GraphModule& replacement) const {
    const std::size_t inputs = replacement.graph.placeholders().size();
    if (inputs != matcher_.inputs().size()) {
      fail(diag::ReplacementMismatch, {},
           {fmt::format("it takes {} values, and the pattern takes {}", inputs,
                        matcher_.inputs().size())});
    }
    std::vector<Argument> results;
    if (const Node* output = replacement.graph.output_node()) {
      for (const Argument& a : output->args()) flatten(a, results);
    }
    if (results.size() != matcher_.results().size()) {
      fail(diag::ReplacementMismatch, {},
           {fmt::format("it returns {} values, and the pattern returns {}", results.size(),
                        matcher_.results().size())});
    }
  }

  // A matched part, and the nodes that take over the names of its results.
  struct TakenOut {
    std::vector<Node*> matched;
    std::vector<std::pair<Node*, std::string>> renamed;
  };

  void take_out(const Match& match, const std::vector<Argument>& results,
                const std::vector<Node*>& made) {
    TakenOut taken{match.matched, {}};
    bool left_as_it_is = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      Node* old = match.results[i];
      Node* node = results[i].node();
      if (node != nullptr && std::find(made.begin(), made.end(), node) != made.end()) {
        taken.renamed.emplace_back(node, old->name());
      }
      if (!replaced_.emplace(old, results[i]).second) continue;  // the pattern returns it twice
      const std::vector<Node*> users = old->users();
      for (Node* user : users) {
        if (user->all_input_nodes().size() > kWide) {
          wide_users_.insert(user);
          left_as_it_is = true;
        } else {
          map_arguments(user, [&](Node* n) { return n == old ? results[i] : Argument(n); });
        }
      }
    }
    if (left_as_it_is) {
      taken_out_.push_back(std::move(taken));
    } else {
      erase(taken);
    }
  }

  void erase(const TakenOut& taken) {
    for (auto it = taken.matched.rbegin(); it != taken.matched.rend(); ++it) {
      // Elements that nothing uses; a read of a tensor stays where others use it.
      const std::vector<Node*> unused = (*it)->users();
      if ((*it)->opcode() == OpCode::kGetAttr && !unused.empty()) continue;
      for (Node* element : unused) module_.graph.erase_node(element);
      wide_users_.erase(*it);
      module_.graph.erase_node(*it);
    }
    for (const auto& [node, name] : taken.renamed) node->rename(name);
  }

  static constexpr std::size_t kWide = 64;  // operands

  GraphModule& module_;
  const SubgraphMatcher& matcher_;
  std::unordered_map<const Node*, Argument> replaced_;
  std::unordered_set<Node*> wide_users_;
  std::vector<TakenOut> taken_out_;
  std::map<std::pair<std::string, const void*>, std::string> places_;  // of what was adopted
  std::unordered_map<std::string, int> last_number_;                   // given to a path
};

}  // namespace

std::vector<ReplacedPattern> replace_pattern(GraphModule& module, const GraphModule& pattern,
                                             const ReplacementBuilder& build,
                                             const ReplaceOptions& options) {
  module.graph.lint();
  const SubgraphMatcher matcher(pattern, options.matching);
  Replacer replacer(module, matcher);
  std::vector<ReplacedPattern> done;
  try {
    for (Match& match : matcher.match(module)) {
      const bool wanted =
          std::all_of(options.filters.begin(), options.filters.end(),
                      [&](const MatchFilter& filter) { return filter(match, module, pattern); });
      if (!wanted) continue;
      const GraphModule replacement = build(match);
      replacer.replace(std::move(match), replacement, done);
    }
  } catch (...) {
    replacer.finish();
    throw;
  }
  replacer.finish();
  if (!done.empty()) module.delete_unused_modules();
  return done;
}

std::vector<ReplacedPattern> replace_pattern(GraphModule& module, const GraphModule& pattern,
                                             const GraphModule& replacement,
                                             const ReplaceOptions& options) {
  const ReplacementBuilder build = [&](const Match&) { return replacement.clone(); };
  return replace_pattern(module, pattern, build, options);
}

}  // namespace weft::ir
