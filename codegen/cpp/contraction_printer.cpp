#include <weft/codegen/cpp/contraction_printer.h>

#include <fmt/format.h>

namespace weft::codegen::cpp {

namespace {

/// Lines that give each loop of the nest its value from `iteration`, and the number of iterations.
ir::IntExpr print_iteration(const ContractionNest& nest, KernelScope& scope, std::string& text) {
  ir::IntExpr total = 1;
  std::vector<ir::IntExpr> inside;  // iterations of the loops inside each
  for (auto loop = nest.loops.rbegin(); loop != nest.loops.rend(); ++loop) {
    inside.insert(inside.begin(), total);
    total *= (*loop)->extent;
  }
  SymbolNames& symbols = scope.expressions.symbols;
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const Loop& loop = *nest.loops[k];
    std::string value = "iteration";
    if (!inside[k].is(1)) value += " / " + index_expression(inside[k], symbols, true);
    if (k > 0) value += " % " + index_expression(loop.extent, symbols, true);
    if (loop.extent.is(1)) value = "0";
    const std::string name = scope.names.unique(loop.var->name);
    symbols[loop.var.get()] = name;
    text += fmt::format("    const int64_t {} = {};\n", name, value);
  }
  return total;
}

std::string address(const std::string& buffer, const ir::IntExpr& offset,
                    const SymbolNames& names) {
  return offset.is(0) ? buffer : buffer + " + " + index_expression(offset, names);
}

/// The loop over tiles; `iterations` of the enclosing loops come one after the other.
std::string tile_loop(const std::string& iteration_lines, const ir::IntExpr& iterations,
                      const std::string& body) {
  std::string text = "  for (int64_t work = part.begin; work < part.end; ++work) {\n";
  if (iterations.is(1)) {
    text += "    const int64_t tile = work;\n";
  } else {
    text += "    const int64_t iteration = work / plan.tile_count();\n";
    text += "    const int64_t tile = work % plan.tile_count();\n";
  }
  return text + iteration_lines + body + "  }\n";
}

const char* matrix_form(const Matmul& m) {
  return m.b_stride_n.is(1) ? "kRows" : m.b_stride_k.is(1) ? "kColumns" : "kStrided";
}

/// The epilogue's stores; the hot tile holds lanes that run along `lane_variable`.
std::string epilogue(const std::vector<Store>& stores, const ir::Symbol& lane_variable,
                     KernelScope& scope) {
  ExpressionScope& e = scope.expressions;
  e.lane_variable = lane_variable;
  e.single = false;
  e.accumulators[kHotTile] = "sum";
  e.lane_accumulators.insert(kHotTile);
  std::string text = print_stores(stores, scope, 6);
  e.lane_variable = nullptr;
  e.single = true;
  return text;
}

/// True if every store and load of the epilogue can move along the lanes.
bool lanes_fit(const std::vector<Store>& stores, const ir::Symbol& variable) {
  std::vector<ir::ScalarExpr> roots;
  for (const Store& store : stores) {
    roots.push_back(store.value);
    const auto step = store.offset.coefficient(variable);
    if (!step || !step->is_constant() || step->is(0)) return false;
  }
  return is_vectorisable(roots, variable);
}

/// What the epilogue lambda does lane by lane where its indices do not move linearly.
std::string single_epilogue(const std::vector<Store>& stores, const ir::Symbol& lane_variable,
                            const std::string& lane_name, KernelScope& scope) {
  ExpressionScope& e = scope.expressions;
  e.lane_variable = nullptr;
  e.single = true;
  e.accumulators[kHotTile] = "sum";
  e.lane_accumulators.erase(kHotTile);
  e.symbols[lane_variable.get()] = lane_name;
  std::string text = "      for (int lane = 0; lane < lanes.count(); ++lane) {\n";
  text += fmt::format("        const int64_t {} = first + lane;\n", lane_name);
  text += "        const float sum = sums[lane];\n";
  return text + print_stores(stores, scope, 8) + "      }\n";
}

PrintedContraction print_matmul(const ContractionNest& nest, KernelScope& scope) {
  const Matmul& m = *nest.matmul;
  ExpressionScope& e = scope.expressions;
  std::string lines;
  const ir::IntExpr iterations = print_iteration(nest, scope, lines);
  const std::string times = index_expression(iterations, e.symbols, true);
  const std::string row = scope.names.unique(m.m->name);
  const std::string column = scope.names.unique(m.n->name);
  e.symbols[m.m.get()] = row;
  e.symbols[m.n.get()] = column;
  const auto text_of = [&](const ir::IntExpr& index) { return index_expression(index, e.symbols); };
  const std::string sizes = fmt::format("{}, {}, {}, MatrixForm::{}", text_of(m.rows),
                                        text_of(m.columns), text_of(m.depth), matrix_form(m));
  PrintedContraction printed;
  const std::string a = address(e.buffers.at(m.a), m.a_offset, e.symbols);
  const std::string b = address(e.buffers.at(m.b), m.b_offset, e.symbols);

  if (m.dtype != DType::kFloat32) {
    std::string body = fmt::format(
        "    gemm_plain(tile, tile + 1, {}, {}, {}, {}, {}, {}, {}, {},\n"
        "               [&]([[maybe_unused]] int64_t {}, [[maybe_unused]] int64_t {},\n"
        "                   {} sum) {{\n",
        text_of(m.columns), text_of(m.depth), a, text_of(m.a_stride_m), text_of(m.a_stride_k), b,
        text_of(m.b_stride_k), text_of(m.b_stride_n), row, column, scalar_type(m.dtype));
    e.accumulators[kHotTile] = "sum";
    body += print_stores(m.epilogue, scope, 6) + "    });\n";
    std::string loop = tile_loop(lines, iterations, body);
    const std::string rows = index_expression(m.rows, e.symbols, true);
    for (const char* form : {"/ plan.tile_count()", "% plan.tile_count()"}) {
      const std::size_t at = loop.find(form);
      if (at != std::string::npos) loop.replace(at + 2, 17, rows);
    }
    printed.text = loop;
    printed.count = fmt::format("{} * {}", times, rows);
    printed.scratch_bytes = "0";
    return printed;
  }

  const bool vectors = lanes_fit(m.epilogue, m.n);
  std::string body = fmt::format(
      "    gemm_tiles(plan, GemmA{{{}, {}, {}}}, GemmB{{{}, {}, {}}}, false, tile, tile + 1,\n"
      "               static_cast<float*>(part.scratch),\n"
      "               [&]([[maybe_unused]] int64_t {}, [[maybe_unused]] int64_t {}, F32 {},\n"
      "                   auto lanes) {{\n",
      a, text_of(m.a_stride_m), text_of(m.a_stride_k), b, text_of(m.b_stride_k),
      text_of(m.b_stride_n), row, vectors ? column : "first", vectors ? "sum" : "sums");
  if (vectors) body += "      using Lanes [[maybe_unused]] = decltype(lanes);\n";
  body +=
      vectors ? epilogue(m.epilogue, m.n, scope) : single_epilogue(m.epilogue, m.n, column, scope);
  body += "    });\n";
  printed.text =
      fmt::format("  const GemmPlan plan = plan_gemm(kLanes, {}, part.threads);\n", sizes) +
      tile_loop(lines, iterations, body);
  printed.count = fmt::format("{} * plan_gemm(lanes, {}, threads).tile_count()", times, sizes);
  printed.scratch_bytes = fmt::format("gemm_scratch_bytes({})", sizes);
  return printed;
}

PrintedContraction print_convolution(const ContractionNest& nest, KernelScope& scope) {
  const Convolution& c = *nest.convolution;
  ExpressionScope& e = scope.expressions;
  std::string lines;
  const ir::IntExpr iterations = print_iteration(nest, scope, lines);
  const std::string times = index_expression(iterations, e.symbols, true);
  const std::string channel = scope.names.unique(c.channel->name);
  const std::string pixel = scope.names.unique(c.pixel->name);
  e.symbols[c.channel.get()] = channel;
  e.symbols[c.pixel.get()] = pixel;
  const auto text_of = [&](const ir::IntExpr& size) { return index_expression(size, e.symbols); };
  const ir::IntExpr plane = c.in_height * c.in_width;
  const bool constant = plane.is_constant() && (c.out_height * c.out_width).is_constant();
  const std::string shape = fmt::format(
      "ConvShape{{1, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}}",
      c.channels, text_of(c.in_height), text_of(c.in_width), c.out_channels, text_of(c.out_height),
      text_of(c.out_width), c.groups, c.kernel_h, c.kernel_w, c.stride_h, c.stride_w, c.pad_h,
      c.pad_w, c.dilation_h, c.dilation_w, text_of(c.channels * plane), text_of(plane));
  const bool vectors = lanes_fit(c.epilogue, c.pixel);
  std::string body = fmt::format(
      "    conv_tiles(plan, {}, {}, tile, tile + 1, static_cast<float*>(part.scratch),\n"
      "               [&](int64_t, [[maybe_unused]] int64_t {}, [[maybe_unused]] int64_t {},\n"
      "                   F32 {}, auto lanes) {{\n",
      address(e.buffers.at(c.input), c.input_offset, e.symbols),
      address(e.buffers.at(c.weight), c.weight_offset, e.symbols), channel,
      vectors ? pixel : "first", vectors ? "sum" : "sums");
  if (vectors) body += "      using Lanes [[maybe_unused]] = decltype(lanes);\n";
  body += vectors ? epilogue(c.epilogue, c.pixel, scope)
                  : single_epilogue(c.epilogue, c.pixel, pixel, scope);
  body += "    });\n";
  PrintedContraction printed;
  printed.text = fmt::format(
                     "  {} ConvShape shape =\n      {};\n"
                     "  const ConvPlan plan = plan_conv(kLanes, shape, part.threads);\n",
                     constant ? "constexpr" : "const", shape) +
                 tile_loop(lines, iterations, body);
  printed.count = fmt::format("{} * plan_conv(lanes, {}, threads).tile_count()", times, shape);
  printed.scratch_bytes = fmt::format("conv_scratch_bytes({})", shape);
  return printed;
}

}  // namespace

std::optional<ContractionNest> find_contraction(const Kernel& kernel) {
  ContractionNest nest;
  const std::vector<Statement>* body = &kernel.body;
  while (body->size() == 1) {
    const Statement& statement = body->front();
    if (const auto* loop = std::get_if<Loop>(&statement.node)) {
      nest.loops.push_back(loop);
      body = &loop->body;
      continue;
    }
    nest.matmul = std::get_if<Matmul>(&statement.node);
    nest.convolution = std::get_if<Convolution>(&statement.node);
    if (nest.matmul || nest.convolution) return nest;
    break;
  }
  return std::nullopt;
}

PrintedContraction print_contraction(const ContractionNest& nest, KernelScope& scope) {
  return nest.matmul ? print_matmul(nest, scope) : print_convolution(nest, scope);
}

}  // namespace weft::codegen::cpp
