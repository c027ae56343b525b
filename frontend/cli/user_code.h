/// \file Calls of code that the user wrote.
#pragma once

#include <iosfwd>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include <weft/ir/diagnostics.h>

namespace weft::cli {

/// While it lives, std::cout writes to standard error: standard output is the program's own.
class OutputToError {
 public:
  OutputToError();
  ~OutputToError();
  OutputToError(const OutputToError&) = delete;
  OutputToError& operator=(const OutputToError&) = delete;

 private:
  std::streambuf* saved_;
};

/// While it lives, nothing that this process writes to standard output and standard error arrives.
class SilentOutput {
 public:
  SilentOutput();
  ~SilentOutput();
  SilentOutput(const SilentOutput&) = delete;
  SilentOutput& operator=(const SilentOutput&) = delete;

 private:
  int output_ = -1;
  int error_ = -1;
};

/// \error W7103: `what` threw `error`
[[noreturn]] void refuse_exception(const std::string& what, const SourceLocation& where,
                                   const std::exception& error);

/// Runs `function` and turns exceptions that are not weft's into errors at `where`.
template <typename Function>
std::invoke_result_t<Function> run_user_code(const std::string& what, const SourceLocation& where,
                                             Function&& function) {
  const OutputToError redirect;
  try {
    return std::forward<Function>(function)();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    refuse_exception(what, where, error);
  }
}

}  // namespace weft::cli
