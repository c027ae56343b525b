/// \file Arranging the loops of a nest.
#include <weft/codegen/loop/schedule.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <weft/codegen/loop/statement.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::Symbol;

/// Lanes that a vector loop should fill.
constexpr double kFullVector = 16;

/// Replacement of `outer` and `inner` by one variable in an expression where they occur as
/// outer * extent + inner only; nothing where they occur in another way.
std::optional<IntExpr> merged(const IntExpr& e, const Symbol& outer, const Axis& inner,
                              const Symbol& both) {
  const auto a = e.coefficient(outer);
  const auto b = e.coefficient(inner.var);
  if (!a || !b || !(*a == *b * inner.extent)) return std::nullopt;
  return e.substitute({{outer, 0}, {inner.var, both}});
}

/// Merges two neighbours of `axes` where every index below allows it; `indices` visits those, and
/// `rewrite` applies the substitution.
template <typename Visit, typename Rewrite>
void merge_axes(std::vector<Axis>& axes, Visit&& visit, Rewrite&& rewrite) {
  for (std::size_t k = axes.size(); k-- > 1;) {
    const Axis outer = axes[k - 1];
    const Axis inner = axes[k];
    const IntExpr extent = outer.extent * inner.extent;
    const Axis both{ir::make_index(inner.var->name, extent), extent};
    bool possible = true;
    visit([&](const IntExpr& e) {
      possible = possible && merged(e, outer.var, inner, both.var).has_value();
    });
    if (!possible) continue;
    rewrite(Substitution{{outer.var, 0}, {inner.var, both.var}});
    axes[k - 1] = both;
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

/// The perfect nest of loops that begins with a statement, and the statements inside it.
struct InnerNest {
  std::vector<Axis> axes;
  std::vector<Statement> body;
};

InnerNest take_nest(Loop loop) {
  InnerNest nest;
  nest.axes.push_back({loop.var, loop.extent});
  nest.body = std::move(loop.body);
  while (nest.body.size() == 1 && std::holds_alternative<Loop>(nest.body[0].node)) {
    Loop inner = std::move(std::get<Loop>(nest.body[0].node));
    nest.axes.push_back({inner.var, inner.extent});
    std::vector<Statement> body = std::move(inner.body);
    nest.body = std::move(body);
  }
  return nest;
}

std::vector<Statement> loops_around(const std::vector<Axis>& axes, std::vector<Statement> body,
                                    LoopKind innermost = LoopKind::kSerial) {
  for (std::size_t d = axes.size(); d-- > 0;) {
    Loop loop{axes[d].var, axes[d].extent, d + 1 == axes.size() ? innermost : LoopKind::kSerial,
              std::move(body)};
    body = {};
    body.push_back({std::move(loop)});
  }
  return body;
}

void merge_inner_loops(std::vector<Statement>& body) {
  std::vector<Statement> result;
  for (Statement& statement : body) {
    if (auto* reduce = std::get_if<Reduce>(&statement.node)) {
      // The stores of a reduction run over the same axes.
      std::vector<Statement> alone;
      alone.push_back(std::move(statement));
      reduce = &std::get<Reduce>(alone[0].node);
      std::vector<Axis> axes = std::move(reduce->axes);
      reduce->axes.clear();
      merge_axes(
          axes, [&](const auto& visit) { for_each_index(alone, visit); },
          [&](const Substitution& s) { substitute(alone, s); });
      std::get<Reduce>(alone[0].node).axes = std::move(axes);
      result.push_back(std::move(alone[0]));
    } else if (auto* loop = std::get_if<Loop>(&statement.node)) {
      InnerNest nest = take_nest(std::move(*loop));
      merge_axes(
          nest.axes, [&](const auto& visit) { for_each_index(nest.body, visit); },
          [&](const Substitution& s) { substitute(nest.body, s); });
      for (Statement& s : loops_around(nest.axes, std::move(nest.body))) {
        result.push_back(std::move(s));
      }
    } else {
      result.push_back(std::move(statement));
    }
  }
  body = std::move(result);
}

/// Share of accesses that suit a vector loop, weighted by how often they happen.
class VectorScore {
 public:
  void add(const MemoryAccess& access, const Symbol& var) {
    total_ += access.times;
    const auto step = access.offset.coefficient(var);
    if (!step || !step->is_constant()) return;
    const std::int64_t stride = step->value();
    if (stride == 1 || (stride == 0 && !access.store)) {
      good_ += access.times;
    } else if (stride >= 2 && stride <= 4) {
      good_ += access.times / 2;  // a few loads and a shuffle
    }
  }
  double value(const IntExpr& extent) const {
    if (total_ == 0) return 0;
    const double lanes = static_cast<double>(extent.maybe_value().value_or(INT64_MAX));
    return good_ / total_ * std::min(1.0, lanes / kFullVector);
  }

 private:
  double good_ = 0;
  double total_ = 0;
};

class Scheduler {
 public:
  explicit Scheduler(Nest nest) : nest_(std::move(nest)) {}

  std::vector<Statement> run() {
    merge_inner_loops(nest_.body);
    merge_axes(
        nest_.outer, [&](const auto& visit) { for_each_index(nest_.body, visit); },
        [&](const Substitution& s) { substitute(nest_.body, s); });
    choose_vector_loop();
    choose_parallel_loop();
    std::vector<Statement> result = build();
    number_variables(result);
    return result;
  }

 private:
  void choose_vector_loop();
  double inner_score() const;
  void mark_inner_vectors();
  bool carries_index(const Symbol& var) const;
  void choose_parallel_loop();
  Axis collapse(const std::vector<Axis>& axes);
  Axis cut(std::int64_t least_chunk, std::int64_t chunks);
  std::vector<Statement> build();

  Nest nest_;
  bool vector_outer_ = false;  ///< the last outer axis is the vector loop
  bool parallel_ = false;      ///< the first outer axis is the parallel loop
};

// Inner loops and reductions, each with its own innermost loop.
double Scheduler::inner_score() const {
  std::map<std::uint64_t, std::pair<IntExpr, VectorScore>> scores;
  std::map<std::uint64_t, double> times;
  double total = 0;
  for (const MemoryAccess& access : memory_accesses(nest_.body)) {
    if (!access.innermost) continue;
    auto& [extent, score] = scores[access.innermost->id];
    extent = access.innermost_extent;
    score.add(access, access.innermost);
    times[access.innermost->id] += access.times;
    total += access.times;
  }
  double sum = 0;
  for (const auto& [id, entry] : scores) {
    sum += entry.second.value(entry.first) * times[id] / total;
  }
  return sum;
}

// Consecutive iterations have an index each: no vector load can serve them.
bool Scheduler::carries_index(const Symbol& var) const {
  bool found = false;
  const std::function<void(const std::vector<Statement>&)> look =
      [&](const std::vector<Statement>& body) {
        for (const Statement& statement : body) {
          if (const auto* index = std::get_if<LetIndex>(&statement.node)) {
            found = found || depends_on(index->value, var);
          } else if (const auto* loop = std::get_if<Loop>(&statement.node)) {
            look(loop->body);
          }
        }
      };
  look(nest_.body);
  return found;
}

void Scheduler::mark_inner_vectors() {
  for (Statement& statement : nest_.body) {
    if (auto* reduce = std::get_if<Reduce>(&statement.node)) {
      const bool finds_index =
          reduce->combine == ir::Combine::kArgMin || reduce->combine == ir::Combine::kArgMax;
      reduce->vector = !finds_index && !reduce->axes.empty();
    } else if (auto* loop = std::get_if<Loop>(&statement.node)) {
      Loop* innermost = loop;
      while (innermost->body.size() == 1 && std::holds_alternative<Loop>(innermost->body[0].node)) {
        innermost = &std::get<Loop>(innermost->body[0].node);
      }
      if (!carries_index(innermost->var)) innermost->kind = LoopKind::kVector;
    }
  }
}

void Scheduler::choose_vector_loop() {
  const std::vector<MemoryAccess> accesses = memory_accesses(nest_.body);
  const bool has_inner = std::any_of(accesses.begin(), accesses.end(),
                                     [](const MemoryAccess& a) { return a.innermost != nullptr; });
  double best = -1;
  std::size_t chosen = 0;
  // A row kept in scratch memory belongs to one iteration of the outer loops.
  const bool outer_possible = nest_.scratch.empty();
  for (std::size_t k = 0; outer_possible && k < nest_.outer.size(); ++k) {
    if (carries_index(nest_.outer[k].var)) continue;
    VectorScore score;
    for (const MemoryAccess& access : accesses) score.add(access, nest_.outer[k].var);
    // The last axis wins ties: it needs no reordering.
    const double value = score.value(nest_.outer[k].extent);
    if (value < best || value <= 0) continue;
    best = value;
    chosen = k;
  }
  if (has_inner && inner_score() >= best) {
    mark_inner_vectors();
    return;
  }
  if (best <= 0) return;
  vector_outer_ = true;
  std::rotate(nest_.outer.begin() + static_cast<std::ptrdiff_t>(chosen),
              nest_.outer.begin() + static_cast<std::ptrdiff_t>(chosen) + 1, nest_.outer.end());
}

// Several axes become one, from which they are divided out again.
Axis Scheduler::collapse(const std::vector<Axis>& axes) {
  IntExpr extent = 1;
  for (const Axis& axis : axes) extent *= axis.extent;
  const Axis one{ir::make_index("p", extent), extent};
  Substitution parts;
  IntExpr rest = one.var;
  for (std::size_t k = axes.size(); k-- > 0;) {
    parts.emplace_back(axes[k].var, k == 0 ? rest : ir::mod(rest, axes[k].extent));
    rest = ir::floor_div(rest, axes[k].extent);
  }
  substitute(nest_.body, parts);
  for (Axis& axis : nest_.outer) axis.extent = axis.extent.substitute(parts);
  return one;
}

// Cuts the vector loop (the last axis) into chunks; returns the loop over chunks.
Axis Scheduler::cut(std::int64_t least_chunk, std::int64_t chunks) {
  Axis& whole = nest_.outer.back();
  const IntExpr n = whole.extent;
  const auto expected = static_cast<std::int64_t>(expected_value(n));
  std::int64_t size = std::max(least_chunk, (expected + chunks - 1) / chunks);
  size = (size + 63) / 64 * 64;
  const IntExpr count = ir::ceil_div(n, size);
  const Axis chunk{ir::make_index("p", count), count};
  const Symbol within = ir::make_index(whole.var->name, ir::min(size, n));
  substitute(nest_.body, {{whole.var, IntExpr(chunk.var) * size + within}});
  whole.var = within;
  whole.extent = ir::min(size, n - size * IntExpr(chunk.var));
  return chunk;
}

void Scheduler::choose_parallel_loop() {
  double inner = operations(nest_.body);
  double total = inner;
  for (const Axis& axis : nest_.outer) total *= expected_value(axis.extent);
  if (nest_.outer.empty() || total < kParallelOperations) return;

  const std::size_t loops = nest_.outer.size() - (vector_outer_ ? 1 : 0);
  std::vector<Axis> outer(nest_.outer.begin(),
                          nest_.outer.begin() + static_cast<std::ptrdiff_t>(loops));
  double iterations = 1;
  std::size_t taken = 0;
  while (taken < outer.size() && iterations < kParallelIterations) {
    iterations *= expected_value(outer[taken++].extent);
  }
  std::vector<Axis> parallel(outer.begin(), outer.begin() + static_cast<std::ptrdiff_t>(taken));
  if (!parallel.empty() && vector_outer_ && iterations < kParallelIterations / 2) {
    // About a quarter of the work that is worth a thread for each chunk.
    const double least = std::max(64.0, kParallelOperations / 4 / std::max(inner, 1.0));
    if (expected_value(nest_.outer.back().extent) >= 2 * least) {
      parallel.push_back(cut(static_cast<std::int64_t>(std::lround(least)), 64));
    }
  }
  if (parallel.empty()) return;
  parallel_ = true;
  const Axis first = parallel.size() == 1 ? parallel[0] : collapse(parallel);
  std::vector<Axis> arranged = {first};
  arranged.insert(arranged.end(), nest_.outer.begin() + static_cast<std::ptrdiff_t>(taken),
                  nest_.outer.end());
  nest_.outer = std::move(arranged);
}

std::vector<Statement> Scheduler::build() {
  const std::size_t depth = nest_.outer.size();
  // What each Let and LetIndex needs: the number of loops around it.
  std::vector<std::vector<Statement>> at(depth + 1);
  std::map<int, std::size_t> depth_of_id;
  std::map<std::uint64_t, std::size_t> depth_of_symbol;
  for (std::size_t d = 0; d < depth; ++d) depth_of_symbol[nest_.outer[d].var->id] = d + 1;
  const auto needed = [&](const ScalarExpr& e) {
    std::size_t result = 0;
    for_each_index(e, [&](const IntExpr& index) {
      for (const Symbol& symbol : index.symbols()) {
        const auto it = depth_of_symbol.find(symbol->id);
        result = std::max(result, it != depth_of_symbol.end() ? it->second : depth);
      }
    });
    ir::for_each_node(e, [&](const ScalarExpr& node) {
      if (node->op != ir::ScalarOp::kAccumulator) return;
      const auto it = depth_of_id.find(node->input);
      result = std::max(result, it != depth_of_id.end() ? it->second : depth);
    });
    return result;
  };
  // Memory that the kernel writes may not be read before.
  bool seen_other = false;
  for (Statement& statement : nest_.body) {
    std::size_t d = depth;
    if (auto* index = std::get_if<LetIndex>(&statement.node); index && !seen_other) {
      d = needed(index->value);
      depth_of_symbol[index->symbol->id] = d;
    } else if (auto* let = std::get_if<Let>(&statement.node); let && !seen_other) {
      d = needed(let->value);
      depth_of_id[let->id] = d;
    } else if (!std::holds_alternative<LetIndex>(statement.node) &&
               !std::holds_alternative<Let>(statement.node)) {
      seen_other = true;
    }
    // The parallel loop stays alone, so that a kernel is one loop to be distributed.
    if (parallel_) d = std::max<std::size_t>(d, 1);
    at[d].push_back(std::move(statement));
  }
  std::vector<Statement> body = std::move(at[depth]);
  for (std::size_t d = depth; d-- > 0;) {
    LoopKind kind = LoopKind::kSerial;
    if (parallel_ && d == 0) kind = LoopKind::kParallel;
    if (vector_outer_ && d + 1 == depth && kind == LoopKind::kSerial) kind = LoopKind::kVector;
    Loop loop{nest_.outer[d].var, nest_.outer[d].extent, kind, std::move(body)};
    body = std::move(at[d]);
    body.push_back({std::move(loop)});
  }
  return body;
}

}  // namespace

std::vector<Statement> schedule(Nest nest) { return Scheduler(std::move(nest)).run(); }

}  // namespace weft::codegen
