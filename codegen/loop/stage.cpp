/// \file Walks over stages.
#include <weft/codegen/loop/stage.h>

#include <algorithm>

namespace weft::codegen {

void for_each_load(const Stage& stage,
                   const std::function<void(const ir::ScalarNode& load, bool reduced)>& visit) {
  const bool reduces = stage.combine != ir::Combine::kNone;
  for (const ir::IndirectIndex& index : stage.indirect) {
    for_each_load(index.value, [&](const ir::ScalarNode& load) { visit(load, false); });
  }
  for_each_load(stage.body, [&](const ir::ScalarNode& load) { visit(load, reduces); });
  for_each_load(stage.finalize, [&](const ir::ScalarNode& load) { visit(load, false); });
}

std::vector<ValueId> values_read(const Stage& stage) {
  std::vector<ValueId> result;
  const auto add = [&](ValueId value) {
    if (std::find(result.begin(), result.end(), value) == result.end()) result.push_back(value);
  };
  if (stage.library_call) {
    for (const ValueId input : stage.library_call->inputs) add(input);
  } else {
    for_each_load(stage, [&](const ir::ScalarNode& load, bool) { add(load.input); });
  }
  return result;
}

void substitute(Stage& stage, const Substitution& replacements) {
  if (replacements.empty()) return;
  stage.body = substitute(stage.body, replacements);
  stage.finalize = substitute(stage.finalize, replacements);
  stage.store_index = substitute(stage.store_index, replacements);
  for (ir::IndirectIndex& index : stage.indirect) {
    index.value = substitute(index.value, replacements);
  }
}

bool mentions(const StageGraph& graph, const Stage& stage, const ir::Symbol& symbol) {
  bool found = false;
  const auto look = [&](const ir::IntExpr& e) { found = found || e.depends_on(symbol); };
  for (const Axis& axis : stage.axes) look(axis.extent);
  for (const Axis& axis : stage.reduce) look(axis.extent);
  for (const ir::IndirectIndex& index : stage.indirect) for_each_index(index.value, look);
  for (const ir::ScalarExpr* e : {&stage.body, &stage.finalize}) {
    if (e->get() != nullptr) for_each_index(*e, look);
  }
  if (!stage.library_call) return found;
  for (const std::vector<ValueId>* values :
       {&stage.library_call->inputs, &stage.library_call->outputs}) {
    for (const ValueId value : *values) {
      for (const ir::IntExpr& size : graph.values[value].sizes) look(size);
    }
  }
  return found;
}

void mark_constants(StageGraph& graph) {
  for (Stage& stage : graph.stages) {
    const std::vector<ValueId> read = values_read(stage);
    const bool fixed = std::all_of(read.begin(), read.end(), [&](ValueId id) {
      const Value& value = graph.values[id];
      return value.origin == Value::Origin::kWeight ||
             (value.stage >= 0 && graph.stages[value.stage].constant);
    });
    stage.constant = fixed && !stage.library_call && !graph.values[stage.output].stays() &&
                     std::none_of(graph.extents.begin(), graph.extents.end(), [&](const Extent& e) {
                       return mentions(graph, stage, e.symbol);
                     });
  }
}

ir::IntExpr points(const std::vector<Axis>& axes) {
  ir::IntExpr total = 1;
  for (const Axis& axis : axes) total *= axis.extent;
  return total;
}

double expected_points(const std::vector<Axis>& axes) {
  double total = 1;
  for (const Axis& axis : axes) total *= expected_value(axis.extent);
  return total;
}

}  // namespace weft::codegen
