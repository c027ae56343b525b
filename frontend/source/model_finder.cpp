#include <weft/frontend/source/model_finder.h>

#include <algorithm>
#include <map>
#include <set>

#include <clang/AST/CXXInheritance.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/QualTypeNames.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>

#include <fmt/format.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/describe_type.h>
#include <weft/frontend/source/diagnostics.h>

namespace weft::source {
namespace {

using clang::dyn_cast;

/// A name by which a model class can be asked for.
struct Entry {
  std::string name;                        // qualified
  const clang::NamedDecl* decl = nullptr;  // the class, holder or alias of that name
  clang::CXXRecordDecl* model = nullptr;   // null for a class that is no model
  bool is_template = false;
  bool is_alias = false;
  bool is_specialization = false;
};

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

bool ends_with_name(const std::string& qualified, const std::string& asked) {
  return qualified.size() > asked.size() + 1 && qualified.ends_with(asked) &&
         qualified.substr(qualified.size() - asked.size() - 2, 2) == "::";
}

/// Collects the entries of a file.
class EntryCollector {
 public:
  EntryCollector(clang::Sema& sema, const UserFiles& user_files)
      : sema_(sema), user_files_(user_files) {}

  // What a precompiled header declares is not the user's, and is not loaded for this.
  void collect(clang::DeclContext* context) {
    for (clang::Decl* decl : context->noload_decls()) {
      if (decl->isImplicit() || !user_files_.contains(decl)) continue;
      if (auto* record = dyn_cast<clang::CXXRecordDecl>(decl)) {
        // Specialisations are reached through their template.
        if (!llvm::isa<clang::ClassTemplateSpecializationDecl>(record)) add_class(record);
      } else if (auto* pattern = dyn_cast<clang::ClassTemplateDecl>(decl)) {
        add_template(pattern);
      } else if (auto* alias = dyn_cast<clang::TypedefNameDecl>(decl)) {
        add_alias(alias);
      } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(decl)) {
        collect(llvm::cast<clang::DeclContext>(decl));
      }
    }
  }

  const std::vector<Entry>& entries() const { return entries_; }
  /// The holder of a model class, or null.
  const clang::CXXRecordDecl* holder_of(const clang::CXXRecordDecl* model) const {
    const auto found = holders_.find(model->getCanonicalDecl());
    return found == holders_.end() ? nullptr : found->second;
  }

 private:
  void add_class(clang::CXXRecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || !record->getDeclName()) return;
    add({.name = qualified_name(record), .decl = record, .model = model_of(record)});
    if (clang::CXXRecordDecl* held = held_module(record)) {
      holders_.emplace(held->getCanonicalDecl(), record);
    }
    collect(record);
  }

  void add_template(clang::ClassTemplateDecl* pattern) {
    if (!pattern->isCanonicalDecl()) return;
    if (derives_from_library(pattern->getTemplatedDecl(), "nn::Module")) {
      add({.name = qualified_name(pattern), .decl = pattern, .is_template = true});
    }
    std::vector<clang::ClassTemplateSpecializationDecl*> specializations(pattern->spec_begin(),
                                                                         pattern->spec_end());
    for (clang::ClassTemplateSpecializationDecl* record : specializations) {
      clang::CXXRecordDecl* model = model_of(record);
      if (!model) continue;
      const clang::QualType type = sema_.Context.getTypeDeclType(record);
      add({.name = canonical_name(sema_.Context, type),
           .decl = record,
           .model = model,
           .is_specialization = true});
    }
  }

  void add_alias(clang::TypedefNameDecl* alias) {
    const clang::QualType type = alias->getUnderlyingType();
    if (type->isDependentType() || !type->isRecordType()) return;
    clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    // The alias of a template's specialisation does not instantiate it.
    if (!sema_.isCompleteType(alias->getLocation(), type)) return;
    if (clang::CXXRecordDecl* model = model_of(record)) {
      add({.name = qualified_name(alias), .decl = alias, .model = model, .is_alias = true});
    }
  }

