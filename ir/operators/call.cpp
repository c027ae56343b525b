/// \file Call: access to bound arguments by schema position.
#include <weft/ir/operators/call.h>

#include <fmt/format.h>

#include <array>
#include <utility>

#include <weft/ir/node.h>
#include <weft/ir/operators/operator.h>

namespace weft::ir {
namespace {

using List = std::vector<CallArgument>;

[[noreturn]] void wrong_type(const Operator& op, std::size_t i, std::string_view wanted) {
  fail(diag::InternalError, {},
       {fmt::format("{}: argument {} is asked for as {}", op.full_name(), i, wanted)});
}

// "nothing", "a number", for a value that came for a tensor.
std::string_view kind_of(const CallArgument& argument) {
  if (std::holds_alternative<std::monostate>(argument.value)) return "nothing";
  if (std::holds_alternative<std::string>(argument.value)) return "a string";
  if (std::holds_alternative<List>(argument.value)) return "a list";
  return std::holds_alternative<Number>(argument.value) ||
                 std::holds_alternative<IntExpr>(argument.value)
             ? "a number"
             : "a value that is no tensor";
}

std::optional<IntExpr> as_integer(const CallArgument& argument) {
  if (const auto* number = std::get_if<Number>(&argument.value)) {
    if (number->is_float()) return std::nullopt;
    return IntExpr(number->as_int());
  }
  if (const auto* expression = std::get_if<IntExpr>(&argument.value)) return *expression;
  return std::nullopt;
}

/// Tensors and run-time numbers are what an operator loads from.
std::size_t count_inputs(const CallArgument& argument) {
  if (const auto* list = std::get_if<List>(&argument.value)) {
    std::size_t count = 0;
    for (const CallArgument& item : *list) count += count_inputs(item);
    return count;
  }
  return std::holds_alternative<TensorMeta>(argument.value) ||
         std::holds_alternative<UnknownNumber>(argument.value);
}

DType widest_type(DTypeCategory category) {
  return category == DTypeCategory::kFloating ? DType::kFloat64 : default_dtype(category);
}

void collect_inputs(const CallArgument& argument, std::vector<TensorMeta>& inputs) {
  if (const auto* list = std::get_if<List>(&argument.value)) {
    for (const CallArgument& item : *list) collect_inputs(item, inputs);
  } else if (const auto* tensor = std::get_if<TensorMeta>(&argument.value)) {
    inputs.push_back(*tensor);
  } else if (const auto* number = std::get_if<UnknownNumber>(&argument.value)) {
    inputs.push_back(dense(widest_type(number->category), {}));
  }
}

std::optional<CallArgument> from_meta(const ValueMeta& meta) {
  CallArgument result;
  if (const TensorMeta* tensor = meta.tensor()) {
    result.value = *tensor;
  } else if (const IntExpr* integer = meta.integer()) {
    result.value = *integer;
  } else if (const UnknownNumber* number = meta.number()) {
    result.value = *number;
  } else if (const ValueMetaList* metas = meta.list()) {
    List list;
    list.reserve(metas->size());
    for (const ValueMeta& item : *metas) {
      std::optional<CallArgument> argument = from_meta(item);
      if (!argument) return std::nullopt;
      list.push_back(std::move(*argument));
    }
    result.value = std::move(list);
  } else {
    return std::nullopt;
  }
  return result;
}

std::optional<CallArgument> from_items(const std::vector<Argument>& items) {
  List list;
  list.reserve(items.size());
  for (const Argument& item : items) {
    std::optional<CallArgument> argument = call_argument(item);
    if (!argument) return std::nullopt;
    list.push_back(std::move(*argument));
  }
  CallArgument result;
  result.value = std::move(list);
  return result;
}

}  // namespace

Call::Call(const Operator& op, std::vector<CallArgument> arguments, SourceLocation where)
    : op_(&op), arguments_(std::move(arguments)), where_(where) {
  if (arguments_.size() != op.schema.parameters.size()) {
    weft::fail(diag::InternalError, where,
               {fmt::format("{}: {} bound arguments for {} parameters", op.full_name(),
                            arguments_.size(), op.schema.parameters.size())});
  }
}

bool Call::has(std::size_t i) const {
  return !std::holds_alternative<std::monostate>(arguments_[i].value);
}

bool Call::is_tensor(std::size_t i) const {
  return std::holds_alternative<TensorMeta>(arguments_[i].value);
}

const TensorMeta& Call::tensor(std::size_t i) const {
  const auto* tensor = std::get_if<TensorMeta>(&arguments_[i].value);
  if (!tensor) {
    // A graph that runs may be given any value for an input.
    const SchemaParameter& parameter = op_->schema.parameters[i];
    if (parameter.type != SchemaType::kTensor && parameter.type != SchemaType::kTensorOrNumber) {
      wrong_type(*op_, i, "a tensor");
    }
    weft::fail(diag::ArgumentType, where_,
               {op_->full_name(), parameter.name, parameter.type_str(),
                std::string(kind_of(arguments_[i]))});
  }
  return *tensor;
}

std::vector<const TensorMeta*> Call::tensors(std::size_t i) const {
  const auto* list = std::get_if<List>(&arguments_[i].value);
  if (!list) wrong_type(*op_, i, "a list of tensors");
  std::vector<const TensorMeta*> tensors;
  tensors.reserve(list->size());
  for (const CallArgument& item : *list) {
    const auto* tensor = std::get_if<TensorMeta>(&item.value);
    if (!tensor) wrong_type(*op_, i, "a list of tensors");
    tensors.push_back(tensor);
  }
  return tensors;
}

IntExpr Call::integer(std::size_t i) const {
  if (const auto value = as_integer(arguments_[i])) return *value;
  if (std::holds_alternative<UnknownNumber>(arguments_[i].value)) {
    fail(diag::OperatorUnsupported, {fmt::format("a value of `{}` that is read from a tensor",
                                                 op_->schema.parameters[i].name)});
  }
  wrong_type(*op_, i, "an integer");
}

std::int64_t Call::constant_integer(std::size_t i) const {
  const IntExpr value = integer(i);
  if (const auto constant = value.maybe_value()) return *constant;
  fail(diag::OperatorUnsupported,
       {fmt::format("the symbolic value {} of `{}`", value.str(), op_->schema.parameters[i].name)});
}

std::vector<IntExpr> Call::integers(std::size_t i) const {
  const auto* list = std::get_if<List>(&arguments_[i].value);
  if (!list) return {integer(i)};
  std::vector<IntExpr> values;
  values.reserve(list->size());
  for (const CallArgument& item : *list) {
    if (const auto value = as_integer(item)) {
      values.push_back(*value);
    } else if (std::holds_alternative<UnknownNumber>(item.value)) {
      fail(diag::OperatorUnsupported, {fmt::format("a value in `{}` that is read from a tensor",
                                                   op_->schema.parameters[i].name)});
    } else {
      wrong_type(*op_, i, "a list of integers");
    }
  }
  return values;
}

std::vector<std::int64_t> Call::constant_integers(std::size_t i) const {
  std::vector<std::int64_t> values;
  for (const IntExpr& value : integers(i)) {
    const auto constant = value.maybe_value();
    if (!constant) {
      fail(diag::OperatorUnsupported, {fmt::format("the symbolic value {} in `{}`", value.str(),
                                                   op_->schema.parameters[i].name)});
    }
    values.push_back(*constant);
  }
  return values;
}

Number Call::number(std::size_t i) const {
  if (const auto* number = std::get_if<Number>(&arguments_[i].value)) return *number;
  if (const auto* expression = std::get_if<IntExpr>(&arguments_[i].value)) {
    if (const auto value = expression->maybe_value()) return *value;
  } else if (!std::holds_alternative<UnknownNumber>(arguments_[i].value)) {
    wrong_type(*op_, i, "a number");
  }
  fail(diag::OperatorUnsupported,
       {fmt::format("a value of `{}` that is not a constant", op_->schema.parameters[i].name)});
}

bool Call::boolean(std::size_t i) const { return number(i).as_bool(); }

const std::string& Call::text(std::size_t i) const {
  const auto* text = std::get_if<std::string>(&arguments_[i].value);
  if (!text) wrong_type(*op_, i, "a string");
  return *text;
}

std::optional<DType> Call::dtype(std::size_t i) const {
  if (!has(i)) return std::nullopt;
  const auto* dtype = std::get_if<DType>(&arguments_[i].value);
  if (!dtype) wrong_type(*op_, i, "a dtype");
  return *dtype;
}

std::int64_t Call::dimension(std::int64_t dim, std::size_t rank) const {
  // A tensor without dimensions takes the dimensions of a vector.
  const auto bound = static_cast<std::int64_t>(rank == 0 ? 1 : rank);
  if (dim < -bound || dim >= bound) {
    fail(diag::DimensionOutOfRange, {fmt::format("{}", dim), fmt::format("{}", rank)});
  }
  return dim < 0 ? dim + bound : dim;
}

int Call::input_ordinal(std::size_t i, std::size_t element) const {
  std::size_t ordinal = 0;
  for (std::size_t k = 0; k < i; ++k) ordinal += count_inputs(arguments_[k]);
  if (const auto* list = std::get_if<List>(&arguments_[i].value)) {
    for (std::size_t k = 0; k < element; ++k) ordinal += count_inputs((*list)[k]);
  }
  return static_cast<int>(ordinal);
}

std::vector<TensorMeta> Call::inputs() const {
  std::vector<TensorMeta> inputs;
  for (const CallArgument& argument : arguments_) collect_inputs(argument, inputs);
  return inputs;
}

void Call::fail(const DiagnosticKind& kind, std::initializer_list<std::string> args) const {
  std::array<std::string, 5> a;
  std::size_t count = 0;
  a[count++] = op_->schema.name;
  for (const std::string& text : args) a.at(count++) = text;
  weft::fail(kind, where_, {a[0], a[1], a[2], a[3], a[4]});
}

std::optional<CallArgument> call_argument(const Argument& argument) {
  CallArgument result;
  const Argument::Variant& v = argument.variant();
  if (argument.is_none()) return result;
  if (const Node* node = argument.node()) return from_meta(node->meta.value);
  if (const auto number = argument.number()) {
    result.value = *number;
  } else if (const std::string* text = argument.text()) {
    result.value = *text;
  } else if (const auto* dtype = std::get_if<DType>(&v)) {
    result.value = *dtype;
  } else if (const auto* device = std::get_if<Device>(&v)) {
    result.value = *device;
  } else if (const auto* item = std::get_if<EnumValue>(&v)) {
    result.value = *item;
  } else if (std::holds_alternative<EllipsisArgument>(v)) {
    result.value = EllipsisArgument{};
  } else if (const auto* slice = std::get_if<SliceArgument>(&v)) {
    auto parts = from_items(*slice->parts);
    if (parts) parts->is_slice = true;
    return parts;
  } else if (const ArgumentList* list = argument.list()) {
    return from_items(list->items());
  } else {
    std::vector<Argument> items;
    for (const ArgumentItem& item : std::get<ArgumentDict>(v).items()) items.push_back(item.value);
    return from_items(items);
  }
  return result;
}

std::optional<Call> call_of_node(const Node& node) {
  const Operator* op = node.op();
  if (!op) return std::nullopt;
  const std::vector<Argument> bound =
      bind_arguments(op->schema, node.args(), node.kwargs(), node.meta.location);
  std::vector<CallArgument> arguments;
  arguments.reserve(bound.size());
  for (const Argument& argument : bound) {
    std::optional<CallArgument> converted = call_argument(argument);
    if (!converted) return std::nullopt;
    arguments.push_back(std::move(*converted));
  }
  return Call(*op, std::move(arguments), node.meta.location);
}

}  // namespace weft::ir
