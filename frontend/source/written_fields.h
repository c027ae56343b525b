/// \file Which fields user code changes after its objects are made.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <set>

#include <clang/AST/DeclCXX.h>

namespace weft::source {

class UserFiles;

/// The fields of classes that a function in the user's files may write: one that is no constructor
/// assigns them, calls a method on them that is not const, or gives out a reference or pointer to
/// them that is not to const. The rest keeps what constructors made. What other files write is not
/// known.
std::set<const clang::FieldDecl*> find_written_fields(const clang::ASTContext& context,
                                                      const UserFiles& user_files);

}  // namespace weft::source
