/// \file Input specs: name, dtype and extents of forward's inputs, as text and as values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/ir/source_location.h>
#include <weft/ir/tensor_meta.h>

namespace weft {

/// A tensor input: `x: f32[N,3,224,224]`. A name in place of an extent declares a symbol; equal names
/// mean one symbol across all inputs of a capture. Extents may be sums of products of names and
/// numbers (`2*H`, `N+1`). What is known of a name follows the shape of the spec that uses it first:
/// `x: f32[N,3], N in [1,64], N % 8 == 0`, or `N ~ 4` for a typical value.
struct TensorSpec {
  std::string name;
  DType dtype = DType::kFloat32;
  std::vector<ir::IntExpr> sizes;
  /// What extents are taken to be where forward needs a number (`T ~ 7`). The capture is then for
  /// that number alone.
  std::vector<std::pair<ir::Symbol, std::int64_t>> typical_extents = {};
  ir::TensorMeta meta() const { return ir::dense(dtype, sizes); }
};

/// An argument of forward that is no tensor: `k: i64 = 3`.
struct ScalarSpec {
  std::string name;
  ir::Number value;
};

/// Parses specs of one capture; symbols are shared between them.
class SpecParser {
 public:
  /// \error W4xxx with the position in the text
  TensorSpec tensor(std::string_view text);
  ScalarSpec scalar(std::string_view text);
  /// Conditions that hold besides those of the specs, which are read after this: `N = 1`,
  /// `N in [2,64], T % 8 == 0`.
  void narrow(std::string_view conditions);

  /// What is known of a name.
  struct Facts {
    std::int64_t lower = 0;
    std::int64_t upper = INT64_MAX;
    std::int64_t divisor = 1;
    std::int64_t typical = -1;
  };
  using FactsByName = std::map<std::string, Facts, std::less<>>;
  /// What `narrow` has said.
  const FactsByName& narrowed() const { return narrowed_; }

 private:
  FactsByName narrowed_;
  std::map<std::string, ir::IntExpr, std::less<>> extents_;  ///< by declared name
};

}  // namespace weft
