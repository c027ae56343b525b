/// \file One attempt to put two groups into one kernel.
#include <weft/codegen/loop/fusion_attempt.h>

#include <algorithm>
#include <set>

#include <weft/codegen/loop/index_map.h>
#include <weft/codegen/loop/inline_producers.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarNode;
using ir::Symbol;

/// Below this many rows, a row kernel with this much work would lose more by running on few threads
/// than it gains.
constexpr std::int64_t kFewRows = 8;
constexpr std::int64_t kMuchWork = 1 << 16;

bool contains(const std::vector<Axis>& axes, const Symbol& symbol) {
  return std::any_of(axes.begin(), axes.end(),
                     [&](const Axis& axis) { return axis.var->id == symbol->id; });
}

std::vector<Axis> without(const std::vector<Axis>& axes, const std::vector<Axis>& removed) {
  std::vector<Axis> result;
  for (const Axis& axis : axes) {
    if (!contains(removed, axis.var)) result.push_back(axis);
  }
  return result;
}

std::vector<Axis> joined(std::vector<Axis> first, const std::vector<Axis>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

bool same_axes(const std::vector<Axis>& a, const std::vector<Axis>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](auto& x, auto& y) {
           return x.var->id == y.var->id;
         });
}

bool depends_only_on(const IntExpr& e, const std::vector<Axis>& axes) {
  const std::vector<Symbol> symbols = e.symbols();
  return std::all_of(symbols.begin(), symbols.end(),
                     [&](const Symbol& s) { return contains(axes, s); });
}

Substitution restricted(const Substitution& all, const std::vector<Axis>& axes) {
  Substitution result;
  for (const auto& [symbol, value] : all) {
    if (contains(axes, symbol)) result.emplace_back(symbol, value);
  }
  return result;
}

/// A load of a producer's value by a consumer; `from` and `to` are positions in Attempt::members.
struct Link {
  std::size_t from = 0;
  std::size_t to = 0;
  std::vector<IntExpr> index;
  bool reduced = false;
};

class Attempt {
 public:
  Attempt(const StageGraph& graph, const Group& a, const Group& b) : graph_(graph), a_(a), b_(b) {
    std::merge(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
               std::back_inserter(ids_));
    for (const int id : ids_) {
      members_.push_back(graph.stages[id]);
      in_a_.push_back(std::binary_search(a.stages.begin(), a.stages.end(), id));
    }
    axes_ = a.axes;
  }

  std::optional<FusedGroup> vertical();
  std::optional<FusedGroup> horizontal();

 private:
  void find_links();
  const Link& main_link() const;
  const std::vector<IntExpr>& sizes(const Link& link) const {
    return graph_.values[members_[link.from].output].sizes;
  }
  std::vector<Axis> loops_at(const Link& link) const;

  bool pointwise_to_pointwise(const Link& link);
  bool pointwise_to_row(const Link& link);
  bool row_to_pointwise(const Link& link);
  bool row_to_row(const Link& link);

  void rewrite(bool in_a, const Substitution& replacements, const std::vector<Axis>& outer_from,
               const std::vector<Axis>& outer_to);
  void set_axes(bool in_a, const std::vector<Axis>& axes);
  bool unify_inner_axes();
  bool rename_inner(const Symbol& from, const Axis& to);
  bool links_agree();
  bool within_limits() const;
  bool reads_across() const;
  std::optional<FusedGroup> finish();

  const StageGraph& graph_;
  const Group& a_;
  const Group& b_;
  std::vector<int> ids_;
  std::vector<Stage> members_;
  std::vector<bool> in_a_;
  std::vector<Link> links_;
  std::vector<Axis> axes_;  ///< of the joined group
  GroupKind kind_ = GroupKind::kRow;
};

void Attempt::find_links() {
  links_.clear();
  for (std::size_t to = 0; to < members_.size(); ++to) {
    if (in_a_[to]) continue;
    for_each_load(members_[to], [&](const ScalarNode& load, bool reduced) {
      for (std::size_t from = 0; from < to; ++from) {
        if (!in_a_[from] || members_[from].output != load.input) continue;
        links_.push_back({from, to, load.indices, reduced});
      }
    });
  }
}

