#include <weft/codegen/cpp/kernel_printer.h>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <weft/codegen/cpp/contraction_printer.h>
#include <weft/codegen/cpp/custom_printer.h>
#include <weft/codegen/cpp/library_printer.h>
#include <weft/codegen/cpp/statement_printer.h>
#include <weft/codegen/diagnostics.h>
#include <weft/ir/operators/register_operator.h>

namespace weft::codegen::cpp {

namespace {

/// Elements of work that make a part worth handing to another thread: about 5 us on one core.
constexpr std::int64_t kWorthwhile = 16384;

std::int64_t grain_of(const Kernel& kernel, const ir::IntExpr& count) {
  const std::int64_t work = std::max(kernel.flops, kernel.bytes / 4);
  const auto parts = static_cast<std::int64_t>(expected_value(count));
  const std::int64_t each = std::max<std::int64_t>(1, work / std::max<std::int64_t>(1, parts));
  return std::max<std::int64_t>(1, kWorthwhile / each);
}

std::string buffer_line(const Program& program, BufferId id, std::size_t position, bool written,
                        const std::string& name) {
  const Buffer& buffer = program.buffers[static_cast<std::size_t>(id)];
  const std::string_view type = storage_type(buffer.dtype);
  return fmt::format("  {}{}* WEFT_RESTRICT const {} = static_cast<{}{}*>(part.buffers[{}]);\n",
                     written ? "" : "const ", type, name, written ? "" : "const ", type, position);
}

/// Bytes of one worker's scratch for the kernel's private buffers, and the lines that place them.
std::int64_t place_scratch(const Program& program, const Kernel& kernel, KernelScope& scope,
                           std::string& lines) {
  std::int64_t at = 0;
  for (const BufferId id : kernel.scratch) {
    const Buffer& buffer = program.buffers[static_cast<std::size_t>(id)];
    const std::string name = scope.names.unique(buffer.name);
    scope.expressions.buffers[id] = name;
    const std::string_view type = storage_type(buffer.dtype);
    lines += fmt::format(
        "  {0}* WEFT_RESTRICT const {1} =\n      "
        "reinterpret_cast<{0}*>(static_cast<char*>(part.scratch) + {2});\n",
        type, name, at);
    const auto bytes =
        buffer.elements().value() * static_cast<std::int64_t>(ir::size_of(buffer.dtype));
    at += (bytes + 63) / 64 * 64;
  }
  return at;
}

std::string heading(const Kernel& kernel) {
  std::string text;
  for (const std::string& comment : kernel.comments) {
    text += fmt::format("// {}\n", comment_text(comment));
  }
  return text;
}

/// The extents that the text uses.
std::string extent_lines(const Program& program, const SymbolNames& names,
                         const std::string& text) {
  std::string lines;
  for (std::size_t k = 0; k < program.extents.size(); ++k) {
    const std::string& name = names.at(program.extents[k].symbol.get());
    if (!mentions(text, name)) continue;
    lines += fmt::format("  const int64_t {} = part.extents[{}];\n", name, k);
  }
  return lines;
}

}  // namespace

SymbolNames extent_names(const Program& program) {
  NameScope scope;
  // What the entry and the support library call by these names.
  for (const char* taken : {"kGuards",     "kInputs",
                            "kOutputs",    "kConditions",
                            "kExtents",    "kLargestExtent",
                            "kArenaBytes", "model",
                            "inputs",      "input_count",
                            "outputs",     "output_count",
                            "workspace",   "workspace_bytes",
                            "status",      "extents",
                            "arena",       "threads",
                            "call",        "buffers",
                            "state",       "bits",
                            "sizes",       "count",
                            "One",         "Mask",
                            "F32",         "F64",
                            "I32",         "I64",
                            "Half",        "BFloat16"}) {
    scope.unique(taken);
  }
  SymbolNames names;
  for (const Extent& extent : program.extents) {
    names[extent.symbol.get()] = scope.unique(extent.symbol->name);
  }
  return names;
}

bool mentions(const std::string& text, const std::string& identifier) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = text.find(identifier); at != std::string::npos;
       at = text.find(identifier, at + 1)) {
    const std::size_t end = at + identifier.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) {
      return true;
    }
  }
  return false;
}

PrintedKernel print_kernel(const Program& program, const Kernel& kernel,
                           const std::string& function) {
  PrintedKernel printed;
  printed.function = function;
  KernelScope scope(program);
  const SymbolNames extents = extent_names(program);
  for (const auto& [symbol, name] : extents) {
    scope.names.unique(name);
    scope.expressions.symbols[symbol] = name;
  }
  std::string prologue;
  const auto add_buffer = [&](BufferId id, bool written) {
    const std::string name = scope.names.unique(program.buffers[static_cast<std::size_t>(id)].name);
    scope.expressions.buffers[id] = name;
    prologue += buffer_line(program, id, printed.buffers.size(), written, name);
    printed.buffers.push_back(id);
  };
  for (const BufferId id : kernel.writes) add_buffer(id, true);
  for (const BufferId id : kernel.reads) {
    if (!scope.expressions.buffers.count(id)) add_buffer(id, false);
  }
  const std::int64_t own_scratch = place_scratch(program, kernel, scope, prologue);
  printed.scratch_bytes = fmt::format("{}", own_scratch);

  std::string declarations;
  std::string body;
  if (const std::optional<ContractionNest> nest = find_contraction(kernel)) {
    if (own_scratch != 0) fail(diag::InternalError, {}, {"a contraction with scratch buffers"});
    const PrintedContraction contraction = print_contraction(*nest, scope);
    body = contraction.text;
    printed.count = contraction.count;
    printed.scratch_bytes = contraction.scratch_bytes;
    printed.grain = 1;
  } else if (const auto* call = kernel.body.size() == 1
                                    ? std::get_if<LibraryCall>(&kernel.body[0].node)
                                    : nullptr) {
    if (call->custom != nullptr) {
      const PrintedCustomCall custom = print_custom_call(*call, scope, function + "_source");
      declarations = custom.declaration;
      body = custom.call;
      printed.custom_function = custom.definition;
      printed.custom_includes = call->custom->definition->cpp->includes;
      printed.count = "1";
    } else {
      const PrintedLibraryCall library = print_library_call(*call, scope);
      body = library.text;
      printed.count = index_expression(library.count, extents);
      printed.scratch_bytes = index_expression(library.scratch_bytes, extents);
      printed.grain = grain_of(kernel, library.count);
    }
  } else {
    ir::IntExpr count = 1;
    body = print_body(kernel.body, scope, count);
    printed.count = index_expression(count, extents);
    printed.grain = grain_of(kernel, count);
  }
  prologue += extent_lines(program, extents, body);
  printed.text = fmt::format(
      "{}{}extern \"C\" void WEFT_KERNEL({})([[maybe_unused]] const KernelPart& part) {{\n{}{}}}\n",
      declarations, heading(kernel), function, prologue, body);
  return printed;
}

}  // namespace weft::codegen::cpp
