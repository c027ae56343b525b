#include <weft/frontend/source/data_flow.h>

#include <clang/AST/ExprConcepts.h>
#include <clang/AST/StmtCXX.h>

#include <weft/frontend/source/ast_facts.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

using Reads = std::set<std::size_t>;

/// The variables and members that an expression of a place stands for: `a[i].x` is the member x,
/// `std::tie(a, b)` is both.
void collect_places(const clang::Expr* place, std::vector<const clang::Decl*>& places) {
  place = place->IgnoreParenImpCasts();
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(place)) {
    places.push_back(name->getDecl()->getCanonicalDecl());
  } else if (const auto* member = dyn_cast<clang::MemberExpr>(place)) {
    places.push_back(member->getMemberDecl()->getCanonicalDecl());
  } else if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(place)) {
    collect_places(element->getBase(), places);
  } else if (const auto* unary = dyn_cast<clang::UnaryOperator>(place)) {
    collect_places(unary->getSubExpr(), places);
  } else if (const auto* call = dyn_cast<clang::CallExpr>(place)) {
    if (const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call)) {
      collect_places(member->getImplicitObjectArgument(), places);
    }
    for (const clang::Expr* argument : call->arguments()) collect_places(argument, places);
  } else if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(place)) {
    collect_places(temporary->getSubExpr(), places);
  } else if (const auto* conditional = dyn_cast<clang::AbstractConditionalOperator>(place)) {
    collect_places(conditional->getTrueExpr(), places);
    collect_places(conditional->getFalseExpr(), places);
  }
}

bool is_unevaluated(const clang::Stmt* node) {
  return llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr,
                   clang::RequiresExpr, clang::LambdaExpr>(node);
}

}  // namespace

void DataFlow::add(const clang::Stmt* node, const clang::FunctionDecl* function) {
  if (const auto* declarations = dyn_cast<clang::DeclStmt>(node)) {
    for (const clang::Decl* decl : declarations->decls()) {
      if (const auto* variable = dyn_cast<clang::VarDecl>(decl)) add_variable(variable);
    }
  } else if (const auto* binary = dyn_cast<clang::BinaryOperator>(node)) {
    if (binary->isAssignmentOp()) assign_to_places(binary->getLHS(), binary->getRHS());
  } else if (const auto* result = dyn_cast<clang::ReturnStmt>(node)) {
    if (result->getRetValue()) assign(function->getCanonicalDecl(), result->getRetValue());
  } else if (const auto* call = dyn_cast<clang::CallExpr>(node)) {
    add_call(call);
  } else if (const auto* construction = dyn_cast<clang::CXXConstructExpr>(node)) {
    add_arguments(construction->getConstructor(),
                  {construction->getArgs(), construction->getNumArgs()});
  } else if (const auto* lambda = dyn_cast<clang::LambdaExpr>(node)) {
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      if (!capture.capturesVariable()) continue;
      const auto* variable = dyn_cast<clang::VarDecl>(capture.getCapturedVar());
      if (variable && variable->isInitCapture()) add_variable(variable);
    }
  }
}

void DataFlow::add_initializer(const clang::CXXCtorInitializer* initializer) {
  if (initializer->isAnyMemberInitializer() && initializer->getInit()) {
    assign(initializer->getAnyMember()->getCanonicalDecl(), initializer->getInit());
  }
}

void DataFlow::add_body(const clang::FunctionDecl* function) {
  bodies_.insert(function->getCanonicalDecl());
}

void DataFlow::add_variable(const clang::VarDecl* variable) {
  const clang::Decl* decl = variable->getCanonicalDecl();
  if (const clang::Expr* init = variable->getInit()) {
    assign(decl, init);
    const clang::QualType type = variable->getType();
    if (type->isReferenceType() || type->isPointerType()) {
      // What is written through the alias arrives in the variable it stands for.
      std::vector<const clang::Decl*> places;
      collect_places(init, places);
      for (const clang::Decl* place : places) assignments_.push_back({place, nullptr, decl});
    }
  }
  if (const auto* parts = dyn_cast<clang::DecompositionDecl>(variable)) {
    for (const clang::BindingDecl* part : parts->bindings()) {
      assignments_.push_back({part->getCanonicalDecl(), nullptr, decl});
    }
  }
}

