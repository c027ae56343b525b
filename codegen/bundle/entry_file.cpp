#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>
#include <weft/codegen/bundle/variant_entry.h>

namespace weft::codegen::bundle {

namespace {

std::string sizes_array(const std::string& name, const ir::TensorMeta& meta) {
  std::string sizes;
  for (const ir::IntExpr& size : meta.sizes) {
    sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", size.value());
  }
  return fmt::format("const int64_t {}[] = {{{}}};\n", name, sizes.empty() ? "0" : sizes);
}

std::string kernel_tables(const Context& context) {
  std::string text = "extern \"C\" {\n";
  const auto each = [&](const char* isa, const char* format) {
    std::string lines;
    for (const cpp::PrintedKernel& kernel : context.kernels) {
      lines += fmt::format(fmt::runtime(format), kernel.function, isa);
    }
    return lines;
  };
  text += each("baseline", "void {}_{}(const weft_deploy::KernelPart& part);\n");
  text += "#if WEFT_KERNELS_PER_ISA\n";
  text += each("avx2", "void {}_{}(const weft_deploy::KernelPart& part);\n");
  text += each("avx512", "void {}_{}(const weft_deploy::KernelPart& part);\n");
  text += "#endif\n}\n\nnamespace {\n\n// Kernels in the order in which they run.\n";
  text += fmt::format("const KernelFunction kBaseline[] = {{\n{}}};\n",
                      each("baseline", "    {}_{},\n"));
  text += "#if WEFT_KERNELS_PER_ISA\n";
  text += fmt::format("const KernelFunction kAvx2[] = {{\n{}}};\n", each("avx2", "    {}_{},\n"));
  text +=
      fmt::format("const KernelFunction kAvx512[] = {{\n{}}};\n", each("avx512", "    {}_{},\n"));
  return text + "#endif\n\n";
}

std::string scratch_constant(const Context& context) {
  std::string text =
      "// Private memory of one worker, the largest that any kernel asks for.\n"
      "constexpr int64_t kScratchParts[] = {\n    0,\n";
  std::vector<std::string> seen;
  for (const cpp::PrintedKernel& kernel : context.kernels) {
    if (kernel.scratch_bytes == "0") continue;
    if (std::find(seen.begin(), seen.end(), kernel.scratch_bytes) != seen.end()) continue;
    seen.push_back(kernel.scratch_bytes);
    text += fmt::format("    {},\n", kernel.scratch_bytes);
  }
  return text +
         "};\n"
         "constexpr int64_t largest_part() {\n"
         "  int64_t largest = 0;\n"
         "  for (const int64_t bytes : kScratchParts) largest = larger(largest, bytes);\n"
         "  return round_up(largest, 64);\n"
         "}\n"
         "constexpr int64_t kScratchBytes = largest_part();\n";
}

/// What follows a kernel that finds a number in its data.
std::string found_lines(const Context& context, const Kernel& kernel,
                        const cpp::SymbolNames& names) {
  const auto* library =
      kernel.body.size() == 1 ? std::get_if<LibraryCall>(&kernel.body[0].node) : nullptr;
  if (library == nullptr || !library->found) return "";
  const Program& program = context.program;
  std::string text;
  std::size_t position = 0;
  while (program.extents[position].symbol != library->found) ++position;
  text +=
      fmt::format("    {} = extents[{}] = call.found;\n", names.at(library->found.get()), position);
  text += fmt::format("    write_found(workspace, {}, call.found);\n",
                      found_position(program, library->found));
  return text + conditions_on_found(context, library->found);
}

std::string buffer_expression(const Context& context, BufferId id, const cpp::SymbolNames& names) {
  const Buffer& buffer = context.program.buffers[static_cast<std::size_t>(id)];
  switch (buffer.storage) {
    case Storage::kInput:
      return fmt::format("inputs[{}].data", buffer.ordinal);
    case Storage::kOutput:
      return fmt::format("outputs[{}].data", buffer.ordinal);
    case Storage::kWeight:
      return fmt::format("const_cast<void*>(model->weights[{}])", buffer.ordinal);
    case Storage::kArena:
    case Storage::kScratch:
      break;
  }
  return "arena + " + cpp::index_expression(buffer.arena_offset, names);
}

/// The truth of the first element of a buffer.
std::string truth(const Context& context, const Branch& branch, const cpp::SymbolNames& names) {
  const Buffer& buffer = context.program.buffers[static_cast<std::size_t>(branch.predicate)];
  const std::string data = buffer_expression(context, branch.predicate, names);
  if (buffer.dtype == DType::kFloat16 || buffer.dtype == DType::kBFloat16) {
    return fmt::format("is_true_half({})", data);
  }
  return fmt::format("is_true<{}>({})", cpp::storage_type(buffer.dtype), data);
}

/// The lines of branches that begin, turn or end before kernel `i`.
std::string branch_lines(const Context& context, std::size_t i, const cpp::SymbolNames& names) {
  std::string text;
  const std::vector<Branch>& branches = context.program.branches;
  // Ends first, inner ones before outer ones; a branch without kernels has no lines.
  for (auto it = branches.rbegin(); it != branches.rend(); ++it) {
    if (it->begin < it->end && it->end == i) text += "  }\n";
  }
  for (const Branch& branch : branches) {
    if (branch.begin == branch.end) continue;
    const bool has_first = branch.begin < branch.otherwise;
    if (branch.begin == i) {
      text += fmt::format("  // {}\n  if ({}{}) {{\n", cpp::comment_text(branch.comment, 90),
                          has_first ? "" : "!", truth(context, branch, names));
    } else if (branch.otherwise == i && has_first && branch.otherwise < branch.end) {
      text += "  } else {\n";
    }
  }
  return text;
}

std::string steps(const Context& context) {
  const cpp::SymbolNames names = cpp::extent_names(context.program);
  std::string text;
  for (std::size_t i = 0; i <= context.kernels.size(); ++i) {
    text += branch_lines(context, i, names);
    if (i == context.kernels.size()) break;
    const cpp::PrintedKernel& kernel = context.kernels[i];
    const Kernel& source = context.program.kernels[i];
    std::string buffers;
    for (const BufferId id : kernel.buffers) {
      buffers +=
          fmt::format("{}{}", buffers.empty() ? "" : ", ", buffer_expression(context, id, names));
    }
    const bool checks = kernel.text.find("part.bad") != std::string::npos;
    text += fmt::format(
        "  {{  // {}\n    void* const buffers[] = {{{}}};\n"
        "    call.run({}, buffers, {}, {});\n",
        source.name, buffers, i, kernel.count, kernel.grain);
    if (checks) {
      const std::string where =
          source.comments.empty() ? source.name : cpp::comment_text(source.comments.front(), 90);
      std::string escaped;
      for (const char c : where) escaped += c == '"' ? '\'' : c == '%' ? ' ' : c;
      text += fmt::format(
          "    if (call.bad != 0) {{\n      return refuse(status, WEFT_REFUSED_VALUE,\n"
          "                    \"a value in the data is out of range: {}\");\n    }}\n",
          escaped);
    }
    text += found_lines(context, source, names);
    text += "  }\n";
  }
  return text;
}

std::string weight_lookups(const Context& context) {
  std::string arrays;
  std::string rows;
  const auto& weights = context.program.weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::string name = fmt::format("kWeightSizes{}", i);
    arrays += sizes_array(name, weights[i].meta);
    rows += fmt::format("    {{\"{}\", {}, {}, {}}},\n", weights[i].name,
                        weft_dtype(weights[i].meta.dtype), weights[i].meta.rank(), name);
  }
  if (weights.empty()) return "";
  return fmt::format("{}const TensorGuard kWeights[] = {{\n{}}};\n", arrays, rows);
}

std::string call_members(bool dynamic, bool state) {
  std::string text = dynamic ? "model, arena + sizes.arena, threads, 0, sizes.scratch, extents"
                             : "model, arena + kArenaBytes, threads";
  if (state) text += dynamic ? ", state.random" : ", 0, state.random";
  return text;
}

/// What the model writes into its inputs, when nothing reads them any more.
std::string written_lines(const Context& context) {
  const Program& program = context.program;
  const cpp::SymbolNames names = cpp::extent_names(program);
  std::string text;
  for (const WrittenInput& written : program.written) {
    const Buffer& buffer = program.buffers[static_cast<std::size_t>(written.buffer)];
    const auto size = static_cast<std::int64_t>(ir::size_of(buffer.dtype));
    const std::string source = buffer.elements().is(0)
                                   ? fmt::format("inputs[{}].data", written.input)
                                   : buffer_expression(context, written.buffer, names);
    text += fmt::format(
        "  // The model writes `{0}`.\n"
        "  copy_bytes(inputs[{1}].data, {2}, {3});\n",
        port_name(program.inputs[static_cast<std::size_t>(written.input)]), written.input, source,
        cpp::index_expression(buffer.elements() * size, names));
  }
  return text;
}

/// The next run draws on from where this one ended.
std::string state_end(const Program& program) {
  if (!keeps_state(program)) return "";
  std::string text;
  if (program.draws) {
    text += fmt::format("  state.random.position += static_cast<uint64_t>({});\n",
                        cpp::index_expression(*program.draws, cpp::extent_names(program)));
  }
  return text + "  write_run_state(workspace, state);\n";
}

/// The entry points for what the workspace keeps.
std::string state_functions(const Context& context) {
  if (!context.program.draws) return "";
  return fmt::format(
      "int32_t {0}_set_seed(void* workspace, size_t workspace_bytes, uint64_t seed,\n"
      "    weft_status* status) {{\n"
      "  if (workspace == nullptr || workspace_bytes < sizeof(RunState)) {{\n"
      "    return refuse_workspace(status, workspace, workspace_bytes, sizeof(RunState));\n  }}\n"
      "  write_run_state(workspace, {{kRunStateMark, {{seed, 0}}}});\n"
      "  return succeed(status);\n}}\n\n",
      context.options.name);
}

}  // namespace

