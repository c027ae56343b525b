#include <fmt/format.h>

#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/graph_drawing.h>
#include <weft/ir/graph_dot.h>
#include <weft/ir/serialization/serialization.h>

namespace weft::cli {
namespace {

std::string printed(const ir::Graph& graph, GraphForm form) {
  switch (form) {
    case GraphForm::kCode:
      return graph.code();
    case GraphForm::kDot:
    case GraphForm::kSvg:
      return ir::to_dot(graph);
    case GraphForm::kText:
      return ir::to_text(graph);
    case GraphForm::kTabular:
    case GraphForm::kCore:
      break;
  }
  return graph.tabular();
}

}  // namespace

int run_graph(const GraphOptions& options) {
  const bool core = options.form == GraphForm::kCore;
  // The core graph needs all shapes; the captured one does without where forward does.
  CaptureSession session(options.model, {.unknown_inputs = !core, .values = false});
  const ir::GraphModule captured = session.capture();
  std::string text = core ? printed(session.lower(captured).graph, options.form)
                          : printed(captured.graph, options.form);
  if (options.form == GraphForm::kSvg) {
    write_svg(text, options.svg);
    return 0;
  }
  if (text.empty() || text.back() != '\n') text += '\n';
  fmt::print("{}", text);
  return 0;
}

}  // namespace weft::cli
