#include <weft/frontend/trace/input_spec.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <numeric>

#include <weft/frontend/trace/diagnostics.h>

namespace weft {

namespace {

/// Reads a spec from left to right; every complaint names the column.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[noreturn]] void complain(const std::string& what) const {
    fail(diag::SpecSyntax, {}, {std::string(text_), what, std::to_string(at_ + 1)});
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) complain(std::string("expected `") + c + "`");
  }
  std::string_view word() {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) {
      ++at_;
    }
    return text_.substr(start, at_ - start);
  }
  std::string_view rest() {
    skip_blanks();
    std::size_t end = text_.size();
    while (end > at_ && std::isspace(static_cast<unsigned char>(text_[end - 1]))) --end;
    const std::string_view result = text_.substr(at_, end - at_);
    at_ = text_.size();
    return result;
  }
  void go_to(std::size_t position) { at_ = position; }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::string read_name(Reader& reader) {
  const std::string_view name = reader.word();
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) {
    reader.complain("expected the name of a parameter");
  }
  reader.expect(':');
  return std::string(name);
}

DType read_dtype(Reader& reader) {
  const std::string_view word = reader.word();
  const std::optional<DType> dtype = ir::parse_dtype(word);
  if (!dtype) reader.complain("unknown element type `" + std::string(word) + "`");
  return *dtype;
}

using Extents = std::map<std::string, ir::IntExpr, std::less<>>;

using Facts = SpecParser::Facts;
using FactsByName = SpecParser::FactsByName;

std::int64_t read_number(Reader& reader) {
  const std::string_view word = reader.word();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) {
    reader.complain(word.empty() ? "expected a number"
                                 : "`" + std::string(word) + "` is no number");
  }
  return value;
}

/// Both facts.
Facts combined(Reader& reader, const Facts& a, const Facts& b) {
  const std::int64_t other = b.divisor / std::gcd(a.divisor, b.divisor);
  std::int64_t divisor = 0;
  if (__builtin_mul_overflow(a.divisor, other, &divisor)) {
    reader.complain("no extent below 2^63 but 0 is a multiple of both divisors");
  }
  if (a.typical >= 0 && b.typical >= 0 && a.typical != b.typical) {
    reader.complain("two typical values, " + std::to_string(a.typical) + " and " +
                    std::to_string(b.typical) + ", for one extent");
  }
  return {std::max(a.lower, b.lower), std::min(a.upper, b.upper), divisor,
          b.typical >= 0 ? b.typical : a.typical};
}

/// `N in [1,64]`, `N >= 2`, `N <= 64`, `N % 8 == 0`, `N = 1`, `N ~ 4`.
void read_condition(Reader& reader, FactsByName& facts) {
  const std::string name(reader.word());
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) {
    reader.complain("expected a condition on an extent, for example N in [1,64]");
  }
  Facts known;
  if (reader.take('%')) {
    known.divisor = read_number(reader);
    if (known.divisor < 1) reader.complain("an extent is divided by 0");
    reader.expect('=');
    reader.expect('=');
    if (read_number(reader) != 0) reader.complain("expected `== 0`");
  } else if (reader.take('~')) {
    known.typical = read_number(reader);
  } else if (reader.take('=')) {
    known.lower = known.upper = read_number(reader);
  } else if (reader.take('>')) {
    reader.expect('=');
    known.lower = read_number(reader);
  } else if (reader.take('<')) {
    reader.expect('=');
    known.upper = read_number(reader);
  } else if (reader.word() == "in") {
    reader.expect('[');
    known.lower = read_number(reader);
    reader.expect(',');
    known.upper = read_number(reader);
    reader.expect(']');
  } else {
    reader.complain("expected `in [1,64]`, `>= 1`, `<= 64`, `= 4`, `~ 4` or `% 8 == 0` after `" +
                    name + "`");
  }
  if (known.lower > known.upper) reader.complain("no extent is in this range");
  Facts& all = facts[name];
  all = combined(reader, all, known);
  if (all.lower > all.upper) {
    reader.complain("no extent is in this range and in that of the conditions before");
  }
}

/// The extent for a name that is declared with these facts.
ir::IntExpr declare(Reader& reader, const std::string& name, const Facts& facts) {
  const std::int64_t lower = facts.lower / facts.divisor + (facts.lower % facts.divisor != 0);
  const std::int64_t upper = facts.upper == INT64_MAX ? facts.upper : facts.upper / facts.divisor;
  if (lower > upper) {
    reader.complain(facts.divisor == 1 ? "no extent is in the range of `" + name + "`"
                                       : "no multiple of " + std::to_string(facts.divisor) +
                                             " is in the range of `" + name + "`");
  }
  if (lower == upper) return lower * facts.divisor;
  if (facts.divisor == 1) return ir::make_symbol(name, lower, upper);
  return facts.divisor *
         ir::IntExpr(ir::make_symbol(name + "/" + std::to_string(facts.divisor), lower, upper));
}

/// What the symbol of an extent is where the extent has its typical value.
void add_typical(Reader& reader, const std::string& name, const ir::IntExpr& extent,
                 const Facts& facts, TensorSpec& spec) {
  if (facts.typical < 0 || extent.is_constant()) return;
  const ir::Symbol symbol = extent.symbols().front();
  const std::int64_t value = facts.typical / facts.divisor;
  if (facts.typical % facts.divisor != 0 || value < symbol->lower || value > symbol->upper) {
    reader.complain("`" + name + "` cannot be " + std::to_string(facts.typical));
  }
  spec.typical_extents.emplace_back(symbol, value);
}

