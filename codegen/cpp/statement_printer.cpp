#include <weft/codegen/cpp/statement_printer.h>

#include <functional>

#include <fmt/format.h>

#include <weft/codegen/diagnostics.h>

namespace weft::codegen::cpp {

namespace {

using ir::Combine;

std::string spaces(int indent) { return std::string(static_cast<std::size_t>(indent), ' '); }

/// Every expression in a statement and those inside it.
void collect(const Statement& statement, std::vector<ir::ScalarExpr>& roots,
             std::vector<ir::IntExpr>& offsets, bool& single) {
  const auto add_store = [&](const Store& store) {
    roots.push_back(store.value);
    offsets.push_back(store.offset);
  };
  if (const auto* loop = std::get_if<Loop>(&statement.node)) {
    for (const Statement& inner : loop->body) collect(inner, roots, offsets, single);
  } else if (const auto* store = std::get_if<Store>(&statement.node)) {
    add_store(*store);
  } else if (const auto* reduce = std::get_if<Reduce>(&statement.node)) {
    roots.push_back(reduce->body);
    for (const Store& store : reduce->stores) add_store(store);
    single = single || reduce->combine == Combine::kArgMin || reduce->combine == Combine::kArgMax;
  } else if (const auto* let = std::get_if<Let>(&statement.node)) {
    roots.push_back(let->value);
  } else if (std::holds_alternative<LetIndex>(statement.node)) {
    single = true;
  }
}

/// True if the statements can work on whole vectors over the variable.
bool fits_vectors(const std::vector<Statement>& body, const ir::Symbol& variable) {
  std::vector<ir::ScalarExpr> roots;
  std::vector<ir::IntExpr> offsets;
  bool single = false;
  for (const Statement& statement : body) collect(statement, roots, offsets, single);
  if (single || !is_vectorisable(roots, variable)) return false;
  for (const ir::IntExpr& offset : offsets) {
    const auto step = offset.coefficient(variable);
    if (!step || !step->is_constant() || step->is(0)) return false;
  }
  return true;
}

bool is_name(const std::string& text) {
  return text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
         std::string::npos;
}

struct CombineForm {
  std::string start;   ///< neutral element
  const char* format;  ///< {0} accumulator, {1} contribution
  const char* across;  ///< function over the lanes
};

CombineForm combine_form(Combine combine, DType type) {
  const bool floating = ir::is_floating(type);
  if (type == DType::kBool) {  // lanes of bool are masks
    if (combine == Combine::kMin) combine = Combine::kAnd;
    if (combine == Combine::kMax) combine = Combine::kOr;
  }
  const auto extreme = [&](bool lowest) -> std::string {
    if (floating) {
      return fmt::format("{}__builtin_inf{}()", lowest ? "-" : "",
                         type == DType::kFloat64 ? "" : "f");
    }
    switch (type) {
      case DType::kInt64:
        return lowest ? "INT64_MIN" : "INT64_MAX";
      case DType::kInt32:
        return lowest ? "INT32_MIN" : "INT32_MAX";
      case DType::kInt16:
        return lowest ? "int32_t{-32768}" : "int32_t{32767}";
      case DType::kInt8:
        return lowest ? "int32_t{-128}" : "int32_t{127}";
      default:
        return lowest ? "int32_t{0}" : "int32_t{255}";
    }
  };
  switch (combine) {
    case Combine::kSum:
      return {literal(type, ir::Number(0)), floating ? "{0} + {1}" : "wrap_add({0}, {1})",
              "reduce_sum"};
    case Combine::kProduct:
      return {literal(type, ir::Number(1)), floating ? "{0} * {1}" : "wrap_mul({0}, {1})",
              "reduce_prod"};
    case Combine::kMin:
      return {extreme(false), "minimum({0}, {1})", "reduce_min"};
    case Combine::kMax:
      return {extreme(true), "maximum({0}, {1})", "reduce_max"};
    case Combine::kAnd:
      return {"true", "{0} & {1}", "all"};
    case Combine::kOr:
      return {"false", "{0} | {1}", "any"};
    default:
      fail(diag::InternalError, {}, {"a reduction without a combination"});
  }
}

class StatementPrinter {
 public:
  explicit StatementPrinter(KernelScope& scope) : scope_(scope), e_(scope.expressions) {}

