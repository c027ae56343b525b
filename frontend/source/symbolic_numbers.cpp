#include <weft/frontend/source/symbolic_numbers.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

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

bool is_symbolic_float(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record) return false;
  const std::string name = qualified_name(record);
  return is_library_name(name, "SymFloat") || is_library_name(name, "FloatItem");
}

/// `item` of Tensor and `to` and the like of Scalar.
bool is_read_of_element(const clang::CXXMethodDecl* method) {
  if (!method || !method->getIdentifier()) return false;
  const llvm::StringRef name = method->getName();
  const std::string owner = qualified_name(method->getParent());
  if (name == "item") return is_library_name(owner, "Tensor");
  return is_library_name(owner, "Scalar") &&
         (name == "to" || name == "toFloat" || name == "toDouble" || name == "toLong");
}

/// A function of the standard library that is there for symbolic numbers too.
bool takes_symbolic_numbers(const clang::FunctionDecl* function) {
  if (!function->getIdentifier() || !function->isInStdNamespace()) {
    return false;
  }
  static const std::set<llvm::StringRef> names = {"min", "max",  "sqrt",  "exp",  "log", "log2",
                                                  "pow", "ceil", "floor", "fabs", "abs"};
  return names.count(function->getName()) != 0;
}

class SymbolicNumberFinder {
 public:
  SymbolicNumberFinder(clang::ASTContext& context, const UserFiles& user_files)
      : context_(context), manager_(context.getSourceManager()), user_files_(user_files) {}

