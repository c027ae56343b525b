#include <weft/codegen/bundle/bundle.h>

#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include <weft/codegen/bundle/parts.h>
#include <weft/codegen/cpp/spelling.h>
#include <weft/codegen/diagnostics.h>

namespace weft::codegen {

namespace {

[[noreturn]] void cannot_write(const std::filesystem::path& path, const std::error_code& error) {
  fail(diag::BundleWrite, {}, {path.string(), error.message()});
}

void write_file(const std::filesystem::path& path, const std::string& content) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) cannot_write(path, error);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!file.flush()) cannot_write(path, std::make_error_code(std::errc::io_error));
}

}  // namespace

bundle::Context bundle::make_context(const Program& program, const ir::GraphModule& module,
                                     const BundleOptions& options) {
  Context context{program, module, options, {}, {}};
  cpp::NameScope functions;
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    const std::string wanted = fmt::format("{}_k{}_{}", options.name, i, program.kernels[i].name);
    context.kernels.push_back(
        cpp::print_kernel(program, program.kernels[i], functions.unique(wanted)));
  }
  return context;
}

BundleFiles make_bundle(const Program& program, const ir::GraphModule& module,
                        const BundleOptions& options) {
  const std::string& name = options.name;
  if (name.empty() || cpp::identifier(name) != name) fail(diag::BundleName, {}, {name});
  const bundle::Context context = bundle::make_context(program, module, options);
  const std::vector<bundle::KernelFile> kernels = bundle::kernel_files(context);
  BundleFiles files = bundle::support_files();
  for (const bundle::KernelFile& file : kernels) files[file.path] = file.text;
  files[name + ".h"] = bundle::header_file(context);
  files[name + ".cpp"] = bundle::entry_file(context);
  files["CMakeLists.txt"] = bundle::cmake_file(options, {name + ".cpp"}, kernels);
  files["manifest.json"] = bundle::manifest_file(context, kernels);
  bundle::WeightsWriter weights;
  for (const Port& weight : program.weights) {
    weights.add(weight.name, weight.meta, bundle::weight_bytes(context, weight));
  }
  files[name + ".weights"] = weights.file();
  return files;
}

void write_bundle(const BundleFiles& files, const std::filesystem::path& folder) {
  const std::filesystem::path target = std::filesystem::absolute(folder).lexically_normal();
  const std::filesystem::path base =
      target.has_filename() ? target : target.parent_path();  // "out/" names "out"
  const std::filesystem::path temporary = base.string() + ".part";
  std::error_code error;
  std::filesystem::remove_all(temporary, error);
  for (const auto& [path, content] : files) write_file(temporary / path, content);
  std::filesystem::remove_all(base, error);
  if (error) cannot_write(base, error);
  std::filesystem::rename(temporary, base, error);
  if (error) cannot_write(base, error);
}

}  // namespace weft::codegen
