/// \file Tells which functions of the library read tensor data on the host.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <optional>

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <weft/frontend/source/ast_facts.h>
#include <weft/frontend/source/source_model.h>

namespace weft::source {

/// Declarations of the library may say so themselves: [[clang::annotate("weft::sync")]].
inline bool is_annotated_as_read(const clang::FunctionDecl* function) {
  for (const clang::FunctionDecl* one : function->redecls()) {
    for (const auto* annotation : one->specific_attrs<clang::AnnotateAttr>()) {
      if (annotation->getAnnotation() == "weft::sync") return true;
    }
  }
  const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  return pattern && pattern != function && is_annotated_as_read(pattern);
}

/// How a method of Tensor or a free function named `name` reads tensor data, if it does.
inline std::optional<ReadKind> read_kind_of_name(llvm::StringRef name,
                                                 const clang::FunctionDecl* function) {
  if (name == "item") return ReadKind::kItem;
  if (name == "equal" || name == "allclose" || name == "is_nonzero") return ReadKind::kComparison;
  if (name == "data_ptr" || name == "const_data_ptr" || name == "mutable_data_ptr" ||
      name == "accessor" || name.starts_with("packed_accessor")) {
    return ReadKind::kDataPointer;
  }
  // data() is a detached tensor, data<T>() a pointer.
  if (name == "data" && function->getReturnType()->isPointerType()) return ReadKind::kDataPointer;
  if (name == "print") return ReadKind::kPrint;
  return std::nullopt;
}

/// True if that parameter is a Tensor or a TensorArg, which is a tensor with the user's line.
inline bool takes_tensor(const clang::FunctionDecl* function, unsigned index) {
  if (index >= function->getNumParams()) return false;
  const clang::QualType type = function->getParamDecl(index)->getType();
  if (is_tensor(type)) return true;
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && is_library_name(qualified_name(record), "TensorArg");
}

/// How a call reads tensor data, if it does. Names count only on Tensor and in the library's
/// namespaces, so that the user's own `item` or `equal` are not meant.
inline std::optional<ReadKind> read_kind(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee) return std::nullopt;
  const std::string qualified = qualified_name(callee);
  const bool in_library = qualified.starts_with("weft::") || qualified.starts_with("torch::") ||
                          qualified.starts_with("at::") || qualified.starts_with("c10::");
  if (!in_library) return std::nullopt;
  std::optional<ReadKind> kind;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const clang::Expr* object = member->getImplicitObjectArgument()->IgnoreParenImpCasts();
    const clang::QualType type = object->getType();
    if (is_tensor(type->isPointerType() ? type->getPointeeType() : type)) {
      if (const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(callee)) {
        const clang::QualType to = conversion->getConversionType();
        if (to->isBooleanType()) return ReadKind::kBoolConversion;
        if (to->isArithmeticType()) return ReadKind::kNumberConversion;
      } else if (callee->getIdentifier()) {
        kind = read_kind_of_name(callee->getName(), callee);
      }
    }
  } else if (call->getNumArgs() > 0) {
    if (callee->getOverloadedOperator() == clang::OO_LessLess) {
      if (takes_tensor(callee, 1)) kind = ReadKind::kPrint;
    } else if (callee->getIdentifier() && takes_tensor(callee, 0)) {
      kind = read_kind_of_name(callee->getName(), callee);
    }
  }
  if (!kind && is_annotated_as_read(callee)) kind = ReadKind::kAnnotated;
  return kind;
}

}  // namespace weft::source
