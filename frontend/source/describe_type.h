/// \file Describes C++ types by the kinds that matter to a capture.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/source_model.h>

namespace weft::source {

/// How types are printed in messages and in generated code.
inline clang::PrintingPolicy printing_policy(const clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.adjustForCPlusPlus();
  policy.SuppressUnwrittenScope = true;  // anonymous and inline namespaces
  policy.SuppressInlineNamespace = true;
  return policy;
}

/// The type as the user wrote it, with `&` and `*` next to the type's name.
inline std::string spelled_name(const clang::ASTContext& context, clang::QualType type) {
  std::string text = type.getAsString(printing_policy(context));
  for (std::size_t at = 0; (at = text.find(' ', at)) != std::string::npos;) {
    if (at + 1 < text.size() && (text[at + 1] == '&' || text[at + 1] == '*')) {
      text.erase(at, 1);
    } else {
      ++at;
    }
  }
  return text;
}

/// The type without aliases, const and reference, by its qualified name.
inline std::string canonical_name(const clang::ASTContext& context, clang::QualType type) {
  return spelled_name(context, type.getNonReferenceType().getCanonicalType().getUnqualifiedType());
}

/// Makes TypeInfo of Clang's types.
class TypeDescriber {
 public:
  TypeDescriber(const clang::ASTContext& context, const UserFiles& user_files)
      : context_(context), user_files_(user_files) {}

  TypeInfo describe(clang::QualType type) const { return describe(type, 0); }

 private:
  /// A struct may hold a vector of itself, so the depth is limited.
  static constexpr int kMaxDepth = 8;

  TypeInfo describe(clang::QualType type, int depth) const {
    type = type.getNonReferenceType().getUnqualifiedType();
    TypeInfo info;
    info.text = spelled_name(context_, type);
    info.canonical = canonical_name(context_, type);
    if (depth > kMaxDepth) return info;
    if (const auto* builtin = type->getAs<clang::BuiltinType>()) {
      info.kind = builtin_kind(*builtin);
    } else if (type->isEnumeralType()) {
      info.kind = TypeKind::kEnum;
    } else if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
      describe_class(record, depth, info);
    }
    return info;
  }

  TypeKind builtin_kind(const clang::BuiltinType& type) const {
    switch (type.getKind()) {
      case clang::BuiltinType::Void:
        return TypeKind::kVoid;
      case clang::BuiltinType::Bool:
        return TypeKind::kBool;
      case clang::BuiltinType::Int:
        return TypeKind::kInt;
      case clang::BuiltinType::Float:
        return TypeKind::kFloat;
      case clang::BuiltinType::Double:
        return TypeKind::kDouble;
      default:
        break;
    }
    if (!type.isInteger()) return TypeKind::kOther;
    const bool is_int64 = type.isSignedInteger() && context_.getTypeSize(&type) == 64;
    return is_int64 ? TypeKind::kInt64 : TypeKind::kOtherInteger;
  }

  void describe_class(const clang::CXXRecordDecl* record, int depth, TypeInfo& info) const {
    const std::string name = qualified_name(record);
    struct LibraryType {
      std::string_view name;
      TypeKind kind;
      unsigned elements;  // how many template arguments are element types, 9: all
    };
    static constexpr LibraryType kStandard[] = {{"std::basic_string", TypeKind::kString, 0},
                                                {"std::vector", TypeKind::kVector, 1},
                                                {"std::array", TypeKind::kArray, 1},
                                                {"std::optional", TypeKind::kOptional, 1},
                                                {"std::pair", TypeKind::kPair, 2},
                                                {"std::tuple", TypeKind::kTuple, 9},
                                                {"std::map", TypeKind::kMap, 2},
                                                {"std::unordered_map", TypeKind::kMap, 2}};
    static constexpr LibraryType kLibrary[] = {
        {"Tensor", TypeKind::kTensor, 0},       {"TensorArg", TypeKind::kTensor, 0},
        {"TensorList", TypeKind::kArrayRef, 0}, {"Scalar", TypeKind::kScalar, 0},
        {"SymInt", TypeKind::kSymInt, 0},       {"ArrayRef", TypeKind::kArrayRef, 1},
        {"optional", TypeKind::kOptional, 1}};
    for (const LibraryType& type : kStandard) {
      if (name == type.name)
        return describe_elements(record, type.kind, type.elements, depth, info);
    }
    for (const LibraryType& type : kLibrary) {
      if (is_library_name(name, type.name)) {
        return describe_elements(record, type.kind, type.elements, depth, info);
      }
    }
    describe_struct(record, depth, info);
  }

  void describe_elements(const clang::CXXRecordDecl* record, TypeKind kind, unsigned count,
                         int depth, TypeInfo& info) const {
    info.kind = kind;
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (!special || count == 0) return;
    const auto add = [&](const clang::TemplateArgument& argument) {
      if (argument.getKind() == clang::TemplateArgument::Type && info.elements.size() < count) {
        info.elements.push_back(describe(argument.getAsType(), depth + 1));
      }
    };
    // A tuple's arguments are one pack; it may have more elements than any fixed count.
    for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
      if (argument.getKind() != clang::TemplateArgument::Pack) {
        add(argument);
        continue;
      }
      count = argument.pack_size();
      for (const clang::TemplateArgument& element : argument.pack_elements()) add(element);
    }
  }

  /// A struct's members can be taken one by one if all are public and there is nothing else to it.
  void describe_struct(const clang::CXXRecordDecl* record, int depth, TypeInfo& info) const {
    const clang::CXXRecordDecl* definition = record->getDefinition();
    if (!definition || !user_files_.contains(definition)) return;
    if (definition->isUnion() || definition->isPolymorphic() || definition->getNumBases() > 0) {
      return;
    }
    for (const clang::FieldDecl* field : definition->fields()) {
      if (field->getAccess() != clang::AS_public || field->isBitField()) return;
    }
    for (const clang::FieldDecl* field : definition->fields()) {
      info.elements.push_back(describe(field->getType(), depth + 1));
      info.fields.push_back(field->getNameAsString());
    }
    info.kind = info.fields.empty() ? TypeKind::kOther : TypeKind::kStruct;
  }

  const clang::ASTContext& context_;
  const UserFiles& user_files_;
};

}  // namespace weft::source