bool is_written(const Program& program, std::size_t input) {
  return std::any_of(program.written.begin(), program.written.end(), [&](const WrittenInput& w) {
    return static_cast<std::size_t>(w.input) == input;
  });
}

bool keeps_state(const Program& program) {
  return program.draws.has_value() || found_numbers(program) > 0;
}

std::size_t found_numbers(const Program& program) {
  std::size_t count = 0;
  for (const Extent& extent : program.extents) count += extent.is_found() ? 1 : 0;
  return count;
}

std::size_t found_position(const Program& program, const ir::Symbol& symbol) {
  std::size_t position = 0;
  for (const Extent& extent : program.extents) {
    if (extent.symbol == symbol) break;
    position += extent.is_found() ? 1 : 0;
  }
  return position;
}

std::string weft_dtype(DType type) {
  std::string name(ir::dtype_short_name(type));
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "WEFT_" + name;
}

namespace {

/// The user's own operators, after what they include.
std::string custom_functions(const Context& context) {
  std::set<std::string> includes;
  std::string functions;
  for (const cpp::PrintedKernel& kernel : context.kernels) {
    includes.insert(kernel.custom_includes.begin(), kernel.custom_includes.end());
    if (!kernel.custom_function.empty()) functions += "\n" + kernel.custom_function;
  }
  std::string text;
  for (const std::string& include : includes) text += "#include " + include + "\n";
  return text + functions;
}

}  // namespace