  /// The model class that a class is or holds, or null.
  static clang::CXXRecordDecl* model_of(clang::CXXRecordDecl* record) {
    if (!record->hasDefinition() || record->isDependentContext()) return nullptr;
    clang::CXXRecordDecl* model = held_module(record);
    if (!model) model = record;
    if (!model->hasDefinition() || !derives_from_library(model, "nn::Module")) return nullptr;
    return model->getDefinition();
  }

  void add(Entry entry) { entries_.push_back(std::move(entry)); }

  clang::Sema& sema_;
  const UserFiles& user_files_;
  std::vector<Entry> entries_;
  std::map<const clang::CXXRecordDecl*, const clang::CXXRecordDecl*> holders_;
};

/// The chosen class with the checks that a capture needs.
class ModelFinder {
 public:
  ModelFinder(clang::Sema& sema, const UserFiles& user_files, SourceModel& result)
      : sema_(sema),
        context_(sema.Context),
        user_files_(user_files),
        collector_(sema, user_files),
        result_(result) {}

  ChosenModel find(const std::string& asked) {
    collector_.collect(context_.getTranslationUnitDecl());
    for (const Entry& entry : collector_.entries()) {
      const bool is_holder = entry.model && entry.model != entry.decl;
      if (entry.is_template || (entry.model && !entry.is_alias && !is_holder)) {
        result_.models.push_back(describe(entry));
      }
    }
    const Entry entry = asked.empty() ? only_entry() : entry_named(asked);
    result_.model = describe(entry);
    check_nameable(entry);
    check_base(entry.model);
    check_constructible(entry.model);
    return {entry.model, find_forward(entry.model)};
  }

 private:
  SourceLocation location(const clang::Decl* decl) const {
    return location_of(context_.getSourceManager(), decl->getLocation());
  }

  ModelClass describe(const Entry& entry) const {
    ModelClass model;
    model.name = entry.name;
    model.is_template = entry.is_template;
    model.location = location(entry.decl);
    if (!entry.model) return model;
    const clang::QualType type = context_.getTypeDeclType(entry.model);
    model.name = canonical_name(context_, type);
    model.location = location(entry.model);
    model.cpp_name = entry.is_alias && !names_holder(entry.decl)
                         ? entry.name
                         : clang::TypeName::getFullyQualifiedName(type, context_,
                                                                  printing_policy(context_), true);
    // Clang leaves the prefix out for classes in an unnamed namespace.
    if (!model.cpp_name.starts_with("::")) model.cpp_name.insert(0, "::");
    if (const clang::CXXRecordDecl* holder = collector_.holder_of(entry.model)) {
      model.holder = qualified_name(holder);
    }
    return model;
  }

  /// True for an alias of a holder.
  static bool names_holder(const clang::NamedDecl* alias) {
    const auto* record =
        llvm::cast<clang::TypedefNameDecl>(alias)->getUnderlyingType()->getAsCXXRecordDecl();
    return record && held_module(record);
  }

  [[noreturn]] void fail_with_models(Diagnostic diagnostic) const {
    for (const ModelClass& model : result_.models) {
      diagnostic.notes.push_back(fmt::format("{}: {}{}", model.location.str(), model.name,
                                             model.is_template ? " (class template)" : ""));
    }
    throw Error(std::move(diagnostic));
  }

  const Entry& only_entry() const {
    std::vector<const Entry*> found;
    for (const Entry& entry : collector_.entries()) {
      if (entry.model == entry.decl && !entry.is_specialization && entry.model) {
        found.push_back(&entry);
      }
    }
    if (found.size() == 1) return *found[0];
    if (found.empty()) fail_with_models(make_diagnostic(diag::NoModelClass, {}, {result_.path}));
    fail_with_models(
        make_diagnostic(diag::ModelNotChosen, {}, {result_.path, std::to_string(found.size())}));
  }

  template <typename Predicate>
  std::vector<const Entry*> entries_where(Predicate matches) const {
    std::vector<const Entry*> found;
    for (const Entry& entry : collector_.entries()) {
      if (matches(without_blanks(entry.name))) found.push_back(&entry);
    }
    return found;
  }

