#include <weft/frontend/trace/join_paths.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/merge_tails.h>
#include <weft/frontend/trace/same_module.h>

namespace weft {

namespace {

using ir::Argument;
using ir::Node;
using ir::OpCode;

/// A path with its nodes by position.
struct Path {
  explicit Path(CapturedPath& captured) : captured(&captured) {
    for (Node* node : captured.module.graph) {
      position.emplace(node, nodes.size());
      nodes.push_back(node);
    }
    for (const BranchDecision& decision : captured.decisions) {
      if (is_written_since_read(decision)) kept_reads.insert(decision.read);
    }
  }
  const BranchDecision& decision(std::size_t i) const { return captured->decisions.at(i); }

  /// What was read may have changed between the read and the decision.
  bool is_written_since_read(const BranchDecision& decision) const {
    for (std::size_t i = position.at(decision.read); i < decision.position; ++i) {
      if (nodes[i] != decision.read && captured->module.is_impure(*nodes[i])) return true;
    }
    return false;
  }
  /// The value that decides: the tensor that was read, or what had been read of it.
  const Node* predicate(const BranchDecision& decision) const {
    return kept_reads.count(decision.read) != 0 ? decision.read : decision.read->args()[0].node();
  }

  CapturedPath* captured;
  std::vector<Node*> nodes;
  std::unordered_map<const Node*, std::size_t> position;
  std::unordered_set<const Node*> kept_reads;
};

/// A graph being built. Nodes of the paths are known by their positions, which are the same in all
/// paths that come by here.
struct Level {
  ir::GraphModule module;
  Level* outer = nullptr;
  std::unordered_map<std::size_t, Node*> values;
  std::vector<std::size_t> operands;  ///< what the placeholders stand for outside
  Node* last_input = nullptr;         ///< the last of the placeholders
  Argument result;
};

class Joiner {
 public:
  ir::GraphModule run(std::vector<CapturedPath>& captured) {
    std::vector<Path> paths;
    paths.reserve(captured.size());
    for (CapturedPath& one : captured) paths.emplace_back(one);
    std::vector<const Path*> all;
    for (const Path& path : paths) all.push_back(&path);
    for (const CapturedPath& one : captured) {
      for (const auto& [path, module] : one.module.modules()) {
        while (path.rfind(name_, 0) == 0) name_ += "_";
      }
    }
    Level top;
    build(top, all, 0, 0);
    ir::GraphModule& first = captured.front().module;
    top.module.name = first.name;
    top.module.custom = first.custom;
    Node* output = top.module.graph.output(top.result);
    output->meta = first.graph.output_node()->meta;
    top.module.graph.eliminate_dead_code(
        [&](const Node* node) { return top.module.is_impure(*node); });
    top.module.delete_unused_modules();
    top.module.lint();
    return std::move(top.module);
  }

 private:
  void build(Level& level, const std::vector<const Path*>& paths, std::size_t depth,
             std::size_t begin);
  void copy(Level& level, const std::vector<const Path*>& paths, std::size_t position);
  Node* lookup(Level& level, std::size_t position, const Path& path);
  void branch(Level& level, Level& on_true, Level& on_false, const Path& path,
              const BranchDecision& decision);
  void adopt(Level& level, const Path& path, Node& copy);

  std::string attribute_name(const ir::GraphModule::Attribute& attribute);

