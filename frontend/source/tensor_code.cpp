#include <weft/frontend/source/tensor_code.h>

#include <algorithm>
#include <utility>

#include <clang/AST/StmtCXX.h>

#include <fmt/format.h>

#include <weft/frontend/source/library_effects.h>
#include <weft/frontend/source/model_finder.h>
#include <weft/frontend/source/owned_modules.h>
#include <weft/frontend/source/read_kinds.h>
#include <weft/frontend/source/written_fields.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

/// Modules, holders of them, and containers and pointers of those.
bool is_module_type(clang::QualType type, int depth = 0) {
  if (type->isReferenceType() || type->isPointerType()) type = type->getPointeeType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || depth > 4) return false;
  if (held_module(record) || derives_from_library(record, "nn::Module")) return true;
  const std::string name = qualified_name(record);
  if (is_library_name(name, "nn::AnyModule")) return true;
  const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!special || !is_standard_value(record)) return false;
  // The last type that is no allocator or the like: a map's value, a vector's element.
  const auto& arguments = special->getTemplateArgs();
  const unsigned index = name == "std::map" || name == "std::unordered_map" ? 1 : 0;
  return arguments.size() > index && arguments[index].getKind() == clang::TemplateArgument::Type &&
         is_module_type(arguments[index].getAsType(), depth + 1);
}

/// The local variable that a place is, without anything around it.
const clang::ValueDecl* variable_of(const clang::Expr* place) {
  const auto* name = dyn_cast<clang::DeclRefExpr>(place->IgnoreParenImpCasts());
  return name ? name->getDecl() : nullptr;
}

bool is_this(const clang::Expr* object) {
  return llvm::isa<clang::CXXThisExpr>(object->IgnoreParenImpCasts());
}

std::string named(const clang::NamedDecl* decl) { return "`" + decl->getNameAsString() + "`"; }

}  // namespace

/// One walk over one statement, or over the body of one function.
class TensorCode::Check {
 public:
  /// Without a function, the code is a part of a function's body.
  Check(TensorCode& code, TensorCodeUse& use, const clang::FunctionDecl* whole)
      : code_(code), use_(use), whole_(whole) {}

  std::optional<Obstacle> run(const clang::Stmt* node) {
    statement(node);
    return std::move(obstacle_);
  }

 private:
  void refuse(clang::SourceLocation where, std::string reason) {
    if (!obstacle_) obstacle_ = Obstacle{where, std::move(reason)};
  }
  void refuse(const clang::Stmt* node, std::string reason) {
    refuse(node->getBeginLoc(), std::move(reason));
  }

  void children(const clang::Stmt* node) {
    for (const clang::Stmt* child : node->children()) statement(child);
  }

  void statement(const clang::Stmt* node) {
    if (!node || obstacle_) return;
    if (const auto* expression = dyn_cast<clang::Expr>(node)) return check(expression);
    using namespace clang;
    if (llvm::isa<CompoundStmt, NullStmt, AttributedStmt>(node)) return children(node);
    if (const auto* declarations = dyn_cast<DeclStmt>(node)) {
      for (const Decl* decl : declarations->decls()) declare(node, decl);
      return;
    }
    if (const auto* result = dyn_cast<ReturnStmt>(node)) {
      if (!whole_) return refuse(node, "returns");
      return statement(result->getRetValue());
    }
    if (const auto* one = dyn_cast<IfStmt>(node)) {
      if (!one->isConstexpr()) decide(one->getCond());
      return children(node);
    }
    if (const auto* one = dyn_cast<CXXForRangeStmt>(node)) {
      // What is called behind the scenes is the library's, unless the range is the user's.
      const CXXRecordDecl* range = one->getRangeInit()->getType()->getAsCXXRecordDecl();
      if (range && code_.user_files_.contains(range) &&
          !is_module_type(one->getRangeInit()->getType())) {
        return refuse(node, "goes over a range of the user's");
      }
      statement(one->getInit());
      statement(one->getRangeInit());
      declare_variable(one->getLoopVariable());
      return loop(one->getBody());
    }
    if (llvm::isa<WhileStmt, DoStmt, ForStmt>(node)) {
      const Expr* condition = nullptr;
      if (const auto* one = dyn_cast<WhileStmt>(node)) condition = one->getCond();
      if (const auto* one = dyn_cast<DoStmt>(node)) condition = one->getCond();
      if (const auto* one = dyn_cast<ForStmt>(node)) condition = one->getCond();
      decide(condition);
      ++loops_;
      children(node);
      --loops_;
      return;
    }
    if (const auto* one = dyn_cast<SwitchStmt>(node)) {
      decide(one->getCond());
      ++switches_;
      children(node);
      --switches_;
      return;
    }
    if (llvm::isa<SwitchCase>(node)) {
      if (switches_ == 0) return refuse(node, "is a label of a switch around it");
      return children(node);
    }
    if (llvm::isa<BreakStmt>(node)) {
      if (loops_ + switches_ == 0) refuse(node, "leaves a loop");
      return;
    }
    if (llvm::isa<ContinueStmt>(node)) {
      if (loops_ == 0) refuse(node, "goes on with a loop");
      return;
    }
    refuse(node, llvm::isa<CXXTryStmt>(node) ? "catches exceptions" : "jumps");
  }

