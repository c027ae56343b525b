#include <fmt/format.h>

#include <weft/codegen/bundle/fallback_entry.h>
#include <weft/codegen/bundle/parts.h>
#include <weft/codegen/bundle/variant_entry.h>

namespace weft::codegen::bundle {

namespace {

std::string port_table(const Context& context, const std::vector<Port>& ports, const char* role) {
  const bool several = context.variants && ports.data() == context.program.outputs.data();
  std::string text;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const std::string type = several ? variant_output_type(context, i) : port_type(ports[i]);
    const bool written =
        ports.data() == context.program.inputs.data() && is_written(context.program, i);
    text += fmt::format("//   {} {}  {}: {}{}\n", role, i, port_name(ports[i]), type,
                        written ? ", which the model writes" : "");
  }
  return text;
}

/// The header's own namespace is not that of the support code.
std::string element_type(DType type) {
  const std::string name(cpp::storage_type(type));
  return ir::is_half(type) ? "weft_deploy::" + name : name;
}

/// `const float* x, `, without `const` for what the model writes.
std::string typed_inputs(const Program& program) {
  std::string text;
  for (std::size_t k = 0; k < program.inputs.size(); ++k) {
    const Port& port = program.inputs[k];
    text += fmt::format("{}{}* {}, ", is_written(program, k) ? "" : "const ",
                        element_type(port.meta.dtype), port_name(port));
  }
  return text;
}

/// `const float* x, float* output_0`.
std::string typed_parameters(const Program& program) {
  std::string text = typed_inputs(program);
  for (const Port& port : program.outputs) {
    text += fmt::format("{}* {}, ", element_type(port.meta.dtype), port_name(port));
  }
  return text;
}

/// A size in terms of the declared extents, as `extents.N`.
std::string declared_size(const Program& program, const ir::IntExpr& size) {
  cpp::SymbolNames names;
  std::vector<std::pair<ir::Symbol, ir::IntExpr>> parts;
  for (const Extent& extent : program.extents) {
    if (extent.is_found()) continue;
    const ir::Symbol declared = ir::make_symbol(extent.name);
    names[declared.get()] = "extents." + cpp::identifier(extent.name);
    // Exact where the size is a multiple; else the division is written.
    const auto factor = size.coefficient(extent.symbol);
    const bool whole = factor && factor->is_constant() && factor->value() % extent.divisor == 0;
    if (!whole || extent.divisor == 1) {
      parts.emplace_back(extent.symbol, ir::floor_div(ir::IntExpr(declared), extent.divisor));
      continue;
    }
    const ir::IntExpr rest = size - *factor * ir::IntExpr(extent.symbol);
    if (rest.is_constant()) {
      return cpp::index_expression(rest + factor->value() / extent.divisor * ir::IntExpr(declared),
                                   names);
    }
    parts.emplace_back(extent.symbol, ir::floor_div(ir::IntExpr(declared), extent.divisor));
  }
  return cpp::index_expression(size.substitute(parts), names);
}

bool has_declared_extents(const Program& program) {
  return program.extents.size() > found_numbers(program);
}

std::string extents_struct(const Program& program) {
  if (!has_declared_extents(program)) return "";
  std::string members;
  for (const Extent& extent : program.extents) {
    if (extent.is_found()) continue;
    members += fmt::format("  std::int64_t {} = 0;\n", cpp::identifier(extent.name));
  }
  return fmt::format(
      "/// The extents that the inputs of a call decide.\nstruct Extents {{\n{}}};\n\n", members);
}

std::string views(const Program& program, const std::vector<Port>& ports, const char* array,
                  bool constant) {
  if (ports.empty()) return fmt::format("    const weft_tensor_view* {} = nullptr;\n", array);
  std::string lines;
  std::string items;
  for (const Port& port : ports) {
    const std::string name = port_name(port);
    std::string sizes;
    for (const ir::IntExpr& size : port.meta.sizes) {
      sizes += (sizes.empty() ? "" : ", ") + declared_size(program, size);
    }
    if (!items.empty()) items += ", ";
    const std::string pointer =
        constant ? fmt::format("const_cast<{}*>({})", element_type(port.meta.dtype), name) : name;
    if (port.meta.sizes.empty()) {
      items += fmt::format(
          "weft_deploy::make_view({}, static_cast<const std::int64_t*>(nullptr), 0)", pointer);
    } else {
      lines += fmt::format("    const std::int64_t {}_sizes[] = {{{}}};\n", name, sizes);
      items += fmt::format("weft_deploy::make_view({}, {}_sizes)", pointer, name);
    }
  }
  return fmt::format("{}    weft_tensor_view {}[] = {{{}}};\n", lines, array, items);
}

/// The member of Workspace that starts the random generator.
std::string seed_member(const Context& context) {
  if (!context.program.draws) return "";
  return fmt::format(
      "  /// Random numbers start from this seed, and go on from one call to the next.\n"
      "  void manual_seed(std::uint64_t seed) {{\n"
      "    weft_status status = {{}};\n"
      "    if (bytes_.size() < 64) bytes_.resize(64);\n"
      "    {0}_set_seed(bytes_.data(), bytes_.size(), seed, &status);\n  }}\n",
      context.options.name);
}

/// The member of Model that says how many results the data gave.
std::string result_shape_member(const Context& context) {
  const Program& program = context.program;
  if (found_numbers(program) == 0) return "";
  const bool declared = has_declared_extents(program);
  std::string null_inputs;
  for (std::size_t k = 0; k < program.inputs.size(); ++k) null_inputs += "nullptr, ";
  return fmt::format(
      "  /// Shape of a result of the last run with this workspace. The data decides it: what has\n"
      "  /// been given to `run` has room for `output_shape`, the most that there can be, and "
      "holds\n"
      "  /// the result densely at its beginning.\n"
      "  static std::vector<std::int64_t> result_shape(int position, {5}Workspace& workspace) {{\n"
      "    weft_tensor_view inputs[{1}] = {{}};\n"
      "    weft_tensor_view outputs[{2}] = {{}};\n"
      "    weft_status status = {{}};\n"
      "    fill_inputs({3}{4}inputs);\n"
      "    check({0}_result_shapes(inputs, {6}, workspace.data(), outputs, {2}, &status), "
      "status);\n"
      "    const weft_tensor_view& output = outputs[position];\n"
      "    return std::vector<std::int64_t>(output.sizes, output.sizes + output.rank);\n  }}\n\n",
      context.options.name, std::max<std::size_t>(program.inputs.size(), 1), program.outputs.size(),
      null_inputs, declared ? "extents, " : "", declared ? "const Extents& extents, " : "",
      program.inputs.size());
}

/// The C++ interface where all sizes are constants.
std::string constant_interface(const Context& context) {
  const Program& program = context.program;
  return fmt::format(
      "class Model;\n\n"
      "/// Memory of one call. One per thread; it can be used for any number of calls.\n"
      "class Workspace {{\n public:\n"
      "  explicit Workspace(const Model& model);\n"
      "  void* data() {{ return bytes_.data(); }}\n"
      "  std::size_t size() const {{ return bytes_.size(); }}\n{6}\n"
      " private:\n  std::vector<unsigned char> bytes_;\n}};\n\n"
      "class Model {{\n public:\n"
      "  /// \\throws std::runtime_error with the reason\n"
      "  explicit Model(const std::string& weights_path) {{\n"
      "    weft_status status = {{}};\n"
      "    {0}_model* model = nullptr;\n"
      "    if ({0}_create(&model, weights_path.c_str(), &status) != WEFT_OK) {{\n"
      "      throw std::runtime_error(status.message);\n    }}\n"
      "    model_.reset(model);\n  }}\n\n"
      "  /// Dense row-major tensors of the types and shapes at the top of this file.\n"
      "  /// \\throws std::runtime_error with the reason\n"
      "  void run({1}Workspace& workspace) const {{\n"
      "{2}{3}"
      "    weft_status status = {{}};\n"
      "    if ({0}_run(model_.get(), inputs, {4}, outputs, {5}, workspace.data(), "
      "workspace.size(),\n"
      "                &status) != WEFT_OK) {{\n"
      "      throw std::runtime_error(status.message);\n    }}\n  }}\n\n"
      "  {0}_model* get() const {{ return model_.get(); }}\n\n"
      " private:\n"
      "  struct Destroy {{\n"
      "    void operator()({0}_model* model) const {{ {0}_destroy(model); }}\n  }};\n"
      "  std::unique_ptr<{0}_model, Destroy> model_;\n}};\n\n"
      "inline Workspace::Workspace(const Model& model)\n"
      "    : bytes_({0}_workspace_bytes(model.get())) {{}}\n\n"
      "}}  // namespace {0}\n#endif  // __cplusplus\n",
      context.options.name, typed_parameters(program),
      views(program, program.inputs, "inputs", true),
      views(program, program.outputs, "outputs", false), program.inputs.size(),
      program.outputs.size(), seed_member(context));
}

/// The C++ interface where a call decides extents.
std::string dynamic_interface(const Context& context) {
  const Program& program = context.program;
  std::string null_inputs;
  const std::string parameters = typed_inputs(program);
  std::string data;
  for (std::size_t k = 0; k < program.inputs.size(); ++k) {
    const Port& port = program.inputs[k];
    null_inputs += "nullptr, ";
    data += port_name(port) + ", ";
  }
  std::string outputs;
  for (std::size_t k = 0; k < program.outputs.size(); ++k) {
    outputs += fmt::format("    outputs[{}].data = {};\n", k, port_name(program.outputs[k]));
  }
  std::string fill;
  for (std::size_t k = 0; k < program.inputs.size(); ++k) {
    fill += fmt::format("    views[{0}] = inputs[{0}];\n", k);
  }
  const bool declared = has_declared_extents(program);
  const bool fallback = context.options.fallback.has_value();
  const std::size_t inputs = program.inputs.size();
  const std::size_t results = program.outputs.size();
  return extents_struct(program) +
         fmt::format(
             "class Model;\n\n"
             "/// Memory of one call, which grows with the extents. One per thread; it can be used "
             "for\n"
             "/// any number of calls.\n"
             "class Workspace {{\n public:\n"
             "  explicit Workspace(const Model&) {{}}\n"
             "  void reserve(std::size_t bytes) {{\n"
             "    if (bytes_.size() < bytes) bytes_.resize(bytes);\n  }}\n"
             "  void* data() {{ return bytes_.data(); }}\n"
             "  std::size_t size() const {{ return bytes_.size(); }}\n{10}\n"
             " private:\n  std::vector<unsigned char> bytes_;\n}};\n\n"
             "class Model {{\n public:\n"
             "  /// \\throws std::runtime_error with the reason\n"
             "  explicit Model(const std::string& weights_path) {{\n"
             "    weft_status status = {{}};\n"
             "    {0}_model* model = nullptr;\n"
             "    if ({0}_create(&model, weights_path.c_str(), &status) != WEFT_OK) {{\n"
             "      throw std::runtime_error(status.message);\n    }}\n"
             "    model_.reset(model);\n  }}\n\n"
             "  /// Dense row-major tensors of the types and shapes at the top of this file.\n"
             "  /// \\throws std::runtime_error with the reason\n"
             "  void run({1}{11}Workspace& workspace) const {{\n"
             "    weft_tensor_view inputs[{2}] = {{}};\n"
             "    weft_tensor_view outputs[{3}] = {{}};\n"
             "    weft_status status = {{}};\n"
             "    fill_inputs({4}{12}inputs);\n"
             "{18}{5}"
             "    workspace.reserve(workspace_size({13}));\n"
             "    check({0}_run(model_.get(), inputs, {2}, outputs, {3}, workspace.data(),\n"
             "                  workspace.size(), &status),\n"
             "          status);\n  }}\n\n"
             "  /// Shape of a result of a call with these extents.\n"
             "  {19}std::vector<std::int64_t> output_shape(int position{14}) {20}{{\n"
             "    weft_tensor_view inputs[{2}] = {{}};\n"
             "    weft_tensor_view outputs[{3}] = {{}};\n"
             "    weft_status status = {{}};\n"
             "    fill_inputs({6}{12}inputs);\n"
             "    check({0}_{21}inputs, {2}, outputs, {3}, &status), status);\n"
             "    const weft_tensor_view& output = outputs[position];\n"
             "    return std::vector<std::int64_t>(output.sizes, output.sizes + output.rank);\n  "
             "}}\n\n"
             "  /// Bytes of workspace that a call with these extents needs.\n"
             "  std::size_t workspace_size({15}) const {{\n"
             "    weft_tensor_view inputs[{2}] = {{}};\n"
             "    std::size_t bytes = 0;\n"
             "    weft_status status = {{}};\n"
             "    fill_inputs({6}{12}inputs);\n"
             "    check({0}_workspace_size(model_.get(), inputs, {2}, &bytes, &status), status);\n"
             "    return bytes;\n  }}\n\n"
             "{16}  {0}_model* get() const {{ return model_.get(); }}\n\n"
             " private:\n"
             "  static void check(std::int32_t code, const weft_status& status) {{\n"
             "    if (code != WEFT_OK) throw std::runtime_error(status.message);\n  }}\n"
             "  static void fill_inputs({7}{11}weft_tensor_view* views) {{\n"
             "{17}{8}{9}  }}\n\n"
             "  struct Destroy {{\n"
             "    void operator()({0}_model* model) const {{ {0}_destroy(model); }}\n  }};\n"
             "  std::unique_ptr<{0}_model, Destroy> model_;\n}};\n\n"
             "}}  // namespace {0}\n#endif  // __cplusplus\n",
             context.options.name, typed_parameters(program), inputs, results, data, outputs,
             null_inputs, parameters, views(program, program.inputs, "inputs", true), fill,
             seed_member(context), declared ? "const Extents& extents, " : "",
             declared ? "extents, " : "", declared ? "extents" : "",
             declared ? ", const Extents& extents" : "", declared ? "const Extents& extents" : "",
             result_shape_member(context) + (context.variants ? variant_member(context) : "") +
                 (fallback ? fallback_member(context) : ""),
             declared ? "    static_cast<void>(extents);\n" : "",
             fallback ? fallback_shapes_call(context)
             : context.variants
                 ? variant_shapes_call(context)
                 : fmt::format("    check({0}_output_shapes(inputs, {1}, outputs, {2}, &status), "
                               "status);\n",
                               context.options.name, inputs, results),
             fallback ? "" : "static ", fallback ? "const " : "",
             fallback ? "call_shapes(model_.get(), " : "output_shapes(");
}

/// What concerns the state that a workspace keeps.
std::string state_functions(const Context& context) {
  const std::string& n = context.options.name;
  std::string text;
  if (context.program.draws) {
    text += fmt::format(
        "/// Starts the random numbers of the calls that use this workspace. They go on from one "
        "call to\n"
        "/// the next; a workspace without a seed of its own starts from a fixed one.\n"
        "int32_t {0}_set_seed(void* workspace, size_t workspace_bytes, uint64_t seed,\n"
        "    weft_status* status);\n\n",
        n);
  }
  if (found_numbers(context.program) > 0) {
    text += fmt::format(
        "/// Fills in the shapes that the last run with this workspace gave. The data decides "
        "them: "
        "the\n"
        "/// tensors given to run have room for the most that there can be, and hold the results "
        "densely\n"
        "/// at their beginning. The inputs are those of that run; only their shapes are looked "
        "at.\n"
        "int32_t {0}_result_shapes(const weft_tensor_view* inputs, int32_t input_count,\n"
        "    const void* workspace, weft_tensor_view* outputs, int32_t output_count,\n"
        "    weft_status* status);\n\n",
        n);
  }
  return text;
}

/// What can be asked before a call.
std::string size_functions(const Context& context) {
  const std::string& n = context.options.name;
  if (context.program.extents.empty()) {
    return fmt::format(
        "/// Bytes of memory that one call needs. Any memory will do; aligned to 64 bytes is "
        "best.\n"
        "size_t {0}_workspace_bytes(const {0}_model* model);\n\n",
        n);
  }
  return fmt::format(
      "/// Fills in type, shape and strides of every output of a call with such inputs. Only types "
      "and\n"
      "/// shapes of the inputs are looked at.\n"
      "int32_t {0}_output_shapes(const weft_tensor_view* inputs, int32_t input_count,\n"
      "    weft_tensor_view* outputs, int32_t output_count, weft_status* status);\n"
      "/// Bytes of memory that a call with such inputs needs. Any memory will do; aligned to 64 "
      "bytes\n"
      "/// is best.\n"
      "int32_t {0}_workspace_size(const {0}_model* model, const weft_tensor_view* inputs,\n"
      "    int32_t input_count, size_t* bytes, weft_status* status);\n\n",
      n);
}

}  // namespace

