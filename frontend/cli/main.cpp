#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <weft/frontend/cli/command_line.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/interruption.h>
#include <weft/frontend/cli/report_folder.h>
#include <weft/ir/diagnostics.h>

namespace weft::cli {
namespace {

constexpr int kModelAtFault = 1;
constexpr int kWrongUse = 2;
constexpr int kWeftAtFault = 3;

int execute(const Command& command) {
  struct Run {
    int operator()(const PrintText& text) const {
      std::fputs(text.text.c_str(), stdout);
      return 0;
    }
    int operator()(const CompileOptions& options) const { return run_compile(options); }
    int operator()(const ExplainOptions& options) const { return run_explain(options); }
    int operator()(const GraphOptions& options) const { return run_graph(options); }
    int operator()(const RunOptions& options) const { return run_bundle(options); }
    int operator()(const VerifyOptions& options) const { return run_verify(options); }
    int operator()(const WeightsOptions& options) const { return run_weights(options); }
  };
  return std::visit(Run(), command);
}

int exit_status(Fault fault) {
  switch (fault) {
    case Fault::kUser:
    case Fault::kUnsupported:
      return kModelAtFault;
    case Fault::kUsage:
      return kWrongUse;
    case Fault::kInternal:
      break;
  }
  return kWeftAtFault;
}

int internal_error(const std::vector<std::string>& arguments, const std::string& message) {
  std::fprintf(stderr, "weft: %s\n", message.c_str());
  const std::string folder = write_report(arguments, message);
  if (!folder.empty()) {
    std::fprintf(stderr, "  note: what is needed to repeat this is in %s\n", folder.c_str());
  }
  return kWeftAtFault;
}

int run(const std::vector<std::string>& arguments) {
  try {
    return execute(parse_command_line(arguments));
  } catch (const Error& error) {
    const Diagnostic& diagnostic = error.diagnostic();
    const int status = exit_status(diagnostic.kind->fault);
    if (status == kWeftAtFault) return internal_error(arguments, diagnostic.str());
    // A located message begins with its place, so that editors find it.
    std::fprintf(stderr, "%s%s\n",
                 diagnostic.location.known() ? "" : "weft: ", diagnostic.str().c_str());
    return status;
  } catch (const Interrupted& interrupted) {
    return 128 + interrupted.signal;
  } catch (const std::bad_alloc&) {
    std::fputs("weft: error: out of memory\n", stderr);
    return kWeftAtFault;
  } catch (const std::exception& error) {
    return internal_error(arguments, std::string("error: ") + error.what());
  }
}

}  // namespace
}  // namespace weft::cli

int main(int argc, char** argv) {
  weft::cli::watch_for_interruption();
  int status = weft::cli::run({argv + 1, argv + argc});
  // A full disk or a closed pipe shows up only here.
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    std::perror("weft: standard output");
    if (status == 0) status = 1;
  }
  return status;
}
