#include <weft/frontend/cli/segment_report.h>

#if WEFT_HAVE_CLANG

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <weft/frontend/source/findings.h>
#include <weft/frontend/source/transformed_source.h>

namespace weft::cli {
namespace {

using Json = nlohmann::ordered_json;
using source::Segment;

std::string place(const SourceLocation& where, const SourcePaths& paths) {
  return paths.as_typed(where.str());
}

Json described(const Segment& segment, std::size_t number, const source::SourceModel& model,
               const SourcePaths& paths) {
  Json takes = Json::array(), gives = Json::array();
  for (const source::SegmentInput& input : segment.inputs) takes.push_back(input.name);
  for (const source::SegmentOutput& output : segment.outputs) gives.push_back(output.name);
  Json item = {{"number", number},
               {"id", source::site_name(model, segment.file, segment.location)},
               {"line", place(segment.location, paths)},
               {"last_line", segment.last_line},
               {"function", segment.function},
               {"kind", segment.is_expression ? "expression" : "statements"},
               {"takes", takes},
               {"gives", gives}};
  if (!segment.members.empty()) item["members"] = segment.members;
  return item;
}

Json described(const Diagnostic& finding, const SourcePaths& paths) {
  Json notes = Json::array();
  for (const std::string& note : finding.notes) notes.push_back(paths.as_typed(note));
  return {{"id", finding.kind->id},
          {"line", place(finding.location, paths)},
          {"message", finding.message},
          {"hint", finding.hint},
          {"notes", notes}};
}

/// The lines of a file, without their ends.
std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

/// What is known of one line of a file.
struct LineMarks {
  std::vector<std::size_t> segments;  // their numbers
  std::vector<std::string> reasons;
  bool reads = false;
};

using FileMarks = std::map<int, LineMarks>;

std::map<std::string, FileMarks> marks_of(const source::SourceModel& model) {
  std::map<std::string, FileMarks> files;
  for (std::size_t k = 0; k < model.plan.segments.size(); ++k) {
    const Segment& segment = model.plan.segments[k];
    FileMarks& marks = files[segment.location.file];
    for (int line = segment.location.line; line <= segment.last_line; ++line) {
      marks[line].segments.push_back(k);
    }
  }
  for (const source::HostStatement& statement : model.plan.host) {
    files[statement.location.file][statement.location.line].reasons.push_back(statement.reason);
  }
  for (const source::HostRead& read : model.reads) {
    files[read.location.file][read.location.line].reads = true;
  }
  return files;
}

std::string count_of(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// A finding with the user's line and a mark below the place.
std::string with_caret(const Diagnostic& finding, const SourcePaths& paths,
                       std::map<std::string, std::vector<std::string>>& files) {
  const SourceLocation& where = finding.location;
  std::string text =
      fmt::format("{}: {} [{}]\n", place(where, paths), finding.message, finding.kind->id);
  const auto [entry, is_new] = files.emplace(where.file, std::vector<std::string>());
  if (is_new) entry->second = lines_of(where.file);
  const std::size_t line = static_cast<std::size_t>(where.line);
  if (line >= 1 && line <= entry->second.size()) {
    const std::string& shown = entry->second[line - 1];
    std::string blanks = shown.substr(0, static_cast<std::size_t>(std::max(where.column - 1, 0)));
    for (char& c : blanks) c = c == '\t' ? '\t' : ' ';
    text += fmt::format("{:>6} | {}\n       | {}^\n", where.line, shown, blanks);
  }
  for (const std::string& note : finding.notes) {
    text += fmt::format("  note: {}\n", paths.as_typed(note));
  }
  if (!finding.hint.empty()) text += fmt::format("  hint: {}\n", finding.hint);
  return text;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

/// The file with its segments as coloured spans, one string a line.
std::vector<std::string> coloured_lines(const std::string& path, const source::SourceModel& model) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::pair<std::size_t, std::string>>
      spans;  // where they begin; empty: where one ends
  for (std::size_t k = 0; k < model.plan.segments.size(); ++k) {
    const Segment& segment = model.plan.segments[k];
    if (segment.location.file != path || segment.end > text.size()) continue;
    spans.emplace_back(segment.begin,
                       fmt::format("<span class=\"s s{}\" title=\"segment {}\">", k % 6, k));
    spans.emplace_back(segment.end, "");
  }
  std::vector<std::string> lines(1);
  std::string open;
  std::size_t next = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (; next < spans.size() && spans[next].first == at; ++next) {
      lines.back() += spans[next].second.empty() ? "</span>" : spans[next].second;
      open = spans[next].second;
    }
    if (at == text.size()) break;
    if (text[at] == '\n') {
      if (!open.empty()) lines.back() += "</span>";
      lines.push_back(open);
    } else if (text[at] != '\r') {
      lines.back() += escaped(std::string(1, text[at]));
    }
  }
  return lines;
}

constexpr const char* kStyle =
    "body{font-family:sans-serif;margin:2em;color:#222;background:#fff}"
    "table{border-collapse:collapse}"
    "td{padding:0 .6em;vertical-align:top;white-space:pre-wrap}"
    ".code td{font-family:monospace;font-size:13px;line-height:1.5}"
    ".n{color:#999;text-align:right;user-select:none}.m{color:#888;text-align:right}"
    ".r{color:#666;font-style:italic;font-family:sans-serif}"
    "tr.read td.n{color:#fff;background:#c0392b}.s{border-radius:3px}"
    ".s0{background:#d6eaf8}.s1{background:#d5f5e3}.s2{background:#fdebd0}"
    ".s3{background:#e8daef}.s4{background:#d1f2eb}.s5{background:#fcf3cf}"
    ".list td,.list th{border-bottom:1px solid #ddd;padding:.2em .8em;text-align:left}"
    "pre{background:#f7f7f7;padding:.8em;border-left:3px solid #c0392b}";

}  // namespace

Json segment_report(const source::SourceModel& model, const SourcePaths& paths) {
  Json report;
  Json& segments = report["segments"] = Json::array();
  for (std::size_t k = 0; k < model.plan.segments.size(); ++k) {
    segments.push_back(described(model.plan.segments[k], k, model, paths));
  }
  Json& breaks = report["breaks"] = Json::array();
  for (const Diagnostic& finding : source::describe_findings(model)) {
    breaks.push_back(described(finding, paths));
  }
  Json& host = report["host"] = Json::array();
  for (const source::HostStatement& statement : model.plan.host) {
    host.push_back({{"line", place(statement.location, paths)},
                    {"text", statement.text},
                    {"reason", statement.reason},
                    {"cause", place(statement.cause, paths)}});
  }
  report["reads"] = model.reads.size();
  return report;
}

std::string segment_text(const Json& report, const source::SourceModel& model,
                         const SourcePaths& paths) {
  std::string text =
      fmt::format("{}, {}, {} on the host\n", count_of(report["segments"].size(), "segment"),
                  count_of(report["reads"].get<std::size_t>(), "graph break"),
                  count_of(report["host"].size(), "statement"));
  for (const auto& [path, marks] : marks_of(model)) {
    const std::vector<std::string> lines = lines_of(path);
    text += fmt::format("\n{}\n", paths.as_typed(path));
    const int last = std::min(marks.rbegin()->first, static_cast<int>(lines.size()));
    for (int number = marks.begin()->first; number <= last; ++number) {
      const auto found = marks.find(number);
      std::string numbers;
      bool reads = false;
      if (found != marks.end()) {
        numbers = fmt::format("{}", fmt::join(found->second.segments, ","));
        reads = found->second.reads;
      }
      text += fmt::format("{:>8} {} {:>5} | {}\n", numbers, reads ? '!' : ' ', number,
                          lines[static_cast<std::size_t>(number - 1)]);
    }
  }
  text += "\nsegments\n";
  for (const Json& segment : report["segments"]) {
    const auto names = [&](const char* key) {
      return fmt::format("{}", fmt::join(segment[key].get<std::vector<std::string>>(), ", "));
    };
    text += fmt::format("  {:>3}  {}: {} of {}", segment["number"].get<std::size_t>(),
                        segment["line"].get<std::string>(), segment["kind"].get<std::string>(),
                        segment["function"].get<std::string>());
    if (!segment["takes"].empty()) text += "; takes " + names("takes");
    if (!segment["gives"].empty()) text += "; gives " + names("gives");
    if (segment.contains("members")) text += "; reads the members " + names("members");
    text += "\n";
  }
  if (!report["host"].empty()) text += "\non the host\n";
  for (const Json& statement : report["host"]) {
    text +=
        fmt::format("  {}: `{}` {}\n", statement["line"].get<std::string>(),
                    statement["text"].get<std::string>(), statement["reason"].get<std::string>());
  }
  text += "\ngraph breaks\n";
  std::map<std::string, std::vector<std::string>> files;
  for (const Diagnostic& finding : source::describe_findings(model)) {
    text += with_caret(finding, paths, files);
  }
  return text;
}

std::string segment_page(const Json& report, const source::SourceModel& model,
                         const SourcePaths& paths) {
  const std::string title = escaped(fmt::format("{} of {}", report["model"].get<std::string>(),
                                                report["file"].get<std::string>()));
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>"
      "<style>{}</style></head><body>\n<h1>{}</h1>\n<p>{}, {}, {} on the host.</p>\n",
      title, kStyle, title, count_of(report["segments"].size(), "segment"),
      count_of(report["reads"].get<std::size_t>(), "graph break"),
      count_of(report["host"].size(), "statement"));
  for (const auto& [path, marks] : marks_of(model)) {
    page += fmt::format("<h2>{}</h2>\n<table class=\"code\">\n", escaped(paths.as_typed(path)));
    const std::vector<std::string> lines = coloured_lines(path, model);
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const auto found = marks.find(static_cast<int>(k + 1));
      const LineMarks none;
      const LineMarks& mark = found == marks.end() ? none : found->second;
      page += fmt::format(
          "<tr{}><td class=\"m\">{}</td><td class=\"n\">{}</td><td>{}</td><td class=\"r\">{}</td>"
          "</tr>\n",
          mark.reads ? " class=\"read\"" : "", fmt::join(mark.segments, ","), k + 1, lines[k],
          escaped(fmt::format("{}", fmt::join(mark.reasons, "; "))));
    }
    page += "</table>\n";
  }
  page +=
      "<h2>Segments</h2>\n<table class=\"list\"><tr><th></th><th>place</th><th>function</th>"
      "<th>takes</th><th>gives</th><th>members</th></tr>\n";
  for (const Json& segment : report["segments"]) {
    const auto names = [&](const char* key) {
      if (!segment.contains(key)) return std::string();
      return escaped(
          fmt::format("{}", fmt::join(segment[key].get<std::vector<std::string>>(), ", ")));
    };
    const std::size_t number = segment["number"].get<std::size_t>();
    page += fmt::format(
        "<tr><td class=\"s{}\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "</tr>\n",
        number % 6, number, escaped(segment["line"].get<std::string>()),
        escaped(segment["function"].get<std::string>()), names("takes"), names("gives"),
        names("members"));
  }
  page += "</table>\n<h2>Graph breaks</h2>\n";
  std::map<std::string, std::vector<std::string>> files;
  for (const Diagnostic& finding : source::describe_findings(model)) {
    page += "<pre>" + escaped(with_caret(finding, paths, files)) + "</pre>\n";
  }
  return page + "</body></html>\n";
}

}  // namespace weft::cli

#endif  // WEFT_HAVE_CLANG
