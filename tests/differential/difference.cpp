/// \file Whether two ways of computing gave the same.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <weft/ir/tensor_meta.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

#include "tests/differential/agreement.h"

namespace weft::differential {

namespace {

using Tensors = std::vector<ir::TensorHandle>;

/// Relative and absolute error that is no disagreement.
double tolerance(DType type, bool exact) {
  switch (type) {
    case DType::kFloat16:
      return exact ? 1e-3 : 1e-2;
    case DType::kBFloat16:
      return exact ? 8e-3 : 6e-2;
    case DType::kFloat32:
      return exact ? 1e-6 : 1e-4;
    case DType::kFloat64:
      return exact ? 1e-14 : 1e-5;  // it may come from float32
    default:
      return 0;
  }
}

std::string shape_text(const TensorImpl& tensor) { return tensor.meta().tensor()->str(); }

}  // namespace

Tensors copies_with_strides(const Tensors& tensors) {
  Tensors result;
  for (const ir::TensorHandle& tensor : tensors) {
    std::int64_t last = 0;
    for (std::size_t d = 0; d < tensor->sizes.size(); ++d) {
      if (tensor->sizes[d] > 0) last += (tensor->sizes[d] - 1) * tensor->strides[d];
    }
    const ir::TensorHandle base = make_tensor(tensor->dtype, {last + 1});
    if (tensor->numel() > 0) {
      std::copy_n(tensor->data(), static_cast<std::size_t>(last + 1) * ir::size_of(tensor->dtype),
                  base->data());
    }
    result.push_back(make_view(base, tensor->sizes, tensor->strides, 0));
  }
  return result;
}

std::string difference(const Tensors& got, const Tensors& want, const std::vector<bool>& exact) {
  if (got.size() != want.size()) return fmt::format("{} results, not {}", got.size(), want.size());
  for (std::size_t r = 0; r < got.size(); ++r) {
    const TensorImpl& a = *got[r];
    const TensorImpl& b = *want[r];
    if (a.dtype != b.dtype || a.sizes != b.sizes) {
      return fmt::format("result {} is {}, not {}", r, shape_text(a), shape_text(b));
    }
    if (!ir::is_floating(a.dtype)) {
      const ir::TensorHandle x = eager::dense_as(got[r], DType::kInt64);
      const ir::TensorHandle y = eager::dense_as(want[r], DType::kInt64);
      for (std::int64_t i = 0; i < x->numel(); ++i) {
        const std::int64_t p = x->data_as<std::int64_t>()[i];
        const std::int64_t q = y->data_as<std::int64_t>()[i];
        if (p != q) return fmt::format("result {} {}: at {} {}, not {}", r, shape_text(a), i, p, q);
      }
      continue;
    }
    const ir::TensorHandle x = eager::dense_as(got[r], DType::kFloat64);
    const ir::TensorHandle y = eager::dense_as(want[r], DType::kFloat64);
    double largest = 1;
    for (std::int64_t i = 0; i < y->numel(); ++i) {
      const double q = std::fabs(y->data_as<double>()[i]);
      if (!exact[r] && std::isfinite(q)) largest = std::max(largest, q);
    }
    for (std::int64_t i = 0; i < x->numel(); ++i) {
      const double p = x->data_as<double>()[i];
      const double q = y->data_as<double>()[i];
      if (p == q || (std::isnan(p) && std::isnan(q))) continue;
      const double scale = exact[r] ? std::max(std::fabs(q), 1e-30) : largest;
      if (std::fabs(p - q) <= tolerance(a.dtype, exact[r]) * scale) continue;
      return fmt::format("result {} {}: at {} {}, not {}", r, shape_text(a), i, p, q);
    }
  }
  return {};
}

ProblemKind kind_of(const std::string& problem) {
  const auto has = [&](const char* text) { return problem.find(text) != std::string::npos; };
  if (has("threw: the generated code does not compile")) return ProblemKind::kNoCompiling;
  if (has("threw: ")) return ProblemKind::kThrown;
  if (has("should be equal: ")) return ProblemKind::kBrokenRule;
  return has(": at ") ? ProblemKind::kElements : ProblemKind::kShape;
}

}  // namespace weft::differential
