/// \file What is known of functions that are not the user's: which have effects besides their
/// results, and which only look at a tensor without computing.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

#include <weft/frontend/source/ast_facts.h>

namespace weft::source {

inline bool is_one_of(llvm::StringRef name, std::initializer_list<llvm::StringRef> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

inline bool in_library(const clang::Decl* decl) {
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
  if (!named) return false;
  const std::string name = qualified_name(named);
  for (const std::string_view space : {"weft::", "torch::", "at::", "c10::"}) {
    if (name.starts_with(space)) return true;
  }
  return false;
}

/// A class of the standard library that is a value: it has no effects on anything else.
inline bool is_standard_value(const clang::CXXRecordDecl* record) {
  return record->isInStdNamespace() && record->getIdentifier() &&
         is_one_of(record->getName(),
                   {"vector", "array", "tuple", "pair", "optional", "basic_string",
                    "initializer_list", "map", "unordered_map", "shared_ptr", "complex", "plus",
                    "__normal_iterator", "nullopt_t", "numeric_limits", "basic_string_view"});
}

/// The name of a function that has one: no operator, constructor or conversion.
inline llvm::StringRef plain_name(const clang::FunctionDecl* function) {
  return function->getIdentifier() ? function->getName() : llvm::StringRef();
}

/// A method of a standard class that reads, also where it is not const because of what it returns.
inline bool only_reads(const clang::CXXMethodDecl* method) {
  if (method->isConst() || method->isStatic()) return true;
  switch (method->getOverloadedOperator()) {
    case clang::OO_Subscript:
    case clang::OO_Star:
    case clang::OO_Arrow:
      return true;
    default:
      return is_one_of(plain_name(method), {"at", "front", "back", "begin", "end", "rbegin", "rend",
                                            "value", "find", "get"});
  }
}

/// A function of the standard or the C library that computes its result and nothing else.
inline bool is_pure_standard_function(const clang::FunctionDecl* function) {
  const llvm::StringRef name = plain_name(function);
  if (name.starts_with("__builtin_")) return true;
  const bool is_mathematics = is_one_of(
      name, {"abs",   "fabs", "sqrt",  "cbrt",  "exp",  "exp2",  "log",  "log2", "log10", "log1p",
             "expm1", "pow",  "sin",   "cos",   "tan",  "tanh",  "sinh", "cosh", "atan",  "atan2",
             "floor", "ceil", "round", "trunc", "fmod", "hypot", "fmin", "fmax", "lround"});
  if (function->getDeclContext()->getRedeclContext()->isTranslationUnit()) {
    return is_mathematics && function->isExternC();
  }
  if (!function->isInStdNamespace()) return false;
  return is_mathematics ||
         is_one_of(name, {"get",
                          "move",
                          "forward",
                          "make_tuple",
                          "make_pair",
                          "make_optional",
                          "tie",
                          "min",
                          "max",
                          "clamp",
                          "size",
                          "begin",
                          "end",
                          "isnan",
                          "isinf",
                          "isfinite",
                          "signbit",
                          "make_shared",
                          "as_const",
                          "to_string",
                          "static_pointer_cast",
                          "dynamic_pointer_cast",
                          "operator==",
                          "operator!=",
                          "next",
                          "prev",
                          "distance"}) ||
         function->isOverloadedOperator();
}

/// A function of the library that does more than compute with tensors.
inline bool has_library_effect(const clang::FunctionDecl* function) {
  const llvm::StringRef name = plain_name(function);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method && derives_from_library(method->getParent(), "nn::Module") &&
      !method->isOverloadedOperator() && !llvm::isa<clang::CXXConversionDecl>(method)) {
    return !(name.starts_with("forward") ||
             is_one_of(name, {"as", "size", "begin", "end", "at", "get", "ptr", "is_training",
                              "is_empty", "contains", "shared_from_this"}));
  }
  if (method && method->getNumParams() > 0 && method->getParent()->getIdentifier()) {
    // An option of a module that is set in forward.
    const llvm::StringRef owner = method->getParent()->getName();
    if (owner.ends_with("Options") && owner != "TensorOptions") return true;
  }
  return is_one_of(name, {"manual_seed", "save", "load", "print", "set_num_threads", "backward",
                          "set_data", "register_hook", "requires_grad_", "retain_grad",
                          "pickle_save", "pickle_load", "set_", "resize_"});
}

/// A function of the library that gives a view, or something that is known without the elements.
inline bool is_view_or_metadata(const clang::FunctionDecl* function) {
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(function)) return true;
  switch (function->getOverloadedOperator()) {
    case clang::OO_None:
      break;
    case clang::OO_Subscript:
    case clang::OO_Equal:
    case clang::OO_Arrow:
      return true;
    default:
      return false;
  }
  return is_one_of(
      plain_name(function),
      {"view",        "view_as", "transpose", "t",       "permute", "select",     "slice",
       "narrow",      "detach",  "unsqueeze", "squeeze", "chunk",   "expand",     "expand_as",
       "size",        "sizes",   "dim",       "numel",   "options", "dtype",      "device",
       "scalar_type", "data",    "defined",   "split",   "unbind",  "as_strided", "get",
       "ptr",         "as",      "stride",    "strides"});
}

}  // namespace weft::source