// The link that says most about how the two sides' axes correspond.
const Link& Attempt::main_link() const {
  const auto dimensions = [&](const Link& link) {
    return members_[link.from].axes.size() * 16 + loops_at(link).size();
  };
  return *std::max_element(links_.begin(), links_.end(), [&](const Link& x, const Link& y) {
    return dimensions(x) < dimensions(y);
  });
}

std::vector<Axis> Attempt::loops_at(const Link& link) const {
  const Stage& stage = members_[link.to];
  return link.reduced ? joined(stage.axes, stage.reduce) : stage.axes;
}

void Attempt::rewrite(bool in_a, const Substitution& replacements,
                      const std::vector<Axis>& outer_from, const std::vector<Axis>& outer_to) {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (in_a_[k] != in_a) continue;
    substitute(members_[k], replacements);
    members_[k].axes = joined(outer_to, without(members_[k].axes, outer_from));
  }
}

void Attempt::set_axes(bool in_a, const std::vector<Axis>& axes) {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (in_a_[k] == in_a) members_[k].axes = axes;
  }
}

// Both sides run over all their axes. Either may take the other's; the one that leads to plain
// sums is better.
bool Attempt::pointwise_to_pointwise(const Link& link) {
  const Stage& producer = members_[link.from];
  const auto down = invert(link.index, sizes(link), b_.axes, producer.store_index);
  if (!down) return false;
  if (!down->rest.empty()) {
    // The producer is smaller: its axes become the outer ones. Its result would have to be kept
    // for a later outer iteration unless they come first.
    if (down->splits) return false;
    const std::size_t outer = b_.axes.size() - down->rest.size();
    const std::vector<Axis> last(b_.axes.begin() + static_cast<std::ptrdiff_t>(outer),
                                 b_.axes.end());
    if (!same_axes(last, down->rest)) return false;
    rewrite(false, down->axes, {}, {});
    set_axes(false, joined(a_.axes, down->rest));
    return true;
  }
  kind_ = GroupKind::kPointwise;
  const auto up = invert(producer.store_index, sizes(link), a_.axes, link.index);
  if (up && up->rest.empty() && (is_polynomial(up->axes) || !is_polynomial(down->axes))) {
    rewrite(true, up->axes, {}, {});
    set_axes(true, b_.axes);
    axes_ = b_.axes;
    return true;
  }
  rewrite(false, down->axes, {}, {});
  set_axes(false, a_.axes);
  return true;
}

// The producers become part of the rows: over the outer axes only, or over a member's inner axes
// too.
bool Attempt::pointwise_to_row(const Link& link) {
  const Stage& producer = members_[link.from];
  const std::vector<Axis> loops = loops_at(link);
  const std::vector<Axis> inner = without(loops, b_.axes);
  const auto down = invert(link.index, sizes(link), loops, producer.store_index);
  if (!down || down->splits) return false;
  const bool whole = down->rest.empty();
  if (!whole && !same_axes(down->rest, inner)) return false;
  const auto up = invert(producer.store_index, sizes(link), a_.axes, link.index);
  if (!up || !up->rest.empty()) return false;
  rewrite(true, up->axes, {}, {});
  set_axes(true, whole ? joined(b_.axes, inner) : b_.axes);
  axes_ = b_.axes;
  return true;
}

// The consumers take the outer axes of the rows; what they have besides becomes inner.
bool Attempt::row_to_pointwise(const Link& link) {
  const Stage& producer = members_[link.from];
  const auto down = invert(link.index, sizes(link), b_.axes, producer.store_index);
  if (!down) return false;
  if (a_.kind == GroupKind::kContraction) {
    if (!down->rest.empty()) return false;
    kind_ = GroupKind::kContraction;
    rewrite(false, down->axes, {}, {});
    set_axes(false, a_.axes);
    return true;
  }
  const std::vector<Axis> shared = without(producer.axes, a_.axes);
  rewrite(false, down->axes, {}, {});
  set_axes(false, joined(joined(a_.axes, shared), down->rest));
  return true;
}

