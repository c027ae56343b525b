/// \file The options of the `weft` program, and how they are read from the command line.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <weft/ir/passes/pass.h>

namespace weft::cli {

/// Which passes make the core graph, and what is shown of them.
struct PassOptions {
  int level = ir::level::kDefault;       ///< 0 to 3
  std::vector<std::string> disabled;     ///< names of passes that are left out
  std::vector<std::string> print_after;  ///< names of passes after which the graph is printed
  bool compute_weights = true;           ///< new weights may be computed from those of the model
};

/// A model in a user's C++ file, and what its forward is given.
struct ModelOptions {
  std::string file;
  std::string model;                 ///< class name; empty: the only one in the file
  std::vector<std::string> inputs;   ///< "x: f32[N,3]"
  std::vector<std::string> scalars;  ///< "k: i64 = 3"
  std::string weights;               ///< empty: what the constructor makes
  std::vector<std::string> flags;    ///< the user's compiler flags, after `--`
  /// Conditions on extents, "N in [2,64]", under each of which the model is compiled by itself.
  std::vector<std::string> variants;
  PassOptions passes;
};

struct CompileOptions {
  ModelOptions model;
  std::string folder;  ///< empty: a folder called like the bundle
  std::string name;    ///< empty: last part of the folder, or the model's name in lower case
  bool stats = false;
  bool eager_fallback = false;  ///< calls that the bundle is not for may go to the eager model
  bool segments = false;        ///< the transformed source, though the model may be one graph
  bool full_graph = false;      ///< a model that is not captured whole is an error
};

enum class GraphForm { kTabular, kCode, kCore, kText, kDot, kSvg };

struct GraphOptions {
  ModelOptions model;
  GraphForm form = GraphForm::kTabular;
  std::string svg;   ///< the file, for kSvg
  std::string save;  ///< a file for the whole graph module; empty: none
};

struct RunOptions {
  std::string folder;
  std::vector<std::string> inputs;  ///< "x=file.safetensors:name"
  std::string output;
  std::uint64_t seed = 0;  ///< of its random numbers
};

struct VerifyOptions {
  ModelOptions model;
  std::string inputs;           ///< file, or empty: made from the specs
  std::vector<std::string> at;  ///< "N=3,H=7": extents of the inputs that are made
  std::string expected;         ///< file, or empty
  bool eager = false;           ///< nothing is captured
  bool segments = false;        ///< the transformed source, though the model may be one graph
  bool full_graph = false;      ///< a model that is not captured whole is an error
  double rtol = 1e-4;
  double atol = 1e-5;
};

struct WeightsOptions {
  ModelOptions model;  ///< `file` may also be a file of tensors
  std::string output;  ///< safetensors file to write, or empty
};

struct ExplainOptions {
  ModelOptions model;
  bool json = false;
  std::string html;         ///< a file for the report as a web page; empty: none
  bool full_graph = false;  ///< a model that is not captured whole is an error
};

/// Text for standard output (--help, --version).
struct PrintText {
  std::string text;
};

using Command = std::variant<PrintText, CompileOptions, ExplainOptions, GraphOptions, RunOptions,
                             VerifyOptions, WeightsOptions>;

/// Reads the command line, without the program's name.
/// \error W7001 for anything that is not understood
Command parse_command_line(std::vector<std::string> arguments);

}  // namespace weft::cli
