/// \file What the transformed source of a model calls around each of its segments.
///
/// Where nothing has been compiled for a call, a segment runs the user's own text.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <weft/ir/value.h>
#include <weft/runtime/nn/module.h>
#include <weft/runtime/nn/struct_conversion.h>
#include <weft/runtime/tensor/sym_float.h>

namespace weft {

/// One call of a segment, without its types.
struct SegmentCall {
  const char* site = "";           ///< "net.cpp:12:5"
  nn::Module* owner = nullptr;     ///< whose method the segment is in, if it is a module
  std::vector<ir::Value> inputs;   ///< what the segment takes
  std::vector<ir::Value> members;  ///< the fields of its object that it reads
  /// One per input: the bits of a float or double, which a capture may make symbolic; else 0.
  std::vector<int> float_bits;
  /// Runs the segment's own text on these inputs.
  std::function<ir::Value()> text = {};
  /// Runs the segment with other inputs of the same structure. A float may be a proxy of a tensor
  /// without dimensions.
  std::function<ir::Value(const std::vector<ir::Value>&)> body = {};
};

/// Takes over segments and decisions on one thread.
class SegmentHandler {
 public:
  virtual ~SegmentHandler() = default;
  /// Runs the segment and fills in its result, or returns false where its own text has to run.
  virtual bool run(const SegmentCall& call, ir::Value& result) = 0;
  /// The outcome of a decision on tensor data.
  virtual bool decide(const char* site, bool value);
};

/// The handler of this thread, or the compiled segments of this process where there are any, or
/// null. It is null while a segment runs under it, and in a capture.
SegmentHandler* segment_handler();

/// Installs a handler for the life of the scope; with null, segments run their own text.
class SegmentHandlerScope {
 public:
  explicit SegmentHandlerScope(SegmentHandler* handler);
  ~SegmentHandlerScope();
  SegmentHandlerScope(const SegmentHandlerScope&) = delete;
  SegmentHandlerScope& operator=(const SegmentHandlerScope&) = delete;

 private:
  SegmentHandler* saved_;
  bool was_set_;
};

/// The module that an object is; null for any other object.
template <typename T>
nn::Module* segment_owner(T* object) {
  using Object = std::remove_const_t<T>;
  if constexpr (std::is_convertible_v<Object*, nn::Module*>) {
    return const_cast<Object*>(object);
  } else {
    return nullptr;
  }
}
inline nn::Module* segment_owner(std::nullptr_t) { return nullptr; }

/// The fields that a segment reads. They are looked at only where something is compiled.
template <typename... T>
std::tuple<const T&...> segment_members(const T&... members) {
  return {members...};
}

/// Runs `body(inputs...)`, or what has been compiled for it.
template <typename Body, typename... Members, typename... Inputs>
auto segment(const char* site, nn::Module* owner, const Body& body,
             const std::tuple<const Members&...>& members, const Inputs&... inputs) {
  using Result = std::remove_cvref_t<decltype(body(inputs...))>;
  SegmentHandler* const handler = segment_handler();
  if (!handler) return Result(body(inputs...));
  SegmentCall call;
  call.site = site;
  call.owner = owner;
  call.inputs = {ValueConversion<Inputs>::flatten(inputs)...};
  call.float_bits = {(std::floating_point<Inputs> ? static_cast<int>(8 * sizeof(Inputs)) : 0)...};
  call.members = std::apply(
      [](const auto&... member) {
        return std::vector<ir::Value>{
            ValueConversion<std::remove_cvref_t<decltype(member)>>::flatten(member)...};
      },
      members);
  call.text = [&] { return ir::Value(ValueConversion<Result>::flatten(body(inputs...))); };
  // A number that came as a proxy is symbolic, one that came as a number is that.
  call.body = [&body](const std::vector<ir::Value>& values) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto argument = [&]<typename T>(std::type_identity<T>, std::size_t index) {
        if constexpr (std::floating_point<T>) {
          if (values[index].tensor()) {
            return ValueConversion<Tensor>::build(values[index]).template item<FloatItem<T>>();
          }
          return FloatItem<T>(ValueConversion<T>::build(values[index]));
        } else {
          return ValueConversion<T>::build(values[index]);
        }
      };
      const auto result = body(argument(std::type_identity<Inputs>(), I)...);
      return ir::Value(ValueConversion<std::remove_cvref_t<decltype(result)>>::flatten(result));
    }(std::index_sequence_for<Inputs...>());
  };
  ir::Value result;
  if (!handler->run(call, result)) {
    const SegmentHandlerScope inside(nullptr);
    return Result(body(inputs...));
  }
  return ValueConversion<Result>::build(result);
}

/// A condition on tensor data, which a capture may decide otherwise.
inline bool segment_decision(const char* site, bool value) {
  SegmentHandler* const handler = segment_handler();
  return handler ? handler->decide(site, value) : value;
}

}  // namespace weft