bool Attempt::row_to_row(const Link& link) {
  const Stage& producer = members_[link.from];
  const std::vector<Axis> loops = loops_at(link);
  const std::vector<Axis> inner = without(loops, b_.axes);
  const auto down = invert(link.index, sizes(link), loops, producer.store_index);
  if (!down || down->splits) return false;
  // What is left open can be inner axes only, and the rows correspond to rows.
  if (std::any_of(down->rest.begin(), down->rest.end(),
                  [&](const Axis& axis) { return !contains(inner, axis.var); })) {
    return false;
  }
  const Substitution outer = restricted(down->axes, b_.axes);
  if (outer.size() != b_.axes.size() || !(points(a_.axes) == points(b_.axes))) return false;
  for (const auto& [symbol, value] : outer) {
    if (!depends_only_on(value, a_.axes) || !is_polynomial(value)) return false;
  }
  rewrite(false, outer, b_.axes, a_.axes);
  return true;
}

// Makes inner axes that run over the same elements one axis, in both groups.
bool Attempt::rename_inner(const Symbol& from, const Axis& to) {
  const Substitution rename{{from, IntExpr(to.var)}};
  for (Stage& stage : members_) {
    const bool has = contains(stage.axes, from) || contains(stage.reduce, from);
    if (!has) continue;
    if (contains(stage.axes, to.var) || contains(stage.reduce, to.var)) return false;
    substitute(stage, rename);
    for (std::vector<Axis>* axes : {&stage.axes, &stage.reduce}) {
      for (Axis& axis : *axes) {
        if (axis.var->id != from->id) continue;
        if (!(axis.extent == to.extent)) return false;
        axis = to;
      }
    }
  }
  return true;
}

bool Attempt::unify_inner_axes() {
  // Each rename makes one axis disappear, so this ends.
  for (std::size_t round = 0; round < 64; ++round) {
    find_links();
    bool renamed = false;
    for (const Link& link : links_) {
      const Stage& from = members_[link.from];
      for (std::size_t d = 0; d < link.index.size() && !renamed; ++d) {
        if (link.index[d] == from.store_index[d]) continue;
        const Symbol there = from.store_index[d].as_symbol();
        const Symbol here = link.index[d].as_symbol();
        if (!there || !here || contains(axes_, there) || contains(axes_, here)) return false;
        const auto axis = std::find_if(from.axes.begin(), from.axes.end(),
                                       [&](const Axis& x) { return x.var->id == there->id; });
        if (axis == from.axes.end() || !rename_inner(here, *axis)) return false;
        renamed = true;
      }
      if (renamed) break;
    }
    if (!renamed) return true;
  }
  return false;
}

// Every value is read at the point at which it was computed, in loops that are at least as deep.
bool Attempt::links_agree() {
  find_links();
  return std::all_of(links_.begin(), links_.end(), [&](const Link& link) {
    const Stage& from = members_[link.from];
    if (link.index != from.store_index) return false;
    const std::vector<Axis> loops = loops_at(link);
    return std::all_of(from.axes.begin(), from.axes.end(),
                       [&](const Axis& axis) { return contains(loops, axis.var); });
  });
}

bool Attempt::within_limits() const {
  std::set<ValueId> buffers;
  double work = 0;
  for (const Stage& stage : members_) {
    buffers.insert(stage.output);
    for (const ValueId value : values_read(stage)) buffers.insert(value);
    work += body_points(stage) * (1 + cost(stage.body).total);
    // The epilogue of a contraction has no place for data-dependent indices.
    if (kind_ == GroupKind::kContraction && !stage.indirect.empty()) return false;
  }
  if (buffers.size() > kMaxKernelBuffers) return false;
  return kind_ != GroupKind::kRow || expected_points(axes_) >= kFewRows || work < kMuchWork;
}

