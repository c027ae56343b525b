/// \file Captures one segment as a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <weft/frontend/trace/compiled_segments.h>
#include <weft/ir/graph_module.h>

namespace weft {

/// Thrown where a segment has to be left to its text.
struct SegmentNotCompiled {
  std::string reason;
};

struct SegmentGraph {
  /// Takes the tensors that `sources` tell, one placeholder each; its output is the list of the
  /// tensors that are computed. Modules are inlined, and no tensor is kept in it.
  ir::GraphModule graph;
  std::vector<CompiledSegment::Source> sources;
};

/// Runs the segment with proxies. Its result has to be what `result` says (see CompiledSegment):
/// tensors where outputs are, the tensors that were given, and the same numbers.
/// \error SegmentNotCompiled, and what a capture refuses
SegmentGraph capture_segment(const SegmentCall& call, const std::string& result);

/// Tells graphs apart that do not compute the same: of the operators with their arguments, which
/// hold all that the segment reads of the configuration of its object and its modules, and of where
/// the tensors come from.
std::uint64_t fingerprint(const SegmentGraph& graph);

}  // namespace weft
