#include <weft/frontend/cli/segment_sources.h>

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <weft/codegen/loop/lower.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/pass_options.h>
#include <weft/runtime/eager/copy.h>

namespace weft::cli {
namespace {

constexpr std::string_view kSupport = "weft_deploy/";

std::string file_text(const codegen::BundleFiles& files, const std::string& name) {
  const auto found = files.find(name);
  return found == files.end() ? std::string() : found->second;
}

/// The kernel files of a segment.
std::vector<std::string> kernel_files(const SegmentCode& code) {
  std::vector<std::string> names;
  for (const auto& [path, text] : code.files) {
    if (path.starts_with(code.name + "_kernels_")) names.push_back(path);
  }
  return names;
}

/// Takes the text of files apart into the headers that they include, each once, and the rest.
class JoinedFile {
 public:
  /// `own` is the bundle's header, which belongs to the rest.
  void add(const std::string& space, const std::vector<std::string>& texts) {
    body_ += fmt::format("\nnamespace {} {{\n", space);
    for (const std::string& text : texts) {
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#include ") && line.find("\"" + space + ".h\"") == line.npos) {
          if (includes_.insert(line).second) head_ += line + "\n";
        } else if (!line.starts_with("#include ") && !line.starts_with("#pragma once")) {
          body_ += line + "\n";
        }
      }
    }
    body_ += fmt::format("}}  // namespace {}\n", space);
  }
  std::string text(const std::string& title) const { return title + head_ + body_; }

 private:
  std::set<std::string> includes_;
  std::string head_, body_;
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string dtype_expression(DType type) {
  return fmt::format("static_cast<weft::DType>({})", static_cast<int>(type));
}

std::string number_list(const std::vector<std::int64_t>& numbers) {
  std::string text = "{";
  for (const std::int64_t number : numbers) {
    text += (text.size() > 1 ? ", " : "") + std::to_string(number);
  }
  return text + "}";
}

std::string declarations(const SegmentCode& code) {
  return fmt::format(
      "struct {0}_model;\n"
      "extern \"C\" {{\n"
      "std::int32_t {0}_create({0}_model** model, const char* weights_path, weft_status* status);\n"
      "void {0}_destroy({0}_model* model);\n"
      "std::size_t {0}_workspace_bytes(const {0}_model* model);\n"
      "std::int32_t {0}_run(const {0}_model* model, const weft_tensor_view* inputs,\n"
      "    std::int32_t input_count, const weft_tensor_view* outputs, std::int32_t output_count,\n"
      "    void* workspace, std::size_t workspace_bytes, weft_status* status);\n"
      "}}\n",
      code.name);
}

std::string registration(const SegmentCode& code) {
  using Kind = CompiledSegment::Source::Kind;
  const RecordedSegment& segment = *code.segment;
  std::string text = fmt::format(
      "  {{\n    weft::CompiledSegment segment;\n    segment.site = {};\n    segment.key = {};\n"
      "    segment.result = {};\n    segment.fingerprint = {}u;\n",
      quoted(segment.site), quoted(segment.key), quoted(segment.result), segment.fingerprint);
  for (const CompiledSegment::Source& source : segment.sources) {
    const char* const kinds[] = {"kTensor", "kNumber", "kPath"};
    text += fmt::format(
        "    segment.sources.push_back({{weft::CompiledSegment::Source::Kind::{}, {}, {}, {}}});\n",
        kinds[static_cast<int>(source.kind)], source.leaf,
        dtype_expression(source.kind == Kind::kNumber ? source.dtype : DType::kFloat64),
        quoted(source.path));
  }
  for (const std::vector<std::int64_t>& strides : segment.strides) {
    text += fmt::format("    segment.strides.push_back({});\n", number_list(strides));
  }
  text += "    weft::BundlePorts ports;\n    ports.written = {";
  for (std::size_t i = 0; i < code.ports.written.size(); ++i) {
    text += fmt::format("{}{}", i > 0 ? ", " : "", code.ports.written[i]);
  }
  text += "};\n";
  for (const BundlePorts::Output& output : code.ports.outputs) {
    text += fmt::format("    ports.outputs.push_back({{{}, {}}});\n",
                        dtype_expression(output.dtype), number_list(output.sizes));
  }
  text += fmt::format(
      "    weft::BundleFunctions functions;\n"
      "    functions.create = [](void** model, const char* path, weft_status* status) {{\n"
      "      return {0}_create(reinterpret_cast<{0}_model**>(model), path, status);\n    }};\n"
      "    functions.destroy = [](void* model) {{ {0}_destroy(static_cast<{0}_model*>(model)); "
      "}};\n"
      "    functions.workspace_bytes = [](const void* model) {{\n"
      "      return {0}_workspace_bytes(static_cast<const {0}_model*>(model));\n    }};\n"
      "    functions.run = [](const void* model, const weft_tensor_view* inputs,\n"
      "                       std::int32_t input_count, const weft_tensor_view* outputs,\n"
      "                       std::int32_t output_count, void* workspace, std::size_t bytes,\n"
      "                       weft_status* status) {{\n"
      "      return {0}_run(static_cast<const {0}_model*>(model), inputs, input_count, outputs,\n"
      "                     output_count, workspace, bytes, status);\n    }};\n"
      "    segment.code = std::make_shared<weft::BundleCall>(functions, ports, \"\");\n"
      "    weft::register_segment(std::move(segment));\n  }}\n",
      code.name);
  return text;
}

}  // namespace

