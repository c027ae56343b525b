/// \file Tracer: records the operator calls of a model's forward as a graph.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <weft/frontend/trace/recorder.h>
#include <weft/runtime/nn/module.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// An extent that the input specs leave open and forward needs as a number.
struct Specialisation {
  ir::Symbol symbol;
  std::int64_t value = 0;
  std::string needed;    ///< "T", "2*T < 3"
  SourceLocation where;  ///< the user's line that needs it
};

/// Paths of tensors that forward makes begin with this.
inline constexpr const char* kConstantPrefix = "_tensor_constant";

/// A decision on tensor data, made while forward was captured.
struct BranchDecision {
  ir::Node* read = nullptr;  ///< the `item` whose truth was asked for
  bool taken = true;         ///< what it was taken for
  std::size_t position = 0;  ///< the number of nodes before it
  SourceLocation where;      ///< the user's line
};

/// Thrown through forward where a capture has to begin anew. No error: users that catch errors do
/// not meet it.
struct CaptureAgain {};

/// Numbers to go on with where open extents are needed.
using TypicalExtents = std::vector<std::pair<ir::Symbol, std::int64_t>>;

/// Records from `begin` to `finish`, for the thread that has it installed with HandlerScope.
/// Override the virtual members to change what is a leaf, or to veto or tag nodes.
/// \source torch.fx.Tracer
class Tracer : public Recorder {
 public:
  Tracer() = default;
  ~Tracer() override;
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  /// Paths of the model's modules, parameters and buffers become get_attr and call_module targets.
  /// A null module traces a free function.
  void begin(nn::Module* root);
  /// The same for a graph that is captured again.
  void begin(const ir::GraphModule& root);
  /// A proxy for the next input; nothing is known of it where the meta is empty.
  ir::Value placeholder(const std::string& name, ir::ValueMeta meta = {},
                        std::optional<ir::Argument> default_value = {}, SourceLocation where = {});
  /// Ends the graph with these results and returns it with everything that it refers to. Every
  /// proxy that is still held somewhere refuses to be used from now on.
  ir::GraphModule finish(const ir::Value& result);
  ir::Graph& graph() { return module_.graph; }

  // To override.
  /// Library modules are leaves; containers and the user's own modules are traced through. A module
  /// of the user's can be a leaf where it is called through its holder or by a container.
  virtual bool is_leaf_module(const nn::Module& module, const std::string& path);
  /// A wrapped function is a leaf if it was wrapped so, or if `autowrap_functions` names it.
  virtual bool is_leaf_function(const std::string& name, bool by_default);
  /// The path of a module of the model.
  /// \error W4007 for a module that is not registered in it
  virtual std::string path_of_module(const nn::Module& module, SourceLocation where = {});
  ir::Argument create_arg(const ir::Value& value, SourceLocation where) override;
  /// Every node is made here, placeholders and the output too. To veto one, throw; to tag it,
  /// change what this returns.
  ir::Node* create_node(ir::OpCode opcode, const std::string& target,
                        std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                        SourceLocation where) override;
  /// Records the call of a module that is no nn::Module; the meta says what is known of the result.
  ir::Value record_call(const std::string& path, std::shared_ptr<ir::ModuleInterface> module,
                        const std::vector<ir::Value>& arguments, ir::ValueMeta meta,
                        SourceLocation where);

  /// Names of functions made with `wrap(name, f, WrapScope::kOnRequest)` that this tracer records.
  std::set<std::string> autowrap_functions;
  /// With these, an extent that is needed as a number ends the capture with CaptureAgain, and
  /// `needed` says why.
  TypicalExtents typical_extents;
  std::vector<Specialisation> needed;
  /// Goes on at decisions on tensor data, up to so many, with the truth that `forced_decisions`
  /// says, in their order, and true beyond them; `decisions` says what was decided. With 0 they are
  /// graph breaks.
  std::size_t max_decisions = 0;
  std::vector<bool> forced_decisions;
  std::vector<BranchDecision> decisions;
  /// Refuses operators that write into their arguments (W4008).
  bool check_mutable_operations = false;
  /// Attaches to every node, as `stack_trace`, the lines of the user's code that led to it, helpers
  /// and callers included: `meta.custom.at("stack_trace")`, one frame a line, the innermost last.
  /// Frames of code that was compiled without line tables (-g1 or -g) are left out.
  bool record_stack_traces = false;

  // OperatorHandler
  bool call_module(nn::Module& module, const std::vector<ir::Value>& arguments,
                   SourceLocation where, ir::Value& result) override;
  bool require_bool(const TensorImpl& proxy, SourceLocation where) override;
  bool records_function(std::string_view name, bool by_default) override;
  void enter_module(nn::Module& module) override;
  void exit_module() override;
  ir::TensorHandle proxy(ir::Node* node) override;

 protected:
  ir::Node* operand_node(const TensorImpl& proxy, SourceLocation where) override;
  ir::Argument constant_argument(const ir::TensorHandle& tensor, SourceLocation where) override;
  void check_write(const ir::Operator& op, const std::vector<ir::Value>& arguments,
                   SourceLocation where) override;
  bool records_reads() const override { return max_decisions > 0; }
  void need_extent(const TensorImpl& proxy, const std::string& what) override;
  void note_number(const TensorImpl& proxy, std::int64_t value) override;

 private:
  ir::GraphModule module_;
  std::unordered_map<const nn::Module*, std::string> module_paths_;
  std::unordered_map<const TensorImpl*, std::string> tensor_paths_;
  std::unordered_map<std::string, ir::Node*> attribute_nodes_;
  std::vector<std::weak_ptr<TensorImpl>> proxies_;
  std::vector<ir::TensorHandle> constants_;  // alive, so that their addresses stay theirs
  std::vector<ir::ModuleFrame> module_stack_;
  ir::ModuleStack shared_stack_;  // the same, as nodes hold it
  std::size_t most_proxies_ = 1024;
  std::set<std::pair<const ir::Node*, std::string>> noted_numbers_;
};

}  // namespace weft
