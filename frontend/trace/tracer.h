/// \file Tracer: records the operator calls of a model's forward as a graph.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <weft/ir/graph_module.h>
#include <weft/runtime/dispatch.h>
#include <weft/runtime/nn/module.h>
#include <weft/runtime/tensor/tensor.h>

namespace weft {

/// Records from `begin` to `finish`, for the thread that has it installed with HandlerScope. Override
/// the virtual members to change what is a leaf, or to veto or tag nodes, as with torch.fx.Tracer.
class Tracer : public OperatorHandler {
 public:
  Tracer() = default;
  ~Tracer() override;
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  /// Paths of the model's modules, parameters and buffers become get_attr and call_module targets.
  /// A null module traces a free function.
  void begin(nn::Module* root);
  /// A proxy for the next input; nothing is known of it where the meta is empty.
  ir::Value placeholder(const std::string& name, ir::ValueMeta meta = {});
  /// Ends the graph with these results and returns it with everything that it refers to. Every proxy
  /// that is still held somewhere refuses to be used from now on.
  ir::GraphModule finish(const ir::Value& result);

  /// What stands for a value in the graph: a proxy's node, the get_attr of a parameter or buffer, a
  /// constant.
  ir::Argument create_arg(const ir::Value& value, SourceLocation where);
  ir::Graph& graph() { return module_.graph; }

  /// Library modules are leaves; containers and the user's own modules are traced through.
  virtual bool is_leaf_module(const nn::Module& module, const std::string& path);
  /// Every node but placeholders and the output is made here.
  virtual ir::Node* create_node(ir::OpCode opcode, const std::string& target,
                                std::vector<ir::Argument> args, ir::KeywordArguments kwargs,
                                SourceLocation where);

  // OperatorHandler
  ir::Value call_operator(const ir::Operator& op, std::vector<ir::Value> arguments,
                          CallStyle style, SourceLocation where) override;
  bool call_module(nn::Module& module, const std::vector<ir::Value>& arguments,
                   SourceLocation where, ir::Value& result) override;
  void enter_module(nn::Module& module) override;
  void exit_module() override;
  std::int64_t require_int(const TensorImpl& proxy, SourceLocation where) override;
  double require_float(const TensorImpl& proxy, SourceLocation where) override;
  bool require_bool(const TensorImpl& proxy, SourceLocation where) override;
  [[noreturn]] void require_data(const TensorImpl& proxy, std::string_view what,
                                 SourceLocation where) override;

 private:
  ir::TensorHandle proxy(ir::Node* node);
  ir::Value wrap_results(ir::Node* node, const ir::Operator& op, SourceLocation where);
  ir::Node* attribute_node(const ir::TensorHandle& tensor, SourceLocation where);
  void refuse_write_to_constant(const ir::Operator& op, const ir::Value& target,
                                SourceLocation where);
  [[noreturn]] void break_on(const TensorImpl& proxy, std::string_view wanted,
                             SourceLocation where);

  ir::GraphModule module_;
  nn::Module* root_ = nullptr;
  std::unordered_map<const nn::Module*, std::string> module_paths_;
  std::unordered_map<const TensorImpl*, std::string> tensor_paths_;
  std::unordered_map<std::string, ir::Node*> attribute_nodes_;
  std::vector<std::weak_ptr<TensorImpl>> proxies_;
  std::vector<ir::TensorHandle> constants_;  // alive, so that their addresses stay theirs
  std::vector<ir::ModuleFrame> module_stack_;
};

}  // namespace weft