  Entry entry_named(const std::string& asked) const {
    std::string name = without_blanks(asked);
    const bool absolute = name.starts_with("::");
    if (absolute) name.erase(0, 2);
    std::vector<const Entry*> found =
        entries_where([&](const std::string& candidate) { return candidate == name; });
    if (found.empty() && !absolute) {
      found = entries_where(
          [&](const std::string& candidate) { return ends_with_name(candidate, name); });
    }
    std::vector<const Entry*> models;
    std::set<const clang::CXXRecordDecl*> distinct;
    for (const Entry* entry : found) {
      if (entry->model && distinct.insert(entry->model).second) models.push_back(entry);
    }
    if (models.size() > 1) {
      Diagnostic diagnostic =
          make_diagnostic(diag::ModelAmbiguous, {}, {asked, std::to_string(models.size())});
      for (const Entry* entry : models) {
        diagnostic.notes.push_back(fmt::format("{}: {}", location(entry->decl).str(), entry->name));
      }
      throw Error(std::move(diagnostic));
    }
    if (models.size() == 1) return *models[0];
    for (const Entry* entry : found) {
      if (entry->is_template) {
        fail(diag::ModelIsTemplate, location(entry->decl), {entry->name});
      }
    }
    if (result_.models.empty() && found.empty()) {
      fail(diag::NoModelClass, {}, {result_.path});
    }
    if (!found.empty()) {
      fail_with_models(
          make_diagnostic(diag::NotAModelClass, location(found[0]->decl), {found[0]->name}));
    }
    fail_with_models(make_diagnostic(diag::ModelNotFound, {}, {asked, result_.path}));
  }

  void check_nameable(const Entry& entry) const {
    const clang::Decl* at = entry.is_alias ? llvm::cast<clang::Decl>(entry.decl) : entry.model;
    while (at && !llvm::isa<clang::TranslationUnitDecl>(at)) {
      const clang::AccessSpecifier access = at->getAccess();
      if (access == clang::AS_private || access == clang::AS_protected) {
        fail(diag::ModelNotNameable, location(entry.decl),
             {result_.model.name, access == clang::AS_private ? "private" : "protected"});
      }
      at = llvm::cast<clang::Decl>(at->getDeclContext());
    }
  }

  /// The capture holds the model by its Module base, so the conversion has to be possible.
  void check_base(const clang::CXXRecordDecl* model) const {
    clang::CXXBasePaths paths;
    model->lookupInBases(
        [](const clang::CXXBaseSpecifier* base, clang::CXXBasePath&) {
          const clang::CXXRecordDecl* record = base->getType()->getAsCXXRecordDecl();
          return record && is_library_name(qualified_name(record), "nn::Module");
        },
        paths);
    bool is_public = false;
    std::set<int> subobjects;
    for (const clang::CXXBasePath& path : paths) {
      is_public |= path.Access == clang::AS_public;
      // A virtual base is one subobject however many paths lead to it.
      subobjects.insert(path.back().Base->isVirtual() ? -1 : path.back().SubobjectNumber);
    }
    const char* fault = !is_public ? "privately" : subobjects.size() > 1 ? "more than once" : "";
    if (*fault) fail(diag::ModuleBaseUnusable, location(model), {result_.model.name, fault});
  }

  std::string signature(const clang::FunctionDecl* function) const {
    std::string list;
    for (const clang::ParmVarDecl* parameter : function->parameters()) {
      list += fmt::format("{}{}{}{}", list.empty() ? "" : ", ",
                          spelled_name(context_, parameter->getType()),
                          parameter->getDeclName() ? " " : "", parameter->getNameAsString());
    }
    return fmt::format("{}({})", function->getNameAsString(), list);
  }

  std::string note(const clang::FunctionDecl* function, std::string_view remark = "") const {
    return fmt::format("{}: {}{}", location(function).str(), signature(function), remark);
  }

