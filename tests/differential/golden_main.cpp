/// \file weft_golden: runs a file of golden operator cases in one way of computing.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <exception>
#include <regex>
#include <string>
#include <vector>

#include "tests/differential/golden_modes.h"

int main(int argc, char** argv) {
  CLI::App app{
      "Computes golden operator cases and compares them with their recorded results. Prints the\n"
      "cases that fail with their worst difference and, last, `passed N of M`; exit status 1 if\n"
      "any fails."};
  std::string file;
  std::string mode = "eager";
  std::string filter;
  app.add_option("FILE", file, "NAME.json, with NAME.safetensors beside it")->required();
  app.add_option("--mode", mode,
                 "eager: operators of the runtime; graph: lowered to core operators and "
                 "interpreted; bundle: generated C++")
      ->check(CLI::IsMember({"eager", "graph", "bundle"}))
      ->capture_default_str();
  app.add_option("--filter", filter,
                 "only cases whose id holds a match of this regular expression");
  CLI11_PARSE(app, argc, argv);
  try {
    std::vector<weft_oracle::GoldenCase> cases = weft_oracle::read_golden_file(file);
    const std::regex wanted(filter);
    std::erase_if(cases, [&](const weft_oracle::GoldenCase& golden) {
      return !std::regex_search(golden.id, wanted);
    });
    const auto computed = weft::differential::make_mode(mode, cases);
    const auto report = weft_oracle::run_golden(*computed, cases, {});
    for (const weft_oracle::CaseFailure& failure : report.failures) {
      fmt::print("{}: {}\n", failure.id, failure.what);
    }
    fmt::print("passed {} of {}\n", report.passed, cases.size());
    return report.failures.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "weft_golden: {}\n", error.what());
    return 2;
  }
}
