#include <weft/runtime/tensor/indexing.h>

#include <algorithm>
#include <cstring>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/tensor/factories.h>

namespace weft {

namespace {

/// The views that an index list without tensors means, and the tensors that are left, by dimension
/// of the viewed result.
struct Indexed {
  Tensor view;
  std::vector<Tensor> tensors;  ///< undefined where the dimension is not indexed by a tensor
  bool any = false;
};

std::int64_t consumed(const IndexItem& item) {
  if (std::holds_alternative<indexing::NoneType>(item.get())) return 0;
  if (std::holds_alternative<indexing::EllipsisType>(item.get())) return 0;
  if (std::holds_alternative<bool>(item.get())) return 0;
  if (const auto* tensor = std::get_if<Tensor>(&item.get())) {
    if (tensor->scalar_type() == kBool || tensor->scalar_type() == kByte) return tensor->dim();
  }
  return 1;
}

ir::Value slice_bound(const std::optional<SymInt>& bound) {
  return bound ? bound->to_value() : ir::Value();
}

Indexed apply(const Tensor& input, const std::vector<IndexItem>& items, SourceLocation where) {
  std::int64_t named = 0;
  for (const IndexItem& item : items) named += consumed(item);
  const std::int64_t rank = input.dim(where);
  if (named > rank) {
    fail(diag::IndexListWrong, where,
         {"index: " + std::to_string(named) + " indices for a tensor of rank " +
          std::to_string(rank)});
  }
  Indexed result{input, {}, false};
  const auto call = [&](const char* op, std::vector<api::NamedValue> arguments) {
    arguments.emplace_back("input", result.view.handle());
    result.view = api::to_tensor(api::call_named(op, arguments, CallStyle::kMethod, where));
  };
  std::int64_t dim = 0;
  for (const IndexItem& item : items) {
    if (const auto* integer = std::get_if<SymInt>(&item.get())) {
      call("select", {{"dim", dim}, {"index", integer->to_value()}});
    } else if (const auto* slice = std::get_if<indexing::Slice>(&item.get())) {
      if (slice->start() || slice->stop() || slice->step()) {
        call("slice", {{"dim", dim},
                       {"start", slice_bound(slice->start())},
                       {"end", slice_bound(slice->stop())},
                       {"step", slice->step() ? slice->step()->to_value() : ir::Value(INT64_C(1))}});
      }
      ++dim;
    } else if (std::holds_alternative<indexing::NoneType>(item.get())) {
      call("unsqueeze", {{"dim", dim++}});
    } else if (std::holds_alternative<indexing::EllipsisType>(item.get())) {
      dim += rank - named;
    } else if (const auto* flag = std::get_if<bool>(&item.get())) {
      call("unsqueeze", {{"dim", dim}});
      if (!*flag) {
        call("slice", {{"dim", dim}, {"start", INT64_C(0)}, {"end", INT64_C(0)},
                       {"step", INT64_C(1)}});
      }
      ++dim;
    } else {
      const auto& tensor = std::get<Tensor>(item.get());
      result.tensors.resize(static_cast<std::size_t>(dim) + 1);
      result.tensors.back() = tensor;
      result.any = true;
      dim += consumed(item);
    }
    result.tensors.resize(std::max(result.tensors.size(), static_cast<std::size_t>(dim)));
  }
  return result;
}

ir::Value index_values(const std::vector<Tensor>& tensors) {
  std::vector<ir::Value> values;
  for (const Tensor& tensor : tensors) {
    values.push_back(tensor.defined() ? ir::Value(tensor.handle()) : ir::Value());
  }
  while (!values.empty() && values.back().is_none()) values.pop_back();
  return values;
}

void put(const Tensor& input, const std::vector<IndexItem>& items, const Tensor& value,
         bool accumulate, SourceLocation where) {
  const Indexed target = apply(input, items, where);
  if (!target.any) {
    const char* op = accumulate ? "add_" : "copy_";
    const ir::Operator& row = ir::get_operator(op);
    dispatch(row,
             api::bind_named(row, {{row.schema.parameters[0].name, target.view.handle()},
                                   {row.schema.parameters[1].name, value.handle()}},
                             where),
             CallStyle::kMethod, where);
    return;
  }
  api::call_named("index_put_",
                  {{"input", target.view.handle()},
                   {"indices", index_values(target.tensors)},
                   {"values", value.handle()},
                   {"accumulate", accumulate}},
                  CallStyle::kMethod, where);
}

}  // namespace

IndexItem::IndexItem(const char* dots) : value_(indexing::EllipsisType{}) {
  if (std::strcmp(dots, "...") != 0) {
    fail(diag::IndexListWrong, {}, {"index: the only text in an index list is \"...\""});
  }
}

Tensor Tensor::index(const std::vector<IndexItem>& indices, where_t where) const {
  const Indexed target = apply(*this, indices, where);
  if (!target.any) return target.view;
  return api::to_tensor(api::call_named(
      "index", {{"input", target.view.handle()}, {"indices", index_values(target.tensors)}},
      CallStyle::kMethod, where));
}

Tensor Tensor::index(std::initializer_list<IndexItem> indices, where_t where) const {
  return index(std::vector<IndexItem>(indices), where);
}

Tensor& Tensor::index_put_(const std::vector<IndexItem>& indices, const Tensor& value,
                                 bool accumulate, where_t where) const {
  put(*this, indices, value, accumulate, where);
  return const_cast<Tensor&>(*this);
}

Tensor& Tensor::index_put_(std::initializer_list<IndexItem> indices, const Tensor& value,
                                 bool accumulate, where_t where) const {
  put(*this, indices, value, accumulate, where);
  return const_cast<Tensor&>(*this);
}

Tensor& Tensor::index_put_(std::initializer_list<IndexItem> indices, const Scalar& value,
                                 where_t where) const {
  put(*this, indices, full({}, value, TensorOptions(scalar_type(where)), where), false, where);
  return const_cast<Tensor&>(*this);
}

Tensor Tensor::operator[](std::int64_t index) const {
  return api::to_tensor(
      api::call_named("select", {{"input", handle()}, {"dim", INT64_C(0)}, {"index", index}},
                      CallStyle::kMethod, {}));
}

Tensor Tensor::operator[](const Tensor& index) const { return this->index({IndexItem(index)}); }

Tensor& Tensor::operator=(const Tensor& value) && {
  put(*this, {}, value, false, {});
  return *this;
}

Tensor& Tensor::operator=(const Scalar& value) && {
  put(*this, {}, full({}, value, TensorOptions(scalar_type())), false, {});
  return *this;
}

}  // namespace weft