  void print(const Statement& statement, int indent) {
    if (const auto* loop = std::get_if<Loop>(&statement.node)) return print_loop(*loop, indent);
    if (const auto* store = std::get_if<Store>(&statement.node)) {
      return print_stores({*store}, indent);
    }
    if (const auto* reduce = std::get_if<Reduce>(&statement.node)) {
      return print_reduce(*reduce, indent);
    }
    if (const auto* let = std::get_if<Let>(&statement.node)) return print_let(*let, indent);
    if (const auto* index = std::get_if<LetIndex>(&statement.node)) {
      return print_index(*index, indent);
    }
    fail(diag::InternalError, {}, {"a contraction or library call inside another statement"});
  }

  /// A loop that runs over the part of the kernel that was asked for.
  void print_part_loop(const Loop& loop) { print_loop_over(loop, "part.begin", "part.end", 2); }

  void print_stores(const std::vector<Store>& stores, int indent) {
    ExpressionPrinter printer(e_, scope_.names);
    std::vector<ir::ScalarExpr> roots;
    for (const Store& store : stores) roots.push_back(store.value);
    printer.prepare(roots);
    std::vector<std::string> lines;
    for (const Store& store : stores) lines.push_back(store_line(store, printer));
    emit(printer.take_lines(), indent);
    emit(lines, indent);
  }

  std::string take() { return std::move(text_); }

 private:
  void emit(const std::vector<std::string>& lines, int indent) {
    for (const std::string& line : lines) emit(line, indent);
  }
  void emit(const std::string& line, int indent) { text_ += spaces(indent) + line + "\n"; }

  std::string name_variable(const ir::Symbol& symbol) {
    const std::string name = scope_.names.unique(symbol->name);
    e_.symbols[symbol.get()] = name;
    return name;
  }

  std::string store_line(const Store& store, ExpressionPrinter& printer) {
    const std::string& buffer = e_.buffers.at(store.buffer);
    const std::string address =
        store.offset.is(0) ? buffer : buffer + " + " + index_expression(store.offset, e_.symbols);
    const DType type = e_.program->buffers[static_cast<std::size_t>(store.buffer)].dtype;
    if (!e_.lane_variable) {
      const std::string value = printer.print(store.value);
      const bool direct = !ir::is_half(type) && !(ir::is_integral(type) && ir::size_of(type) < 4);
      if (direct) {
        return fmt::format("{}[{}] = {};", buffer, index_expression(store.offset, e_.symbols),
                           without_parentheses(value));
      }
      return fmt::format("store(One{{}}, {}, {});", address, without_parentheses(value));
    }
    const std::string value = without_parentheses(printer.print_lanes(store.value));
    ir::IntExpr step = 1;
    if (!e_.single) step = *store.offset.coefficient(e_.lane_variable);
    return step.is(1) ? fmt::format("store(lanes, {}, {});", address, value)
                      : fmt::format("store(lanes, {}, {}, {});", address, step.value(), value);
  }

  void print_loop(const Loop& loop, int indent) {
    print_loop_over(loop, "0", index_expression(loop.extent, e_.symbols), indent);
  }

  void print_loop_over(const Loop& loop, const std::string& from, const std::string& to,
                       int indent) {
    const std::string name = name_variable(loop.var);
    if (loop.kind != LoopKind::kVector || e_.lane_variable) {
      emit(fmt::format("for (int64_t {0} = {1}; {0} < {2}; ++{0}) {{", name, from, to), indent);
      for (const Statement& inner : loop.body) print(inner, indent + 2);
      emit("}", indent);
      return;
    }
    open_lanes(loop.var, name, from, to, fits_vectors(loop.body, loop.var), indent);
    for (const Statement& inner : loop.body) print(inner, indent + 2);
    close_lanes(indent);
  }

