#include <weft/frontend/source/capture_copy.h>

#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include <weft/frontend/source/flattened_source.h>

namespace weft::source {
namespace {

// No longer than what they replace, so that columns stay. In step with NumberKind.
constexpr std::string_view kNames[] = {"weft_in", "weftf", "weftd", "weft_l", "weft_tf", "weft_td"};

/// False if the file has changed since the number was found in it.
bool replace(std::string& text, const SymbolicNumber& number) {
  std::string name(kNames[static_cast<std::size_t>(number.kind)]);
  if (number.offset + number.length > text.size() || number.length < name.size()) return false;
  name.resize(number.length, ' ');
  text.replace(number.offset, number.length, name);
  return true;
}

}  // namespace

std::optional<std::string> capture_copy(const SourceModel& model, bool with_floats) {
  ChangedFiles changed;
  for (const SymbolicNumber& number : model.symbolic_numbers) {
    if (!with_floats && number.kind != NumberKind::kInt64) continue;
    const auto [entry, is_new] = changed.emplace(canonical_path(number.file), "");
    if (is_new) {
      std::ifstream file(number.file, std::ios::binary);
      entry->second.assign(std::istreambuf_iterator<char>(file), {});
    }
    if (!replace(entry->second, number)) return std::nullopt;
  }
  if (changed.empty()) return std::nullopt;
  return flattened_source(model, changed);
}

std::string symbolic_types() {
  return fmt::format(
      "#include <weft/runtime/tensor/arrays.h>\nusing {} = ::weft::SizeItem;\n"
      "using {} = ::weft::FloatItem<float>;\nusing {} = ::weft::FloatItem<double>;\n"
      "#define {} to<::weft::SizeItem>\n#define {} to<::weft::FloatItem<float>>\n"
      "#define {} to<::weft::FloatItem<double>>\n",
      kNames[0], kNames[1], kNames[2], kNames[3], kNames[4], kNames[5]);
}

}  // namespace weft::source
