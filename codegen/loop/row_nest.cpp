/// \file The loop nest of a pointwise or row group.
#include <weft/codegen/loop/row_nest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <weft/codegen/loop/inline_producers.h>
#include <weft/codegen/loop/statement.h>
#include <weft/ir/operators/reshape.h>

namespace weft::codegen {
namespace {

using ir::IntExpr;
using ir::ScalarExpr;
using ir::ScalarNode;

/// More than this, and a value that several loops need is kept instead of computed again.
constexpr int kCheapTotal = 4;
constexpr int kCheapLoads = 2;

using Key = std::vector<std::uint64_t>;  ///< ids of inner axes, sorted

Key key_of(const std::vector<Axis>& axes) {
  Key key;
  for (const Axis& axis : axes) key.push_back(axis.var->id);
  std::sort(key.begin(), key.end());
  return key;
}

/// A loop over inner axes in which values are computed: a reduction, or the final loops (which are
/// after all reductions, whatever their axes).
constexpr int kFinal = std::numeric_limits<int>::max();

struct Member {
  const Stage* stage = nullptr;
  std::vector<Axis> inner;
  Key key;
  bool escapes = false;      ///< other kernels or the caller read it
  bool inner_index = false;  ///< a data-dependent index of it moves with the inner axes
  std::vector<int> readers;  ///< members, ascending
  std::set<int> sites;       ///< loops in which its expression is evaluated
  bool stored = false;       ///< has memory, and is evaluated once
  bool done = false;         ///< its memory holds it from here on
  BufferId buffer = -1;
  IntExpr offset;
  int id = -1;  ///< of the Let or Reduce, for values without inner axes

  bool is_row() const { return !stage->is_reduction() && !inner.empty(); }
};

class RowNestBuilder {
 public:
  RowNestBuilder(const StageGraph& graph, const Group& group,
                 const std::vector<std::vector<int>>& users, BufferTable& buffers)
      : graph_(graph), group_(group), buffers_(buffers) {
    for (const int id : group.stages) add_member(graph.stages[id], users);
    find_readers();
    decide_storage();
  }

  Nest build();

 private:
  /// Expressions of row values within one loop, so that all that is computed there shares them.
  using Site = std::map<int, ScalarExpr>;

  void add_member(const Stage& stage, const std::vector<std::vector<int>>& users);
  void find_readers();
  void decide_storage();
  void place(Member& member);
  std::optional<int> row_to_reuse(int k) const;

  ScalarExpr resolve(const ScalarExpr& expression, Site& site);
  ScalarExpr value_of(int member, Site& site);
  void emit_indices(const Stage& stage, bool inner, std::vector<Statement>& body, Site& site);
  bool index_is_inner(const Member& member, const ir::IndirectIndex& index) const;
  void emit_reduction(int k);
  void emit_scalar(int k);
  void finish_rows_before(int reader, const Key& key);
  void emit_rows(const std::vector<int>& rows);
  void emit_remaining_rows();
  void collect_pending(const ScalarExpr& expression, std::set<int>& found) const;
  Store store_of(const Member& member, ScalarExpr value) const {
    return {member.buffer, member.offset, std::move(value)};
  }
  BufferId buffer_of_value(const Stage& stage) { return buffers_.of(stage.output); }
  IntExpr offset_in_value(const Stage& stage) const {
    return ir::linearise(stage.store_index, graph_.values[stage.output].sizes);
  }

