/// \file Computing cheap or singly used values where they are needed.
#include <weft/codegen/loop/inline_producers.h>

#include <algorithm>

#include <weft/codegen/loop/index_map.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::ScalarNode;

constexpr int kMaxNodes = 400;
constexpr std::size_t kMaxValues = 48;
/// Visits to each element that make up for memory traffic, where they are cheap.
constexpr std::int64_t kFewVisits = 4;

/// One place where a consumer loads the producer's value.
struct Use {
  std::vector<IntExpr> index;
  bool conditional = false;
  bool reduced = false;
};

std::vector<Use> uses_of(const Stage& consumer, ValueId value) {
  std::vector<Use> uses;
  for_each_load(consumer, [&](const ScalarNode& load, bool reduced) {
    if (load.input != value) return;
    for (Use& use : uses) {
      if (use.index != load.indices || use.reduced != reduced) continue;
      use.conditional = use.conditional || !load.operands.empty();
      return;
    }
    uses.push_back({load.indices, !load.operands.empty(), reduced});
  });
  return uses;
}

class Inliner {
 public:
  explicit Inliner(StageGraph& graph) : graph_(graph), users_(users_of_values(graph)) {}

  void run() {
    for (std::size_t k = 0; k < graph_.stages.size(); ++k) {
      const Stage& stage = graph_.stages[k];
      if (stage.removed || !stage.is_pointwise() || !can_inline(stage)) continue;
      inline_everywhere(static_cast<int>(k));
    }
  }

 private:
  bool can_inline(const Stage& producer) const;
  bool fits(const Stage& producer, const Cost& price, const Stage& consumer) const;
  bool may_be_read_by(const Stage& producer, const Stage& consumer, const Use& use) const;
  bool is_epilogue(const Stage& producer) const;
  bool is_aligned(const Stage& producer, const Stage& consumer) const;
  void inline_everywhere(int producer);
  void inline_into(const Stage& producer, Stage& consumer);

  StageGraph& graph_;
  std::vector<std::vector<int>> users_;
};

bool Inliner::fits(const Stage& producer, const Cost& price, const Stage& consumer) const {
  const int nodes = price.nodes + cost(consumer.body).nodes + cost(consumer.finalize).nodes;
  return nodes <= kMaxNodes &&
         values_read(producer).size() + values_read(consumer).size() <= kMaxValues;
}

bool Inliner::may_be_read_by(const Stage& producer, const Stage& consumer, const Use& use) const {
  if (consumer.library_call) return false;
  // The operands of a contraction are memory; only its finalize computes.
  if (consumer.contraction && use.reduced) return false;
  if (use.conditional && (may_trap(producer.body) || !producer.indirect.empty())) return false;
  if (producer.indirect.empty()) return true;
  if (consumer.contraction) return false;
  if (!use.reduced) return true;
  // A data-dependent index is found once per result, outside the reduction.
  return std::none_of(consumer.reduce.begin(), consumer.reduce.end(), [&](const Axis& axis) {
    return std::any_of(use.index.begin(), use.index.end(),
                       [&](const IntExpr& e) { return e.depends_on(axis.var); });
  });
}

// The producer continues a contraction of which it is the only user.
bool Inliner::is_epilogue(const Stage& producer) const {
  if (!producer.indirect.empty()) return false;
  for (const ValueId value : values_read(producer)) {
    const Value& source = graph_.values[value];
    if (source.stage < 0 || !graph_.stages[source.stage].contraction) continue;
    if (users_[value].size() != 1 || source.stays()) continue;
    const std::vector<Use> uses = uses_of(producer, value);
    const bool aligned = std::all_of(uses.begin(), uses.end(), [&](const Use& use) {
      return is_bijection(use.index, source.sizes, producer.axes);
    });
    if (aligned) return true;
  }
  return false;
}

// The consumer is pointwise too and visits the producer's elements once each.
bool Inliner::is_aligned(const Stage& producer, const Stage& consumer) const {
  if (!consumer.is_pointwise()) return false;
  const std::vector<Use> uses = uses_of(consumer, producer.output);
  return uses.size() == 1 &&
         is_bijection(uses[0].index, graph_.values[producer.output].sizes, consumer.axes);
}