  std::vector<SymbolicNumber> run() {
    // A call may stand before the function that makes its result symbolic.
    std::size_t before = 0;
    do {
      before = places_.size() + lifted_.size();
      walk(context_.getTranslationUnitDecl());
    } while (places_.size() + lifted_.size() != before);
    std::vector<SymbolicNumber> result;
    for (const auto& [key, place] : places_) result.push_back(place);
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
        if (variable && variable->getInit() && fits(variable->getType(), variable->getInit())) {
          lift_variable(variable);
        }
      }
    } else if (const auto* assignment = dyn_cast<clang::BinaryOperator>(node);
               assignment && assignment->isAssignmentOp()) {
      const auto* target = dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
      const auto* variable = target ? dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
      if (variable && fits(variable->getType(), assignment->getRHS())) lift_variable(variable);
    } else if (const auto* cast = dyn_cast<clang::ExplicitCastExpr>(node)) {
      lift_cast(cast);
    } else if (const auto* call = dyn_cast<clang::CallExpr>(node)) {
      keep_variadic_arguments(call);
      if (const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call)) lift_read(member);
      lift_parameters(call);
    } else if (const auto* result = dyn_cast<clang::ReturnStmt>(node)) {
      if (function_ && result->getRetValue() &&
          fits(function_->getReturnType(), result->getRetValue())) {
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

  /// True if the number is computed from a size or an element, or is one that has been lifted. An
  /// integer that is made of a float is a number.
  bool is_symbolic(const clang::Expr* expression) const {
    const clang::QualType type = expression->getType().getNonReferenceType();
    if (is_symbolic_integer(type) || is_symbolic_float(type)) return true;
    if (!type->isIntegerType() && !is_plain_float(type)) return false;
    expression = core_of(expression);
    if (is_symbolic_integer(expression->getType()) || is_symbolic_float(expression->getType())) {
      return true;
    }
    if (const auto* cast = dyn_cast<clang::CastExpr>(expression)) return is_symbolic_cast(cast);
    if (const auto* call = dyn_cast<clang::CXXMemberCallExpr>(expression)) {
      if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl())) {
        const clang::QualType object = call->getImplicitObjectArgument()->getType();
        if (is_symbolic_integer(object)) return true;
        if (is_symbolic_float(object)) return is_plain_float(type);
      }
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(expression)) {
      if (reads_.count(call) != 0) return true;
      const clang::FunctionDecl* callee = call->getDirectCallee();
      if (!callee) return false;
      if (takes_symbolic_numbers(callee)) {
        return std::any_of(call->arg_begin(), call->arg_end(),
                           [&](const clang::Expr* argument) { return is_symbolic(argument); });
      }
      return lifted_.count(callee->getCanonicalDecl()) != 0;
    }
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(expression)) {
      return lifted_.count(name->getDecl()->getCanonicalDecl()) != 0;
    }
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression)) {
      return (binary->isAdditiveOp() || binary->isMultiplicativeOp()) &&
             (is_symbolic(binary->getLHS()) || is_symbolic(binary->getRHS()));
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression)) {
      return unary->isArithmeticOp() && is_symbolic(unary->getSubExpr());
    }
    if (const auto* list = dyn_cast<clang::InitListExpr>(expression)) {
      return list->getNumInits() == 1 && is_symbolic(list->getInit(0));
    }
    return false;
  }

  /// True if the value stays symbolic in a variable of the type.
  bool fits(clang::QualType type, const clang::Expr* value) const {
    if (!is_symbolic(value)) return false;
    if (is_plain_float(type.getNonReferenceType())) return true;
    const clang::QualType from = core_of(value)->getType().getNonReferenceType();
    return !is_plain_float(from) && !is_symbolic_float(from);
  }

  bool is_symbolic_cast(const clang::CastExpr* cast) const {
    const clang::QualType to = cast->getType();
    const clang::QualType from = cast->getSubExpr()->getType().getNonReferenceType();
    if (!is_plain_float(to)) {
      if (is_plain_float(from) || is_symbolic_float(from)) return false;
      if (llvm::isa<clang::ExplicitCastExpr>(cast) && !context_.hasSameType(to, context_.LongTy) &&
          !context_.hasSameType(to, context_.LongLongTy)) {
        return false;  // the user wants a number of another type
      }
    }
    return is_symbolic(cast->getSubExpr());
  }

  bool is_plain_float(clang::QualType type) const {
    return context_.hasSameUnqualifiedType(type, context_.FloatTy) ||
           context_.hasSameUnqualifiedType(type, context_.DoubleTy);
  }

  /// The type to which the user converts a symbolic number.
  void lift_cast(const clang::ExplicitCastExpr* cast) {
    if (!is_plain_float(cast->getType()) || !is_symbolic(cast->getSubExpr())) return;
    if (const clang::TypeSourceInfo* type = cast->getTypeInfoAsWritten()) {
      add_place(type->getTypeLoc(), cast->getBeginLoc());
    }
  }

  /// What goes through `...` has to be a number.
  void keep_variadic_arguments(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !callee->isVariadic()) return;
    for (unsigned i = callee->getNumParams(); i < call->getNumArgs(); ++i) {
      const clang::Expr* argument = call->getArg(i)->IgnoreParenCasts();
      if (const auto* read = dyn_cast<clang::CallExpr>(core_of(argument))) numbers_.insert(read);
    }
  }

  /// The type as which the user reads an element.
  void lift_read(const clang::CXXMemberCallExpr* call) {
    const auto* callee = dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
    if (!callee || !is_read_of_element(call->getMethodDecl()) || numbers_.count(call)) return;
    bool is_lifted = false;
    if (callee->getNumTemplateArgs() == 1) {
      const clang::TemplateArgumentLoc& type = callee->getTemplateArgs()[0];
      is_lifted = type.getArgument().getKind() == clang::TemplateArgument::Type &&
                  add_place(type.getTypeSourceInfo()->getTypeLoc(), callee->getMemberLoc());
    } else {
      const llvm::StringRef name = call->getMethodDecl()->getName();
      if (name != "toLong" && name != "toFloat" && name != "toDouble") return;
      is_lifted = add_place(callee->getMemberLoc(), name.str(), callee->getMemberLoc(),
                            name == "toLong"    ? NumberKind::kToLong
                            : name == "toFloat" ? NumberKind::kToFloat
                                                : NumberKind::kToDouble);
    }
    if (!is_lifted) return;
    reads_.insert(call);
    last_place_->is_read = true;
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
      if (!fits(callee->getParamDecl(i)->getType(), call->getArg(i))) continue;
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
      if (!user_files_.contains(one)) return false;
    }
    const auto named = function->getDeclContext()->lookup(function->getDeclName());
    return named.isSingleResult();
  }

  void lift(const clang::ValueDecl* decl, const clang::TypeSourceInfo* type) {
    if (!type || lifted_.count(decl->getCanonicalDecl())) return;
    // `auto` becomes what the value is.
    const bool follows =
        !type->getTypeLoc().getUnqualifiedLoc().getAs<clang::AutoTypeLoc>().isNull();
    if (follows || add_place(type->getTypeLoc(), decl->getLocation())) {
      lifted_.insert(decl->getCanonicalDecl());
    }
  }

  /// Notes the `int64_t`, `float` or `double` of a type; false if it is another type.
  bool add_place(clang::TypeLoc type, clang::SourceLocation declared) {
    type = type.getUnqualifiedLoc();
    const clang::SourceRange range = type.getSourceRange();
    if (range.getEnd().isMacroID()) return false;
    const std::string text = text_of(context_, range);
    NumberKind number = NumberKind::kInt64;
    if (text == "float" || text == "double") {
      number = text == "float" ? NumberKind::kFloat : NumberKind::kDouble;
    } else if (!type.getType()->isIntegerType() ||
               (text != "int64_t" && text != "std::int64_t" && text != "::std::int64_t" &&
                text != "::int64_t")) {
      return false;
    }
    return add_place(range.getBegin(), text, declared, number);
  }

  /// Notes a name in a file of the user's; false elsewhere.
  bool add_place(clang::SourceLocation begin, const std::string& text,
                 clang::SourceLocation declared, NumberKind kind) {
    if (begin.isMacroID() || declared.isMacroID() || !user_files_.contains(begin)) return false;
    const auto file = manager_.getFileEntryRefForID(manager_.getFileID(begin));
    if (!file) return false;
    const unsigned offset = manager_.getFileOffset(begin);
    std::string name = file->getName().str();
    const Key key{name, offset};
    const SymbolicNumber place{std::move(name), offset, text.size(),
                               location_of(manager_, declared), kind};
    last_place_ = &places_.emplace(key, place).first->second;
    return true;
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  const UserFiles& user_files_;
  const clang::FunctionDecl* function_ = nullptr;
  std::set<const clang::Decl*> lifted_;
  std::set<const clang::CallExpr*> reads_;
  std::set<const clang::CallExpr*> numbers_;
  using Key = std::pair<std::string, unsigned>;  // the file and the place in it
  std::map<Key, SymbolicNumber> places_;
  SymbolicNumber* last_place_ = nullptr;
};

}  // namespace

void find_symbolic_numbers(clang::Sema& sema, const UserFiles& user_files, SourceModel& result) {
  result.symbolic_numbers = SymbolicNumberFinder(sema.getASTContext(), user_files).run();
}

}  // namespace weft::source
