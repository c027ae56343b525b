// The public headers of ir/ and frontend/trace against the recorded list of what they declare. Run
// with WEFT_UPDATE_API=1 to record it anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace weft {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A header without comments, preprocessor lines, private parts, `detail` namespaces and bodies of
/// functions: declarations, one per line, each with the names of the scopes around it.
class HeaderReader {
 public:
  explicit HeaderReader(const std::string& text) : text_(without_comments(text)) {}

  std::vector<std::string> declarations() {
    scope("", false, true);
    return std::move(found_);
  }

 private:
  static std::string without_comments(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    bool continued = false;
    for (std::string line; std::getline(lines, line);) {
      const bool directive = continued || line.starts_with("#");
      continued = directive && line.ends_with("\\");
      if (directive) continue;
      result += line.substr(0, line.find("//")) + "\n";
    }
    return result;
  }

  static std::string squeezed(const std::string& text) {
    std::string result;
    for (const char c : text) {
      const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
      if (!blank)
        result += c;
      else if (!result.empty() && result.back() != ' ')
        result += ' ';
    }
    while (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
  }

  /// What stands before `{`: the head of a namespace or class opens a scope.
  static bool opens_scope(const std::string& head) {
    if (head.find('(') != std::string::npos && head.find("requires") == std::string::npos) {
      return false;
    }
    for (const char* word : {"namespace", "class", "struct"}) {
      const std::size_t at = head.find(word);
      const bool starts = at == 0 || (at != std::string::npos && head[at - 1] == ' ');
      if (starts && head.find(" = ") == std::string::npos) return true;
    }
    return false;
  }

  void skip_braces() {
    for (int depth = 1; depth > 0 && at_ < text_.size(); ++at_) {
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}') --depth;
    }
  }

  void scope(const std::string& name, bool is_class, bool visible) {
    std::string head;
    int round = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '(') ++round;
      if (c == ')') --round;
      if (c == '}' && round == 0) {
        return;
      } else if (c == '{') {
        const std::string text = squeezed(head);
        ++at_;
        if (round == 0 && opens_scope(text)) {
          open(name, text, visible);
          head.clear();
        } else {
          skip_braces();
          if (round == 0 && text.find('(') != std::string::npos && text.back() != ',') {
            emit(name, text, visible);
            head.clear();
          } else {
            head += text.find("enum") == 0 ? " {}" : "{}";
          }
          --at_;
        }
      } else if (c == ';' && round == 0) {
        emit(name, squeezed(head), visible);
        head.clear();
      } else if (c == ':' && is_class && is_label(squeezed(head))) {
        visible = squeezed(head) == "public";
        head.clear();
      } else {
        head += c;
      }
    }
  }
  static bool is_label(const std::string& text) {
    return text == "public" || text == "private" || text == "protected";
  }

  void open(const std::string& name, const std::string& head, bool visible) {
    const bool is_namespace = head.find("namespace") == 0;
    const bool is_struct = head.find("struct") != std::string::npos;
    const bool shown = visible && head.find("detail") == std::string::npos;
    if (!is_namespace) emit(name, head, shown);
    std::string inner = head.substr(0, head.find(" : "));
    inner = is_namespace ? inner.substr(std::min<std::size_t>(inner.size(), 10))
                         : inner.substr(inner.rfind(' ') + 1);
    scope(name.empty() ? inner : name + "::" + inner, !is_namespace,
          shown && (is_namespace || is_struct));
  }

  void emit(const std::string& name, const std::string& text, bool visible) {
    if (visible && !text.empty()) found_.push_back(name + ": " + text);
  }

  std::string text_;
  std::size_t at_ = 0;
  std::vector<std::string> found_;
};

/// The marks of docs/compatibility.md by header.
std::map<std::string, std::string> marks(const fs::path& root) {
  std::map<std::string, std::string> result;
  std::istringstream lines(read(root / "docs/compatibility.md"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string bar, header, middle, mark;
    words >> bar >> header >> middle >> mark;
    if (bar != "|" || !header.ends_with(".h")) continue;
    EXPECT_TRUE(result.emplace(header, mark).second) << header << " has two marks";
    EXPECT_TRUE(mark == "stable" || mark == "experimental" || mark == "internal") << line;
  }
  return result;
}

TEST(PublicApi, B100_DeclarationsAreTheRecordedOnesAndHaveMarks) {
  const fs::path root = WEFT_SOURCE_DIR;
  std::vector<fs::path> headers;
  for (const char* folder : {"ir", "ir/passes", "ir/operators", "ir/rewriting", "ir/partitioning",
                             "ir/serialization", "frontend/trace"}) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      const std::string name = entry.path().filename().string();
      const bool internal = name.find("internal") != std::string::npos;
      if (entry.path().extension() == ".h" && !internal) headers.push_back(entry.path());
    }
  }
  std::sort(headers.begin(), headers.end());
  std::map<std::string, std::string> marks = weft::marks(root);
  std::string found;
  for (const fs::path& header : headers) {
    const std::string name = fs::relative(header, root).generic_string();
    const std::string mark = marks[name];
    EXPECT_FALSE(mark.empty()) << name << " has no mark in docs/compatibility.md";
    marks.erase(name);
    if (mark == "internal") continue;
    found += "\n" + name + "\n";
    for (const std::string& line : HeaderReader(read(header)).declarations()) {
      found += mark + " " + line + "\n";
    }
  }
  for (const auto& [name, mark] : marks) ADD_FAILURE() << name << " does not exist";
  const fs::path golden = root / "tests/trace/golden/public_api.txt";
  if (std::getenv("WEFT_UPDATE_API")) {
    fs::create_directories(golden.parent_path());
    std::ofstream(golden, std::ios::binary) << found;
  }
  EXPECT_EQ(found, read(golden))
      << "the public interface changed: if that is meant, run with WEFT_UPDATE_API=1";
}

}  // namespace
}  // namespace weft