bool Inliner::can_inline(const Stage& producer) const {
  const Value& value = graph_.values[producer.output];
  if (value.stays()) return false;
  const std::vector<int>& consumers = users_[producer.output];
  if (consumers.empty()) return false;
  const Cost price = cost(producer.body);
  double visits = 0;
  bool varies = false;
  for (const int k : consumers) {
    const Stage& consumer = graph_.stages[k];
    if (!fits(producer, price, consumer)) return false;
    if (consumer.library_call) return false;
    varies = varies || !consumer.constant;
    for (const Use& use : uses_of(consumer, producer.output)) {
      if (!may_be_read_by(producer, consumer, use)) return false;
      visits += use.reduced ? body_points(consumer) : expected_points(consumer.axes);
    }
  }
  const bool light = price.heaviest <= 1;
  const bool gathers = !producer.indirect.empty();
  const bool generated = price.loads == 0 && light && !gathers;
  const bool trivial = generated || (light && price.loads <= 1 && price.total <= 3);
  const bool single = consumers.size() == 1;
  if (!single && (!trivial || gathers)) return false;
  const double own = expected_points(producer.axes);
  // What depends on weights only is computed once for all runs, unless that takes more memory.
  if (producer.constant && varies && !generated && visits > own) return false;
  // Computing it a few times over is no worse than storing and loading it.
  const bool cheap = light && price.total <= 6 && price.loads <= 3 && visits <= kFewVisits * own;
  if (visits > own && !trivial && !cheap) return false;
  // Only the last of a chain is asked: it is what the contraction's epilogue ends with.
  if (is_epilogue(producer)) {
    return single && is_aligned(producer, graph_.stages[consumers[0]]);
  }
  return true;
}

void Inliner::inline_into(const Stage& producer, Stage& consumer) {
  // One copy of the producer per place that is loaded, shared by all loads of it.
  std::vector<std::pair<std::vector<IntExpr>, ScalarExpr>> copies;
  std::vector<ir::IndirectIndex> indirect;
  const auto copy_at = [&](const std::vector<IntExpr>& index) {
    for (const auto& [known, expression] : copies) {
      if (known == index) return expression;
    }
    Substitution at;
    for (std::size_t d = 0; d < index.size(); ++d) {
      if (const ir::Symbol var = producer.store_index[d].as_symbol())
        at.emplace_back(var, index[d]);
    }
    for (const ir::IndirectIndex& i : producer.indirect) {
      const ir::Symbol own = ir::make_symbol(i.symbol->name, i.symbol->lower, i.symbol->upper);
      indirect.push_back({own, substitute(i.value, at)});
      at.emplace_back(i.symbol, own);
    }
    copies.emplace_back(index, substitute(producer.body, at));
    return copies.back().second;
  };
  const auto replace = [&](const ScalarNode& load) -> ScalarExpr {
    if (load.input != producer.output) return {};
    const ScalarExpr value = copy_at(load.indices);
    if (load.operands.empty()) return value;
    return ir::select(load.operands[0], guard_loads(value, load.operands[0]), load.operands[1]);
  };
  // Indices first: what they load becomes part of them, in the order of dependence.
  std::vector<ir::IndirectIndex> all;
  for (ir::IndirectIndex& i : consumer.indirect) {
    i.value = rewrite_loads(i.value, replace);
    all.insert(all.end(), indirect.begin(), indirect.end());
    indirect.clear();
    all.push_back(i);
  }
  consumer.body = rewrite_loads(consumer.body, replace);
  consumer.finalize = rewrite_loads(consumer.finalize, replace);
  all.insert(all.end(), indirect.begin(), indirect.end());
  consumer.indirect = std::move(all);
  std::vector<const ir::Node*> nodes = producer.nodes;
  nodes.insert(nodes.end(), consumer.nodes.begin(), consumer.nodes.end());
  consumer.nodes = std::move(nodes);
}

void Inliner::inline_everywhere(int k) {
  Stage& producer = graph_.stages[k];
  for (const int consumer : users_[producer.output]) {
    inline_into(producer, graph_.stages[consumer]);
  }
  for (const ValueId value : values_read(producer)) {
    std::vector<int>& users = users_[value];
    users.erase(std::remove(users.begin(), users.end(), k), users.end());
    for (const int consumer : users_[producer.output]) {
      const auto it = std::lower_bound(users.begin(), users.end(), consumer);
      if (it == users.end() || *it != consumer) users.insert(it, consumer);
    }
  }
  users_[producer.output].clear();
  producer.removed = true;
}

}  // namespace

std::vector<std::vector<int>> users_of_values(const StageGraph& graph) {
  std::vector<std::vector<int>> users(graph.values.size());
  for (std::size_t k = 0; k < graph.stages.size(); ++k) {
    if (graph.stages[k].removed) continue;
    for (const ValueId value : values_read(graph.stages[k])) {
      users[value].push_back(static_cast<int>(k));
    }
  }
  return users;
}

double body_points(const Stage& stage) {
  return expected_points(stage.axes) * expected_points(stage.reduce);
}

void inline_producers(StageGraph& graph) { Inliner(graph).run(); }

}  // namespace weft::codegen
