#pragma once
/// \file Who runs the calls that the compiled code of a bundle is not for. C as well as C++.

#include "tensor_view.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A model that takes tensors of any type and shape. Each function returns a weft_status_code and
/// says in `status`, which may be null, why a call is refused; nothing has been written then.
/// Calls may come from several threads at once.
typedef struct weft_fallback {
  void* self;
  /// Runs the model and copies its results to `outputs`, which have their types and shapes.
  int32_t (*run)(void* self, const weft_tensor_view* inputs, int32_t input_count,
                 const weft_tensor_view* outputs, int32_t output_count, weft_status* status);
  /// Fills in type, shape and strides of the results for inputs of such types and shapes.
  int32_t (*output_shapes)(void* self, const weft_tensor_view* inputs, int32_t input_count,
                           weft_tensor_view* outputs, int32_t output_count, weft_status* status);
  /// What `run` would say of such a call before it runs the model.
  int32_t (*check)(void* self, const weft_tensor_view* inputs, int32_t input_count,
                   const weft_tensor_view* outputs, int32_t output_count, weft_status* status);
  /// Called once, when `self` is not needed any more. May be null.
  void (*release)(void* self);
} weft_fallback;

#ifdef __cplusplus
}  // extern "C"
#endif
