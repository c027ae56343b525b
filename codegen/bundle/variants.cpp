#include <weft/codegen/bundle/variants.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/codegen/bundle/fallback_entry.h>
#include <weft/codegen/bundle/parts.h>
#include <weft/codegen/bundle/variant_entry.h>
#include <weft/codegen/cpp/spelling.h>
#include <weft/codegen/diagnostics.h>

namespace weft::codegen {

namespace {

using bundle::Context;

/// What all variants are to their callers: inputs with open extents, and results of which the
/// number and the types are known.
Program common_interface(const std::vector<Port>& inputs, const std::vector<Variant>& variants) {
  Program general;
  general.inputs = inputs;
  std::vector<std::vector<ir::IntExpr>> sizes;
  std::vector<std::string> names;
  for (const Port& input : inputs) {
    sizes.push_back(input.meta.sizes);
    names.push_back(input.name);
  }
  general.extents = find_extents(sizes, names);
  general.written = variants.front().program.written;
  for (const Port& output : variants.front().program.outputs) {
    general.outputs.push_back({output.name, 0, ir::dense(output.meta.dtype, {})});
  }
  return general;
}

[[noreturn]] void refuse(const Variant& variant, const std::string& why) {
  fail(diag::VariantsDiffer, {}, {bundle::variant_text(variant), why});
}

void require_one_interface(const std::vector<Variant>& variants) {
  const std::vector<Port>& first = variants.front().program.outputs;
  for (const Variant& variant : variants) {
    const Program& program = variant.program;
    if (program.draws) refuse(variant, "the model draws random numbers");
    if (bundle::found_numbers(program) > 0) refuse(variant, "the data decides sizes of results");
    const bool same =
        std::equal(first.begin(), first.end(), program.outputs.begin(), program.outputs.end(),
                   [](const Port& a, const Port& b) { return a.meta.dtype == b.meta.dtype; });
    const bool writes_same =
        std::equal(variants.front().program.written.begin(), variants.front().program.written.end(),
                   program.written.begin(), program.written.end(),
                   [](const WrittenInput& a, const WrittenInput& b) { return a.input == b.input; });
    if (!writes_same) refuse(variant, "it writes other inputs than the first variant");
    if (!same) refuse(variant, "its results have other types than those of the first variant");
  }
}

/// Stores the weights of all variants, equal ones once; in the programs they get the names under
/// which they are stored.
std::string share_weights(std::vector<Variant>& variants, const BundleOptions& options) {
  bundle::WeightsWriter writer;
  std::map<std::string, std::string> stored;  // type, shape and elements by name
  for (std::size_t k = 0; k < variants.size(); ++k) {
    const Context context{variants[k].program, *variants[k].module, options, {}, {}};
    for (Port& weight : variants[k].program.weights) {
      const std::string bytes = bundle::weight_bytes(context, weight);
      const std::string content = weight.meta.str() + bytes;
      std::string name = weight.name;
      while (stored.count(name) != 0 && stored.at(name) != content) {
        name += fmt::format(".variant{}", k);
      }
      if (stored.emplace(name, content).second) writer.add(name, weight.meta, bytes);
      weight.name = name;
    }
  }
  return writer.file();
}

/// True if every call for `later` is one for `earlier`.
bool covers(const Variant& earlier, const Variant& later) {
  return std::all_of(earlier.fields.begin(), earlier.fields.end(), [&](const VariantField& wide) {
    const auto narrow =
        std::find_if(later.fields.begin(), later.fields.end(),
                     [&](const VariantField& field) { return field.extent == wide.extent; });
    if (narrow == later.fields.end()) return false;
    const bool is_one_multiple =
        narrow->lower == narrow->upper && narrow->lower % wide.divisor == 0;
    return wide.lower <= narrow->lower && narrow->upper <= wide.upper &&
           (narrow->divisor % wide.divisor == 0 || is_one_multiple);
  });
}

}  // namespace

void require_open_extents(const std::vector<Extent>& extents,
                          const std::vector<Variant>& variants) {
  std::vector<std::string> names;
  for (const Extent& extent : extents) names.push_back(extent.name);
  for (const Variant& variant : variants) {
    for (const VariantField& field : variant.fields) {
      if (std::find(names.begin(), names.end(), field.extent) != names.end()) continue;
      fail(diag::VariantOfNothing, {},
           {variant.conditions, field.extent,
            names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))});
    }
  }
  for (auto later = variants.begin(); later != variants.end(); ++later) {
    const auto earlier = std::find_if(variants.begin(), later,
                                      [&](const Variant& other) { return covers(other, *later); });
    if (earlier == later) continue;
    fail(diag::VariantNeverChosen, {},
         {bundle::variant_text(*later), bundle::variant_text(*earlier)});
  }
}

BundleFiles make_variant_bundle(const std::vector<Port>& inputs, std::vector<Variant> variants,
                                const BundleOptions& options) {
  const std::string& name = options.name;
  if (name.empty() || cpp::identifier(name) != name) fail(diag::BundleName, {}, {name});
  require_one_interface(variants);
  const Program general = common_interface(inputs, variants);
  require_open_extents(general.extents, variants);
  if (options.fallback && general.extents.empty()) fail(diag::FallbackOfNothing, {}, {});

  BundleFiles files = bundle::support_files();
  files[name + ".weights"] = share_weights(variants, options);
  std::vector<bundle::KernelFile> kernels;
  std::vector<std::string> entries = {name + ".cpp"};
  std::vector<BundleOptions> own_options;
  for (std::size_t k = 0; k < variants.size(); ++k) {
    own_options.push_back(options);
    own_options.back().name = bundle::variant_name(name, k);
    own_options.back().fallback.reset();
  }
  std::vector<Context> contexts;
  for (std::size_t k = 0; k < variants.size(); ++k) {
    contexts.push_back(
        bundle::make_context(variants[k].program, *variants[k].module, own_options[k]));
    contexts.back().bundle_name = name;
    for (const bundle::KernelFile& file : bundle::kernel_files(contexts[k])) {
      kernels.push_back(file);
      files[file.path] = file.text;
    }
    const std::string& own = own_options[k].name;
    files[own + ".h"] = bundle::header_file(contexts[k]);
    files[own + ".cpp"] = bundle::entry_file(contexts[k]);
    entries.push_back(own + ".cpp");
  }
  Context whole{general, *variants.front().module, options, {}, {}};
  whole.variants = &variants;
  files[name + ".h"] = bundle::header_file(whole);
  files[name + ".cpp"] = bundle::variant_entry_file(whole);
  if (options.fallback) files[name + "_eager.h"] = bundle::eager_header_file(whole);
  files["CMakeLists.txt"] = bundle::cmake_file(options, entries, kernels);
  files["manifest.json"] = bundle::variant_manifest_file(whole, contexts, entries, kernels);
  return files;
}

}  // namespace weft::codegen
