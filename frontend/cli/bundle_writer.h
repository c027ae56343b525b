/// \file Makes a bundle from a core graph.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <weft/codegen/loop/loop_ir.h>
#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/source_paths.h>
#include <weft/ir/graph_module.h>

namespace weft::cli {

/// Compiles the core graph and writes the bundle as the new folder `folder`. Places in the user's
/// source are named relative to the model's folder. Returns the program that was written.
/// \error W50xx where no code can be generated, at the user's line
codegen::Program generate_bundle(const ir::GraphModule& core, const SourcePaths& paths,
                                 const std::string& name, const std::filesystem::path& folder);

/// \error W5013 for a variant that says something of an extent that no input leaves open, W42xx for
///        conditions that are none
void check_variants(const std::vector<TensorSpec>& specs, const std::vector<std::string>& variants);

/// Captures and compiles the model under the conditions of each variant, and writes one bundle of
/// them. Returns their programs. Errors say in which variant they are. With `eager_fallback` calls
/// that no variant is for may go to the model itself; its parameters and buffers are those of now.
/// \error W5013, W5014, W5015 for variants that are none, W42xx for conditions that are none
std::vector<codegen::Program> generate_variants(CaptureSession& session,
                                                const std::vector<std::string>& variants,
                                                const std::string& name,
                                                const std::filesystem::path& folder,
                                                bool eager_fallback = false);

/// The first variant that is for inputs of such sizes, as the bundle chooses; nothing if there is
/// none.
std::optional<std::size_t> choose_variant(const std::vector<TensorSpec>& specs,
                                          const std::vector<std::string>& variants,
                                          const std::vector<ir::TensorHandle>& inputs);

/// A name for a bundle: `wish` if it is not empty, else the last part of `folder`, else the model's
/// name in lower case.
/// \error W7002 if it is no identifier of C++
std::string bundle_name(const std::string& wish, const std::string& folder,
                        const std::string& model);

/// A number as a C++ expression for a weft::ir::Value.
std::string value_expression(const ir::Value& value);

}  // namespace weft::cli
