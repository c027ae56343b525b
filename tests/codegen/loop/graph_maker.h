/// \file Small graphs by hand, brought to core level.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <weft/ir/passes/pipeline.h>

namespace weft::codegen::test {

/// Makes nodes with their shapes; `core` gives the module after decomposition.
class GraphMaker {
 public:
  using Sizes = std::vector<std::int64_t>;

  ir::Node* input(const std::string& name, const Sizes& sizes, DType dtype = DType::kFloat32) {
    return dynamic_input(name, std::vector<ir::IntExpr>(sizes.begin(), sizes.end()), dtype);
  }
  /// An input with extents that a call decides.
  ir::Node* dynamic_input(const std::string& name, const std::vector<ir::IntExpr>& sizes,
                          DType dtype = DType::kFloat32) {
    // Placeholders come first, whenever they are made.
    ir::Node* first = module_.graph.first();
    while (first != nullptr && first->opcode() == ir::OpCode::kPlaceholder) first = first->next();
    ir::Node* node = module_.graph.placeholder(name);
    if (first != nullptr && first != node) first->prepend(node);
    node->meta.value = {ir::dense(dtype, sizes)};
    return node;
  }
  ir::Node* weight(const std::string& path, const Sizes& sizes, DType dtype = DType::kFloat32) {
    module_.set_attribute(path, {}, meta(sizes, dtype));
    ir::Node* node = module_.graph.get_attr(path);
    node->meta.value = {meta(sizes, dtype)};
    return node;
  }
  ir::Node* op(const std::string& target, std::vector<ir::Argument> args,
               ir::KeywordArguments kwargs = {}) {
    ir::Node* node = module_.graph.call_function(target, std::move(args), std::move(kwargs));
    node->meta.location = {"models/net.cpp", line, 1};
    if (!module_path.empty()) node->meta.module_stack = {{module_path, module_type}};
    return node;
  }
  /// Result `k` of a node with several.
  ir::Node* item(ir::Node* node, std::int64_t k) { return op("getitem", {node, k}); }

  /// The module with the given results, after lower_to_core. Ends the use of the maker.
  ir::GraphModule core(const std::vector<ir::Node*>& results) {
    std::vector<ir::Argument> values(results.begin(), results.end());
    module_.graph.output(values.size() == 1 ? values[0] : ir::Argument(values));
    ir::lower_to_core(module_);
    return std::move(module_);
  }
  static ir::Argument ints(const Sizes& values) { return ir::Argument::ints(values); }

  int line = 1;             ///< of the user's source, for the nodes that are made next
  std::string module_path;  ///< and the module that is being called
  std::string module_type;

 private:
  static ir::TensorMeta meta(const Sizes& sizes, DType dtype) {
    return ir::dense(dtype, std::vector<ir::IntExpr>(sizes.begin(), sizes.end()));
  }
  ir::GraphModule module_;
};

}  // namespace weft::codegen::test
