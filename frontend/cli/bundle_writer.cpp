#include <weft/frontend/cli/bundle_writer.h>

#include <cctype>
#include <cstring>

#include <weft/codegen/bundle/bundle.h>
#include <weft/codegen/cpp/spelling.h>
#include <weft/codegen/loop/lower.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/runtime/eager/copy.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

void read_tensor(const ir::Value& value, std::byte* out) {
  const ir::TensorHandle dense = eager::contiguous(*value.tensor());
  const std::size_t bytes = static_cast<std::size_t>(dense->numel()) * ir::size_of(dense->dtype);
  if (bytes > 0) std::memcpy(out, dense->data(), bytes);
}

/// `relative`, found again in a graph with the places as typed.
SourceLocation as_typed(const ir::GraphModule& typed, const SourcePaths& paths,
                        const SourceLocation& relative) {
  for (const ir::Node* node : typed.graph) {
    const SourceLocation& where = node->meta.location;
    if (where.line == relative.line && where.column == relative.column &&
        std::strcmp(paths.relative(where).file, relative.file) == 0) {
      return where;
    }
  }
  return relative;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

codegen::Program generate_bundle(const ir::GraphModule& core, const SourcePaths& paths,
                                 const std::string& name, const std::filesystem::path& folder) {
  ir::GraphModule module = core.clone();
  paths.make_relative(module);
  try {
    codegen::Program program = codegen::lower(module);
    const codegen::BundleOptions options{
        .name = name, .tool_version = WEFT_VERSION, .read_tensor = read_tensor};
    codegen::write_bundle(codegen::make_bundle(program, module, options), folder);
    return program;
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.location = as_typed(core, paths, diagnostic.location);
    throw Error(std::move(diagnostic));
  }
}

std::string bundle_name(const std::string& wish, const std::string& folder,
                        const std::string& model) {
  std::string name = wish;
  if (name.empty() && !folder.empty()) {
    const std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
    name = (path.has_filename() ? path : path.parent_path()).filename().string();
  }
  if (name.empty()) {
    name = lower_case(model);
    // The class behind a holder (TORCH_MODULE) is called NetImpl.
    if (name.size() > 4 && name.ends_with("impl")) name.resize(name.size() - 4);
  }
  // `spelling` also keeps away from the words of C++ and of the generated code.
  if (codegen::cpp::identifier(name) != name) {
    fail(diag::BundleNameWrong, {}, {name, "it has to be an identifier of C++"});
  }
  return name;
}

}  // namespace weft::cli
