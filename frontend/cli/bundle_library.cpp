#include <weft/frontend/cli/bundle_library.h>

#include <dlfcn.h>

#include <stdexcept>
#include <utility>

#include <weft/frontend/cli/bundle_builder.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/temporary_folder.h>

namespace weft::cli {

namespace {

template <typename Function>
void find(void* library, const std::string& name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name.c_str()));
}

template <typename Function>
void look_up(void* library, const std::string& name, const std::filesystem::path& folder,
             Function& function) {
  find(library, name, function);
  if (!function) fail(diag::BundleUnusable, {}, {folder.string(), "it has no function " + name});
}

}  // namespace

BundleLibrary::BundleLibrary(const std::filesystem::path& folder)
    : manifest_(read_manifest(folder)) {
  const TemporaryFolder work;
  const std::filesystem::path path = build_bundle(folder, manifest_, work.path());
  // Never unloaded: the bundle's threads may still be about to leave its code.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) fail(diag::BundleUnusable, {}, {folder.string(), dlerror()});
  BundleFunctions functions;
  look_up(library, manifest_.name + "_create", folder, functions.create);
  look_up(library, manifest_.name + "_destroy", folder, functions.destroy);
  if (manifest_.decides_sizes) {
    look_up(library, manifest_.name + "_output_shapes", folder, functions.output_shapes);
    look_up(library, manifest_.name + "_workspace_size", folder, functions.workspace_size);
  } else {
    look_up(library, manifest_.name + "_workspace_bytes", folder, functions.workspace_bytes);
  }
  look_up(library, manifest_.name + "_run", folder, functions.run);
  find(library, manifest_.name + "_result_shapes", functions.result_shapes);
  find(library, manifest_.name + "_set_seed", functions.set_seed);

  BundlePorts ports;
  for (const BundlePort& input : manifest_.inputs) ports.written.push_back(input.written);
  for (const BundlePort& output : manifest_.outputs) {
    ports.outputs.push_back({output.dtype, output.sizes});
  }
  try {
    code_ = std::make_shared<BundleCall>(functions, std::move(ports),
                                         (folder / (manifest_.name + ".weights")).string());
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    fail(diag::BundleUnusable, {}, {folder.string(), error.what()});
  }
}

std::vector<ir::TensorHandle> BundleLibrary::run(const std::vector<ir::TensorHandle>& inputs,
                                                 std::uint64_t seed) const {
  std::vector<ir::TensorHandle> outputs;
  std::string refusal;
  if (!code_->run(inputs, seed, outputs, refusal)) fail(diag::BundleRefused, {}, {refusal});
  return outputs;
}

}  // namespace weft::cli
