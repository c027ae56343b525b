#include <weft/frontend/cli/bundle_writer.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include <weft/codegen/bundle/bundle.h>
#include <weft/codegen/bundle/variants.h>
#include <weft/codegen/cpp/spelling.h>
#include <weft/codegen/loop/lower.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/trace/eager_fallback.h>
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

namespace {

/// Runs what works on a graph with relative places; its errors are at the places as typed.
template <typename Work>
auto with_typed_places(const ir::GraphModule& core, const SourcePaths& paths, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.location = as_typed(core, paths, diagnostic.location);
    throw Error(std::move(diagnostic));
  }
}

codegen::BundleOptions bundle_options(const std::string& name) {
  return {.name = name, .tool_version = WEFT_VERSION, .read_tensor = read_tensor};
}

std::vector<codegen::VariantField> fields_of(const std::string& conditions) {
  std::vector<codegen::VariantField> fields;
  if (conditions.empty()) return fields;
  SpecParser parser;
  parser.narrow(conditions);
  for (const auto& [name, facts] : parser.narrowed()) {
    fields.push_back({name, facts.lower, facts.upper, facts.divisor});
  }
  return fields;
}

std::vector<codegen::Extent> open_extents(const std::vector<TensorSpec>& specs) {
  std::vector<std::vector<ir::IntExpr>> sizes;
  std::vector<std::string> names;
  for (const TensorSpec& spec : specs) {
    sizes.push_back(spec.sizes);
    names.push_back(spec.name);
  }
  return codegen::find_extents(sizes, names);
}

/// What a bundle has to know of the model that it is compiled from to call it.
codegen::EagerModel eager_model(CaptureSession& session) {
  codegen::EagerModel model = {session.model_name(), state_fingerprint(session.model()), {}};
  for (const TraceInput& input : session.arguments().inputs) {
    const bool constant = !input.absent && !input.constant.is_none();
    model.arguments.push_back(
        input.absent ? fmt::format("weft::TraceInput::absent_value(\"{}\")", input.name)
        : constant   ? fmt::format("weft::TraceInput::constant_value(\"{}\", {})", input.name,
                                   value_expression(input.constant))
                     : fmt::format("weft::TraceInput(\"{}\")", input.name));
  }
  return model;
}

}  // namespace

std::string value_expression(const ir::Value& value) {
  if (const bool* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
    return *integer == INT64_MIN ? "std::int64_t{INT64_MIN}"
                                 : fmt::format("std::int64_t{{{}}}", *integer);
  }
  const double number = std::get<double>(value.value);
  return std::isfinite(number) ? fmt::format("static_cast<double>({})", number)
                               : fmt::format("std::bit_cast<double>(std::uint64_t{{0x{:x}}})",
                                             std::bit_cast<std::uint64_t>(number));
}

codegen::Program generate_bundle(const ir::GraphModule& core, const SourcePaths& paths,
                                 const std::string& name, const std::filesystem::path& folder) {
  ir::GraphModule module = core.clone();
  paths.make_relative(module);
  return with_typed_places(core, paths, [&] {
    codegen::Program program = codegen::lower(module);
    codegen::write_bundle(codegen::make_bundle(program, module, bundle_options(name)), folder);
    return program;
  });
}

std::vector<codegen::Program> generate_variants(CaptureSession& session,
                                                const std::vector<std::string>& variants,
                                                const std::string& name,
                                                const std::filesystem::path& folder,
                                                bool eager_fallback) {
  codegen::BundleOptions options = bundle_options(name);
  if (eager_fallback) options.fallback = eager_model(session);
  session.narrow("");
  const std::vector<TensorSpec> specs = session.arguments().tensors;
  std::vector<ir::GraphModule> modules;
  std::vector<codegen::Program> programs;
  for (const std::string& conditions : variants) {
    try {
      session.narrow(conditions);
      const ir::GraphModule core = session.lower(session.capture());
      modules.push_back(core.clone());
      session.paths().make_relative(modules.back());
      programs.push_back(
          with_typed_places(core, session.paths(), [&] { return codegen::lower(modules.back()); }));
    } catch (const Error& error) {
      Diagnostic diagnostic = error.diagnostic();
      if (!conditions.empty()) {
        diagnostic.notes.push_back(fmt::format("in the variant for {}", conditions));
      }
      throw Error(std::move(diagnostic));
    }
  }
  session.narrow("");
  std::vector<codegen::Port> inputs;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    inputs.push_back({programs.front().inputs.at(i).name, 0, specs[i].meta()});
  }
  std::vector<codegen::Variant> made;
  for (std::size_t k = 0; k < variants.size(); ++k) {
    made.push_back({variants[k], fields_of(variants[k]), programs[k], &modules[k]});
  }
  codegen::write_bundle(codegen::make_variant_bundle(inputs, std::move(made), options), folder);
  return programs;
}

void check_variants(const std::vector<TensorSpec>& specs,
                    const std::vector<std::string>& variants) {
  std::vector<codegen::Variant> checked;
  for (const std::string& conditions : variants) {
    checked.push_back({conditions, fields_of(conditions), {}, nullptr});
  }
  codegen::require_open_extents(open_extents(specs), checked);
}

std::optional<std::size_t> choose_variant(const std::vector<TensorSpec>& specs,
                                          const std::vector<std::string>& variants,
                                          const std::vector<ir::TensorHandle>& inputs) {
  std::map<std::string, std::int64_t> values;
  for (const codegen::Extent& extent : open_extents(specs)) {
    const TensorImpl& input = *inputs.at(static_cast<std::size_t>(extent.input));
    const std::int64_t size = input.sizes.at(static_cast<std::size_t>(extent.dimension));
    values[extent.name] = (size - extent.offset) / extent.factor * extent.divisor;
  }
  for (std::size_t k = 0; k < variants.size(); ++k) {
    const std::vector<codegen::VariantField> fields = fields_of(variants[k]);
    const bool fits =
        std::all_of(fields.begin(), fields.end(), [&](const codegen::VariantField& field) {
          const auto value = values.find(field.extent);
          return value != values.end() && field.lower <= value->second &&
                 value->second <= field.upper && value->second % field.divisor == 0;
        });
    if (fits) return k;
  }
  return std::nullopt;
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
