#include <weft/frontend/cli/source_paths.h>

#include <cstring>
#include <filesystem>
#include <string_view>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const fs::path& file) {
  const std::string folder = file.parent_path().string();
  return folder.empty() || folder.back() == '/' ? folder : folder + "/";
}

}  // namespace

SourcePaths::SourcePaths(const std::string& file)
    : typed_(folder_of(file)), absolute_(folder_of(fs::absolute(file).lexically_normal())) {}

std::string SourcePaths::prefix_map() const {
  return "-fmacro-prefix-map=" + absolute_ + "=" + typed_;
}

std::string SourcePaths::as_typed(std::string text) const {
  if (absolute_ == typed_) return text;
  std::size_t at = 0;
  while ((at = text.find(absolute_, at)) != std::string::npos) {
    text.replace(at, absolute_.size(), typed_);
    at += typed_.size();
  }
  return text;
}

SourceLocation SourcePaths::relative(const SourceLocation& where) const {
  if (!where.known()) return where;
  const std::string_view file = where.file;
  SourceLocation result = where;
  if (!typed_.empty() && file.starts_with(typed_)) {
    result.file = intern(std::string(file.substr(typed_.size())));
  } else if (file.starts_with(absolute_)) {
    result.file = intern(std::string(file.substr(absolute_.size())));
  }
  const std::string_view rest = result.file;
  if (rest.starts_with("/") || rest.starts_with("../") || rest.find("/../") != rest.npos) {
    result.file = intern(fs::path(rest).filename().string());
  }
  return result;
}

void SourcePaths::make_relative(ir::GraphModule& module) const {
  for (ir::Node* node : module.graph) node->meta.location = relative(node->meta.location);
}

}  // namespace weft::cli
