#include "model_cases.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli_testing.h"

namespace weft::cli {
namespace {

ModelCase read_case(const std::filesystem::path& path) {
  ModelCase result;
  result.name = path.stem().string();
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto value = [&](const std::string& key) {
      const std::string start = "//! " + key + ": ";
      return line.starts_with(start) ? line.substr(start.size()) : std::string();
    };
    if (const std::string model = value("model"); !model.empty()) result.model = model;
    if (const std::string input = value("input"); !input.empty()) {
      // The range of the values is for those who make them.
      result.inputs.push_back(input.substr(0, input.find(" in [")));
    }
    if (const std::string scalar = value("scalar"); !scalar.empty()) {
      result.scalars.push_back(scalar);
    }
    if (const std::string breaks = value("breaks"); !breaks.empty()) {
      result.breaks = std::stoi(breaks);
    }
    if (const std::string tolerance = value("tol"); !tolerance.empty()) {
      std::istringstream words(tolerance);
      for (std::string word; words >> word;) result.tolerance.push_back(word);
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> ModelCase::options() const {
  std::vector<std::string> result = {"--model", model};
  for (const std::string& input : inputs) result.insert(result.end(), {"--input", input});
  for (const std::string& scalar : scalars) result.insert(result.end(), {"--scalar", scalar});
  if (tolerance.size() == 2) {
    result.insert(result.end(), {"--rtol", tolerance[0], "--atol", tolerance[1]});
  }
  return result;
}

std::vector<ModelCase> model_cases(int most_breaks) {
  std::vector<ModelCase> cases;
  for (const auto& entry : std::filesystem::directory_iterator(tests_file("cases"))) {
    if (entry.path().extension() != ".cpp") continue;
    ModelCase model_case = read_case(entry.path());
    if (model_case.breaks <= most_breaks) cases.push_back(std::move(model_case));
  }
  std::sort(cases.begin(), cases.end(),
            [](const ModelCase& a, const ModelCase& b) { return a.name < b.name; });
  return cases;
}

std::ostream& operator<<(std::ostream& stream, const ModelCase& model_case) {
  return stream << model_case.name;
}

}  // namespace weft::cli
