#include <weft/codegen/bundle/fallback_entry.h>

#include <fmt/format.h>

#include <weft/codegen/bundle/variant_entry.h>

namespace weft::codegen::bundle {

std::string fallback_state() {
  return "  weft_fallback fallback = {};\n"
         "  mutable std::atomic<uint64_t> fallbacks{0};  // calls that it has run\n";
}

std::string fallback_end() {
  return "  if (model->fallback.release != nullptr) "
         "model->fallback.release(model->fallback.self);\n";
}

std::string own_status() {
  return "  weft_status own = {};\n  if (status == nullptr) status = &own;\n";
}

namespace {

/// `if (the call is missed) { ... }`.
std::string if_missed(const std::string& body) {
  return fmt::format(
      "  if (code == WEFT_BAD_ARGUMENT &&\n"
      "      is_missed(model, variant, inputs, input_count, status->reason)) {{\n{}  }}\n",
      body);
}

}  // namespace

std::string fallback_check() {
  return if_missed(
      "    return model->fallback.check(model->fallback.self, inputs, input_count, outputs,\n"
      "                                 output_count, status);\n");
}

std::string fallback_run() {
  return if_missed(
      "    code = model->fallback.run(model->fallback.self, inputs, input_count, outputs,\n"
      "                               output_count, status);\n"
      "    (code == WEFT_OK ? model->fallbacks : model->refused).fetch_add(1, "
      "std::memory_order_relaxed);\n"
      "    return code;\n");
}

std::string missed_function(const Context& whole) {
  std::string cases;
  for (std::size_t k = 0; k < whole.variants->size(); ++k) {
    cases += fmt::format(
        "    case {}:\n      return {}_check_inputs(inputs, input_count, nullptr) != WEFT_OK;\n", k,
        variant_name(whole.options.name, k));
  }
  return fmt::format(
      "/// True if the fallback takes a call that the compiled code has refused, by `variant` if "
      "that\n"
      "/// is not negative: types, shapes or strides of the inputs are others than it is for.\n"
      "bool is_missed(const {0}_model* model, int32_t variant, const weft_tensor_view* inputs,\n"
      "    int32_t input_count, int32_t reason) {{\n"
      "  if (model->fallback.run == nullptr) return false;\n"
      "  if (reason == WEFT_REFUSED_CONDITION || reason == WEFT_REFUSED_VARIANT) return true;\n"
      "  if (reason == WEFT_REFUSED_STRIDES) {{\n"
      "    for (int32_t k = 0; k < input_count; ++k) {{\n"
      "      if (!is_contiguous(inputs[k])) return true;\n    }}\n    return false;\n  }}\n"
      "  if (reason != WEFT_REFUSED_TYPE && reason != WEFT_REFUSED_RANK &&\n"
      "      reason != WEFT_REFUSED_EXTENT) {{\n    return false;\n  }}\n"
      "  // An output of another type or shape is no reason to run anything.\n"
      "  switch (variant) {{\n{1}    default:\n      return true;\n  }}\n}}\n\n",
      whole.options.name, cases);
}

std::string fallback_functions(const Context& whole) {
  return fmt::format(
      "int32_t {0}_workspace_size(const {0}_model* model, const weft_tensor_view* inputs,\n"
      "    int32_t input_count, size_t* bytes, weft_status* status) {{\n{1}"
      "  const int32_t variant = -1;\n"
      "  int32_t code = compiled_workspace_size(model, inputs, input_count, bytes, status);\n"
      "{2}  return code;\n}}\n\n"
      "int32_t {0}_call_shapes(const {0}_model* model, const weft_tensor_view* inputs,\n"
      "    int32_t input_count, weft_tensor_view* outputs, int32_t output_count,\n"
      "    weft_status* status) {{\n{1}"
      "  const int32_t variant = -1;\n"
      "  int32_t code = {0}_output_shapes(inputs, input_count, outputs, output_count, status);\n"
      "{3}  return code;\n}}\n\n"
      "void {0}_set_fallback({0}_model* model, const weft_fallback* fallback) {{\n"
      "  if (model->fallback.release != nullptr) model->fallback.release(model->fallback.self);\n"
      "  model->fallback = fallback == nullptr ? weft_fallback{{}} : *fallback;\n}}\n\n"
      "uint64_t {0}_fallback_calls(const {0}_model* model) {{\n"
      "  return model->fallbacks.load(std::memory_order_relaxed);\n}}\n\n",
      whole.options.name, own_status(), if_missed("    *bytes = 0;\n    return succeed(status);\n"),
      if_missed("    return model->fallback.output_shapes(model->fallback.self, inputs, "
                "input_count,\n"
                "                                         outputs, output_count, status);\n"));
}

std::string fallback_declarations(const Context& whole) {
  return fmt::format(
      "/// From now on `fallback` runs the calls whose inputs have other types, shapes or strides "
      "than\n"
      "/// the compiled code is for; without one they are refused. It is copied, and released with "
      "the\n"
      "/// model or for the next one; null takes it away. Not while the model runs.\n"
      "void {0}_set_fallback({0}_model* model, const weft_fallback* fallback);\n"
      "/// As {0}_output_shapes, and for the calls that the fallback runs what it gives. Their\n"
      "/// workspace has 0 bytes.\n"
      "int32_t {0}_call_shapes(const {0}_model* model, const weft_tensor_view* inputs,\n"
      "    int32_t input_count, weft_tensor_view* outputs, int32_t output_count,\n"
      "    weft_status* status);\n"
      "/// How many calls the fallback has run. Those that it refused count as refused.\n"
      "uint64_t {0}_fallback_calls(const {0}_model* model);\n\n",
      whole.options.name);
}

std::string fallback_member(const Context& whole) {
  return fmt::format(
      "  /// See {0}_set_fallback. {0}_eager.h has a function that makes one of the model that "
      "this "
      "was\n"
      "  /// compiled from.\n"
      "  void set_fallback(const weft_fallback& fallback) {{\n"
      "    {0}_set_fallback(model_.get(), &fallback);\n  }}\n"
      "  std::uint64_t fallback_calls() const {{ return {0}_fallback_calls(model_.get()); }}\n\n",
      whole.options.name);
}

std::string fallback_shapes_call(const Context& whole) {
  return fmt::format(
      "    const std::int32_t code =\n"
      "        {0}_call_shapes(model_.get(), inputs, {1}, outputs, {2}, &status);\n"
      "    if (code != WEFT_OK) {{\n"
      "      // A run counts what it refuses.\n"
      "      {0}_run(model_.get(), inputs, {1}, outputs, {2}, workspace.data(), "
      "workspace.size(),\n"
      "              nullptr);\n"
      "      check(code, status);\n    }}\n",
      whole.options.name, whole.program.inputs.size(), whole.program.outputs.size());
}

std::string eager_header_file(const Context& whole) {
  const EagerModel& model = *whole.options.fallback;
  std::string arguments;
  for (const std::string& argument : model.arguments) {
    arguments += fmt::format("\n          {},", argument);
  }
  return fmt::format(
      "// {0}: the eager model {1} as the fallback of the compiled one, written by weft {2}.\n"
      "//\n"
      "// This file needs weft's library and C++20; nothing else in this folder does.\n"
      "#pragma once\n\n#include <bit>\n#include <cstdint>\n#include <memory>\n\n"
      "#include <weft/frontend/trace/eager_fallback.h>\n\n#include \"{0}.h\"\n\n"
      "namespace {0} {{\n\n"
      "/// From now on `eager`, in eval mode, runs the calls that `model` is not compiled for, one "
      "at a\n"
      "/// time. Not while `model` runs.\n"
      "/// \\throws weft::Error W4109 unless it has the parameters and buffers of the compiled "
      "model\n"
      "template <typename Module>\n"
      "void set_eager_fallback(Model& model, std::shared_ptr<Module> eager) {{\n"
      "  weft_fallback fallback = {{}};\n"
      "  const weft::CompiledModel compiled = {{\n"
      "      \"{0}\",\n"
      "      0x{3:016x}ULL,\n"
      "      {{  // arguments of forward{4}\n      }}}};\n"
      "  weft::make_eager_fallback(eager, weft::make_model_entry<Module>(\"{1}\"), compiled, "
      "&fallback);\n"
      "  model.set_fallback(fallback);\n}}\n\n}}  // namespace {0}\n",
      whole.options.name, model.name, whole.options.tool_version, model.state, arguments);
}

}  // namespace weft::codegen::bundle
