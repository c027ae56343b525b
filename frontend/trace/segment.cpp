#include <weft/frontend/trace/segment.h>

#include <weft/frontend/trace/compiled_segments.h>
#include <weft/runtime/dispatch.h>

namespace weft {
namespace {

struct ThreadHandler {
  SegmentHandler* handler = nullptr;
  bool is_set = false;
};

ThreadHandler& thread_handler() {
  thread_local ThreadHandler state;
  return state;
}

}  // namespace

bool SegmentHandler::decide(const char*, bool value) { return value; }

SegmentHandler* segment_handler() {
  const ThreadHandler& state = thread_handler();
  if (state.is_set) return state.handler;
  // A capture of the whole model goes through its own text.
  if (current_handler()) return nullptr;
  return compiled_segments();
}

SegmentHandlerScope::SegmentHandlerScope(SegmentHandler* handler)
    : saved_(thread_handler().handler), was_set_(thread_handler().is_set) {
  thread_handler() = {handler, true};
}

SegmentHandlerScope::~SegmentHandlerScope() { thread_handler() = {saved_, was_set_}; }

}  // namespace weft
