#include <weft/frontend/source/transformed_source.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include <weft/frontend/source/capture_unit.h>
#include <weft/frontend/source/diagnostics.h>
#include <weft/frontend/source/flattened_source.h>

namespace weft::source {
namespace {

namespace fs = std::filesystem;

/// Text that is put in before a byte of a file, at the beginning or behind the end of something.
/// Of several at one place what ends something comes first, then what holds the other.
struct Insertion {
  std::size_t offset = 0;
  bool begins = false;
  std::size_t other = 0;  ///< where that which it begins ends, or which it ends begins
  std::string text;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A type by the variable that has it.
std::string type_of(const std::string& name) {
  return fmt::format("::std::remove_cvref_t<decltype({})>", name);
}

std::string parameter(const SegmentInput& input) {
  // A capture passes a symbolic number.
  if (input.is_float) {
    return (input.is_assigned ? "auto " : "const auto& ") + input.name;
  }
  const std::string type = input.is_tensor ? "::weft::Tensor" : type_of(input.name);
  if (input.is_assigned) return type + " " + input.name;
  return "const " + type + "& " + input.name;
}

template <typename Items, typename Text>
std::string joined(const Items& items, const Text& text) {
  std::string result;
  for (const auto& item : items) result += (result.empty() ? "" : ", ") + text(item);
  return result;
}

/// What stands before and behind a segment's own text.
struct Wrapping {
  std::string before, behind;
};

Wrapping wrap(const Segment& segment, const std::string& site) {
  const std::string owner = segment.in_method ? "this" : "nullptr";
  const std::string captures = segment.uses_this ? "this" : "";
  const std::string members =
      joined(segment.members, [](const std::string& name) { return "this->" + name; });
  std::string arguments;
  for (const SegmentInput& input : segment.inputs) arguments += ", " + input.name;
  const std::string call =
      fmt::format("::weft::segment(\"{}\", ::weft::segment_owner({}), [{}]({})", site, owner,
                  captures, joined(segment.inputs, parameter));
  const std::string rest = fmt::format("}}, ::weft::segment_members({}){})", members, arguments);
  if (segment.is_expression) {
    return {call + " -> ::weft::Tensor { return ", "; " + rest};
  }
  const std::string result =
      fmt::format("weft_segment_{}_{}", segment.location.line, segment.location.column);
  // Where nothing is declared, the result's name does not get out.
  const bool is_block = std::none_of(segment.outputs.begin(), segment.outputs.end(),
                                     [](const auto& output) { return output.is_declared; });
  Wrapping wrapping;
  wrapping.before = fmt::format("{}auto {} = {} {{ ", is_block ? "{ " : "", result, call);
  for (const SegmentOutput& output : segment.outputs) {
    if (output.is_new) wrapping.before += fmt::format("::weft::Tensor {}; ", output.name);
  }
  wrapping.behind =
      fmt::format(" return ::std::make_tuple({}); {};",
                  joined(segment.outputs, [](const auto& output) { return output.name; }), rest);
  for (std::size_t k = 0; k < segment.outputs.size(); ++k) {
    const SegmentOutput& output = segment.outputs[k];
    const std::string type = !output.is_declared ? ""
                             : output.is_tensor  ? "::weft::Tensor "
                                                 : "auto ";
    wrapping.behind += fmt::format(" {}{}{} = ::std::get<{}>(::std::move({}));",
                                   output.is_declared && output.is_const ? "const " : "", type,
                                   output.name, k, result);
  }
  if (segment.outputs.empty()) wrapping.behind += fmt::format(" (void){};", result);
  if (is_block) wrapping.behind += " }";
  return wrapping;
}

using Insertions = std::map<std::string, std::vector<Insertion>>;

std::string apply(std::string text, std::vector<Insertion> insertions, const std::string& path) {
  std::stable_sort(insertions.begin(), insertions.end(), [](const auto& a, const auto& b) {
    if (a.offset != b.offset) return a.offset < b.offset;
    return a.begins != b.begins ? b.begins : a.other > b.other;
  });
  std::string result;
  std::size_t at = 0;
  for (const Insertion& insertion : insertions) {
    if (insertion.offset > text.size()) {
      fail(diag::SourceUnreadable, {}, {path, "it has changed meanwhile"});
    }
    result.append(text, at, insertion.offset - at);
    result += insertion.text;
    at = insertion.offset;
  }
  return result.append(text, at);
}

}  // namespace

std::string site_name(const SourceModel& model, const std::string& file,
                      const SourceLocation& location) {
  const fs::path relative =
      fs::absolute(file).lexically_normal().lexically_relative(fs::path(model.path).parent_path());
  std::string name = relative.empty() ? file : relative.generic_string();
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '"' || c == '\\'; }, '_');
  return fmt::format("{}:{}:{}", name, location.line, location.column);
}

std::map<std::string, std::string> transformed_files(const SourceModel& model, bool for_capture) {
  Insertions insertions;
  for (const Segment& segment : model.plan.segments) {
    const Wrapping wrapping = wrap(segment, site_name(model, segment.file, segment.location));
    insertions[segment.file].push_back({segment.begin, true, segment.end, wrapping.before});
    insertions[segment.file].push_back({segment.end, false, segment.begin, wrapping.behind});
  }
  if (for_capture) {
    for (const DataDecision& decision : model.plan.decisions) {
      insertions[decision.file].push_back(
          {decision.begin, true, decision.end,
           fmt::format("::weft::segment_decision(\"{}\", static_cast<bool>(",
                       site_name(model, decision.file, decision.location))});
      insertions[decision.file].push_back({decision.end, false, decision.begin, "))"});
    }
  }
  std::map<std::string, std::string> files;
  for (auto& [path, list] : insertions) {
    files[path] = apply(read_file(path), std::move(list), path);
  }
  return files;
}

std::optional<std::string> segmented_unit_text(const SourceModel& model) {
  if (model.plan.segments.empty()) return std::nullopt;
  ChangedFiles changed;
  for (auto& [path, text] : transformed_files(model, true)) {
    changed[canonical_path(path)] = std::move(text);
  }
  const auto text = flattened_source(model, changed);
  if (!text) return std::nullopt;
  return "#include <weft/frontend/trace/segment.h>\n" + *text + "\n" + registration(model);
}

}  // namespace weft::source
