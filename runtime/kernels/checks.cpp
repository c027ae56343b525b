/// \file Checks that a graph makes on the host while it runs.
#include <cmath>
#include <string>

#include <weft/runtime/diagnostics.h>
#include <weft/runtime/eager/block.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/kernels/kernels.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::kernels {

namespace {

using Values = std::vector<ir::Value>;

bool is_number(const ir::Value& value) {
  return std::holds_alternative<bool>(value.value) ||
         std::holds_alternative<std::int64_t>(value.value) ||
         std::holds_alternative<double>(value.value);
}

double number(const ir::Value& value) {
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? 1 : 0;
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
    return static_cast<double>(*integer);
  }
  return std::get<double>(value.value);
}

/// Numbers compare by value, as the C++ parameter that they become would; NaN equals NaN.
bool same(const ir::Value& a, const ir::Value& b) {
  if (std::holds_alternative<std::int64_t>(a.value) &&
      std::holds_alternative<std::int64_t>(b.value)) {
    return std::get<std::int64_t>(a.value) == std::get<std::int64_t>(b.value);
  }
  if (is_number(a) && is_number(b)) {
    return number(a) == number(b) || (std::isnan(number(a)) && std::isnan(number(b)));
  }
  if (a.value.index() != b.value.index()) return false;
  if (const auto* text = std::get_if<std::string>(&a.value)) {
    return *text == std::get<std::string>(b.value);
  }
  if (const auto* dtype = std::get_if<DType>(&a.value)) return *dtype == std::get<DType>(b.value);
  return a.is_none();
}

std::string text_of(const ir::Value& value) {
  if (value.is_none()) return "nothing";
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
    return std::to_string(*integer);
  }
  if (const auto* real = std::get_if<double>(&value.value)) return ir::Argument(*real).str();
  if (const auto* text = std::get_if<std::string>(&value.value)) return '"' + *text + '"';
  if (const auto* dtype = std::get_if<DType>(&value.value)) {
    return std::string(ir::dtype_name(*dtype));
  }
  return value.tensor() ? "a tensor" : "a list";
}

Values check_argument(const ir::Call& call, const Values& arguments) {
  if (!same(arguments[0], arguments[1])) {
    fail(diag::ConcreteArgument, call.location(),
         {std::get<std::string>(arguments[2].value), text_of(arguments[0]), text_of(arguments[1])});
  }
  return {};
}

Values check_extent(const ir::Call& call, const Values& arguments) {
  if (std::get<std::int64_t>(arguments[0].value) < 0) {
    fail(diag::ExtentRefused, call.location(), {std::get<std::string>(arguments[1].value)});
  }
  return {};
}

Values assert_true(const ir::Call& call, const Values& arguments) {
  const ir::TensorHandle dense = eager::contiguous(*arguments[0].tensor());
  const auto count = static_cast<std::size_t>(dense->numel());
  const auto flags = std::make_unique<bool[]>(count);
  eager::cast_block(dense->dtype, dense->data(), DType::kBool, flags.get(), count);
  for (std::size_t i = 0; i < count; ++i) {
    if (flags[i]) continue;
    fail(diag::AssertionFailed, call.location(), {std::get<std::string>(arguments[1].value)});
  }
  return {};
}

constexpr KernelRow kRows[] = {{"check_argument", check_argument},
                              {"check_extent", check_extent},
                              {"assert_true", assert_true}};

}  // namespace

std::span<const KernelRow> check_kernels() { return kRows; }

}  // namespace weft::kernels