  const StageGraph& graph_;
  const Group& group_;
  BufferTable& buffers_;
  std::vector<Member> members_;
  std::map<ValueId, int> member_of_;
  Nest nest_;
  int next_id_ = 0;
};

void RowNestBuilder::add_member(const Stage& stage, const std::vector<std::vector<int>>& users) {
  Member member;
  member.stage = &stage;
  member.inner = inner_axes(stage, group_);
  member.key = key_of(member.inner);
  member.escapes = graph_.values[stage.output].stays();
  for (const int user : users[stage.output]) {
    const bool inside = std::binary_search(group_.stages.begin(), group_.stages.end(), user);
    member.escapes = member.escapes || !inside;
  }
  for (const ir::IndirectIndex& index : stage.indirect) {
    member.inner_index = member.inner_index || index_is_inner(member, index);
  }
  member_of_[stage.output] = static_cast<int>(members_.size());
  members_.push_back(std::move(member));
}

// Moves with the inner axes itself, or through an earlier index that does.
bool RowNestBuilder::index_is_inner(const Member& member, const ir::IndirectIndex& index) const {
  for (const Axis& axis : member.inner) {
    if (depends_on(index.value, axis.var)) return true;
  }
  for (const ir::IndirectIndex& other : member.stage->indirect) {
    if (other.symbol == index.symbol) return false;
    if (depends_on(index.value, other.symbol) && index_is_inner(member, other)) return true;
  }
  return false;
}

void RowNestBuilder::find_readers() {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    for (const ValueId value : values_read(*members_[k].stage)) {
      const auto it = member_of_.find(value);
      if (it != member_of_.end()) members_[it->second].readers.push_back(static_cast<int>(k));
    }
  }
}

void RowNestBuilder::decide_storage() {
  for (std::size_t k = members_.size(); k-- > 0;) {
    Member& member = members_[k];
    if (!member.is_row()) continue;
    bool deeper = false;
    for (const int r : member.readers) {
      const Member& reader = members_[r];
      if (reader.stage->is_reduction()) {
        member.sites.insert(r);
        deeper = deeper || key_of(reader.stage->reduce) != member.key;
      } else {
        deeper = deeper || reader.key != member.key;
        if (reader.stored && !reader.sites.empty()) {
          member.sites.insert(*reader.sites.begin());
        } else {
          member.sites.insert(reader.sites.begin(), reader.sites.end());
        }
      }
    }
    if (member.sites.empty()) member.sites.insert(kFinal);
    const Cost price = cost(member.stage->body);
    const bool costly =
        price.total > kCheapTotal || price.heaviest > 1 || !member.stage->indirect.empty();
    const bool index_in_reduction = member.inner_index && *member.sites.begin() != kFinal;
    member.stored = member.escapes || (costly && (member.sites.size() > 1 || deeper)) ||
                    index_in_reduction || (member.inner_index && deeper);
  }
  for (Member& member : members_) {
    if (member.escapes || member.stored) place(member);
  }
}

// A result that is written in the final loops can hold the row until then: it has to be of the same
// shape and type, and nothing may read the row after it.
std::optional<int> RowNestBuilder::row_to_reuse(int k) const {
  const Member& row = members_[k];
  const int last = row.readers.back();
  const Member& result = members_[last];
  const bool fits =
      result.is_row() && result.escapes && result.key == row.key &&
      *result.sites.begin() == kFinal && !result.inner_index &&
      graph_.values[result.stage->output].dtype == graph_.values[row.stage->output].dtype;
  if (!fits) return std::nullopt;
  // Readers that are not stored themselves pass the row on to their own readers.
  std::vector<int> open(row.readers.begin(), row.readers.end());
  while (!open.empty()) {
    const int r = open.back();
    open.pop_back();
    if (r > last) return std::nullopt;
    const Member& reader = members_[r];
    if (reader.is_row() && !reader.stored) {
      open.insert(open.end(), reader.readers.begin(), reader.readers.end());
    }
  }
  return last;
}

void RowNestBuilder::place(Member& member) {
  const Stage& stage = *member.stage;
  const Value& value = graph_.values[stage.output];
  if (member.escapes) {
    member.buffer = buffer_of_value(stage);
    member.offset = offset_in_value(stage);
    return;
  }
  if (const auto last = row_to_reuse(member_of_.at(stage.output))) {
    Member& result = members_[*last];
    if (result.buffer < 0) place(result);
    const bool free = std::none_of(members_.begin(), members_.end(), [&](const Member& other) {
      return !other.escapes && other.buffer == result.buffer;
    });
    if (free) {
      member.buffer = result.buffer;
      member.offset = result.offset;
      return;
    }
  }
  const IntExpr bytes = points(member.inner) * static_cast<std::int64_t>(ir::size_of(value.dtype));
  if (!bytes.is_constant() || bytes.value() > kMaxScratchBytes) {
    member.buffer = buffer_of_value(stage);
    member.offset = offset_in_value(stage);
    return;
  }
  std::vector<IntExpr> sizes;
  std::vector<IntExpr> index;
  for (const Axis& axis : member.inner) {
    sizes.push_back(axis.extent);
    index.emplace_back(axis.var);
  }
  member.offset = ir::linearise(index, sizes);
  member.buffer = buffers_.scratch(value.name + "_row", value.dtype, std::move(sizes));
  nest_.scratch.push_back(member.buffer);
}

ScalarExpr RowNestBuilder::value_of(int k, Site& site) {
  Member& member = members_[k];
  const DType dtype = graph_.values[member.stage->output].dtype;
  if (!member.is_row()) return accumulator_value(dtype, member.id);
  if (member.done) return ir::load(dtype, member.buffer, {member.offset});
  if (const auto it = site.find(k); it != site.end()) return it->second;
  ScalarExpr value = resolve(member.stage->body, site);
  site.emplace(k, value);
  return value;
}

ScalarExpr RowNestBuilder::resolve(const ScalarExpr& expression, Site& site) {
  return rewrite_loads(expression, [&](const ScalarNode& load) -> ScalarExpr {
    const auto it = member_of_.find(load.input);
    if (it != member_of_.end()) {
      ScalarExpr value = value_of(it->second, site);
      if (load.operands.empty()) return value;
      return ir::select(load.operands[0], std::move(value), load.operands[1]);
    }
    const IntExpr offset = ir::linearise(load.indices, graph_.values[load.input].sizes);
    const BufferId buffer = buffers_.of(load.input);
    if (load.operands.empty()) return ir::load(load.type, buffer, {offset});
    return ir::load_if(load.type, buffer, {offset}, load.operands[0], load.operands[1]);
  });
}

void RowNestBuilder::emit_indices(const Stage& stage, bool inner, std::vector<Statement>& body,
                                  Site& site) {
  const Member& member = members_[member_of_.at(stage.output)];
  for (const ir::IndirectIndex& index : stage.indirect) {
    if (index_is_inner(member, index) != inner) continue;
    body.push_back({LetIndex{index.symbol, resolve(index.value, site)}});
  }
}

// Row values that the expression would compute, directly or through others.
void RowNestBuilder::collect_pending(const ScalarExpr& expression, std::set<int>& found) const {
  for_each_load(expression, [&](const ScalarNode& load) {
    const auto it = member_of_.find(load.input);
    if (it == member_of_.end()) return;
    const Member& member = members_[it->second];
    if (!member.is_row() || member.done || !found.insert(it->second).second) return;
    collect_pending(member.stage->body, found);
    for (const ir::IndirectIndex& index : member.stage->indirect) {
      collect_pending(index.value, found);
    }
  });
}

// Rows that have to be in memory before a loop over other axes can use them.
void RowNestBuilder::finish_rows_before(int reader, const Key& key) {
  std::set<int> pending;
  collect_pending(members_[reader].stage->body, pending);
  for (const ir::IndirectIndex& index : members_[reader].stage->indirect) {
    collect_pending(index.value, pending);
  }
  for (const int k : pending) {
    const Member& member = members_[k];
    const bool reduces = members_[reader].stage->is_reduction();
    if (!member.stored || member.done) continue;
    if (member.key != key || (reduces && member.inner_index)) emit_rows({k});
  }
}

void RowNestBuilder::emit_reduction(int k) {
  const Stage& stage = *members_[k].stage;
  const Key key = key_of(stage.reduce);
  finish_rows_before(k, key);
  Site site;
  emit_indices(stage, false, nest_.body, site);
  Reduce reduce;
  reduce.id = next_id_++;
  reduce.combine = stage.combine;
  reduce.axes = stage.reduce;
  reduce.body = resolve(stage.body, site);
  const bool finds_index =
      stage.combine == ir::Combine::kArgMin || stage.combine == ir::Combine::kArgMax;
  reduce.dtype = finds_index ? DType::kInt64 : stage.body.type();

  std::set<int> evaluated;
  collect_pending(stage.body, evaluated);
  std::vector<int> kept;
  for (const int m : evaluated) {
    if (!members_[m].stored || members_[m].key != key || members_[m].inner_index) continue;
    kept.push_back(m);
    reduce.stores.push_back(store_of(members_[m], value_of(m, site)));
  }
  const int id = reduce.id;
  const DType accumulated = reduce.dtype;
  nest_.body.push_back({std::move(reduce)});
  for (const int m : kept) members_[m].done = true;

  Member& member = members_[k];
  member.id = id;
  if (stage.finalize) {
    Site after;
    const ScalarExpr value =
        replace_accumulator(resolve(stage.finalize, after), accumulator_value(accumulated, id));
    if (member.readers.empty()) {
      nest_.body.push_back({store_of(member, value)});
      return;
    }
    member.id = next_id_++;
    nest_.body.push_back({Let{member.id, value}});
  }
  if (member.escapes) {
    const DType dtype = graph_.values[stage.output].dtype;
    nest_.body.push_back({store_of(member, accumulator_value(dtype, member.id))});
  }
}

void RowNestBuilder::emit_scalar(int k) {
  Member& member = members_[k];
  Site site;
  emit_indices(*member.stage, false, nest_.body, site);
  const ScalarExpr value = resolve(member.stage->body, site);
  if (member.readers.empty()) {
    nest_.body.push_back({store_of(member, value)});
    return;
  }
  member.id = next_id_++;
  nest_.body.push_back({Let{member.id, value}});
  if (member.escapes) {
    nest_.body.push_back({store_of(member, accumulator_value(value.type(), member.id))});
  }
}

// One loop nest over the inner axes that the rows have in common.
void RowNestBuilder::emit_rows(const std::vector<int>& rows) {
  for (const int k : rows) finish_rows_before(k, members_[k].key);
  std::vector<Statement> body;
  Site site;
  // Rows that are not stored bring their data-dependent indices along.
  std::set<int> evaluated(rows.begin(), rows.end());
  for (const int k : rows) {
    collect_pending(members_[k].stage->body, evaluated);
    for (const ir::IndirectIndex& index : members_[k].stage->indirect) {
      collect_pending(index.value, evaluated);
    }
  }
  for (const int k : evaluated) emit_indices(*members_[k].stage, true, body, site);
  for (const int k : rows) {
    ScalarExpr value = value_of(k, site);
    // A later store of the same iteration may use the value: it must not find memory changed.
    if (rows.size() > 1 && !members_[k].readers.empty()) {
      const int id = next_id_++;
      body.push_back({Let{id, value}});
      value = accumulator_value(value.type(), id);
      site[k] = value;
    }
    body.push_back({store_of(members_[k], std::move(value))});
  }
  const std::vector<Axis>& axes = members_[rows[0]].inner;
  for (std::size_t d = axes.size(); d-- > 0;) {
    Loop loop{axes[d].var, axes[d].extent, LoopKind::kSerial, std::move(body)};
    body.clear();
    body.push_back({std::move(loop)});
  }
  for (Statement& statement : body) nest_.body.push_back(std::move(statement));
  for (const int k : rows) members_[k].done = true;
}

void RowNestBuilder::emit_remaining_rows() {
  std::vector<int> batch;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Member& member = members_[k];
    if (!member.is_row() || !member.stored || member.done) continue;
    if (!batch.empty() && members_[batch[0]].key != member.key) {
      emit_rows(batch);
      batch.clear();
    }
    batch.push_back(static_cast<int>(k));
  }
  if (!batch.empty()) emit_rows(batch);
}

Nest RowNestBuilder::build() {
  nest_.outer = group_.axes;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Member& member = members_[k];
    if (member.is_row()) {
      Site site;
      emit_indices(*member.stage, false, nest_.body, site);
    } else if (member.stage->is_reduction()) {
      emit_reduction(static_cast<int>(k));
    } else {
      emit_scalar(static_cast<int>(k));
    }
  }
  emit_remaining_rows();
  ExpressionPool pool;
  rewrite_expressions(nest_.body, [&](const ScalarExpr& e) { return pool.share(e); });
  return std::move(nest_);
}

}  // namespace

Nest make_nest(const StageGraph& graph, const Group& group,
               const std::vector<std::vector<int>>& users, BufferTable& buffers) {
  return RowNestBuilder(graph, group, users, buffers).build();
}

}  // namespace weft::codegen
