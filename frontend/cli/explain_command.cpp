#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <weft/codegen/loop/guards.h>
#include <weft/codegen/loop/lower.h>
#include <weft/frontend/cli/bundle_writer.h>
#include <weft/frontend/cli/capture_session.h>
#include <weft/frontend/cli/commands.h>
#include <weft/frontend/cli/diagnostics.h>
#include <weft/frontend/cli/segment_report.h>

namespace weft::cli {
namespace {

using Json = nlohmann::ordered_json;
using codegen::Extent;
using codegen::Guard;

/// The spec in which a name stands first.
std::string spec_of(const std::string& name, const std::vector<std::string>& specs) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (const std::string& spec : specs) {
    for (std::size_t at = spec.find(name); at != spec.npos; at = spec.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      const bool whole =
          (at == 0 || !is_part(spec[at - 1])) && (end == spec.size() || !is_part(spec[end]));
      if (whole && at > spec.find('[')) return spec;
    }
  }
  return "";
}

/// Sizes of inputs ("x.size(1) == ") that forward needed a number of, with who needed it.
std::map<std::string, Specialisation> specialised_sizes(const CaptureSession& session) {
  std::map<std::string, Specialisation> result;
  for (const TensorSpec& spec : session.arguments().tensors) {
    for (std::size_t d = 0; d < spec.sizes.size(); ++d) {
      for (const Specialisation& one : session.specialisations()) {
        if (!spec.sizes[d].depends_on(one.symbol)) continue;
        result.emplace(fmt::format("{}.size({}) == ", spec.name, d), one);
      }
    }
  }
  return result;
}

/// What the model is compiled for under the conditions that the session has now.
Json explain_program(CaptureSession& session, const ExplainOptions& options) {
  const ir::GraphModule captured = session.capture();
  const codegen::Program program = codegen::lower(session.lower(captured));

  Json report;
  Json& inputs = report["inputs"] = Json::array();
  for (const codegen::Port& port : program.inputs) {
    inputs.push_back({{"name", port.name}, {"type", port.meta.str()}});
  }
  for (const codegen::WrittenInput& written : program.written) {
    inputs[static_cast<std::size_t>(written.input)]["written"] = true;
  }
  Json& outputs = report["outputs"] = Json::array();
  for (const codegen::Port& port : program.outputs) {
    outputs.push_back({{"name", port.name}, {"type", port.meta.str()}});
  }
  Json& extents = report["extents"] = Json::array();
  for (const Extent& extent : program.extents) {
    if (extent.is_found()) {
      extents.push_back(
          {{"name", extent.name}, {"found_in_data", true}, {"at_most", extent.most.str()}});
      continue;
    }
    Json item = {{"name", extent.name},
                 {"input", program.inputs[static_cast<std::size_t>(extent.input)].name},
                 {"dimension", extent.dimension},
                 {"at_least", extent.symbol->lower * extent.divisor}};
    if (extent.symbol->upper != INT64_MAX) item["at_most"] = extent.symbol->upper * extent.divisor;
    if (extent.divisor != 1) item["multiple_of"] = extent.divisor;
    item["declared"] = spec_of(extent.name, options.model.inputs);
    extents.push_back(std::move(item));
  }
  Json& special = report["specialisations"] = Json::array();
  for (const Specialisation& one : session.specialisations()) {
    const std::string& symbol = one.symbol->name;
    const std::size_t slash = symbol.find('/');
    const std::string name = symbol.substr(0, slash);
    const std::int64_t unit = slash == symbol.npos ? 1 : std::stoll(symbol.substr(slash + 1));
    special.push_back({{"extent", name},
                       {"value", one.value * unit},
                       {"needed", one.needed},
                       {"line", one.where.str()},
                       {"declared", spec_of(name, options.model.inputs)}});
  }
  Json& numbers = report["numbers"] = Json::array();
  for (const CaptureSession::SymbolicNumber& number : session.symbolic_numbers()) {
    numbers.push_back({{"line", session.paths().as_typed(number.where.str())},
                       {"type", number.type},
                       {"symbolic", number.is_symbolic}});
  }
  Json& guards = report["guards"] = Json::array();
  const std::map<std::string, Specialisation> specialised = specialised_sizes(session);
  for (Guard guard : codegen::list_guards(program)) {
    const auto needed = std::find_if(specialised.begin(), specialised.end(), [&](const auto& one) {
      return guard.text.starts_with(one.first);
    });
    if (needed != specialised.end()) {
      guard.reason = fmt::format("forward needs `{}` as a number", needed->second.needed);
      guard.where = needed->second.where;
    }
    Json item = {{"kind", guard.kind}};
    if (!guard.subject.empty()) item["subject"] = guard.subject;
    item["needs"] = guard.text;
    item["reason"] = guard.reason;
    if (guard.where.known()) item["line"] = guard.where.str();
    guards.push_back(std::move(item));
  }
  report["state"] = {{{"what", "training"}, {"value", false}, {"how", "frozen"}},
                     {{"what", "parameters and buffers"},
                      {"value", fmt::format("{} tensors", program.weights.size())},
                      {"how", "checked by name, type and shape when weights are loaded"}},
                     {{"what", "other members and globals that forward reads"},
                      {"value", "as the constructor left them"},
                      {"how", "frozen"}}};
  report["kernels"] = program.kernels.size();
  return report;
}

/// The same for each variant, in the order in which calls choose.
Json explain_variants(CaptureSession& session, const ExplainOptions& options) {
  Json variants = Json::array();
  for (const std::string& conditions : options.model.variants) {
    try {
      session.narrow(conditions);
      Json one = {{"for", conditions}};
      one.update(explain_program(session, options));
      variants.push_back(std::move(one));
    } catch (const Error& error) {
      Diagnostic diagnostic = error.diagnostic();
      diagnostic.notes.push_back(fmt::format("in the variant for {}", conditions));
      throw Error(std::move(diagnostic));
    }
  }
  return variants;
}

/// What the model is compiled for, in one form for both outputs.
Json explain_whole(CaptureSession& session, const ExplainOptions& options) {
  Json report = {{"model", session.model_name()}, {"file", options.model.file}};
  if (options.model.variants.empty()) {
    report.update(explain_program(session, options));
    return report;
  }
  Json& inputs = report["inputs"] = Json::array();
  for (const TensorSpec& spec : session.arguments().tensors) {
    inputs.push_back({{"name", spec.name}, {"type", spec.meta().str()}});
  }
  check_variants(session.arguments().tensors, options.model.variants);
  report["variants"] = explain_variants(session, options);
  return report;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Rows below a heading, the columns aligned; nothing for no rows.
void print_table(const char* heading, const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return;
  fmt::print("\n{}\n", heading);
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  for (const std::vector<std::string>& row : rows) {
    std::string line = " ";
    for (std::size_t c = 0; c < row.size(); ++c)
      line += fmt::format(" {:<{}}", row[c], widths[c] + 1);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
}

std::string range_text(const Json& extent) {
  std::string text =
      extent.contains("at_most")
          ? fmt::format("in [{}, {}]", text_of(extent["at_least"]), text_of(extent["at_most"]))
          : fmt::format(">= {}", text_of(extent["at_least"]));
  if (extent.contains("multiple_of")) {
    text += fmt::format(", a multiple of {}", text_of(extent["multiple_of"]));
  }
  return text;
}

void print_program(const Json& report) {
  std::vector<std::vector<std::string>> rows;
  const auto table = [&](const char* heading) {
    print_table(heading, rows);
    rows.clear();
  };
  for (const Json& input : report["inputs"]) {
    rows.push_back({text_of(input["name"]), text_of(input["type"]),
                    input.contains("written") ? "written at the end of a call" : ""});
  }
  table("inputs");
  for (const Json& output : report["outputs"]) {
    rows.push_back({text_of(output["name"]), text_of(output["type"])});
  }
  table("results");
  for (const Json& extent : report["extents"]) {
    if (extent.contains("found_in_data")) continue;
    rows.push_back(
        {text_of(extent["name"]), range_text(extent),
         fmt::format("read at {}.size({})", text_of(extent["input"]), text_of(extent["dimension"])),
         fmt::format("declared in \"{}\"", text_of(extent["declared"]))});
  }
  table("extents that each call decides");
  for (const Json& extent : report["extents"]) {
    if (!extent.contains("found_in_data")) continue;
    rows.push_back({text_of(extent["name"]), "at most " + text_of(extent["at_most"])});
  }
  table("extents that the data decides");
  for (const Json& one : report["specialisations"]) {
    rows.push_back({fmt::format("{} = {}", text_of(one["extent"]), text_of(one["value"])),
                    text_of(one["line"]),
                    fmt::format("needs `{}` as a number", text_of(one["needed"]))});
  }
  table("extents that the model is compiled for one number of");
  for (const Json& one : report["numbers"]) {
    const char* const how = one["symbolic"].get<bool>() ? " stays symbolic" : " is a number";
    rows.push_back({text_of(one["line"]), text_of(one["type"]) + how});
  }
  table("numbers that come from sizes");
  const auto add_guard = [&](const Json& guard) {
    std::string reason = text_of(guard["reason"]);
    if (guard.contains("line")) reason += " at " + text_of(guard["line"]);
    rows.push_back({text_of(guard["kind"]), text_of(guard["needs"]), reason});
  };
  for (const Json& guard : report["guards"]) {
    if (guard["kind"] != "found") add_guard(guard);
  }
  table("guards, checked at every call before anything is written");
  for (const Json& guard : report["guards"]) {
    if (guard["kind"] == "found") add_guard(guard);
  }
  table("conditions on what is found in the data, checked when it is known");
  for (const Json& state : report["state"]) {
    rows.push_back({text_of(state["what"]), text_of(state["value"]), text_of(state["how"])});
  }
  table("state");
}

void print_report(const Json& report) {
  fmt::print("{} of {}: ", text_of(report["model"]), text_of(report["file"]));
  if (!report.contains("variants")) {
    fmt::print("{} kernels\n", text_of(report["kernels"]));
    print_program(report);
    return;
  }
  const Json& variants = report["variants"];
  fmt::print("{} variant{}\n", variants.size(), variants.size() == 1 ? "" : "s");
  std::vector<std::vector<std::string>> rows;
  for (const Json& input : report["inputs"]) {
    rows.push_back({text_of(input["name"]), text_of(input["type"])});
  }
  print_table("inputs", rows);
  rows.clear();
  for (std::size_t k = 0; k < variants.size(); ++k) {
    rows.push_back({std::to_string(k), text_of(variants[k]["for"])});
  }
  print_table("a call runs the first of these that is for its extents, and is refused if none is",
              rows);
  for (std::size_t k = 0; k < variants.size(); ++k) {
    fmt::print("\nvariant {}, for {}: {} kernels\n", k, text_of(variants[k]["for"]),
               text_of(variants[k]["kernels"]));
    print_program(variants[k]);
  }
}

/// The model is not one graph: what there is instead.
int explain_segments(const CaptureSession& session, const ExplainOptions& options) {
#if WEFT_HAVE_CLANG
  Json report = {{"model", session.model_name()}, {"file", options.model.file}};
  report.update(segment_report(*session.source(), session.paths()));
  if (options.json) {
    fmt::print("{}\n", report.dump(2));
  } else {
    fmt::print("{} of {}: {}", session.model_name(), options.model.file,
               segment_text(report, *session.source(), session.paths()));
  }
  if (!options.html.empty()) {
    std::ofstream file(options.html);
    file << segment_page(report, *session.source(), session.paths());
    if (!file.flush()) fail(diag::FileNotWritten, {}, {options.html, std::strerror(errno)});
  }
#else
  (void)session;
  (void)options;
#endif
  return 0;
}

}  // namespace

int run_explain(const ExplainOptions& options) {
  CaptureSession session(options.model, {.values = false, .segments = !options.full_graph});
  if (!options.full_graph && options.model.variants.empty() && !session.is_one_graph()) {
    return explain_segments(session, options);
  }
  const Json report = explain_whole(session, options);
  if (options.json) {
    fmt::print("{}\n", report.dump(2));
  } else {
    print_report(report);
  }
  return 0;
}

}  // namespace weft::cli
