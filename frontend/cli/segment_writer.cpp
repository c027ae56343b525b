#include <weft/frontend/cli/segment_writer.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <weft/codegen/bundle/bundle.h>
#include <weft/frontend/cli/bundle_writer.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/input_values.h>
#include <weft/frontend/cli/segment_sources.h>

#if WEFT_HAVE_CLANG
#include <weft/frontend/source/transformed_source.h>
#endif

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The user's file with what it needs of weft before it, and what tells weft of the segments behind
/// it. Errors and debuggers go by the lines of the original.
std::string complete_file(std::string text, const std::string& name, const std::string& file) {
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  if (!text.empty() && text.back() != '\n') text += '\n';
  return fmt::format(
      "#include <weft/frontend/trace/segment.h>\n#line 1 \"{2}\"\n{1}"
      "#ifndef WEFT_SEGMENTS_OF_{0}\n#define WEFT_SEGMENTS_OF_{0}\n"
      "bool {0}_register_segments();\n"
      "inline const bool {0}_has_segments = {0}_register_segments();\n#endif\n",
      name, text, file);
}

/// The user's files by their places below the model's folder; those with segments are transformed.
codegen::BundleFiles source_tree(const SegmentedModel& model, const std::string& name) {
  codegen::BundleFiles files;
#if WEFT_HAVE_CLANG
  const source::SourceModel& source = *model.session().source();
  const fs::path base = fs::path(source.path).parent_path();
  std::map<std::string, std::string> transformed;
  for (auto& [path, text] : source::transformed_files(source, false)) {
    transformed[fs::absolute(path).lexically_normal().string()] = std::move(text);
  }
  for (const std::string& listed : source.user_files) {
    const std::string path = fs::absolute(listed).lexically_normal().string();
    const std::string place = fs::path(path).lexically_relative(base).generic_string();
    const auto found = transformed.find(path);
    if (place.empty() || place.starts_with("..")) {
      if (found != transformed.end()) fail(diag::HeaderOutside, {}, {listed});
      continue;
    }
    if (found != transformed.end()) {
      files[name + "_source/" + place] = complete_file(found->second, name, place);
    } else {
      std::ifstream file(path, std::ios::binary);
      files[name + "_source/" + place].assign(std::istreambuf_iterator<char>(file), {});
    }
  }
#else
  (void)model;
  (void)name;
#endif
  return files;
}

std::string class_name(const SegmentedModel& model) {
#if WEFT_HAVE_CLANG
  return model.session().source()->model.cpp_name;
#else
  return model.session().model_name();
#endif
}

std::string file_name(const SegmentedModel& model) {
#if WEFT_HAVE_CLANG
  return fs::path(model.session().source()->path).filename().string();
#else
  (void)model;
  return "";
#endif
}

std::string header_file(const SegmentedModel& model, const std::string& name) {
  std::string inputs;
  for (const TensorSpec& spec : model.session().arguments().tensors) {
    inputs += fmt::format("//   {}: {}\n", spec.name, spec.meta().str());
  }
  return fmt::format(
      "// {0}: {1} with its own control flow and compiled segments, written by weft {2}.\n//\n"
      "// The segments are compiled for these inputs; for others they run as they were written.\n"
      "{3}#pragma once\n\n"
      "#include <memory>\n#include <string>\n#include <vector>\n\n"
      "#include <weft/runtime/nn/module.h>\n#include <weft/runtime/tensor/tensor.h>\n\n"
      "namespace {0} {{\n\n"
      "class Model {{\n public:\n"
      "  /// Makes the model in eval mode, with weights from a file of safetensors or PyTorch's, "
      "or\n"
      "  /// as its constructor leaves it.\n"
      "  explicit Model(const std::string& weights_path = \"\");\n\n"
      "  /// One tensor for each input above; the results, from left to right. Numbers among them "
      "are\n"
      "  /// tensors without dimensions.\n"
      "  std::vector<weft::Tensor> run(const std::vector<weft::Tensor>& inputs);\n\n"
      "  weft::nn::Module& module() {{ return *model_; }}\n\n"
      " private:\n  std::shared_ptr<weft::nn::Module> model_;\n}};\n\n"
      "}}  // namespace {0}\n",
      name, class_name(model).substr(class_name(model).starts_with("::") ? 2 : 0), WEFT_VERSION,
      inputs);
}

