#include <weft/frontend/trace/module_meta.h>

#include <string>
#include <utility>

#include <weft/frontend/trace/tracer.h>
#include <weft/ir/diagnostics.h>

namespace weft {

namespace {

class OpeningTracer : public Tracer {
 public:
  bool is_leaf_module(const nn::Module&, const std::string&) override { return false; }
};

bool all_known(const ir::ValueMeta& meta) {
  if (!meta.list()) return meta.known();
  for (const ir::ValueMeta& item : *meta.list()) {
    if (!all_known(item)) return false;
  }
  return true;
}

ir::Value make_input(Tracer& tracer, const ir::ValueMeta& meta) {
  if (!meta.list()) return tracer.placeholder("input", meta);
  std::vector<ir::Value> items;
  for (const ir::ValueMeta& item : *meta.list()) items.push_back(make_input(tracer, item));
  return items;
}

}  // namespace

ir::ValueMeta argument_meta(const ir::Argument& argument) {
  if (const ir::Node* node = argument.node()) return node->meta.value;
  ir::ValueMetaList list;
  if (argument.list()) {
    for (const ir::Argument& item : argument.list()->items()) list.push_back(argument_meta(item));
  }
  if (const auto* dict = std::get_if<ir::ArgumentDict>(&argument.variant())) {
    for (const ir::ArgumentItem& item : dict->items()) list.push_back(argument_meta(item.value));
  }
  return {std::move(list)};
}

ir::GraphModule trace_module(nn::Module& module, const std::vector<ir::ValueMeta>& inputs,
                             const std::vector<bool>& present) {
  OpeningTracer tracer;
  tracer.begin(&module);
  std::vector<ir::Value> values;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    values.push_back(present[i] ? make_input(tracer, inputs[i]) : ir::Value());
  }
  const HandlerScope scope(&tracer);
  return tracer.finish(module.call_forward(values));
}

ir::ValueMeta infer_module(nn::Module& module, const std::vector<ir::Argument>& arguments,
                           SourceLocation where) {
  std::vector<ir::ValueMeta> metas;
  std::vector<bool> present;
  for (const ir::Argument& argument : arguments) {
    present.push_back(!argument.is_none());
    metas.push_back(argument.is_none() ? ir::ValueMeta{} : argument_meta(argument));
    if (present.back() && !all_known(metas.back())) return {};
  }
  try {
    const ir::GraphModule traced = trace_module(module, metas, present);
    return argument_meta(traced.graph.output_node()->args()[0]);
  } catch (const Error& error) {
    // The lines inside the library are nothing to the user; the call is.
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.location = where;
    throw Error(std::move(diagnostic));
  }
}

}  // namespace weft
