#include <weft/frontend/cli/temporary_folder.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/interruption.h>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

fs::path make_folder(const fs::path& parent, const std::string& prefix) {
  std::string name = (parent / (prefix + "-XXXXXX")).string();
  if (!mkdtemp(name.data())) {
    fail(diag::FileNotWritten, {}, {parent.string(), std::strerror(errno)});
  }
  return name;
}

/// What lies in the bundle `folder` besides the files that weft wrote there.
std::vector<std::string> foreign_entries(const fs::path& folder) {
  std::ifstream stream(folder / "manifest.json");
  const nlohmann::json manifest = nlohmann::json::parse(stream, nullptr, /*exceptions=*/false);
  std::string name;
  if (manifest.is_object() && manifest.contains("name") && manifest["name"].is_string()) {
    name = manifest["name"];
  }
  std::vector<std::string> foreign;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    const bool ours =
        file == "manifest.json" || file == "CMakeLists.txt" || file == "weft_deploy" ||
        (!name.empty() && (file.starts_with(name + ".") || file.starts_with(name + "_")));
    if (!ours) foreign.push_back(file);
  }
  return foreign;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code ignored;
  fs::path parent = fs::temp_directory_path(ignored);
  path_ = make_folder(ignored ? fs::path("/tmp") : parent, "weft");
}

TemporaryFolder::TemporaryFolder(const fs::path& parent, const std::string& prefix) {
  std::error_code error;
  if (!parent.empty()) fs::create_directories(parent, error);
  if (error) fail(diag::FileNotWritten, {}, {parent.string(), error.message()});
  path_ = make_folder(parent, prefix);
  // mkdtemp makes folders that only their owner can read, and this one becomes a user's folder.
  const mode_t mask = umask(0);
  umask(mask);
  chmod(path_.c_str(), 0777 & ~mask);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void check_replaceable(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) {
    fail(diag::OutputFolderTaken, {}, {folder.string(), "is not a folder"});
  }
  if (fs::is_empty(folder, error)) return;
  if (error) fail(diag::FileNotWritten, {}, {folder.string(), error.message()});
  if (!fs::exists(folder / "manifest.json", error)) {
    fail(diag::OutputFolderTaken, {}, {folder.string(), "holds files and is no bundle"});
  }
  const std::vector<std::string> foreign = foreign_entries(folder);
  if (!foreign.empty()) {
    fail(diag::OutputFolderTaken, {},
         {folder.string(),
          fmt::format("holds files that weft did not write: {}", fmt::join(foreign, ", "))});
  }
}

void replace_folder(const fs::path& complete, const fs::path& folder) {
  check_replaceable(folder);
  stop_if_interrupted();
  std::error_code error;
  if (!fs::exists(folder, error)) {
    fs::rename(complete, folder, error);
    if (error) fail(diag::FileNotWritten, {}, {folder.string(), error.message()});
    return;
  }
  const TemporaryFolder old(folder.parent_path(), ".weft-old");
  const fs::path set_aside = old.path() / "bundle";
  fs::rename(folder, set_aside, error);
  if (error) fail(diag::FileNotWritten, {}, {folder.string(), error.message()});
  fs::rename(complete, folder, error);
  if (!error) return;
  std::error_code ignored;
  fs::rename(set_aside, folder, ignored);
  fail(diag::FileNotWritten, {}, {folder.string(), error.message()});
}

}  // namespace weft::cli
