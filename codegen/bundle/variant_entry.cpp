#include <weft/codegen/bundle/variant_entry.h>

#include <algorithm>

#include <fmt/format.h>

#include <weft/codegen/bundle/fallback_entry.h>

namespace weft::codegen::bundle {

namespace {

/// `N == 1`: what tells the calls of a variant from others.
std::string condition_of(const Program& general, const Variant& variant) {
  const cpp::SymbolNames names = cpp::extent_names(general);
  std::string text;
  const auto add = [&](const std::string& condition) {
    text += (text.empty() ? "" : " && ") + condition;
  };
  for (const VariantField& field : variant.fields) {
    const Extent& extent = *std::find_if(general.extents.begin(), general.extents.end(),
                                         [&](const Extent& e) { return e.name == field.extent; });
    std::string value = names.at(extent.symbol.get());
    if (extent.divisor != 1) value = fmt::format("{} * {}", value, extent.divisor);
    if (field.lower == field.upper) {
      add(fmt::format("{} == {}", value, field.lower));
    } else {
      if (field.lower > 0) add(fmt::format("{} >= {}", value, field.lower));
      if (field.upper != INT64_MAX) add(fmt::format("{} <= {}", value, field.upper));
    }
    if (field.divisor != 1) add(fmt::format("{} % {} == 0", value, field.divisor));
  }
  return text.empty() ? "true" : text;
}

std::string literal(const std::string& text) {
  std::string result = "\"";
  for (const char c : cpp::comment_text(text, 200)) result += c == '"' ? '\'' : c;
  return result + "\"";
}

/// The extents that tell variants apart.
std::uint64_t deciding_extents(const Program& general, const std::vector<Variant>& variants) {
  std::uint64_t mask = 0;
  for (std::size_t k = 0; k < general.extents.size() && k < 64; ++k) {
    for (const Variant& variant : variants) {
      for (const VariantField& field : variant.fields) {
        if (field.extent == general.extents[k].name) mask |= std::uint64_t{1} << k;
      }
    }
  }
  return mask;
}

std::string choose_function(const Context& whole) {
  const Program& general = whole.program;
  std::string choices;
  for (std::size_t k = 0; k < whole.variants->size(); ++k) {
    choices += fmt::format("  if ({}) {{\n    *variant = {};\n    return WEFT_OK;\n  }}\n",
                           condition_of(general, (*whole.variants)[k]), k);
  }
  return fmt::format(
      "/// Finds the first variant for the extents of a call.\n"
      "int32_t choose(const weft_tensor_view* inputs, int32_t input_count, int32_t output_count,\n"
      "    int32_t* variant, weft_status* status) {{\n"
      "  int64_t extents[{}] = {{}};\n"
      "  const int32_t refused = count_and_read(inputs, input_count, output_count, extents, "
      "status);\n"
      "  if (refused != WEFT_OK) return refused;\n{}{}"
      "  return refuse_variant(status, kGuards, extents, {}, kVariants, {});\n}}\n\n",
      general.extents.size(), extent_lines(general, cpp::extent_names(general), "int64_t"), choices,
      deciding_extents(general, *whole.variants), whole.variants->size());
}

std::string model_struct(const Context& whole) {
  const std::string& n = whole.options.name;
  std::string members;
  for (std::size_t k = 0; k < whole.variants->size(); ++k) {
    members += fmt::format("  {}_model* variant{} = nullptr;\n", variant_name(n, k), k);
  }
  return fmt::format(
      "struct {0}_model {{\n{1}"
      "  ThreadPool pool;  // one team for all variants\n"
      "  // Calls that each variant has run, and calls that were refused.\n"
      "  mutable std::atomic<uint64_t> calls[{2}] = {{}};\n"
      "  mutable std::atomic<uint64_t> refused{{0}};\n{3}}};\n\n",
      n, members, whole.variants->size(), whole.options.fallback ? fallback_state() : "");
}

std::string for_each_variant(const Context& whole, const char* format) {
  std::string text;
  for (std::size_t k = 0; k < whole.variants->size(); ++k) {
    text += fmt::format(fmt::runtime(format), variant_name(whole.options.name, k), k);
  }
  return text;
}

std::string life_functions(const Context& whole) {
  return fmt::format(
      "int32_t {0}_create({0}_model** model, const char* weights_path, weft_status* status) {{\n"
      "  *model = nullptr;\n"
      "  {0}_model* made = new (std::nothrow) {0}_model;\n"
      "  if (made == nullptr) return fail(status, WEFT_OUT_OF_MEMORY, \"out of memory\");\n"
      "  int32_t code = WEFT_OK;\n{1}"
      "  if (code != WEFT_OK) {{\n    {0}_destroy(made);\n    return code;\n  }}\n"
      "  const Executor team = made->pool.executor();\n"
      "  {0}_set_executor(made, team.parallel_for, team.concurrency, team.self);\n"
      "  *model = made;\n  return succeed(status);\n}}\n\n"
      "void {0}_destroy({0}_model* model) {{\n"
      "  if (model == nullptr) return;\n{5}{2}  delete model;\n}}\n\n"
      "void {0}_set_executor({0}_model* model,\n"
      "    void (*parallel_for)(void* self, int64_t count, int64_t grain,\n"
      "        void (*body)(void* context, int64_t begin, int64_t end, int32_t worker), void* "
      "context),\n"
      "    int32_t (*concurrency)(void* self), void* self) {{\n{3}}}\n\n"
      "void {0}_set_threads({0}_model* model, int32_t threads) {{ "
      "model->pool.set_threads(threads); }}\n\n"
      "const char* {0}_instruction_set(const {0}_model* model) {{\n"
      "  return {4}_instruction_set(model->variant0);\n}}\n\n",
      whole.options.name,
      for_each_variant(whole,
                       "  if (code == WEFT_OK) code = {0}_create(&made->variant{1}, weights_path, "
                       "status);\n"),
      for_each_variant(whole, "  {0}_destroy(model->variant{1});\n"),
      for_each_variant(whole,
                       "  {0}_set_executor(model->variant{1}, parallel_for, concurrency, self);\n"),
      variant_name(whole.options.name, 0), whole.options.fallback ? fallback_end() : "");
}

std::string counter_functions(const Context& whole) {
  return fmt::format(
      "int32_t {0}_variant_count(void) {{ return {1}; }}\n\n"
      "const char* {0}_variant_conditions(int32_t variant) {{\n"
      "  return variant >= 0 && variant < {1} ? kVariants[variant] : \"\";\n}}\n\n"
      "uint64_t {0}_variant_calls(const {0}_model* model, int32_t variant) {{\n"
      "  const bool known = variant >= 0 && variant < {1};\n"
      "  return known ? model->calls[variant].load(std::memory_order_relaxed) : 0;\n}}\n\n"
      "uint64_t {0}_refused_calls(const {0}_model* model) {{\n"
      "  return model->refused.load(std::memory_order_relaxed);\n}}\n\n",
      whole.options.name, whole.variants->size());
}

std::string choice(const char* outputs) {
  return fmt::format(
      "  int32_t variant = 0;\n"
      "  const int32_t refused = choose(inputs, input_count, {}, &variant, status);\n",
      outputs);
}

std::string constant_shapes(const Program& program) {
  std::string text;
  for (std::size_t k = 0; k < program.outputs.size(); ++k) {
    const ir::TensorMeta& meta = program.outputs[k].meta;
    std::string sizes;
    for (const ir::IntExpr& size : meta.sizes) {
      sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", size.value());
    }
    text += fmt::format(
        "      {{\n        const int64_t sizes[] = {{{}}};\n"
        "        describe_dense(&outputs[{}], {}, sizes, {});\n      }}\n",
        sizes.empty() ? "0" : sizes, k, weft_dtype(meta.dtype), meta.rank());
  }
  return text + "      return succeed(status);\n";
}

std::string size_functions(const Context& whole) {
  const std::string& n = whole.options.name;
  const bool fallback = whole.options.fallback.has_value();
  std::string shapes;
  std::string sizes;
  for (std::size_t k = 0; k < whole.variants->size(); ++k) {
    const Program& program = (*whole.variants)[k].program;
    const std::string own = variant_name(n, k);
    if (program.extents.empty()) {
      shapes += fmt::format(
          "    case {0}:\n"
          "      if ({1}_check_inputs(inputs, input_count, status) != WEFT_OK) {{\n"
          "        return WEFT_BAD_ARGUMENT;\n      }}\n{2}",
          k, own, constant_shapes(program));
      sizes += fmt::format(
          "    case {0}:\n      *bytes = {1}_workspace_bytes(model->variant{0});\n"
          "      return succeed(status);\n",
          k, own);
      continue;
    }
    shapes += fmt::format(
        "    case {}:\n      return {}_output_shapes(inputs, input_count, outputs, output_count, "
        "status);\n",
        k, own);
    sizes += fmt::format(
        "    case {0}:\n      return {1}_workspace_size(model->variant{0}, inputs, input_count, "
        "bytes, status);\n",
        k, own);
  }
  return fmt::format(
      "int32_t {0}_output_shapes(const weft_tensor_view* inputs, int32_t input_count,\n"
      "    weft_tensor_view* outputs, int32_t output_count, weft_status* status) {{\n{1}"
      "  if (refused != WEFT_OK) return refused;\n"
      "  switch (variant) {{\n{2}    default:\n      return WEFT_INTERNAL;\n  }}\n}}\n\n"
      "{5}int32_t {6}(const {0}_model* model, const weft_tensor_view* inputs,\n"
      "    int32_t input_count, size_t* bytes, weft_status* status) {{\n{3}"
      "  if (refused != WEFT_OK) return refused;\n"
      "  switch (variant) {{\n{4}    default:\n      return WEFT_INTERNAL;\n  }}\n}}\n\n{7}{8}",
      n, choice("output_count"), shapes,
      choice(std::to_string(whole.program.outputs.size()).c_str()), sizes,
      fallback ? "namespace {\n\n" : "",
      fallback ? "compiled_workspace_size" : n + "_workspace_size",
      fallback ? "}  // namespace\n\n" : "", fallback ? fallback_functions(whole) : "");
}

std::string call_functions(const Context& whole) {
  const auto cases = [&](const char* function) {
    std::string text;
    for (std::size_t k = 0; k < whole.variants->size(); ++k) {
      text += fmt::format(
          "    case {0}:\n      code = {1}_{2}(model->variant{0}, inputs, input_count, outputs,\n"
          "          output_count, workspace, workspace_bytes, status);\n      break;\n",
          k, variant_name(whole.options.name, k), function);
    }
    return text;
  };
  const char* const parameters =
      "(const {0}_model* model, const weft_tensor_view* inputs, int32_t input_count,\n"
      "    const weft_tensor_view* outputs, int32_t output_count, {1}void* workspace,\n"
      "    size_t workspace_bytes, weft_status* status) {{\n";
  const std::string& n = whole.options.name;
  const bool fallback = whole.options.fallback.has_value();
  const auto begin = [&](const char* function) {
    return std::string(fallback ? own_status() : "") +
           "  int32_t variant = -1;\n"
           "  int32_t code = choose(inputs, input_count, output_count, &variant, status);\n"
           "  switch (variant) {\n" +
           cases(function) + "    default:\n      break;\n  }\n";
  };
  return "int32_t " + n + "_check" + fmt::format(fmt::runtime(parameters), n, "const ") +
         begin("check") + (fallback ? fallback_check() : "") + "  return code;\n}\n\nint32_t " + n +
         "_run" + fmt::format(fmt::runtime(parameters), n, "") + begin("run") +
         (fallback ? fallback_run() : "") +
         "  const bool ran = code != WEFT_BAD_ARGUMENT;\n"
         "  (ran ? model->calls[variant] : model->refused).fetch_add(1, "
         "std::memory_order_relaxed);\n"
         "  return code;\n}\n";
}

}  // namespace

std::string variant_name(const std::string& name, std::size_t variant) {
  return fmt::format("{}_v{}", name, variant);
}

std::string variant_text(const Variant& variant) {
  return variant.conditions.empty() ? "all extents that the inputs allow" : variant.conditions;
}

std::string input_check_declaration(const Context& variant) {
  return fmt::format(
      "/// What calls with such inputs are refused for, as far as types and shapes tell.\n"
      "int32_t {0}_check_inputs(const weft_tensor_view* inputs, int32_t input_count,\n"
      "    weft_status* status);\n\n",
      variant.options.name);
}

std::string input_check_function(const Context& variant) {
  const Program& program = variant.program;
  const bool dynamic = !program.extents.empty();
  return fmt::format(
      "int32_t {0}_check_inputs(const weft_tensor_view* inputs, int32_t input_count,\n"
      "    weft_status* status) {{\n{1}"
      "  return {2}(inputs, input_count, {3}, {4}status);\n}}\n\n",
      variant.options.name,
      dynamic ? fmt::format("  int64_t extents[{}] = {{}};\n", program.extents.size()) : "",
      dynamic ? "count_and_read" : "check_inputs", program.outputs.size(),
      dynamic ? "extents, " : "");
}

std::string variant_entry_file(const Context& whole) {
  const std::string& n = whole.options.name;
  std::string includes;
  std::string texts;
  for (std::size_t k = 0; k < whole.variants->size(); ++k) {
    includes += fmt::format("#include \"{}.h\"\n", variant_name(n, k));
    texts += fmt::format("    {},\n", literal(variant_text((*whole.variants)[k])));
  }
  return fmt::format(
             "// Entry points of {0}, written by weft {1}: each call runs the first variant that "
             "is\n"
             "// for its extents.\n"
             "#include \"{0}.h\"\n\n#include <atomic>\n#include <new>\n\n{2}"
             "#include \"weft_deploy/extent_math.h\"\n#include \"weft_deploy/refusal.h\"\n"
             "#include \"weft_deploy/thread_pool.h\"\n\n"
             "using namespace weft_deploy;\n\n",
             n, whole.options.tool_version, includes) +
         model_struct(whole) +
         fmt::format("namespace {{\n\nconst char* const kVariants[] = {{\n{}}};\n\n", texts) +
         input_checks(whole.program) + choose_function(whole) +
         (whole.options.fallback ? missed_function(whole) : "") + "}  // namespace\n\n" +
         life_functions(whole) + counter_functions(whole) + size_functions(whole) +
         call_functions(whole);
}

std::string variant_functions(const Context& whole) {
  std::string rows;
  for (std::size_t k = 0; k < whole.variants->size(); ++k) {
    rows += fmt::format("///   {}  {}\n", k,
                        cpp::comment_text(variant_text((*whole.variants)[k]), 100));
  }
  return fmt::format(
      "/// The model is compiled {3}. A call runs the first variant that is for its extents:\n"
      "{2}int32_t {0}_variant_count(void);\n"
      "/// What a variant is for, as in the list above.\n"
      "const char* {0}_variant_conditions(int32_t variant);\n"
      "/// How many calls a variant has run.\n"
      "uint64_t {0}_variant_calls(const {0}_model* model, int32_t variant);\n"
      "/// How many calls were refused, by all variants or by the one that was for them.\n"
      "uint64_t {0}_refused_calls(const {0}_model* model);\n\n",
      whole.options.name, whole.variants->size(), rows,
      whole.variants->size() == 1 ? "once" : fmt::format("{} times", whole.variants->size()));
}

std::string variant_member(const Context& whole) {
  return fmt::format(
      "  /// How many calls a variant has run, and how many were refused.\n"
      "  std::uint64_t variant_calls(int variant) const {{\n"
      "    return {0}_variant_calls(model_.get(), variant);\n  }}\n"
      "  std::uint64_t refused_calls() const {{ return {0}_refused_calls(model_.get()); }}\n\n",
      whole.options.name);
}

std::string variant_shapes_call(const Context& whole) {
  return fmt::format(
      "    std::int32_t code = {0}_output_shapes(inputs, {1}, outputs, {2}, &status);\n"
      "    // A run counts what it refuses.\n"
      "    if (code != WEFT_OK) {{\n"
      "      code = {0}_run(model_.get(), inputs, {1}, outputs, {2}, workspace.data(),\n"
      "                     workspace.size(), &status);\n    }}\n"
      "    check(code, status);\n",
      whole.options.name, whole.program.inputs.size(), whole.program.outputs.size());
}

std::string variant_output_type(const Context& whole, std::size_t output) {
  std::vector<std::string> types;
  for (const Variant& variant : *whole.variants) {
    const std::string type = port_type(variant.program.outputs[output]);
    if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  }
  std::string text;
  for (const std::string& type : types) text += (text.empty() ? "" : " or ") + type;
  return text;
}

}  // namespace weft::codegen::bundle
