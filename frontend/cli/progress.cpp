#include <weft/frontend/cli/progress.h>

#include <unistd.h>

#include <cstdio>

namespace weft::cli {
namespace {

bool on_terminal() {
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  return terminal;
}

}  // namespace

Progress::Progress(const std::string& step) {
  if (on_terminal()) std::fprintf(stderr, "\r\033[Kweft: %s ...", step.c_str());
}

Progress::~Progress() {
  if (on_terminal()) std::fputs("\r\033[K", stderr);
}

}  // namespace weft::cli
