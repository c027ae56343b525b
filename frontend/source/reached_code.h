/// \file The code that forward may run, as Clang has it.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <map>
#include <vector>

#include <clang/AST/DeclCXX.h>

#include <weft/frontend/source/data_flow.h>

namespace weft::source {

/// What a virtual method of the user may run in its place, by canonical declaration.
using Overriders = std::map<const clang::CXXMethodDecl*, std::vector<clang::CXXMethodDecl*>>;

/// Everything in the user's files that forward may call, with its body, and what is read of
/// tensors in it.
struct ReachedCode {
  std::vector<const clang::FunctionDecl*> functions;  ///< definitions, forward first
  Overriders overriders;
  DataFlow flow;  ///< solved
};

}  // namespace weft::source
