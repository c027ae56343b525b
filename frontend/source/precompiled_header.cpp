#include <weft/frontend/source/precompiled_header.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace weft::source {
namespace {

namespace fs = std::filesystem;

/// Reads the directives at the start of a file.
class DirectiveReader {
 public:
  explicit DirectiveReader(std::string_view text) : text_(text) {}

  /// The next line, if it is a directive: without `#` and without blanks at its ends. Empty at
  /// anything else.
  std::string_view next() {
    skip_blanks_and_comments();
    if (text_.empty() || text_.front() != '#') return {};
    std::string_view line = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(line.size());
    line.remove_prefix(1);
    // A comment may go on in the next line, and so may a backslash.
    const std::size_t comment = line.find("//");
    if (comment != line.npos) line = line.substr(0, comment);
    if (line.find("/*") != line.npos || line.ends_with('\\')) return {};
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == line.npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
  }

 private:
  void skip_blanks_and_comments() {
    for (;;) {
      const std::size_t first = text_.find_first_not_of(" \t\r\n");
      text_.remove_prefix(std::min(first, text_.size()));
      if (text_.starts_with("//")) {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      } else if (text_.starts_with("/*")) {
        const std::size_t end = text_.find("*/");
        text_.remove_prefix(end == text_.npos ? text_.size() : end + 2);
      } else {
        return;
      }
    }
  }

  std::string_view text_;
};

/// `<vector>` of `include <vector>`; empty for another directive.
std::string_view included(std::string_view directive) {
  if (!directive.starts_with("include")) return {};
  directive.remove_prefix(std::string_view("include").size());
  directive.remove_prefix(std::min(directive.find_first_not_of(" \t"), directive.size()));
  return directive;
}

/// FNV-1a, so that names of files are the same in every process.
class NameHash {
 public:
  void add(std::string_view text) {
    for (const char c : text) step(static_cast<unsigned char>(c));
    step(0);
  }
  std::string str() const { return fmt::format("{:016x}", hash_); }

 private:
  void step(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3ULL; }
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

/// True if one of the arguments names a folder or file without a `/` at its beginning.
bool names_relative_path(const std::vector<std::string>& arguments) {
  constexpr std::string_view kOptions[] = {"-isystem",   "-iquote",   "-include", "-imacros",
                                           "-idirafter", "-isysroot", "--sysroot=", "-I"};
  bool is_path = false;
  for (std::string_view argument : arguments) {
    if (is_path && !argument.starts_with('/')) return true;
    is_path = false;
    for (const std::string_view option : kOptions) {
      if (!argument.starts_with(option)) continue;
      argument.remove_prefix(option.size());
      if (!argument.empty() && argument.front() != '/') return true;
      is_path = argument.empty();
      break;
    }
  }
  return false;
}

}  // namespace

bool starts_with_torch(std::string_view text) {
  DirectiveReader reader(text);
  for (;;) {
    const std::string_view directive = reader.next();
    if (directive == "pragma once") continue;
    const std::string_view file = included(directive);
    if (file == "<torch/torch.h>" || file == "\"torch/torch.h\"") return true;
    const bool is_standard =
        file.starts_with('<') && file.find('/') == file.npos && file.find('.') == file.npos;
    if (!is_standard) return false;
  }
}

std::string precompiled_path(const std::string& folder, const std::string& header,
                             const std::vector<std::string>& arguments) {
  if (names_relative_path(arguments)) return {};
  NameHash hash;
  hash.add(WEFT_CLANG_RESOURCE_DIR);
  hash.add(header);
  for (const std::string& argument : arguments) hash.add(argument);
  for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH"}) {
    const char* value = std::getenv(variable);
    hash.add(value ? value : "");
  }
  return (fs::path(folder) / (hash.str() + ".pch")).string();
}

void remove_old_precompiled(const std::string& folder, std::size_t most) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".pch") continue;
    const fs::file_time_type time = entry.last_write_time(error);
    if (!error) files.emplace_back(time, entry.path());
  }
  std::sort(files.rbegin(), files.rend());
  for (std::size_t i = most; i < files.size(); ++i) fs::remove(files[i].second, error);
}

}  // namespace weft::source
