/// \file The part of the entry that reads, checks and uses the extents which a call decides.
#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>

namespace weft::codegen::bundle {

namespace {

/// As in weft_deploy/extent_guard.h.
constexpr std::int64_t kLargestExtent = std::int64_t{1} << 40;

std::string string_literal(const std::string& text) {
  std::string result = "\"";
  for (const char c : cpp::comment_text(text, 200)) result += c == '"' ? '\'' : c;
  return result + "\"";
}

/// Bit k is set where extent k occurs.
std::uint64_t extent_mask(const Program& program, const std::vector<ir::IntExpr>& expressions) {
  std::uint64_t mask = 0;
  for (std::size_t k = 0; k < program.extents.size() && k < 64; ++k) {
    const bool used =
        std::any_of(expressions.begin(), expressions.end(),
                    [&](const ir::IntExpr& e) { return e.depends_on(program.extents[k].symbol); });
    if (used) mask |= std::uint64_t{1} << k;
  }
  return mask;
}

/// " where N in [1, 64], M a multiple of 8": what was declared of the extents read at this input.
std::string declared(const Program& program, int input) {
  std::string text;
  const auto add = [&](const std::string& fact) {
    text += (text.empty() ? " where " : " and ") + fact;
  };
  for (const Extent& extent : program.extents) {
    if (extent.input != input) continue;
    const std::int64_t lower = extent.symbol->lower;
    const std::int64_t upper = extent.symbol->upper;
    if (upper != INT64_MAX) {
      add(fmt::format("{} in [{}, {}]", extent.name, lower * extent.divisor,
                      upper * extent.divisor));
    } else if (lower > 0) {
      add(fmt::format("{} >= {}", extent.name, lower * extent.divisor));
    }
    if (extent.divisor != 1) add(fmt::format("{} % {} == 0", extent.name, extent.divisor));
  }
  return text;
}

std::string shape_table(const Program& program, const std::vector<Port>& ports, const char* name) {
  if (ports.empty()) return fmt::format("const ShapeGuard* const {} = nullptr;\n", name);
  std::string rows;
  for (std::size_t k = 0; k < ports.size(); ++k) {
    const bool is_input = ports.data() == program.inputs.data();
    const std::string facts = is_input ? declared(program, static_cast<int>(k)) : "";
    rows +=
        fmt::format("    {{\"{}\", {}, {}, {}, {}}},\n", port_name(ports[k]),
                    string_literal(port_type(ports[k]) + facts), weft_dtype(ports[k].meta.dtype),
                    ports[k].meta.rank(), extent_mask(program, ports[k].meta.sizes));
  }
  return fmt::format("const ShapeGuard {}[] = {{\n{}}};\n", name, rows);
}

std::string condition_table(const Program& program) {
  if (program.conditions.empty()) return "const ConditionGuard* const kConditions = nullptr;\n";
  std::string rows;
  for (const Condition& condition : program.conditions) {
    std::string reason = condition.reason;
    if (condition.where.known()) reason += " at " + condition.where.str();
    rows += fmt::format("    {{{}, {}, {}}},\n", string_literal(condition.text),
                        string_literal(reason), extent_mask(program, {condition.value}));
  }
  return fmt::format("const ConditionGuard kConditions[] = {{\n{}}};\n", rows);
}

/// The largest absolute value that the expression, or a part of it, has for extents that are accepted.
double magnitude(const ir::IntExpr& e) {
  double sum = std::abs(static_cast<double>(e.constant_term()));
  for (const ir::IntExpr::Term& term : e.terms()) {
    double product = std::abs(static_cast<double>(term.coefficient));
    for (const ir::IntExpr::Atom& atom : term.atoms) {
      if (atom.kind == ir::IntExpr::AtomKind::kSymbol) {
        product *= static_cast<double>(std::min(atom.symbol->upper, kLargestExtent));
      } else {
        product *= std::max(magnitude(atom.operands->first), magnitude(atom.operands->second));
      }
    }
    sum += product;
  }
  return sum;
}

/// True if the value may not fit into 64 bits, with room for the rounding of `magnitude`.
bool may_overflow(const ir::IntExpr& e) { return magnitude(e) >= 0x1p62; }

/// The same names as numbers that notice an overflow.
cpp::SymbolNames checked_names(const cpp::SymbolNames& names) {
  cpp::SymbolNames checked = names;
  for (auto& [symbol, name] : checked) name = "CheckedInt(" + name + ")";
  return checked;
}

std::string checked_expression(const ir::IntExpr& e, const cpp::SymbolNames& names) {
  return cpp::index_expression(e, checked_names(names), false, "CheckedInt");
}

/// `N - 3 < 0`: true where a condition does not hold.
std::string fails(const ir::IntExpr& value, const cpp::SymbolNames& names) {
  if (may_overflow(value)) return "is_negative(" + checked_expression(value, names) + ")";
  return cpp::index_expression(value, names) + " < 0";
}

/// `inputs[0].sizes[1] != 3 || ...` for the sizes that do not decide an extent.
std::string wrong_sizes(const Program& program, const cpp::SymbolNames& names, const char* array,
                        int position, const Port& port, bool is_input) {
  std::string text;
  for (std::size_t d = 0; d < port.meta.sizes.size(); ++d) {
    const bool decides =
        std::any_of(program.extents.begin(), program.extents.end(), [&](const Extent& extent) {
          return is_input && extent.input == position && extent.dimension == static_cast<int>(d) &&
                 extent.factor == 1 && extent.offset == 0;
        });
    if (decides) continue;
    const ir::IntExpr& size = port.meta.sizes[d];
    const std::string given = fmt::format("{}[{}].sizes[{}]", array, position, d);
    text += text.empty() ? "" : " ||\n      ";
    text += may_overflow(size)
                ? fmt::format("differs({}, {})", given, checked_expression(size, names))
                : fmt::format("{} != {}", given, cpp::index_expression(size, names));
  }
  return text;
}

/// The extents that are read at one input, and the test of their ranges.
std::string read_lines(const Program& program, const cpp::SymbolNames& names, int input,
                       std::string& out_of_range) {
  std::string text;
  for (std::size_t k = 0; k < program.extents.size(); ++k) {
    const Extent& extent = program.extents[k];
    if (extent.input != input) continue;
    const std::string& name = names.at(extent.symbol.get());
    std::string value = fmt::format("inputs[{}].sizes[{}]", input, extent.dimension);
    if (extent.offset != 0) value = fmt::format("({} - {})", value, extent.offset);
    if (extent.factor != 1) value += fmt::format(" / {}", extent.factor);
    text += fmt::format("  const int64_t {0} = {1};\n  extents[{2}] = {0};\n", name, value, k);
    const auto add = [&](const char* relation, const std::string& bound) {
      out_of_range +=
          fmt::format("{}{} {} {}", out_of_range.empty() ? "" : " || ", name, relation, bound);
    };
    add("<", std::to_string(extent.symbol->lower));
    const bool bounded = extent.symbol->upper < kLargestExtent;
    add(">", bounded ? std::to_string(extent.symbol->upper) : "kLargestExtent");
  }
  return text;
}

std::string refusal(const std::string& condition, const std::string& call) {
  return fmt::format("  if ({}) {{\n    return {};\n  }}\n", condition, call);
}

/// Type, rank and extents of each input in turn, then what depends on extents of other inputs.
std::string read_function(const Program& program, const cpp::SymbolNames& names) {
  std::string reads;
  std::string sizes;
  for (std::size_t k = 0; k < program.inputs.size(); ++k) {
    const Port& port = program.inputs[k];
    const int position = static_cast<int>(k);
    const std::string refuse =
        fmt::format("refuse_shape(status, kGuards, true, {0}, inputs[{0}], extents)", k);
    reads += refusal(fmt::format("!has_type(inputs[{}], {}, {})", k, weft_dtype(port.meta.dtype),
                                 port.meta.rank()),
                     refuse);
    std::string out_of_range;
    reads += read_lines(program, names, position, out_of_range);
    if (!out_of_range.empty()) reads += refusal(out_of_range, refuse);
    const std::string wrong = wrong_sizes(program, names, "inputs", position, port, true);
    if (!wrong.empty()) sizes += refusal(wrong, refuse);
  }
  std::string conditions;
  for (std::size_t k = 0; k < program.conditions.size(); ++k) {
    if (depends_on_data(program.conditions[k].value, program.extents)) continue;
    conditions += refusal(fails(program.conditions[k].value, names),
                          fmt::format("refuse_condition(status, kGuards, {}, extents)", k));
  }
  for (std::size_t k = 0; k < program.extents.size(); ++k) {
    const Extent& extent = program.extents[k];
    if (!extent.is_found()) continue;
    conditions +=
        fmt::format("  extents[{}] = {};\n", k, cpp::index_expression(extent.most, names));
  }
  // Sizes of results that cannot be told are refused before anyone computes with them.
  for (std::size_t k = 0; k < program.outputs.size(); ++k) {
    for (const ir::IntExpr& size : program.outputs[k].meta.sizes) {
      if (!may_overflow(size)) continue;
      conditions += refusal(
          fmt::format("is_negative({})", checked_expression(size, names)),
          fmt::format("fail(status, WEFT_BAD_ARGUMENT, \"output {} has too many elements\")", k));
    }
  }
  return fmt::format(
      "/// Reads the extents off the inputs and checks what the kernels rely on, as far as shapes\n"
      "/// tell. Nothing has been written when a call is refused.\n"
      "int32_t read_extents(const weft_tensor_view* inputs, int64_t* extents, weft_status* status) "
      "{{\n{}{}{}  return WEFT_OK;\n}}\n\n",
      reads, sizes, conditions);
}

std::string extent_lines(const Program& program, const cpp::SymbolNames& names, const char* type) {
  std::string text;
  for (std::size_t k = 0; k < program.extents.size(); ++k) {
    text += fmt::format("  [[maybe_unused]] {}{} {} = extents[{}];\n",
                        program.extents[k].is_found() ? "" : "const ", type,
                        names.at(program.extents[k].symbol.get()), k);
  }
  return text;
}

std::string memory_checks(const std::vector<Port>& ports, const char* role, bool is_input) {
  std::string text;
  for (std::size_t k = 0; k < ports.size(); ++k) {
    text += refusal(
        fmt::format("!is_readable({}s[{}])", role, k),
        fmt::format("refuse_memory(status, kGuards, {0}, {1}, {2}s[{1}])", is_input, k, role));
  }
  return text;
}

std::string size_function(const Context& context, const cpp::SymbolNames& names) {
  const Program& program = context.program;
  std::string parts;
  std::vector<std::string> seen;
  for (const cpp::PrintedKernel& kernel : context.kernels) {
    if (kernel.scratch_bytes == "0") continue;
    if (std::find(seen.begin(), seen.end(), kernel.scratch_bytes) != seen.end()) continue;
    seen.push_back(kernel.scratch_bytes);
    parts += fmt::format("  sizes->scratch = larger(sizes->scratch, {});\n", kernel.scratch_bytes);
  }
  return fmt::format(
      "/// Bytes of memory that one call needs.\n"
      "struct Sizes {{\n"
      "  int64_t arena;    ///< intermediate values\n"
      "  int64_t scratch;  ///< private to each worker\n}};\n\n"
      "int64_t arena_bytes(const int64_t* extents) {{\n{}"
      "  const CheckedInt bytes = {};\n"
      "  return bytes.overflow ? -1 : bytes.value;\n}}\n\n"
      "int32_t find_sizes(const int64_t* extents, Sizes* sizes, weft_status* status) {{\n{}"
      "  sizes->arena = arena_bytes(extents);\n"
      "  sizes->scratch = 0;\n"
      "  if (sizes->arena < 0 || sizes->arena > INT64_MAX / 2) {{\n"
      "    return fail(status, WEFT_OUT_OF_MEMORY, \"the intermediate values need too much "
      "memory\");\n"
      "  }}\n{}"
      "  sizes->scratch = round_up(sizes->scratch, 64);\n"
      "  return WEFT_OK;\n}}\n\n",
      extent_lines(program, names, "CheckedInt"),
      cpp::index_expression(program.arena_bytes, names, false, "CheckedInt"),
      extent_lines(program, names, "int64_t"), parts);
}

std::string shape_lines(const Program& program, const cpp::SymbolNames& names) {
  std::string text;
  for (std::size_t k = 0; k < program.outputs.size(); ++k) {
    const Port& port = program.outputs[k];
    if (port.meta.sizes.empty()) {
      text += fmt::format("  describe_dense(&outputs[{}], {}, nullptr, 0);\n", k,
                          weft_dtype(port.meta.dtype));
      continue;
    }
    std::string sizes;
    for (const ir::IntExpr& size : port.meta.sizes) {
      sizes += (sizes.empty() ? "" : ", ") + cpp::index_expression(size, names);
    }
    text += fmt::format(
        "  const int64_t sizes{0}[] = {{{1}}};\n"
        "  describe_dense(&outputs[{0}], {2}, sizes{0}, {3});\n",
        k, sizes, weft_dtype(port.meta.dtype), port.meta.rank());
  }
  return text;
}

/// The shapes that the last run gave, where it found some of them in its data.
std::string result_shapes_function(const Context& context, const cpp::SymbolNames& names) {
  const Program& program = context.program;
  if (found_numbers(program) == 0) return "";
  std::string found;
  for (std::size_t k = 0; k < program.extents.size(); ++k) {
    const Extent& extent = program.extents[k];
    if (!extent.is_found()) continue;
    found += fmt::format("  extents[{}] = read_found(workspace, {});\n", k,
                         found_position(program, extent.symbol));
  }
  return fmt::format(
      "int32_t {0}_result_shapes(const weft_tensor_view* inputs, int32_t input_count,\n"
      "    const void* workspace, weft_tensor_view* outputs, int32_t output_count,\n"
      "    weft_status* status) {{\n"
      "  int64_t extents[{1}] = {{}};\n"
      "  const int32_t refused = count_and_read(inputs, input_count, output_count, extents, "
      "status);\n"
      "  if (refused != WEFT_OK) return refused;\n{2}{3}{4}"
      "  return succeed(status);\n}}\n\n",
      context.options.name, program.extents.size(), found, extent_lines(program, names, "int64_t"),
      shape_lines(program, names));
}

}  // namespace

std::string extent_tables(const Context& context) {
  const Program& program = context.program;
  const cpp::SymbolNames names = cpp::extent_names(program);
  std::string rows;
  for (const Extent& extent : program.extents) {
    rows += fmt::format("    {{\"{}\", {}, {}}},\n", extent.name,
                        extent.is_found() ? -2 : extent.input, extent.divisor);
  }
  return fmt::format(
             "// What a caller's tensors must be.\n"
             "const ExtentName kExtents[] = {{\n{}}};\n{}{}{}"
             "const GuardTables kGuards = {{kInputs, kOutputs, kConditions, kExtents, {}}};\n\n",
             rows, shape_table(program, program.inputs, "kInputs"),
             shape_table(program, program.outputs, "kOutputs"), condition_table(program),
             program.extents.size()) +
         read_function(program, names) + size_function(context, names);
}

std::string conditions_on_found(const Context& context, const ir::Symbol& symbol) {
  const Program& program = context.program;
  const cpp::SymbolNames names = cpp::extent_names(program);
  std::string text;
  for (std::size_t k = 0; k < program.conditions.size(); ++k) {
    // The last number that it needs decides where it is checked.
    const ir::Symbol* last = nullptr;
    for (const Extent& extent : program.extents) {
      if (extent.is_found() && program.conditions[k].value.depends_on(extent.symbol)) {
        last = &extent.symbol;
      }
    }
    if (last == nullptr || *last != symbol) continue;
    text += refusal(cpp::index_expression(program.conditions[k].value, names) + " < 0",
                    fmt::format("refuse_condition(status, kGuards, {}, extents)", k));
  }
  return text;
}

std::string extent_functions(const Context& context) {
  const Program& program = context.program;
  const cpp::SymbolNames names = cpp::extent_names(program);
  return result_shapes_function(context, names) +
         fmt::format(
             "int32_t {0}_output_shapes(const weft_tensor_view* inputs, int32_t input_count,\n"
             "    weft_tensor_view* outputs, int32_t output_count, weft_status* status) {{\n"
             "  int64_t extents[{1}] = {{}};\n"
             "  const int32_t refused = count_and_read(inputs, input_count, output_count, extents, "
             "status);\n"
             "  if (refused != WEFT_OK) return refused;\n{2}{3}"
             "  return succeed(status);\n}}\n\n"
             "int32_t {0}_workspace_size(const {0}_model* model, const weft_tensor_view* inputs,\n"
             "    int32_t input_count, size_t* bytes, weft_status* status) {{\n"
             "  int64_t extents[{1}] = {{}};\n"
             "  Sizes sizes;\n"
             "  int32_t refused = count_and_read(inputs, input_count, {4}, extents, status);\n"
             "  if (refused == WEFT_OK) refused = find_sizes(extents, &sizes, status);\n"
             "  if (refused != WEFT_OK) return refused;\n"
             "  *bytes = workspace_size(model, sizes);\n"
             "  return succeed(status);\n}}\n\n",
             context.options.name, program.extents.size(), extent_lines(program, names, "int64_t"),
             shape_lines(program, names), program.outputs.size());
}

std::string extent_helpers(const Context& context) {
  const Program& program = context.program;
  return fmt::format(
      "int32_t count_and_read(const weft_tensor_view* inputs, int32_t input_count,\n"
      "    int32_t output_count, int64_t* extents, weft_status* status) {{\n"
      "  if (input_count != {1} || output_count != {2}) {{\n"
      "    return fail(status, WEFT_BAD_ARGUMENT,\n"
      "                \"expected {1} inputs and {2} outputs, got %d and %d\",\n"
      "                static_cast<int>(input_count), static_cast<int>(output_count));\n  }}\n"
      "  return read_extents(inputs, extents, status);\n}}\n\n"
      "size_t workspace_size(const {0}_model* model, const Sizes& sizes) {{\n"
      "  const int64_t workers = model->executor.concurrency(model->executor.self);\n"
      "  return static_cast<size_t>({3}sizes.arena + workers * sizes.scratch + 64);\n}}\n\n",
      context.options.name, program.inputs.size(), program.outputs.size(),
      keeps_state(program) ? "kStateBytes + " : "");
}

std::string extent_checks(const Context& context, const std::string& overlaps) {
  const Program& program = context.program;
  const cpp::SymbolNames names = cpp::extent_names(program);
  std::string outputs;
  for (std::size_t k = 0; k < program.outputs.size(); ++k) {
    const Port& port = program.outputs[k];
    std::string wrong = fmt::format("!has_type(outputs[{}], {}, {})", k,
                                    weft_dtype(port.meta.dtype), port.meta.rank());
    const std::string sizes =
        wrong_sizes(program, names, "outputs", static_cast<int>(k), port, false);
    if (!sizes.empty()) wrong += " ||\n      " + sizes;
    outputs += refusal(
        wrong, fmt::format("refuse_shape(status, kGuards, false, {0}, outputs[{0}], extents)", k));
  }
  return fmt::format(
      "  int64_t extents[{}] = {{}};\n"
      "  int32_t refused = count_and_read(inputs, input_count, output_count, extents, status);\n"
      "  if (refused != WEFT_OK) return refused;\n{}{}{}{}{}"
      "  Sizes sizes;\n"
      "  refused = find_sizes(extents, &sizes, status);\n"
      "  if (refused != WEFT_OK) return refused;\n"
      "  if (workspace == nullptr || workspace_bytes < workspace_size(model, sizes)) {{\n"
      "    return fail(status, WEFT_BAD_ARGUMENT, \"the workspace has %zu bytes and needs %zu\",\n"
      "                workspace_bytes, workspace_size(model, sizes));\n  }}\n",
      program.extents.size(), extent_lines(program, names, "int64_t"),
      memory_checks(program.inputs, "input", true), outputs,
      memory_checks(program.outputs, "output", false), overlaps);
}

}  // namespace weft::codegen::bundle