std::string header_file(const Context& context) {
  const Program& program = context.program;
  const std::string& n = context.options.name;
  std::string text = fmt::format(
      "// {0}: a compiled model, written by weft {1}.\n//\n{2}{3}//\n"
      "// Build: CMakeLists.txt in this folder defines the library `{4}`. It needs nothing but the "
      "C++\n"
      "// standard library and threads. Weights: {4}.weights.\n"
      "#pragma once\n\n#include <stddef.h>\n#include <stdint.h>\n\n"
      "{5}#include \"weft_deploy/tensor_view.h\"\n\n"
      "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n",
      n, context.options.tool_version, port_table(context, program.inputs, "input"),
      port_table(context, program.outputs, "output"),
      context.bundle_name.empty() ? n : context.bundle_name,
      context.options.fallback ? "#include \"weft_deploy/fallback.h\"\n" : "");
  text += fmt::format(
      "/// The weights and the choice of kernels. It never changes after creation, so any number "
      "of\n"
      "/// threads may run it at once, each with a workspace of its own.\n"
      "typedef struct {0}_model {0}_model;\n\n"
      "/// Loads the weights file. Returns WEFT_OK or an error code with a sentence in `status`.\n"
      "int32_t {0}_create({0}_model** model, const char* weights_path, weft_status* status);\n"
      "void {0}_destroy({0}_model* model);\n\n"
      "{1}"
      "/// Runs the model. Every tensor is checked before anything is written: number, element "
      "type,\n"
      "/// shape, strides, alignment, and that no output overlaps an input or another output.\n"
      "int32_t {0}_run(const {0}_model* model, const weft_tensor_view* inputs, int32_t "
      "input_count,\n"
      "    const weft_tensor_view* outputs, int32_t output_count, void* workspace,\n"
      "    size_t workspace_bytes, weft_status* status);\n"
      "/// What `{0}_run` would say of such a call before it computes; nothing is written.\n"
      "int32_t {0}_check(const {0}_model* model, const weft_tensor_view* inputs, int32_t "
      "input_count,\n"
      "    const weft_tensor_view* outputs, int32_t output_count, const void* workspace,\n"
      "    size_t workspace_bytes, weft_status* status);\n\n"
      "/// Runs parallel loops on the host program's threads instead of the bundle's own; see\n"
      "/// weft_deploy/executor.h for what the functions must do. Not while the model runs.\n"
      "void {0}_set_executor({0}_model* model,\n"
      "    void (*parallel_for)(void* self, int64_t count, int64_t grain,\n"
      "        void (*body)(void* context, int64_t begin, int64_t end, int32_t worker), void* "
      "context),\n"
      "    int32_t (*concurrency)(void* self), void* self);\n"
      "/// Size of the bundle's own team of threads, the caller included; not while the model "
      "runs.\n"
      "void {0}_set_threads({0}_model* model, int32_t threads);\n"
      "/// The instruction set of the kernels in use: \"baseline\", \"avx2\" or \"avx512\".\n"
      "const char* {0}_instruction_set(const {0}_model* model);\n\n"
      "#ifdef __cplusplus\n}}  // extern \"C\"\n\n"
      "#include <cstdint>\n#include <memory>\n#include <stdexcept>\n#include <string>\n"
      "#include <vector>\n\nnamespace {0} {{\n\n",
      n,
      size_functions(context) + state_functions(context) +
          (context.variants ? variant_functions(context) : "") +
          (context.options.fallback ? fallback_declarations(context) : "") +
          (context.bundle_name.empty() ? "" : input_check_declaration(context)));
  text += program.extents.empty() ? constant_interface(context) : dynamic_interface(context);
  return text;
}

}  // namespace weft::codegen::bundle
