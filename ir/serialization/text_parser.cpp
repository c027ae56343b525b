/// \file Reading of the text form.
#include <limits>
#include <unordered_map>

#include <weft/ir/diagnostics.h>
#include <weft/ir/serialization/form_parts.h>
#include <weft/ir/serialization/graph_builder.h>
#include <weft/ir/serialization/serialization.h>
#include <weft/ir/serialization/symbol_table.h>
#include <weft/ir/serialization/text_scanner.h>

namespace weft::ir {
namespace {

using serialization::GraphBuilder;
using serialization::NodeRecord;
using serialization::TextScanner;

class TextParser {
 public:
  explicit TextParser(TextScanner& scan) : scan_(scan) {}

  Graph parse() {
    scan_.expect("weft");
    scan_.expect("graph");
    const SourceLocation where = scan_.here();
    const std::int64_t version = scan_.integer("a version");
    if (version != 1) {
      fail(diag::GraphFileValue, where, {"version " + std::to_string(version) + " of the form"});
    }
    Graph graph = block();
    if (!scan_.at_end()) scan_.expect("%");
    return graph;
  }

  Graph block() {
    while (scan_.accept("symbol")) symbol();
    while (!scan_.at_end() && scan_.peek() != '}') statement();
    return builder_.take();
  }

  /// What follows `with`.
  void attachments(Attachments& custom) {
    scan_.expect("{");
    list("}", [&] {
      const SourceLocation where = scan_.here();
      const std::string key = scan_.quoted("the name of an attachment");
      scan_.expect(":");
      attach(custom, key, argument(), where);
    });
  }

 private:
  // Counts the nesting of what is being read.
  class Level {
   public:
    explicit Level(TextParser& parser) : parser_(parser) {
      if (++parser_.depth_ > serialization::kDeepest) {
        fail(diag::GraphFileDepth, parser_.scan_.here(), {std::to_string(serialization::kDeepest)});
      }
    }
    ~Level() { --parser_.depth_; }

   private:
    TextParser& parser_;
  };

  // Items between brackets with commas between them.
  template <typename Each>
  void list(std::string_view close, const Each& each) {
    if (scan_.accept(close)) return;
    do {
      each();
    } while (scan_.accept(","));
    scan_.expect(close);
  }

  void symbol() {
    const SourceLocation where = scan_.here();
    const std::string label(scan_.word("the name of a symbol"));
    std::string name = label;
    if (scan_.accept("named")) name = scan_.quoted("the symbol's name");
    std::int64_t lower = 0;
    std::int64_t upper = INT64_MAX;
    std::optional<IntExpr> extent;
    if (scan_.accept("below")) {
      extent = expression();
    } else if (scan_.accept("in")) {
      scan_.expect("[");
      lower = scan_.integer("the lower bound");
      scan_.expect(",");
      upper = scan_.integer("the upper bound");
      scan_.expect("]");
    }
    if (serialization::is_expression_word(label) || symbols_.count(label) != 0) {
      fail(diag::GraphFileName, where, {label, "is there twice"});
    }
    symbols_.emplace(label, builder_.symbol(name, lower, upper, extent, where));
  }

  void statement() {
    const SourceLocation where = scan_.here();
    NodeRecord record;
    scan_.expect("%");
    record.name = scan_.word("the name of a node");
    scan_.expect("=");
    const SourceLocation opcode_at = scan_.here();
    const std::string_view opcode_word = scan_.word("an opcode");
    const std::optional<OpCode> opcode = serialization::parse_opcode(opcode_word);
    if (!opcode) unknown("opcode", opcode_word, opcode_at);
    record.opcode = *opcode;
    scan_.expect("[");
    record.target = scan_.word_or_quoted("a target");
    scan_.expect("]");
    scan_.expect("(");
    list(")", [&] { call_argument(record); });
    meta(record.meta);
    builder_.node(std::move(record), where);
  }

  [[noreturn]] static void unknown(std::string_view kind, std::string_view name,
                                   SourceLocation where) {
    fail(diag::GraphFileUnknown, where, {std::string(kind), std::string(name)});
  }

