#include <weft/frontend/cli/bundle_library.h>

#include <dlfcn.h>

#include <algorithm>

#include <fmt/format.h>

#include <weft/frontend/cli/bundle_builder.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/temporary_folder.h>
#include <weft/runtime/deploy/tensor_view.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {

/// The entry points that NAME.h declares.
struct BundleLibrary::Functions {
  std::int32_t (*create)(void** model, const char* weights_path, weft_status* status);
  void (*destroy)(void* model);
  std::size_t (*workspace_bytes)(const void* model);  // all sizes are constants
  // A call decides sizes:
  std::int32_t (*output_shapes)(const weft_tensor_view* inputs, std::int32_t input_count,
                                weft_tensor_view* outputs, std::int32_t output_count,
                                weft_status* status);
  std::int32_t (*workspace_size)(const void* model, const weft_tensor_view* inputs,
                                 std::int32_t input_count, std::size_t* bytes, weft_status* status);
  // The data decides sizes; null where it does not:
  std::int32_t (*result_shapes)(const weft_tensor_view* inputs, std::int32_t input_count,
                                const void* workspace, weft_tensor_view* outputs,
                                std::int32_t output_count, weft_status* status);
  // Random numbers; null where none are drawn:
  std::int32_t (*set_seed)(void* workspace, std::size_t workspace_bytes, std::uint64_t seed,
                           weft_status* status);
  std::int32_t (*run)(const void* model, const weft_tensor_view* inputs, std::int32_t input_count,
                      const weft_tensor_view* outputs, std::int32_t output_count, void* workspace,
                      std::size_t workspace_bytes, weft_status* status);
};

namespace {

template <typename Function>
void find(void* library, const std::string& name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name.c_str()));
}

template <typename Function>
void look_up(void* library, const std::string& name, const std::filesystem::path& folder,
             Function& function) {
  find(library, name, function);
  if (!function) fail(diag::BundleUnusable, {}, {folder.string(), "it has no function " + name});
}

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
  if (tensor.sizes.size() > WEFT_MAX_RANK) {
    fail(diag::BundleRefused, {},
         {fmt::format("a tensor of rank {} is given, and bundles take up to {}",
                      tensor.sizes.size(), WEFT_MAX_RANK)});
  }
  weft_tensor_view view = {};
  view.data = tensor.data();
  view.dtype = view_dtype(tensor.dtype);
  view.rank = static_cast<std::int32_t>(tensor.sizes.size());
  std::copy(tensor.sizes.begin(), tensor.sizes.end(), view.sizes);
  std::copy(tensor.strides.begin(), tensor.strides.end(), view.strides);
  return view;
}

}  // namespace

BundleLibrary::BundleLibrary(const std::filesystem::path& folder)
    : manifest_(read_manifest(folder)) {
  const TemporaryFolder work;
  const std::filesystem::path path = build_bundle(folder, manifest_, work.path());
  // Never unloaded: the bundle's threads may still be about to leave its code.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) fail(diag::BundleUnusable, {}, {folder.string(), dlerror()});
  auto functions = std::make_shared<Functions>();
  look_up(library, manifest_.name + "_create", folder, functions->create);
  look_up(library, manifest_.name + "_destroy", folder, functions->destroy);
  if (manifest_.decides_sizes) {
    look_up(library, manifest_.name + "_output_shapes", folder, functions->output_shapes);
    look_up(library, manifest_.name + "_workspace_size", folder, functions->workspace_size);
  } else {
    look_up(library, manifest_.name + "_workspace_bytes", folder, functions->workspace_bytes);
  }
  look_up(library, manifest_.name + "_run", folder, functions->run);
  find(library, manifest_.name + "_result_shapes", functions->result_shapes);
  find(library, manifest_.name + "_set_seed", functions->set_seed);
  functions_ = functions;

  const std::string weights = (folder / (manifest_.name + ".weights")).string();
  weft_status status = {};
  void* model = nullptr;
  if (functions->create(&model, weights.c_str(), &status) != WEFT_OK) {
    fail(diag::BundleUnusable, {}, {folder.string(), status.message});
  }
  model_ = std::shared_ptr<void>(model, functions->destroy);
}

std::vector<ir::TensorHandle> BundleLibrary::run(const std::vector<ir::TensorHandle>& inputs,
                                                 std::uint64_t seed) const {
  std::vector<ir::TensorHandle> dense;
  std::vector<weft_tensor_view> input_views, output_views;
  for (const ir::TensorHandle& input : inputs) {
    dense.push_back(eager::contiguous(input));
    input_views.push_back(view_of(*dense.back()));
  }
  weft_status status = {};
  const auto check = [&](std::int32_t code) {
    if (code != WEFT_OK) fail(diag::BundleRefused, {}, {status.message});
  };
  const auto input_count = static_cast<std::int32_t>(inputs.size());
  const auto output_count = static_cast<std::int32_t>(manifest_.outputs.size());
  std::vector<std::vector<std::int64_t>> sizes;
  std::size_t bytes = 0;
  if (manifest_.decides_sizes) {
    output_views.resize(manifest_.outputs.size());
    check(functions_->output_shapes(input_views.data(), input_count, output_views.data(),
                                    output_count, &status));
    for (const weft_tensor_view& view : output_views) {
      sizes.emplace_back(view.sizes, view.sizes + view.rank);
    }
    check(
        functions_->workspace_size(model_.get(), input_views.data(), input_count, &bytes, &status));
  } else {
    for (const BundlePort& port : manifest_.outputs) sizes.push_back(port.sizes);
    bytes = functions_->workspace_bytes(model_.get());
  }
  std::vector<ir::TensorHandle> outputs;
  output_views.clear();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    outputs.push_back(make_tensor(manifest_.outputs[k].dtype, sizes[k]));
    output_views.push_back(view_of(*outputs.back()));
  }
  const std::shared_ptr<Storage> workspace = Storage::allocate(bytes);
  if (functions_->set_seed) check(functions_->set_seed(workspace->data(), bytes, seed, &status));
  check(functions_->run(model_.get(), input_views.data(), input_count, output_views.data(),
                        output_count, workspace->data(), bytes, &status));
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (manifest_.inputs[k].written && dense[k] != inputs[k]) eager::copy_into(dense[k], inputs[k]);
  }
  if (functions_->result_shapes) {
    check(functions_->result_shapes(input_views.data(), input_count, workspace->data(),
                                    output_views.data(), output_count, &status));
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const weft_tensor_view& shape = output_views[k];
      const ir::TensorHandle whole = outputs[k];
      outputs[k] = make_tensor(whole->dtype, {shape.sizes, shape.sizes + shape.rank});
      std::copy_n(whole->data(),
                  static_cast<std::size_t>(outputs[k]->numel()) * ir::size_of(whole->dtype),
                  outputs[k]->data());
    }
  }
  return outputs;
}

}  // namespace weft::cli
