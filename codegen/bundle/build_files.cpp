#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <weft/codegen/bundle/variant_entry.h>

namespace weft::codegen::bundle {

namespace {

using Json = nlohmann::ordered_json;

/// A number, or a text where the extents of a call decide it.
Json size_json(const ir::IntExpr& size) {
  if (size.is_constant()) return size.value();
  return size.str();
}

Json port_json(const Port& port) {
  Json sizes = Json::array();
  for (const ir::IntExpr& size : port.meta.sizes) sizes.push_back(size_json(size));
  return {{"name", port.name},
          {"dtype", std::string(ir::dtype_short_name(port.meta.dtype))},
          {"sizes", sizes}};
}

Json ports_json(const std::vector<Port>& ports) {
  Json list = Json::array();
  for (const Port& port : ports) list.push_back(port_json(port));
  return list;
}

Json inputs_json(const Program& program) {
  Json list = ports_json(program.inputs);
  for (const WrittenInput& written : program.written) {
    list[static_cast<std::size_t>(written.input)]["written"] = true;
  }
  return list;
}

Json extents_json(const Program& program) {
  Json list = Json::array();
  for (const Extent& extent : program.extents) {
    if (extent.is_found()) {
      list.push_back(
          {{"name", extent.name}, {"found_in_data", true}, {"at_most", size_json(extent.most)}});
      continue;
    }
    Json item = {{"name", extent.name},
                 {"input", program.inputs[static_cast<std::size_t>(extent.input)].name},
                 {"dimension", extent.dimension},
                 {"at_least", extent.symbol->lower * extent.divisor}};
    if (extent.symbol->upper != INT64_MAX) item["at_most"] = extent.symbol->upper * extent.divisor;
    if (extent.divisor != 1) item["multiple_of"] = extent.divisor;
    list.push_back(std::move(item));
  }
  return list;
}

Json conditions_json(const Program& program) {
  Json list = Json::array();
  for (const Condition& condition : program.conditions) {
    list.push_back({{"condition", condition.text},
                    {"reason", condition.reason},
                    {"line", condition.where.str()}});
  }
  return list;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) result.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

}  // namespace

std::string cmake_file(const BundleOptions& options, const std::vector<std::string>& entries,
                       const std::vector<KernelFile>& kernels) {
  const std::string& n = options.name;
  std::string entry_sources;
  for (const std::string& entry : entries) {
    entry_sources += fmt::format("{}${{CMAKE_CURRENT_SOURCE_DIR}}/{}",
                                 entry_sources.empty() ? "" : "\n  ", entry);
  }
  std::string sources;
  for (const KernelFile& file : kernels) {
    sources += fmt::format("\n  ${{CMAKE_CURRENT_SOURCE_DIR}}/{}", file.path);
  }
  const auto list = [](const char* flags) {
    std::string text;
    for (const std::string& flag : words(flags)) text += (text.empty() ? "" : ";") + flag;
    return text;
  };
  std::string text = fmt::format(
      "# The compiled model {0}, written by weft {1}. Defines the static library `{0}`.\n"
      "cmake_minimum_required(VERSION 3.16)\nproject({0} LANGUAGES CXX)\n\n"
      "if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)\n"
      "  set(CMAKE_BUILD_TYPE Release)\nendif()\n\n"
      "find_package(Threads REQUIRED)\n"
      "set({0}_kernel_sources{2})\n"
      "add_library({0} STATIC {4})\n"
      "target_compile_features({0} PUBLIC cxx_std_17)\n"
      "target_include_directories({0} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})\n"
      "target_link_libraries({0} PUBLIC Threads::Threads)\n"
      "target_compile_options({0} PRIVATE {3})\n\n"
      "# The kernels once per instruction set; the widest that the processor has is used.\n"
      "function({0}_add_kernels isa)\n"
      "  add_library({0}_${{isa}} OBJECT ${{{0}_kernel_sources}})\n"
      "  target_compile_features({0}_${{isa}} PUBLIC cxx_std_17)\n"
      "  target_compile_definitions({0}_${{isa}} PRIVATE WEFT_ISA_NAME=${{isa}})\n"
      "  target_compile_options({0}_${{isa}} PRIVATE {3} ${{ARGN}})\n"
      "  set_target_properties({0}_${{isa}} PROPERTIES POSITION_INDEPENDENT_CODE ON)\n"
      "  target_sources({0} PRIVATE $<TARGET_OBJECTS:{0}_${{isa}}>)\n"
      "endfunction()\n",
      n, options.tool_version, sources, list(common_flags()), entry_sources);
  text += fmt::format("set_target_properties({0} PROPERTIES POSITION_INDEPENDENT_CODE ON)\n", n);
  for (const IsaVariant& isa : isa_variants()) {
    if (isa.flags[0] == '\0') text += fmt::format("{}_add_kernels({})\n", n, isa.name);
  }
  text += "if(CMAKE_SYSTEM_PROCESSOR MATCHES \"x86_64|AMD64\")\n";
  for (const IsaVariant& isa : isa_variants()) {
    if (isa.flags[0] == '\0') continue;
    text += fmt::format("  {}_add_kernels({} {})\n", n, isa.name, list(isa.flags));
  }
  return text + fmt::format(
                    "  # Without it the entry knows the baseline kernels only.\n"
                    "  target_compile_definitions({} PRIVATE WEFT_KERNELS_PER_ISA=1)\nendif()\n",
                    n);
}

namespace {

Json kernels_json(const Context& context) {
  Json listed = Json::array();
  for (std::size_t i = 0; i < context.program.kernels.size(); ++i) {
    const Kernel& kernel = context.program.kernels[i];
    listed.push_back({{"function", context.kernels[i].function},
                      {"operators", kernel.operators},
                      {"lines", kernel.comments},
                      {"flops", kernel.flops},
                      {"bytes", kernel.bytes}});
  }
  return listed;
}

Json build_json(const std::string& entry, const std::vector<KernelFile>& kernels) {
  Json sources = Json::array();
  for (const KernelFile& file : kernels) sources.push_back(file.path);
  Json isas = Json::array();
  for (const IsaVariant& isa : isa_variants()) {
    isas.push_back({{"name", isa.name}, {"flags", words(isa.flags)}});
  }
  return {{"standard", "c++17"},
          {"flags", words(common_flags())},
          {"entry", entry},
          {"kernels", sources},
          {"instruction_sets", isas}};
}

std::string graph_hash(const Context& context) {
  return fmt::format("{:016x}", context.module.graph.structural_hash());
}

}  // namespace

std::string manifest_file(const Context& context, const std::vector<KernelFile>& kernels) {
  const Program& program = context.program;
  Json manifest = {{"format", 1},
                   {"name", context.options.name},
                   {"weft", context.options.tool_version},
                   {"graph", graph_hash(context)},
                   {"inputs", inputs_json(program)},
                   {"outputs", ports_json(program.outputs)},
                   {"weights", ports_json(program.weights)},
                   {"arena_bytes", size_json(program.arena_bytes)},
                   {"kernels", kernels_json(context)},
                   {"build", build_json(context.options.name + ".cpp", kernels)}};
  if (!program.extents.empty()) {
    manifest["extents"] = extents_json(program);
    manifest["conditions"] = conditions_json(program);
  }
  return manifest.dump(2) + "\n";
}

std::string variant_manifest_file(const Context& whole, const std::vector<Context>& contexts,
                                  const std::vector<std::string>& entries,
                                  const std::vector<KernelFile>& kernels) {
  Json listed = Json::array();
  for (std::size_t k = 0; k < contexts.size(); ++k) {
    const Program& program = contexts[k].program;
    listed.push_back({{"for", (*whole.variants)[k].conditions},
                      {"name", contexts[k].options.name},
                      {"graph", graph_hash(contexts[k])},
                      {"inputs", inputs_json(program)},
                      {"outputs", ports_json(program.outputs)},
                      {"weights", ports_json(program.weights)},
                      {"arena_bytes", size_json(program.arena_bytes)},
                      {"kernels", kernels_json(contexts[k])},
                      {"extents", extents_json(program)},
                      {"conditions", conditions_json(program)}});
  }
  // The results of the last variant stand for all: who reads them takes sizes from a call.
  Json outputs = ports_json(whole.program.outputs);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    outputs[k]["sizes"] = listed.back()["outputs"][k]["sizes"];
  }
  Json build = build_json(whole.options.name + ".cpp", kernels);
  build["more_entries"] = std::vector<std::string>(entries.begin() + 1, entries.end());
  Json manifest = {{"format", 1},
                   {"name", whole.options.name},
                   {"weft", whole.options.tool_version},
                   {"inputs", inputs_json(whole.program)},
                   {"outputs", outputs},
                   {"extents", extents_json(whole.program)},
                   {"variants", listed},
                   {"build", build}};
  if (whole.options.fallback) manifest["fallback"] = "eager";
  return manifest.dump(2) + "\n";
}

}  // namespace weft::codegen::bundle
