#include <weft/frontend/cli/build_cache.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <weft/frontend/cli/host_compiler.h>

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

/// Empty where there is no home either.
fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  // The XDG specification has relative paths ignored.
  if (cache && *cache == '/') return fs::path(cache) / "weft";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? fs::path(home) / ".cache" / "weft" : fs::path();
}

/// A file is loaded as code, so it must be the user's own.
bool belongs_to_user(const fs::path& path) {
  struct stat info = {};
  return lstat(path.c_str(), &info) == 0 && info.st_uid == geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

void ContentHash::mix(std::string_view bytes) {
  constexpr unsigned __int128 kPrime = (static_cast<unsigned __int128>(1) << 88) | 0x13b;
  for (const char c : bytes) state_ = (state_ ^ static_cast<unsigned char>(c)) * kPrime;
}

void ContentHash::add(std::string_view text) {
  mix(fmt::format("{}:", text.size()));
  mix(text);
}

void ContentHash::add_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  add(text.view());
}

std::string ContentHash::str() const {
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(state_ >> 64),
                     static_cast<std::uint64_t>(state_));
}

std::string compiler_identity() {
  const std::string& compiler = host_compiler();
  std::string path = compiler;
  if (path.find('/') == std::string::npos) {
    std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (access((folder + "/" + compiler).c_str(), X_OK) == 0) {
        path = folder + "/" + compiler;
        break;
      }
    }
  }
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return path;
  return fmt::format("{} {} {}.{}", path, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

fs::path find_cached(const ContentHash& hash, const std::string& suffix) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return {};
  const fs::path file = folder / (hash.str() + suffix);
  return belongs_to_user(folder) && belongs_to_user(file) ? file : fs::path();
}

fs::path make_cache_folder() {
  const fs::path folder = cache_folder();
  if (folder.empty()) return {};
  std::error_code error;
  const bool is_new = fs::create_directories(folder, error);
  if (is_new) fs::permissions(folder, fs::perms::owner_all, error);
  return !error && belongs_to_user(folder) ? folder : fs::path();
}

void store_cached(const ContentHash& hash, const std::string& suffix, const fs::path& built) {
  const fs::path folder = make_cache_folder();
  if (folder.empty()) return;
  std::error_code error;
  // Two programs may store the same file at the same time: each renames a copy of its own.
  const fs::path draft = folder / fmt::format("{}{}.{}", hash.str(), suffix, getpid());
  fs::copy_file(built, draft, fs::copy_options::overwrite_existing, error);
  if (!error) fs::permissions(draft, fs::perms::owner_all, error);
  if (!error) fs::rename(draft, folder / (hash.str() + suffix), error);
  if (error) fs::remove(draft, error);
}

}  // namespace weft::cli
