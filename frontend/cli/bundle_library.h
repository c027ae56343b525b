/// \file Loads a built bundle and calls it through its C interface.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include <weft/frontend/cli/bundle_manifest.h>
#include <weft/frontend/trace/bundle_call.h>
#include <weft/ir/value.h>

namespace weft::cli {

/// A compiled model, ready to run.
class BundleLibrary {
 public:
  /// Builds the bundle in `folder` if needed, loads it and its weights.
  /// \error W74xx
  explicit BundleLibrary(const std::filesystem::path& folder);

  const BundleManifest& manifest() const { return manifest_; }

  /// One tensor for each input; returns the results. `seed` starts its random numbers.
  /// \error W7403 with the bundle's own message
  std::vector<ir::TensorHandle> run(const std::vector<ir::TensorHandle>& inputs,
                                    std::uint64_t seed = 0) const;
  const std::shared_ptr<const BundleCall>& code() const { return code_; }

 private:
  BundleManifest manifest_;
  std::shared_ptr<const BundleCall> code_;
};

}  // namespace weft::cli
