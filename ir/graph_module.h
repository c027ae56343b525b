/// \file GraphModule: a graph with the tensors and modules that it refers to.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <weft/ir/graph.h>
#include <weft/ir/value.h>

namespace weft::ir {

class CodeGen;

/// What a graph sees of a module that it calls whole. nn::Module implements it.
class ModuleInterface {
 public:
  virtual ~ModuleInterface() = default;
  /// The class as users spell it: "Conv2d".
  virtual std::string module_type() const = 0;
  /// Runs forward on concrete values.
  virtual Value call_forward(const std::vector<Value>& arguments) = 0;
  /// False if calling it has an effect besides its result (batch norm in training mode, dropout).
  virtual bool is_pure() const { return true; }
};

/// Sharing, not copying: the entries are the user's own parameters and modules.
class GraphModule {
 public:
  Graph graph;
  std::string name = "Module";
  /// How the module is called and how its code is written; null for the plain form.
  std::shared_ptr<const CodeGen> codegen;
  Attachments custom;  ///< what a pass or a user attaches to the whole; copied with it

  /// As Graph::get_attr and Graph::call_module, for paths that must exist already.
  /// \error W1004 where nothing, or something of the other kind, is at the path
  Node* get_attr(std::string_view path);
  Node* call_module(std::string_view path, std::vector<Argument> args = {},
                    KeywordArguments kwargs = {});

  /// Tensor at a dotted path ("layer1.0.conv1.weight"); replaces an earlier one.
  void set_attribute(std::string path, Value value, TensorMeta meta);
  void set_module(std::string path, std::shared_ptr<ModuleInterface> module);

  struct Attribute {
    std::string path;
    Value value;
    TensorMeta meta;
  };
  const Attribute* find_attribute(std::string_view path) const;
  std::shared_ptr<ModuleInterface> find_module(std::string_view path) const;
  const std::vector<Attribute>& attributes() const { return attributes_; }
  const std::vector<std::pair<std::string, std::shared_ptr<ModuleInterface>>>& modules() const {
    return modules_;
  }
  /// Node::is_impure, with module calls judged by ModuleInterface::is_pure.
  bool is_impure(const Node& node) const;
  /// Drops a module and those inside it; returns whether there was one. Attributes stay.
  bool delete_module(std::string_view path);
  /// Drops modules that no node calls, but those around or inside a called one. Attributes stay.
  void delete_unused_modules();
  /// Graph::lint, and every get_attr and call_module target exists (W1004).
  void lint() const;
  /// A copy with a graph of its own, also of the graph modules inside. Tensors and modules that are
  /// no graphs are shared.
  GraphModule clone() const;

 private:
  // What is at a path where a tensor or a module is missed: "tensor", "tensor (there is a module)".
  std::string missed(std::string_view kind, std::string_view path) const;
  void index_modules();

  std::vector<Attribute> attributes_;
  std::vector<std::pair<std::string, std::shared_ptr<ModuleInterface>>> modules_;
  std::unordered_map<std::string, std::size_t> attribute_index_;
  std::unordered_map<std::string, std::size_t> module_index_;
};

}  // namespace weft::ir
