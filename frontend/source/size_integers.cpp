#include <weft/frontend/source/size_integers.h>

#include <algorithm>
#include <map>
#include <set>

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Sema/Sema.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/source_model.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

/// Without parentheses and what stands for the life of temporaries: a SymInt has a destructor.
const clang::Expr* core_of(const clang::Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    if (const auto* full = dyn_cast<clang::FullExpr>(expression)) {
      expression = full->getSubExpr();
    } else if (const auto* made = dyn_cast<clang::MaterializeTemporaryExpr>(expression)) {
      expression = made->getSubExpr();
    } else if (const auto* bound = dyn_cast<clang::CXXBindTemporaryExpr>(expression)) {
      expression = bound->getSubExpr();
    } else {
      return expression;
    }
  }
}

bool is_symbolic_integer(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record) return false;
  const std::string name = qualified_name(record);
  return is_library_name(name, "SymInt") || is_library_name(name, "SizeItem");
}

class SizeIntegerFinder {
 public:
  SizeIntegerFinder(clang::ASTContext& context, const UserFiles& user_files)
      : context_(context), manager_(context.getSourceManager()), user_files_(user_files) {}

  std::vector<SizeInteger> run() {
    // A call may stand before the function that makes its result symbolic.
    std::size_t before = 0;
    do {
      before = lifted_.size();
      walk(context_.getTranslationUnitDecl());
    } while (lifted_.size() != before);
    std::vector<SizeInteger> result;
    for (const auto& [offset, place] : places_) result.push_back(place);
    return result;
  }

 private:
  // What a precompiled header declares is not the user's, and is not loaded for this.
  void walk(const clang::DeclContext* scope) {
    for (const clang::Decl* decl : scope->noload_decls()) {
      const bool is_space = llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(decl);
      if (!is_space && !user_files_.contains(decl)) continue;
      if (const auto* function = dyn_cast<clang::FunctionDecl>(decl)) {
        walk_function(function);
      } else if (const auto* inner = dyn_cast<clang::DeclContext>(decl)) {
        walk(inner);
      }
    }
  }