void DataFlow::assign_to_places(const clang::Expr* place, const clang::Stmt* from) {
  std::vector<const clang::Decl*> places;
  collect_places(place, places);
  for (const clang::Decl* decl : places) assign(decl, from);
}

void DataFlow::add_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee) return;
  std::vector<const clang::Expr*> arguments(call->arg_begin(), call->arg_end());
  if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    if (operation->isAssignmentOp() && arguments.size() == 2) {
      assign_to_places(arguments[0], arguments[1]);
    }
    // The first argument of a member operator is its object.
    if (llvm::isa<clang::CXXMethodDecl>(callee)) arguments.erase(arguments.begin());
  } else if (const auto* member = dyn_cast<clang::CXXMemberCallExpr>(call)) {
    // A container that takes a value in, as push_back does.
    if (!member->getMethodDecl()->isConst() && qualified_name(callee).starts_with("std::")) {
      for (const clang::Expr* argument : arguments) {
        assign_to_places(member->getImplicitObjectArgument(), argument);
      }
    }
  }
  add_arguments(callee, arguments);
}

void DataFlow::add_arguments(const clang::FunctionDecl* callee,
                             llvm::ArrayRef<const clang::Expr*> arguments) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee->isDefined(definition)) return;
  for (std::size_t i = 0; i < arguments.size() && i < definition->getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = definition->getParamDecl(i);
    assign(parameter->getCanonicalDecl(), arguments[i]);
    const clang::QualType type = parameter->getType();
    const bool is_output = (type->isLValueReferenceType() || type->isPointerType()) &&
                           !type->getPointeeType().isConstQualified();
    if (!is_output) continue;
    std::vector<const clang::Decl*> places;
    collect_places(arguments[i], places);
    for (const clang::Decl* place : places) {
      assignments_.push_back({place, nullptr, parameter->getCanonicalDecl()});
    }
  }
}

void DataFlow::solve() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Assignment& assignment : assignments_) {
      const Reads from = assignment.from_node ? reads_of(assignment.from_node)
                                              : reads_of_decl(assignment.from_decl);
      if (from.empty()) continue;
      Reads& to = values_[assignment.to];
      const std::size_t before = to.size();
      to.insert(from.begin(), from.end());
      changed |= to.size() != before;
    }
  }
}

const Reads& DataFlow::reads_of_decl(const clang::Decl* decl) const {
  static const Reads kNone;
  const auto found = values_.find(decl->getCanonicalDecl());
  return found == values_.end() ? kNone : found->second;
}

Reads DataFlow::reads_of(const clang::Stmt* node) const {
  if (!node || is_unevaluated(node)) return {};
  if (const auto read = reads_.find(node); read != reads_.end()) return {read->second};
  if (const auto* expression = dyn_cast<clang::Expr>(node)) {
    if (is_tensor(expression->getType())) return {};
  }
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(node)) return reads_of_decl(name->getDecl());
  if (const auto* member = dyn_cast<clang::MemberExpr>(node)) {
    Reads result = reads_of_decl(member->getMemberDecl());
    result.merge(reads_of(member->getBase()));
    return result;
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(node)) return reads_of_call(call);
  Reads result;
  for (const clang::Stmt* child : node->children()) result.merge(reads_of(child));
  return result;
}

Reads DataFlow::reads_of_call(const clang::CallExpr* call) const {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (callee && bodies_.count(callee->getCanonicalDecl())) return reads_of_decl(callee);
  Reads result;
  for (const clang::Stmt* child : call->children()) result.merge(reads_of(child));
  return result;
}

}  // namespace weft::source
