/// \file Stages: the computations of a core graph over values with memory, views composed away.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weft/codegen/loop/contraction.h>
#include <weft/codegen/loop/expression.h>
#include <weft/codegen/loop/lower.h>

namespace weft::codegen {

/// A tensor that has, or could have, dense memory of its own. Results of views are no values.
struct Value {
  enum class Origin : std::uint8_t { kInput, kWeight, kStage };
  Origin origin = Origin::kStage;
  const ir::Node* node = nullptr;  ///< that gives it its name
  std::string name;                ///< unique in the program
  DType dtype = DType::kFloat32;
  std::vector<ir::IntExpr> sizes;
  int stage = -1;        ///< the stage that computes it
  int output = -1;       ///< position among the results of the graph
  bool written = false;  ///< an input holds it at the end of a run
  /// It has to lie in memory at the end of a run.
  bool stays() const { return output >= 0 || written; }
};

/// A call of the support library.
struct LibraryStage {
  std::string operator_name;
  const ir::Operator* custom = nullptr;  ///< see LibraryCall::custom
  std::vector<ValueId> inputs, outputs;
  std::vector<std::pair<std::string, std::int64_t>> parameters;
  ir::Symbol found;        ///< the number of results, where the data says it; else null
  ir::IntExpr first_draw;  ///< of random operators: how many draws of the run come before
};

/// `value[store_index] = finalize(combine over reduce of body)` for all points of `axes`.
///
/// Loads in the expressions have `input` = ValueId and one index per dimension of the value.
/// Extents of 1 have no axis: their index is 0.
struct Stage {
  const ir::Node* node = nullptr;
  std::vector<const ir::Node*> nodes;  ///< all that have been merged into it, in graph order
  ir::ComputeKind kind = ir::ComputeKind::kPointwise;
  ValueId output = 0;
  std::vector<Axis> axes;                ///< outermost first
  std::vector<ir::IntExpr> store_index;  ///< one per dimension of the value
  ir::Combine combine = ir::Combine::kNone;
  std::vector<Axis> reduce;
  ir::ScalarExpr body;
  ir::ScalarExpr finalize;
  std::vector<ir::IndirectIndex> indirect;
  std::optional<Contraction> contraction;  ///< the body is done by a Matmul or Convolution
  std::optional<LibraryStage> library_call;
  bool constant = false;  ///< it depends on weights only
  bool removed = false;   ///< nothing uses its value, or all users compute it themselves

  bool is_pointwise() const {
    return combine == ir::Combine::kNone && !contraction && !library_call;
  }
  bool is_reduction() const { return combine != ir::Combine::kNone && !contraction; }
};

/// A core graph as stages in graph order; each value has one stage that computes it.
struct StageGraph {
  std::string name;
  std::vector<Value> values;
  std::vector<Stage> stages;
  std::vector<ValueId> inputs, outputs, weights;  ///< positions are those of the program's ports
  std::vector<std::pair<int, ValueId>> written;   ///< what inputs hold at the end, by position
  std::vector<ir::TensorMeta> output_metas;       ///< a result may be a reshape of its value
  std::vector<Extent> extents;                    ///< `input` counts `inputs`
  std::vector<Condition> conditions;
  std::optional<ir::IntExpr> draws;  ///< random draws of one run, where it has random operators
  std::vector<std::string> notes;
};

/// \error W5001, W5002, W5005, W5006, W5007
StageGraph build_stages(const ir::GraphModule& module, const LowerOptions& options);

/// Loads of a stage, each distinct node once: body, finalize and indirect indices. `reduced` is
/// true for loads that happen inside the reduction.
void for_each_load(const Stage& stage,
                   const std::function<void(const ir::ScalarNode& load, bool reduced)>& visit);

/// Values that a stage reads, each once, in order of first use.
std::vector<ValueId> values_read(const Stage& stage);
/// True if one of its expressions or axes, or the shape of its value, has the symbol in it.
bool mentions(const StageGraph& graph, const Stage& stage, const ir::Symbol& symbol);

/// Sets Stage::constant. A result of the graph is not constant: it has to be written in every run;
/// nor is what depends on the extents of a call.
void mark_constants(StageGraph& graph);

/// Applies a substitution to every expression of the stage; axes are left to the caller.
void substitute(Stage& stage, const Substitution& replacements);

/// Number of points of a list of axes.
ir::IntExpr points(const std::vector<Axis>& axes);
/// About that many, for choices: see expected_value.
double expected_points(const std::vector<Axis>& axes);

}  // namespace weft::codegen
