/// \file Arguments of library calls as names and integers.
#include <weft/codegen/loop/library_parameters.h>

#include <fmt/format.h>

#include <bit>

#include <weft/codegen/diagnostics.h>
#include <weft/ir/operators/operator.h>

namespace weft::codegen {
namespace {

class Encoder {
 public:
  explicit Encoder(const ir::Call& call) : call_(call) {}

  std::vector<std::pair<std::string, std::int64_t>> run() {
    for (std::size_t i = 0; i < call_.size(); ++i) {
      if (is_said_by_shape(call_.op().schema.parameters[i].name)) continue;
      add(call_.op().schema.parameters[i].name, call_.argument(i), false);
    }
    return std::move(parameters_);
  }

 private:
  /// Random operators fill a result of a shape that depends on extents of inputs.
  bool is_said_by_shape(const std::string& name) const {
    if (name == "output_size") return true;
    return call_.op().row->effect == ir::Effect::kRandom &&
           (name == "size" || name == "n" || name == "num_samples");
  }

  void add(const std::string& name, const ir::CallArgument& argument, bool in_list) {
    const auto& value = argument.value;
    if (const auto* number = std::get_if<ir::Number>(&value)) {
      add(name, *number);
    } else if (const auto* extent = std::get_if<ir::IntExpr>(&value)) {
      if (!extent->is_constant()) {
        fail(diag::ExtentNotConstant, call_.location(),
             {call_.op().full_name(), extent->str(), fmt::format("argument `{}`", name)});
      }
      parameters_.emplace_back(name, extent->value());
    } else if (const auto* dtype = std::get_if<DType>(&value)) {
      parameters_.emplace_back(name, static_cast<std::int64_t>(*dtype));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      parameters_.emplace_back(name + "=" + *text, 1);
    } else if (const auto* named = std::get_if<ir::EnumValue>(&value)) {
      parameters_.emplace_back(name + "=" + named->name.str(), 1);
    } else if (const auto* list = std::get_if<std::vector<ir::CallArgument>>(&value)) {
      if (argument.is_slice) refuse(name);
      for (std::size_t k = 0; k < list->size(); ++k) {
        add(fmt::format("{}.{}", name, k), (*list)[k], true);
      }
    } else if (std::holds_alternative<ir::EllipsisArgument>(value)) {
      refuse(name);
    } else if (in_list) {
      parameters_.emplace_back(name, std::holds_alternative<ir::TensorMeta>(value) ? 1 : 0);
    }
  }

  void add(const std::string& name, const ir::Number& number) {
    if (number.is_float()) {
      parameters_.emplace_back(name + ":f64", std::bit_cast<std::int64_t>(number.as_double()));
    } else {
      parameters_.emplace_back(name, number.as_int());
    }
  }

  [[noreturn]] void refuse(const std::string& name) const {
    fail(diag::NoLowering, call_.location(),
         {fmt::format("{} with this `{}`", call_.op().full_name(), name)});
  }

  const ir::Call& call_;
  std::vector<std::pair<std::string, std::int64_t>> parameters_;
};

}  // namespace

std::vector<std::pair<std::string, std::int64_t>> library_parameters(const ir::Call& call) {
  return Encoder(call).run();
}

}  // namespace weft::codegen
