#include <weft/frontend/cli/user_code.h>

#include <cxxabi.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <typeinfo>

#include <weft/frontend/cli/diagnostics.h>

namespace weft::cli {

OutputToError::OutputToError() : saved_(std::cout.rdbuf(std::cerr.rdbuf())) {}

OutputToError::~OutputToError() { std::cout.rdbuf(saved_); }

void refuse_exception(const std::string& what, const SourceLocation& where,
                      const std::exception& error) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status), std::free);
  fail(diag::ModelThrew, where, {what, name ? name.get() : "an exception", error.what()});
}

}  // namespace weft::cli
