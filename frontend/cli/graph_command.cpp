#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/graph_drawing.h>
#include <weft/frontend/cli/pass_options.h>
#include <weft/frontend/trace/graph_file.h>
#include <weft/ir/graph_dot.h>
#include <weft/ir/partitioning/split_module.h>
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

/// True for a file that holds a graph, in whatever form.
bool holds_graph(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream data;
  return file && data << file.rdbuf() && ir::is_stored_module(data.view());
}

ir::GraphModule stored_graph(const GraphOptions& options) {
  const ModelOptions& model = options.model;
  if (!model.model.empty() || !model.inputs.empty() || !model.scalars.empty() ||
      !model.weights.empty() || !model.flags.empty()) {
    fail(diag::CommandLineWrong, {},
         {"`" + model.file + "` is a graph in a file: options about a model do not go with it",
          "graph "});
  }
  ir::GraphModule module = load_graph_module(model.file);
  module.graph.lint();  // a graph alone lacks its modules
  if (options.form != GraphForm::kCore) return module;
  ir::inline_submodules(module);
  lower_to_core(module, options.model.passes);
  return module;
}

ir::GraphModule captured_graph(const GraphOptions& options) {
  const bool core = options.form == GraphForm::kCore;
  // The core graph needs all shapes; the captured one does without where forward does.
  CaptureSession session(options.model, {.unknown_inputs = !core, .values = false});
  ir::GraphModule captured = session.capture();
  return core ? session.lower(captured) : std::move(captured);
}

}  // namespace

int run_graph(const GraphOptions& options) {
  const ir::GraphModule module =
      holds_graph(options.model.file) ? stored_graph(options) : captured_graph(options);
  if (!options.save.empty()) save_graph_module(module, options.save);
  std::string text = printed(module.graph, options.form);
  if (options.form == GraphForm::kSvg) {
    write_svg(text, options.svg);
    return 0;
  }
  if (text.empty() || text.back() != '\n') text += '\n';
  fmt::print("{}", text);
  return 0;
}

}  // namespace weft::cli
