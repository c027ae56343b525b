/// \file Parsing and printing of schemas.
#include <weft/ir/operators/schema.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <weft/ir/diagnostics.h>

namespace weft::ir {
namespace {

/// Recursive-descent parser over one schema.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}
  Parser(std::string_view text, SourceLocation where)
      : text_(text), where_(where), of_user_(true) {}

  Schema parse() {
    Schema schema;
    schema.name = identifier("operator name");
    while (accept(':')) {
      expect(':');
      schema.name += "::" + identifier("operator name");
    }
    if (accept('.')) schema.overload = identifier("overload name");
    expect('(');
    bool keyword_only = false;
    if (!accept(')')) {
      do {
        if (accept('*')) {
          keyword_only = true;
          continue;
        }
        schema.parameters.push_back(parameter());
        schema.parameters.back().keyword_only = keyword_only;
      } while (accept(','));
      expect(')');
    }
    expect('-');
    expect('>');
    if (accept('(')) {
      if (!accept(')')) {
        do schema.results.push_back(result());
        while (accept(','));
        expect(')');
      }
    } else {
      schema.results.push_back(result());
    }
    skip_spaces();
    if (position_ != text_.size()) reject("unexpected text");
    return schema;
  }

 private:
  [[noreturn]] void reject(std::string_view what) const {
    if (of_user_) {
      fail(diag::SchemaWrong, where_,
           {std::string(text_), std::to_string(position_ + 1), std::string(what)});
    }
    fail(diag::InternalError, {},
         {fmt::format("schema `{}`, character {}: {}", text_, position_ + 1, what)});
  }
  void skip_spaces() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
  }
  char peek() {
    skip_spaces();
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++position_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) reject(fmt::format("expected `{}`", c));
  }
  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  std::string_view word() {
    skip_spaces();
    const std::size_t start = position_;
    while (position_ < text_.size() && is_word(text_[position_])) ++position_;
    return text_.substr(start, position_ - start);
  }
  std::string identifier(std::string_view what) {
    const std::string_view name = word();
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) {
      reject(fmt::format("expected {}", what));
    }
    return std::string(name);
  }

  struct Type {
    SchemaType type = SchemaType::kTensor;
    std::string enum_type;
    bool written = false;
    bool aliased = false;
    bool list = false;
    int list_size = 0;
    bool optional = false;
  };
  Type type() {
    Type t;
    const std::string base = identifier("a type");
    if (base == "Tensor") {
      t.type = SchemaType::kTensor;
      if (accept('|')) {
        if (identifier("`Scalar`") != "Scalar") reject("only `Tensor|Scalar` is a union");
        t.type = SchemaType::kTensorOrNumber;
      }
    } else if (base == "Scalar") {
      t.type = SchemaType::kNumber;
    } else if (base == "int") {
      t.type = SchemaType::kInt;
    } else if (base == "float") {
      t.type = SchemaType::kFloat;
    } else if (base == "bool") {
      t.type = SchemaType::kBool;
    } else if (base == "str") {
      t.type = SchemaType::kString;
    } else if (base == "DType") {
      t.type = SchemaType::kDType;
    } else if (base == "Device") {
      t.type = SchemaType::kDevice;
    } else if (base == "index") {
      t.type = SchemaType::kIndex;
    } else if (base == "Any") {
      t.type = SchemaType::kAny;
    } else if (std::isupper(static_cast<unsigned char>(base[0]))) {
      t.type = SchemaType::kEnum;
      t.enum_type = base;
    } else {
      reject(fmt::format("unknown type `{}`", base));
    }
    if (accept('(')) {
      identifier("an alias set");
      t.aliased = true;
      t.written = accept('!');
      expect(')');
    }
    if (accept('[')) {
      t.list = true;
      if (peek() != ']') {
        const std::string_view digits = word();
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), t.list_size);
        if (error != std::errc{} || end != digits.data() + digits.size() || t.list_size < 1) {
          reject("expected the size of a list");
        }
      }
      expect(']');
    }
    t.optional = accept('?');
    return t;
  }

  SchemaParameter parameter() {
    const Type t = type();
    SchemaParameter p;
    p.type = t.type;
    p.enum_type = t.enum_type;
    p.optional = t.optional;
    p.list = t.list;
    p.list_size = t.list_size;
    p.written = t.written;
    p.aliased = t.aliased;
    p.name = identifier("a parameter name");
    if (accept('=')) p.default_value = default_value(p);
    return p;
  }

  Argument default_value(const SchemaParameter& p) {
    if (peek() == '[') {
      if (!p.list) reject(fmt::format("`{}` is no list", p.name));
      accept('[');
      std::vector<Argument> items;
      if (!accept(']')) {
        do items.push_back(default_element(p));
        while (accept(','));
        expect(']');
      }
      return items;
    }
    Argument value = default_element(p);
    if (value.is_none() || !p.list) return value;
    if (p.list_size == 0) reject(fmt::format("`{}` needs a list", p.name));
    return std::vector<Argument>(static_cast<std::size_t>(p.list_size), value);
  }

  Argument default_element(const SchemaParameter& p) {
    const char first = peek();
    if (first == '\'' || first == '"') {
      ++position_;
      const std::size_t end = text_.find(first, position_);
      if (end == std::string_view::npos) reject("unterminated string");
      std::string text(text_.substr(position_, end - position_));
      position_ = end + 1;
      if (p.type != SchemaType::kString) reject(fmt::format("`{}` is no string", p.name));
      return text;
    }
    if (std::isdigit(static_cast<unsigned char>(first)) || first == '-' || first == '.') {
      return number(p);
    }
    const std::string name = identifier("a default value");
    if (name == "None") {
      if (!p.optional) reject(fmt::format("`{}` may not be None", p.name));
      return nullptr;
    }
    if (name == "True" || name == "False") {
      if (p.type != SchemaType::kBool && p.type != SchemaType::kNumber) {
        reject(fmt::format("`{}` is no bool", p.name));
      }
      return name == "True";
    }
    switch (p.type) {
      case SchemaType::kFloat:
      case SchemaType::kNumber:
        if (name == "inf") return std::numeric_limits<double>::infinity();
        if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
        break;
      case SchemaType::kDType:
        if (const auto dtype = parse_dtype(name)) return *dtype;
        break;
      case SchemaType::kDevice:
        return Device{name};
      case SchemaType::kEnum:
        return EnumValue{p.enum_type, name};
      default:
        break;
    }
    reject(fmt::format("`{}` is no value for `{}`", name, p.name));
  }

  Argument number(const SchemaParameter& p) {
    const bool negative = accept('-');
    std::size_t end = position_;
    while (end < text_.size() &&
           (is_word(text_[end]) || text_[end] == '.' ||
            ((text_[end] == '-' || text_[end] == '+') && text_[end - 1] == 'e'))) {
      ++end;
    }
    const char* const begin = text_.data() + position_;
    const char* const stop = text_.data() + end;
    const bool wants_float = p.type == SchemaType::kFloat;
    const bool takes_number = p.type == SchemaType::kNumber ||
                              p.type == SchemaType::kTensorOrNumber || p.type == SchemaType::kIndex;
    std::int64_t integer = 0;
    if (const auto parsed = std::from_chars(begin, stop, integer);
        parsed.ec == std::errc{} && parsed.ptr == stop) {
      position_ = end;
      if (negative) integer = -integer;
      if (wants_float) return static_cast<double>(integer);
      if (p.type == SchemaType::kInt || takes_number) return integer;
      reject(fmt::format("`{}` is no number", p.name));
    }
    double real = 0;
    const auto parsed = std::from_chars(begin, stop, real);
    if (parsed.ec != std::errc{} || parsed.ptr != stop) reject("expected a number");
    if (!wants_float && !takes_number) reject(fmt::format("`{}` is no float", p.name));
    position_ = end;
    return negative ? -real : real;
  }

  Schema::Result result() {
    const Type t = type();
    if (t.optional) reject("a result cannot be None");
    Schema::Result r;
    r.type = t.type;
    r.list = t.list;
    r.aliased = t.aliased;
    if (is_word(peek())) r.name = identifier("a result name");
    return r;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  SourceLocation where_;
  bool of_user_ = false;
};

