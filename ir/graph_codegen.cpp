/// \file Code of a module with its line map.
#include <weft/ir/graph_codegen.h>

#include <fmt/format.h>

#include <string_view>

#include <weft/ir/diagnostics.h>

namespace weft::ir {
namespace {

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string indentation(const std::string& line) {
  return line.substr(0, std::min(line.find_first_not_of(' '), line.size()));
}

}  // namespace

std::string GeneratedCode::text() const {
  std::string text;
  for (const CodeLine& line : lines) text += line.text + "\n";
  return text;
}

const Node* GeneratedCode::node_at(std::size_t line) const {
  return line == 0 || line > lines.size() ? nullptr : lines[line - 1].node;
}

std::size_t GeneratedCode::line_of(const Node* node) const {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].node == node && node != nullptr) return i + 1;
  }
  return 0;
}

std::vector<std::string> CodeGen::globals(const Graph&) const { return {}; }

std::vector<std::string> CodeGen::open_function(const Graph&, std::string plain) const {
  return {std::move(plain)};
}

std::string CodeGen::return_line(std::string plain) const { return plain; }

std::vector<CodeLine> CodeGen::transform(std::vector<CodeLine> lines) const { return lines; }

std::vector<Value> CodeGen::process_inputs(std::vector<Value> inputs) const { return inputs; }

Value CodeGen::process_outputs(Value result) const { return result; }

GeneratedCode generate_code(const GraphModule& module) {
  static const CodeGen kPlain;
  const CodeGen& form = module.codegen != nullptr ? *module.codegen : kPlain;
  const Graph& graph = module.graph;
  const std::vector<std::string> plain = split_lines(graph.code());

  GeneratedCode code;
  const auto add = [&](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) code.lines.push_back({line});
  };
  add(form.globals(graph));
  add(form.open_function(graph, plain.front()));
  // The default form has one line a statement: the signature, a line per node, the closing brace.
  std::size_t at = 1;
  for (const Node* node : graph) {
    if (node->opcode() == OpCode::kPlaceholder) continue;
    if (at + 1 >= plain.size()) break;
    const std::string& line = plain[at++];
    const bool output = node->opcode() == OpCode::kOutput;
    code.lines.push_back(
        {output ? indentation(line) + form.return_line(line.substr(indentation(line).size()))
                : line,
         node});
  }
  if (at + 1 != plain.size()) {
    fail(diag::InternalError, {},
         {fmt::format("the code of the graph has {} lines for {} nodes", plain.size(), at - 1)});
  }
  code.lines.push_back({plain.back()});
  code.lines = form.transform(std::move(code.lines));
  return code;
}

}  // namespace weft::ir
