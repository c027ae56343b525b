/// \file The operator table: the families of rows, put together once.
#include <fmt/format.h>

#include <deque>
#include <string>
#include <unordered_map>

#include <weft/ir/operators/bind.h>
#include <weft/ir/operators/operator.h>

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

class Table {
 public:
  Table() {
    for (const auto rows :
         {pointwise_unary_rows(), pointwise_binary_rows(), activation_rows(), reduction_rows(),
          view_rows(), matmul_rows(), convolution_rows(), pooling_rows(), normalization_rows(),
          indexing_rows(), movement_rows(), factory_rows(), loss_rows(), shape_query_rows()}) {
      for (const OperatorRow& row : rows) add_row(row);
    }
  }

  const std::vector<const Operator*>& all() const { return all_; }
  const Operator* find(std::string_view full_name) const {
    const auto found = by_full_name_.find(full_name);
    return found == by_full_name_.end() ? nullptr : found->second;
  }
  const std::vector<const Operator*>& overloads(std::string_view name) const {
    static const std::vector<const Operator*> none;
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? none : found->second;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  template <typename T>
  using Map = std::unordered_map<std::string, T, Hash, std::equal_to<>>;

  void add_row(const OperatorRow& row) {
    const Operator* functional = add({parse_schema(row.schema), &row, nullptr});
    if (row.spellings & kInPlace) add({in_place_schema(functional->schema), &row, functional});
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
  std::vector<const Operator*> all_;
  Map<const Operator*> by_full_name_;
  Map<std::vector<const Operator*>> by_name_;
};

const Table& table() {
  static const Table table;
  return table;
}

}  // namespace

const std::vector<const Operator*>& all_operators() { return table().all(); }

const Operator* find_operator(std::string_view full_name) { return table().find(full_name); }

const Operator& get_operator(std::string_view full_name) {
  const Operator* op = find_operator(full_name);
  if (!op) fail(diag::UnknownOperator, {}, {std::string(full_name)});
  return *op;
}

const std::vector<const Operator*>& overloads(std::string_view name) {
  return table().overloads(name);
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
