/// \file Reading of call arguments.
#include "tests/oracle/arguments.h"

namespace weft_oracle {

bool OracleValue::is_number() const {
  return std::holds_alternative<bool>(held) || std::holds_alternative<int64_t>(held) ||
         std::holds_alternative<double>(held);
}

double number_of(const OracleValue& value) {
  if (const auto* flag = std::get_if<bool>(&value.held)) return *flag ? 1 : 0;
  if (const auto* integer = std::get_if<int64_t>(&value.held)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value.held)) return *real;
  const auto* tensor = std::get_if<OracleTensor>(&value.held);
  if (tensor && tensor->numel() == 1) return tensor->real(0);
  throw OracleError("a number was needed");
}

int64_t integer_of(const OracleValue& value) {
  if (const auto* flag = std::get_if<bool>(&value.held)) return *flag ? 1 : 0;
  if (const auto* integer = std::get_if<int64_t>(&value.held)) return *integer;
  const auto* tensor = std::get_if<OracleTensor>(&value.held);
  if (tensor && tensor->numel() == 1 && tensor->integral()) return tensor->integer(0);
  throw OracleError("an integer was needed");
}

const OracleValue* Reader::find(const std::string& name) const {
  seen_.insert(name);
  auto it = arguments_.find(name);
  return it == arguments_.end() || it->second.is_none() ? nullptr : &it->second;
}

const OracleValue& Reader::value(const std::string& name) const {
  const OracleValue* found = find(name);
  if (!found) throw OracleError("argument '" + name + "' is missing");
  return *found;
}

const OracleTensor* Reader::optional_tensor(const std::string& name) const {
  const OracleValue* found = find(name);
  if (!found) return nullptr;
  const auto* tensor = std::get_if<OracleTensor>(&found->held);
  if (!tensor) throw OracleError("argument '" + name + "' is no tensor");
  return tensor;
}

const OracleTensor& Reader::tensor(const std::string& name) const {
  const OracleTensor* found = optional_tensor(name);
  if (!found) throw OracleError("tensor argument '" + name + "' is missing");
  return *found;
}

std::vector<OracleTensor> Reader::tensors(const std::string& name) const {
  const auto* list = std::get_if<OracleList>(&value(name).held);
  if (!list) throw OracleError("argument '" + name + "' is no list of tensors");
  std::vector<OracleTensor> result;
  for (const OracleValue& item : *list) {
    if (!item.is_tensor())
      throw OracleError("argument '" + name + "' holds something else than tensors");
    result.push_back(std::get<OracleTensor>(item.held));
  }
  return result;
}

double Reader::real(const std::string& name) const { return number_of(value(name)); }

double Reader::real(const std::string& name, double fallback) const {
  const OracleValue* found = find(name);
  return found ? number_of(*found) : fallback;
}

int64_t Reader::integer(const std::string& name) const { return integer_of(value(name)); }

int64_t Reader::integer(const std::string& name, int64_t fallback) const {
  const OracleValue* found = find(name);
  return found ? integer_of(*found) : fallback;
}

bool Reader::flag(const std::string& name, bool fallback) const {
  const OracleValue* found = find(name);
  if (!found) return fallback;
  const auto* flag = std::get_if<bool>(&found->held);
  if (!flag) throw OracleError("argument '" + name + "' is no bool");
  return *flag;
}

std::string Reader::text(const std::string& name, const std::string& fallback) const {
  const OracleValue* found = find(name);
  if (!found) return fallback;
  const auto* text = std::get_if<std::string>(&found->held);
  if (!text) throw OracleError("argument '" + name + "' is no string");
  return *text;
}

Kind Reader::kind(const std::string& name, Kind fallback) const {
  const OracleValue* found = find(name);
  if (!found) return fallback;
  const auto* kind = std::get_if<Kind>(&found->held);
  if (!kind) throw OracleError("argument '" + name + "' is no element kind");
  return *kind;
}

Sizes Reader::integers(const std::string& name) const {
  const OracleValue& found = value(name);
  const auto* list = std::get_if<OracleList>(&found.held);
  if (!list) return {integer_of(found)};
  Sizes result;
  for (const OracleValue& item : *list) result.push_back(integer_of(item));
  return result;
}

Sizes Reader::integers(const std::string& name, const Sizes& fallback) const {
  return has(name) ? integers(name) : fallback;
}

std::vector<double> Reader::reals(const std::string& name) const {
  const OracleValue& found = value(name);
  const auto* list = std::get_if<OracleList>(&found.held);
  if (!list) return {number_of(found)};
  std::vector<double> result;
  for (const OracleValue& item : *list) result.push_back(number_of(item));
  return result;
}

Sizes Reader::integers_for(const std::string& name, size_t count, int64_t fallback) const {
  Sizes given = integers(name, {fallback});
  if (given.size() == 1) return Sizes(count, given[0]);
  if (given.size() != count) {
    throw OracleError("argument '" + name + "' has " + std::to_string(given.size()) +
                      " numbers, needed are " + std::to_string(count));
  }
  return given;
}

std::string Reader::either(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    if (has(name)) return name;
  }
  return names.front();
}

std::vector<std::string> Reader::unread() const {
  std::vector<std::string> result;
  for (const auto& [name, held] : arguments_) {
    if (!seen_.count(name) && !held.is_none()) result.push_back(name);
  }
  return result;
}

}  // namespace weft_oracle
