/// \file Writing of the text form.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include <weft/ir/serialization/form_parts.h>
#include <weft/ir/serialization/graph_builder.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/ir/serialization/symbol_table.h>

namespace weft::ir {
namespace {

using serialization::SymbolTable;

class TextWriter {
 public:
  explicit TextWriter(const Graph& graph) : graph_(graph), symbols_(graph) {}

  std::string block() {
    for (std::size_t i = 0; i < symbols_.symbols().size(); ++i) symbol(i);
    for (const Node* node : graph_) statement(*node);
    return std::move(text_);
  }

  std::string attachments(const Attachments& custom) {
    text_ += "with {";
    join(custom, [this](const auto& entry) { item(entry.first, entry.second); });
    text_ += '}';
    return std::move(text_);
  }
  std::string quoted(std::string_view text) {
    quote(text);
    return std::move(text_);
  }

 private:
  template <typename... T>
  void put(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
  }

  // Calls `each` for every item with ", " between them.
  template <typename Items, typename Each>
  void join(const Items& items, const Each& each) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) text_ += ", ";
      first = false;
      each(item);
    }
  }

  void symbol(std::size_t i) {
    const SymbolInfo& info = *symbols_.symbols()[i];
    text_ += "symbol " + symbols_.label(i);
    if (symbols_.label(i) != info.name) {
      text_ += " named ";
      quote(info.name);
    }
    if (info.extent != nullptr) {
      text_ += " below ";
      expression(*info.extent);
    } else if (info.lower != 0 || info.upper != INT64_MAX) {
      put(" in [{}, {}]", info.lower, info.upper);
    }
    text_ += '\n';
  }

  void statement(const Node& node) {
    put("%{} = {}[", node.name(), opcode_name(node.opcode()));
    word(node.target());
    text_ += "](";
    join(node.args(), [this](const Argument& a) { argument(a); });
    bool first = node.args().empty();
    for (const auto& [key, value] : node.kwargs()) {
      if (!first) text_ += ", ";
      first = false;
      word(key);
      text_ += '=';
      argument(value);
    }
    text_ += ')';
    meta(node.meta);
    text_ += '\n';
  }

  void meta(const NodeMeta& meta) {
    if (meta.value.known()) {
      text_ += " : ";
      value(meta.value);
    }
    if (!meta.type.empty()) {
      text_ += " type ";
      quote(meta.type.str());
    }
    const SourceLocation& at = meta.location;
    const std::string_view function = at.function;
    if (at.known() || *at.file != '\0' || at.column != 0 || !function.empty()) {
      text_ += " at ";
      quote(at.file);
      put(":{}:{}", at.line, at.column);
      if (!function.empty()) {
        text_ += " in ";
        quote(function);
      }
    }
    if (!meta.module_stack.empty()) {
      text_ += " modules [";
      join(meta.module_stack, [this](const ModuleFrame& frame) {
        quote(frame.path);
        text_ += ": ";
        quote(frame.type);
      });
      text_ += ']';
    }
    if (!meta.custom.empty()) {
      text_ += " with {";
      join(meta.custom, [this](const auto& entry) { item(entry.first, entry.second); });
      text_ += '}';
    }
  }

  void value(const ValueMeta& meta) {
    if (const TensorMeta* tensor = meta.tensor()) {
      text_ += dtype_short_name(tensor->dtype);
      expressions(tensor->sizes);
      if (tensor->strides != contiguous_strides(tensor->sizes)) {
        text_ += " strides ";
        expressions(tensor->strides);
      }
    } else if (const IntExpr* integer = meta.integer()) {
      text_ += "int(";
      expression(*integer);
      text_ += ')';
    } else if (const ValueMetaList* list = meta.list()) {
      text_ += '(';
      join(*list, [this](const ValueMeta& item) { value(item); });
      text_ += ')';
    } else if (meta.number() != nullptr) {
      put("number({})", meta.str());
    } else {
      text_ += '?';
    }
  }

  void expressions(const std::vector<IntExpr>& items) {
    text_ += '[';
    join(items, [this](const IntExpr& e) { expression(e); });
    text_ += ']';
  }

  void expression(const IntExpr& e) {
    bool first = true;
    for (const IntExpr::Term& term : e.terms()) {
      const bool negative = term.coefficient < 0;
      if (!first) text_ += negative ? " - " : " + ";
      if (first && negative) text_ += '-';
      first = false;
      const std::uint64_t size = magnitude(term.coefficient);
      if (size != 1) put("{}*", size);
      for (std::size_t i = 0; i < term.atoms.size(); ++i) {
        if (i > 0) text_ += '*';
        atom(term.atoms[i]);
      }
    }
    const std::int64_t constant = e.constant_term();
    if (first) {
      put("{}", constant);
    } else if (constant != 0) {
      put("{}{}", constant < 0 ? " - " : " + ", magnitude(constant));
    }
  }

  static std::uint64_t magnitude(std::int64_t v) {
    return v < 0 ? ~static_cast<std::uint64_t>(v) + 1 : static_cast<std::uint64_t>(v);
  }

  void atom(const IntExpr::Atom& atom) {
    static constexpr std::string_view kNames[] = {"", "floordiv", "mod", "min", "max"};
    if (atom.kind == IntExpr::AtomKind::kSymbol) {
      text_ += symbols_.label(atom.symbol);
      return;
    }
    put("{}(", kNames[static_cast<std::size_t>(atom.kind)]);
    expression(atom.operands->first);
    text_ += ", ";
    expression(atom.operands->second);
    text_ += ')';
  }

  void argument(const Argument& a) {
    std::visit([this](const auto& v) { constant(v); }, a.variant());
  }
  void item(const std::string& key, const Argument& value) {
    quote(key);
    text_ += ": ";
    argument(value);
  }

  void constant(std::monostate) { text_ += "none"; }
  void constant(Node* node) { text_ += "%" + node->name(); }
  void constant(bool v) { text_ += v ? "true" : "false"; }
  void constant(std::int64_t v) { put("{}", v); }
  void constant(double v) {
    if (std::isnan(v)) {
      text_ += std::signbit(v) ? "-nan" : "nan";
    } else if (std::isinf(v)) {
      text_ += v > 0 ? "inf" : "-inf";
    } else {
      const std::size_t start = text_.size();
      put("{}", v);
      // A float is told from an integer by its point or exponent.
      if (text_.find_first_of(".e", start) == std::string::npos) text_ += ".0";
    }
  }
  void constant(const Text& v) { quote(v.str()); }
  void constant(DType v) { text_ += dtype_short_name(v); }
  void constant(const Device& v) {
    text_ += "device(";
    quote(v.name.str());
    text_ += ')';
  }
  void constant(const EnumValue& v) {
    text_ += "enum(";
    quote(v.type.str());
    text_ += ", ";
    quote(v.name.str());
    text_ += ')';
  }
  void constant(EllipsisArgument) { text_ += "..."; }
  void constant(const SliceArgument& v) {
    text_ += "slice(";
    join(*v.parts, [this](const Argument& part) { argument(part); });
    text_ += ')';
  }
  void constant(const ArgumentList& v) {
    text_ += '[';
    join(v.items(), [this](const Argument& part) { argument(part); });
    text_ += ']';
  }
  void constant(const ArgumentDict& v) {
    text_ += '{';
    join(v.items(), [this](const ArgumentItem& entry) { item(entry.key, entry.value); });
    text_ += '}';
  }

  // Paths stay bare; anything else is quoted.
  void word(std::string_view text) {
    bool bare = !text.empty() && (text[0] < '0' || text[0] > '9') && text[0] != '.';
    for (const char c : text) {
      bare = bare && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '.');
    }
    if (bare) {
      text_ += text;
    } else {
      quote(text);
    }
  }

  void quote(std::string_view text) {
    text_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += c;
      } else if (c == '\n') {
        text_ += "\\n";
      } else if (c == '\t') {
        text_ += "\\t";
      } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
        put("\\x{:02x}", static_cast<unsigned char>(c));
      } else {
        text_ += c;
      }
    }
    text_ += '"';
  }

  const Graph& graph_;
  SymbolTable symbols_;
  std::string text_;
};

}  // namespace

std::string to_text(const Graph& graph) {
  return "weft graph 1\n" + serialization::graph_block(graph);
}

std::string serialization::graph_block(const Graph& graph) {
  check_storable(graph);
  return TextWriter(graph).block();
}

std::string serialization::attachments_text(const Attachments& custom) {
  return TextWriter(Graph()).attachments(custom);
}

std::string serialization::quoted_text(std::string_view text) {
  return TextWriter(Graph()).quoted(text);
}

}  // namespace weft::ir
