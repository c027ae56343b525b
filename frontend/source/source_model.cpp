#include <weft/frontend/source/source_model.h>

namespace weft::source {

std::string_view to_string(TypeKind kind) {
  switch (kind) {
    case TypeKind::kTensor:
      return "Tensor";
    case TypeKind::kScalar:
      return "Scalar";
    case TypeKind::kSymInt:
      return "SymInt";
    case TypeKind::kBool:
      return "bool";
    case TypeKind::kInt:
      return "int";
    case TypeKind::kInt64:
      return "int64";
    case TypeKind::kOtherInteger:
      return "integer";
    case TypeKind::kFloat:
      return "float";
    case TypeKind::kDouble:
      return "double";
    case TypeKind::kString:
      return "string";
    case TypeKind::kVector:
      return "vector";
    case TypeKind::kArray:
      return "array";
    case TypeKind::kArrayRef:
      return "array reference";
    case TypeKind::kOptional:
      return "optional";
    case TypeKind::kPair:
      return "pair";
    case TypeKind::kTuple:
      return "tuple";
    case TypeKind::kMap:
      return "map";
    case TypeKind::kStruct:
      return "struct";
    case TypeKind::kEnum:
      return "enum";
    case TypeKind::kVoid:
      return "void";
    case TypeKind::kOther:
      return "other";
  }
  return "";
}

std::string_view to_string(PassMode mode) {
  switch (mode) {
    case PassMode::kValue:
      return "value";
    case PassMode::kConstReference:
      return "const reference";
    case PassMode::kReference:
      return "reference";
    case PassMode::kRvalueReference:
      return "rvalue reference";
    case PassMode::kPointer:
      return "pointer";
  }
  return "";
}

std::string_view to_string(ReadKind kind) {
  switch (kind) {
    case ReadKind::kItem:
      return "item";
    case ReadKind::kBoolConversion:
      return "conversion to bool";
    case ReadKind::kNumberConversion:
      return "conversion to a number";
    case ReadKind::kDataPointer:
      return "data pointer";
    case ReadKind::kComparison:
      return "comparison";
    case ReadKind::kPrint:
      return "print";
    case ReadKind::kAnnotated:
      return "read";
  }
  return "";
}

std::string_view to_string(ControlKind kind) {
  switch (kind) {
    case ControlKind::kNone:
      return "";
    case ControlKind::kIf:
      return "if";
    case ControlKind::kWhile:
      return "while";
    case ControlKind::kDo:
      return "do";
    case ControlKind::kFor:
      return "for";
    case ControlKind::kSwitch:
      return "switch";
    case ControlKind::kConditional:
      return "?:";
    case ControlKind::kAnd:
      return "&&";
    case ControlKind::kOr:
      return "||";
  }
  return "";
}

}  // namespace weft::source
