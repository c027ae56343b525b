/// \file The operator table: the families of rows, put together once.
#include <fmt/format.h>

#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include <weft/ir/operators/bind.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/operators/registered_operators.h>

namespace weft::ir {
namespace {

/// Schema of `name_`, which writes the result of `name` into the first argument.
Schema in_place_schema(Schema schema) {
  if (schema.parameters.empty() || schema.parameters[0].type != SchemaType::kTensor ||
      schema.parameters[0].list || schema.results.size() != 1) {
    fail(diag::InternalError, {}, {fmt::format("`{}` has no in-place form", schema.str())});
  }
  schema.name += "_";
  schema.parameters[0].written = true;
  schema.parameters[0].aliased = true;
  schema.results[0] = {"", SchemaType::kTensor, false, true};
  return schema;
}

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};
template <typename T>
using Map = std::unordered_map<std::string, T, Hash, std::equal_to<>>;
using Operators = std::vector<const Operator*>;

class Table {
 public:
  Table() {
    for (const auto rows : {pointwise_unary_rows(), pointwise_binary_rows(), comparison_rows(),
                            pointwise_ternary_rows(), activation_rows(), reduction_rows(),
                            view_rows(), matmul_rows(), linear_algebra_rows(), convolution_rows(),
                            pooling_rows(), normalization_rows(), indexing_rows(), movement_rows(),
                            factory_rows(), loss_rows(), shape_query_rows(), check_rows()}) {
      for (const OperatorRow& row : rows) add_row(row);
    }
  }

  const Operators& all() const { return all_; }
  const Operator* find(std::string_view full_name) const {
    const auto found = by_full_name_.find(full_name);
    return found == by_full_name_.end() ? nullptr : found->second;
  }
  /// Null where there is none.
  const Operators* overloads(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &found->second;
  }

 private:
  void add_row(const OperatorRow& row) {
    const Operator* functional = add({parse_schema(row.schema), &row, nullptr, nullptr});
    if (row.spellings & kInPlace) {
      add({in_place_schema(functional->schema), &row, functional, nullptr});
    }
  }

  const Operator* add(Operator op) {
    const Operator* added = &operators_.emplace_back(std::move(op));
    if (!by_full_name_.emplace(added->full_name(), added).second) {
      fail(diag::InternalError, {}, {fmt::format("two operators `{}`", added->full_name())});
    }
    all_.push_back(added);
    by_name_[added->schema.name].push_back(added);
    return added;
  }

  std::deque<Operator> operators_;  // a deque, so that addresses stay
  Operators all_;
  Map<const Operator*> by_full_name_;
  Map<Operators> by_name_;
};

const Table& table() {
  static const Table table;
  return table;
}

/// Operators of users. Lists of overloads that were handed out stay as they are: a new overload
/// makes a new list.
class RegisteredTable {
 public:
  const Operator* find(std::string_view full_name) const {
    const std::shared_lock lock(mutex_);
    const auto found = by_full_name_.find(full_name);
    return found == by_full_name_.end() ? nullptr : found->second;
  }
  const Operators* overloads(std::string_view name) const {
    const std::shared_lock lock(mutex_);
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
  }
  const Operator& add(std::unique_ptr<const OperatorDefinition> definition, const Schema& schema,
                      SourceLocation where) {
    const std::unique_lock lock(mutex_);
    const bool in_place = definition->spellings & kInPlace;
    check_new(schema, where);
    if (in_place) check_new(in_place_schema(schema), where);
    rows_.push_back({definition->schema.c_str(), definition->doc.c_str(), *definition->meaning,
                     definition->spellings, definition->effect});
    const OperatorRow* row = &rows_.back();
    const Operator& op = enter({schema, row, nullptr, definition.get()});
    if (in_place) enter({in_place_schema(schema), row, &op, definition.get()});
    definitions_.push_back(std::move(definition));
    return op;
  }

 private:
  void check_new(const Schema& schema, SourceLocation where) const {
    if (table().overloads(schema.name)) {
      fail(diag::OperatorExists, where, {schema.full_name(), "an operator of weft of that name"});
    }
    if (by_full_name_.find(schema.full_name()) != by_full_name_.end()) {
      fail(diag::OperatorExists, where, {schema.full_name(), "a registered one of that name"});
    }
  }
  const Operator& enter(Operator op) {
    const Operator& added = operators_.emplace_back(std::move(op));
    by_full_name_.emplace(added.full_name(), &added);
    const Operators*& list = by_name_[added.schema.name];
    Operators grown = list ? *list : Operators();
    grown.push_back(&added);
    list = &lists_.emplace_back(std::move(grown));
    return added;
  }

  mutable std::shared_mutex mutex_;
  std::vector<std::unique_ptr<const OperatorDefinition>> definitions_;
  std::deque<OperatorRow> rows_;
  std::deque<Operator> operators_;
  std::deque<Operators> lists_;
  Map<const Operator*> by_full_name_;
  Map<const Operators*> by_name_;
};

RegisteredTable& registered() {
  static RegisteredTable table;
  return table;
}

}  // namespace

const std::vector<const Operator*>& all_operators() { return table().all(); }

const Operator* find_operator(std::string_view full_name) {
  const Operator* op = table().find(full_name);
  return op ? op : registered().find(full_name);
}

const Operator& add_registered_operator(std::unique_ptr<const OperatorDefinition> definition,
                                        const Schema& schema, SourceLocation where) {
  return registered().add(std::move(definition), schema, where);
}

const Operator& get_operator(std::string_view full_name) {
  const Operator* op = find_operator(full_name);
  if (!op) fail(diag::UnknownOperator, {}, {std::string(full_name)});
  return *op;
}

const std::vector<const Operator*>& overloads(std::string_view name) {
  static const Operators none;
  const Operators* found = table().overloads(name);
  if (!found) found = registered().overloads(name);
  return found ? *found : none;
}

const Operator* resolve_overload(std::string_view name, const std::vector<Argument>& args,
                                 const KeywordArguments& kwargs) {
  std::vector<Argument> bound;
  // A node without meta is most likely a tensor; only where that fits nothing may it be a number.
  for (const UnknownNodes unknown : {UnknownNodes::kTensors, UnknownNodes::kAnything}) {
    for (const Operator* op : overloads(name)) {
      if (!try_bind(op->schema, args, kwargs, unknown, bound)) return op;
    }
  }
  return nullptr;
}

}  // namespace weft::ir
