/// \file The files of the source tree, as the tests of its own rules read them.
#pragma once

#include <string>
#include <vector>

namespace weft::meta {

struct SourceFile {
  std::string path;  ///< relative to the root, with forward slashes
  std::string text;
  std::vector<std::string> lines;

  bool below(const std::string& folder) const;
  bool ends_with(const std::string& ending) const;
  bool is_header() const { return ends_with(".h") || ends_with(".cuh"); }
  /// C++ and CUDA sources, headers and definition lists.
  bool is_code() const;
};

struct Include {
  std::string target;  ///< as written, without the brackets or quotes
  bool quoted = false;
  int line = 0;
};

/// All text files but for build folders, hidden folders and recorded data; sorted by path.
const std::vector<SourceFile>& source_tree();

/// The include directives of a file.
std::vector<Include> includes_of(const SourceFile& file);

/// A list for a failure message, one entry a line.
std::string listing(const std::vector<std::string>& entries);

/// Where something was found: `path:line: what`.
std::string at(const SourceFile& file, int line, const std::string& what);

}  // namespace weft::meta
