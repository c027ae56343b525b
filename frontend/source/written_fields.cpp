#include <weft/frontend/source/written_fields.h>

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <weft/frontend/source/ast_facts.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

/// True if what is bound to the type can be written through it.
bool gives_access(clang::QualType type) {
  return (type->isLValueReferenceType() || type->isPointerType()) &&
         !type->getPointeeType().isConstQualified();
}

class WrittenFieldFinder {
 public:
  explicit WrittenFieldFinder(const UserFiles& user_files) : user_files_(user_files) {}

  void walk(const clang::DeclContext* scope) {
    for (const clang::Decl* decl : scope->noload_decls()) {
      const bool is_space = llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(decl);
      if (!is_space && !user_files_.contains(decl)) continue;
      if (const auto* pattern = dyn_cast<clang::ClassTemplateDecl>(decl)) {
        for (const auto* special : pattern->specializations()) walk(special);
      } else if (const auto* pattern = dyn_cast<clang::FunctionTemplateDecl>(decl)) {
        for (const auto* special : pattern->specializations()) walk_function(special);
      } else if (const auto* function = dyn_cast<clang::FunctionDecl>(decl)) {
        walk_function(function);
      } else if (const auto* inner = dyn_cast<clang::DeclContext>(decl)) {
        walk(inner);
      }
    }
  }

  std::set<const clang::FieldDecl*> take() { return std::move(written_); }

 private:
  void walk_function(const clang::FunctionDecl* function) {
    if (llvm::isa<clang::CXXConstructorDecl>(function)) return;
    if (function->doesThisDeclarationHaveABody()) walk(function->getBody(), false);
  }

  void walk(const clang::Stmt* node, bool is_written) {
    if (!node) return;
    if (const auto* member = dyn_cast<clang::MemberExpr>(node)) {
      if (const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl())) {
        if (is_written) written_.insert(field->getCanonicalDecl());
        // What a pointer or a holder points to is not part of the field.
        return walk(member->getBase(), is_written && !member->isArrow());
      }
    } else if (const auto* call = dyn_cast<clang::CallExpr>(node)) {
      return walk_call(call);
    } else if (const auto* made = dyn_cast<clang::CXXConstructExpr>(node)) {
      return walk_arguments(made->getConstructor(), {made->getArgs(), made->getNumArgs()});
    } else if (const auto* binary = dyn_cast<clang::BinaryOperator>(node)) {
      walk(binary->getLHS(), binary->isAssignmentOp());
      return walk(binary->getRHS(), false);
    } else if (const auto* unary = dyn_cast<clang::UnaryOperator>(node)) {
      return walk(unary->getSubExpr(),
                  unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf);
    } else if (const auto* declarations = dyn_cast<clang::DeclStmt>(node)) {
      for (const clang::Decl* decl : declarations->decls()) {
        const auto* variable = dyn_cast<clang::VarDecl>(decl);
        if (variable) walk(variable->getInit(), gives_access(variable->getType()));
      }
      return;
    } else if (const auto* result = dyn_cast<clang::ReturnStmt>(node)) {
      const clang::Expr* value = result->getRetValue();
      return walk(value, value && value->isLValue());
    }
    const bool passes_on =
        llvm::isa<clang::ParenExpr, clang::CastExpr, clang::ArraySubscriptExpr,
                  clang::ConditionalOperator, clang::MaterializeTemporaryExpr>(node) &&
        !is_load(node);
    for (const clang::Stmt* child : node->children()) walk(child, is_written && passes_on);
  }

  static bool is_load(const clang::Stmt* node) {
    const auto* cast = dyn_cast<clang::CastExpr>(node);
    return cast && cast->getCastKind() == clang::CK_LValueToRValue;
  }

  void walk_call(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    std::vector<const clang::Expr*> arguments(call->arg_begin(), call->arg_end());
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call)) {
      walk(member->getImplicitObjectArgument(), method && changes(method));
    } else if (llvm::isa<clang::CXXOperatorCallExpr>(call) && method && !arguments.empty()) {
      walk(arguments.front(), changes(method));
      arguments.erase(arguments.begin());
    } else {
      walk(call->getCallee(), false);
    }
    walk_arguments(callee, arguments);
  }

  /// The methods of modules and their holders read what they are called on; registering, training
  /// and the like is no business of forward.
  static bool changes(const clang::CXXMethodDecl* method) {
    if (method->isConst() || method->isStatic()) return false;
    const bool assigns = method->getOverloadedOperator() == clang::OO_Equal;
    return assigns || !(held_module(method->getParent()) ||
                        derives_from_library(method->getParent(), "nn::Module"));
  }

  void walk_arguments(const clang::FunctionDecl* callee,
                      llvm::ArrayRef<const clang::Expr*> arguments) {
    for (unsigned i = 0; i < arguments.size(); ++i) {
      const bool known = callee && i < callee->getNumParams();
      walk(arguments[i],
           known ? gives_access(callee->getParamDecl(i)->getType()) : arguments[i]->isLValue());
    }
  }

  const UserFiles& user_files_;
  std::set<const clang::FieldDecl*> written_;
};

}  // namespace

std::set<const clang::FieldDecl*> find_written_fields(const clang::ASTContext& context,
                                                      const UserFiles& user_files) {
  WrittenFieldFinder finder(user_files);
  finder.walk(context.getTranslationUnitDecl());
  return finder.take();
}

}  // namespace weft::source