  void loop(const clang::Stmt* body) {
    ++loops_;
    statement(body);
    --loops_;
  }

  void decide(const clang::Expr* condition) {
    if (condition && code_.depends_on_data(condition)) {
      refuse(condition, "decides on tensor data");
    }
  }

  void declare(const clang::Stmt* statement_node, const clang::Decl* decl) {
    if (llvm::isa<clang::TypedefNameDecl, clang::UsingDecl, clang::StaticAssertDecl,
                  clang::UsingDirectiveDecl, clang::NamespaceAliasDecl, clang::EmptyDecl>(decl)) {
      return;
    }
    const auto* variable = dyn_cast<clang::VarDecl>(decl);
    if (!variable) return refuse(statement_node, "declares a class");
    declare_variable(variable);
  }

  void declare_variable(const clang::VarDecl* variable) {
    if (variable->isStaticLocal() && !variable->isConstexpr()) {
      return refuse(variable->getLocation(), named(variable) + " is static");
    }
    const clang::CXXRecordDecl* record =
        variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (record && record->hasDefinition() && !variable->getType()->isReferenceType()) {
      const clang::CXXDestructorDecl* destructor = record->getDestructor();
      if (code_.user_files_.contains(record) && destructor && destructor->isUserProvided()) {
        return refuse(variable->getLocation(), named(variable) + " has a destructor");
      }
    }
    statement(variable->getInit());
    use_.declared.insert(canonical(variable));
    if (const auto* parts = dyn_cast<clang::DecompositionDecl>(variable)) {
      for (const clang::BindingDecl* part : parts->bindings()) {
        use_.declared.insert(canonical(part));
      }
    }
  }

  static const clang::ValueDecl* canonical(const clang::ValueDecl* decl) {
    return llvm::cast<clang::ValueDecl>(decl->getCanonicalDecl());
  }

  bool is_own(const clang::ValueDecl* decl) const { return use_.declared.count(canonical(decl)); }

  // --- expressions ---

