/// \file The generated code of all segments of a model, in few files.
#pragma once

#include <string>
#include <vector>

#include <weft/codegen/bundle/bundle.h>
#include <weft/frontend/cli/bundle_manifest.h>
#include <weft/frontend/cli/command_line.h>
#include <weft/frontend/cli/source_paths.h>
#include <weft/frontend/trace/segment_recorder.h>

namespace weft::cli {

/// One segment as C++: a bundle without weights.
struct SegmentCode {
  std::string name;  ///< prefix of its symbols
  const RecordedSegment* segment = nullptr;
  BundlePorts ports;
  codegen::BundleFiles files;
};

/// Lowers and prints a segment.
/// \error what lowering refuses
SegmentCode make_segment_code(const RecordedSegment& segment, const std::string& name,
                              const PassOptions& passes, const SourcePaths& paths);

/// What the segments' source files hold, and how they are compiled.
struct SegmentSources {
  codegen::BundleFiles files;  ///< the support headers included
  BundleManifest manifest;     ///< names the files
};

/// The code of several segments in one file that is compiled once and some that are compiled once
/// for each instruction set: most of the time of a compiler goes into the headers. Each segment has
/// a namespace of its own there.
SegmentSources join_segments(const std::string& name, const std::vector<SegmentCode>& segments);

/// A file that defines `void NAME_register_segments()`, which tells weft of the compiled segments.
std::string registration_file(const std::string& name, const std::vector<SegmentCode>& segments);

}  // namespace weft::cli
