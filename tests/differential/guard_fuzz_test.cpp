// Random wrong calls of random models: all are refused for the right reason and write nothing, and
// right calls are accepted.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <weft/frontend/trace/input_spec.h>
#include <weft/ir/passes/pipeline.h>

#include "tests/differential/compiled_batch.h"

namespace weft::differential {
namespace {

constexpr int kModels = 50;
constexpr int kWrongCalls = 200;  ///< of each model
constexpr int kRightCalls = 40;

/// Where a tensor of a model begins in the memory of a call. Wrong shapes stay within.
constexpr std::size_t kRoom = 1 << 15;

/// A number that inputs share.
struct Extent {
  std::string name;
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  std::int64_t divisor = 1;
  bool bounded = true;      ///< else the spec says nothing of the upper bound
  std::int64_t needed = 0;  ///< the least that the model's code takes
  std::string facts() const;
};

std::string Extent::facts() const {
  std::string text;
  if (bounded) text += fmt::format(", {} in [{}, {}]", name, lower, upper);
  if (divisor != 1) text += fmt::format(", {} % {} == 0", name, divisor);
  return text;
}

/// factor * extent + offset, or the offset alone.
struct Size {
  int extent = -1;
  std::int64_t factor = 1;
  std::int64_t offset = 0;
};

struct Port {
  std::int32_t dtype = WEFT_F32;
  std::vector<Size> sizes;
};

/// The interface of a random model: result k is computed from input k element by element, and has
/// its shape.
struct Interface {
  std::vector<Extent> extents;
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  int written = -1;  ///< the input that the model writes, if there is one
};

using Random = std::mt19937_64;

std::int64_t draw(Random& random, std::int64_t below) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
}

constexpr std::array<DType, 10> kTypes = {
    DType::kBool,  DType::kUInt8,   DType::kInt8,     DType::kInt16,   DType::kInt32,
    DType::kInt64, DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64};

Interface random_interface(Random& random) {
  Interface result;
  const std::int64_t extents = draw(random, 4);
  for (std::int64_t k = 0; k < extents; ++k) {
    Extent extent;
    extent.name = std::string(1, "NTK"[k]);
    extent.divisor = draw(random, 3) == 0 ? 2 : 1;
    extent.lower = draw(random, 2) * extent.divisor;
    extent.upper = extent.lower + 2 * extent.divisor;
    extent.bounded = draw(random, 3) != 0;
    if (!extent.bounded) extent.lower = 0;
    if (draw(random, 3) == 0) extent.needed = extent.lower + extent.divisor;
    result.extents.push_back(extent);
  }
  const std::int64_t inputs = 1 + draw(random, 3);
  for (std::int64_t i = 0; i < inputs; ++i) {
    Port port;
    port.dtype = static_cast<std::int32_t>(draw(random, 10));
    const std::int64_t rank = draw(random, 5);
    for (std::int64_t d = 0; d < rank; ++d) {
      Size size;
      if (extents > 0 && draw(random, 2) == 0) {
        size.extent = static_cast<int>(draw(random, extents));
        size.factor = rank <= 2 ? 1 + draw(random, 2) : 1;
        size.offset = draw(random, 2);
      } else {
        size.offset = draw(random, 4);
      }
      port.sizes.push_back(size);
    }
    result.inputs.push_back(port);
  }
  // Every extent has a dimension that is the extent alone, which the code also looks at.
  Port last;
  for (std::int64_t k = 0; k < extents; ++k) last.sizes.push_back({static_cast<int>(k), 1, 0});
  result.inputs.push_back(last);
  result.outputs = result.inputs;
  if (draw(random, 2) == 0) {
    result.written =
        static_cast<int>(draw(random, static_cast<std::int64_t>(result.inputs.size())));
  }
  return result;
}

std::string spec_of(const Interface& model, std::size_t input) {
  const Port& port = model.inputs[input];
  std::string sizes;
  for (const Size& size : port.sizes) {
    if (!sizes.empty()) sizes += ",";
    if (size.extent < 0) {
      sizes += std::to_string(size.offset);
      continue;
    }
    const std::string& name = model.extents[static_cast<std::size_t>(size.extent)].name;
    sizes += size.factor == 1 ? name : fmt::format("{}*{}", size.factor, name);
    if (size.offset != 0) sizes += fmt::format("+{}", size.offset);
  }
  return fmt::format("x{}: {}[{}]", input,
                     ir::dtype_short_name(kTypes[static_cast<std::size_t>(port.dtype)]), sizes);
}

ir::GraphModule graph_of(const Interface& model) {
  ir::GraphModule module;
  SpecParser specs;
  std::vector<ir::Node*> inputs;
  std::vector<bool> declared(model.extents.size());
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    std::string text = spec_of(model, i);
    for (const Size& size : model.inputs[i].sizes) {
      if (size.extent < 0 || declared[static_cast<std::size_t>(size.extent)]) continue;
      declared[static_cast<std::size_t>(size.extent)] = true;
      text += model.extents[static_cast<std::size_t>(size.extent)].facts();
    }
    const TensorSpec spec = specs.tensor(text);
    inputs.push_back(module.graph.placeholder(spec.name));
    inputs.back()->meta.value = {spec.meta()};
  }
  std::vector<ir::Argument> results;
  for (ir::Node* input : inputs) results.emplace_back(module.graph.call_function("clone", {input}));
  // Elements that are there in large enough tensors only.
  for (std::size_t k = 0; k < model.extents.size(); ++k) {
    if (model.extents[k].needed == 0) continue;
    ir::Node* part = module.graph.call_function(
        "narrow", {inputs.back(), static_cast<std::int64_t>(k), 0, model.extents[k].needed});
    ir::Node* whole = module.graph.call_function("sum", {part});
    results.back() = module.graph.call_function(
        "add", {results.back(), module.graph.call_function("mul", {whole, 0})});
  }
  if (model.written >= 0) {
    module.graph.call_function("fill_", {inputs[static_cast<std::size_t>(model.written)], 1});
  }
  module.graph.output(results.size() == 1 ? results[0] : ir::Argument(results));
  ir::lower_to_core(module);
  return module;
}

