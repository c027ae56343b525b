#include <weft/frontend/trace/eager_fallback.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include <weft/frontend/trace/diagnostics.h>
#include <weft/frontend/trace/result_tensors.h>
#include <weft/frontend/trace/trace.h>
#include <weft/ir/stable_hash.h>
#include <weft/runtime/deploy/fallback.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft {

namespace {

using Status = weft_status;
using View = weft_tensor_view;

constexpr DType kTypes[] = {DType::kBool,    DType::kUInt8,  DType::kInt8,    DType::kInt16,
                            DType::kInt32,   DType::kInt64,  DType::kFloat16, DType::kBFloat16,
                            DType::kFloat32, DType::kFloat64};

std::int32_t code_of(DType type) {
  std::int32_t code = 0;
  while (kTypes[code] != type) ++code;
  return code;
}

/// Bytes from the first to behind the last element of a tensor with elements.
struct Memory {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool meets(const Memory& other) const { return begin < other.end && other.begin < end; }
};

/// A call that is refused, with the status that says so.
struct Refused {
  std::int32_t code;
};

/// One call: the checks of its tensors, which come before anything is written.
class Call {
 public:
  Call(const CompiledModel& compiled, Status* status) : compiled_(compiled), status_(status) {}

  /// The inputs as tensors over the caller's memory, for the parameters of forward.
  std::vector<ir::Value> arguments(const View* inputs, std::int32_t count) {
    std::vector<ir::Value> values;
    std::int32_t next = 0;
    for (const TraceInput& argument : compiled_.arguments) {
      if (!is_input(argument)) {
        values.push_back(argument.constant);
        continue;
      }
      if (next >= count) refuse_count(count);
      values.emplace_back(borrowed(inputs[next], argument.name, next));
      ++next;
    }
    if (next != count) refuse_count(count);
    return values;
  }

  /// The same as what a capture is told of them.
  std::vector<TraceInput> specs(const View* inputs, std::int32_t count) {
    std::vector<TraceInput> specs;
    std::int32_t next = 0;
    for (const TraceInput& argument : compiled_.arguments) {
      specs.push_back(argument);
      if (!is_input(argument)) continue;
      if (next >= count) refuse_count(count);
      const View& view = inputs[next];
      require_shape(view, argument.name, next++);
      TensorSpec spec{argument.name, kTypes[view.dtype], {}};
      for (std::int32_t d = 0; d < view.rank; ++d) spec.sizes.emplace_back(view.sizes[d]);
      specs.back() = TraceInput(spec);
    }
    if (next != count) refuse_count(count);
    return specs;
  }

  void require_outputs(const std::vector<ir::TensorMeta>& results, const View* outputs,
                       std::int32_t count) {
    if (count != static_cast<std::int32_t>(results.size())) {
      refuse(WEFT_REFUSED_COUNT, "the eager model gives %d outputs, got room for %d",
             static_cast<int>(results.size()), static_cast<int>(count));
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
      require_output(results[k], outputs[k], static_cast<int>(k));
    }
  }

  template <typename... Values>
  [[noreturn]] void refuse(std::int32_t reason, const char* format, Values... values) {
    throw Refused{weft_deploy::refuse(status_, reason, format, values...)};
  }

 private:
  static bool is_input(const TraceInput& argument) {
    return !argument.absent && argument.constant.is_none();
  }

  [[noreturn]] void refuse_count(std::int32_t given) {
    int wanted = 0;
    for (const TraceInput& argument : compiled_.arguments) wanted += is_input(argument) ? 1 : 0;
    refuse(WEFT_REFUSED_COUNT, "expected %d arguments, got %d", wanted, static_cast<int>(given));
  }

  void require_shape(const View& view, const std::string& name, int position) {
    if (view.dtype < 0 || view.dtype > WEFT_F64) {
      refuse(WEFT_REFUSED_TYPE, "argument %d `%s` has an unknown element type", position,
             name.c_str());
    }
    if (view.rank < 0 || view.rank > WEFT_MAX_RANK) {
      refuse(WEFT_REFUSED_RANK, "argument %d `%s` has %d dimensions", position, name.c_str(),
             static_cast<int>(view.rank));
    }
    for (std::int32_t d = 0; d < view.rank; ++d) {
      if (view.sizes[d] < 0) {
        refuse(WEFT_REFUSED_EXTENT, "argument %d `%s` has a negative extent", position,
               name.c_str());
      }
    }
  }

