#include <weft/frontend/cli/bundle_manifest.h>

#include <cctype>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <weft/frontend/cli/diagnostics.h>

namespace weft::cli {
namespace {

using nlohmann::json;

/// What is wrong with a manifest; becomes a W7401 that names the folder.
struct ManifestError {
  std::string what;
};

void require(bool condition, const std::string& what) {
  if (!condition) throw ManifestError{what};
}

bool is_identifier(const std::string& text) {
  for (const char c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0]));
}

const json& member(const json& object, const char* name) {
  require(object.is_object() && object.contains(name), fmt::format("no `{}` in it", name));
  return object.at(name);
}

std::string text(const json& value) {
  require(value.is_string(), "it holds " + value.dump() + " in place of a text");
  return value.get<std::string>();
}

std::vector<std::string> texts(const json& list) {
  require(list.is_array(), "it holds " + list.dump() + " in place of a list");
  std::vector<std::string> result;
  for (const json& item : list) result.push_back(text(item));
  return result;
}

std::string file_name(const json& value) {
  std::string name = text(value);
  require(!name.empty() && name[0] != '-' && name.find('/') == std::string::npos,
          "`" + name + "` is no file of the bundle");
  return name;
}

std::vector<BundlePort> ports(const json& list) {
  require(list.is_array(), "it holds " + list.dump() + " in place of a list");
  std::vector<BundlePort> result;
  for (const json& item : list) {
    BundlePort port;
    port.name = text(member(item, "name"));
    const std::string dtype = text(member(item, "dtype"));
    const std::optional<DType> parsed = ir::parse_dtype(dtype);
    require(parsed.has_value(), "unknown element type `" + dtype + "`");
    port.dtype = *parsed;
    port.written = item.contains("written") && item["written"] == true;
    for (const json& size : member(item, "sizes")) {
      if (size.is_string()) {
        port.sizes.push_back(kAnySize);
        port.texts.push_back(text(size));
        continue;
      }
      require(size.is_number_integer() && size.get<std::int64_t>() >= 0,
              "`" + size.dump() + "` is no extent");
      port.sizes.push_back(size.get<std::int64_t>());
      port.texts.push_back(size.dump());
    }
    result.push_back(std::move(port));
  }
  return result;
}

BundleManifest parse(const std::filesystem::path& path) {
  std::ifstream stream(path);
  require(static_cast<bool>(stream), "there is no manifest.json in it");
  const json document = json::parse(stream, nullptr, /*exceptions=*/false);
  require(!document.is_discarded(), "manifest.json is no JSON text");
  require(member(document, "format") == 1, "it has another format than this weft writes");
  BundleManifest manifest;
  manifest.name = text(member(document, "name"));
  require(is_identifier(manifest.name), "`" + manifest.name + "` is no name of a bundle");
  manifest.inputs = ports(member(document, "inputs"));
  manifest.outputs = ports(member(document, "outputs"));
  manifest.decides_sizes = document.contains("extents");
  const json& build = member(document, "build");
  manifest.entries.push_back(file_name(member(build, "entry")));
  if (build.contains("more_entries")) {
    for (const json& file : build.at("more_entries")) manifest.entries.push_back(file_name(file));
  }
  for (const json& file : member(build, "kernels")) manifest.kernels.push_back(file_name(file));
  manifest.flags = texts(member(build, "flags"));
  manifest.flags.push_back("-std=" + text(member(build, "standard")));
  for (const json& isa : member(build, "instruction_sets")) {
    manifest.instruction_sets.push_back({text(member(isa, "name")), texts(member(isa, "flags"))});
  }
  return manifest;
}

}  // namespace

std::string BundlePort::str() const {
  return fmt::format("{}: {}[{}]", name, ir::dtype_short_name(dtype), fmt::join(texts, ", "));
}

BundleManifest read_manifest(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    fail(diag::PathUnreadable, {}, {folder.string(), error ? error.message() : "no such folder"});
  }
  try {
    return parse(folder / "manifest.json");
  } catch (const ManifestError& error) {
    fail(diag::BundleUnusable, {}, {folder.string(), error.what});
  }
}

}  // namespace weft::cli
