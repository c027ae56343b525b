/// \file Reading of golden cases and comparison of results.
#include "tests/oracle/golden_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/oracle/safetensors_file.h"

#ifndef WEFT_TESTS_FOLDER
#error "WEFT_TESTS_FOLDER must name the folder tests/"
#endif

namespace weft_oracle {
namespace {

OracleValue read_object(const nlohmann::json& json, const SafetensorsFile& file) {
  if (json.size() == 1 && json.contains("tensor"))
    return file.at(json.at("tensor").get<std::string>());
  if (json.size() == 1 && json.contains("dtype"))
    return kind_from_name(json.at("dtype").get<std::string>());
  if (json.size() == 1 && json.contains("float")) {
    auto name = json.at("float").get<std::string>();
    if (name == "inf") return std::numeric_limits<double>::infinity();
    if (name == "-inf") return -std::numeric_limits<double>::infinity();
    if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  }
  throw OracleError("unknown value " + json.dump());
}

OracleValue read_value(const nlohmann::json& json, const SafetensorsFile& file) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<int64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_object()) return read_object(json, file);
  OracleList list;
  for (const auto& item : json) list.push_back(read_value(item, file));
  return list;
}

GoldenCase read_case(const nlohmann::json& json, const SafetensorsFile& file) {
  GoldenCase result;
  result.id = json.at("id").get<std::string>();
  try {
    result.op = json.at("op").get<std::string>();
    for (const auto& [name, value] : json.at("args").items())
      result.args[name] = read_value(value, file);
    for (const auto& value : json.at("outputs")) {
      OracleValue output = read_value(value, file);
      if (!output.is_tensor()) throw OracleError("an output is no tensor");
      result.outputs.push_back(std::get<OracleTensor>(output.held));
    }
    result.rtol = json.at("rtol").get<double>();
    result.atol = json.at("atol").get<double>();
  } catch (const std::exception& error) {
    throw OracleError("golden case " + result.id + ": " + error.what());
  }
  return result;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// 0 where two numbers are the same, infinite where only one of them is finite or a number.
double distance(double got, double want, double rtol, double atol) {
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : INFINITY;
  if (got == want) return 0;
  if (std::isinf(want) || std::isinf(got)) return INFINITY;
  return std::fabs(got - want) / (atol + rtol * std::fabs(want));
}

Comparison compare_values(const OracleTensor& got, const OracleTensor& want, double rtol,
                          double atol) {
  Comparison result;
  int64_t wrong = 0, where = 0;
  for (int64_t i = 0; i < want.numel(); ++i) {
    double far = want.integral() ? (got.integer(i) == want.integer(i) ? 0.0 : INFINITY)
                                 : distance(got.real(i), want.real(i), rtol, atol);
    if (!(far <= 1)) ++wrong;
    if (far > result.worst) {
      result.worst = far;
      where = i;
    }
  }
  if (wrong == 0) return result;
  auto shown = [&](const OracleTensor& x) {
    return x.integral() ? std::to_string(x.integer(where)) : number(x.real(where));
  };
  result.difference = std::to_string(wrong) + " of " + std::to_string(want.numel()) +
                      " elements differ, most at " + std::to_string(where) + " of " +
                      describe(want) + ": got " + shown(got) + ", want " + shown(want) + " (" +
                      number(result.worst) + " times the tolerance)";
  return result;
}

}  // namespace

std::vector<GoldenCase> read_golden_file(const std::filesystem::path& json_path) {
  std::ifstream stream(json_path);
  if (!stream) throw OracleError("cannot open " + json_path.string());
  nlohmann::json json = nlohmann::json::parse(stream);
  SafetensorsFile file =
      read_safetensors(std::filesystem::path(json_path).replace_extension(".safetensors"));
  std::vector<GoldenCase> cases;
  for (const auto& entry : json.at("cases")) cases.push_back(read_case(entry, file));
  return cases;
}

std::filesystem::path tests_folder() { return WEFT_TESTS_FOLDER; }
std::filesystem::path golden_folder() { return tests_folder() / "golden"; }

Comparison compare(const std::vector<OracleTensor>& got, const std::vector<OracleTensor>& want,
                   double rtol, double atol) {
  Comparison result;
  if (got.size() != want.size()) {
    result.difference =
        "got " + std::to_string(got.size()) + " outputs, want " + std::to_string(want.size());
    return result;
  }
  for (size_t k = 0; k < want.size(); ++k) {
    std::string which = want.size() > 1 ? "output " + std::to_string(k) + ": " : "";
    if (got[k].kind != want[k].kind || got[k].sizes != want[k].sizes) {
      result.difference = which + "got " + describe(got[k]) + ", want " + describe(want[k]);
      return result;
    }
    Comparison one = compare_values(got[k], want[k], rtol, atol);
    result.worst = std::max(result.worst, one.worst);
    if (!one.agrees() && result.agrees()) result.difference = which + one.difference;
  }
  return result;
}

}  // namespace weft_oracle