/// A call and the memory that it lies in.
class Caller {
 public:
  explicit Caller(const Interface& model) : model_(model), memory_((kPieces + 1) * kRoom, 1) {}

  void set_right(const std::vector<std::int64_t>& extents) {
    call_.inputs = views(model_.inputs, extents, 0);
    call_.outputs = views(model_.outputs, extents, kMost);
    call_.input_count = static_cast<std::int32_t>(call_.inputs.size());
    call_.output_count = static_cast<std::int32_t>(call_.outputs.size());
    call_.workspace = piece(2 * kMost);
    call_.workspace_bytes = kRoom;
  }
  BundleCall& call() { return call_; }
  const std::vector<unsigned char>& memory() const { return memory_; }

  static constexpr std::size_t kMost = 4;  ///< inputs, and outputs
  static constexpr std::size_t kPieces = 2 * kMost + 1;

 private:
  unsigned char* piece(std::size_t k) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (64 - address % 64) % 64 + k * kRoom;
  }
  std::vector<weft_tensor_view> views(const std::vector<Port>& ports,
                                      const std::vector<std::int64_t>& extents, std::size_t first) {
    std::vector<weft_tensor_view> result;
    for (const Port& port : ports) {
      weft_tensor_view view = {};
      view.dtype = port.dtype;
      view.rank = static_cast<std::int32_t>(port.sizes.size());
      std::int64_t stride = 1;
      for (std::size_t d = port.sizes.size(); d-- > 0;) {
        const Size& size = port.sizes[d];
        view.sizes[d] = size.offset;
        if (size.extent >= 0) {
          view.sizes[d] += size.factor * extents[static_cast<std::size_t>(size.extent)];
        }
        view.strides[d] = stride;
        stride *= view.sizes[d];
      }
      view.data = piece(first + result.size());
      result.push_back(view);
    }
    return result;
  }

  const Interface& model_;
  std::vector<unsigned char> memory_;
  BundleCall call_;
};

