#include <weft/frontend/trace/recorder.h>

#include <optional>
#include <utility>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/ir/operators/operator.h>

namespace weft {

namespace {

/// Drops arguments at the end that equal the schema's defaults, and puts keyword-only ones aside,
/// so that the graph shows what the user wrote.
void split_arguments(const ir::Operator& op, std::vector<ir::Argument>& args,
                     ir::KeywordArguments& kwargs) {
  const auto& parameters = op.schema.parameters;
  std::size_t positional = 0;
  while (positional < args.size() && !parameters[positional].keyword_only) ++positional;
  const auto is_default = [&](std::size_t i) {
    const ir::SchemaParameter& parameter = parameters[i];
    if (!parameter.default_value) return parameter.optional && args[i].is_none();
    // Values hold no memory formats and the like: none stands for the default where none is not
    // a choice of its own.
    return args[i] == *parameter.default_value || (args[i].is_none() && !parameter.optional);
  };
  for (std::size_t i = positional; i < args.size(); ++i) {
    if (!is_default(i)) kwargs.emplace_back(parameters[i].name, args[i]);
  }
  while (positional > 0 && is_default(positional - 1)) --positional;
  args.resize(positional);
}

template <typename T>
bool is_value(const ir::Value& value, T constant) {
  const T* held = std::get_if<T>(&value.value);
  return held && *held == constant;
}

/// The number of leading arguments that are not simply left out at the end, as far as a glance
/// tells: split_arguments drops the same ones, and more.
std::size_t count_given(const ir::Operator& op, const std::vector<ir::Value>& arguments) {
  const auto& parameters = op.schema.parameters;
  std::size_t count = arguments.size();
  for (; count > 0; --count) {
    const ir::Value& value = arguments[count - 1];
    const auto& constant = parameters[count - 1].default_value;
    if (!constant) break;
    const auto* integer = std::get_if<std::int64_t>(&constant->variant());
    const auto* flag = std::get_if<bool>(&constant->variant());
    const bool is_same = integer ? is_value(value, *integer)
                         : flag  ? is_value(value, *flag)
                                 : constant->is_none() && value.is_none();
    if (!is_same) break;
  }
  return count;
}

/// Devices and enumerators, which are texts as values.
void name_constants(const ir::Operator& op, std::vector<ir::Argument>& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string* name = args[i].text();
    if (name == nullptr) continue;
    const ir::SchemaParameter& parameter = op.schema.parameters[i];
    if (parameter.type == ir::SchemaType::kEnum) {
      args[i] = ir::EnumValue{parameter.enum_type, *name};
    } else if (parameter.type == ir::SchemaType::kDevice) {
      args[i] = ir::Device{*name};
    }
  }
}

/// The line of an operator without one (arithmetic on symbolic integers): that of its first
/// operand.
SourceLocation location_of(const std::vector<ir::Argument>& args, SourceLocation where) {
  if (where.known()) return where;
  for (const ir::Argument& argument : args) {
    const ir::Node* node = argument.node();
    if (node && node->meta.location.known()) return node->meta.location;
  }
  return where;
}

/// False where nothing can be concluded about a node, which is quicker to see than to try.
bool operands_known(const ir::Node& node) {
  for (const ir::Node* operand : node.all_input_nodes()) {
    if (!operand->meta.value.known()) return false;
  }
  return true;
}

/// The first extent that a number was computed from.
std::optional<std::string> first_extent(const ir::Node& number) {
  for (const ir::Node* operand : number.all_input_nodes()) {
    if (const ir::IntExpr* extent = operand->meta.value.integer()) return extent->str();
    if (auto found = first_extent(*operand)) return found;
  }
  return std::nullopt;
}

SourceLocation location_of(const TensorImpl& proxy, SourceLocation where) {
  return where.known() ? where : proxy.node->meta.location;
}

/// An integer as far as the capture knows it.
std::optional<ir::IntExpr> known_integer(const ir::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value.value)) return ir::IntExpr(*number);
  const ir::TensorHandle* proxy = value.tensor();
  if (!proxy || !(*proxy)->node) return std::nullopt;
  const ir::IntExpr* expression = (*proxy)->node->meta.value.integer();
  return expression ? std::optional<ir::IntExpr>(*expression) : std::nullopt;
}

std::string_view relation_text(Relation relation) {
  constexpr std::string_view kTexts[] = {"==", "!=", "<", "<=", ">", ">="};
  return kTexts[static_cast<std::size_t>(relation)];
}

