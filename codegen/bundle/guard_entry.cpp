/// \file The part of the entry that checks a call before anything is written.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>

namespace weft::codegen::bundle {

namespace {

/// As in weft_deploy/guard.h.
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
    const ir::TensorMeta& meta = ports[k].meta;
    const bool is_input = ports.data() == program.inputs.data();
    const std::string facts = is_input ? declared(program, static_cast<int>(k)) : "";
    const std::string type =
        fmt::format("{}{}", ir::dtype_name(meta.dtype), ir::shape_str(meta.sizes));
    std::string masks;
    for (const ir::IntExpr& size : meta.sizes) {
      masks += fmt::format("{}{}", masks.empty() ? "" : ", ", extent_mask(program, {size}));
    }
    rows += fmt::format("    {{\"{}\", {}, {}, {}, {}, {{{}}}}},\n", port_name(ports[k]),
                        string_literal(type), string_literal(facts), weft_dtype(meta.dtype),
                        meta.rank(), masks.empty() ? "0" : masks);
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

/// The largest absolute value that the expression, or a part of it, has for extents that are
/// accepted.
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

/// `inputs[0].sizes[1] != 3`.
std::string differs(const std::string& given, const ir::IntExpr& size,
                    const cpp::SymbolNames& names) {
  return may_overflow(size) ? fmt::format("differs({}, {})", given, checked_expression(size, names))
                            : fmt::format("{} != {}", given, cpp::index_expression(size, names));
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
    text += text.empty() ? "" : " ||\n      ";
    text += differs(fmt::format("{}[{}].sizes[{}]", array, position, d), port.meta.sizes[d], names);
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

/// The body of an `if` that refuses.
std::string refusal(const std::string& condition, const std::string& call) {
  return fmt::format("  if ({}) {{\n    return {};\n  }}\n", condition, call);
}

/// What refusals are given as the values of extents.
const char* values_argument(const Program& program) {
  return program.extents.empty() ? "nullptr" : "extents";
}

/// The dimensions that sentences speak of. Reached by calls that are refused only.
std::string wrong_dimensions_function(const Program& program) {
  cpp::SymbolNames names;
  for (std::size_t k = 0; k < program.extents.size(); ++k) {
    names[program.extents[k].symbol.get()] = fmt::format("extents[{}]", k);
  }
  std::string cases;
  const auto add = [&](const std::vector<Port>& ports, std::size_t first) {
    for (std::size_t k = 0; k < ports.size(); ++k) {
      std::string bits;
      for (std::size_t d = 0; d < ports[k].meta.sizes.size(); ++d) {
        const std::string wrong =
            differs(fmt::format("view.sizes[{}]", d), ports[k].meta.sizes[d], names);
        bits += fmt::format("{}(uint32_t{{{}}} << {})", bits.empty() ? "" : " | ", wrong, d);
      }
      if (bits.empty()) continue;
      cases += fmt::format("    case {}:\n      return {};\n", first + k, bits);
    }
  };
  add(program.inputs, 0);
  add(program.outputs, program.inputs.size());
  return fmt::format(
      "/// Bit d is set where dimension d is not what it has to be.\n"
      "__attribute__((cold)) uint32_t wrong_dimensions(\n"
      "    bool is_input, int32_t position, [[maybe_unused]] const weft_tensor_view& view,\n"
      "    [[maybe_unused]] const int64_t* extents) {{\n"
      "  switch (is_input ? position : position + {}) {{\n{}"
      "    default:\n      return 0;\n  }}\n}}\n\n",
      program.inputs.size(), cases);
}

/// Type, rank and extents of each input in turn, then what depends on extents of other inputs.
std::string read_function(const Program& program, const cpp::SymbolNames& names) {
  const bool dynamic = !program.extents.empty();
  std::string reads;
  std::string sizes;
  for (std::size_t k = 0; k < program.inputs.size(); ++k) {
    const Port& port = program.inputs[k];
    const int position = static_cast<int>(k);
    const std::string refuse = fmt::format(
        "refuse_shape(status, kGuards, true, {0}, inputs[{0}], {1})", k, values_argument(program));
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
          fmt::format("refuse(status, WEFT_REFUSED_ELEMENTS, \"output {} has too many elements\")",
                      k));
    }
  }
  return fmt::format(
      "/// Checks types and shapes of the inputs, and what the kernels rely on as far as those "
      "tell.\n"
      "int32_t {0}([[maybe_unused]] const weft_tensor_view* inputs, int32_t input_count,\n"
      "    int32_t output_count, {1}weft_status* status) {{\n"
      "  if (input_count != {2} || output_count != {3}) {{\n"
      "    return refuse_count(status, {2}, {3}, input_count, output_count);\n  }}\n"
      "{4}{5}{6}  return WEFT_OK;\n}}\n\n",
      dynamic ? "count_and_read" : "check_inputs", dynamic ? "int64_t* extents, " : "",
      program.inputs.size(), program.outputs.size(), reads, sizes, conditions);
}

std::string memory_checks(const std::vector<Port>& ports, const char* role, bool is_input) {
  std::string text =
      fmt::format("  MemoryRange {}_memory[{}];\n", role, std::max<std::size_t>(ports.size(), 1));
  for (std::size_t k = 0; k < ports.size(); ++k) {
    text += refusal(
        fmt::format("!find_memory<{2}, {3}>({0}s[{1}], &{0}_memory[{1}])", role, k,
                    ports[k].meta.rank(), ir::size_of(ports[k].meta.dtype)),
        fmt::format("refuse_memory(status, kGuards, {0}, {1}, {2}s[{1}])", is_input, k, role));
  }
  return text;
}

std::string overlap_checks(const Program& program) {
  std::string text;
  const auto check = [&](std::size_t output, const char* other, std::size_t position,
                         bool is_input) {
    text += refusal(
        fmt::format("overlap(output_memory[{}], {}_memory[{}])", output, other, position),
        fmt::format("refuse_overlap(status, kGuards, {}, {}, {})", output, is_input, position));
  };
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    for (std::size_t k = 0; k < program.inputs.size(); ++k) check(i, "input", k, true);
    for (std::size_t k = 0; k < i; ++k) check(i, "output", k, false);
  }
  for (const WrittenInput& written : program.written) {
    for (int k = 0; k < static_cast<int>(program.inputs.size()); ++k) {
      const bool done = k < written.input && is_written(program, static_cast<std::size_t>(k));
      if (k == written.input || done) continue;
      text +=
          refusal(fmt::format("overlap(input_memory[{}], input_memory[{}])", written.input, k),
                  fmt::format("refuse_shared_argument(status, kGuards, {}, {})", written.input, k));
    }
  }
  return text;
}