std::string model_file(const SegmentedModel& model, const std::string& name) {
  std::string arguments;
  std::size_t next = 0;
  for (const TraceInput& input : model.session().arguments().inputs) {
    if (input.absent) {
      arguments += "  arguments.emplace_back();\n";
    } else if (!input.constant.is_none()) {
      arguments += fmt::format("  arguments.emplace_back({});\n", value_expression(input.constant));
    } else {
      arguments += fmt::format("  arguments.emplace_back(inputs.at({}).handle());\n", next++);
    }
  }
  return fmt::format(
      "// Makes and runs the model of {0}, written by weft {1}.\n"
      "#include \"{0}_source/{2}\"\n\n"
      "#include <weft/frontend/trace/model_entry.h>\n"
      "#include <weft/frontend/trace/result_tensors.h>\n"
      "#include <weft/runtime/nn/state_dict.h>\n"
      "#include <weft/runtime/weights/pytorch.h>\n\n"
      "#include \"{0}.h\"\n\n"
      "namespace {0} {{\nnamespace {{\n\n"
      "const weft::ModelEntry& entry() {{\n"
      "  static const weft::ModelEntry result = weft::make_model_entry<{3}>(\"{3}\");\n"
      "  return result;\n}}\n\n}}  // namespace\n\n"
      "Model::Model(const std::string& weights_path) : model_(entry().make()) {{\n"
      "  model_->eval();\n"
      "  if (!weights_path.empty()) {{\n"
      "    weft::nn::load_state_dict(*model_, weft::load_tensors(weights_path));\n  }}\n}}\n\n"
      "std::vector<weft::Tensor> Model::run(const std::vector<weft::Tensor>& inputs) {{\n"
      "  std::vector<weft::ir::Value> arguments;\n{4}"
      "  std::vector<weft::Tensor> results;\n"
      "  for (auto& tensor : weft::result_tensors(entry().forward(*model_, arguments))) {{\n"
      "    results.emplace_back(std::move(tensor));\n  }}\n"
      "  return results;\n}}\n\n"
      "}}  // namespace {0}\n",
      name, WEFT_VERSION, file_name(model), class_name(model), arguments);
}