std::optional<FusedGroup> Attempt::finish() {
  if (!unify_inner_axes() || !links_agree() || !within_limits()) return std::nullopt;
  FusedGroup result;
  result.group.kind = kind_;
  result.group.stages = ids_;
  result.group.axes = axes_;
  result.members = std::move(members_);
  return result;
}

std::optional<FusedGroup> Attempt::vertical() {
  find_links();
  if (links_.empty()) return std::nullopt;
  const bool from_pointwise = a_.kind == GroupKind::kPointwise;
  const bool to_pointwise = b_.kind == GroupKind::kPointwise;
  if (b_.kind == GroupKind::kContraction) return std::nullopt;
  if (a_.kind == GroupKind::kContraction && !to_pointwise) return std::nullopt;
  const Link link = main_link();
  const bool found = from_pointwise && to_pointwise ? pointwise_to_pointwise(link)
                     : from_pointwise               ? pointwise_to_row(link)
                     : to_pointwise                 ? row_to_pointwise(link)
                                                    : row_to_row(link);
  return found ? finish() : std::nullopt;
}

// Some member of one group loads a value of the other, in either direction.
bool Attempt::reads_across() const {
  for (std::size_t to = 0; to < members_.size(); ++to) {
    for (const ValueId value : values_read(members_[to])) {
      for (std::size_t from = 0; from < members_.size(); ++from) {
        if (in_a_[from] != in_a_[to] && members_[from].output == value) return true;
      }
    }
  }
  return false;
}

std::optional<FusedGroup> Attempt::horizontal() {
  const auto extents = [](const std::vector<Axis>& axes) {
    std::vector<IntExpr> result;
    for (const Axis& axis : axes) result.push_back(axis.extent);
    return result;
  };
  if (a_.kind != b_.kind || extents(a_.axes) != extents(b_.axes)) return std::nullopt;
  kind_ = a_.kind;
  Substitution same;
  for (std::size_t k = 0; k < a_.axes.size(); ++k) {
    same.emplace_back(b_.axes[k].var, a_.axes[k].var);
  }
  rewrite(false, same, b_.axes, a_.axes);
  if (kind_ == GroupKind::kRow) {
    // Reductions over the same rows run over the same inner axes.
    const auto reduction = [&](bool in_a) -> const Stage* {
      for (std::size_t k = 0; k < members_.size(); ++k) {
        if (in_a_[k] == in_a && members_[k].is_reduction()) return &members_[k];
      }
      return nullptr;
    };
    const Stage* first = reduction(true);
    const Stage* second = reduction(false);
    if (first == nullptr || second == nullptr) return std::nullopt;
    const std::vector<Axis> to = first->reduce;
    const std::vector<Axis> from = second->reduce;
    if (extents(from) != extents(to)) return std::nullopt;
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (!rename_inner(from[k].var, to[k])) return std::nullopt;
    }
  }
  // Something has to be gained: a value that both load at the same element.
  std::vector<const ScalarNode*> loads;
  bool shared = false;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (in_a_[k]) {
      for_each_load(members_[k], [&](const ScalarNode& n, bool) { loads.push_back(&n); });
    }
  }
  for (std::size_t k = 0; k < members_.size() && !shared; ++k) {
    if (in_a_[k]) continue;
    for_each_load(members_[k], [&](const ScalarNode& n, bool) {
      shared = shared || std::any_of(loads.begin(), loads.end(), [&](const ScalarNode* other) {
                 return other->input == n.input && other->indices == n.indices;
               });
    });
  }
  if (!shared || reads_across()) return std::nullopt;
  return finish();
}

}  // namespace

std::optional<FusedGroup> join(const StageGraph& graph, const Group& producer,
                               const Group& consumer) {
  return Attempt(graph, producer, consumer).vertical();
}

std::optional<FusedGroup> join_siblings(const StageGraph& graph, const Group& first,
                                        const Group& second) {
  return Attempt(graph, first, second).horizontal();
}

}  // namespace weft::codegen
