/// \file The bundle: generated source, header, weights, build file and manifest of one model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <weft/codegen/loop/loop_ir.h>
#include <weft/ir/graph_module.h>

namespace weft::codegen {

/// The model that a bundle was compiled from, which may run the calls that the bundle is not for.
struct EagerModel {
  std::string name;         ///< its class
  std::uint64_t state = 0;  ///< fingerprint of its parameters and buffers
  /// The arguments of its forward, each as a C++ expression for a weft::TraceInput.
  std::vector<std::string> arguments;
};

struct BundleOptions {
  /// Prefix of all symbols and files; a C++ identifier.
  std::string name;
  std::string tool_version;
  /// Writes the dense row-major bytes of a tensor to `out`.
  std::function<void(const ir::Value& tensor, std::byte* out)> read_tensor;
  /// With it, calls that the compiled code is not for go to a fallback where one is set, and the
  /// file NAME_eager.h makes one of this model.
  std::optional<EagerModel> fallback = {};
};

/// Content of every file by its path in the bundle's folder. Equal programs give equal bytes.
using BundleFiles = std::map<std::string, std::string>;

/// \error W5011 for a name that is no identifier
BundleFiles make_bundle(const Program& program, const ir::GraphModule& module,
                        const BundleOptions& options);

/// Writes the files to a folder beside `folder` and renames it, so that a failure leaves nothing
/// half-written; an older bundle there is replaced.
/// \error W5012 with the path that cannot be written
void write_bundle(const BundleFiles& files, const std::filesystem::path& folder);

}  // namespace weft::codegen
