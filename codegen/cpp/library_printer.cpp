#include <weft/codegen/cpp/library_printer.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <weft/codegen/cpp/spelling.h>
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
    } else if (name == "index_put.Tensor") {
      put(flag("accumulate") ? "kAdd" : "kReplace");
    } else if (name == "masked_scatter") {
      masked_scatter();
    } else if (name == "nonzero") {
      nonzero();
    } else if (name == "_unique2" || name == "unique_dim") {
      unique(true);
    } else if (name == "unique_consecutive") {
      unique(false);
    } else if (name == "repeat_interleave.Tensor") {
      repeat();
    } else if (name == "bincount.bins") {
      bins();
    } else if (name == "recurrent") {
      recurrent();
    } else if (name.rfind("linalg_", 0) == 0) {
      linear_algebra(name);
    } else if (!print_random()) {
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
  double number(const std::string& name) const {
    if (!has(name + ":f64")) return static_cast<double>(parameter(name));
    return std::bit_cast<double>(parameter(name + ":f64"));
  }
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

  /// Values arrive at positions in row-major order of the target.
  void put(const char* how) {
    const BufferId index = call_.inputs[1];
    const BufferId target = call_.outputs[0];
    line(fmt::format("copy_elements({}, {}, {});", elements(target), buffer(call_.inputs[0]),
                     buffer(target)));
    line(fmt::format("arrive_at({}, Arrival::{}, {}, {}, {});", elements(index), how, buffer(index),
                     buffer(call_.inputs[2]), buffer(target)));
    printed_.count = 1;
  }

  void masked_scatter() {
    const BufferId target = call_.outputs[0];
    line(fmt::format("if (!scatter_under_mask({}, {}, {}, {}, {}, {})) report_bad(part.bad);",
                     elements(target), buffer(call_.inputs[0]), buffer(call_.inputs[1]),
                     elements(call_.inputs[2]), buffer(call_.inputs[2]), buffer(target)));
    printed_.count = 1;
  }

  void nonzero() {
    const BufferId flags = call_.inputs[0];
    const std::size_t rank = sizes(flags).size();
    if (rank == 0) {
      line(fmt::format("*part.found = {}[0] ? 1 : 0;", buffer(flags)));
    } else {
      extents("sizes", flags);
      line(fmt::format("*part.found = nonzero_rows({}, {}, sizes, {});", buffer(flags), rank,
                       buffer(call_.outputs[0])));
    }
    printed_.count = 1;
  }

  void unique(bool sorted) {
    const BufferId input = call_.inputs[0];
    std::string shape = fmt::format("Lines{{1, {}, 1}}", elements(input));
    ir::IntExpr length = element_count(input);
    if (has("dim")) shape = lines(input, length);
    const auto wanted = [&](const char* name, std::size_t k) {
      return flag(name) ? buffer(call_.outputs[k]) : "static_cast<int64_t*>(nullptr)";
    };
    line(fmt::format("*part.found = unique_slices({}, {}, {}, {},", sorted, shape, buffer(input),
                     buffer(call_.outputs[0])));
    line(fmt::format("    {}, {}, static_cast<int64_t*>(part.scratch));",
                     wanted("return_inverse", 1), wanted("return_counts", 2)));
    printed_.scratch_bytes = 16 * length;
    printed_.count = 1;
  }

  /// There is room for as many bins as the extent says before it is found.
  void bins() {
    const BufferId numbers = call_.inputs[0];
    const BufferId out = call_.outputs[0];
    line(fmt::format("const int64_t room = {};", elements(out)));
    line(fmt::format("*part.found = bins_of({}, {}, {});", elements(numbers), buffer(numbers),
                     parameter("minlength")));
    line("if (*part.found < 0 || *part.found > room) {");
    line("  report_bad(part.bad);");
    line("  *part.found = room;");
    line("}");
    line(fmt::format("for (int64_t i = 0; i < *part.found; ++i) {}[i] = 0;", buffer(out)));
    printed_.count = 1;
  }

  void repeat() {
    const BufferId repeats = call_.inputs[0];
    const BufferId out = call_.outputs[0];
    line(fmt::format("if (repeated_count({0}, {1}) == {2}) {{", elements(repeats), buffer(repeats),
                     elements(out)));
    line(fmt::format("  repeat_positions({}, {}, {});", elements(repeats), buffer(repeats),
                     buffer(out)));
    line("} else {");
    line(fmt::format("  for (int64_t i = 0; i < {}; ++i) {}[i] = 0;", elements(out), buffer(out)));
    line("  report_bad(part.bad);");
    line("}");
    printed_.count = 1;
  }

  void recurrent() {
    const char* const cell = has("cell=lstm")   ? "LstmCell"
                             : has("cell=gru")  ? "GruCell"
                             : has("cell=tanh") ? "TanhCell"
                                                : "ReluCell";
    const Sizes& output = sizes(call_.outputs[0]);
    const ir::IntExpr& hidden = output[2];
    line(fmt::format("recurrent_lines<{}>(part.begin, part.end, RecurrentShape{{{}, {}, {}}}, {},",
                     cell, text(output[0]), text(output[1]), text(hidden), flag("reverse")));
    std::string arguments;
    for (const BufferId id : call_.inputs) arguments += buffer(id) + ", ";
    for (const BufferId id : call_.outputs) arguments += buffer(id) + ", ";
    const DType type = scope_.program->buffers[static_cast<std::size_t>(call_.inputs[0])].dtype;
    const bool single = type == DType::kFloat32;
    line(fmt::format("    {}static_cast<{}*>(part.scratch));", arguments,
                     single ? "float" : "double"));
    const ir::IntExpr width = sizes(call_.inputs[4])[0];
    printed_.scratch_bytes = (single ? 4 : 8) * (hidden * width + width + 2 * hidden);
    printed_.count = output[1];
  }

  /// Matrices are shared among the parts; each part has room for one.
  void linear_algebra(const std::string& name) {
    const Sizes& shape = sizes(call_.inputs[0]);
    const ir::IntExpr& rows = shape[shape.size() - 2];
    const ir::IntExpr& columns = shape.back();
    printed_.count = ir::product({shape.begin(), shape.end() - 2});
    const auto call = [&](const std::string& function, const std::string& between,
                          const std::string& after) {
      std::string buffers;
      for (const BufferId id : call_.inputs) buffers += ", " + buffer(id);
      for (const BufferId id : call_.outputs) buffers += ", " + buffer(id);
      return fmt::format("{}(part.begin, part.end, {}{}{})", function, between, buffers, after);
    };
    const auto checked = [&](const std::string& text) {
      line(fmt::format("if (!{}) report_bad(part.bad);", text));
    };
    if (name == "linalg_cholesky") {
      checked(call("cholesky_factors", fmt::format("{}, {}", flag("upper"), text(rows)), ""));
      return;
    }
    if (name == "linalg_solve_triangular.matrices") {
      line(call("solve_triangles",
                fmt::format("{}, {}, {}, {}", flag("upper"), flag("unitriangular"), text(rows),
                            text(sizes(call_.inputs[1]).back())),
                "") +
           ";");
      return;
    }
    printed_.scratch_bytes = 8 * (rows * columns + rows + columns);
    const char* const scratch = ", part.scratch";
    if (name == "linalg_inv") {
      checked(call("invert_matrices", text(rows), scratch));
    } else if (name == "linalg_solve.matrices") {
      checked(call("solve_matrices",
                   fmt::format("{}, {}", text(rows), text(sizes(call_.inputs[1]).back())),
                   scratch));
    } else if (name == "linalg_det") {
      line(call("determinants", text(rows), scratch) + ";");
    } else if (name == "linalg_slogdet") {
      line(call("log_determinants", text(rows), scratch) + ";");
    } else if (name == "linalg_qr") {
      const Sizes& triangle = sizes(call_.outputs[1]);
      const std::string kept = text(triangle[triangle.size() - 2]);
      line(call("qr_factors",
                fmt::format("{}, {}, {}, {}", text(rows), text(columns), has("mode=r") ? "0" : kept,
                            kept),
                scratch) +
           ";");
    } else {
      fail(diag::NoLowering, {}, {name});
    }
  }

  // Random operators.

  static std::string real(double value) { return literal(DType::kFloat64, ir::Number(value)); }
  static std::string integer(std::int64_t value) {
    return literal(DType::kInt64, ir::Number(value));
  }

  /// `make` is an expression in `bits` and the element `i`; nothing is drawn unless `condition`.
  void draw(const std::string& make, bool condition = true) {
    if (!condition) line("report_bad(part.bad);");
    const BufferId out = call_.outputs[0];
    line(fmt::format("draw_elements(part.begin, part.end, *part.random, {}, {},",
                     text(call_.first_draw), buffer(out)));
    line(fmt::format(
        "    [&]([[maybe_unused]] const RandomBits& bits, [[maybe_unused]] int64_t i) {{ "
        "return {}; }});",
        make));
    printed_.count = element_count(out);
  }

  void draw_integers(std::int64_t low, std::uint64_t range) {
    draw(fmt::format("bits.integer({}, {}u)", integer(low), std::max<std::uint64_t>(range, 1)),
         range > 0);
  }
  /// In [low, high).
  void draw_between(std::int64_t low, std::int64_t high) {
    const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    draw_integers(low, low < high ? range : 0);
  }

  bool print_random() {
    const std::string& name = call_.operator_name;
    const auto digits = static_cast<int>(has("digits") ? parameter("digits") : 0);
    const std::string uniform = fmt::format("bits.uniform_of({})", digits);
    if (name == "rand" || name == "rand_like") {
      draw(uniform);
    } else if (name == "randn" || name == "randn_like") {
      draw("bits.normal()");
    } else if (name == "normal" || name == "normal.like") {
      const double deviation = number("std");
      draw(fmt::format("{} + {} * bits.normal()", real(number("mean")), real(deviation)),
           deviation >= 0);
    } else if (name == "uniform") {
      const double from = number("from");
      const double to = number("to");
      draw(fmt::format("{} + {} * ({} - {})", real(from), uniform, real(to), real(from)),
           from <= to);
    } else if (name == "exponential") {
      const double rate = number("lambd");
      draw(fmt::format("-__builtin_log1p(-bits.uniform_double()) / {}", real(rate)), rate > 0);
    } else if (name == "randint" || name == "randint_like") {
      draw_between(0, parameter("high"));
    } else if (name == "randint.low" || name == "randint_like.low") {
      draw_between(parameter("low"), parameter("high"));
    } else if (name == "random.to") {
      draw_between(0, parameter("to"));
    } else if (name == "random.from") {
      const std::int64_t largest =
          digits == 63 ? std::numeric_limits<std::int64_t>::max() : std::int64_t{1} << digits;
      draw_between(parameter("from"), has("to") ? parameter("to") : largest);
    } else if (name == "random") {
      draw_integers(0, (std::uint64_t{1} << digits) + (flag("floating") ? 1 : 0));
    } else if (name == "bernoulli.p") {
      const double p = number("p");
      draw(fmt::format("bits.uniform_double() < {} ? 1 : 0", real(p)), p >= 0 && p <= 1);
    } else if (name == "bernoulli") {
      const std::string& chances = buffer(call_.inputs[0]);
      line("for (int64_t i = part.begin; i < part.end; ++i) {");
      line(fmt::format("  if (!is_probability({}[i])) report_bad(part.bad);", chances));
      line("}");
      draw(fmt::format("bits.uniform_double() < {}[i] ? 1 : 0", chances));
    } else if (name == "poisson") {
      const BufferId out = call_.outputs[0];
      line(fmt::format("if (!draw_poisson(part.begin, part.end, *part.random, {}, {}, {})) {{",
                       text(call_.first_draw), buffer(call_.inputs[0]), buffer(out)));
      line("  report_bad(part.bad);");
      line("}");
      printed_.count = element_count(out);
    } else if (name == "randperm") {
      line(fmt::format("draw_permutation({}, *part.random, {}, {});", elements(call_.outputs[0]),
                       text(call_.first_draw), buffer(call_.outputs[0])));
    } else if (name == "multinomial") {
      multinomial();
    } else {
      return false;
    }
    return true;
  }

  void multinomial() {
    const Sizes& weights = sizes(call_.inputs[0]);
    line(fmt::format("if (!draw_positions(part.begin, part.end, *part.random, {}, {}, {}, {}, {},",
                     text(call_.first_draw), buffer(call_.inputs[0]), text(weights.back()),
                     text(sizes(call_.outputs[0]).back()), flag("replacement") ? "true" : "false"));
    line(fmt::format("                    {}, static_cast<double*>(part.scratch))) {{",
                     buffer(call_.outputs[0])));
    line("  report_bad(part.bad);");
    line("}");
    printed_.count = weights.size() == 2 ? weights[0] : ir::IntExpr(1);
    printed_.scratch_bytes = 8 * weights.back();
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