  std::string name_ = "cond";  // that conditionals have, which no module of the model has
  std::vector<std::pair<std::string, ir::Value>> constants_;  // of all levels
};

// Paths that have taken the same decisions so far have recorded the same nodes.
void check_same(const Path& a, const Path& b, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const Node& node = *a.nodes[i];
    bool same = i < b.nodes.size() && node.opcode() == b.nodes[i]->opcode() &&
                node.target() == b.nodes[i]->target() && node.name() == b.nodes[i]->name() &&
                node.args().size() == b.nodes[i]->args().size();
    for (std::size_t k = 0; same && k < node.args().size(); ++k) {
      same = node.args()[k].str() == b.nodes[i]->args()[k].str();
    }
    if (same) continue;
    fail(diag::CaptureNotRepeatable, node.meta.location,
         {"`" + node.format() + "` is not on every path to the next decision"});
  }
}

void Joiner::build(Level& level, const std::vector<const Path*>& paths, std::size_t depth,
                   std::size_t begin) {
  const Path& path = *paths.front();
  const bool decides = depth < path.captured->decisions.size();
  const std::size_t end = decides ? path.decision(depth).position : path.nodes.size() - 1;
  for (const Path* other : paths) check_same(path, *other, begin, end);
  for (std::size_t i = begin; i < end; ++i) copy(level, paths, i);
  if (!decides) {
    level.result = ir::map_nodes(path.nodes.back()->args()[0], [&](Node* node) {
      return Argument(lookup(level, path.position.at(node), path));
    });
    return;
  }
  std::vector<const Path*> taken[2];
  for (const Path* one : paths) taken[one->decision(depth).taken ? 1 : 0].push_back(one);
  Level arms[2];
  for (int k : {1, 0}) {
    arms[k].outer = &level;
    arms[k].module.name = k == 1 ? "true_graph" : "false_graph";
    build(arms[k], taken[k], depth + 1, end);
  }
  branch(level, arms[1], arms[0], path, path.decision(depth));
}

// What is from outside becomes a placeholder, all the way up.
Node* Joiner::lookup(Level& level, std::size_t position, const Path& path) {
  const auto found = level.values.find(position);
  if (found != level.values.end()) return found->second;
  Node* outside = lookup(*level.outer, position, path);
  ir::Graph& graph = level.module.graph;
  Node* input = nullptr;
  if (graph.first() == nullptr) {
    input = graph.placeholder(path.nodes[position]->name());
  } else {
    const auto scope = level.last_input != nullptr ? ir::InsertionScope::after(level.last_input)
                                                   : ir::InsertionScope::before(graph.first());
    input = graph.placeholder(path.nodes[position]->name());
  }
  level.last_input = input;
  input->meta.value = outside->meta.value;
  input->meta.location = outside->meta.location;
  level.values.emplace(position, input);
  level.operands.push_back(position);
  return input;
}

// Tensors that forward makes are numbered by path; equal ones get one name.
std::string Joiner::attribute_name(const ir::GraphModule::Attribute& attribute) {
  const bool made = attribute.path.rfind(kConstantPrefix, 0) == 0;
  if (!made) return attribute.path;
  for (const auto& [name, value] : constants_) {
    if (same_tensor(value, attribute.value)) return name;
  }
  constants_.emplace_back(kConstantPrefix + std::to_string(constants_.size()), attribute.value);
  return constants_.back().first;
}

// Brings the tensor or module that a copied node refers to along.
void Joiner::adopt(Level& level, const Path& path, Node& copy) {
  const ir::GraphModule& from = path.captured->module;
  if (copy.opcode() == OpCode::kCallModule) {
    if (level.module.find_module(copy.target()) == nullptr) {
      level.module.set_module(copy.target(), from.find_module(copy.target()));
    }
    return;
  }
  const ir::GraphModule::Attribute* attribute = from.find_attribute(copy.target());
  if (attribute == nullptr) return;
  const std::string name = attribute_name(*attribute);
  if (name != copy.target()) copy.set_target(name);
  if (level.module.find_attribute(name) == nullptr) {
    level.module.set_attribute(name, attribute->value, attribute->meta);
  }
}

void Joiner::copy(Level& level, const std::vector<const Path*>& paths, std::size_t position) {
  const Path& path = *paths.front();
  const Node* node = path.nodes[position];
  // Reads that served decisions only are left out.
  if (node->target() == "item" && std::none_of(paths.begin(), paths.end(), [&](const Path* one) {
        const Node* read = one->nodes[position];
        return !read->users().empty() || one->kept_reads.count(read) != 0;
      })) {
    return;
  }
  Node* copy = level.module.graph.node_copy(node, [&](Node* operand) {
    return Argument(lookup(level, path.position.at(operand), path));
  });
  if (copy->opcode() == OpCode::kGetAttr || copy->opcode() == OpCode::kCallModule) {
    adopt(level, path, *copy);
  }
  level.values.emplace(position, copy);
}

void Joiner::branch(Level& level, Level& on_true, Level& on_false, const Path& path,
                    const BranchDecision& decision) {
  const auto tail_of = [&](Level& arm) {
    ir::Graph& graph = arm.module.graph;
    Node* output = graph.output(arm.result);
    graph.eliminate_dead_code([&](const Node* node) { return arm.module.is_impure(*node); });
    graph.erase_node(output);
    BranchTail tail{&arm.module, arm.result, {}};
    for (const std::size_t position : arm.operands) {
      tail.outside.emplace(arm.values.at(position), lookup(level, position, path));
    }
    return tail;
  };
  BranchTail a = tail_of(on_true);
  BranchTail b = tail_of(on_false);
  Node* predicate = lookup(level, path.position.at(path.predicate(decision)), path);
  level.result = merge_tails(level.module, a, b, predicate, name_, decision.where);
}

}  // namespace

ir::GraphModule join_paths(std::vector<CapturedPath> paths) {
  if (paths.size() == 1) return std::move(paths.front().module);
  return Joiner().run(paths);
}

}  // namespace weft
