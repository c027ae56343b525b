/// \file Names in generated code: valid, unique, and those of the user where there are any.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weft/ir/graph.h>

namespace weft::codegen {

/// `text` as a C and C++ identifier: other characters become `_`, keywords and names that begin
/// with a digit or an underscore get a letter in front.
std::string identifier(std::string_view text);

/// Hands out each name once; later ones get _1, _2, ... as graphs name their nodes.
class NameTable {
 public:
  std::string unique(std::string_view wanted);

 private:
  std::unordered_map<std::string, int> used_;
};

/// Names and comments of kernels, from the nodes that were fused into them.
class KernelNames {
 public:
  explicit KernelNames(const ir::Graph& graph);

  /// "conv1_bn1_relu": the modules that the nodes belong to, and operators outside of modules. At
  /// most 56 characters before a number that makes it unique.
  std::string name(const std::vector<const ir::Node*>& nodes);
  /// "model.cpp:14 relu(bn1(conv1(x)))", one for each line of the user's that the nodes come from.
  std::vector<std::string> comments(const std::vector<const ir::Node*>& nodes) const;

 private:
  struct Label {
    std::vector<std::string> path;  ///< of the module that encloses it
    std::string text;
    std::string key;  ///< nodes of one module have one key
  };
  Label label(const ir::Node& node) const;
  /// Path of the module that the node is the work of; empty where a user's forward calls it.
  std::string module_of(const ir::Node& node) const;

  std::unordered_map<std::string, bool> has_children_;  ///< by path of a module
  NameTable names_;
};

}  // namespace weft::codegen
