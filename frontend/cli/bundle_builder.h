/// \file Builds a bundle as a shared library that this process can load.
#pragma once

#include <filesystem>

#include <weft/frontend/cli/bundle_manifest.h>

namespace weft::cli {

/// Compiles the bundle's files as its CMakeLists.txt does, several at once, and links them. A
/// bundle that was built before, by the same compiler from the same files, is taken from the cache;
/// otherwise the library is in `work`, which has to live as long as it is used. Nothing is written
/// into the bundle.
/// \error W7401 if a file is missing, W7402 if the source does not compile
std::filesystem::path build_bundle(const std::filesystem::path& folder,
                                   const BundleManifest& manifest,
                                   const std::filesystem::path& work);

}  // namespace weft::cli
