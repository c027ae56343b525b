#include <weft/frontend/cli/interruption.h>

#include <csignal>

namespace weft::cli {
namespace {

volatile std::sig_atomic_t caught_signal = 0;

void remember(int signal) { caught_signal = signal; }

}  // namespace

void watch_for_interruption() {
  struct sigaction action = {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void stop_if_interrupted() {
  if (caught_signal != 0) throw Interrupted{caught_signal};
}

}  // namespace weft::cli
