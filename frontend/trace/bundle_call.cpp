#include <weft/frontend/trace/bundle_call.h>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <weft/runtime/deploy/tensor_view.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {
namespace {

/// The numbers of enum weft_dtype, which are part of the C interface.
std::int32_t view_dtype(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return WEFT_BOOL;
    case DType::kUInt8:
      return WEFT_U8;
    case DType::kInt8:
      return WEFT_I8;
    case DType::kInt16:
      return WEFT_I16;
    case DType::kInt32:
      return WEFT_I32;
    case DType::kInt64:
      return WEFT_I64;
    case DType::kFloat16:
      return WEFT_F16;
    case DType::kBFloat16:
      return WEFT_BF16;
    case DType::kFloat32:
      return WEFT_F32;
    case DType::kFloat64:
      return WEFT_F64;
  }
  return -1;
}

weft_tensor_view view_of(const TensorImpl& tensor) {
  weft_tensor_view view = {};
  view.data = tensor.data();
  view.dtype = view_dtype(tensor.dtype);
  view.rank = static_cast<std::int32_t>(tensor.sizes.size());
  std::copy(tensor.sizes.begin(), tensor.sizes.end(), view.sizes);
  std::copy(tensor.strides.begin(), tensor.strides.end(), view.strides);
  return view;
}

}  // namespace

BundleCall::BundleCall(const BundleFunctions& functions, BundlePorts ports,
                       const std::string& weights_path)
    : functions_(functions), ports_(std::move(ports)) {
  weft_status status = {};
  void* model = nullptr;
  const char* const path = weights_path.empty() ? nullptr : weights_path.c_str();
  if (functions_.create(&model, path, &status) != WEFT_OK) {
    throw std::runtime_error(status.message);
  }
  model_ = std::shared_ptr<void>(model, functions_.destroy);
}

bool BundleCall::run(const std::vector<ir::TensorHandle>& inputs, std::uint64_t seed,
                     std::vector<ir::TensorHandle>& outputs, std::string& refusal) const {
  std::vector<ir::TensorHandle> dense;
  std::vector<weft_tensor_view> input_views, output_views;
  for (const ir::TensorHandle& input : inputs) {
    if (input->sizes.size() > WEFT_MAX_RANK) {
      refusal = fmt::format("a tensor of rank {} is given, and bundles take up to {}",
                            input->sizes.size(), WEFT_MAX_RANK);
      return false;
    }
    dense.push_back(eager::contiguous(input));
    input_views.push_back(view_of(*dense.back()));
  }
  weft_status status = {};
  const auto is_fine = [&](std::int32_t code) {
    if (code != WEFT_OK) refusal = status.message;
    return code == WEFT_OK;
  };
  const auto input_count = static_cast<std::int32_t>(inputs.size());
  const auto output_count = static_cast<std::int32_t>(ports_.outputs.size());
  std::vector<std::vector<std::int64_t>> sizes;
  std::size_t bytes = 0;
  if (functions_.output_shapes) {
    output_views.resize(ports_.outputs.size());
    if (!is_fine(functions_.output_shapes(input_views.data(), input_count, output_views.data(),
                                          output_count, &status)) ||
        !is_fine(functions_.workspace_size(model_.get(), input_views.data(), input_count, &bytes,
                                           &status))) {
      return false;
    }
    for (const weft_tensor_view& view : output_views) {
      sizes.emplace_back(view.sizes, view.sizes + view.rank);
    }
  } else {
    for (const BundlePorts::Output& output : ports_.outputs) sizes.push_back(output.sizes);
    bytes = functions_.workspace_bytes(model_.get());
  }
  outputs.clear();
  output_views.clear();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    outputs.push_back(make_tensor(ports_.outputs[k].dtype, sizes[k]));
    output_views.push_back(view_of(*outputs.back()));
  }
  const std::shared_ptr<Storage> workspace = Storage::allocate(bytes);
  if (functions_.set_seed &&
      !is_fine(functions_.set_seed(workspace->data(), bytes, seed, &status))) {
    return false;
  }
  if (!is_fine(functions_.run(model_.get(), input_views.data(), input_count, output_views.data(),
                              output_count, workspace->data(), bytes, &status))) {
    return false;
  }
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (ports_.written[k] && dense[k] != inputs[k]) eager::copy_into(dense[k], inputs[k]);
  }
  if (!functions_.result_shapes) return true;
  if (!is_fine(functions_.result_shapes(input_views.data(), input_count, workspace->data(),
                                        output_views.data(), output_count, &status))) {
    return false;
  }
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const weft_tensor_view& shape = output_views[k];
    const ir::TensorHandle whole = outputs[k];
    outputs[k] = make_tensor(whole->dtype, {shape.sizes, shape.sizes + shape.rank});
    std::copy_n(whole->data(),
                static_cast<std::size_t>(outputs[k]->numel()) * ir::size_of(whole->dtype),
                outputs[k]->data());
  }
  return true;
}

}  // namespace weft