std::string entry_file(const Context& context) {
  const Program& program = context.program;
  const bool dynamic = !program.extents.empty();
  const bool state = keeps_state(program);
  const std::string& n = context.options.name;
  const std::size_t weights = program.weights.size();
  std::string text = fmt::format(
      "// Entry points of {0}, written by weft {1}.\n"
      "#include \"{0}.h\"\n\n#include <new>\n#include <string>\n\n{5}"
      "#include \"weft_deploy/conv_plan.h\"\n{2}#include \"weft_deploy/guard.h\"\n"
      "#include \"weft_deploy/isa_select.h\"\n#include \"weft_deploy/kernel_part.h\"\n"
      "#include \"weft_deploy/refusal.h\"\n{3}"
      "#include \"weft_deploy/thread_pool.h\"\n#include \"weft_deploy/tiling.h\"\n"
      "#include \"weft_deploy/weights_file.h\"\n{4}\nusing namespace weft_deploy;\n\n",
      n, context.options.tool_version, dynamic ? "#include \"weft_deploy/extent_math.h\"\n" : "",
      state ? "#include \"weft_deploy/run_state.h\"\n" : "", custom_functions(context),
      program.branches.empty() ? "" : "#include \"weft_deploy/branch.h\"\n");
  text += kernel_tables(context);
  if (state) {
    text +=
        fmt::format("/// What the workspace begins with.\nconstexpr int64_t kStateBytes = {};\n\n",
                    (24 + 8 * found_numbers(program) + 63) / 64 * 64);
  }
  if (weights > 0) text += "// What the weights file must hold.\n" + weight_lookups(context) + "\n";
  text += guard_functions(program);
  text += dynamic ? extent_sizes(context)
                  : fmt::format("{}constexpr int64_t kArenaBytes = {};\n\n",
                                scratch_constant(context), program.arena_bytes.value());
  text += "}  // namespace\n\n";
  text += fmt::format(
      "struct {0}_model {{\n"
      "  WeightsFile file;\n"
      "  const void* weights[{1}] = {{}};\n"
      "  Isa isa = Isa::kBaseline;\n"
      "  const KernelFunction* kernels = kBaseline;\n"
      "  int lanes = 4;\n"
      "  ThreadPool pool;\n"
      "  Executor executor = pool.executor();\n"
      "}};\n\nnamespace {{\n\n"
      "/// One run: the kernels, the executor and the workers' memory.\n"
      "struct Call {{\n"
      "  const {0}_model* model;\n"
      "  char* scratch;\n"
      "  int32_t threads;\n"
      "  int32_t bad = 0;\n{2}{5}\n"
      "  void run(int kernel, void* const* buffers, int64_t count, int64_t grain) {{\n"
      "    const KernelFunction function = model->kernels[kernel];\n"
      "    run_parallel(model->executor, count, grain,\n"
      "                 [&](int64_t begin, int64_t end, int32_t worker) {{\n"
      "                   function(KernelPart{{buffers, begin, end, scratch + worker * {3},\n"
      "                                       threads, &bad{4}{6}}});\n"
      "                 }});\n"
      "  }}\n}};\n\n"
      "void choose_kernels([[maybe_unused]] {0}_model* model) {{\n"
      "#if WEFT_KERNELS_PER_ISA\n"
      "  model->isa = active_isa();\n"
      "  if (model->isa == Isa::kAvx2) {{\n    model->kernels = kAvx2;\n    model->lanes = 8;\n  "
      "}}\n"
      "  if (model->isa == Isa::kAvx512) {{\n    model->kernels = kAvx512;\n    model->lanes = "
      "16;\n  }}\n"
      "#endif\n}}\n\n",
      n, std::max<std::size_t>(weights, 1),
      dynamic ? "  int64_t scratch_bytes = 0;\n  const int64_t* extents = nullptr;\n" : "",
      dynamic ? "scratch_bytes" : "kScratchBytes",
      dynamic ? ", extents"
      : state ? ", nullptr"
              : "",
      state ? "  RandomStream random = {};\n  int64_t found = 0;\n" : "",
      state ? ", &found, &random" : "");
  if (dynamic) text += workspace_size_function(context);
  text += "}  // namespace\n\n";
  text += fmt::format(
      "int32_t {0}_create({0}_model** model, const char* weights_path, weft_status* status) {{\n"
      "  *model = nullptr;\n"
      "  {0}_model* made = new (std::nothrow) {0}_model;\n"
      "  if (made == nullptr) return fail(status, WEFT_OUT_OF_MEMORY, \"out of memory\");\n"
      "  std::string error;\n"
      "  bool loaded = {1}made->file.open(weights_path, LoadMode::kMap, &error);\n",
      n, weights == 0 ? "weights_path == nullptr || " : "");
  if (weights > 0) {
    text += fmt::format(
        "  for (int i = 0; loaded && i < {}; ++i) {{\n"
        "    loaded = made->file.lookup(kWeights[i].name, kWeights[i].dtype, kWeights[i].sizes,\n"
        "                               kWeights[i].rank, &made->weights[i], &error);\n  }}\n",
        weights);
  }
  text += fmt::format(
      "  if (!loaded) {{\n    delete made;\n"
      "    return fail(status, WEFT_BAD_WEIGHTS, \"%s\", error.c_str());\n  }}\n"
      "  choose_kernels(made);\n  *model = made;\n  return succeed(status);\n}}\n\n"
      "void {0}_destroy({0}_model* model) {{ delete model; }}\n\n",
      n);
  if (dynamic) {
    text += extent_functions(context);
  } else {
    text += fmt::format(
        "size_t {0}_workspace_bytes(const {0}_model* model) {{\n"
        "  const int64_t workers = model->executor.concurrency(model->executor.self);\n"
        "  return static_cast<size_t>({1}kArenaBytes + workers * kScratchBytes + 64);\n}}\n\n",
        n, state ? "kStateBytes + " : "");
  }
  if (state) text += state_functions(context);
  if (!context.bundle_name.empty()) text += input_check_function(context);
  text += fmt::format(
      "void {0}_set_executor({0}_model* model,\n"
      "    void (*parallel_for)(void* self, int64_t count, int64_t grain,\n"
      "        void (*body)(void* context, int64_t begin, int64_t end, int32_t worker), void* "
      "context),\n"
      "    int32_t (*concurrency)(void* self), void* self) {{\n"
      "  model->executor = Executor{{parallel_for, concurrency, self}};\n}}\n\n"
      "void {0}_set_threads({0}_model* model, int32_t threads) {{ "
      "model->pool.set_threads(threads); }}\n\n"
      "const char* {0}_instruction_set(const {0}_model* model) {{ return isa_name(model->isa); "
      "}}\n\n",
      n);
  const std::string parameters = fmt::format(
      "(const {0}_model* model, const weft_tensor_view* inputs, int32_t input_count,\n"
      "    const weft_tensor_view* outputs, int32_t output_count, {{}}void* workspace,\n"
      "    size_t workspace_bytes, weft_status* status) {{{{\n",
      n);
  const std::string check = fmt::format(
      "{}check_call(model, inputs, input_count, outputs, output_count, workspace,\n"
      "      workspace_bytes, {}status);\n"
      "  if (refused != WEFT_OK) return refused;\n",
      dynamic ? fmt::format("  int64_t extents[{}] = {{}};\n  Sizes sizes;\n"
                            "  const int32_t refused = ",
                            program.extents.size())
              : "  const int32_t refused = ",
      dynamic ? "extents, &sizes, " : "");
  text += "namespace {\n\n" + call_check(context) + "}  // namespace\n\n";
  text += "int32_t " + n + "_check" + fmt::format(fmt::runtime(parameters), "const ") + check +
          "  return succeed(status);\n}\n\n";
  text += "int32_t " + n + "_run" + fmt::format(fmt::runtime(parameters), "") + check;
  if (dynamic) text += extent_lines(program, cpp::extent_names(program), "int64_t");
  text += fmt::format(
      "{2}  char* const arena = static_cast<char*>(workspace) +{3}\n"
      "                      (64 - reinterpret_cast<uintptr_t>(workspace) % 64) % 64;\n"
      "  [[maybe_unused]] const int lanes = model->lanes;\n"
      "  [[maybe_unused]] const int32_t threads = "
      "model->executor.concurrency(model->executor.self);\n"
      "  [[maybe_unused]] Call call = {{{0}}};\n"
      "{1}{4}  return succeed(status);\n}}\n",
      call_members(dynamic, state), steps(context) + written_lines(context),
      state ? "  RunState state = read_run_state(workspace);\n" : "", state ? " kStateBytes +" : "",
      state_end(program));
  return text;
}

}  // namespace weft::codegen::bundle