  ir::TensorHandle borrowed(const View& view, const std::string& name, int position) {
    require_shape(view, name, position);
    auto tensor = std::make_shared<TensorImpl>();
    tensor->dtype = kTypes[view.dtype];
    tensor->sizes.assign(view.sizes, view.sizes + view.rank);
    tensor->strides.assign(view.strides, view.strides + view.rank);
    const std::int64_t bytes = bytes_of(view, name.c_str(), position);
    if (bytes == 0) {
      tensor->storage = Storage::allocate(0);
      return tensor;
    }
    require_memory(view, name.c_str(), position, "argument");
    const auto begin = reinterpret_cast<std::uintptr_t>(view.data);
    inputs_.push_back({begin, begin + static_cast<std::uintptr_t>(bytes)});
    tensor->storage = Storage::wrap(view.data, static_cast<std::size_t>(bytes), nullptr);
    return tensor;
  }

  /// From the first to behind the last element; 0 for a tensor without elements.
  std::int64_t bytes_of(const View& view, const char* name, int position) {
    const std::int64_t count = weft_deploy::element_count(view);
    if (count == 0) return 0;
    std::int64_t bytes = weft_deploy::dtype_size(view.dtype);
    bool fits = count > 0;
    std::int64_t last = 1;
    for (std::int32_t d = 0; d < view.rank; ++d) {
      if (view.strides[d] < 0) {
        refuse(WEFT_REFUSED_STRIDES, "argument %d `%s` has a negative stride", position, name);
      }
      std::int64_t step = 0;
      fits = !__builtin_mul_overflow(view.sizes[d] - 1, view.strides[d], &step) &&
             !__builtin_add_overflow(last, step, &last) && fits;
    }
    fits = !__builtin_mul_overflow(bytes, last, &bytes) && fits;
    if (!fits) {
      refuse(WEFT_REFUSED_ELEMENTS, "argument %d `%s` has more elements than memory holds",
             position, name);
    }
    return bytes;
  }

  void require_memory(const View& view, const char* name, int position, const char* role) {
    if (view.data == nullptr) {
      refuse(WEFT_REFUSED_NO_MEMORY, "%s %d `%s` has no memory", role, position, name);
    }
    const auto size = static_cast<std::uintptr_t>(weft_deploy::dtype_size(view.dtype));
    if (reinterpret_cast<std::uintptr_t>(view.data) % size != 0) {
      refuse(WEFT_REFUSED_ALIGNMENT, "%s %d `%s` is at an address that is no multiple of %d", role,
             position, name, static_cast<int>(size));
    }
  }

  void require_output(const ir::TensorMeta& result, const View& output, int position) {
    const auto rank = static_cast<std::int32_t>(result.rank());
    bool same_sizes = output.rank == rank;
    for (std::int32_t d = 0; same_sizes && d < rank; ++d) {
      same_sizes = output.sizes[d] == result.sizes[static_cast<std::size_t>(d)].value();
    }
    const std::int32_t reason = output.dtype != code_of(result.dtype) ? WEFT_REFUSED_TYPE
                                : output.rank != rank                 ? WEFT_REFUSED_RANK
                                : !same_sizes                         ? WEFT_REFUSED_EXTENT
                                                                      : WEFT_NOT_REFUSED;
    if (reason != WEFT_NOT_REFUSED) {
      char got[160];
      weft_deploy::describe_view(output, got, sizeof(got));
      const std::string gives =
          std::string(ir::dtype_name(result.dtype)) + ir::shape_str(result.sizes);
      refuse(reason, "output %d: the eager model gives %s, got room for %s", position,
             gives.c_str(), got);
    }
    const std::int64_t count = weft_deploy::element_count(output);
    if (count == 0) return;
    if (!weft_deploy::is_contiguous(output)) {
      refuse(WEFT_REFUSED_STRIDES, "output %d is not dense and row-major", position);
    }
    require_memory(output, "", position, "output");
    const auto begin = reinterpret_cast<std::uintptr_t>(output.data);
    const Memory memory{
        begin, begin + static_cast<std::uintptr_t>(count * weft_deploy::dtype_size(output.dtype))};
    for (const std::vector<Memory>* others : {&inputs_, &outputs_}) {
      for (const Memory& other : *others) {
        if (memory.meets(other)) {
          refuse(WEFT_REFUSED_OVERLAP, "output %d shares memory with another tensor", position);
        }
      }
    }
    outputs_.push_back(memory);
  }