std::string cmake_file(const std::string& name, const SegmentSources& sources) {
  // The standard is CMake's to say.
  std::vector<std::string> options = sources.manifest.flags;
  std::erase_if(options, [](const std::string& flag) { return flag.starts_with("-std="); });
  const std::string flags = fmt::format("{}", fmt::join(options, ";"));
  std::string text = fmt::format(
      "# The model {0} with compiled segments, written by weft {1}. Defines the static library "
      "`{0}`.\n"
      "cmake_minimum_required(VERSION 3.16)\nproject({0} LANGUAGES CXX)\n\n"
      "if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)\n"
      "  set(CMAKE_BUILD_TYPE Release)\nendif()\n\n"
      "if(NOT TARGET weft::weft)\n  find_package(weft REQUIRED)\nendif()\n"
      "add_library({0} STATIC {0}_model.cpp {0}_segments.cpp)\n"
      "target_compile_features({0} PUBLIC cxx_std_20)\n"
      "target_include_directories({0} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}}\n"
      "  ${{CMAKE_CURRENT_SOURCE_DIR}}/{0}_source)\n"
      "target_link_libraries({0} PUBLIC weft::weft)\n"
      "set_target_properties({0} PROPERTIES POSITION_INDEPENDENT_CODE ON)\n\n",
      name, WEFT_VERSION);
  if (sources.manifest.kernels.empty()) return text;
  text += fmt::format(
      "# The segments: kernels once per instruction set; the widest that the processor has is "
      "used.\n"
      "function({0}_add_code target)\n"
      "  target_compile_features(${{target}} PUBLIC cxx_std_17)\n"
      "  target_compile_options(${{target}} PRIVATE {1})\n"
      "  set_target_properties(${{target}} PROPERTIES POSITION_INDEPENDENT_CODE ON)\n"
      "  target_sources({0} PRIVATE $<TARGET_OBJECTS:${{target}}>)\nendfunction()\n"
      "add_library({0}_entries OBJECT {2})\n{0}_add_code({0}_entries)\n",
      name, flags, fmt::join(sources.manifest.entries, " "));
  std::string wide;
  for (const BundleInstructionSet& isa : sources.manifest.instruction_sets) {
    std::string one = fmt::format(
        "add_library({0}_{1} OBJECT {2})\n"
        "target_compile_definitions({0}_{1} PRIVATE WEFT_ISA_NAME={1})\n",
        name, isa.name, fmt::join(sources.manifest.kernels, " "));
    if (!isa.flags.empty()) {
      one += fmt::format("target_compile_options({}_{} PRIVATE {})\n", name, isa.name,
                         fmt::join(isa.flags, ";"));
    }
    one += fmt::format("{0}_add_code({0}_{1})\n", name, isa.name);
    (isa.flags.empty() ? text : wide) += one;
  }
  return text + fmt::format(
                    "if(CMAKE_SYSTEM_PROCESSOR MATCHES \"x86_64|AMD64\")\n{1}"
                    "target_compile_definitions({0}_entries PRIVATE WEFT_KERNELS_PER_ISA=1)\n"
                    "endif()\n",
                    name, wide);
}

std::string manifest_file(const SegmentedModel& model, const std::string& name) {
  nlohmann::ordered_json manifest = {{"format", 1},
                                     {"name", name},
                                     {"weft", WEFT_VERSION},
                                     {"model", model.session().model_name()}};
  nlohmann::ordered_json& list = manifest["segments"] = nlohmann::ordered_json::array();
  for (const RecordedSegment& segment : model.segments()) {
    nlohmann::ordered_json item = {{"site", segment.site}, {"for", segment.key}};
    if (!segment.reason.empty()) item["runs_as_written"] = segment.reason;
    list.push_back(std::move(item));
  }
  return manifest.dump(2) + "\n";
}

}  // namespace

std::string write_segments(SegmentedModel& model, const std::string& name, const fs::path& folder) {
  codegen::BundleFiles files = source_tree(model, name);
  for (const NamedExtents& extents : default_extents(model.session().arguments().tensors)) {
    model.explore(make_inputs(model.session().arguments().tensors, extents));
  }
  const std::vector<SegmentCode> codes = model.generate(name);
  SegmentSources sources = join_segments(name, codes);
  for (auto& [path, text] : sources.files) files[path] = std::move(text);
  files[name + ".h"] = header_file(model, name);
  files[name + "_model.cpp"] = model_file(model, name);
  files[name + "_segments.cpp"] = registration_file(name, codes);
  files["CMakeLists.txt"] = cmake_file(name, sources);
  files["manifest.json"] = manifest_file(model, name);
  codegen::write_bundle(files, folder);

  std::set<std::string> compiled;
  std::map<std::string, std::string> written;
  for (const RecordedSegment& segment : model.segments()) {
    if (segment.reason.empty()) {
      compiled.insert(segment.site);
    } else {
      written[segment.site] = segment.reason;
    }
  }
  std::string text =
      fmt::format("{} segment{} compiled for {} kind{} of calls, the source is {}\n",
                  compiled.size(), compiled.size() == 1 ? "" : "s", codes.size(),
                  codes.size() == 1 ? "" : "s", name + "_source/" + file_name(model));
  for (const auto& [site, reason] : written) {
    text += fmt::format("{} runs as written: {}\n", site, reason);
  }
  return text;
}

}  // namespace weft::cli
