/// \file Text form of a program.
#include <fmt/format.h>

#include <weft/codegen/loop/loop_ir.h>

namespace weft::codegen {
namespace {

using ir::ScalarExpr;
using ir::ScalarNode;
using ir::ScalarOp;

const char* storage_name(Storage storage) {
  switch (storage) {
    case Storage::kInput:
      return "input";
    case Storage::kOutput:
      return "output";
    case Storage::kWeight:
      return "weight";
    case Storage::kArena:
      return "arena";
    case Storage::kScratch:
      return "scratch";
  }
  return "?";
}

const char* combine_name(ir::Combine combine) {
  switch (combine) {
    case ir::Combine::kNone:
      return "none";
    case ir::Combine::kSum:
      return "sum";
    case ir::Combine::kProduct:
      return "product";
    case ir::Combine::kMin:
      return "min";
    case ir::Combine::kMax:
      return "max";
    case ir::Combine::kAnd:
      return "and";
    case ir::Combine::kOr:
      return "or";
    case ir::Combine::kArgMin:
      return "argmin";
    case ir::Combine::kArgMax:
      return "argmax";
  }
  return "?";
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string run() {
    line("program {}: {} kernels, arena of {} bytes", program_.name, program_.kernels.size(),
         program_.arena_bytes.str());
    for (const Buffer& buffer : program_.buffers) {
      line("  {} {}: {}{}{}", storage_name(buffer.storage), buffer.name,
           ir::dtype_short_name(buffer.dtype), ir::shape_str(buffer.sizes),
           buffer.storage == Storage::kArena ? fmt::format(" at {}", buffer.arena_offset.str())
                                             : "");
    }
    for (std::size_t k = 0; k < program_.kernels.size(); ++k) {
      branches_at(k);
      const Kernel& kernel = program_.kernels[k];
      line("{}kernel {}", kernel.weights_only ? "constant " : "", kernel.name);
      for (const std::string& comment : kernel.comments) line("  // {}", comment);
      body(kernel.body, 2);
    }
    branches_at(program_.kernels.size());
    for (const WrittenInput& written : program_.written) {
      line("write {} into {}", name(written.buffer),
           program_.inputs[static_cast<std::size_t>(written.input)].name);
    }
    for (const std::string& note : program_.notes) line("note: {}", note);
    return std::move(text_);
  }

 private:
  template <typename... T>
  void line(fmt::format_string<T...> format, T&&... args) {
    text_ += fmt::format(format, std::forward<T>(args)...);
    text_ += '\n';
  }
  // Where branches end, turn and begin before a kernel.
  void branches_at(std::size_t k) {
    for (auto it = program_.branches.rbegin(); it != program_.branches.rend(); ++it) {
      if (it->end == k) line("end if {}", name(it->predicate));
    }
    for (const Branch& branch : program_.branches) {
      if (branch.begin == k) line("if {}", name(branch.predicate));
      if (branch.otherwise == k) line("else");
    }
  }
  const std::string& name(BufferId id) const { return program_.buffers[id].name; }
  std::string expression(const ScalarExpr& e) const;
  std::string store(const Store& s) const {
    return fmt::format("{}[{}] = {}", name(s.buffer), s.offset.str(), expression(s.value));
  }
  void stores(const std::vector<Store>& list, std::size_t indent) {
    for (const Store& s : list) line("{:{}}{}", "", indent, store(s));
  }
  void body(const std::vector<Statement>& statements, std::size_t indent);
  void statement(const Loop& loop, std::size_t indent);
  void statement(const Store& s, std::size_t indent) { line("{:{}}{}", "", indent, store(s)); }
  void statement(const Reduce& reduce, std::size_t indent);
  void statement(const Let& let, std::size_t indent) {
    line("{:{}}t{} = {}", "", indent, let.id, expression(let.value));
  }
  void statement(const LetIndex& index, std::size_t indent) {
    line("{:{}}{} = {}", "", indent, index.symbol->name, expression(index.value));
  }
  void statement(const Matmul& matmul, std::size_t indent);
  void statement(const Convolution& convolution, std::size_t indent);
  void statement(const LibraryCall& call, std::size_t indent);

  const Program& program_;
  std::string text_;
};

std::string Printer::expression(const ScalarExpr& e) const {
  const ScalarNode& n = *e;
  switch (n.op) {
    case ScalarOp::kConstant:
      return n.constant.str();
    case ScalarOp::kAccumulator:
      return n.input == kHotTile ? "sum" : fmt::format("t{}", n.input);
    case ScalarOp::kIndex:
      return fmt::format("index({})", n.indices[0].str());
    case ScalarOp::kCheckedIndex:
    case ScalarOp::kBoundedIndex:
      return fmt::format("{}({}, {})", ir::scalar_op_name(n.op), expression(n.operands[0]),
                         n.indices[0].str());
    case ScalarOp::kCast:
      return fmt::format("{}({})", ir::dtype_short_name(n.type), expression(n.operands[0]));
    case ScalarOp::kLoad: {
      const std::string element = fmt::format("{}[{}]", name(n.input), n.indices[0].str());
      if (n.operands.empty()) return element;
      return fmt::format("load_if({}, {}, {})", expression(n.operands[0]), element,
                         expression(n.operands[1]));
    }
    default:
      break;
  }
  std::string text(ir::scalar_op_name(n.op));
  text += '(';
  for (std::size_t k = 0; k < n.operands.size(); ++k) {
    text += (k == 0 ? "" : ", ") + expression(n.operands[k]);
  }
  return text + ")";
}

void Printer::body(const std::vector<Statement>& statements, std::size_t indent) {
  for (const Statement& s : statements) {
    std::visit([&](const auto& node) { statement(node, indent); }, s.node);
  }
}

void Printer::statement(const Loop& loop, std::size_t indent) {
  const char* kind = loop.kind == LoopKind::kParallel ? "parallel"
                     : loop.kind == LoopKind::kVector ? "vector"
                                                      : "for";
  line("{:{}}{} {} < {}", "", indent, kind, loop.var->name, loop.extent.str());
  body(loop.body, indent + 2);
}

void Printer::statement(const Reduce& reduce, std::size_t indent) {
  std::string axes;
  for (const Axis& axis : reduce.axes) {
    axes += fmt::format("{}{} < {}", axes.empty() ? "" : ", ", axis.var->name, axis.extent.str());
  }
  line("{:{}}t{}: {} = {}{} over {} of {}", "", indent, reduce.id,
       ir::dtype_short_name(reduce.dtype), reduce.vector ? "vector " : "",
       combine_name(reduce.combine), axes, expression(reduce.body));
  stores(reduce.stores, indent + 2);
}

void Printer::statement(const Matmul& x, std::size_t indent) {
  line("{:{}}matmul {} {} < {}, {} < {}, depth {}: {}[{} + {}*m + {}*k] * {}[{} + {}*k + {}*n]", "",
       indent, ir::dtype_short_name(x.dtype), x.m->name, x.rows.str(), x.n->name, x.columns.str(),
       x.depth.str(), name(x.a), x.a_offset.str(), x.a_stride_m.str(), x.a_stride_k.str(),
       name(x.b), x.b_offset.str(), x.b_stride_k.str(), x.b_stride_n.str());
  stores(x.epilogue, indent + 2);
}

void Printer::statement(const Convolution& x, std::size_t indent) {
  line(
      "{:{}}convolution {} < {}, {} < {}x{}: {}[{}] {}x{}x{}, {}[{}] {}x{}, groups {}, stride "
      "{}x{}, padding {}x{}, dilation {}x{}",
      "", indent, x.channel->name, x.out_channels, x.pixel->name, x.out_height.str(),
      x.out_width.str(), name(x.input), x.input_offset.str(), x.channels, x.in_height.str(),
      x.in_width.str(), name(x.weight), x.weight_offset.str(), x.kernel_h, x.kernel_w, x.groups,
      x.stride_h, x.stride_w, x.pad_h, x.pad_w, x.dilation_h, x.dilation_w);
  stores(x.epilogue, indent + 2);
}

void Printer::statement(const LibraryCall& call, std::size_t indent) {
  std::string arguments;
  for (const BufferId id : call.inputs) arguments += name(id) + ", ";
  for (const auto& [key, value] : call.parameters) arguments += fmt::format("{}={}, ", key, value);
  std::string results;
  for (const BufferId id : call.outputs) results += (results.empty() ? "" : ", ") + name(id);
  line("{:{}}{} = {}({})", "", indent, results, call.operator_name,
       arguments.substr(0, arguments.empty() ? 0 : arguments.size() - 2));
}

}  // namespace

std::string print(const Program& program) { return Printer(program).run(); }

}  // namespace weft::codegen