std::string_view base_name(SchemaType type, const std::string& enum_type) {
  switch (type) {
    case SchemaType::kTensor:
      return "Tensor";
    case SchemaType::kNumber:
      return "Scalar";
    case SchemaType::kTensorOrNumber:
      return "Tensor|Scalar";
    case SchemaType::kInt:
      return "int";
    case SchemaType::kFloat:
      return "float";
    case SchemaType::kBool:
      return "bool";
    case SchemaType::kString:
      return "str";
    case SchemaType::kDType:
      return "DType";
    case SchemaType::kDevice:
      return "Device";
    case SchemaType::kEnum:
      return enum_type;
    case SchemaType::kIndex:
      return "index";
    case SchemaType::kAny:
      return "Any";
  }
  return {};
}

/// The alias set is a letter: "a" for the first parameter that has one, "b" for the next.
std::string type_str(const SchemaParameter& p, char alias) {
  std::string text(base_name(p.type, p.enum_type));
  if (p.aliased) text += fmt::format("({}{})", alias, p.written ? "!" : "");
  if (p.list) text += p.list_size > 0 ? fmt::format("[{}]", p.list_size) : "[]";
  if (p.optional) text += '?';
  return text;
}

std::string default_str(const Argument& value, const SchemaParameter& p) {
  if (value.is_none()) return "None";
  const Argument::Variant& v = value.variant();
  if (const auto* flag = std::get_if<bool>(&v)) return *flag ? "True" : "False";
  if (const auto* integer = std::get_if<std::int64_t>(&v)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&v)) {
    const std::string text = fmt::format("{}", *real);
    const bool plain = text.find_first_not_of("-0123456789") == std::string::npos;
    return plain ? text + ".0" : text;
  }
  if (const std::string* text = value.text()) return fmt::format("'{}'", *text);
  if (const auto* dtype = std::get_if<DType>(&v)) return std::string(dtype_name(*dtype));
  if (const auto* device = std::get_if<Device>(&v)) return device->name;
  if (const auto* item = std::get_if<EnumValue>(&v)) return item->name;
  const auto& items = value.list()->items();  // the parser makes nothing else
  const bool equal =
      !items.empty() && std::all_of(items.begin(), items.end(),
                                    [&](const Argument& item) { return item == items.front(); });
  if (equal && items.size() == static_cast<std::size_t>(p.list_size)) {
    return default_str(items.front(), p);
  }
  std::string text = "[";
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ", ";
    text += default_str(items[i], p);
  }
  return text + "]";
}

}  // namespace

