/// \file From the nodes of a core graph to stages.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <weft/codegen/loop/names.h>
#include <weft/codegen/loop/stage.h>
#include <weft/ir/operators/operator.h>

namespace weft::codegen {

/// A tensor of the graph: element `vars` is element `index` of a value.
struct TensorAccess {
  const ir::Node* node = nullptr;  ///< that gives it
  ValueId value = 0;
  std::vector<ir::Symbol> vars;
  std::vector<ir::IntExpr> sizes;
  std::vector<ir::IntExpr> index;

  /// The element of the value at a point of the tensor.
  std::vector<ir::IntExpr> at(const std::vector<ir::IntExpr>& point) const;
};

std::vector<ir::IntExpr> as_expressions(const std::vector<ir::Symbol>& symbols);
std::vector<ir::Symbol> fresh_vars(const std::vector<ir::IntExpr>& sizes, const char* letter);

/// What a number that is known only at run time is in memory: a tensor without dimensions of the
/// widest type of its category.
ir::TensorMeta number_meta(const ir::UnknownNumber& number);

/// Walks the graph once. Views become accesses, computations become stages with loads at accesses.
class StageBuilder {
 public:
  StageBuilder(const ir::GraphModule& module, const LowerOptions& options)
      : module_(module), options_(options) {}
  StageGraph build();

 private:
  using Node = ir::Node;
  using Access = TensorAccess;

  // Nodes: stage_builder.cpp.
  void add_node(const Node& node);
  void add_input(const Node& node);
  void add_weight(const Node& node);
  void add_call(const Node& node);
  void add_views(const Node& node, const ir::Call& call);
  void add_element(const Node& node, const Access& tensor);
  void add_item(const Node& node);
  void add_outputs(const Node& node);
  void add_output(const Node& result, const Access& access);
  /// What the input at `input`, among the placeholders, holds at the end.
  void add_written(const Node& result, const Access& access, std::size_t input);
  const std::vector<Access>& result_accesses(const Node& result) const;
  void remove_unused();
  std::vector<Access> operands(const Node& node, const ir::Call& call) const;
  const std::vector<ir::IntExpr>& decided_sizes(const Node& node,
                                                const std::vector<ir::IntExpr>& sizes);
  ValueId add_value(const Node& node, DType dtype, std::vector<ir::IntExpr> sizes,
                    Value::Origin origin, const std::string& name);
  Access whole(ValueId value) const;
  std::optional<ValueId> dense_value(const Access& access) const;

  // Calls of the support library: stage_library.cpp.
  void add_library_call(const Node& node, const ir::Call& call);
  std::vector<Access> library_operands(const Node& node, const ir::Call& call);
  std::vector<ValueId> library_inputs(const Node& node, const ir::Call& call);
  void find_in_data(LibraryStage& library, const ir::Call& call,
                    const std::vector<const ir::TensorMeta*>& results);
  void draw(LibraryStage& library, const ir::TensorMeta& result);
  Access stretched(const Node& node, const Access& access, const std::vector<ir::IntExpr>& sizes);

  // Computations: stage_computes.cpp.
  void add_computes(const Node& node, const ir::Call& call);
  Stage make_stage(const Node& node, const ir::Compute& compute,
                   const std::vector<Access>& operands);
  void split_gather(Stage& stage);
  void check_symbols(const Stage& stage) const;
  ValueId finish_stage(Stage stage, DType dtype, std::vector<ir::IntExpr> sizes,
                       const std::string& name);
  ValueId copy(const Access& access, const std::string& name);
  /// The elements converted to the types one after the other, and then multiplied.
  ValueId converted(const Access& access, const std::vector<DType>& types, const std::string& name,
                    const ir::Number& factor = 1);
  void recognise(Stage& stage, const ir::Compute& compute, const ir::Call& call,
                 std::vector<Access>& operands);

  // What the extents have to satisfy: stage_conditions.cpp.
  bool is_extent(const ir::Symbol& symbol) const;
  /// `text` says what has to hold, where that is not `value >= 0`.
  void demand(const Node& node, const ir::IntExpr& value, std::string text = {});
  void demand_loads_in_range(const Stage& stage);

  const ir::GraphModule& module_;
  const LowerOptions& options_;
  StageGraph graph_;
  std::unordered_map<const Node*, std::vector<Access>> tensors_;
  std::unordered_map<std::string, ValueId> weights_;
  std::vector<int> input_positions_;  ///< of placeholders among the inputs of the stage graph
  NameTable names_;
};

}  // namespace weft::codegen
