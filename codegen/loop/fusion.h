/// \file Which stages share a kernel.
#pragma once

#include <vector>

#include <weft/codegen/loop/stage.h>

namespace weft::codegen {

enum class GroupKind : std::uint8_t {
  kPointwise,    ///< all members are pointwise over all of `axes`
  kRow,          ///< for each point of `axes`: reductions, and pointwise work over inner axes
  kContraction,  ///< a matrix product or convolution, and pointwise members over its result
  kLibrary,
};

/// Stages of one kernel. Every member has the group's axes among its own; what else it has are its
/// inner axes, and members that visit the same elements of a row have the same inner axes.
///
/// A member loads values of other members only at the point of `axes` that it is at itself, and
/// values with inner axes only at the same inner point. So no iteration of the outer loops reads
/// what another one writes.
struct Group {
  GroupKind kind = GroupKind::kPointwise;
  std::vector<int> stages;  ///< ascending, which is an order in which they can run
  std::vector<Axis> axes;
  int position = 0;  ///< kernels run by ascending position
};

/// Groups in the order in which their kernels run. Rewrites stages so that members of a group share
/// axes. With `fuse` off every stage is a group of its own.
///
///   softmax: {max over k} {exp} {sum over k} {div}        -> one row kernel
///   conv, then relu(conv * s + t) + residual              -> one contraction with an epilogue
///
/// Greedy over the edges of the graph in stage order; each attempt takes time in the size of the
/// two groups, which is bounded.
std::vector<Group> fuse_stages(StageGraph& graph, bool fuse);

/// The axes of a stage that are not the group's, reduction axes not included.
std::vector<Axis> inner_axes(const Stage& stage, const Group& group);

}  // namespace weft::codegen