  void walk_function(const clang::FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody() || function->isDependentContext()) return;
    const clang::FunctionDecl* const outer = function_;
    function_ = function;
    walk(function->getBody());
    function_ = outer;
  }

  void walk(const clang::Stmt* node) {
    if (!node) return;
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(node)) {
      for (const clang::Decl* decl : declaration->decls()) {
        const auto* variable = dyn_cast<clang::VarDecl>(decl);
        if (variable && variable->getInit() && comes_from_size(variable->getInit())) {
          lift_variable(variable);
        }
      }
    } else if (const auto* assignment = dyn_cast<clang::BinaryOperator>(node);
               assignment && assignment->isAssignmentOp()) {
      const auto* target = dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
      const auto* variable = target ? dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
      if (variable && comes_from_size(assignment->getRHS())) lift_variable(variable);
    } else if (const auto* call = dyn_cast<clang::CallExpr>(node)) {
      lift_parameters(call);
    } else if (const auto* result = dyn_cast<clang::ReturnStmt>(node)) {
      if (function_ && result->getRetValue() && comes_from_size(result->getRetValue())) {
        lift_result(function_);
      }
    } else if (const auto* lambda = dyn_cast<clang::LambdaExpr>(node)) {
      // Its returns are not those of the function around it.
      const clang::FunctionDecl* const outer = function_;
      function_ = nullptr;
      walk(lambda->getBody());
      function_ = outer;
      return;
    }
    for (const clang::Stmt* child : node->children()) walk(child);
  }

  /// True if the integer is computed from a size, or is one that has been lifted.
  bool comes_from_size(const clang::Expr* expression) const {
    if (!expression->getType()->isIntegerType() && !is_symbolic_integer(expression->getType())) {
      return false;
    }
    expression = core_of(expression);
    if (is_symbolic_integer(expression->getType())) return true;
    if (const auto* cast = dyn_cast<clang::CastExpr>(expression)) {
      if (llvm::isa<clang::ExplicitCastExpr>(cast) &&
          !context_.hasSameType(cast->getType(), context_.LongTy) &&
          !context_.hasSameType(cast->getType(), context_.LongLongTy)) {
        return false;  // the user wants a number of another type
      }
      return comes_from_size(cast->getSubExpr());
    }
    if (const auto* call = dyn_cast<clang::CXXMemberCallExpr>(expression)) {
      if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl()) &&
          is_symbolic_integer(call->getImplicitObjectArgument()->getType())) {
        return true;
      }
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(expression)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      return callee && lifted_.count(callee->getCanonicalDecl()) != 0;
    }
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(expression)) {
      return lifted_.count(name->getDecl()->getCanonicalDecl()) != 0;
    }
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression)) {
      return (binary->isAdditiveOp() || binary->isMultiplicativeOp()) &&
             (comes_from_size(binary->getLHS()) || comes_from_size(binary->getRHS()));
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression)) {
      return unary->isArithmeticOp() && comes_from_size(unary->getSubExpr());
    }
    if (const auto* list = dyn_cast<clang::InitListExpr>(expression)) {
      return list->getNumInits() == 1 && comes_from_size(list->getInit(0));
    }
    return false;
  }

  void lift_variable(const clang::VarDecl* variable) {
    if (!variable->isLocalVarDecl() || variable->isStaticLocal() || variable->isConstexpr()) return;
    lift(variable, variable->getTypeSourceInfo());
  }

  void lift_parameters(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || llvm::isa<clang::CXXOperatorCallExpr>(call) || !may_change(callee)) return;
    const unsigned count = std::min(call->getNumArgs(), callee->getNumParams());
    for (unsigned i = 0; i < count; ++i) {
      if (!comes_from_size(call->getArg(i))) continue;
      for (const clang::FunctionDecl* one : callee->redecls()) {
        lift(one->getParamDecl(i), one->getParamDecl(i)->getTypeSourceInfo());
      }
    }
  }

  void lift_result(const clang::FunctionDecl* function) {
    if (!may_change(function) || lifted_.count(function->getCanonicalDecl())) return;
    for (const clang::FunctionDecl* one : function->redecls()) {
      const clang::FunctionTypeLoc type = one->getFunctionTypeLoc();
      if (type.isNull() || !add_place(type.getReturnLoc(), one->getLocation())) return;
    }
    lifted_.insert(function->getCanonicalDecl());
  }

  /// A function all of whose declarations and uses are known, and whose calls find no other one.
  bool may_change(const clang::FunctionDecl* function) const {
    if (function->isTemplateInstantiation() || function->isVariadic() || function->isMain()) {
      return false;
    }
    const auto* method = dyn_cast<clang::CXXMethodDecl>(function);
    if (method && (method->isVirtual() || method->getParent()->isLambda())) return false;
    if (!function->getIdentifier()) return false;
    for (const clang::FunctionDecl* one : function->redecls()) {
      if (!manager_.isInMainFile(one->getLocation())) return false;
    }
    const auto named = function->getDeclContext()->lookup(function->getDeclName());
    return named.isSingleResult();
  }

  void lift(const clang::ValueDecl* decl, const clang::TypeSourceInfo* type) {
    if (!type || lifted_.count(decl->getCanonicalDecl())) return;
    if (add_place(type->getTypeLoc(), decl->getLocation())) {
      lifted_.insert(decl->getCanonicalDecl());
    }
  }

  /// Notes the `int64_t` of a type; false if it is another type.
  bool add_place(clang::TypeLoc type, clang::SourceLocation declared) {
    type = type.getUnqualifiedLoc();
    const clang::SourceRange range = type.getSourceRange();
    if (range.getBegin().isMacroID() || range.getEnd().isMacroID() || declared.isMacroID() ||
        !manager_.isInMainFile(range.getBegin()) || !type.getType()->isIntegerType()) {
      return false;
    }
    const std::string text = text_of(context_, range);
    if (text != "int64_t" && text != "std::int64_t" && text != "::std::int64_t" &&
        text != "::int64_t") {
      return false;
    }
    const unsigned offset = manager_.getFileOffset(range.getBegin());
    places_.emplace(offset, SizeInteger{offset, text.size(), location_of(manager_, declared)});
    return true;
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  const UserFiles& user_files_;
  const clang::FunctionDecl* function_ = nullptr;
  std::set<const clang::Decl*> lifted_;
  std::map<unsigned, SizeInteger> places_;  // by offset
};

}  // namespace

void find_size_integers(clang::Sema& sema, const UserFiles& user_files, SourceModel& result) {
  result.size_integers = SizeIntegerFinder(sema.getASTContext(), user_files).run();
}

}  // namespace weft::source
