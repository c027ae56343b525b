#include <weft/runtime/nn/embedding_bag.h>

#include <limits>
#include <string>

#include <weft/runtime/api/functions.h>
#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/init.h>
#include <weft/runtime/tensor/factories.h>
#include <weft/runtime/tensor/operators.h>

namespace weft::nn {

namespace functional {

namespace {

[[noreturn]] void refuse(const TensorArg& input, const std::string& what) {
  fail(diag::ModuleOptionWrong, input.where(), {"embedding_bag", what});
}

bool is_max(const EmbeddingBagMode& mode) { return std::holds_alternative<enumtype::kMax>(mode); }

/// Rows [B, L, D] with a flag [B, L] for those that count.
Tensor of_equal_bags(const Tensor& rows, const Tensor& counted, const EmbeddingBagMode& mode,
                     SourceLocation where) {
  const Tensor flags = counted.unsqueeze(2, where);
  const Tensor number = flags.sum(1, false, {}, where);
  if (is_max(mode)) {
    const double lowest = -std::numeric_limits<double>::infinity();
    const Tensor kept = rows.masked_fill(flags.logical_not(where), lowest, where);
    return kept.amax(1, false, where).masked_fill(number.eq(0, where), 0.0, where);
  }
  const Tensor sum =
      rows.masked_fill(flags.logical_not(where), 0.0, where).sum(1, false, {}, where);
  if (std::holds_alternative<enumtype::kSum>(mode)) return sum;
  return sum.div(number.clamp_min(1, where), where);
}

/// Rows [N, D] with the number of the bag of each.
Tensor of_bags(const Tensor& rows, const Tensor& counted, const Tensor& bag, const SymInt& bags,
               const EmbeddingBagMode& mode, SourceLocation where) {
  const Tensor none = zeros({bags, rows.size(1, where)}, rows.options(where), where);
  const Tensor flags = counted.unsqueeze(1, where);
  const Tensor column = zeros({bags, 1}, dtype(kLong), where);
  const Tensor number =
      column.index_add(0, bag, flags.to(kLong, false, false, {}, where), 1, where);
  if (is_max(mode)) {
    const double lowest = -std::numeric_limits<double>::infinity();
    const Tensor kept = rows.masked_fill(flags.logical_not(where), lowest, where);
    const Tensor index = bag.unsqueeze(1, where).expand_as(rows, where);
    return none.scatter_reduce(0, index, kept, "amax", false, where)
        .masked_fill(number.eq(0, where), 0.0, where);
  }
  const Tensor kept = rows.masked_fill(flags.logical_not(where), 0.0, where);
  const Tensor sum = none.index_add(0, bag, kept, 1, where);
  if (std::holds_alternative<enumtype::kSum>(mode)) return sum;
  return sum.div(number.clamp_min(1, where), where);
}

}  // namespace

Tensor embedding_bag(TensorArg input, const Tensor& weight,
                     const EmbeddingBagFuncOptions& options) {
  const SourceLocation where = input.where();
  const Tensor& indices = input.get();
  const std::int64_t rank = indices.dim(where);
  if (options.max_norm()) refuse(input, "max_norm writes into the weights");
  if (rank != 1 && rank != 2) {
    refuse(input, "the indices need one or two dimensions, got " + std::to_string(rank));
  }
  if (options.offsets().defined() == (rank == 2)) {
    refuse(input, rank == 2 ? "offsets are for indices of one dimension"
                            : "indices of one dimension need offsets");
  }
  if (options.per_sample_weights().defined() &&
      !std::holds_alternative<enumtype::kSum>(options.mode())) {
    refuse(input, "per_sample_weights need the mode kSum");
  }
  Tensor rows = weft::embedding(TensorArg(weight, where), indices);
  if (options.per_sample_weights().defined()) {
    rows = rows.mul(options.per_sample_weights().unsqueeze(-1, where), where);
  }
  const std::int64_t padding = options.padding_idx().value_or(-1);
  const std::int64_t table = weight.size(0, where).value();
  const Tensor counted = options.padding_idx()
                             ? indices.ne(padding < 0 ? padding + table : padding, where)
                             : ones_like(TensorArg(indices, where), dtype(kBool));
  if (rank == 2) return of_equal_bags(rows, counted, options.mode(), where);
  Tensor starts = options.offsets();
  if (options.include_last_offset()) starts = starts.slice(0, 0, -1, 1, where);
  const Tensor place = arange(indices.size(0, where), dtype(starts.scalar_type(where)), where);
  const Tensor bag =
      weft::bucketize(TensorArg(place, where), starts, /*out_int32=*/false, /*right=*/true)
          .sub(1, 1, where);
  return of_bags(rows, counted, bag, starts.size(0, where), options.mode(), where);
}

}  // namespace functional

EmbeddingBagImpl::EmbeddingBagImpl(const EmbeddingBagOptions& options_) : options(options_) {
  reset();
}

void EmbeddingBagImpl::reset() {
  if (options.max_norm()) {
    fail(diag::ModuleOptionWrong, {}, {"EmbeddingBag", "max_norm is not supported"});
  }
  const std::vector<std::int64_t> sizes = {options.num_embeddings(), options.embedding_dim()};
  if (options._weight().defined()) {
    if (!(options._weight().sizes() == IntArrayRef(sizes))) {
      fail(diag::ModuleOptionWrong, {},
           {"EmbeddingBag", "_weight does not have the shape of num_embeddings and embedding_dim"});
    }
    weight = register_parameter("weight", options._weight());
    return;
  }
  weight = register_parameter("weight", init::normal_(weft::empty(sizes)));
  if (options.padding_idx()) init::zeros_(weight[*options.padding_idx()]);
}

Tensor EmbeddingBagImpl::forward(TensorArg input, const Tensor& offsets,
                                 const Tensor& per_sample_weights) {
  return functional::embedding_bag(input, weight,
                                   functional::EmbeddingBagFuncOptions()
                                       .offsets(offsets)
                                       .mode(options.mode())
                                       .per_sample_weights(per_sample_weights)
                                       .include_last_offset(options.include_last_offset())
                                       .padding_idx(options.padding_idx()));
}

}  // namespace weft::nn
