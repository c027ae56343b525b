/// \file Calling and printing of nested graph modules.
#include <weft/ir/graph_submodule.h>

#include <algorithm>
#include <cctype>

#include <weft/ir/conditional.h>
#include <weft/ir/graph_codegen.h>

namespace weft::ir {
namespace {

std::string class_name(const std::string& text) {
  std::string name = text.empty() ? "Module" : text;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "_" + name : name;
}

void append_line(std::string& text, std::size_t indent, std::string line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
  if (!line.empty()) text += std::string(indent, ' ') + line;
  text += "\n";
}

void append_class(std::string& text, const GraphModule& module, const std::string& name,
                  std::size_t indent) {
  append_line(text, indent, "struct " + name + " {");
  const auto append_inner = [&](const GraphModule& inner, const std::string& path) {
    append_class(text, inner, class_name(path), indent + 2);
    append_line(text, 0, "");
  };
  for (const auto& [path, called] : module.modules()) {
    if (const auto* submodule = dynamic_cast<const GraphSubmodule*>(called.get())) {
      append_inner(submodule->graph_module(), path);
    } else if (const auto* conditional = dynamic_cast<const Conditional*>(called.get())) {
      append_inner(conditional->true_graph().graph_module(), path + "_true_graph");
      append_inner(conditional->false_graph().graph_module(), path + "_false_graph");
    }
  }
  for (const CodeLine& line : generate_code(module).lines) {
    append_line(text, indent + 2, line.text);
  }
  append_line(text, indent, "};");
}

}  // namespace

Value GraphSubmodule::call_forward(const std::vector<Value>& arguments) {
  return Interpreter(module_, executor_).run(arguments);
}

bool GraphSubmodule::is_pure() const {
  return std::none_of(module_.graph.begin(), module_.graph.end(), [this](const Node* node) {
    const bool boundary =
        node->opcode() == OpCode::kPlaceholder || node->opcode() == OpCode::kOutput;
    return !boundary && module_.is_impure(*node);
  });
}

GraphSubmodule* find_graph_submodule(const GraphModule& module, std::string_view path) {
  return dynamic_cast<GraphSubmodule*>(module.find_module(path).get());
}

std::string readable(const GraphModule& module) {
  std::string text;
  append_class(text, module, class_name(module.name), 0);
  return text;
}

}  // namespace weft::ir
