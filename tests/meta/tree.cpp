#include "tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace weft::meta {
namespace {

namespace fs = std::filesystem;

bool is_skipped_folder(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with(".") || name.starts_with("build") || name == "out" ||
         name == "__pycache__";
}

// Recorded data is not written by hand, so the rules for text do not hold for it.
bool is_text(const fs::path& file) {
  constexpr std::array<std::string_view, 12> kTextEndings = {
      ".cpp", ".h", ".cu", ".cuh", ".def", ".inc", ".py", ".md", ".cmake", ".txt", ".sh", ".in"};
  const std::string ending = file.extension().string();
  return ending.empty() ||
         std::find(kTextEndings.begin(), kTextEndings.end(), ending) != kTextEndings.end();
}

SourceFile read(const fs::path& root, const fs::path& path) {
  SourceFile file;
  file.path = fs::relative(path, root).generic_string();
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  file.text = text.str();
  std::string line;
  while (std::getline(text, line)) file.lines.push_back(line);
  return file;
}

std::vector<SourceFile> read_tree() {
  const fs::path root = WEFT_SOURCE_DIR;
  std::vector<SourceFile> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator();
       ++it) {
    if (it->is_directory() && is_skipped_folder(it->path())) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file() && is_text(it->path())) {
      files.push_back(read(root, it->path()));
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace

bool SourceFile::below(const std::string& folder) const { return path.starts_with(folder + "/"); }

bool SourceFile::ends_with(const std::string& ending) const { return path.ends_with(ending); }

bool SourceFile::is_code() const {
  return is_header() || ends_with(".cpp") || ends_with(".cu") || ends_with(".def");
}

const std::vector<SourceFile>& source_tree() {
  static const std::vector<SourceFile> tree = read_tree();
  return tree;
}

std::vector<Include> includes_of(const SourceFile& file) {
  std::vector<Include> includes;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') continue;
    const std::size_t word = line.find_first_not_of(" \t", hash + 1);
    if (word == std::string::npos || line.compare(word, 7, "include") != 0) continue;
    const std::size_t open = line.find_first_of("<\"", word);
    if (open == std::string::npos) continue;
    const std::size_t close = line.find_first_of(">\"", open + 1);
    if (close == std::string::npos) continue;
    includes.push_back({.target = line.substr(open + 1, close - open - 1),
                        .quoted = line[open] == '"',
                        .line = static_cast<int>(i) + 1});
  }
  return includes;
}

std::string listing(const std::vector<std::string>& entries) {
  std::string text;
  for (const std::string& entry : entries) text += "  " + entry + "\n";
  return text;
}

std::string at(const SourceFile& file, int line, const std::string& what) {
  return file.path + ":" + std::to_string(line) + ": " + what;
}

}  // namespace weft::meta