  // A word or a quoted text before `=` is a keyword; words are constants otherwise.
  void call_argument(NodeRecord& record) {
    const SourceLocation where = scan_.here();
    if (scan_.word_is_next() || scan_.peek() == '"') {
      const bool quoted = scan_.peek() == '"';
      std::string text = scan_.word_or_quoted("an argument");
      if (scan_.accept("=")) {
        record.kwargs.emplace_back(std::move(text), argument());
        return;
      }
      record.args.push_back(quoted ? Argument(std::move(text)) : constant(text, where));
    } else {
      record.args.push_back(argument());
    }
    if (!record.kwargs.empty()) scan_.fail_expected("`=` as after the keyword arguments before it");
  }

  Argument argument() {
    const Level level(*this);
    const SourceLocation where = scan_.here();
    if (scan_.accept("%")) {
      return builder_.operand(scan_.word("the name of a node"), where);
    }
    if (scan_.accept("[")) {
      std::vector<Argument> items;
      list("]", [&] { items.push_back(argument()); });
      return items;
    }
    if (scan_.accept("{")) return dictionary();
    if (scan_.accept("...")) return EllipsisArgument{};
    if (scan_.peek() == '"') return scan_.quoted("a text");
    if (scan_.accept("-inf")) return -std::numeric_limits<double>::infinity();
    if (scan_.accept("-nan")) return -std::numeric_limits<double>::quiet_NaN();
    if (scan_.word_is_next()) return constant(scan_.word("an argument", true), where);
    const char c = scan_.peek();
    if (c != '-' && (c < '0' || c > '9')) scan_.fail_expected("an argument");
    return scan_.number();
  }

  Argument dictionary() {
    std::vector<ArgumentItem> items;
    list("}", [&] {
      std::string key = scan_.quoted("a key in quotes");
      scan_.expect(":");
      items.push_back({std::move(key), argument()});
    });
    return ArgumentDict(std::move(items));
  }

  Argument constant(std::string_view word, SourceLocation where) {
    if (word == "none") return {};
    if (word == "true") return true;
    if (word == "false") return false;
    if (word == "inf") return std::numeric_limits<double>::infinity();
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (word == "device") {
      scan_.expect("(");
      Device device{scan_.quoted("the name of a device")};
      scan_.expect(")");
      return device;
    }
    if (word == "enum") {
      scan_.expect("(");
      EnumValue value{scan_.quoted("the name of an enumeration"), {}};
      scan_.expect(",");
      value.name = scan_.quoted("the name of its value");
      scan_.expect(")");
      return value;
    }
    if (word == "slice") {
      std::vector<Argument> parts;
      scan_.expect("(");
      list(")", [&] { parts.push_back(argument()); });
      if (parts.size() != 3)
        fail(diag::GraphFileValue, where, {"a slice that has not three parts"});
      return SliceArgument(std::move(parts));
    }
    if (const auto dtype = parse_dtype(word)) return *dtype;
    unknown("constant", word, where);
  }

  void meta(NodeMeta& meta) {
    if (scan_.accept(":")) meta.value = value();
    if (scan_.accept("type")) meta.type = scan_.quoted("a type in quotes");
    if (scan_.accept("at")) meta.location = location();
    if (scan_.accept("modules")) {
      scan_.expect("[");
      ModuleStack::Frames frames;
      list("]", [&] {
        std::string path = scan_.quoted("the path of a module");
        scan_.expect(":");
        frames.push_back({std::move(path), scan_.quoted("the type of a module")});
      });
      meta.module_stack = frames;
    }
    if (scan_.accept("with")) attachments(meta.custom);
  }

  static void attach(Attachments& custom, const std::string& key, Argument value,
                     SourceLocation where) {
    for_each_node(value, [&](Node* node) {
      fail(diag::GraphFileValue, where, {"node `" + node->name() + "` in an attachment"});
    });
    if (!custom.try_emplace(key, std::move(value))) {
      fail(diag::GraphFileName, where, {key, "is there twice"});
    }
  }

  SourceLocation location() {
    SourceLocation result;
    result.file = intern(scan_.quoted("a file in quotes"));
    scan_.expect(":");
    result.line = place();
    scan_.expect(":");
    result.column = place();
    if (scan_.accept("in")) result.function = intern(scan_.quoted("the name of a function"));
    return result;
  }

  int place() {
    const SourceLocation where = scan_.here();
    const std::int64_t value = scan_.integer("a number");
    if (value != static_cast<int>(value)) {
      fail(diag::GraphFileValue, where, {"line or column " + std::to_string(value)});
    }
    return static_cast<int>(value);
  }

