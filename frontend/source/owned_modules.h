/// \file Modules that the library calls on the user's behalf, without a call in the user's code.
#pragma once

#include <string_view>
#include <vector>

namespace clang {
class CXXMethodDecl;
class CXXRecordDecl;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace weft::source {

class UserFiles;

/// The module whose `forward` a call of a holder runs: X for ModuleHolder<X>::operator(), else
/// null.
const clang::CXXRecordDecl* module_called_by(const clang::CXXMethodDecl* method);

/// True for the methods of Sequential, AnyModule and Functional that run what was put into them.
bool calls_unknown_modules(const clang::CXXMethodDecl* method);

/// The methods of that name in the class, or in its nearest bases that have any, templates'
/// specialisations included.
std::vector<clang::FunctionDecl*> methods_named(const clang::CXXRecordDecl* record,
                                                std::string_view name);

/// operator() of a class.
std::vector<clang::FunctionDecl*> call_operators(const clang::CXXRecordDecl* record);

/// What a Sequential inside the model may run: `forward` of every module class of the user that the
/// constructors of the model build, and every function and lambda that they pass on.
std::vector<clang::FunctionDecl*> owned_callbacks(clang::Sema& sema, const UserFiles& user_files,
                                                  clang::CXXRecordDecl* model);

}  // namespace weft::source
