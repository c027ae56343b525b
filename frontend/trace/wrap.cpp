#include <weft/frontend/trace/wrap.h>

#include <map>
#include <mutex>

#include <weft/frontend/trace/diagnostics.h>

namespace weft::detail {

namespace {

struct Wrapped {
  std::type_index type;
  const void* address;
  const ir::Operator* op;
};

const char* schema_type(ValueKind kind) {
  switch (kind) {
    case ValueKind::kTensor:
      return "Tensor";
    case ValueKind::kOptionalTensor:
      return "Tensor?";
    case ValueKind::kTensorList:
      return "Tensor[]";
    case ValueKind::kInteger:
      return "int";
    case ValueKind::kFloat:
      return "float";
    case ValueKind::kBool:
      return "bool";
    case ValueKind::kString:
      return "str";
    case ValueKind::kNumber:
      return "Scalar";
    default:
      return "Any";
  }
}

}  // namespace

std::string schema_of(const std::string& name, const std::vector<ValueKind>& parameters,
                      std::size_t results, bool list) {
  std::string text = name + "(";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) text += ", ";
    text += schema_type(parameters[i]);
    text += i == 0 ? " input" : " arg_" + std::to_string(i);
  }
  if (results == 1) return text + (list ? ") -> Tensor[]" : ") -> Tensor");
  text += ") -> (";
  for (std::size_t i = 0; i < results; ++i) text += i == 0 ? "Tensor" : ", Tensor";
  return text + ")";
}

const ir::Operator& wrapped_operator(const std::string& name, std::type_index type,
                                     const void* address, ir::OperatorDefinition definition,
                                     SourceLocation where) {
  static std::mutex mutex;
  static std::map<std::string, Wrapped> functions;
  const std::lock_guard lock(mutex);
  const auto found = functions.find(name);
  if (found != functions.end()) {
    if (found->second.type != type || found->second.address != address) {
      fail(diag::FunctionWrappedTwice, where, {name});
    }
    return *found->second.op;
  }
  const ir::Operator& op = ir::register_operator(std::move(definition), where);
  functions.emplace(name, Wrapped{type, address, &op});
  return op;
}

}  // namespace weft::detail