  void check_constructible(clang::CXXRecordDecl* model) const {
    if (model->isAbstract()) fail_abstract(model);
    const clang::CXXConstructorDecl* constructor = sema_.LookupDefaultConstructor(model);
    if (constructor && !constructor->isDeleted() && constructor->getAccess() == clang::AS_public) {
      return;
    }
    std::string reason = "no constructor takes no arguments";
    if (constructor && !constructor->isDeleted()) reason = "that constructor is not public";
    if (constructor && constructor->isDeleted()) reason = "that constructor is deleted";
    Diagnostic diagnostic =
        make_diagnostic(diag::ModelNotConstructible, location(model), {result_.model.name, reason});
    for (const clang::Decl* decl : model->decls()) {
      const auto* pattern = dyn_cast<clang::FunctionTemplateDecl>(decl);
      const auto* one =
          dyn_cast<clang::CXXConstructorDecl>(pattern ? pattern->getTemplatedDecl() : decl);
      if (!one || one->isImplicit()) continue;
      std::string_view remark;
      if (one->getAccess() == clang::AS_private) remark = " (private)";
      if (one->getAccess() == clang::AS_protected) remark = " (protected)";
      if (one->isDeleted()) remark = " (deleted)";
      diagnostic.notes.push_back(note(one, remark));
    }
    if (constructor && constructor->isDeleted() && constructor->isDefaulted()) {
      add_members_without_default(model, diagnostic);
    }
    throw Error(std::move(diagnostic));
  }

  /// Says which members or bases keep the compiler from generating the constructor.
  void add_members_without_default(clang::CXXRecordDecl* model, Diagnostic& diagnostic) const {
    const auto blocks = [&](clang::QualType type) {
      if (type->isReferenceType()) return true;
      clang::CXXRecordDecl* record = context_.getBaseElementType(type)->getAsCXXRecordDecl();
      if (!record || !record->hasDefinition()) return false;
      const clang::CXXConstructorDecl* one =
          sema_.LookupDefaultConstructor(record->getDefinition());
      return !one || one->isDeleted() || one->getAccess() == clang::AS_private;
    };
    for (const clang::CXXBaseSpecifier& base : model->bases()) {
      if (!blocks(base.getType())) continue;
      diagnostic.notes.push_back(
          fmt::format("{}: base {} needs arguments",
                      location_of(context_.getSourceManager(), base.getBeginLoc()).str(),
                      spelled_name(context_, base.getType())));
    }
    for (const clang::FieldDecl* field : model->fields()) {
      if (field->hasInClassInitializer() || !blocks(field->getType())) continue;
      diagnostic.notes.push_back(fmt::format("{}: member `{}` needs an initializer",
                                             location(field).str(), field->getNameAsString()));
    }
  }

  [[noreturn]] void fail_abstract(const clang::CXXRecordDecl* model) const {
    Diagnostic diagnostic =
        make_diagnostic(diag::ModelAbstract, location(model), {result_.model.name});
    clang::CXXFinalOverriderMap overriders;
    model->getFinalOverriders(overriders);
    for (const auto& [method, by_subobject] : overriders) {
      for (const auto& [subobject, finals] : by_subobject) {
        for (const clang::UniqueVirtualMethod& last : finals) {
          if (last.Method->isPureVirtual()) {
            diagnostic.notes.push_back(note(last.Method, " is not defined"));
          }
        }
      }
    }
    throw Error(std::move(diagnostic));
  }

  clang::CXXMethodDecl* find_forward(clang::CXXRecordDecl* model) const {
    const clang::DeclarationName name(&context_.Idents.get("forward"));
    clang::LookupResult found(sema_, name, model->getLocation(), clang::Sema::LookupMemberName);
    sema_.LookupQualifiedName(found, model);
    found.suppressDiagnostics();
    std::vector<std::pair<const clang::NamedDecl*, clang::AccessSpecifier>> methods;
    for (auto at = found.begin(); at != found.end(); ++at) {
      methods.emplace_back((*at)->getUnderlyingDecl(), at.getAccess());
    }
    const std::string& model_name = result_.model.name;
    if (methods.empty()) {
      Diagnostic diagnostic = make_diagnostic(diag::ForwardMissing, location(model), {model_name});
      throw Error(std::move(diagnostic));
    }
    if (methods.size() > 1) {
      Diagnostic diagnostic = make_diagnostic(diag::ForwardOverloaded, location(methods[0].first),
                                              {model_name, std::to_string(methods.size())});
      for (const auto& [decl, access] : methods) {
        const clang::FunctionDecl* function = decl->getAsFunction();
        diagnostic.notes.push_back(function ? note(function)
                                            : fmt::format("{}: forward", location(decl).str()));
      }
      throw Error(std::move(diagnostic));
    }
    const auto [decl, access] = methods[0];
    const auto unusable = [&](const char* why) {
      fail(diag::ForwardUnusable, location(decl), {model_name, why});
    };
    if (llvm::isa<clang::FunctionTemplateDecl>(decl)) unusable("is a template");
    const auto* method = dyn_cast<clang::CXXMethodDecl>(decl);
    if (!method) unusable("is a data member");
    if (access != clang::AS_public) {
      fail(diag::ForwardNotPublic, location(method),
           {model_name, access == clang::AS_private ? "private" : "protected"});
    }
    if (method->isStatic()) unusable("is static");
    if (method->isDeleted()) unusable("is deleted");
    if (method->isVariadic()) unusable("takes a variable number of arguments");
    if (method->getRefQualifier() == clang::RQ_RValue)
      unusable("can be called on temporaries only");
    auto* result = const_cast<clang::CXXMethodDecl*>(method);
    describe_forward(result);
    return result;
  }

