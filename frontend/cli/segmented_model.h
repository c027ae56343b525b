/// \file A model whose segments are compiled, and whose own control flow stays its own.
#pragma once

#include <string>
#include <vector>

#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/command_line.h>
#include <weft/frontend/cli/segment_sources.h>
#include <weft/frontend/cli/temporary_folder.h>
#include <weft/frontend/trace/segment_recorder.h>

namespace weft::cli {

/// Loads the transformed source of a model, and captures and compiles the segments that it runs
/// through on example inputs.
class SegmentedModel {
 public:
  explicit SegmentedModel(const ModelOptions& options);

  const CaptureSession& session() const { return session_; }
  /// Captures what the model runs through on these inputs, with decisions both ways. Can be called
  /// again for other inputs.
  /// \error W4101 if two runs differ
  void explore(const std::vector<ir::TensorHandle>& inputs);
  const std::vector<RecordedSegment>& segments() const { return recorder_.segments(); }
  /// Prints the code of what has been captured since it was called last. Symbols begin with
  /// `prefix`.
  std::vector<SegmentCode> generate(const std::string& prefix);
  /// Compiles what has been captured, and uses it from now on.
  void compile();
  /// What became of the segments, one line each, and of their calls.
  std::string report() const;
  /// Calls forward of the transformed source with what is compiled.
  std::vector<ir::TensorHandle> call(const std::vector<ir::TensorHandle>& inputs);

 private:
  CaptureSession session_;
  PassOptions passes_;
  SegmentRecorder recorder_;
  TemporaryFolder folder_;
  std::size_t generated_ = 0;  // of the recorder's segments
};

}  // namespace weft::cli
