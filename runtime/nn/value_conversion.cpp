#include <weft/runtime/nn/value_conversion.h>

namespace weft {

namespace {

void append_leaves(const ir::Value& value, std::vector<ir::Value>& out) {
  if (const std::vector<ir::Value>* list = value.list()) {
    for (const ir::Value& item : *list) append_leaves(item, out);
  } else if (!value.is_none()) {
    out.push_back(value);
  }
}

}  // namespace

std::vector<ir::Value> flatten_value(const ir::Value& value) {
  std::vector<ir::Value> leaves;
  append_leaves(value, leaves);
  return leaves;
}

}  // namespace weft
