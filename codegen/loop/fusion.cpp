/// \file The greedy walk that decides which stages share a kernel.
#include <weft/codegen/loop/fusion.h>

#include <algorithm>

#include <weft/codegen/loop/fusion_attempt.h>
#include <weft/codegen/loop/inline_producers.h>

namespace weft::codegen {
namespace {

/// Bounds the time of one attempt, and with it the whole walk.
constexpr std::size_t kMaxMembers = 48;

/// Order of kernels: if a group reads a value of another one, its position is greater. Positions
/// are those of stages, so that they differ.
class Fuser {
 public:
  explicit Fuser(StageGraph& graph) : graph_(graph), users_(users_of_values(graph)) {
    group_of_.assign(graph.stages.size(), -1);
    for (std::size_t k = 0; k < graph.stages.size(); ++k) {
      const Stage& stage = graph.stages[k];
      if (stage.removed) continue;
      Group group;
      group.kind = stage.library_call          ? GroupKind::kLibrary
                   : stage.contraction    ? GroupKind::kContraction
                   : stage.is_pointwise() ? GroupKind::kPointwise
                                          : GroupKind::kRow;
      group.stages = {static_cast<int>(k)};
      group.axes = stage.axes;
      group.position = static_cast<int>(k);
      group_of_[k] = static_cast<int>(groups_.size());
      groups_.push_back(std::move(group));
    }
  }

  void fuse_producers();
  void fuse_siblings();
  std::vector<Group> take();

 private:
  bool try_join(int producer, int consumer);
  bool try_siblings(int first, int second);
  std::optional<int> common_position(const Group& a, const Group& b) const;
  void commit(int a, int b, FusedGroup fused, int position);
  bool suitable(const Group& a, const Group& b) const;
  bool is_empty(const Group& group) const;

  StageGraph& graph_;
  std::vector<std::vector<int>> users_;
  std::vector<int> group_of_;
  std::vector<Group> groups_;
};

// Either the second group can run where the first one does, or the first where the second does.
std::optional<int> Fuser::common_position(const Group& a, const Group& b) const {
  const Group& early = a.position < b.position ? a : b;
  const Group& late = a.position < b.position ? b : a;
  const auto of_both = [&](int stage) {
    const Group* group = &groups_[group_of_[stage]];
    return group == &a || group == &b;
  };
  bool advance = true;
  for (const int stage : late.stages) {
    for (const ValueId value : values_read(graph_.stages[stage])) {
      const int source = graph_.values[value].stage;
      if (source < 0 || of_both(source)) continue;
      advance = advance && groups_[group_of_[source]].position < early.position;
    }
    for (const Extent& extent : graph_.extents) {
      if (!extent.is_found() || groups_[group_of_[extent.found_by]].position < early.position) {
        continue;
      }
      advance = advance && !mentions(graph_, graph_.stages[stage], extent.symbol);
    }
  }
  if (advance) return early.position;
  for (const int stage : early.stages) {
    for (const int user : users_[graph_.stages[stage].output]) {
      if (!of_both(user) && groups_[group_of_[user]].position < late.position) return std::nullopt;
    }
  }
  return late.position;
}

bool Fuser::is_empty(const Group& group) const { return points(group.axes).is(0); }

bool Fuser::suitable(const Group& a, const Group& b) const {
  if (a.kind == GroupKind::kLibrary || b.kind == GroupKind::kLibrary) return false;
  // Kernels that depend on weights only run once, if nothing else is in them.
  if (graph_.stages[a.stages[0]].constant != graph_.stages[b.stages[0]].constant) return false;
  return a.stages.size() + b.stages.size() <= kMaxMembers && !is_empty(a) && !is_empty(b);
}

void Fuser::commit(int a, int b, FusedGroup fused, int position) {
  fused.group.position = position;
  for (std::size_t k = 0; k < fused.members.size(); ++k) {
    const int stage = fused.group.stages[k];
    graph_.stages[stage] = std::move(fused.members[k]);
    group_of_[stage] = a;
  }
  groups_[a] = std::move(fused.group);
  groups_[b].stages.clear();
}

bool Fuser::try_join(int producer, int consumer) {
  const Group& a = groups_[producer];
  const Group& b = groups_[consumer];
  if (!suitable(a, b)) return false;
  const auto position = common_position(a, b);
  if (!position) return false;
  auto fused = join(graph_, a, b);
  if (!fused) return false;
  commit(producer, consumer, std::move(*fused), *position);
  return true;
}

bool Fuser::try_siblings(int first, int second) {
  const Group& a = groups_[first];
  const Group& b = groups_[second];
  if (!suitable(a, b) || a.kind == GroupKind::kContraction) return false;
  const auto position = common_position(a, b);
  if (!position) return false;
  auto fused = join_siblings(graph_, a, b);
  if (!fused) return false;
  commit(first, second, std::move(*fused), *position);
  return true;
}

void Fuser::fuse_producers() {
  for (std::size_t k = 0; k < graph_.stages.size(); ++k) {
    if (group_of_[k] < 0) continue;
    std::vector<int> sources;
    for (const ValueId value : values_read(graph_.stages[k])) {
      if (graph_.values[value].stage >= 0) sources.push_back(graph_.values[value].stage);
    }
    // An epilogue saves a pass over the result, so contractions are asked first; then the latest.
    std::sort(sources.begin(), sources.end(), [&](int x, int y) {
      const bool cx = groups_[group_of_[x]].kind == GroupKind::kContraction;
      const bool cy = groups_[group_of_[y]].kind == GroupKind::kContraction;
      return cx != cy ? cx : x > y;
    });
    for (const int source : sources) {
      if (group_of_[source] != group_of_[k]) try_join(group_of_[source], group_of_[k]);
    }
  }
}

void Fuser::fuse_siblings() {
  for (const std::vector<int>& users : users_) {
    int last = -1;
    for (const int user : users) {
      const int group = group_of_[user];
      if (last >= 0 && group != last && try_siblings(last, group)) continue;
      last = group_of_[user];
    }
  }
}

std::vector<Group> Fuser::take() {
  std::vector<Group> result;
  for (Group& group : groups_) {
    if (!group.stages.empty()) result.push_back(std::move(group));
  }
  std::sort(result.begin(), result.end(),
            [](const Group& a, const Group& b) { return a.position < b.position; });
  return result;
}

}  // namespace

std::vector<Group> fuse_stages(StageGraph& graph, bool fuse) {
  if (fuse) inline_producers(graph);
  Fuser fuser(graph);
  if (fuse) {
    fuser.fuse_producers();
    fuser.fuse_siblings();
  }
  return fuser.take();
}

std::vector<Axis> inner_axes(const Stage& stage, const Group& group) {
  std::vector<Axis> result;
  for (const Axis& axis : stage.axes) {
    const bool outer = std::any_of(group.axes.begin(), group.axes.end(), [&](const Axis& other) {
      return other.var->id == axis.var->id;
    });
    if (!outer) result.push_back(axis);
  }
  return result;
}

}  // namespace weft::codegen
