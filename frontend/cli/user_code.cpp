#include <weft/frontend/cli/user_code.h>

#include <cxxabi.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <typeinfo>

#include <weft/frontend/cli/diagnostics.h>

namespace weft::cli {

OutputToError::OutputToError() : saved_(std::cout.rdbuf(std::cerr.rdbuf())) {}

OutputToError::~OutputToError() { std::cout.rdbuf(saved_); }

namespace {

void flush_all() {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(stdout);
  std::fflush(stderr);
}

}  // namespace

SilentOutput::SilentOutput() {
  flush_all();
  output_ = dup(STDOUT_FILENO);
  error_ = dup(STDERR_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

SilentOutput::~SilentOutput() {
  flush_all();
  dup2(output_, STDOUT_FILENO);
  dup2(error_, STDERR_FILENO);
  close(output_);
  close(error_);
}

void refuse_exception(const std::string& what, const SourceLocation& where,
                      const std::exception& error) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status), std::free);
  fail(diag::ModelThrew, where, {what, name ? name.get() : "an exception", error.what()});
}

}  // namespace weft::cli
