#include <weft/frontend/source/owned_modules.h>

#include <set>

#include <clang/AST/DeclLookups.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/model_finder.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

bool runs_its_contents(const clang::CXXRecordDecl* record) {
  return derives_from_library(record, "nn::SequentialImpl") ||
         derives_from_library(record, "nn::FunctionalImpl") ||
         derives_from_library(record, "nn::AnyModule");
}

/// Walks constructors and what they call.
class ConstructionScan {
 public:
  ConstructionScan(clang::Sema& sema, const UserFiles& user_files)
      : sema_(sema), user_files_(user_files) {}

  void add_class(clang::CXXRecordDecl* record) {
    if (!record->hasDefinition()) return;
    record = record->getDefinition();
    if (!classes_.insert(record->getCanonicalDecl()).second) return;
    for (const clang::CXXBaseSpecifier& base : record->bases()) add_type(base.getType());
    for (const clang::FieldDecl* field : record->fields()) add_type(field->getType());
    for (clang::CXXConstructorDecl* constructor : record->ctors()) add_function(constructor);
    if (!user_files_.contains(record)) return;
    for (clang::FunctionDecl* forward : methods_named(record, "forward")) add_callback(forward);
  }

  const std::vector<clang::FunctionDecl*>& callbacks() const { return callbacks_; }

 private:
  /// A user's module class, also inside shared_ptr<>, a holder or a container.
  void add_type(clang::QualType type, int depth = 0) {
    if (type->isReferenceType() || type->isPointerType()) type = type->getPointeeType();
    clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (!record || depth > 4) return;
    if (clang::CXXRecordDecl* held = held_module(record)) record = held;
    const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (special && !user_files_.contains(record)) {
      for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
        if (argument.getKind() == clang::TemplateArgument::Type) {
          add_type(argument.getAsType(), depth + 1);
        }
      }
    }
    if (user_files_.contains(record) && derives_from_library(record, "nn::Module")) {
      add_class(record);
    }
  }

  void add_function(clang::FunctionDecl* function) {
    const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
    if (!user_files_.contains(pattern ? pattern : function)) return;
    if (!functions_.insert(function->getCanonicalDecl()).second) return;
    const clang::FunctionDecl* body = definition_of(sema_, function);
    if (!body) return;
    if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(body)) {
      for (const clang::CXXCtorInitializer* initializer : constructor->inits()) {
        scan(initializer->getInit());
      }
    }
    scan(body->getBody());
  }

  void add_callback(clang::FunctionDecl* function) {
    if (functions_passed_.insert(function->getCanonicalDecl()).second) {
      callbacks_.push_back(function);
    }
  }

  void scan(const clang::Stmt* node, bool is_callee = false) {
    if (!node) return;
    if (const auto* expression = dyn_cast<clang::Expr>(node)) add_type(expression->getType());
    if (const auto* lambda = dyn_cast<clang::LambdaExpr>(node)) {
      for (clang::FunctionDecl* one : call_operators(lambda->getLambdaClass())) add_callback(one);
    } else if (const auto* name = dyn_cast<clang::DeclRefExpr>(node)) {
      auto* value = const_cast<clang::ValueDecl*>(name->getDecl());
      if (auto* function = dyn_cast<clang::FunctionDecl>(value)) {
        is_callee ? add_function(function) : add_callback(function);
      }
    } else if (const auto* member = dyn_cast<clang::MemberExpr>(node)) {
      if (auto* method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl())) {
        add_function(method);
      }
    } else if (const auto* construction = dyn_cast<clang::CXXConstructExpr>(node)) {
      add_function(construction->getConstructor());
    } else if (const auto* field = dyn_cast<clang::CXXDefaultInitExpr>(node)) {
      scan(field->getExpr());
    } else if (const auto* argument = dyn_cast<clang::CXXDefaultArgExpr>(node)) {
      scan(argument->getExpr());
    }
    const auto* call = dyn_cast<clang::CallExpr>(node);
    for (const clang::Stmt* child : node->children()) {
      // A called function is written below a conversion to a pointer, or is that child itself.
      const bool names_callee = (call && child == call->getCallee()) ||
                                (is_callee && llvm::isa<clang::CastExpr, clang::ParenExpr>(node));
      scan(child, names_callee);
    }
  }

  clang::Sema& sema_;
  const UserFiles& user_files_;
  std::set<const clang::CXXRecordDecl*> classes_;
  std::set<const clang::FunctionDecl*> functions_, functions_passed_;
  std::vector<clang::FunctionDecl*> callbacks_;
};

}  // namespace

const clang::CXXRecordDecl* module_called_by(const clang::CXXMethodDecl* method) {
  if (method->getOverloadedOperator() != clang::OO_Call) return nullptr;
  return held_module(method->getParent());
}

bool calls_unknown_modules(const clang::CXXMethodDecl* method) {
  if (const clang::CXXRecordDecl* held = module_called_by(method)) {
    return runs_its_contents(held);
  }
  const bool runs = method->getOverloadedOperator() == clang::OO_Call ||
                    (method->getIdentifier() && method->getName().ends_with("forward"));
  return runs && runs_its_contents(method->getParent());
}

std::vector<clang::FunctionDecl*> methods_named(const clang::CXXRecordDecl* record,
                                                std::string_view name) {
  std::vector<clang::FunctionDecl*> found;
  if (!record->hasDefinition()) return found;
  record = record->getDefinition();
  for (clang::Decl* decl : record->decls()) {
    auto* named = dyn_cast<clang::NamedDecl>(decl);
    if (!named || named->getNameAsString() != name) continue;
    if (auto* pattern = dyn_cast<clang::FunctionTemplateDecl>(decl)) {
      found.insert(found.end(), pattern->spec_begin(), pattern->spec_end());
    } else if (auto* method = dyn_cast<clang::CXXMethodDecl>(decl)) {
      found.push_back(method);
    }
  }
  if (!found.empty()) return found;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (const clang::CXXRecordDecl* next = base.getType()->getAsCXXRecordDecl()) {
      const auto inherited = methods_named(next, name);
      found.insert(found.end(), inherited.begin(), inherited.end());
    }
  }
  return found;
}

std::vector<clang::FunctionDecl*> call_operators(const clang::CXXRecordDecl* record) {
  return methods_named(record, "operator()");
}

std::vector<clang::FunctionDecl*> owned_callbacks(clang::Sema& sema, const UserFiles& user_files,
                                                  clang::CXXRecordDecl* model) {
  ConstructionScan scan(sema, user_files);
  scan.add_class(model);
  return scan.callbacks();
}

}  // namespace weft::source
