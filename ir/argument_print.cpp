/// \file Printing of arguments.
#include <fmt/format.h>

#include <weft/ir/node.h>
#include <weft/ir/print_internal.h>

namespace weft::ir {
namespace {

std::string join(const std::vector<Argument>& items, ArgumentStyle style) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ", ";
    text += format_argument(items[i], style);
  }
  return text;
}

struct PlainPrinter {
  ArgumentStyle style;

  std::string operator()(std::monostate) const { return "None"; }
  std::string operator()(Node* node) const {
    return style == ArgumentStyle::kPercent ? "%" + node->name() : node->name();
  }
  std::string operator()(bool v) const { return v ? "True" : "False"; }
  std::string operator()(std::int64_t v) const { return std::to_string(v); }
  std::string operator()(double v) const { return Number(v).str(); }
  std::string operator()(const Text& v) const { return quoted(v.str(), '\''); }
  std::string operator()(DType v) const { return std::string(dtype_name(v)); }
  std::string operator()(const Device& v) const { return fmt::format("device({})", v.name.str()); }
  std::string operator()(const EnumValue& v) const { return v.name; }
  std::string operator()(EllipsisArgument) const { return "..."; }
  std::string operator()(const SliceArgument& v) const {
    return fmt::format("slice({})", join(*v.parts, style));
  }
  std::string operator()(const ArgumentList& v) const {
    return fmt::format("[{}]", join(v.items(), style));
  }
  std::string operator()(const ArgumentDict& v) const {
    std::string text = "{";
    for (const ArgumentItem& item : v.items()) {
      if (text.size() > 1) text += ", ";
      text += fmt::format("{}: {}", quoted(item.key, '\''), format_argument(item.value, style));
    }
    return text + "}";
  }
};

}  // namespace

std::string quoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      // Octal: it ends after three digits, whatever character follows.
      result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + quote;
}

std::string format_argument(const Argument& argument, ArgumentStyle style) {
  return std::visit(PlainPrinter{style}, argument.variant());
}

std::string format_tuple(const std::vector<Argument>& args, ArgumentStyle style) {
  return fmt::format("({}{})", join(args, style), args.size() == 1 ? "," : "");
}

}  // namespace weft::ir
