/// \file Names and comments of kernels.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include <weft/codegen/loop/names.h>
#include <weft/ir/operators/operator.h>

namespace weft::codegen {
namespace {

using ir::Node;

constexpr std::size_t kMaxName = 56;
constexpr std::size_t kMaxComment = 88;

std::vector<std::string> components(const std::string& path) {
  std::vector<std::string> result;
  std::size_t begin = 0;
  while (begin < path.size()) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    result.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// What a pass noted about a node under a key; empty where nothing.
std::string noted(const Node& node, const char* key) {
  const auto it = node.meta.custom.find(key);
  if (it == node.meta.custom.end()) return {};
  const std::string* text = it->second.text();
  return text == nullptr ? std::string() : *text;
}

/// The operator that the user called, where the node is a part of its decomposition; "max" for
/// "max.dim".
std::string operator_name(const Node& node) {
  const std::string origin = noted(node, "decomposed_operator");
  return !origin.empty() ? origin : node.target().substr(0, node.target().find('.'));
}

std::string base_name(const char* file) {
  const std::string path = file;
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string place(const Node& node) {
  const SourceLocation& where = node.meta.location;
  return where.known() ? fmt::format("{}:{}", base_name(where.file), where.line) : std::string();
}

/// The same for all nodes that one call of an operator was decomposed into.
std::string call_of(const Node& node) {
  const std::string origin = noted(node, "decomposed_node");
  return "call " + (origin.empty() ? node.name() : origin);
}

bool is_view(const Node& node) { return node.op() != nullptr && node.op()->is_view(); }

}  // namespace

KernelNames::KernelNames(const ir::Graph& graph) {
  for (const Node* node : graph) {
    const auto& stack = node->meta.module_stack;
    for (std::size_t k = 0; k < stack.size(); ++k) {
      has_children_.emplace(stack[k].path, false);
      if (k > 0) has_children_[stack[k - 1].path] = true;
    }
  }
}

// A module without modules of its own is named as a whole; in others the operators are.
std::string KernelNames::module_of(const Node& node) const {
  if (node.meta.module_stack.empty()) return {};
  const std::string& path = node.meta.module_stack.back().path;
  const auto it = has_children_.find(path);
  return path.empty() || it == has_children_.end() || it->second ? std::string() : path;
}

KernelNames::Label KernelNames::label(const Node& node) const {
  Label result;
  const std::string module = module_of(node);
  if (module.empty()) {
    if (!node.meta.module_stack.empty()) {
      result.path = components(node.meta.module_stack.back().path);
    }
    result.text = operator_name(node);
    result.key = call_of(node);
    return result;
  }
  result.path = components(module);
  result.text = result.path.back();
  result.path.pop_back();
  if (is_number(result.text)) result.text = lower(node.meta.module_stack.back().type);
  result.key = "module " + module;
  return result;
}

std::string KernelNames::name(const std::vector<const Node*>& nodes) {
  std::vector<Label> labels;
  for (const Node* node : nodes) {
    Label next = label(*node);
    if (labels.empty() || labels.back().key != next.key) labels.push_back(std::move(next));
  }
  // The path that the modules have in common comes once, in front.
  std::vector<std::string> prefix;
  bool first = true;
  const bool any_module = std::any_of(labels.begin(), labels.end(),
                                      [](const Label& l) { return l.key.rfind("module", 0) == 0; });
  for (const Label& l : labels) {
    if (any_module && l.key.rfind("module", 0) != 0) continue;
    if (first) {
      prefix = l.path;
      first = false;
      continue;
    }
    const auto differ = std::mismatch(prefix.begin(), prefix.end(), l.path.begin(), l.path.end());
    prefix.erase(differ.first, prefix.end());
  }
  std::string text;
  const auto append = [&](const std::string& part) {
    if (!text.empty()) text += '_';
    text += part;
  };
  for (const std::string& part : prefix) append(part);
  for (const Label& l : labels) {
    if (text.size() + 1 + l.text.size() > kMaxName - 4) {
      append("etc");
      break;
    }
    append(l.text);
  }
  return names_.unique(identifier(text).substr(0, kMaxName));
}

std::vector<std::string> KernelNames::comments(const std::vector<const Node*>& nodes) const {
  const std::set<const Node*> inside(nodes.begin(), nodes.end());
  std::set<const Node*> shown;

  std::function<std::string(const Node&, const std::string&)> render;
  // What stands for an operand: its own expression where it belongs to the same line, else its
  // name.
  const auto operand = [&](const Node* node, const std::string& line) {
    const Node* source = node;
    while (inside.count(source) == 0 && is_view(*source) && place(*source) == line &&
           !source->all_input_nodes().empty()) {
      source = source->all_input_nodes()[0];
    }
    const bool nested = inside.count(source) != 0 && place(*source) == line;
    return nested ? render(*source, line) : source->name();
  };
  render = [&](const Node& node, const std::string& line) {
    shown.insert(&node);
    const std::string module = module_of(node);
    const std::string key = label(node).key;
    std::vector<const Node*> operands;
    // Steps inside of a module or of an operator are left out, and so are parameters of modules.
    const std::function<void(const Node&)> collect = [&](const Node& step) {
      for (const Node* input : step.all_input_nodes()) {
        if (input->opcode() == ir::OpCode::kGetAttr && !module.empty()) continue;
        if (input->op() != nullptr && label(*input).key == key) {
          if (shown.insert(input).second) collect(*input);
        } else if (std::find(operands.begin(), operands.end(), input) == operands.end()) {
          operands.push_back(input);
        }
      }
    };
    collect(node);
    std::string text = (module.empty() ? operator_name(node) : module) + "(";
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (text.size() > kMaxComment) break;
      text += (k == 0 ? "" : ", ") + operand(operands[k], line);
    }
    return text + ")";
  };

  std::vector<std::string> lines;
  for (const Node* node : nodes) {
    const std::string line = place(*node);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  std::vector<std::string> result;
  for (const std::string& line : lines) {
    // From the last node back: what it uses is part of its expression.
    std::vector<std::string> expressions;
    for (std::size_t k = nodes.size(); k-- > 0;) {
      if (place(*nodes[k]) != line || shown.count(nodes[k]) != 0) continue;
      expressions.push_back(render(*nodes[k], line));
    }
    std::string text = line;
    for (auto it = expressions.rbegin(); it != expressions.rend(); ++it) {
      text += (text.empty() ? "" : it == expressions.rbegin() ? " " : ", ") + *it;
    }
    if (text.size() > kMaxComment) text = text.substr(0, kMaxComment - 3) + "...";
    result.push_back(std::move(text));
  }
  return result;
}

}  // namespace weft::codegen
