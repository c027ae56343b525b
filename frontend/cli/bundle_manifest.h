/// \file What the `weft` program needs to know of a bundle to build and call it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <weft/ir/dtype.h>

namespace weft::cli {

inline constexpr std::int64_t kAnySize = -1;

/// One input or result of a compiled model.
struct BundlePort {
  std::string name;
  DType dtype = DType::kFloat32;
  std::vector<std::int64_t> sizes;  ///< kAnySize where a call decides it
  std::vector<std::string> texts;   ///< as printed: "4", "N"
  bool written = false;             ///< an input that a run writes
  /// "x: f32[4, 10]"
  std::string str() const;
};

/// A version of the kernels.
struct BundleInstructionSet {
  std::string name;  ///< value of WEFT_ISA_NAME
  std::vector<std::string> flags;
};

struct BundleManifest {
  std::string name;  ///< prefix of files and symbols
  std::vector<BundlePort> inputs;
  std::vector<BundlePort> outputs;
  bool decides_sizes = false;        ///< a call decides extents
  std::vector<std::string> entries;  ///< source files compiled once
  std::vector<std::string> kernels;  ///< source files compiled once per instruction set
  std::vector<std::string> flags;    ///< of every file
  std::vector<BundleInstructionSet> instruction_sets;
};

/// Reads `folder`/manifest.json. File names in it are plain names, so nothing outside of the folder
/// is compiled.
/// \error W7401
BundleManifest read_manifest(const std::filesystem::path& folder);

}  // namespace weft::cli
