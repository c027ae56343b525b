/// \file Calls a compiled bundle through its C interface with tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <weft/ir/dtype.h>
#include <weft/ir/value.h>

struct weft_tensor_view;
struct weft_status;

namespace weft {

/// The entry points that a bundle's header declares, with the model as an address. Those that the
/// bundle does not have are null.
struct BundleFunctions {
  std::int32_t (*create)(void** model, const char* weights_path, weft_status* status) = nullptr;
  void (*destroy)(void* model) = nullptr;
  std::int32_t (*run)(const void* model, const weft_tensor_view* inputs, std::int32_t input_count,
                      const weft_tensor_view* outputs, std::int32_t output_count, void* workspace,
                      std::size_t workspace_bytes, weft_status* status) = nullptr;
  // Where all sizes are constants:
  std::size_t (*workspace_bytes)(const void* model) = nullptr;
  // Where a call decides sizes:
  std::int32_t (*output_shapes)(const weft_tensor_view* inputs, std::int32_t input_count,
                                weft_tensor_view* outputs, std::int32_t output_count,
                                weft_status* status) = nullptr;
  std::int32_t (*workspace_size)(const void* model, const weft_tensor_view* inputs,
                                 std::int32_t input_count, std::size_t* bytes,
                                 weft_status* status) = nullptr;
  // Where the data decides sizes:
  std::int32_t (*result_shapes)(const weft_tensor_view* inputs, std::int32_t input_count,
                                const void* workspace, weft_tensor_view* outputs,
                                std::int32_t output_count, weft_status* status) = nullptr;
  // Where random numbers are drawn:
  std::int32_t (*set_seed)(void* workspace, std::size_t workspace_bytes, std::uint64_t seed,
                           weft_status* status) = nullptr;
};

/// What a call has to know of a bundle besides.
struct BundlePorts {
  struct Output {
    DType dtype = DType::kFloat32;
    std::vector<std::int64_t> sizes;  ///< unless a call decides sizes
  };
  std::vector<bool> written;  ///< one per input: a run writes it
  std::vector<Output> outputs;
};

/// A compiled model with its weights. Any number of threads may call it.
class BundleCall {
 public:
  /// `weights_path` may be empty for a bundle without weights.
  /// \error std::runtime_error with the reason
  BundleCall(const BundleFunctions& functions, BundlePorts ports, const std::string& weights_path);

  /// One tensor for each input, with any strides; fills in the results. False where the bundle
  /// refuses the call, with its reason; nothing has been written then, but for reasons that only
  /// the data tells.
  bool run(const std::vector<ir::TensorHandle>& inputs, std::uint64_t seed,
           std::vector<ir::TensorHandle>& outputs, std::string& refusal) const;

 private:
  BundleFunctions functions_;
  BundlePorts ports_;
  std::shared_ptr<void> model_;
};

}  // namespace weft
