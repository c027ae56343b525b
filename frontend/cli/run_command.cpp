#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <weft/frontend/cli/bundle_library.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/tensor_file.h>
#include <weft/runtime/tensor/tensor_impl.h>

namespace weft::cli {
namespace {

/// "x=file.safetensors:name" taken apart.
struct InputSource {
  std::string input;
  std::string file;
  std::string tensor;  ///< empty: `input` or input.`input`
};

InputSource parse_source(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
    fail(diag::CommandLineWrong, {},
         {fmt::format("--input `{}` is not of the form NAME=FILE[:TENSOR]", text), "run "});
  }
  InputSource source{text.substr(0, equals), text.substr(equals + 1), {}};
  const std::size_t colon = source.file.rfind(':');
  if (colon != std::string::npos) {
    source.tensor = source.file.substr(colon + 1);
    source.file.resize(colon);
  }
  return source;
}

ir::TensorHandle read(const InputSource& source) {
  const TensorFile file(source.file);
  ir::TensorHandle tensor =
      file.find(source.tensor.empty() ? "input." + source.input : source.tensor);
  if (!tensor && source.tensor.empty()) tensor = file.find(source.input);
  if (!tensor) {
    const std::string name = source.tensor.empty()
                                 ? fmt::format("\"input.{0}\" or \"{0}\"", source.input)
                                 : fmt::format("\"{}\"", source.tensor);
    fail(diag::InputDoesNotFit, {}, {source.file, "there is no tensor " + name, file.contents()});
  }
  return tensor;
}

/// Extents that a call decides are left to the compiled model.
bool sizes_fit(const std::vector<std::int64_t>& given, const std::vector<std::int64_t>& taken) {
  return std::equal(given.begin(), given.end(), taken.begin(), taken.end(),
                    [](std::int64_t g, std::int64_t t) { return t == kAnySize || g == t; });
}

std::vector<ir::TensorHandle> read_all(const RunOptions& options, const BundleManifest& manifest) {
  std::map<std::string, InputSource> sources;
  for (const std::string& text : options.inputs) {
    InputSource source = parse_source(text);
    const auto port = std::find_if(manifest.inputs.begin(), manifest.inputs.end(),
                                   [&](const BundlePort& p) { return p.name == source.input; });
    if (port == manifest.inputs.end()) {
      std::string known;
      for (const BundlePort& p : manifest.inputs) known += (known.empty() ? "" : ", ") + p.str();
      fail(diag::CommandLineWrong, {},
           {fmt::format("the model has no input `{}`; it has: {}", source.input, known), "run "});
    }
    const std::string input = source.input;
    if (!sources.emplace(input, std::move(source)).second) {
      fail(diag::CommandLineWrong, {}, {fmt::format("two --input for `{}`", input), "run "});
    }
  }
  std::vector<ir::TensorHandle> inputs;
  for (const BundlePort& port : manifest.inputs) {
    const auto source = sources.find(port.name);
    if (source == sources.end()) {
      fail(
          diag::CommandLineWrong, {},
          {fmt::format("no --input for `{}`; add --input {}=FILE", port.str(), port.name), "run "});
    }
    inputs.push_back(read(source->second));
    const TensorImpl& tensor = *inputs.back();
    if (tensor.dtype != port.dtype || !sizes_fit(tensor.sizes, port.sizes)) {
      fail(diag::InputDoesNotFit, {},
           {source->second.file,
            fmt::format("input `{}` is {}, and the model takes {}", port.name, describe(tensor),
                        port.str()),
            ""});
    }
  }
  return inputs;
}

}  // namespace

int run_bundle(const RunOptions& options) {
  const BundleManifest manifest = read_manifest(options.folder);
  const std::vector<ir::TensorHandle> inputs = read_all(options, manifest);
  const BundleLibrary bundle(options.folder);
  const std::vector<ir::TensorHandle> outputs = bundle.run(inputs, options.seed);
  NamedHandles named;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    named.emplace_back(fmt::format("output.{}", k), outputs[k]);
  }
  // Under the names by which the next call finds them.
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const BundlePort& port = manifest.inputs[k];
    if (port.written) named.emplace_back("input." + port.name, inputs[k]);
  }
  write_tensor_file(options.output, named);
  for (const auto& [name, tensor] : named) fmt::print("{} {}\n", name, describe(*tensor));
  return 0;
}

}  // namespace weft::cli