  ValueMeta value() {
    const Level level(*this);
    if (scan_.accept("?")) return {};
    if (scan_.accept("(")) {
      ValueMetaList items;
      list(")", [&] { items.push_back(value()); });
      return {std::move(items)};
    }
    const SourceLocation where = scan_.here();
    const std::string_view word = scan_.word("what is known of the value");
    if (word == "int") {
      scan_.expect("(");
      IntExpr e = expression();
      scan_.expect(")");
      return {std::move(e)};
    }
    if (word == "number") return {number()};
    const std::optional<DType> dtype = parse_dtype(word);
    if (!dtype) unknown("element type", word, where);
    TensorMeta tensor;
    tensor.dtype = *dtype;
    tensor.sizes = expressions();
    tensor.strides = scan_.accept("strides") ? expressions() : dense_strides(tensor.sizes, where);
    if (tensor.strides.size() != tensor.sizes.size()) {
      fail(diag::GraphFileValue, where, {"a tensor with other many strides than extents"});
    }
    return {std::move(tensor)};
  }

  static std::vector<IntExpr> dense_strides(const std::vector<IntExpr>& sizes,
                                            SourceLocation where) {
    try {
      return contiguous_strides(sizes);
    } catch (const Error& e) {
      fail(diag::GraphFileValue, where, {e.diagnostic().message});
    }
  }

  UnknownNumber number() {
    scan_.expect("(");
    const SourceLocation where = scan_.here();
    const std::string_view word = scan_.word("a category");
    UnknownNumber result;
    if (word == "bool") {
      result.category = DTypeCategory::kBool;
    } else if (word == "int") {
      result.category = DTypeCategory::kIntegral;
    } else if (word != "float") {
      unknown("category", word, where);
    }
    scan_.expect(")");
    return result;
  }

  std::vector<IntExpr> expressions() {
    std::vector<IntExpr> items;
    scan_.expect("[");
    list("]", [&] { items.push_back(expression()); });
    return items;
  }

  // Sums of products only: a product of sums could be small in a file and huge in memory.
  IntExpr expression() {
    const Level level(*this);
    IntExpr sum;
    bool negative = scan_.accept("-");
    for (;;) {
      sum = term(sum, negative);
      if (scan_.accept("+")) {
        negative = false;
      } else if (scan_.accept("-")) {
        negative = true;
      } else {
        return sum;
      }
    }
  }

  IntExpr term(const IntExpr& sum, bool negative) {
    const SourceLocation where = scan_.here();
    std::int64_t coefficient = negative ? -1 : 1;
    IntExpr product = 1;
    const char c = scan_.peek();
    bool more = true;
    if (c >= '0' && c <= '9') {
      coefficient = scan_.digits("an integer", negative);
      more = scan_.accept("*");
    }
    while (more) {
      product = serialization::multiply(product, atom(), where);
      more = scan_.accept("*");
    }
    return serialization::add_term(sum, coefficient, product, where);
  }

  IntExpr atom() {
    const SourceLocation where = scan_.here();
    const std::string word(scan_.word("a symbol"));
    static const std::unordered_map<std::string, IntExpr::AtomKind> kFunctions = {
        {"floordiv", IntExpr::AtomKind::kFloorDiv},
        {"mod", IntExpr::AtomKind::kMod},
        {"min", IntExpr::AtomKind::kMin},
        {"max", IntExpr::AtomKind::kMax}};
    const auto function = kFunctions.find(word);
    if (function == kFunctions.end()) {
      const auto symbol = symbols_.find(word);
      if (symbol == symbols_.end()) unknown("symbol", word, where);
      return symbol->second;
    }
    scan_.expect("(");
    const IntExpr a = expression();
    scan_.expect(",");
    const IntExpr b = expression();
    scan_.expect(")");
    return serialization::combine(function->second, a, b, where);
  }

  TextScanner& scan_;
  GraphBuilder builder_;
  std::unordered_map<std::string, Symbol> symbols_;
  int depth_ = 0;
};

}  // namespace

Graph from_text(std::string_view text, const std::string& file) {
  TextScanner scan(text, file);
  return TextParser(scan).parse();
}

Graph serialization::read_graph_block(TextScanner& scan) { return TextParser(scan).block(); }

void serialization::read_attachments(TextScanner& scan, Attachments& custom) {
  TextParser(scan).attachments(custom);
}

}  // namespace weft::ir
