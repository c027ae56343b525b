/// \file Prints a kernel of the loop IR as one C++ function.
#pragma once

#include <cstdint>
#include <string>

#include <weft/codegen/cpp/spelling.h>
#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen::cpp {

/// A kernel as C++ and what the caller of it has to know.
struct PrintedKernel {
  std::string function;  ///< name without the suffix of the instruction set
  std::string text;      ///< the definition
  /// How much work there is, as a C++ expression that may use `lanes`, `threads` and the names of
  /// the extents: a number, or the number of tiles of a plan.
  std::string count;
  std::int64_t grain = 1;     ///< least part of it that is worth a thread
  std::string scratch_bytes;  ///< expression that may use the names of the extents, "0" for none
  std::vector<BufferId> buffers;  ///< in the order of KernelPart::buffers
  std::string custom_function;    ///< the user's source that it calls, compiled once
  std::vector<std::string> custom_includes;
};

/// The C++ names of the program's extents, the same in the entry and in every kernel.
SymbolNames extent_names(const Program& program);

/// True if a text of C++ holds the identifier.
bool mentions(const std::string& text, const std::string& identifier);

/// `function` is a free identifier with the bundle's prefix.
/// \error W5010 for statements that have no C++ form yet
PrintedKernel print_kernel(const Program& program, const Kernel& kernel,
                           const std::string& function);

}  // namespace weft::codegen::cpp
