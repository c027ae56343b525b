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
                      const std::vector<ValueKind>& results) {
  std::string text = name + "(";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) text += ", ";
    text += schema_type(parameters[i]);
    text += i == 0 ? " input" : " arg_" + std::to_string(i);
  }
  text += ") -> ";
  if (results.size() == 1) return text + schema_type(results.front());
  text += "(";
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i > 0) text += ", ";
    text += schema_type(results[i]);
  }
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
