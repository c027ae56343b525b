#include <fmt/format.h>

#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>

namespace weft::cli {

int run_graph(const GraphOptions& options) {
  const bool core = options.form == GraphForm::kCore;
  // The core graph needs all shapes; the captured one does without where forward does.
  CaptureSession session(options.model, {.unknown_inputs = !core, .values = false});
  const ir::GraphModule captured = session.capture();
  std::string text = options.form == GraphForm::kCode ? captured.graph.code()
                     : core                           ? session.lower(captured).graph.tabular()
                                                      : captured.graph.tabular();
  if (text.empty() || text.back() != '\n') text += '\n';
  fmt::print("{}", text);
  return 0;
}

}  // namespace weft::cli
