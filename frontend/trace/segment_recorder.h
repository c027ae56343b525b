/// \file Captures the segments that a model runs through.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <weft/frontend/trace/compiled_segments.h>
#include <weft/ir/graph_module.h>

namespace weft {

/// One segment for the calls with one key.
struct RecordedSegment {
  std::string site;
  std::string key;
  /// Why it is left to the user's text; the rest is empty then.
  std::string reason;
  /// Takes the tensors that `sources` tell, one placeholder each; its output is the list of the
  /// tensors that the code computes. Modules are inlined, and nothing is kept in it.
  ir::GraphModule graph;
  std::vector<CompiledSegment::Source> sources;
  std::size_t input_leaves = 0;  ///< the first of the call's leaves, those of its inputs
  std::uint64_t fingerprint = 0;
  std::string result;  ///< as CompiledSegment has it
  std::vector<std::vector<std::int64_t>> strides;
};

/// A decision on tensor data that was met in a run.
struct SegmentDecision {
  std::string site;
  bool taken = false;
  bool was_forced = false;
};

/// Runs the user's text of every segment with the real tensors, and captures each that it meets
/// with a new key. Left to the text: a segment whose capture is an error, whose result shares
/// memory with anything but is not the very tensor that was given, that draws random numbers,
/// writes into a parameter, or uses a tensor that is neither given nor a parameter, buffer or
/// member.
class SegmentRecorder : public SegmentHandler {
 public:
  bool run(const SegmentCall& call, ir::Value& result) override;
  bool decide(const char* site, bool value) override;

  /// Begins another run, in which decisions come out so, as far as the list goes.
  void begin(std::vector<bool> forced);
  const std::vector<SegmentDecision>& decisions() const { return decisions_; }
  /// Site and key of every segment of this run.
  const std::vector<std::string>& met() const { return met_; }
  const std::vector<RecordedSegment>& segments() const { return segments_; }
  /// Leaves a segment to its text after all.
  void give_up(std::size_t segment, std::string reason) {
    segments_.at(segment).reason = std::move(reason);
  }

 private:
  std::vector<bool> forced_;
  std::vector<SegmentDecision> decisions_;
  std::vector<std::string> met_;
  std::vector<RecordedSegment> segments_;
  std::map<std::string, std::size_t> known_;
};

/// Runs `forward` again and again, with decisions forced, until every decision that is met has come
/// out both ways or `most_runs` are done. A run that throws because of a forced decision tells
/// nothing. False if some outcome was left out.
/// \error W4101 if two runs without forced decisions met different segments, and what `forward`
///        throws in those
bool explore_segments(SegmentRecorder& recorder, const std::function<void()>& forward,
                      int most_runs = 64);

}  // namespace weft
