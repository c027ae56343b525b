/// \file How places in the user's source are named: as typed for people, relative in bundles.
#pragma once

#include <string>

#include <weft/ir/graph_module.h>

namespace weft::cli {

/// The folder of the model's file, in the two ways in which compilers may spell it. Both end in a
/// slash; `typed` is empty for a file in the current folder.
class SourcePaths {
 public:
  explicit SourcePaths(const std::string& file);

  const std::string& typed() const { return typed_; }
  const std::string& absolute() const { return absolute_; }

  /// The compiler's option that makes places in the compiled model read as the user typed them.
  std::string prefix_map() const;
  /// A compiler's output with the paths as the user typed them.
  std::string as_typed(std::string text) const;
  /// Names the file relative to the model's folder, or by its last part if it lies elsewhere, so
  /// that the text of a bundle does not depend on where it is made.
  SourceLocation relative(const SourceLocation& where) const;
  void make_relative(ir::GraphModule& module) const;

 private:
  std::string typed_;
  std::string absolute_;
};

}  // namespace weft::cli
