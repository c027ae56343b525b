#include <weft/runtime/tensor/indexing.h>

#include <algorithm>
#include <cstring>

#include <weft/runtime/api/conversions.h>
#include <weft/runtime/api/named_call.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/tensor/factories.h>

namespace weft {

namespace {

/// A tensor that indexes, and the first dimension of the viewed tensor that it stands for.
struct TensorIndex {
  std::int64_t dim;
  Tensor tensor;
};

/// What is left of an index list after its numbers, slices and the like have become views.
struct Indexed {
  Tensor view;
  std::vector<TensorIndex> tensors;
};

bool is_mask(const Tensor& tensor) {
  return tensor.scalar_type() == kBool || tensor.scalar_type() == kByte;
}

std::int64_t consumed(const IndexItem& item) {
  if (std::holds_alternative<indexing::NoneType>(item.get())) return 0;
  if (std::holds_alternative<indexing::EllipsisType>(item.get())) return 0;
  if (std::holds_alternative<bool>(item.get())) return 0;
  if (const auto* tensor = std::get_if<Tensor>(&item.get())) {
    if (is_mask(*tensor)) return tensor->dim();
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
  Indexed result{input, {}};
  const auto call = [&](const char* op, const std::vector<api::NamedValue>& options) {
    std::vector<api::NamedValue> arguments = {{"input", result.view.handle()}};
    arguments.insert(arguments.end(), options.begin(), options.end());
    result.view = api::to_tensor(api::call_named(op, arguments, CallStyle::kMethod, where));
  };
  std::int64_t dim = 0;
  for (const IndexItem& item : items) {
    if (const auto* integer = std::get_if<SymInt>(&item.get())) {
      call("select", {{"dim", dim}, {"index", integer->to_value()}});
    } else if (const auto* slice = std::get_if<indexing::Slice>(&item.get())) {
      if (slice->start() || slice->stop() || slice->step()) {
        call("slice",
             {{"dim", dim},
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
        call("slice",
             {{"dim", dim}, {"start", INT64_C(0)}, {"end", INT64_C(0)}, {"step", INT64_C(1)}});
      }
      ++dim;
    } else {
      const auto& tensor = std::get<Tensor>(item.get());
      if (is_mask(tensor) && tensor.dim() == 0) {
        fail(diag::IndexListWrong, where, {"index: a mask without dimensions"});
      }
      result.tensors.push_back({dim, tensor});
      dim += consumed(item);
    }
  }
  return result;
}

/// True where the tensors index the first dimensions, none left out: a plain list says the same.
bool index_the_front(const Indexed& indexed) {
  std::int64_t expected = 0;
  for (const TensorIndex& index : indexed.tensors) {
    if (index.dim != expected) return false;
    expected += is_mask(index.tensor) ? index.tensor.dim() : 1;
  }
  return true;
}

ir::Value plain_list(const Indexed& indexed) {
  std::vector<ir::Value> values;
  for (const TensorIndex& index : indexed.tensors) values.emplace_back(index.tensor.handle());
  return values;
}

/// \error W1207 unless the mask has the extents of the dimensions that it stands for
void check_mask(const Indexed& indexed, const TensorIndex& index, SourceLocation where) {
  const ir::ValueMeta mask = index.tensor.handle()->meta();
  const ir::ValueMeta view = indexed.view.handle()->meta();
  if (!mask.tensor() || !view.tensor()) return;
  const std::vector<ir::IntExpr>& sizes = mask.tensor()->sizes;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == view.tensor()->sizes[static_cast<std::size_t>(index.dim) + k]) continue;
    fail(diag::ShapeMismatch, where,
         {"index", "mask of shape " + ir::shape_str(sizes) + " does not fit shape " +
                       ir::shape_str(view.tensor()->sizes) + " at dimension " +
                       std::to_string(index.dim)});
  }
}

/// One entry a dimension for `index.Tensor` and `index_put.Tensor`: positions, or none for all of
/// it.
ir::Value list_by_dimension(const Indexed& indexed, SourceLocation where) {
  std::vector<ir::Value> values;
  for (const TensorIndex& index : indexed.tensors) {
    values.resize(static_cast<std::size_t>(index.dim));
    if (!is_mask(index.tensor)) {
      values.emplace_back(index.tensor.handle());
      continue;
    }
    check_mask(indexed, index, where);
    const Tensor positions = index.tensor.nonzero(where);
    for (std::int64_t k = 0; k < index.tensor.dim(); ++k) {
      values.emplace_back(positions.select(1, k, where).handle());
    }
  }
  return values;
}

/// Writes one value under a mask: no positions are needed.
void fill_under_mask(const Indexed& target, const Tensor& value, SourceLocation where) {
  const TensorIndex& index = target.tensors.front();
  check_mask(target, index, where);
  Tensor mask = index.tensor.to(kBool, false, false, {}, where);
  for (std::int64_t d = index.dim + mask.dim(); d < target.view.dim(where); ++d) {
    mask = mask.unsqueeze(-1, where);
  }
  target.view.masked_fill_(mask, value, where);
}

void put(const Tensor& input, const std::vector<IndexItem>& items, const Tensor& value,
         bool accumulate, SourceLocation where) {
  const Indexed target = apply(input, items, where);
  if (target.tensors.empty()) {
    if (accumulate) {
      target.view.add_(value, 1, where);
    } else {
      target.view.copy_(value, false, where);
    }
    return;
  }
  const bool one_mask = target.tensors.size() == 1 && is_mask(target.tensors.front().tensor);
  if (index_the_front(target)) {
    api::call_named("index_put_",
                    {{"input", target.view.handle()},
                     {"indices", plain_list(target)},
                     {"values", value.handle()},
                     {"accumulate", accumulate}},
                    CallStyle::kMethod, where);
  } else if (one_mask && !accumulate && value.dim(where) == 0) {
    fill_under_mask(target, value, where);
  } else {
    const Tensor values = value.to(target.view.scalar_type(where), false, false, {}, where);
    target.view.copy_(api::to_tensor(api::call_named("index_put.Tensor",
                                                     {{"input", target.view.handle()},
                                                      {"indices", list_by_dimension(target, where)},
                                                      {"values", values.handle()},
                                                      {"accumulate", accumulate}},
                                                     CallStyle::kFunction, where)),
                      false, where);
  }
}

}  // namespace

IndexItem::IndexItem(const char* dots) : value_(indexing::EllipsisType{}) {
  if (std::strcmp(dots, "...") != 0) {
    fail(diag::IndexListWrong, {}, {"index: the only text in an index list is \"...\""});
  }
}

Tensor Tensor::index(const std::vector<IndexItem>& indices, where_t where) const {
  const Indexed target = apply(*this, indices, where);
  if (target.tensors.empty()) return target.view;
  const bool front = index_the_front(target);
  const ir::Value list = front ? plain_list(target) : list_by_dimension(target, where);
  return api::to_tensor(api::call_named(front ? "index" : "index.Tensor",
                                        {{"input", target.view.handle()}, {"indices", list}},
                                        front ? CallStyle::kMethod : CallStyle::kFunction, where));
}

Tensor Tensor::index(std::initializer_list<IndexItem> indices, where_t where) const {
  return index(std::vector<IndexItem>(indices), where);
}

Tensor Tensor::index_put(const std::vector<IndexItem>& indices, const Tensor& value,
                         bool accumulate, where_t where) const {
  Tensor result = clone({}, where);
  put(result, indices, value, accumulate, where);
  return result;
}

Tensor Tensor::index_put(std::initializer_list<IndexItem> indices, const Tensor& value,
                         bool accumulate, where_t where) const {
  return index_put(std::vector<IndexItem>(indices), value, accumulate, where);
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

Tensor Tensor::operator[](const SymIntArg& index) const {
  return api::to_tensor(api::call_named(
      "select", {{"input", handle()}, {"dim", INT64_C(0)}, {"index", index.get().to_value()}},
      CallStyle::kMethod, index.where()));
}

Tensor Tensor::operator[](const TensorArg& index) const {
  return this->index({IndexItem(index.get())}, index.where());
}

Tensor& Tensor::operator=(const TensorArg& value) && {
  put(*this, {}, value.get(), false, value.where());
  return *this;
}

Tensor& Tensor::operator=(const ScalarArg& value) && {
  const SourceLocation where = value.where();
  put(*this, {}, full({}, value.get(), TensorOptions(scalar_type(where)), where), false, where);
  return *this;
}

}  // namespace weft
