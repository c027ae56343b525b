/// \file The readable C++-like form of a graph.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include <weft/ir/graph.h>
#include <weft/ir/operators/operator.h>
#include <weft/ir/print_internal.h>

namespace weft::ir {
namespace {

// Sorted. Names that the printed code itself uses are in it too.
constexpr std::string_view kReserved[] = {
    "INFINITY", "NAN",       "Slice",   "alignas",   "alignof",  "and",
    "asm",      "auto",      "bool",    "break",     "case",     "catch",
    "char",     "class",     "const",   "constexpr", "continue", "decltype",
    "default",  "delete",    "do",      "double",    "else",     "enum",
    "explicit", "export",    "extern",  "false",     "float",    "for",
    "friend",   "goto",      "if",      "inline",    "int",      "long",
    "mutable",  "namespace", "new",     "noexcept",  "not",      "nullptr",
    "operator", "or",        "private", "protected", "public",   "register",
    "return",   "short",     "signed",  "sizeof",    "static",   "static_assert",
    "std",      "struct",    "switch",  "template",  "this",     "throw",
    "true",     "try",       "typedef", "typeid",    "typename", "union",
    "unsigned", "using",     "virtual", "void",      "volatile", "weft",
    "while",    "xor"};

static_assert(std::is_sorted(std::begin(kReserved), std::end(kReserved)));

bool reserved(std::string_view name) {
  return std::binary_search(std::begin(kReserved), std::end(kReserved), name);
}

class CodePrinter {
 public:
  explicit CodePrinter(const Graph& graph) : graph_(graph) {
    for (const Node* node : graph) {
      std::string name = node->name();
      if (reserved(name)) {
        do {
          name += '_';
        } while (graph.find_by_name(name) != nullptr);
      }
      names_.emplace(node, std::move(name));
    }
  }

  std::string print(std::string_view function_name) const {
    std::string parameters;
    std::string body;
    for (const Node* node : graph_) {
      if (node->opcode() == OpCode::kPlaceholder) {
        if (!parameters.empty()) parameters += ", ";
        parameters += parameter(*node);
      } else {
        body += "  " + statement(*node) + "\n";
      }
    }
    const Node* output = graph_.output_node();
    const std::string type = output != nullptr ? output->meta.type.str() : "";
    return fmt::format("{} {}({}) {{\n{}}}\n", type.empty() ? "auto" : type, function_name,
                       parameters, body);
  }

 private:
  const std::string& name(const Node* node) const { return names_.at(node); }

  std::string parameter(const Node& node) const {
    const std::string& type = node.meta.type;
    std::string text = fmt::format("{} {}", type.empty() ? "Tensor" : type, name(&node));
    if (!node.args().empty()) text += " = " + argument(node.args()[0]);
    return text;
  }

  std::string statement(const Node& node) const {
    if (node.opcode() == OpCode::kOutput) {
      if (node.args().empty() || node.args()[0].is_none()) return "return;";
      return fmt::format("return {};", argument(node.args()[0]));
    }
    std::string text =
        node.users().empty() ? std::string() : fmt::format("auto {} = ", name(&node));
    text += expression(node) + ";";
    if (node.meta.value.known()) text += "  // " + node.meta.value.str();
    return text;
  }

  std::string expression(const Node& node) const {
    switch (node.opcode()) {
      case OpCode::kGetAttr:
        return path(node.target());
      case OpCode::kCallModule:
        return fmt::format("{}({})", path(node.target()), arguments(node, 0));
      case OpCode::kCallMethod:
        return method(node, node.target());
      default: {
        const Operator* op = node.op();
        const std::string& called = op != nullptr ? op->schema.name : node.target();
        // In-place forms read best as statements on what they write.
        if (op != nullptr && op->writes() && !node.args().empty()) return method(node, called);
        return fmt::format("weft::{}({})", called, arguments(node, 0));
      }
    }
  }

  std::string method(const Node& node, const std::string& called) const {
    if (node.args().empty()) return fmt::format("{}({})", called, arguments(node, 0));
    return fmt::format("{}.{}({})", argument(node.args()[0]), called, arguments(node, 1));
  }

  std::string arguments(const Node& node, std::size_t first) const {
    std::string text;
    for (std::size_t i = first; i < node.args().size(); ++i) {
      if (!text.empty()) text += ", ";
      text += argument(node.args()[i]);
    }
    for (const auto& [key, value] : node.kwargs()) {
      if (!text.empty()) text += ", ";
      text += fmt::format("/*{}=*/{}", key, argument(value));
    }
    return text;
  }

  // "layer1.0.conv1" -> layer1[0]->conv1
  static std::string path(const std::string& dotted) {
    std::string text;
    for (std::size_t at = 0; at <= dotted.size();) {
      const std::size_t dot = std::min(dotted.find('.', at), dotted.size());
      const std::string part = dotted.substr(at, dot - at);
      const bool number = !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0;
      });
      if (number) {
        text += (text.empty() ? "(*this)[" : "[") + part + "]";
      } else {
        text += (text.empty() ? "" : "->") + part;
      }
      at = dot + 1;
    }
    return text;
  }

  std::string list(const std::vector<Argument>& items) const {
    std::string text;
    for (const Argument& item : items) {
      if (!text.empty()) text += ", ";
      text += argument(item);
    }
    return text;
  }

  std::string argument(const Argument& a) const {
    return std::visit([this](const auto& v) { return constant(v); }, a.variant());
  }

  std::string constant(std::monostate) const { return "std::nullopt"; }
  std::string constant(Node* node) const { return name(node); }
  std::string constant(bool v) const { return v ? "true" : "false"; }
  std::string constant(std::int64_t v) const { return std::to_string(v); }
  std::string constant(double v) const {
    if (v != v) return "NAN";
    if (v - v != 0) return v > 0 ? "INFINITY" : "-INFINITY";
    return Number(v).str();
  }
  std::string constant(const Text& v) const { return quoted(v.str(), '"'); }
  std::string constant(DType v) const {
    static constexpr std::string_view kNames[] = {"kBool",    "kUInt8",  "kInt8",    "kInt16",
                                                  "kInt32",   "kInt64",  "kFloat16", "kBFloat16",
                                                  "kFloat32", "kFloat64"};
    return fmt::format("weft::{}", kNames[static_cast<std::size_t>(v)]);
  }
  std::string constant(const Device& v) const { return quoted(v.name.str(), '"'); }
  std::string constant(const EnumValue& v) const { return fmt::format("weft::{}", v.name.str()); }
  std::string constant(EllipsisArgument) const { return "\"...\""; }
  std::string constant(const SliceArgument& v) const {
    return fmt::format("Slice({})", list(*v.parts));
  }
  std::string constant(const ArgumentList& v) const {
    return fmt::format("{{{}}}", list(v.items()));
  }
  std::string constant(const ArgumentDict& v) const {
    std::string text;
    for (const ArgumentItem& item : v.items()) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{{{}, {}}}", quoted(item.key, '"'), argument(item.value));
    }
    return fmt::format("{{{}}}", text);
  }

  const Graph& graph_;
  std::unordered_map<const Node*, std::string> names_;
};

}  // namespace

std::string Graph::code(std::string_view function_name) const {
  return CodePrinter(*this).print(function_name);
}

}  // namespace weft::ir