/// Reads `3`, `N`, `2*H`, `N+1`.
class ExtentReader {
 public:
  ExtentReader(Reader& reader, Extents& extents, const FactsByName& facts, TensorSpec& spec)
      : reader_(reader), extents_(extents), facts_(facts), spec_(spec) {}

  ir::IntExpr read() {
    ir::IntExpr sum = product();
    for (;;) {
      if (reader_.take('+')) {
        sum += product();
      } else if (reader_.take('-')) {
        sum -= product();
      } else {
        break;
      }
    }
    if (sum.bounds().second < 0) reader_.complain("the extent is negative");
    return sum;
  }

 private:
  ir::IntExpr product() {
    ir::IntExpr result = factor();
    while (reader_.take('*')) result *= factor();
    return result;
  }

  ir::IntExpr factor() {
    const std::string_view word = reader_.word();
    if (word.empty()) reader_.complain("expected an extent");
    if (std::isdigit(static_cast<unsigned char>(word[0]))) {
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (error != std::errc() || end != word.data() + word.size()) {
        reader_.complain("`" + std::string(word) + "` is no extent");
      }
      return value;
    }
    const auto known = extents_.find(word);
    if (known != extents_.end()) return known->second;
    // Generated code has a member of this name; other underscores it would not keep.
    if (word.front() == '_' || word.back() == '_' || word.find("__") != std::string_view::npos) {
      reader_.complain("`" + std::string(word) +
                       "` is no name of an extent: underscores stand between other characters");
    }
    const auto found = facts_.find(word);
    const Facts facts = found != facts_.end() ? found->second : Facts{};
    const std::string name(word);
    const ir::IntExpr extent = declare(reader_, name, facts);
    add_typical(reader_, name, extent, facts, spec_);
    return extents_.emplace(name, extent).first->second;
  }

  Reader& reader_;
  Extents& extents_;
  const FactsByName& facts_;
  TensorSpec& spec_;
};

}  // namespace

void SpecParser::narrow(std::string_view conditions) {
  Reader reader(conditions);
  do {
    read_condition(reader, narrowed_);
  } while (reader.take(','));
  if (!reader.at_end()) reader.complain("unexpected text after the conditions");
}

TensorSpec SpecParser::tensor(std::string_view text) {
  FactsByName facts;
  // The conditions stand behind the shape and decide what its names mean.
  if (const std::size_t end = text.find(']'); end != std::string_view::npos) {
    Reader reader(text);
    reader.go_to(end + 1);
    while (reader.take(',')) read_condition(reader, facts);
    if (!reader.at_end()) reader.complain("unexpected text after the shape");
    for (const auto& [name, known] : facts) {
      if (known.typical >= 0 && (known.typical < known.lower || known.typical > known.upper)) {
        reader.complain("`" + name + "` cannot be " + std::to_string(known.typical));
      }
      if (extents_.count(name) == 0) continue;
      reader.complain("`" + name + "` is used by an earlier spec, which has to say this");
    }
  }
  Reader reader(text);
  TensorSpec spec;
  spec.name = read_name(reader);
  spec.dtype = read_dtype(reader);
  reader.expect('[');
  if (!reader.take(']')) {
    FactsByName known = narrowed_;
    for (const auto& [name, fact] : facts) known[name] = combined(reader, fact, known[name]);
    ExtentReader extents(reader, extents_, known, spec);
    try {
      do {
        spec.sizes.push_back(extents.read());
      } while (reader.take(','));
      // Kernels count bytes, of elements of 8 and in lines of 64.
      static_cast<void>(512 * ir::product(spec.sizes));
    } catch (const Error& error) {
      if (error.id() != diag::InternalError.id) throw;
      reader.complain("the number of elements or bytes does not fit in 64 bits");
    }
    reader.expect(']');
  }
  for (const auto& [name, known] : facts) {
    if (extents_.count(name) == 0) reader.complain("the shape has no extent `" + name + "`");
  }
  return spec;
}

ScalarSpec SpecParser::scalar(std::string_view text) {
  Reader reader(text);
  ScalarSpec spec;
  spec.name = read_name(reader);
  const DType dtype = read_dtype(reader);
  reader.expect('=');
  const std::string value(reader.rest());
  char* end = nullptr;
  if (dtype == DType::kBool) {
    if (value != "true" && value != "false") reader.complain("expected true or false");
    spec.value = value == "true";
  } else if (ir::is_floating(dtype)) {
    spec.value = std::strtod(value.c_str(), &end);
  } else {
    errno = 0;
    const std::int64_t number = std::strtoll(value.c_str(), &end, 10);
    const std::size_t bits = 8 * ir::size_of(dtype);
    const bool is_unsigned = dtype == DType::kUInt8;
    const std::int64_t most =
        bits == 64 ? INT64_MAX : (std::int64_t{1} << (is_unsigned ? bits : bits - 1)) - 1;
    const std::int64_t least = is_unsigned ? 0 : -most - 1;
    if (errno == ERANGE || number < least || number > most) {
      reader.complain("`" + value + "` is no number of this type");
    }
    spec.value = number;
  }
  if (value.empty() || (end && *end != '\0')) reader.complain("`" + value + "` is no number");
  return spec;
}

}  // namespace weft
