/// \file One line on the terminal that says what the program is doing.
#pragma once

#include <string>

namespace weft::cli {

/// Shows a step on standard error for its life. Shows nothing where that is no terminal.
class Progress {
 public:
  explicit Progress(const std::string& step);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
};

}  // namespace weft::cli
