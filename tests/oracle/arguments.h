/// \file Arguments of an operator call by name, and a reader that notices arguments nobody looked
/// at.
#pragma once

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "tests/oracle/oracle_tensor.h"

namespace weft_oracle {

struct OracleValue;
using OracleList = std::vector<OracleValue>;

/// One argument: None, a number, a string, an element kind, a tensor, or a list of these. Integers
/// and floating-point numbers are kept apart, as they promote differently.
struct OracleValue {
  std::variant<std::monostate, bool, int64_t, double, std::string, Kind, OracleTensor, OracleList>
      held;

  OracleValue() = default;
  OracleValue(bool value) : held(value) {}
  OracleValue(int value) : held(static_cast<int64_t>(value)) {}
  OracleValue(int64_t value) : held(value) {}
  OracleValue(double value) : held(value) {}
  OracleValue(const char* value) : held(std::string(value)) {}
  OracleValue(std::string value) : held(std::move(value)) {}
  OracleValue(Kind value) : held(value) {}
  OracleValue(OracleTensor value) : held(std::move(value)) {}
  OracleValue(OracleList value) : held(std::move(value)) {}

  bool is_none() const { return std::holds_alternative<std::monostate>(held); }
  bool is_tensor() const { return std::holds_alternative<OracleTensor>(held); }
  bool is_list() const { return std::holds_alternative<OracleList>(held); }
  /// A bool, integer or floating-point number.
  bool is_number() const;
};

using OracleArguments = std::map<std::string, OracleValue>;

/// Reads the arguments of one call. Every read marks its name; `unread` lists what stayed unmarked,
/// so that an argument which the oracle does not honour is an error and not silently dropped.
class Reader {
 public:
  explicit Reader(const OracleArguments& arguments) : arguments_(arguments) {}

  /// Whether the argument is there and not None.
  bool has(const std::string& name) const { return find(name) != nullptr; }
  /// The argument; an error if it is missing or None.
  const OracleValue& value(const std::string& name) const;
  /// None if it is missing.
  const OracleValue* find(const std::string& name) const;
  /// Declares that the argument has no influence on the result.
  void ignore(const std::string& name) const { seen_.insert(name); }

  const OracleTensor& tensor(const std::string& name) const;
  /// Null for a missing argument or None.
  const OracleTensor* optional_tensor(const std::string& name) const;
  std::vector<OracleTensor> tensors(const std::string& name) const;
  double real(const std::string& name) const;
  double real(const std::string& name, double fallback) const;
  int64_t integer(const std::string& name) const;
  int64_t integer(const std::string& name, int64_t fallback) const;
  bool flag(const std::string& name, bool fallback) const;
  std::string text(const std::string& name, const std::string& fallback) const;
  Kind kind(const std::string& name, Kind fallback) const;
  /// A list of integers; one integer counts as a list of one.
  Sizes integers(const std::string& name) const;
  Sizes integers(const std::string& name, const Sizes& fallback) const;
  std::vector<double> reals(const std::string& name) const;
  /// A list of `count` integers; one integer stands for `count` equal ones.
  Sizes integers_for(const std::string& name, size_t count, int64_t fallback) const;
  /// The first of several spellings that is there.
  std::string either(const std::vector<std::string>& names) const;

  std::vector<std::string> unread() const;

 private:
  const OracleArguments& arguments_;
  mutable std::set<std::string> seen_;
};

/// A number, or a tensor of one element, as a double or an exact integer.
double number_of(const OracleValue& value);
int64_t integer_of(const OracleValue& value);

}  // namespace weft_oracle
