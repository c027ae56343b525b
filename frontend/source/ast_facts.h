/// \file Small questions about Clang's syntax tree that several parts of the frontend ask.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <weft/ir/source_location.h>

namespace weft::source {

/// Tells the user's code from headers of the system, of weft and of other libraries.
class UserFiles {
 public:
  UserFiles(const clang::SourceManager& manager, std::vector<std::string> library_dirs)
      : manager_(manager), library_dirs_(std::move(library_dirs)) {}

  bool contains(clang::SourceLocation where) const {
    if (where.isInvalid()) return false;
    const clang::SourceLocation file = manager_.getFileLoc(where);
    if (manager_.isInSystemHeader(file)) return false;
    return contains_file(manager_.getFilename(file));
  }
  bool contains(const clang::Decl* decl) const { return contains(decl->getLocation()); }

  /// The same for the name of a file that is no system header. Unnamed buffers, such as the
  /// command line's macros, are not the user's.
  bool contains_file(llvm::StringRef name) const {
    if (name.empty() || name.starts_with("<")) return false;
    for (const std::string& dir : library_dirs_) {
      if (name.starts_with(dir)) return false;
    }
    return true;
  }

 private:
  const clang::SourceManager& manager_;
  std::vector<std::string> library_dirs_;  // each with a trailing slash
};

/// The place as compilers print it. A place in a macro's body is that of the macro's use, and one
/// in a macro's argument that of the argument.
inline weft::SourceLocation location_of(const clang::SourceManager& manager,
                                        clang::SourceLocation where,
                                        const std::string& function = "") {
  if (where.isInvalid()) return {};
  const clang::PresumedLoc place = manager.getPresumedLoc(manager.getFileLoc(where));
  if (place.isInvalid()) return {};
  return {weft::intern(place.getFilename()), static_cast<int>(place.getLine()),
          static_cast<int>(place.getColumn()), function.empty() ? "" : weft::intern(function)};
}

/// The text of a range as written, on one line and without runs of blanks.
inline std::string text_of(const clang::ASTContext& context, clang::SourceRange range) {
  const clang::SourceManager& manager = context.getSourceManager();
  const clang::LangOptions& language = context.getLangOpts();
  clang::CharSourceRange chars = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(range), manager, language);
  if (chars.isInvalid()) {  // partly in a macro: the macro's use as a whole
    chars = manager.getExpansionRange(range);
  }
  std::string line;
  for (const char c : clang::Lexer::getSourceText(chars, manager, language)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) line += c;
    if (blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  return line;
}

/// "a::b::Net": without template arguments, anonymous and inline namespaces.
inline std::string qualified_name(const clang::NamedDecl* decl) {
  std::string name = decl->getDeclName() ? decl->getNameAsString() : "(unnamed)";
  for (const clang::DeclContext* at = decl->getDeclContext(); at; at = at->getParent()) {
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at)) {
      if (space->isAnonymousNamespace() || space->isInline()) continue;
    }
    const auto* owner = llvm::dyn_cast<clang::NamedDecl>(at);
    if (owner && owner->getDeclName()) name = owner->getNameAsString() + "::" + name;
  }
  return name;
}

/// True for a name in one of the namespaces that the API lives in, given without that namespace:
/// is_library_name("weft::nn::Module", "nn::Module").
inline bool is_library_name(std::string_view qualified, std::string_view rest) {
  for (const std::string_view space : {"weft::", "torch::", "at::", "c10::"}) {
    if (qualified.size() == space.size() + rest.size() && qualified.starts_with(space) &&
        qualified.ends_with(rest)) {
      return true;
    }
  }
  return false;
}

/// True if the class is `rest` of the library, or derives from it. The depth is limited because the
/// bases of two templates may name each other.
inline bool derives_from_library(const clang::CXXRecordDecl* record, std::string_view rest,
                                 int depth = 0) {
  if (is_library_name(qualified_name(record), rest)) return true;
  if (!record->hasDefinition() || depth > 64) return false;
  for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases()) {
    const clang::QualType type = base.getType();
    const clang::CXXRecordDecl* next = type->getAsCXXRecordDecl();
    if (!next) {  // a base that depends on a template parameter: look at its template
      if (const auto* dependent = type->getAs<clang::TemplateSpecializationType>()) {
        const auto* pattern = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(
            dependent->getTemplateName().getAsTemplateDecl());
        if (pattern) next = pattern->getTemplatedDecl();
      }
    }
    if (next && derives_from_library(next, rest, depth + 1)) return true;
  }
  return false;
}

/// The class that a holder holds: X for ModuleHolder<X> and classes derived from it, else null.
inline clang::CXXRecordDecl* held_module(const clang::CXXRecordDecl* record) {
  if (is_library_name(qualified_name(record), "nn::ModuleHolder")) {
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (!special || special->getTemplateArgs().size() == 0) return nullptr;
    const clang::TemplateArgument& held = special->getTemplateArgs()[0];
    if (held.getKind() != clang::TemplateArgument::Type) return nullptr;
    return held.getAsType()->getAsCXXRecordDecl();
  }
  if (!record->hasDefinition()) return nullptr;
  for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases()) {
    if (const clang::CXXRecordDecl* next = base.getType()->getAsCXXRecordDecl()) {
      if (clang::CXXRecordDecl* held = held_module(next)) return held;
    }
  }
  return nullptr;
}

/// True for Tensor itself.
inline bool is_tensor(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && is_library_name(qualified_name(record), "Tensor");
}

}  // namespace weft::source