  void open_lanes(const ir::Symbol& variable, const std::string& name, const std::string& from,
                  const std::string& to, bool vectors, int indent) {
    e_.lane_variable = variable;
    e_.single = !vectors;
    emit(fmt::format("{}({}, {}, [&](int64_t {}, auto lanes) {{",
                     vectors ? "for_each_vector" : "for_each_element", from, to, name),
         indent);
    emit("using Lanes [[maybe_unused]] = decltype(lanes);", indent + 2);
  }
  void close_lanes(int indent) {
    emit("});", indent);
    e_.lane_variable = nullptr;
    e_.single = true;
  }

  void print_let(const Let& let, int indent) {
    ExpressionPrinter printer(e_, scope_.names);
    printer.prepare({let.value});
    const bool varies = printer.depends_on_lanes(let.value);
    const std::string value = printer.print(let.value);
    emit(printer.take_lines(), indent);
    std::string name = value;
    if (!is_name(value)) {
      name = scope_.names.unique("value");
      emit(fmt::format("const auto {} = {};", name, without_parentheses(value)), indent);
    }
    e_.accumulators[let.id] = name;
    if (varies) e_.lane_accumulators.insert(let.id);
  }

  void print_index(const LetIndex& index, int indent) {
    ExpressionPrinter printer(e_, scope_.names);
    printer.prepare({index.value});
    const std::string value = printer.print(index.value);
    emit(printer.take_lines(), indent);
    emit(fmt::format("const int64_t {} = {};", name_variable(index.symbol), value), indent);
  }

  /// The contribution and the stores beside it, in the innermost loop of a reduction.
  void print_contribution(const Reduce& reduce, int indent, bool keep_used,
                          const std::function<std::string(const std::string&)>& combine) {
    ExpressionPrinter printer(e_, scope_.names);
    std::vector<ir::ScalarExpr> roots = {reduce.body};
    for (const Store& store : reduce.stores) roots.push_back(store.value);
    printer.prepare(roots);
    std::string value = keep_used ? printer.print_lanes(reduce.body) : printer.print(reduce.body);
    std::vector<std::string> lines;
    for (const Store& store : reduce.stores) lines.push_back(store_line(store, printer));
    lines.push_back(combine(value));
    emit(printer.take_lines(), indent);
    emit(lines, indent);
  }

  void open_axes(const Reduce& reduce, std::size_t count, int& indent) {
    for (std::size_t i = 0; i < count; ++i) {
      const Axis& axis = reduce.axes[i];
      const std::string name = name_variable(axis.var);
      emit(fmt::format("for (int64_t {0} = 0; {0} < {1}; ++{0}) {{", name,
                       index_expression(axis.extent, e_.symbols)),
           indent);
      indent += 2;
    }
  }
  void close_axes(std::size_t count, int& indent) {
    for (std::size_t i = 0; i < count; ++i) {
      indent -= 2;
      emit("}", indent);
    }
  }

  void print_reduce(const Reduce& reduce, int indent) {
    const bool position = reduce.combine == Combine::kArgMin || reduce.combine == Combine::kArgMax;
    if (position) return print_position(reduce, indent);
    const bool across =
        reduce.vector && !reduce.axes.empty() && !e_.lane_variable && fits_across(reduce);
    if (across) return print_across(reduce, indent);
    const CombineForm form = combine_form(reduce.combine, reduce.dtype);
    const std::string name = scope_.names.unique(accumulator_name(reduce));
    // In lanes every lane keeps an accumulator of its own.
    const std::string type = e_.lane_variable
                                 ? fmt::format("typename Lanes::{}", vector_type(reduce.dtype))
                                 : std::string(scalar_type(reduce.dtype));
    emit(fmt::format("{} {}({});", type, name, form.start), indent);
    int inner = indent;
    open_axes(reduce, reduce.axes.size(), inner);
    print_contribution(reduce, inner, false, [&](const std::string& value) {
      return fmt::format("{} = {};", name, fmt::format(fmt::runtime(form.format), name, value));
    });
    close_axes(reduce.axes.size(), inner);
    e_.accumulators[reduce.id] = name;
    if (e_.lane_variable) e_.lane_accumulators.insert(reduce.id);
  }

