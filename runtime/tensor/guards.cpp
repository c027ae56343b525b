#include <weft/runtime/tensor/guards.h>

#include <weft/runtime/diagnostics.h>

namespace weft {

void check_failed(const char* condition, const std::string& message, SourceLocation where) {
  fail(diag::CheckFailed, where,
       {message.empty() ? "expected " + std::string(condition) : message});
}

}  // namespace weft