  void check(const clang::Expr* node) {
    using namespace clang;
    if (llvm::isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, IntegerLiteral, FloatingLiteral,
                  CXXBoolLiteralExpr, clang::StringLiteral, CharacterLiteral, CXXNullPtrLiteralExpr,
                  SourceLocExpr, CXXScalarValueInitExpr, ImplicitValueInitExpr, TypeTraitExpr,
                  SizeOfPackExpr, PredefinedExpr>(node)) {
      return;
    }
    if (llvm::isa<CXXThisExpr>(node)) {
      use_.uses_this = true;
      return;
    }
    if (const auto* name = dyn_cast<DeclRefExpr>(node)) return check_name(name);
    if (const auto* member = dyn_cast<MemberExpr>(node)) return check_member(member);
    if (const auto* call = dyn_cast<CallExpr>(node)) return check_call(call);
    if (const auto* made = dyn_cast<CXXConstructExpr>(node)) {
      check_function(made->getConstructor(), made->getLocation(), false);
      return children(node);
    }
    if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(node)) {
      if (code_.user_files_.contains(argument->getParam())) check(argument->getExpr());
      return;
    }
    if (const auto* field = dyn_cast<CXXDefaultInitExpr>(node)) return check(field->getExpr());
    if (const auto* choice = dyn_cast<AbstractConditionalOperator>(node)) {
      decide(choice->getCond());
      return children(node);
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(node)) {
      if (binary->isLogicalOp()) decide(binary->getLHS());
      if (binary->isAssignmentOp()) {
        assign(binary->getLHS());
        if (!variable_of(binary->getLHS())) statement(binary->getLHS());
        return statement(binary->getRHS());
      }
      return children(node);
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(node)) {
      if (unary->isIncrementDecrementOp()) return assign(unary->getSubExpr());
      if (unary->getOpcode() == UO_Deref && is_this(unary->getSubExpr())) return children(node);
      if (unary->getOpcode() == UO_Deref && !is_module_type(unary->getType())) {
        return refuse(node, "reads through a pointer");
      }
      if (unary->getOpcode() == UO_AddrOf) return refuse(node, "takes an address");
      return children(node);
    }
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(node)) {
      if (llvm::isa<CXXReinterpretCastExpr, CXXConstCastExpr>(cast)) {
        return refuse(node, "casts away what a type says");
      }
      return children(node);
    }
    if (llvm::isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
                  InitListExpr, CXXStdInitializerListExpr, ArraySubscriptExpr,
                  SubstNonTypeTemplateParmExpr, CXXRewrittenBinaryOperator, ArrayInitLoopExpr,
                  OpaqueValueExpr, ArrayInitIndexExpr>(node)) {
      return children(node);
    }
    refuse(node, llvm::isa<LambdaExpr>(node) ? "is a lambda" : "is not understood");
  }

  void check_name(const clang::DeclRefExpr* name) {
    const clang::ValueDecl* decl = name->getDecl();
    if (llvm::isa<clang::EnumConstantDecl>(decl)) return;
    if (llvm::isa<clang::FunctionDecl>(decl)) {
      return refuse(name, "passes the function " + named(decl));
    }
    if (is_own(decl)) return;
    if (llvm::isa<clang::BindingDecl>(decl)) {
      if (whole_) refuse(name, named(decl) + " belongs to a function around it");
      return;
    }
    const auto* variable = dyn_cast<clang::VarDecl>(decl);
    if (!variable) return refuse(name, named(decl) + " is not understood");
    if (!variable->hasLocalStorage()) {
      const bool is_constant = variable->isConstexpr() || (variable->getType().isConstQualified() &&
                                                           variable->getType()->isArithmeticType());
      if (!is_constant) refuse(name, "uses the variable " + named(decl));
      return;
    }
    if (whole_) {
      if (variable->getDeclContext() != whole_) {
        refuse(name, named(decl) + " belongs to a function around it");
      }
      return;
    }
    if (variable->getType()->isReferenceType() && !llvm::isa<clang::ParmVarDecl>(variable)) {
      const clang::Expr* init = variable->getInit();
      const bool keeps_alive =
          init && llvm::isa<clang::MaterializeTemporaryExpr>(init->IgnoreParenImpCasts());
      if (!keeps_alive) refuse(name, named(decl) + " is a reference");
    }
  }

  void check_member(const clang::MemberExpr* member) {
    const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field) {
      if (const auto* variable = dyn_cast<clang::VarDecl>(member->getMemberDecl())) {
        const bool is_constant =
            variable->isConstexpr() ||
            (variable->getType().isConstQualified() && variable->getType()->isArithmeticType());
        if (!is_constant) refuse(member, "uses the variable " + named(variable));
        return;
      }
      return statement(member->getBase());
    }
    statement(member->getBase());
    if (is_module_type(field->getType()) || !code_.user_files_.contains(field)) return;
    field = field->getCanonicalDecl();
    if (is_this(member->getBase())) {
      use_.fields.insert(field);
    } else if (!is_own_object(member->getBase()) && code_.written_fields_.count(field)) {
      refuse(member, "reads the member " + named(field) + ", which changes");
    }
  }

  /// A local variable, whose fields are part of its value.
  bool is_own_object(const clang::Expr* object) const {
    const clang::ValueDecl* variable = variable_of(object);
    return variable && !variable->getType()->isReferenceType() &&
           !variable->getType()->isPointerType();
  }

  /// Notes an assignment to a local variable; anything else that is assigned is not tensor code.
  void assign(const clang::Expr* place) {
    const clang::ValueDecl* variable = variable_of(place);
    if (!variable) {
      // An element of an array that is its own.
      if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(place->IgnoreParenImpCasts())) {
        const clang::ValueDecl* array = variable_of(element->getBase());
        if (array && is_own(array)) return;
      }
      const auto* member = dyn_cast<clang::MemberExpr>(place->IgnoreParenImpCasts());
      return refuse(place, member ? "writes the member " + named(member->getMemberDecl())
                                  : "writes something that is no local variable");
    }
    const auto* local = dyn_cast<clang::VarDecl>(variable);
    const bool fits = local && local->hasLocalStorage() && !local->getType()->isReferenceType() &&
                      (!whole_ || local->getDeclContext() == whole_);
    if (!fits) return refuse(place, "writes " + named(variable) + ", which is no local variable");
    if (!is_own(variable)) use_.assigned.insert(canonical(variable));
  }

  // --- calls ---

  void check_call(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return refuse(call, "calls through a pointer");
    if (read_kind(call)) return refuse(call->getExprLoc(), "reads tensor data");
    if (!check_writes(call, callee)) return;
    const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call);
    const bool on_this = member && is_this(member->getImplicitObjectArgument());
    check_function(callee, call->getExprLoc(), on_this);
    if (member) {
      statement(member->getImplicitObjectArgument());
    }
    const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(call);
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      // The place of an assignment has been looked at.
      const bool is_place = i == 0 && operation && operation->isAssignmentOp() &&
                            variable_of(call->getArg(0)) != nullptr;
      if (!is_place) statement(call->getArg(i));
    }
  }

  /// What the call writes besides the memory of tensors.
  bool check_writes(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
    const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
    if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(call)) {
      if (!operation->isAssignmentOp() && operation->getOperator() != clang::OO_PlusPlus &&
          operation->getOperator() != clang::OO_MinusMinus) {
        return true;
      }
      const clang::Expr* place = call->getArg(0)->IgnoreParenImpCasts();
      if (variable_of(place)) {
        assign(place);
        return !obstacle_;
      }
      if (const auto* tie = dyn_cast<clang::CallExpr>(place)) {
        const clang::FunctionDecl* tied = tie->getDirectCallee();
        if (tied && plain_name(tied) == "tie" && tied->isInStdNamespace()) {
          for (const clang::Expr* one : tie->arguments()) assign(one);
          return !obstacle_;
        }
      }
      // Into the memory of a tensor: x[0] = y.
      if (place->isPRValue() || llvm::isa<clang::MaterializeTemporaryExpr>(place)) {
        if (is_tensor(place->getType())) return true;
      }
      assign(place);
      return !obstacle_;
    }
    const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call);
    if (!member || !method) return true;
    const clang::Expr* object = member->getImplicitObjectArgument();
    const clang::CXXRecordDecl* record = method->getParent();
    if (is_standard_value(record) && !only_reads(method)) {
      const clang::ValueDecl* variable = variable_of(object);
      if (variable && (is_own(variable) || is_local_of_whole(variable))) return true;
      refuse(call->getExprLoc(), "changes a container");
      return false;
    }
    const llvm::StringRef name = plain_name(method);
    const auto* field = dyn_cast<clang::MemberExpr>(object->IgnoreParenImpCasts());
    if (is_tensor(object->getType()) && name.ends_with("_") && field) {
      refuse(call->getExprLoc(), "writes the member " + named(field->getMemberDecl()));
      return false;
    }
    return true;
  }

  bool is_local_of_whole(const clang::ValueDecl* decl) const {
    const auto* variable = dyn_cast<clang::VarDecl>(decl);
    return whole_ && variable && variable->hasLocalStorage() &&
           variable->getDeclContext() == whole_ && !variable->getType()->isReferenceType();
  }

  void check_function(const clang::FunctionDecl* callee, clang::SourceLocation where,
                      bool on_this) {
    const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
    const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
    if (code_.user_files_.contains(pattern ? pattern : callee)) {
      if (callee->isImplicit() || callee->isDefaulted()) return;
      return check_summary(callee, where, on_this);
    }
    if (callee->isImplicit()) return;
    if (in_library(callee)) {
      if (has_library_effect(callee)) return refuse(where, "calls " + named(callee));
      return check_modules(method, where);
    }
    const clang::CXXRecordDecl* record = method ? method->getParent() : nullptr;
    if (record ? is_standard_value(record) || (method->isConst() && record->isInStdNamespace())
               : is_pure_standard_function(callee)) {
      return;
    }
    refuse(where, "calls " + named(callee));
  }

  /// What the library calls in turn: the forward of a held module.
  void check_modules(const clang::CXXMethodDecl* method, clang::SourceLocation where) {
    if (!method) return;
    if (const clang::CXXRecordDecl* held = module_called_by(method)) {
      for (clang::FunctionDecl* forward : methods_named(held, "forward")) {
        const clang::FunctionDecl* pattern = forward->getTemplateInstantiationPattern();
        if (code_.user_files_.contains(pattern ? pattern : forward)) {
          check_summary(forward, where, false);
        }
      }
    }
    if (!calls_unknown_modules(method)) return;
    if (!code_.owned_callbacks_) {
      code_.owned_callbacks_ = owned_callbacks(code_.sema_, code_.user_files_, code_.model_);
    }
    for (const clang::FunctionDecl* callback : *code_.owned_callbacks_) {
      // A model does not hold itself.
      const auto* forward = dyn_cast<clang::CXXMethodDecl>(callback);
      if (!forward || forward->getParent() != code_.model_) check_summary(callback, where, false);
    }
  }

  void check_summary(const clang::FunctionDecl* callee, clang::SourceLocation where, bool on_this) {
    std::vector<const clang::FunctionDecl*> all = {callee};
    if (const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
        method && method->isVirtual()) {
      const auto found = code_.code_.overriders.find(method->getCanonicalDecl());
      if (found != code_.code_.overriders.end()) {
        all.insert(all.end(), found->second.begin(), found->second.end());
      }
      if (method->isPureVirtual()) all.erase(all.begin());
    }
    for (const clang::FunctionDecl* one : all) {
      const Summary& summary = code_.summary_of(one);
      if (summary.obstacle) {
        return refuse(where,
                      fmt::format("calls {}, which {}", named(one), summary.obstacle->reason));
      }
      if (on_this) {
        use_.fields.insert(summary.fields.begin(), summary.fields.end());
        continue;
      }
      for (const clang::FieldDecl* field : summary.fields) {
        if (code_.written_fields_.count(field)) {
          refuse(where, fmt::format("calls {}, which reads the member {}, which changes",
                                    named(one), named(field)));
        }
      }
    }
  }

  TensorCode& code_;
  TensorCodeUse& use_;
  const clang::FunctionDecl* whole_;
  std::optional<Obstacle> obstacle_;
  int loops_ = 0;
  int switches_ = 0;
};

