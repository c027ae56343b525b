/// \file The textual forms of a graph: one line a node, and a table.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <weft/ir/graph.h>
#include <weft/ir/print_internal.h>

namespace weft::ir {
namespace {

std::string format_kwargs(const KeywordArguments& kwargs, ArgumentStyle style, bool quote_keys) {
  std::string text = "{";
  for (const auto& [key, value] : kwargs) {
    if (text.size() > 1) text += ", ";
    text += quote_keys ? quoted(key, '\'') : key;
    text += ": " + format_argument(value, style);
  }
  return text + "}";
}

}  // namespace

std::string Node::format() const {
  if (opcode_ == OpCode::kOutput) {
    return "return " + (args_.empty() ? "None" : args_[0].str());
  }
  std::string text = "%" + name_ + " : ";
  if (!meta.type.empty()) text += meta.type.str() + " ";
  text +=
      fmt::format("[num_users={}] = {}[target={}]", users_.size(), opcode_name(opcode_), *target_);
  if (opcode_ == OpCode::kPlaceholder) {
    if (!args_.empty()) text += fmt::format("(default={})", args_[0].str());
  } else if (opcode_ != OpCode::kGetAttr) {
    text += fmt::format("(args = {}, kwargs = {})", format_tuple(args_, ArgumentStyle::kPercent),
                        format_kwargs(kwargs(), ArgumentStyle::kPercent, false));
  }
  return text;
}

std::string Graph::str() const {
  std::string text = "graph():\n";
  for (const Node* node : *this) text += "    " + node->format() + "\n";
  return text;
}

std::string Graph::tabular() const {
  constexpr std::size_t kColumns = 5;
  using Row = std::array<std::string, kColumns>;
  const Row header = {"opcode", "name", "target", "args", "kwargs"};
  std::vector<Row> rows;
  rows.reserve(size_);
  for (const Node* node : *this) {
    rows.push_back({std::string(opcode_name(node->opcode())), node->name(), node->target(),
                    format_tuple(node->args(), ArgumentStyle::kPlain),
                    format_kwargs(node->kwargs(), ArgumentStyle::kPlain, true)});
  }
  // As the table that torch.fx prints: a column is at least two wider than its heading.
  std::array<std::size_t, kColumns> widths;
  for (std::size_t c = 0; c < kColumns; ++c) {
    widths[c] = header[c].size() + 2;
    for (const Row& row : rows) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  const auto append_row = [&](const Row& row) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      if (c > 0) text += "  ";
      text += row[c];
      if (c + 1 < kColumns) text.append(widths[c] - row[c].size(), ' ');
    }
    text += "\n";
  };
  append_row(header);
  Row rule;
  for (std::size_t c = 0; c < kColumns; ++c) rule[c].assign(widths[c], '-');
  append_row(rule);
  for (const Row& row : rows) append_row(row);
  return text;
}

}  // namespace weft::ir