std::string output_checks(const Program& program, const cpp::SymbolNames& names) {
  std::string text;
  for (std::size_t k = 0; k < program.outputs.size(); ++k) {
    const Port& port = program.outputs[k];
    std::string wrong = fmt::format("!has_type(outputs[{}], {}, {})", k,
                                    weft_dtype(port.meta.dtype), port.meta.rank());
    const std::string sizes =
        wrong_sizes(program, names, "outputs", static_cast<int>(k), port, false);
    if (!sizes.empty()) wrong += " ||\n      " + sizes;
    text +=
        refusal(wrong, fmt::format("refuse_shape(status, kGuards, false, {0}, outputs[{0}], {1})",
                                   k, values_argument(program)));
  }
  return text;
}

std::string check_function(const Program& program, const cpp::SymbolNames& names) {
  const bool dynamic = !program.extents.empty();
  return fmt::format(
      "/// Everything that a call is refused for but its workspace. Nothing has been written "
      "then.\n"
      "int32_t check_tensors(const weft_tensor_view* inputs, int32_t input_count,\n"
      "    const weft_tensor_view* outputs, int32_t output_count, {0}weft_status* status) {{\n"
      "  const int32_t refused = {1}(inputs, input_count, output_count, {2}status);\n"
      "  if (refused != WEFT_OK) return refused;\n{3}{4}{5}{6}{7}"
      "  return WEFT_OK;\n}}\n\n",
      dynamic ? "int64_t* extents, " : "", dynamic ? "count_and_read" : "check_inputs",
      dynamic ? "extents, " : "", extent_lines(program, names, "int64_t"),
      output_checks(program, names), memory_checks(program.inputs, "input", true),
      memory_checks(program.outputs, "output", false), overlap_checks(program));
}

}  // namespace

std::string extent_lines(const Program& program, const cpp::SymbolNames& names, const char* type) {
  std::string text;
  for (std::size_t k = 0; k < program.extents.size(); ++k) {
    text += fmt::format("  [[maybe_unused]] {}{} {} = extents[{}];\n",
                        program.extents[k].is_found() ? "" : "const ", type,
                        names.at(program.extents[k].symbol.get()), k);
  }
  return text;
}

std::string input_checks(const Program& program) {
  const cpp::SymbolNames names = cpp::extent_names(program);
  std::string rows;
  for (const Extent& extent : program.extents) {
    rows += fmt::format("    {{\"{}\", {}, {}}},\n", extent.name,
                        extent.is_found() ? -2 : extent.input, extent.divisor);
  }
  const std::string extents = rows.empty()
                                  ? "const ExtentName* const kExtents = nullptr;\n"
                                  : fmt::format("const ExtentName kExtents[] = {{\n{}}};\n", rows);
  return fmt::format(
             "// What a caller's tensors must be.\n{}{}{}{}\n{}"
             "const GuardTables kGuards = {{kInputs, kOutputs, kConditions, kExtents, {},\n"
             "                             wrong_dimensions}};\n\n",
             extents, shape_table(program, program.inputs, "kInputs"),
             shape_table(program, program.outputs, "kOutputs"), condition_table(program),
             wrong_dimensions_function(program), program.extents.size()) +
         read_function(program, names);
}

std::string guard_functions(const Program& program) {
  return input_checks(program) + check_function(program, cpp::extent_names(program));
}

std::string call_check(const Context& context) {
  const bool dynamic = !context.program.extents.empty();
  const std::string parameters =
      "const weft_tensor_view* inputs, int32_t input_count,\n"
      "    const weft_tensor_view* outputs, int32_t output_count, const void* workspace,\n"
      "    size_t workspace_bytes, ";
  const std::string& n = context.options.name;
  std::string text = fmt::format(
      "/// All that a call can be refused for.\n"
      "int32_t check_call(const {0}_model* model, {1}{2}weft_status* status) {{\n"
      "  {3}int32_t refused = check_tensors(inputs, input_count, outputs, output_count, "
      "{4}status);\n"
      "  if (refused != WEFT_OK) return refused;\n",
      n, parameters, dynamic ? "int64_t* extents,\n    Sizes* sizes, " : "",
      dynamic ? "" : "const ", dynamic ? "extents, " : "");
  if (dynamic) {
    text +=
        "  refused = find_sizes(extents, sizes, status);\n"
        "  if (refused != WEFT_OK) return refused;\n"
        "  const size_t needed = workspace_size(model, *sizes);\n";
  } else {
    text += fmt::format("  const size_t needed = {}_workspace_bytes(model);\n", n);
  }
  return text +
         refusal("workspace == nullptr || workspace_bytes < needed",
                 "refuse_workspace(status, workspace, workspace_bytes, needed)") +
         "  return WEFT_OK;\n}\n\n";
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

}  // namespace weft::codegen::bundle
