/// \file Folders that exist only once they are complete.
#pragma once

#include <filesystem>
#include <string>

namespace weft::cli {

/// A new, empty folder that is removed with everything in it at the end of the object's life.
class TemporaryFolder {
 public:
  /// In the system's folder for temporary files.
  TemporaryFolder();
  /// `parent`/`prefix`-xxxxxx, for contents that are renamed to a place beside it.
  /// \error W7004
  TemporaryFolder(const std::filesystem::path& parent, const std::string& prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Checks that `folder` can be written as a bundle: it does not exist, is empty, or is a bundle
/// that holds nothing else.
/// \error W7003
void check_replaceable(const std::filesystem::path& folder);

/// Puts the folder `complete` at `folder`, in place of a bundle that is there. Both are in the same
/// file system. At no time is `folder` a mixture.
/// \error W7003, W7004
void replace_folder(const std::filesystem::path& complete, const std::filesystem::path& folder);

}  // namespace weft::cli
