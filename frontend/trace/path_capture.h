/// \file PathCapture: forward along every path that decisions on tensor data open.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <weft/frontend/trace/join_paths.h>
#include <weft/frontend/trace/tracer.h>

namespace weft {

/// Runs a capture again and again, with every decision on tensor data taken both ways, and joins
/// what was recorded. Without decisions that is one run.
class PathCapture {
 public:
  using MakeTracer = std::function<std::unique_ptr<Tracer>()>;
  using Record = std::function<ir::GraphModule(Tracer&)>;

  /// At most `max_paths` paths; with 1 every decision is a graph break (W4001).
  PathCapture(MakeTracer make_tracer, int max_paths)
      : make_tracer_(std::move(make_tracer)), max_paths_(max_paths) {}

  /// \error W4013 for more paths; what `record` throws
  ir::GraphModule run(const Record& record);

  /// What the run that ended with an exception needed as a number.
  const std::vector<Specialisation>& needed() const { return needed_; }

 private:
  CapturedPath run_once(const Record& record, std::vector<bool> forced);

  MakeTracer make_tracer_;
  int max_paths_;
  std::vector<Specialisation> needed_;
};

}  // namespace weft