std::string Schema::full_name() const { return overload.empty() ? name : name + "." + overload; }

std::string Schema::str() const {
  std::string text = full_name() + "(";
  char alias = 'a';
  bool in_keywords = false;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const SchemaParameter& p = parameters[i];
    if (i > 0) text += ", ";
    if (p.keyword_only && !in_keywords) text += "*, ";
    in_keywords = p.keyword_only;
    text += type_str(p, p.aliased ? alias++ : alias) + " " + p.name;
    if (p.default_value) text += "=" + default_str(*p.default_value, p);
  }
  text += ") -> ";
  const bool parenthesised = results.size() != 1;
  if (parenthesised) text += "(";
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& r = results[i];
    if (i > 0) text += ", ";
    text += base_name(r.type, {});
    if (r.aliased) text += writes() ? "(a!)" : "(a)";
    if (r.list) text += "[]";
    if (!r.name.empty()) text += " " + r.name;
  }
  if (parenthesised) text += ")";
  return text;
}

std::string SchemaParameter::type_str() const {
  SchemaParameter plain = *this;
  plain.aliased = false;
  return ir::type_str(plain, 'a');
}

std::string Schema::Result::type_str() const {
  return std::string(base_name(type, {})) + (list ? "[]" : "");
}

std::optional<std::size_t> Schema::find(std::string_view parameter) const {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == parameter) return i;
  }
  return std::nullopt;
}

bool Schema::writes() const {
  return std::any_of(parameters.begin(), parameters.end(), [](auto& p) { return p.written; });
}

Schema parse_schema(std::string_view text) { return Parser(text).parse(); }

Schema parse_schema(std::string_view text, SourceLocation where) {
  return Parser(text, where).parse();
}

}  // namespace weft::ir