SegmentCode make_segment_code(const RecordedSegment& segment, const std::string& name,
                              const PassOptions& passes, const SourcePaths& paths) {
  ir::GraphModule core = segment.graph.clone();
  lower_to_core(core, passes);
  paths.make_relative(core);
  const codegen::Program program = codegen::lower(core);
  if (!program.weights.empty() || !program.extents.empty()) {
    fail(diag::InternalError, {}, {"a segment keeps tensors of its own"});
  }
  SegmentCode code;
  code.name = name;
  code.segment = &segment;
  code.ports.written.resize(program.inputs.size());
  for (const codegen::WrittenInput& written : program.written) {
    const auto input = static_cast<std::size_t>(written.input);
    const CompiledSegment::Source& source = segment.sources.at(input);
    if (source.kind != CompiledSegment::Source::Kind::kTensor ||
        source.leaf >= segment.input_leaves) {
      fail(diag::InternalError, {}, {"a segment writes into a parameter or member"});
    }
    code.ports.written[input] = true;
  }
  for (const codegen::Port& output : program.outputs) {
    std::vector<std::int64_t> sizes;
    for (const ir::IntExpr& size : output.meta.sizes) sizes.push_back(size.value());
    code.ports.outputs.push_back({output.meta.dtype, std::move(sizes)});
  }
  code.files = codegen::make_bundle(
      program, core, {.name = name, .tool_version = WEFT_VERSION, .read_tensor = {}});
  return code;
}

SegmentSources join_segments(const std::string& name, const std::vector<SegmentCode>& segments) {
  SegmentSources result;
  if (segments.empty()) return result;
  // How the first one is compiled is how all of them are.
  const auto build =
      nlohmann::json::parse(file_text(segments.front().files, "manifest.json")).at("build");
  result.manifest.flags = build.at("flags").get<std::vector<std::string>>();
  result.manifest.flags.push_back("-std=" + build.at("standard").get<std::string>());
  for (const auto& isa : build.at("instruction_sets")) {
    result.manifest.instruction_sets.push_back(
        {isa.at("name").get<std::string>(), isa.at("flags").get<std::vector<std::string>>()});
  }
  result.manifest.name = name;
  JoinedFile entries;
  // A compiler's memory and time grow with a file.
  constexpr std::size_t kSegmentsOfAFile = 12;
  std::vector<JoinedFile> kernels;
  for (std::size_t k = 0; k < segments.size(); ++k) {
    const SegmentCode& code = segments[k];
    for (const auto& [path, text] : code.files) {
      if (path.starts_with(kSupport)) result.files[path] = text;
    }
    entries.add(code.name, {file_text(code.files, code.name + ".h"),
                            file_text(code.files, code.name + ".cpp")});
    if (k % kSegmentsOfAFile == 0) kernels.emplace_back();
    std::vector<std::string> texts;
    for (const std::string& file : kernel_files(code)) texts.push_back(file_text(code.files, file));
    kernels.back().add(code.name, texts);
  }
  const auto add = [&](const std::string& file, std::string text,
                       std::vector<std::string>& listed) {
    result.files[file] = std::move(text);
    listed.push_back(file);
  };
  std::string header = fmt::format(
      "// Entry points of the segments of {}, written by weft {}.\n#pragma once\n\n"
      "#include <cstddef>\n#include <cstdint>\n\n#include \"weft_deploy/tensor_view.h\"\n\n",
      name, WEFT_VERSION);
  for (const SegmentCode& code : segments) header += declarations(code);
  result.files[name + "_segment_entries.h"] = std::move(header);
  add(name + "_segment_entries.cpp",
      entries.text(fmt::format("// Entry points of the segments of {}, written by weft {}.\n", name,
                               WEFT_VERSION)),
      result.manifest.entries);
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    add(fmt::format("{}_segment_kernels_{}.cpp", name, k),
        kernels[k].text(fmt::format("// Kernels of segments of {}, written by weft {}; compiled "
                                    "once per instruction set.\n",
                                    name, WEFT_VERSION)),
        result.manifest.kernels);
  }
  return result;
}

std::string registration_file(const std::string& name, const std::vector<SegmentCode>& segments) {
  std::string text = fmt::format(
      "// Tells weft of the compiled segments of {0}, written by weft {1}.\n"
      "#include <memory>\n#include <utility>\n\n"
      "#include <weft/frontend/trace/compiled_segments.h>\n\n"
      "#include \"{0}_segment_entries.h\"\n\n"
      "bool {0}_register_segments() {{\n",
      name, WEFT_VERSION);
  for (const SegmentCode& code : segments) text += registration(code);
  return text + "  return true;\n}\n";
}

}  // namespace weft::cli
