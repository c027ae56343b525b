/// \file Finds the model class that the user named, and its `forward`.
#pragma once

#include <weft/frontend/source/source_model.h>

namespace clang {
class CXXMethodDecl;
class CXXRecordDecl;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace weft::source {

class UserFiles;

/// The class that was asked for.
struct ChosenModel {
  clang::CXXRecordDecl* record = nullptr;
  clang::CXXMethodDecl* forward = nullptr;
};

/// Fills `model`, `models` and `forward` of `result` and returns them as Clang has them. `asked` is
/// the class or its holder by plain or qualified name, an alias of it, or empty if the file has
/// just one.
/// \error W61xx if there is no such model, it cannot be default-constructed, or `forward` cannot
///        be called.
ChosenModel find_model(clang::Sema& sema, const UserFiles& user_files, const std::string& asked,
                       SourceModel& result);

/// The function with its body. A template that nothing in the file has instantiated yet is
/// instantiated. Null if there is no body.
const clang::FunctionDecl* definition_of(clang::Sema& sema, clang::FunctionDecl* function);

}  // namespace weft::source