TensorCode::TensorCode(clang::Sema& sema, const UserFiles& user_files, clang::CXXRecordDecl* model,
                       const ReachedCode& code)
    : sema_(sema),
      user_files_(user_files),
      model_(model),
      code_(code),
      written_fields_(find_written_fields(sema.getASTContext(), user_files)) {}

std::optional<Obstacle> TensorCode::obstacle(const clang::Stmt* statement, TensorCodeUse& use) {
  TensorCodeUse tried = use;
  auto found = Check(*this, tried, nullptr).run(statement);
  if (!found) use = std::move(tried);
  return found;
}

std::optional<Obstacle> TensorCode::obstacle(const clang::FunctionDecl* function) {
  return summary_of(function).obstacle;
}

const TensorCode::Summary& TensorCode::summary_of(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* key = function->getCanonicalDecl();
  // Until it is known, for calls of the function in itself.
  const auto [entry, is_new] =
      summaries_.emplace(key, Summary{Obstacle{function->getLocation(), "calls itself"}, {}});
  if (!is_new) return entry->second;
  const clang::FunctionDecl* body =
      definition_of(sema_, const_cast<clang::FunctionDecl*>(function));
  if (!body || !body->getBody()) {
    return summaries_[key] = {Obstacle{function->getLocation(), "has no body in this file"}, {}};
  }
  TensorCodeUse use;
  std::optional<Obstacle> found;
  if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(body)) {
    for (const clang::CXXCtorInitializer* one : constructor->inits()) {
      if (!found) found = Check(*this, use, body).run(one->getInit());
    }
  }
  if (!found) found = Check(*this, use, body).run(body->getBody());
  return summaries_[key] = {std::move(found), std::move(use.fields)};
}

bool TensorCode::has_operator(const clang::Stmt* node) {
  if (!node || llvm::isa<clang::LambdaExpr>(node)) return false;
  if (const auto* call = dyn_cast<clang::CallExpr>(node)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee) {
      const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
      const bool is_forward =
          method && (module_called_by(method) || plain_name(method).starts_with("forward"));
      const bool gives_tensor = is_tensor(callee->getReturnType()) ||
                                (callee->getReturnType()->getAsCXXRecordDecl() &&
                                 callee->getReturnType()->getAsCXXRecordDecl()->isInStdNamespace());
      const bool computes =
          in_library(callee) ? !is_view_or_metadata(callee) : user_files_.contains(callee);
      if (is_forward || (gives_tensor && computes)) return true;
    }
  }
  for (const clang::Stmt* child : node->children()) {
    if (has_operator(child)) return true;
  }
  return false;
}

}  // namespace weft::source
