/// \file Printing of a graph in the language of graphviz.
#include <weft/ir/graph_dot.h>

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <unordered_map>

namespace weft::ir {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      result += c;
    }
  }
  return result;
}

// A module with the nodes that were made while it was the innermost one.
struct Cluster {
  ModuleFrame frame;
  std::vector<const Node*> nodes;
  std::vector<std::size_t> inner;                                    // in order of appearance
  std::map<std::pair<std::string, std::string>, std::size_t> index;  // of `inner`, by frame
};

class DotPrinter {
 public:
  explicit DotPrinter(const Graph& graph) : clusters_(1) {
    for (const Node* node : graph) {
      numbers_.emplace(node, numbers_.size());
      clusters_[cluster_of(node->meta.module_stack)].nodes.push_back(node);
    }
  }

  std::string print(const Graph& graph) {
    text_ = "digraph {\n  node [shape=box, fontname=\"monospace\", fontsize=10]\n";
    print_cluster(0, "  ");
    for (const Node* node : graph) {
      for (const Node* operand : node->all_input_nodes()) {
        put("  n{} -> n{}\n", numbers_.at(operand), numbers_.at(node));
      }
    }
    return std::move(text_) + "}\n";
  }

 private:
  template <typename... T>
  void put(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
  }

  std::size_t cluster_of(const ModuleStack& stack) {
    std::size_t at = 0;
    for (const ModuleFrame& frame : stack) {
      const auto [it, fresh] =
          clusters_[at].index.try_emplace({frame.path, frame.type}, clusters_.size());
      const std::size_t found = it->second;
      if (fresh) {
        clusters_[at].inner.push_back(found);
        clusters_.emplace_back();
        clusters_.back().frame = frame;
      }
      at = found;
    }
    return at;
  }

  // Recurses over the nesting of modules.
  void print_cluster(std::size_t at, const std::string& indent) {
    for (const Node* node : clusters_[at].nodes) print_node(*node, indent);
    for (const std::size_t inner : clusters_[at].inner) {
      const ModuleFrame& frame = clusters_[inner].frame;
      put("{0}subgraph cluster_{1} {{\n{0}  label=\"{2}{3}{4}\"\n", indent, inner,
          escaped(frame.path), frame.path.empty() ? "" : ": ", escaped(frame.type));
      print_cluster(inner, indent + "  ");
      text_ += indent + "}\n";
    }
  }

  void print_node(const Node& node, const std::string& indent) {
    std::string label = escaped(node.name());
    if (node.opcode() != OpCode::kOutput && node.opcode() != OpCode::kPlaceholder) {
      label += fmt::format("\\n{} {}", opcode_name(node.opcode()), escaped(node.target()));
    }
    if (node.meta.value.known()) label += "\\n" + escaped(node.meta.value.str());
    const bool end = node.opcode() == OpCode::kOutput || node.opcode() == OpCode::kPlaceholder;
    put("{}n{} [label=\"{}\"{}]\n", indent, numbers_.at(&node), label,
        end                                 ? ", style=rounded"
        : node.opcode() == OpCode::kGetAttr ? ", style=dashed"
                                            : "");
  }

  std::vector<Cluster> clusters_;  // the first holds what is in no module
  std::unordered_map<const Node*, std::size_t> numbers_;
  std::string text_;
};

}  // namespace

std::string to_dot(const Graph& graph) { return DotPrinter(graph).print(graph); }

}  // namespace weft::ir