  const CompiledModel& compiled_;
  Status* status_;
  std::vector<Memory> inputs_;
  std::vector<Memory> outputs_;
};

/// The model of a bundle's fallback.
class Fallback {
 public:
  Fallback(std::shared_ptr<nn::Module> model, const ModelEntry& entry, CompiledModel compiled)
      : model_(std::move(model)), entry_(entry), compiled_(std::move(compiled)) {}

  std::int32_t run(const View* inputs, std::int32_t input_count, const View* outputs,
                   std::int32_t output_count, Status* status) {
    return guarded(status, [&](Call& call) {
      const std::vector<ir::Value> arguments = call.arguments(inputs, input_count);
      std::vector<ir::TensorHandle> results = result_tensors(entry_.forward(*model_, arguments));
      std::vector<ir::TensorMeta> metas;
      for (ir::TensorHandle& result : results) {
        result = eager::contiguous(result);
        metas.push_back(*result->meta().tensor());
      }
      call.require_outputs(metas, outputs, output_count);
      for (std::size_t k = 0; k < results.size(); ++k) {
        const std::size_t bytes =
            static_cast<std::size_t>(results[k]->numel()) * ir::size_of(results[k]->dtype);
        if (bytes > 0) std::memcpy(outputs[k].data, results[k]->data(), bytes);
      }
    });
  }

  std::int32_t output_shapes(const View* inputs, std::int32_t input_count, View* outputs,
                             std::int32_t output_count, Status* status) {
    return guarded(status, [&](Call& call) {
      const std::vector<ir::TensorMeta> metas = results_for(call, inputs, input_count);
      if (output_count != static_cast<std::int32_t>(metas.size())) {
        call.require_outputs(metas, outputs, output_count);
      }
      for (std::size_t k = 0; k < metas.size(); ++k) {
        View& output = outputs[k];
        output.dtype = code_of(metas[k].dtype);
        output.rank = static_cast<std::int32_t>(metas[k].rank());
        std::int64_t stride = 1;
        for (int d = output.rank - 1; d >= 0; --d) {
          output.sizes[d] = metas[k].sizes[static_cast<std::size_t>(d)].value();
          output.strides[d] = stride;
          stride *= output.sizes[d] > 1 ? output.sizes[d] : 1;
        }
      }
    });
  }

  std::int32_t check(const View* inputs, std::int32_t input_count, const View* outputs,
                     std::int32_t output_count, Status* status) {
    return guarded(status, [&](Call& call) {
      call.arguments(inputs, input_count);
      Call shapes(compiled_, status);
      call.require_outputs(results_for(shapes, inputs, input_count), outputs, output_count);
    });
  }

 private:
  /// Captures forward for these shapes, which computes nothing.
  std::vector<ir::TensorMeta> results_for(Call& call, const View* inputs,
                                          std::int32_t input_count) {
    TraceOptions options;
    options.check_repeatable = false;
    const ir::GraphModule graph =
        trace_entry(*model_, entry_, call.specs(inputs, input_count), options);
    std::vector<ir::TensorMeta> metas;
    add_metas(call, graph.graph.output_node()->args().at(0), metas);
    return metas;
  }

