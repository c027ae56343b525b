/// \file Ctrl-C: the program ends after it has removed what it has begun.
#pragma once

namespace weft::cli {

/// Thrown where the program notices that it should end. No std::exception, so that nothing on the
/// way takes it for a failure.
struct Interrupted {
  int signal;
};

/// SIGINT and SIGTERM are remembered from now on. A second one ends the program at once.
void watch_for_interruption();

/// \error Interrupted
void stop_if_interrupted();

}  // namespace weft::cli