  bool fits_across(const Reduce& reduce) const {
    std::vector<ir::ScalarExpr> roots = {reduce.body};
    const ir::Symbol& inner = reduce.axes.back().var;
    for (const Store& store : reduce.stores) {
      roots.push_back(store.value);
      const auto step = store.offset.coefficient(inner);
      if (!step || !step->is_constant() || step->is(0)) return false;
    }
    return is_vectorisable(roots, inner);
  }

  static std::string accumulator_name(const Reduce& reduce) {
    switch (reduce.combine) {
      case Combine::kSum:
        return "total";
      case Combine::kProduct:
        return "product";
      case Combine::kMin:
        return "smallest";
      case Combine::kMax:
        return "largest";
      default:
        return "found";
    }
  }

  /// Lanes run along the innermost axis and are combined at the end.
  void print_across(const Reduce& reduce, int indent) {
    const CombineForm form = combine_form(reduce.combine, reduce.dtype);
    const std::string_view type = vector_type(reduce.dtype);
    const std::string name = scope_.names.unique(accumulator_name(reduce));
    const std::string lanes = scope_.names.unique(name + "_lanes");
    emit(fmt::format("{} {}({});", type, lanes, form.start), indent);
    int inner = indent;
    const std::size_t outer = reduce.axes.size() - 1;
    open_axes(reduce, outer, inner);
    const Axis& axis = reduce.axes.back();
    const std::string variable = name_variable(axis.var);
    open_lanes(axis.var, variable, "0", index_expression(axis.extent, e_.symbols), true, inner);
    print_contribution(reduce, inner + 2, true, [&](const std::string& value) {
      const std::string used = fmt::format("keep_used(lanes, {}, {}({}))", value, type, form.start);
      return fmt::format("{} = {};", lanes, fmt::format(fmt::runtime(form.format), lanes, used));
    });
    close_lanes(inner);
    close_axes(outer, inner);
    emit(fmt::format("const {} {} = {}({});", scalar_type(reduce.dtype), name, form.across, lanes),
         indent);
    e_.accumulators[reduce.id] = name;
  }

  void print_position(const Reduce& reduce, int indent) {
    const std::string name = scope_.names.unique("extremum");
    emit(fmt::format("Extremum<{}, {}> {};", reduce.combine == Combine::kArgMax ? 1 : -1,
                     scalar_type(reduce.body.type()), name),
         indent);
    int inner = indent;
    open_axes(reduce, reduce.axes.size(), inner);
    ir::IntExpr position = 0;
    for (const Axis& axis : reduce.axes) position = position * axis.extent + ir::IntExpr(axis.var);
    print_contribution(reduce, inner, false, [&](const std::string& value) {
      return fmt::format("{}.add({}, {});", name, value, index_expression(position, e_.symbols));
    });
    close_axes(reduce.axes.size(), inner);
    e_.accumulators[reduce.id] = name + ".position";
    if (e_.lane_variable) e_.lane_accumulators.insert(reduce.id);
  }

  KernelScope& scope_;
  ExpressionScope& e_;
  std::string text_;
};

}  // namespace

std::string print_body(const std::vector<Statement>& body, KernelScope& scope, ir::IntExpr& count) {
  StatementPrinter printer(scope);
  const Loop* outer = body.size() == 1 ? std::get_if<Loop>(&body[0].node) : nullptr;
  count = 1;
  if (outer && outer->kind != LoopKind::kSerial) {
    count = outer->extent;
    printer.print_part_loop(*outer);
  } else {
    for (const Statement& statement : body) printer.print(statement, 2);
  }
  return printer.take();
}

std::string print_stores(const std::vector<Store>& stores, KernelScope& scope, int indent) {
  StatementPrinter printer(scope);
  printer.print_stores(stores, indent);
  return printer.take();
}

}  // namespace weft::codegen::cpp