std::vector<std::int64_t> right_extents(const Interface& model, Random& random) {
  std::vector<std::int64_t> values;
  for (const Extent& extent : model.extents) {
    const std::int64_t lower = std::max(extent.lower, extent.needed);
    const std::int64_t first = (lower + extent.divisor - 1) / extent.divisor;
    const std::int64_t last = extent.upper / extent.divisor;
    values.push_back((first + draw(random, last - first + 1)) * extent.divisor);
  }
  return values;
}

std::int64_t elements(const weft_tensor_view& view) {
  std::int64_t count = 1;
  for (std::int32_t d = 0; d < view.rank; ++d) count *= view.sizes[d];
  return count;
}

/// What was done to a right call, and the reasons for which it may be refused then.
struct Fault {
  std::string what;
  std::vector<std::int32_t> reasons;
};

/// Makes a right call wrong; nothing where this kind of fault does not fit the call.
class Spoiler {
 public:
  Spoiler(const Interface& model, Random& random, Caller& caller)
      : model_(model), random_(random), caller_(caller), call_(caller.call()) {}

  std::optional<Fault> spoil(std::vector<std::int64_t> extents) {
    caller_.set_right(extents);
    const std::int64_t kind = draw(random_, 14);
    const bool output = draw(random_, 3) == 0;
    std::vector<weft_tensor_view>& views = output ? call_.outputs : call_.inputs;
    position_ = static_cast<std::size_t>(draw(random_, static_cast<std::int64_t>(views.size())));
    port_ = &(output ? model_.outputs : model_.inputs)[position_];
    weft_tensor_view& view = views[position_];
    if (kind < 3) return of_interface(kind, view);
    if (kind < 7) return of_size(kind, view);
    if (kind < 10) return of_memory(kind, view);
    if (kind < 12) return of_call(kind);
    return of_extents(kind, std::move(extents));
  }

 private:
  std::optional<Fault> of_interface(std::int64_t kind, weft_tensor_view& view) {
    if (kind == 0) {
      std::int32_t& count = draw(random_, 2) == 0 ? call_.input_count : call_.output_count;
      count += draw(random_, 2) == 0 ? 1 : -1;
      return Fault{"count", {WEFT_REFUSED_COUNT}};
    }
    if (kind == 1) {
      view.dtype = (view.dtype + 1 + static_cast<std::int32_t>(draw(random_, 9))) % 10;
      if (draw(random_, 10) == 0) view.dtype = draw(random_, 2) == 0 ? -1 : 10;
      return Fault{"element type", {WEFT_REFUSED_TYPE}};
    }
    view.rank += view.rank == 0 || draw(random_, 2) == 0 ? 1 : -1;
    return Fault{"rank", {WEFT_REFUSED_RANK}};
  }

  std::optional<Fault> of_size(std::int64_t kind, weft_tensor_view& view) {
    if (view.rank == 0) return std::nullopt;
    const auto d = static_cast<std::size_t>(draw(random_, view.rank));
    const std::int64_t before = view.sizes[d];
    const std::int64_t choices[] = {0, before + 1, before - 1, 2 * before, -before, INT64_MAX};
    view.sizes[d] = choices[kind == 3 ? 1 + draw(random_, 2) : draw(random_, 6)];
    if (view.sizes[d] == before) return std::nullopt;
    Fault fault{fmt::format("size {} for {}", view.sizes[d], before), {WEFT_REFUSED_EXTENT}};
    // The one dimension that says what the extent is.
    const int extent = port_->sizes[d].extent;
    if (extent >= 0 && model_.extents[static_cast<std::size_t>(extent)].needed > 0) {
      fault.reasons.push_back(WEFT_REFUSED_CONDITION);
    }
    return fault;
  }

