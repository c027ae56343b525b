/// \file Prints calls of operators whose C++ source the user gave.
#pragma once

#include <string>

#include <weft/codegen/cpp/statement_printer.h>

namespace weft::codegen::cpp {

struct PrintedCustomCall {
  std::string declaration;  ///< of the function that holds the user's source
  std::string definition;
  std::string call;  ///< lines of the kernel
};

/// The user's source becomes the body of the function `function`, which is compiled once, for the
/// baseline instruction set: it may use templates of the standard library, and one function must
/// not exist in versions for several instruction sets under one name.
PrintedCustomCall print_custom_call(const LibraryCall& call, KernelScope& scope,
                                    const std::string& function);

}  // namespace weft::codegen::cpp
