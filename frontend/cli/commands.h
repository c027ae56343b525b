/// \file The commands of the `weft` program. Each returns the exit status and throws weft::Error.
#pragma once

#include <weft/frontend/cli/command_line.h>

namespace weft::cli {

/// Writes the bundle of a model.
int run_compile(const CompileOptions& options);
/// Prints what a model is compiled for: extents, guards, specialisations, each with its reason.
int run_explain(const ExplainOptions& options);
/// Prints the captured graph.
int run_graph(const GraphOptions& options);
/// Runs a bundle on tensors from files.
int run_bundle(const RunOptions& options);
/// Runs a model in every mode and compares the results; 1 where they differ.
int run_verify(const VerifyOptions& options);
/// Lists the parameters and buffers of a model, or the tensors of a file, and writes them.
int run_weights(const WeightsOptions& options);

}  // namespace weft::cli