  void describe_forward(clang::CXXMethodDecl* method) const {
    const clang::FunctionDecl* definition = definition_of(sema_, method);
    // A method that a library class defines elsewhere is linked in with the library.
    if (!definition && user_files_.contains(method)) {
      fail(diag::ForwardWithoutBody, location(method), {result_.model.name});
    }
    if (!definition) definition = method;
    const clang::FunctionDecl* written = definition->getTemplateInstantiationPattern();
    if (!written) written = definition;
    ForwardMethod& forward = result_.forward;
    forward.owner = qualified_name(method->getParent());
    forward.location = location_of(context_.getSourceManager(), written->getLocation(),
                                   forward.owner + "::forward");
    forward.is_const = method->isConst();
    const TypeDescriber describer(context_, user_files_);
    forward.result_text = spelled_name(context_, definition->getReturnType());
    forward.result = describer.describe(definition->getReturnType());
    for (const clang::ParmVarDecl* parameter : definition->parameters()) {
      forward.parameters.push_back(describe(parameter, describer));
    }
  }

  Parameter describe(const clang::ParmVarDecl* decl, const TypeDescriber& describer) const {
    Parameter parameter;
    parameter.name = decl->getNameAsString();
    const clang::QualType type = decl->getType();
    parameter.spelled = spelled_name(context_, type);
    parameter.location = location(decl);
    clang::QualType inner = type;
    if (type->isReferenceType()) {
      inner = type->getPointeeType();
      parameter.pass = type->isRValueReferenceType() ? PassMode::kRvalueReference
                       : inner.isConstQualified()    ? PassMode::kConstReference
                                                     : PassMode::kReference;
    } else if (type->isPointerType()) {
      inner = type->getPointeeType();
      parameter.pass = PassMode::kPointer;
    }
    parameter.type = describer.describe(inner);
    if (decl->hasDefaultArg()) {
      std::string text = text_of(context_, decl->getDefaultArgRange());
      if (text.starts_with("= ")) text.erase(0, 2);  // part of the range before a braced list
      parameter.default_text = std::move(text);
    }
    return parameter;
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
  const UserFiles& user_files_;
  EntryCollector collector_;
  SourceModel& result_;
};

}  // namespace

ChosenModel find_model(clang::Sema& sema, const UserFiles& user_files, const std::string& asked,
                       SourceModel& result) {
  return ModelFinder(sema, user_files, result).find(asked);
}

const clang::FunctionDecl* definition_of(clang::Sema& sema, clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  if (function->isDefined(definition)) return definition->hasBody() ? definition : nullptr;
  if (!function->isImplicitlyInstantiable()) return nullptr;
  const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  if (!pattern || !pattern->isDefined()) return nullptr;
  sema.InstantiateFunctionDefinition(function->getLocation(), function, /*Recursive=*/true,
                                     /*DefinitionRequired=*/false, /*AtEndOfTU=*/true);
  return function->isDefined(definition) && definition->hasBody() ? definition : nullptr;
}

}  // namespace weft::source
