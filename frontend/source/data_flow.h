/// \file Follows values read from tensors through the host's variables.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include <clang/AST/ExprCXX.h>

namespace weft::source {

/// Which reads of tensor data the value of an expression may come from. Variables, members and
/// function results each have one set, whatever the order of statements and whichever the object;
/// a tensor made with the help of a host value is a tensor again and carries nothing.
class DataFlow {
 public:
  /// `call` is read number `read`.
  void add_read(const clang::Expr* call, std::size_t read) { reads_[call] = read; }
  /// Takes from one node of `function`'s body (not from its children) what it assigns.
  void add(const clang::Stmt* node, const clang::FunctionDecl* function);
  void add_initializer(const clang::CXXCtorInitializer* initializer);
  /// The function's body has been added, so its result is known from its return statements.
  void add_body(const clang::FunctionDecl* function);
  /// Call once after everything has been added.
  void solve();

  std::set<std::size_t> reads_of(const clang::Stmt* node) const;

 private:
  struct Assignment {
    const clang::Decl* to;
    const clang::Stmt* from_node;  // or null
    const clang::Decl* from_decl;  // or null
  };

  void assign(const clang::Decl* to, const clang::Stmt* from) {
    assignments_.push_back({to, from, nullptr});
  }
  void assign_to_places(const clang::Expr* place, const clang::Stmt* from);
  void add_variable(const clang::VarDecl* variable);
  void add_call(const clang::CallExpr* call);
  void add_arguments(const clang::FunctionDecl* callee,
                     llvm::ArrayRef<const clang::Expr*> arguments);
  std::set<std::size_t> reads_of_call(const clang::CallExpr* call) const;
  const std::set<std::size_t>& reads_of_decl(const clang::Decl* decl) const;

  std::map<const clang::Stmt*, std::size_t> reads_;
  std::set<const clang::Decl*> bodies_;
  std::vector<Assignment> assignments_;
  std::map<const clang::Decl*, std::set<std::size_t>> values_;
};

}  // namespace weft::source
