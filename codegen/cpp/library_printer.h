/// \file Prints calls of the support library: sorting, scans, scattering.
#pragma once

#include <string>

#include <weft/codegen/cpp/statement_printer.h>

namespace weft::codegen::cpp {

struct PrintedLibraryCall {
  std::string text;
  ir::IntExpr count = 1;          ///< independent parts
  ir::IntExpr scratch_bytes = 0;  ///< of one worker
};

PrintedLibraryCall print_library_call(const LibraryCall& call, KernelScope& scope);

}  // namespace weft::codegen::cpp
