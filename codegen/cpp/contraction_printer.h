/// \file Prints kernels that are a matrix product or a convolution with its epilogue.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <weft/codegen/cpp/statement_printer.h>
#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen::cpp {

/// A contraction inside loops that hold nothing else; their iterations are independent.
struct ContractionNest {
  std::vector<const Loop*> loops;
  const Matmul* matmul = nullptr;
  const Convolution* convolution = nullptr;
};

/// The nest that a kernel is; nothing for other kernels.
std::optional<ContractionNest> find_contraction(const Kernel& kernel);

struct PrintedContraction {
  std::string text;
  std::string count;          ///< tiles of all iterations, may use `lanes`, `threads` and extents
  std::string scratch_bytes;  ///< expression that may use extents
};

PrintedContraction print_contraction(const ContractionNest& nest, KernelScope& scope);

}  // namespace weft::codegen::cpp
