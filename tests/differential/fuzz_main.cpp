/// \file weft_fuzz: random graphs in all modes of computing.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/differential/agreement.h"

namespace {

using weft::differential::Agreement;
using weft::differential::Disagreement;

/// "90", "90s", "30m" or "2h" in seconds.
double seconds(const std::string& text) {
  std::size_t used = 0;
  const double number = std::stod(text, &used);
  const std::string unit = text.substr(used);
  if (unit.empty() || unit == "s") return number;
  if (unit == "m") return 60 * number;
  if (unit == "h") return 3600 * number;
  throw std::runtime_error("not a time: " + text);
}

void write_reproducer(const Disagreement& found, const std::filesystem::path& folder) {
  const std::filesystem::path place = folder / fmt::format("seed-{}", found.seed);
  std::filesystem::create_directories(place);
  std::ofstream(place / "report.txt") << fmt::format(
      "mode {}: {}\n\n{}\nrerun: weft_fuzz --replay reproducer.weft, or weft_fuzz --seed {} "
      "--graphs 1\n",
      found.mode, found.what, found.graph, found.seed);
  std::ofstream(place / "kernels.cpp") << found.source;
  std::ofstream(place / "reproducer.weft") << found.reproducer;
}

int replay_file(const std::string& path, const weft::differential::BatchOptions& options) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << stream.rdbuf();
  const std::string report =
      weft::differential::replay(weft::differential::read_reproducer(text.str()), options);
  fmt::print("{}", report.empty() ? "all modes agree\n" : report);
  return report.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Compares random graphs run operator by operator, as core graphs and as generated C++. A\n"
      "graph that disagrees is shrunk and written to a folder. Exit status 1 if any disagrees."};
  std::uint64_t seed = 1;
  std::size_t graphs = 300;
  std::string time;
  std::string folder = "fuzz";
  weft::differential::AgreementOptions options;
  bool no_fusion = false;
  app.add_option("--seed", seed, "of the first graph; the next ones count up")
      ->capture_default_str();
  app.add_option("--graphs", graphs, "how many")->capture_default_str();
  app.add_option("--time", time, "go on for this long: 90s, 30m, 2h; then --graphs does not count");
  app.add_option("--inputs", options.inputs, "sets of inputs for each graph")
      ->capture_default_str();
  app.add_option("--isa", options.batch.instruction_set, "baseline, avx2 or avx512");
  bool operators = false;
  app.add_flag(
      "--operators", operators,
      "instead of random graphs, each pointwise operator and reduction of the table on all "
      "element types");
  app.add_flag("--passes", options.passes,
               "also after each pass alone, and as core graph without each pass");
  bool no_bundles = false;
  app.add_option("--shrink", options.shrunk, "how many disagreements are made small")
      ->capture_default_str();
  app.add_flag("--no-bundles", no_bundles, "no generated code");
  std::string file;
  app.add_option("--replay", file, "run a reproducer.weft instead, and say what disagrees");
  app.add_flag("--no-fusion", no_fusion, "one kernel for each operator");
  app.add_option("-o,--output", folder, "where reproducers are written")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  options.batch.lower.fuse = !no_fusion;
  options.bundles = !no_bundles;
  if (operators) {
    options.make = weft::differential::make_operator_graph;
    options.batch.flags = "-O0";  // there are many elementary functions to inline
    options.batch.per_unit = 20;
    graphs = weft::differential::operator_graphs();
    seed = 0;
  }
  try {
    if (!file.empty()) return replay_file(file, options.batch);
    const double limit = time.empty() ? 0 : seconds(time);
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    Agreement result;
    std::size_t reported = 0;
    std::uint64_t next = seed;
    while (time.empty() ? result.graphs < graphs : elapsed() < limit) {
      const std::size_t count =
          time.empty() ? std::min<std::size_t>(80, graphs - result.graphs) : 80;
      weft::differential::compare_modes(next, count, options, result);
      next += count;
      for (; reported < result.found.size(); ++reported) {
        const Disagreement& found = result.found[reported];
        fmt::print("seed {}, mode {}: {}\n{}\n", found.seed, found.mode, found.what.substr(0, 800),
                   found.graph);
        write_reproducer(found, folder);
      }
      std::fflush(stdout);
    }
    for (const auto& [id, times] : result.refused) {
      fmt::print("{} graphs refused with {}\n", times, id);
    }
    fmt::print(
        "seeds {} to {}: {} graphs, {} runs compared, {} refused by eager execution, {} "
        "disagree\n",
        seed, next - 1, result.graphs, result.runs, result.undefined, result.found.size());
    return result.found.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "weft_fuzz: {}\n", error.what());
    return 2;
  }
}
