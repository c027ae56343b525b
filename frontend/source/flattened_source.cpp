#include <weft/frontend/source/flattened_source.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace weft::source {
namespace {

namespace fs = std::filesystem;

std::string_view without_blanks_before(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// What follows `#` and `word` on a line that begins with them.
std::optional<std::string_view> after_directive(std::string_view line, std::string_view word) {
  line = without_blanks_before(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = without_blanks_before(line.substr(1));
  if (!line.starts_with(word)) return std::nullopt;
  return without_blanks_before(line.substr(word.size()));
}

std::optional<std::string> file_included_by_quotes(std::string_view line) {
  const auto rest = after_directive(line, "include");
  if (!rest || !rest->starts_with('"')) return std::nullopt;
  const std::size_t end = rest->find('"', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest->substr(1, end - 1));
}

bool is_pragma_once(std::string_view line) {
  const auto rest = after_directive(line, "pragma");
  return rest && rest->starts_with("once");
}

class Flattener {
 public:
  Flattener(const SourceModel& model, const ChangedFiles& changed)
      : model_(model), changed_(changed) {
    for (const std::string& name : model.user_files) user_files_.insert(canonical_path(name));
  }

  std::optional<std::string> run() {
    append(model_.path);
    if (fits_) return std::move(text_);
    return std::nullopt;
  }

 private:
  std::string read(const fs::path& path) const {
    const auto changed = changed_.find(canonical_path(path));
    if (changed != changed_.end()) return changed->second;
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Calls `line` for each, with its end, and the file of the user's that it includes by quotes.
  template <typename Line>
  void for_each_line(const fs::path& path, const std::string& text, const Line& use) const {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      const std::string_view line = std::string_view(text).substr(begin, end - begin);
      begin = end;
      fs::path target;
      if (const auto name = file_included_by_quotes(line)) {
        target = path.parent_path() / *name;
        if (user_files_.count(canonical_path(target)) == 0) target.clear();
      }
      use(line, target);
    }
  }

  /// True if the file or one that it includes is changed.
  bool changes(const fs::path& path) {
    const auto [known, is_new] =
        changes_.emplace(canonical_path(path), changed_.count(canonical_path(path)));
    if (!is_new || known->second) return known->second;
    bool result = false;
    for_each_line(path, read(path), [&](std::string_view, const fs::path& target) {
      result = result || (!target.empty() && changes(target));
    });
    return changes_[canonical_path(path)] = result;
  }

  void append(const fs::path& path) {
    constexpr int kMostFiles = 200;  // a file may include itself
    if (++count_ > kMostFiles) fits_ = false;
    if (!fits_) return;
    const auto line_directive = [&](std::size_t line) {
      text_ += fmt::format("#line {} \"{}\"\n", line, path.string());
    };
    line_directive(1);
    std::size_t number = 0;
    for_each_line(path, read(path), [&](std::string_view line, const fs::path& target) {
      ++number;
      if (is_pragma_once(line)) {
        once_.insert(canonical_path(path));
        text_ += '\n';
      } else if (target.empty()) {
        text_ += line;
      } else if (!changes(target)) {
        // Sought beside this file, which the copy is not.
        text_ += fmt::format("#include \"{}\"\n", target.string());
      } else if (once_.count(canonical_path(target)) != 0) {
        text_ += '\n';
      } else {
        append(target);
        text_ += '\n';
        line_directive(number + 1);
      }
    });
  }

  const SourceModel& model_;
  std::set<std::string> user_files_;
  const ChangedFiles& changed_;
  std::map<std::string, bool> changes_;
  std::set<std::string> once_;
  std::string text_;
  int count_ = 0;
  bool fits_ = true;
};

}  // namespace

std::string canonical_path(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::canonical(path, error);
  return error ? std::string() : found.string();
}

std::optional<std::string> flattened_source(const SourceModel& model, const ChangedFiles& changed) {
  // In a #line as between the quotes of an #include, where there are no escapes.
  for (const std::string& name : model.user_files) {
    if (name.find_first_of("\"\\\n\r") != std::string::npos) return std::nullopt;
  }
  return Flattener(model, changed).run();
}

}  // namespace weft::source
