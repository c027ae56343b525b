#include <weft/runtime/nn/value_conversion.h>

#include <cxxabi.h>

#include <cstdlib>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/nn/struct_conversion.h>

namespace weft {

namespace {

void append_leaves(const ir::Value& value, std::vector<ir::Value>& out) {
  if (const std::vector<ir::Value>* list = value.list()) {
    for (const ir::Value& item : *list) append_leaves(item, out);
  } else if (const ir::ValueDict* dict = value.dict()) {
    for (const auto& [key, item] : dict->items) append_leaves(item, out);
  } else if (!value.is_none()) {
    out.push_back(value);
  }
}

std::string describe(const ir::Value& value) {
  static const char* const kNames[] = {"nothing",  "a tensor", "a bool", "an integer", "a float",
                                       "a string", "a dtype",  "a list", "a mapping"};
  std::string text = kNames[value.value.index()];
  if (value.list()) text += " of " + std::to_string(value.list()->size());
  if (value.dict()) text += " of " + std::to_string(value.dict()->items.size());
  return text;
}

}  // namespace

namespace detail {

void throw_wrong_value(const std::string& type, const ir::Value& value) {
  fail(diag::ValueTypeWrong, {}, {type, describe(value)});
}

std::vector<ir::Value> elements_of(const ir::Value& value, const std::string& type,
                                   std::int64_t count) {
  std::vector<ir::Value> elements;
  if (const std::vector<ir::Value>* list = value.list()) {
    elements = *list;
  } else if (const ir::ValueDict* dict = value.dict()) {
    for (const auto& [key, item] : dict->items) elements.push_back(item);
  } else {
    throw_wrong_value(type, value);
  }
  if (count >= 0 && elements.size() != static_cast<std::size_t>(count)) {
    throw_wrong_value(type, value);
  }
  return elements;
}

std::vector<std::string> split_names(std::string_view names) {
  std::vector<std::string> words;
  for (const char c : names) {
    if (words.empty() || c == ',') words.emplace_back();
    if (c != ',' && c != ' ') words.back() += c;
  }
  return words;
}

std::string demangled_name(const char* mangled) {
  char* text = abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr);
  const std::string name = text ? text : mangled;
  std::free(text);
  return name;
}

}  // namespace detail

std::vector<ir::Value> flatten_value(const ir::Value& value) {
  std::vector<ir::Value> leaves;
  append_leaves(value, leaves);
  return leaves;
}

}  // namespace weft
