/// \file The part of the entry that uses the extents which a call decides: for memory and shapes.
#include <algorithm>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>

namespace weft::codegen::bundle {

namespace {

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

std::string extent_sizes(const Context& context) {
  return size_function(context, cpp::extent_names(context.program));
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

std::string workspace_size_function(const Context& context) {
  return fmt::format(
      "size_t workspace_size(const {0}_model* model, const Sizes& sizes) {{\n"
      "  const int64_t workers = model->executor.concurrency(model->executor.self);\n"
      "  return static_cast<size_t>({1}sizes.arena + workers * sizes.scratch + 64);\n}}\n\n",
      context.options.name, keeps_state(context.program) ? "kStateBytes + " : "");
}

}  // namespace weft::codegen::bundle
