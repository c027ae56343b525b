/// \file Tells tensor code, which a capture may run in place of the program, from host code.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Sema.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/reached_code.h>

namespace weft::source {

/// Why code has to run on the host.
struct Obstacle {
  clang::SourceLocation where;
  std::string reason;
};

/// What a piece of tensor code has to do with its surroundings.
struct TensorCodeUse {
  std::set<const clang::ValueDecl*> declared;  ///< variables that it declares
  std::set<const clang::ValueDecl*> assigned;  ///< local variables that it assigns
  std::set<const clang::FieldDecl*> fields;    ///< of `this`, besides modules
  bool uses_this = false;
};

/// Judges statements and expressions. Tensor code computes tensors and numbers with the library,
/// with the part of the standard library that is known to have no effects, and with functions of
/// the user's that are tensor code; it decides on configuration and shapes only, and writes nothing
/// but local variables and the memory of tensors. Whatever is not known to be so is host code.
class TensorCode {
 public:
  TensorCode(clang::Sema& sema, const UserFiles& user_files, clang::CXXRecordDecl* model,
             const ReachedCode& code);

  /// Why the statement is host code, or nothing; then `use` gains what it does. What `use` declares
  /// already counts as its own.
  std::optional<Obstacle> obstacle(const clang::Stmt* statement, TensorCodeUse& use);
  /// The same for a whole function of the user's.
  std::optional<Obstacle> obstacle(const clang::FunctionDecl* function);
  /// True if an operator computes something in it: views and metadata cost nothing.
  bool has_operator(const clang::Stmt* node);
  /// True if the user's code writes the field after its object is made.
  bool may_change(const clang::FieldDecl* field) const {
    return written_fields_.count(field->getCanonicalDecl()) != 0;
  }
  /// True if the value comes from tensor data.
  bool depends_on_data(const clang::Stmt* node) const { return !code_.flow.reads_of(node).empty(); }

 private:
  struct Summary {
    std::optional<Obstacle> obstacle;
    std::set<const clang::FieldDecl*> fields;
  };
  class Check;
  const Summary& summary_of(const clang::FunctionDecl* function);

  clang::Sema& sema_;
  const UserFiles& user_files_;
  clang::CXXRecordDecl* model_;
  const ReachedCode& code_;
  std::set<const clang::FieldDecl*> written_fields_;
  std::map<const clang::FunctionDecl*, Summary> summaries_;
  std::optional<std::vector<clang::FunctionDecl*>> owned_callbacks_;
};

}  // namespace weft::source
