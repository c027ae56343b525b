#include <weft/codegen/cpp/library_printer.h>

#include <vector>

#include <fmt/format.h>

#include <weft/codegen/diagnostics.h>

namespace weft::codegen::cpp {

namespace {

using Sizes = std::vector<ir::IntExpr>;

class LibraryPrinter {
 public:
  LibraryPrinter(const LibraryCall& call, KernelScope& scope)
      : call_(call), scope_(scope.expressions) {}

  PrintedLibraryCall run() {
    const std::string& name = call_.operator_name;
    if (name == "sort") {
      sort(flag("descending"));
    } else if (name == "topk") {
      sort(flag("largest"));
    } else if (name == "cumsum") {
      scan("scan_lines<RunningSum>");
    } else if (name == "cumprod") {
      scan("scan_lines<RunningProduct>");
    } else if (name == "logcumsumexp") {
      scan("scan_lines<RunningLogSumExp>");
    } else if (name == "cummax") {
      scan("running_extreme_lines<true>");
    } else if (name == "cummin") {
      scan("running_extreme_lines<false>");
    } else if (name == "scatter.src" || name == "index_copy") {
      scatter("kReplace", "kReplace");
    } else if (name == "scatter_add" || name == "index_add") {
      scatter("kAdd", "kAdd");
    } else if (name == "scatter.reduce" || name == "scatter_reduce") {
      const char* how = arrival();
      scatter(how, name == "scatter.reduce" || flag("include_self") ? how : "kReplace");
      if (has("reduce=mean")) {
        line(fmt::format("divide_by_arrivals({}, {}, arrivals, {});", elements(call_.outputs[0]),
                         flag("include_self") ? 1 : 0, buffer(call_.outputs[0])));
      }
    } else {
      fail(diag::NoLowering, {}, {name});
    }
    return std::move(printed_);
  }

 private:
  void line(const std::string& text) { printed_.text += "  " + text + "\n"; }

  bool has(const std::string& name) const {
    for (const auto& [key, value] : call_.parameters) {
      if (key == name) return true;
    }
    return false;
  }
  std::int64_t parameter(const std::string& name) const {
    for (const auto& [key, value] : call_.parameters) {
      if (key == name) return value;
    }
    fail(diag::InternalError, {}, {call_.operator_name + " without `" + name + "`"});
  }
  bool flag(const std::string& name) const { return parameter(name) != 0; }
  const char* arrival() const {
    if (has("reduce=multiply") || has("reduce=prod")) return "kMultiply";
    if (has("reduce=amax")) return "kLargest";
    if (has("reduce=amin")) return "kSmallest";
    return "kAdd";
  }

  const std::string& buffer(BufferId id) const { return scope_.buffers.at(id); }
  const Sizes& sizes(BufferId id) const {
    return scope_.program->buffers[static_cast<std::size_t>(id)].sizes;
  }
  ir::IntExpr element_count(BufferId id) const { return ir::product(sizes(id)); }
  std::string text(const ir::IntExpr& e) const { return index_expression(e, scope_.symbols); }
  std::string elements(BufferId id) const { return text(element_count(id)); }
  std::size_t dimension(const Sizes& shape) const {
    const std::int64_t dim = parameter("dim");
    return static_cast<std::size_t>(dim < 0 ? dim + static_cast<std::int64_t>(shape.size()) : dim);
  }

  /// `Lines{outer, length, stride}`; `count` gets the number of lines.
  std::string lines(BufferId id, ir::IntExpr& length) {
    const Sizes& shape = sizes(id);
    ir::IntExpr outer = 1;
    ir::IntExpr stride = 1;
    length = 1;
    if (!shape.empty()) {
      const std::size_t dim = dimension(shape);
      for (std::size_t d = 0; d < dim; ++d) outer *= shape[d];
      length = shape[dim];
      for (std::size_t d = dim + 1; d < shape.size(); ++d) stride *= shape[d];
    }
    printed_.count = outer * stride;
    return fmt::format("Lines{{{}, {}, {}}}", text(outer), text(length), text(stride));
  }

  void sort(bool descending) {
    ir::IntExpr length;
    ir::IntExpr taken;
    const std::string from = lines(call_.inputs[0], length);
    const std::string to = lines(call_.outputs[0], taken);
    line(fmt::format("sort_lines<{}>(part.begin, part.end, {}, {}, {}, {}, {},", descending, from,
                     to, buffer(call_.inputs[0]), buffer(call_.outputs[0]),
                     buffer(call_.outputs[1])));
    line("    static_cast<int64_t*>(part.scratch));");
    printed_.scratch_bytes = 16 * length;
  }

  void scan(const char* function) {
    ir::IntExpr length;
    std::string results;
    for (const BufferId id : call_.outputs) results += ", " + buffer(id);
    line(fmt::format("{}(part.begin, part.end, {}, {}{});", function,
                     lines(call_.inputs[0], length), buffer(call_.inputs[0]), results));
  }

  void extents(const char* name, BufferId id) {
    std::string list;
    for (const ir::IntExpr& size : sizes(id)) list += (list.empty() ? "" : ", ") + text(size);
    line(fmt::format("const int64_t {}[] = {{{}}};", name, list));
  }

  void scatter(const char* how, const char* first) {
    const BufferId self = call_.inputs[0];
    const BufferId index = call_.inputs[1];
    const BufferId source = call_.inputs[2];
    const BufferId target = call_.outputs[0];
    const Sizes& shape = sizes(target);
    line("int64_t* const arrivals = static_cast<int64_t*>(part.scratch);");
    line(fmt::format("for (int64_t i = 0; i < {}; ++i) {{", elements(target)));
    line(fmt::format("  {}[i] = {}[i];", buffer(target), buffer(self)));
    line("  arrivals[i] = 0;");
    line("}");
    extents("index_sizes", index);
    extents("target_sizes", target);
    extents("source_sizes", source);
    line(fmt::format("int64_t at[{}];", shape.size()));
    line(
        fmt::format("scatter_elements(ScatterShape{{{}, {}, index_sizes, target_sizes, "
                    "source_sizes}},",
                    shape.size(), dimension(shape)));
    line(fmt::format("    Arrival::{}, Arrival::{}, {}, {}, {}, arrivals, at,", how, first,
                     buffer(index), buffer(source), buffer(target)));
    line("    [&](int64_t, int64_t) { report_bad(part.bad); });");
    printed_.scratch_bytes = 8 * element_count(target);
    printed_.count = 1;
  }

  const LibraryCall& call_;
  ExpressionScope& scope_;
  PrintedLibraryCall printed_;
};

}  // namespace

PrintedLibraryCall print_library_call(const LibraryCall& call, KernelScope& scope) {
  return LibraryPrinter(call, scope).run();
}

}  // namespace weft::codegen::cpp
