/// \file Compiled models and bundles that were built before, found by the text they were made from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace weft::cli {

/// A 128-bit hash of texts. It is the same on every machine.
class ContentHash {
 public:
  /// Texts do not run into each other: add("ab"), add("c") differs from add("a"), add("bc").
  void add(std::string_view text);
  void add_file(const std::filesystem::path& path);
  /// 32 hexadecimal digits.
  std::string str() const;

 private:
  void mix(std::string_view bytes);
  unsigned __int128 state_ =
      (static_cast<unsigned __int128>(0x6c62272e07bb0142) << 64) | 0x62b821756295c58d;
};

/// The host compiler's path, size and date, so that another compiler makes other entries.
std::string compiler_identity();

/// The folder of the cache, made where it is not there yet. Empty where there is none to write to,
/// or others could write there too.
std::filesystem::path make_cache_folder();

/// The file of this kind and content, or an empty path.
std::filesystem::path find_cached(const ContentHash& hash, const std::string& suffix);

/// Puts a copy of `built` into the cache. Without a folder to write to it does nothing: the cache
/// saves time and nothing depends on it.
void store_cached(const ContentHash& hash, const std::string& suffix,
                  const std::filesystem::path& built);

}  // namespace weft::cli
