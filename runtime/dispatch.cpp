#include <weft/runtime/dispatch.h>

#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

thread_local OperatorHandler* active_handler = nullptr;

}  // namespace

void OperatorHandler::enter_module(nn::Module&) {}
void OperatorHandler::exit_module() {}
bool OperatorHandler::records_function(std::string_view, bool by_default) { return by_default; }

bool OperatorHandler::decide(Relation relation, const ir::Value& a, const ir::Value& b, Assume) {
  const auto number = [&](const ir::Value& value) {
    const ir::TensorHandle* proxy = value.tensor();
    return proxy ? require_int(**proxy, {}) : std::get<std::int64_t>(value.value);
  };
  return holds(relation, number(a), number(b));
}

bool holds(Relation relation, std::int64_t a, std::int64_t b) {
  switch (relation) {
    case Relation::kEqual:
      return a == b;
    case Relation::kNotEqual:
      return a != b;
    case Relation::kLess:
      return a < b;
    case Relation::kLessEqual:
      return a <= b;
    case Relation::kGreater:
      return a > b;
    case Relation::kGreaterEqual:
      break;
  }
  return a >= b;
}

OperatorHandler* handler_of(const std::vector<ir::Value>& values) {
  for (const ir::Value& value : values) {
    if (const ir::TensorHandle* tensor = value.tensor()) {
      if (*tensor && (*tensor)->is_proxy()) return (*tensor)->handler;
    } else if (const std::vector<ir::Value>* list = value.list()) {
      if (OperatorHandler* found = handler_of(*list)) return found;
    } else if (const ir::ValueDict* dict = value.dict()) {
      for (const auto& [key, item] : dict->items) {
        if (OperatorHandler* found = handler_of({item})) return found;
      }
    }
  }
  return nullptr;
}

OperatorHandler* current_handler() { return active_handler; }

HandlerScope::HandlerScope(OperatorHandler* handler) : saved_(active_handler) {
  active_handler = handler;
}

HandlerScope::~HandlerScope() { active_handler = saved_; }

ir::Value dispatch(const ir::Operator& op, std::vector<ir::Value> arguments, CallStyle style,
                   SourceLocation where) {
  if (OperatorHandler* handler = handler_of(arguments)) {
    return handler->call_operator(op, std::move(arguments), style, where);
  }
  // Under capture everything is a value of the graph: what is made or drawn afresh, and what is
  // computed from parameters, so that other weights can be loaded later.
  if (active_handler) return active_handler->call_operator(op, std::move(arguments), style, where);
  return eager_call(op, arguments, where);
}

}  // namespace weft