  std::optional<Fault> of_memory(std::int64_t kind, weft_tensor_view& view) {
    if (elements(view) == 0) return std::nullopt;
    if (kind == 7) {
      view.data = nullptr;
      return Fault{"null", {WEFT_REFUSED_NO_MEMORY}};
    }
    if (kind == 8) {
      if (weft_deploy::dtype_size(view.dtype) == 1) return std::nullopt;
      view.data = static_cast<unsigned char*>(view.data) + 1;
      return Fault{"alignment", {WEFT_REFUSED_ALIGNMENT}};
    }
    if (view.rank == 0) return std::nullopt;
    const auto d = static_cast<std::size_t>(draw(random_, view.rank));
    if (view.sizes[d] == 1) return std::nullopt;
    const std::int64_t before = view.strides[d];
    const std::int64_t choices[] = {0, -before, 2 * before, before + 1,
                                    view.strides[draw(random_, view.rank)]};
    view.strides[d] = choices[draw(random_, 5)];
    if (view.strides[d] == before) return std::nullopt;
    return Fault{fmt::format("stride {} for {}", view.strides[d], before), {WEFT_REFUSED_STRIDES}};
  }

  std::optional<Fault> of_call(std::int64_t kind) {
    if (kind == 10) {
      if (draw(random_, 2) == 0)
        call_.workspace = nullptr;
      else
        call_.workspace_bytes = 0;
      return Fault{"workspace", {WEFT_REFUSED_WORKSPACE}};
    }
    const auto first =
        static_cast<std::size_t>(draw(random_, static_cast<std::int64_t>(call_.outputs.size())));
    const std::vector<weft_tensor_view>& others =
        draw(random_, 2) == 0 ? call_.inputs : call_.outputs;
    const auto other =
        static_cast<std::size_t>(draw(random_, static_cast<std::int64_t>(others.size())));
    if (model_.written >= 0 && draw(random_, 2) == 0) return of_written_input(other);
    const bool same = &others == &call_.outputs && first == other;
    if (same || elements(call_.outputs[first]) == 0 || elements(others[other]) == 0) {
      return std::nullopt;
    }
    // The last element of one is the first of the other.
    auto* end = static_cast<unsigned char*>(others[other].data) +
                (elements(others[other]) - 1) * weft_deploy::dtype_size(others[other].dtype);
    if (reinterpret_cast<std::uintptr_t>(end) %
            static_cast<std::uintptr_t>(weft_deploy::dtype_size(call_.outputs[first].dtype)) !=
        0) {
      end = static_cast<unsigned char*>(others[other].data);
    }
    call_.outputs[first].data = end;
    return Fault{"overlap", {WEFT_REFUSED_OVERLAP}};
  }

  /// The input that the model writes lies where another input does.
  std::optional<Fault> of_written_input(std::size_t other) {
    weft_tensor_view& written = call_.inputs[static_cast<std::size_t>(model_.written)];
    other %= call_.inputs.size();
    if (other == static_cast<std::size_t>(model_.written) || elements(written) == 0 ||
        elements(call_.inputs[other]) == 0) {
      return std::nullopt;
    }
    written.data = call_.inputs[other].data;
    return Fault{"overlap with a written input", {WEFT_REFUSED_OVERLAP}};
  }

  /// Extents that are wrong in every tensor alike.
  std::optional<Fault> of_extents(std::int64_t kind, std::vector<std::int64_t> extents) {
    if (extents.empty()) return std::nullopt;
    const auto k =
        static_cast<std::size_t>(draw(random_, static_cast<std::int64_t>(extents.size())));
    const Extent& extent = model_.extents[k];
    Fault fault;
    if (kind == 12 && extent.needed > 0) {
      extents[k] = extent.needed - 1;
      if (extents[k] % extent.divisor != 0) extents[k] -= 1;
      if (extents[k] < extent.lower) return std::nullopt;
      fault = {"extent that the code cannot take", {WEFT_REFUSED_CONDITION}};
    } else if (extent.divisor != 1 && draw(random_, 2) == 0) {
      extents[k] += 1;
      fault = {"extent that is no multiple", {WEFT_REFUSED_EXTENT}};
    } else if (extent.bounded) {
      extents[k] = extent.upper + extent.divisor * (1 + draw(random_, 3));
      if (draw(random_, 2) == 0) extents[k] = extent.lower - extent.divisor;
      fault = {"extent out of range", {WEFT_REFUSED_EXTENT}};
    } else {
      return std::nullopt;
    }
    fault.what += fmt::format(": {} = {}", extent.name, extents[k]);
    caller_.set_right(extents);
    return fault;
  }

