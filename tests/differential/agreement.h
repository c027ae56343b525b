/// \file Running one graph in all modes, and finding the smallest part of it that disagrees.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/differential/compiled_batch.h"
#include "tests/differential/random_graph.h"
#include "tests/differential/reproducer.h"

namespace weft::differential {

/// What differs between results; empty if they agree. `exact` results agree to the last bits, the
/// others within what another order of summation makes.
std::string difference(const std::vector<ir::TensorHandle>& got,
                       const std::vector<ir::TensorHandle>& want, const std::vector<bool>& exact);

/// The ways in which a mode can go wrong.
enum class ProblemKind {
  kNoCompiling,  ///< the compiler refuses the generated code
  kThrown,       ///< a run ends in an error
  kShape,        ///< results of another number, dtype or shape
  kElements,     ///< results with other elements
  kBrokenRule,   ///< results that should be equal by a rule of algebra differ
};
ProblemKind kind_of(const std::string& problem);

/// Copies with the strides of the originals.
std::vector<ir::TensorHandle> copies_with_strides(const std::vector<ir::TensorHandle>& tensors);

struct AgreementOptions {
  BatchOptions batch;
  /// Makes the graph of a seed.
  std::function<RandomGraph(std::uint64_t seed)> make = make_random_graph;
  int inputs = 4;           ///< sets of inputs per graph; the last one holds special values
  bool bundles = true;      ///< also as generated code
  bool passes = false;      ///< also after each pass alone, and as core graph without each pass
  std::size_t shrunk = 20;  ///< disagreements that are made small; it takes some compiling for each
};

struct Disagreement {
  std::uint64_t seed = 0;
  std::string mode;  ///< "core", "bundle", "pass NAME", "without NAME"
  std::string what;
  std::string graph;       ///< the smallest graph that was found, as text
  std::string source;      ///< its generated kernels
  std::string reproducer;  ///< a file that `weft_fuzz --replay` runs
};

struct Agreement {
  std::size_t graphs = 0;
  std::size_t runs = 0;                ///< graphs times inputs that were compared
  std::size_t undefined = 0;           ///< runs that eager execution refuses (division by zero)
  std::map<std::string, int> refused;  ///< by id: graphs for which no code is generated
  std::vector<Disagreement> found;
};

/// Compares the graphs of the seeds [first, first + count) run node by node, as core graphs and as
/// generated code, compiled together. Disagreements are shrunk.
void compare_modes(std::uint64_t first, std::size_t count, const AgreementOptions& options,
                   Agreement& result);

}  // namespace weft::differential