/// `difference relation 0`, where the bounds of the extents say it.
std::optional<bool> decided_by_bounds(Relation relation, const ir::IntExpr& difference) {
  const auto [lower, upper] = difference.bounds();
  if (lower == upper || lower > 0 || upper < 0) {
    return holds(relation, lower > 0 ? 1 : upper < 0 ? -1 : 0, 0);
  }
  switch (relation) {
    case Relation::kLess:
    case Relation::kGreaterEqual:
      if (lower == 0) return relation == Relation::kGreaterEqual;
      break;
    case Relation::kLessEqual:
    case Relation::kGreater:
      if (upper == 0) return relation == Relation::kLessEqual;
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace

ir::Argument Recorder::create_arg(const ir::Value& value, SourceLocation where) {
  if (const ir::TensorHandle* tensor = value.tensor()) {
    if (!(*tensor)->is_proxy()) return constant_argument(*tensor, where);
    return operand_node(**tensor, where);
  }
  if (const auto* list = value.list()) {
    std::vector<ir::Argument> items;
    items.reserve(list->size());
    for (const ir::Value& item : *list) items.push_back(create_arg(item, where));
    return items;
  }
  if (const ir::ValueDict* dict = value.dict()) {
    std::vector<ir::ArgumentItem> items;
    for (const auto& [key, item] : dict->items) items.push_back({key, create_arg(item, where)});
    return ir::ArgumentDict(std::move(items));
  }
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
  if (const auto* number = std::get_if<double>(&value.value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
  if (const auto* dtype = std::get_if<DType>(&value.value)) return *dtype;
  return {};
}

void Recorder::check_write(const ir::Operator&, const std::vector<ir::Value>&, SourceLocation) {}

ir::Value Recorder::call_operator(const ir::Operator& op, std::vector<ir::Value> arguments,
                                  CallStyle style, SourceLocation where) {
  if (op.schema.name == "item") {
    const ir::TensorHandle& tensor = *arguments[0].tensor();
    if (!tensor->is_proxy()) return eager_call(op, arguments, where);
    operand_node(*tensor, where);
    if (!records_reads()) break_on(*tensor, "the value", where);
  }
  if (op.writes()) check_write(op, arguments, where);
  std::vector<ir::Argument> args;
  const std::size_t given = count_given(op, arguments);
  args.reserve(given);
  for (std::size_t i = 0; i < given; ++i) args.push_back(create_arg(arguments[i], where));
  name_constants(op, args);
  where = location_of(args, where);
  ir::KeywordArguments kwargs;
  split_arguments(op, args, kwargs);
  const bool method = style == CallStyle::kMethod;
  ir::Node* node = create_node(method ? ir::OpCode::kCallMethod : ir::OpCode::kCallFunction,
                               method ? op.schema.name : op.full_name(), std::move(args),
                               std::move(kwargs), where);
  if (operands_known(*node)) {
    if (const std::optional<ir::Call> call = ir::call_of_node(*node)) {
      node->meta.value = ir::infer(*call);
    }
  }
  if (op.functional) {
    const ir::TensorHandle& target = *arguments[0].tensor();
    if (target->is_proxy()) target->node = node;
    return target;
  }
  const auto& results = op.schema.results;
  if (results.size() == 1 && !results[0].list) return proxy(node);
  if (results.size() == 1 && !node->meta.value.list()) {
    fail(diag::ExtentUnknown, where, {"number of results of " + op.schema.name});
  }
  return wrap_results(node, results.size(), where);
}

ir::Value Recorder::wrap_results(ir::Node* node, std::size_t count, SourceLocation where) {
  const ir::ValueMetaList* metas = node->meta.value.list();
  if (metas) count = metas->size();
  std::vector<ir::Value> items;
  for (std::size_t i = 0; i < count; ++i) {
    ir::Node* item = create_node(ir::OpCode::kCallFunction, "getitem",
                                 {node, static_cast<std::int64_t>(i)}, {}, where);
    if (metas) item->meta.value = (*metas)[i];
    items.emplace_back(proxy(item));
  }
  return items;
}

void Recorder::break_on(const TensorImpl& proxy, std::string_view wanted, SourceLocation where) {
  // Users know the tensor, and not the read of its element.
  const ir::Node* node = proxy.node;
  if (node->target() == "item" && node->args()[0].node() != nullptr) node = node->args()[0].node();
  refuse(Error(make_diagnostic(diag::BreakOnData, location_of(proxy, where),
                               {std::string(wanted), node->name()})));
}

std::int64_t Recorder::require_int(const TensorImpl& proxy, SourceLocation where) {
  if (const ir::IntExpr* integer = proxy.node->meta.value.integer()) {
    if (integer->is_constant()) {
      note_number(proxy, integer->value());
      return integer->value();
    }
    need_extent(proxy, integer->str());
    fail(diag::BreakOnExtent, location_of(proxy, where), {integer->str(), proxy.node->name()});
  }
  if (!proxy.node->meta.value.known()) {
    fail(diag::ExtentUnknown, location_of(proxy, where), {"extent"});
  }
  break_on(proxy, "an integer", where);
}

bool Recorder::decide(Relation relation, const ir::Value& a, const ir::Value& b, Assume assume) {
  const std::optional<ir::IntExpr> left = known_integer(a), right = known_integer(b);
  if (!left || !right) return OperatorHandler::decide(relation, a, b, assume);
  if (const std::optional<bool> decided = decided_by_bounds(relation, *left - *right)) {
    for (const ir::Value* side : {&a, &b}) {
      const std::optional<std::int64_t> number = known_integer(*side)->maybe_value();
      if (side->tensor() && number) note_number(**side->tensor(), *number);
    }
    return *decided;
  }
  const std::string text =
      left->str() + " " + std::string(relation_text(relation)) + " " + right->str();
  if (assume == Assume::kTrue) {
    check_relation(relation, a, b, text);
    return true;
  }
  // A capture that knows typical extents goes on with those.
  for (const ir::Value* side : {&a, &b}) {
    const ir::TensorHandle* proxy = side->tensor();
    if (proxy && !known_integer(*side)->is_constant()) need_extent(**proxy, text);
  }
  const ir::TensorHandle& proxy = a.tensor() ? *a.tensor() : *b.tensor();
  fail(diag::DecisionOnExtent, location_of(*proxy, {}), {text});
}

void Recorder::check_relation(Relation relation, const ir::Value& a, const ir::Value& b,
                              const std::string& text) {
  const auto call = [&](const char* name, ir::Value x, ir::Value y) {
    return call_operator(ir::get_operator(name), {std::move(x), std::move(y)}, CallStyle::kFunction,
                         {});
  };
  const auto check = [&](ir::Value value) { call("check_extent", std::move(value), text); };
  const ir::Value one = std::int64_t{1};
  switch (relation) {
    case Relation::kEqual:
      check(call("sym_sub", a, b));
      return check(call("sym_sub", b, a));
    case Relation::kNotEqual: {
      const ir::Value difference = call("sym_sub", a, b);
      return check(call("sym_sub", call("sym_mul", difference, difference), one));
    }
    case Relation::kLess:
      return check(call("sym_sub", call("sym_sub", b, a), one));
    case Relation::kLessEqual:
      return check(call("sym_sub", b, a));
    case Relation::kGreater:
      return check(call("sym_sub", call("sym_sub", a, b), one));
    case Relation::kGreaterEqual:
      return check(call("sym_sub", a, b));
  }
}

void Recorder::need_extent(const TensorImpl&, const std::string&) {}
void Recorder::note_number(const TensorImpl&, std::int64_t) {}

double Recorder::require_float(const TensorImpl& proxy, SourceLocation where) {
  if (proxy.node->meta.value.integer()) return static_cast<double>(require_int(proxy, where));
  if (proxy.node->target() == "sym_float") {
    fail(diag::BreakOnExtent, location_of(proxy, where),
         {first_extent(*proxy.node).value_or("of a float"), proxy.node->name()});
  }
  break_on(proxy, "the number", where);
}

bool Recorder::require_bool(const TensorImpl& proxy, SourceLocation where) {
  if (proxy.node->meta.value.integer()) return require_int(proxy, where) != 0;
  break_on(proxy, "the truth value", where);
}

void Recorder::require_data(const TensorImpl& proxy, std::string_view what, SourceLocation where) {
  refuse(Error(make_diagnostic(diag::BreakOnHostRead, location_of(proxy, where),
                               {std::string(what), proxy.node->name()})));
}

void Recorder::refuse(Error error) {
  if (!refusal_) refusal_ = error;
  throw error;
}

}  // namespace weft