  const Interface& model_;
  Random& random_;
  Caller& caller_;
  BundleCall& call_;
  std::size_t position_ = 0;
  const Port* port_ = nullptr;
};

std::string text_of(const Interface& model) {
  std::string text;
  for (std::size_t i = 0; i < model.inputs.size(); ++i) text += spec_of(model, i) + "; ";
  for (const Extent& extent : model.extents) {
    text += fmt::format("{} in [{}, {}] % {} needs {}; ", extent.name, extent.lower, extent.upper,
                        extent.divisor, extent.needed);
  }
  return text;
}

TEST(GuardFuzz, WrongCallsAreRefusedAndRightOnesAccepted) {
  Random random(20240611);
  std::vector<Interface> models;
  BatchOptions options;
  options.threads = 1;
  options.flags = "-O1";
  CompiledBatch batch(options);
  for (int k = 0; k < kModels; ++k) {
    models.push_back(random_interface(random));
    SCOPED_TRACE(text_of(models.back()));
    batch.add(graph_of(models.back()));
  }
  batch.build();

  int refused = 0;
  int accepted = 0;
  int shared_inputs = 0;
  std::array<int, 13> by_reason = {};
  for (std::size_t k = 0; k < models.size(); ++k) {
    const Interface& model = models[k];
    SCOPED_TRACE(text_of(model));
    const std::shared_ptr<void> loaded = batch.create(k);
    Caller caller(model);
    for (int i = 0; i < kRightCalls; ++i) {
      caller.set_right(right_extents(model, random));
      for (weft_tensor_view& view : caller.call().inputs) {
        // Nobody steps along a dimension of one element.
        for (std::int32_t d = 0; d < view.rank; ++d) {
          if (view.sizes[d] == 1) view.strides[d] = draw(random, 100) - 50;
        }
      }
      weft_status status = {};
      const std::int32_t code = batch.call(k, loaded.get(), caller.call(), &status);
      EXPECT_EQ(code, WEFT_OK) << status.message;
      accepted += code == WEFT_OK ? 1 : 0;
    }
    const std::vector<unsigned char> before = caller.memory();
    for (int i = 0; i < kWrongCalls;) {
      const std::optional<Fault> fault =
          Spoiler(model, random, caller).spoil(right_extents(model, random));
      if (!fault) continue;
      ++i;
      weft_status status = {};
      const std::int32_t code = batch.call(k, loaded.get(), caller.call(), &status);
      const bool right =
          std::count(fault->reasons.begin(), fault->reasons.end(), status.reason) == 1;
      EXPECT_TRUE(code == WEFT_BAD_ARGUMENT && right) << fault->what << ": " << status.message;
      EXPECT_TRUE(caller.memory() == before) << fault->what << " was written";
      if (code != WEFT_BAD_ARGUMENT || !right) continue;
      ++refused;
      shared_inputs += fault->what == "overlap with a written input" ? 1 : 0;
      ++by_reason[static_cast<std::size_t>(status.reason - 8000)];
    }
  }
  EXPECT_EQ(accepted, kModels * kRightCalls);
  EXPECT_EQ(refused, kModels * kWrongCalls);
  EXPECT_GT(shared_inputs, 20);
  // No kind of fault is missing. Elements beyond memory take other models, and values no checks.
  for (std::size_t reason = 1; reason < by_reason.size(); ++reason) {
    if (reason + 8000 == WEFT_REFUSED_ELEMENTS || reason + 8000 == WEFT_REFUSED_VALUE) continue;
    EXPECT_GT(by_reason[reason], 20) << "W" << reason + 8000;
    RecordProperty(fmt::format("W{}", reason + 8000), by_reason[reason]);
  }
}

}  // namespace
}  // namespace weft::differential
