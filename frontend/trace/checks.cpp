#include <weft/frontend/trace/checks.h>

#include <weft/runtime/api/named_call.h>

namespace weft {

void assert_true(TensorArg condition, const std::string& message) {
  api::call_named("assert_true", {{"condition", condition.get().handle()}, {"message", message}},
                  CallStyle::kFunction, condition.where());
}

}  // namespace weft
