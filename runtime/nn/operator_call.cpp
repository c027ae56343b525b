#include <weft/runtime/nn/operator_call.h>

namespace weft::nn::operators {

Tensor call_on(std::string_view op, const TensorArg& input,
               std::vector<api::NamedValue> arguments) {
  arguments.emplace_back("input", input.get().handle());
  return api::to_tensor(api::call_named(op, arguments, CallStyle::kFunction, input.where()));
}

}  // namespace weft::nn::operators
