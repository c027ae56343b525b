#include <weft/frontend/cli/install_layout.h>

#include <link.h>

#include <cstring>
#include <filesystem>

#include <weft/ir/diagnostics.h>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

/// dl_iterate_phdr's callback: stops at weft's library.
int take_library(dl_phdr_info* info, std::size_t, void* result) {
  const char* slash = std::strrchr(info->dlpi_name, '/');
  if (!slash || std::strncmp(slash, "/libweft.so", 11) != 0) return 0;
  *static_cast<std::string*>(result) = info->dlpi_name;
  return 1;
}

InstallLayout find_layout() {
  InstallLayout layout;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path root = program.parent_path().parent_path();
  layout.include_dir = (root / "include").string();
  layout.compat_dir = (root / "include" / "weft" / "compat").string();
  dl_iterate_phdr(take_library, &layout.library);
  if (!fs::exists(root / "include/weft/frontend/trace/capture_unit.h", error)) {
    fail(diag::InternalError, {}, {"weft's headers are not in " + layout.include_dir});
  }
  if (layout.library.empty()) fail(diag::InternalError, {}, {"libweft.so is not loaded"});
  return layout;
}

}  // namespace

const InstallLayout& install_layout() {
  static const InstallLayout layout = find_layout();
  return layout;
}

}  // namespace weft::cli