  void add_metas(Call& call, const ir::Argument& result, std::vector<ir::TensorMeta>& metas) {
    if (const auto* list = std::get_if<ir::ArgumentList>(&result.variant())) {
      for (const ir::Argument& item : list->items()) add_metas(call, item, metas);
    } else if (const auto* dict = std::get_if<ir::ArgumentDict>(&result.variant())) {
      for (const ir::ArgumentItem& item : dict->items()) add_metas(call, item.value, metas);
    } else if (const auto* node = std::get_if<ir::Node*>(&result.variant())) {
      const ir::ValueMeta& known = (*node)->meta.value;
      const ir::TensorMeta number = ir::dense(DType::kInt64, {});
      const ir::TensorMeta* meta = known.integer() ? &number : known.tensor();
      const bool constant =
          meta != nullptr && std::all_of(meta->sizes.begin(), meta->sizes.end(),
                                         [](const ir::IntExpr& e) { return e.is_constant(); });
      if (!constant) {
        call.refuse(WEFT_REFUSED_FALLBACK,
                    "the shapes of the eager model's results are not known before it has run");
      }
      metas.push_back(*meta);
    } else if (std::holds_alternative<bool>(result.variant())) {
      metas.push_back(ir::dense(DType::kBool, {}));
    } else if (std::holds_alternative<std::int64_t>(result.variant())) {
      metas.push_back(ir::dense(DType::kInt64, {}));
    } else if (std::holds_alternative<double>(result.variant())) {
      metas.push_back(ir::dense(DType::kFloat32, {}));
    }
  }

  /// What the model throws becomes a refusal.
  template <typename Work>
  std::int32_t guarded(Status* status, const Work& work) noexcept {
    try {
      const std::lock_guard<std::mutex> lock(mutex_);
      Call call(compiled_, status);
      work(call);
      return weft_deploy::succeed(status);
    } catch (const Refused& refused) {
      return refused.code;
    } catch (const std::bad_alloc&) {
      return weft_deploy::fail(status, WEFT_OUT_OF_MEMORY, "out of memory");
    } catch (const Error& error) {
      return weft_deploy::refuse(status, WEFT_REFUSED_FALLBACK, "the eager model: %s [%s]",
                                 error.diagnostic().message.c_str(), error.diagnostic().kind->id);
    } catch (const std::exception& error) {
      return weft_deploy::refuse(status, WEFT_REFUSED_FALLBACK, "the eager model threw: %s",
                                 error.what());
    } catch (...) {
      return weft_deploy::refuse(status, WEFT_REFUSED_FALLBACK, "the eager model threw");
    }
  }

  std::mutex mutex_;
  std::shared_ptr<nn::Module> model_;
  ModelEntry entry_;
  CompiledModel compiled_;
};

}  // namespace

std::uint64_t state_fingerprint(const nn::Module& model) {
  const ir::NodeOrdinals none;
  ir::StableHasher hasher(none);
  const auto add = [&](const std::string& name, const Tensor& tensor) {
    hasher.add(std::string_view(name));
    if (!tensor.defined()) return;
    const ir::TensorHandle dense = eager::contiguous(tensor.handle());
    hasher.add(std::string_view(dense->meta().str()));
    const std::size_t bytes = static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype);
    if (bytes == 0) return;
    hasher.add(std::string_view(reinterpret_cast<const char*>(dense->data()), bytes));
  };
  for (const auto& item : model.named_parameters()) add(item.key(), item.value());
  for (const auto& item : model.named_buffers()) add(item.key(), item.value());
  return hasher.value();
}

void make_eager_fallback(std::shared_ptr<nn::Module> model, const ModelEntry& entry,
                         const CompiledModel& compiled, weft_fallback* fallback) {
  if (entry.parameters.size() != compiled.arguments.size()) {
    fail(diag::ForwardArguments, {},
         {std::to_string(entry.parameters.size()), std::to_string(compiled.arguments.size())});
  }
  if (state_fingerprint(*model) != compiled.state) {
    fail(diag::FallbackState, {}, {"the eager model", compiled.name});
  }
  model->eval();
  fallback->self = new Fallback(std::move(model), entry, compiled);
  fallback->run = [](void* self, const View* inputs, std::int32_t input_count, const View* outputs,
                     std::int32_t output_count, Status* status) {
    return static_cast<Fallback*>(self)->run(inputs, input_count, outputs, output_count, status);
  };
  fallback->output_shapes = [](void* self, const View* inputs, std::int32_t input_count,
                               View* outputs, std::int32_t output_count, Status* status) {
    return static_cast<Fallback*>(self)->output_shapes(inputs, input_count, outputs, output_count,
                                                       status);
  };
  fallback->check = [](void* self, const View* inputs, std::int32_t input_count,
                       const View* outputs, std::int32_t output_count, Status* status) {
    return static_cast<Fallback*>(self)->check(inputs, input_count, outputs, output_count, status);
  };
  fallback->release = [](void* self) { delete static_cast<Fallback*>(self); };
}

}  // namespace weft
