/// \file Dispatch: every operator call goes through here, to eager execution or to a capture.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/ir/interpreter.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/value.h>
#include <weft/runtime/tensor/sym_int.h>

namespace weft {

namespace nn {
class Module;
}

/// How the user spelled a call; decides call_function or call_method in a graph.
enum class CallStyle : std::uint8_t { kFunction, kMethod };

/// Whether a capture may take an open comparison to hold.
enum class Assume : std::uint8_t { kNothing, kTrue };

/// Takes over operator calls on one thread while a capture is active.
class OperatorHandler {
 public:
  virtual ~OperatorHandler() = default;

  /// Called for every operator call on the capture's thread, factories and random draws included,
  /// and for a call anywhere that has a proxy among its arguments. `arguments` are bound, one per
  /// schema parameter. Returns proxies; an in-place operator returns its first argument, rebound to
  /// the new node.
  virtual ir::Value call_operator(const ir::Operator& op, std::vector<ir::Value> arguments,
                                  CallStyle style, SourceLocation where) = 0;

  /// Called at the start of a module's forward, as far as the call can be seen (the library's own
  /// modules, calls through holders and containers). True if the module is a leaf of this capture;
  /// `result` is then the proxy of its call_module node.
  virtual bool call_module(nn::Module& module, const std::vector<ir::Value>& arguments,
                           SourceLocation where, ir::Value& result) = 0;

  /// True if a wrapped function is one step of the graph, false if it is recorded operator by
  /// operator. `by_default` is what the function was wrapped with.
  virtual bool records_function(std::string_view name, bool by_default);

  /// A module's forward begins and ends, leaf or not, as far as the call can be seen (calls through
  /// holders and containers). For the module stack of the nodes made in between.
  virtual void enter_module(nn::Module& module);
  virtual void exit_module();

  /// A proxy integer, boolean or float is needed as a C++ number (an extent as int64_t, `if (x)`,
  /// `item<T>()`). Returns the number where it is a constant of the capture; throws the located
  /// error of a graph break otherwise.
  virtual std::int64_t require_int(const TensorImpl& proxy, SourceLocation where) = 0;
  /// The result of a comparison of integers that may be proxies. With Assume::kTrue a comparison that
  /// nothing decides is taken to hold, and the graph checks it. Else as require_int: by default both
  /// sides are needed as numbers.
  virtual bool decide(Relation relation, const ir::Value& a, const ir::Value& b,
                      Assume assume = Assume::kNothing);
  virtual double require_float(const TensorImpl& proxy, SourceLocation where) = 0;
  virtual bool require_bool(const TensorImpl& proxy, SourceLocation where) = 0;
  /// Data of a proxy is needed (data_ptr, accessor, printing): always a located error.
  [[noreturn]] virtual void require_data(const TensorImpl& proxy, std::string_view what,
                                         SourceLocation where) = 0;
};

bool holds(Relation relation, std::int64_t a, std::int64_t b);

/// The capture that is active on this thread; null in eager code.
OperatorHandler* current_handler();
/// The handler of the first proxy among the values, however deep it lies; null if there is none.
OperatorHandler* handler_of(const std::vector<ir::Value>& values);

/// Installs a handler for the life of the scope; scopes nest.
class HandlerScope {
 public:
  explicit HandlerScope(OperatorHandler* handler);
  ~HandlerScope();
  HandlerScope(const HandlerScope&) = delete;
  HandlerScope& operator=(const HandlerScope&) = delete;

 private:
  OperatorHandler* saved_;
};

/// Runs or records one operator call; `arguments` are bound, one per schema parameter.
ir::Value dispatch(const ir::Operator& op, std::vector<ir::Value> arguments, CallStyle style,
                   SourceLocation where);

/// Runs one operator call eagerly on concrete values, whatever capture is active.
ir::Value eager_call(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                     SourceLocation where);

/// The eager executor for ir::Interpreter.
ir::Executor& eager_executor();

}  // namespace weft
